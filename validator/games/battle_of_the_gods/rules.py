"""Battle of the Gods: the data and numbers that a match plays by."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.battle_of_the_gods.rulings import (
    BareStrike,
    Base,
    EmptyDiscard,
    Exhausted,
    GodInClan,
    GodsDuty,
    Kills,
    LastTrilithons,
    Removal,
    Rulings,
    Tie,
)
from validator.games.stonehenge import Cards, Ring

DRAW_PILE = 0
FOLLOWERS = 1
"""Indexes of the piles."""

BEST_CLAN = 25
"""Points of the largest clans (BG-SCORE-02)."""


@dataclass(frozen=True, slots=True)
class Switches:
    """The rulings in force as a game asks for them, each named after what is true."""

    god_must_come: bool
    kills_score: bool
    ends_on_last_card: bool
    clan_breaks_tie: bool
    god_in_clan: bool
    god_is_base: bool
    may_discard_none: bool
    may_only_remove: bool
    wild_to_the_end: bool
    removed_go_back: bool


def switches(rulings: Rulings) -> Switches:
    """Decide once a table what every turn asks.

    The base of a strike is in a clan (BG-ACT-04), so a god that is in none (X-BG-06) is no base.
    """
    in_clan = rulings.god_in_clan is GodInClan.MEMBER
    return Switches(
        god_must_come=rulings.gods_duty is GodsDuty.DUTY,
        kills_score=rulings.kills is Kills.ELIMINATIONS,
        ends_on_last_card=rulings.exhausted is Exhausted.LAST_CARD,
        clan_breaks_tie=rulings.tie is Tie.LARGEST_CLAN,
        god_in_clan=in_clan,
        god_is_base=in_clan and rulings.base is Base.GOD_TOO,
        may_discard_none=rulings.empty_discard is EmptyDiscard.ZERO_ALLOWED,
        may_only_remove=rulings.bare_strike is BareStrike.REMOVE_ONLY,
        wild_to_the_end=rulings.last_trilithons is LastTrilithons.PLAYABLE,
        removed_go_back=rulings.removal is Removal.OWNER,
    )


@dataclass(frozen=True, slots=True)
class Rules:
    """Cards, ring and rulings; ``reach[space]`` is what a strike from there can hit."""

    cards: Cards
    ring: Ring
    seats: tuple[str, ...]
    hand: int
    reach: tuple[tuple[int, ...], ...]
    ruled: Switches


def clan_points(size: int) -> int:
    """Points for a clan of ``size``: 1, 4, 9, 16 for 2 to 5, 25 for 6 or more (BG-SCORE-02).

    One player's 21 pieces are worth 100 points at most, in clans of 6, 6, 6 and 3 (BG-SCORE-06).
    """
    return min((size - 1) * (size - 1), BEST_CLAN) if size > 1 else 0
