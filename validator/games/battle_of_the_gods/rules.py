"""Battle of the Gods: the switches and numbers that a match plays by."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.stonehenge import Cards, Ring

DRAW_PILE = 0
FOLLOWERS = 1

FOLLOWER = 0
GOD = 1
WILD_FOLLOWER = 2
WILD_GOD = 3
STRIKE = 4
SMITE = 5
DISCARD = 6
NOTHING = 7
"""Kinds of action, in the order of the rulebook; an action is (kind, card, other card)."""

Action = tuple[int, int, int]

BEST_CLAN = 25
"""Points of the largest clans (BG-SCORE-02)."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Cards, ring and rulings; ``reach[space]`` is what a strike from there can hit."""

    cards: Cards
    ring: Ring
    seats: tuple[str, ...]
    hand: int
    reach: tuple[tuple[int, ...], ...]
    god_must_come: bool
    kills_score: bool
    ends_on_last_card: bool
    clan_breaks_tie: bool
    god_in_clan: bool
    god_is_base: bool
    may_discard_none: bool
    may_only_remove: bool
    wild_to_the_end: bool


def clan_points(size: int) -> int:
    """Points for a clan of ``size``: 1, 4, 9, 16 for 2 to 5, 25 for 6 or more (BG-SCORE-02).

    One player's 21 pieces are worth 100 points at most, in clans of 6, 6, 6 and 3 (BG-SCORE-06).
    """
    return min((size - 1) * (size - 1), BEST_CLAN) if size > 1 else 0
