"""Battle of the Gods: the state between two turns, the actions of a turn, and the clans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import NamedTuple

from validator.games.battle_of_the_gods.rulings import (
    BareStrike,
    BattleBase,
    BattleRulings,
    EmptyDiscard,
    GodInClan,
    GodsDuty,
    LastTrilithons,
    Removal,
)
from validator.games.stonehenge import BoxCards, Ring
from validator.play.match import Deck
from validator.play.rules import Ask, Frame

DRAW_PILE = 0
FOLLOWERS = 1
"""Indexes of the piles."""

BEST_CLAN = 25
"""Points of the largest clans (BG-SCORE-02)."""
FOLLOWER, GOD = "follower", "god"
FREE, NO_SPACE = -1, -2
"""In place of a seat that holds a space."""


@dataclass(frozen=True, slots=True)
class BattleRules:
    """Cards, ring and rulings; ``reach[space]`` is what a strike from there can hit.

    ``places[follower, god]`` are the ways by card to place a piece where both, one or none of the
    two may come, ``strikes`` those to strike.
    """

    cards: BoxCards
    ring: Ring
    hand: int
    reach: tuple[tuple[int, ...], ...]
    ruled: BattleRulings
    places: dict[tuple[bool, bool], list[list[Place]]]
    strikes: list[Strike]


def clan_points(size: int) -> int:
    """Points for a clan of ``size``: 1, 4, 9, 16 for 2 to 5, 25 for 6 or more (BG-SCORE-02).

    One player's 21 pieces are worth 100 points at most, in clans of 6, 6, 6 and 3 (BG-SCORE-06).
    """
    return min((size - 1) * (size - 1), BEST_CLAN) if size > 1 else 0


class BattleState:
    """All that lives on from turn to turn; spaces count from 1 (``owner[0]`` is no space).

    ``owner`` is a seat or FREE, ``soft`` the seat whose unprotected follower stands there or
    FREE, ``god_at`` the space of a god or 0, ``left`` the followers in front of each seat,
    ``fallen`` those out of the game, ``kills`` the eliminations each seat made. ``short`` tells
    that a hand could not be filled. ``seat`` is next, -1 when everybody has had the last turn;
    ``final`` that the last round is played, for the ``reason`` that came on the turn of ``cause``.
    """

    def __init__(
        self, rules: BattleRules, frame: Frame, deck: Deck, hands: list[list[int]], left: list[int]
    ) -> None:
        self.rules = rules
        self.frame = frame
        self.deck = deck
        self.tally = deck.tally
        self.hands = hands
        self.left = left
        self.owner = [NO_SPACE, *[FREE] * rules.ring.spaces]
        self.soft = [FREE] * len(self.owner)
        self.god_at = [0] * len(hands)
        self.fallen = [0] * len(hands)
        self.kills = [0] * len(hands)
        self.short = False
        self.seat = 0
        self.final = False
        self.reason = ""
        self.cause = -1

    # --- definitions ------------------------------------------------------------------

    def free_spaces(self) -> list[Space]:
        """The spaces nobody holds."""
        return [Space(at) for at, seat in enumerate(self.owner) if seat == FREE]

    def in_clans(self, seat: int) -> list[int]:
        """``owner`` as far as it counts in clans of ``seat`` (BG-DEF-01); not to be changed.

        X-BG-06 may leave the god out; it then parts the followers on both sides of it.
        """
        if self.rules.ruled.god_in_clan is GodInClan.MEMBER or not self.god_at[seat]:
            return self.owner
        owner = self.owner.copy()
        owner[self.god_at[seat]] = FREE
        return owner

    def protect(self, seat: int) -> None:
        """Everything joined to the god is protected, now and as it grows (BG-DEF-05, -06)."""
        ring, god = self.rules.ring, self.god_at[seat]
        for step in (ring.after, ring.before):
            space = step(god)
            while self.owner[space] == seat and space != god:
                self.soft[space] = FREE
                space = step(space)

    # --- pieces -----------------------------------------------------------------------

    def place(self, seat: int, space: int, piece: str = FOLLOWER) -> None:
        """Put a follower or the god of ``seat`` on an empty space."""
        self.owner[space] = seat
        if piece == GOD:
            self.god_at[seat] = space
        else:
            self.left[seat] -= 1
            self.tally.level(FOLLOWERS, self.left[seat])
            self.soft[space] = seat
        if self.god_at[seat]:
            self.protect(seat)

    def eliminate(self, seat: int, space: int, to: list[int]) -> None:
        """A follower goes by the hand of ``seat`` to those of its owner in ``to``.

        These are ``fallen``, out of the game (BG-ACT-10), or ``left`` by X-BG-13.
        """
        to[self.owner[space]] += 1
        self.kills[seat] += 1
        self.owner[space] = FREE
        self.soft[space] = FREE

    # --- cards ------------------------------------------------------------------------

    def spend(self, seat: int, card: int) -> None:
        """A played card goes to the discards (BG-ACT-11)."""
        self.hands[seat].remove(card)
        self.tally.plays(card)
        self.deck.discards.append(card)

    def discard(self, seat: int, chosen: Sequence[int]) -> None:
        """The chosen cards go to the discards, unseen (BG-SETUP-04)."""
        self.deck.discards += chosen
        self.hands[seat] = [card for card in self.hands[seat] if card not in chosen]

    def refill(self, seat: int) -> None:
        """Draw up to the hand of the set-up, or what is there (BG-ACT-12, X-BG-04)."""
        hand = self.hands[seat]
        while len(hand) < self.rules.hand:
            card = self.deck.draw()
            if card < 0:
                self.short = True
                return
            self.tally.drew(card)
            hand.append(card)


# Battle of the Gods: the actions of a turn, in the order of the rulebook (BG-ACT-01 to -14).
#
# Each action says when it may be taken, what it does and how it is told. A number card acts on its
# own space: what may be done there depends on who stands on it. To add an action, write its class
# and name it in ``actions`` at the end.


class BattleAction:
    """One thing to do in a turn; by itself it does nothing, where a player has no choice left."""

    __slots__ = ()

    def carry_out(self, state: BattleState, ask: Ask, seat: int) -> None:
        """Do it, asking ``seat`` for what it leaves open."""

    def say(self) -> str:
        """The action in a few words."""
        return "nothing"


NOTHING = BattleAction()


@dataclass(frozen=True, slots=True)
class Space:
    """A space to put a piece on, or to strike at."""

    number: int

    def say(self) -> str:
        """The choice in a few words."""
        return f"on space {self.number}"


class Discards(NamedTuple):
    """Cards to give up together; ``names`` are those of all cards."""

    cards: tuple[int, ...]
    names: tuple[str, ...]

    def say(self) -> str:
        """The cards in a few words."""
        return " ".join(self.names[card] for card in self.cards) or "no card"


@dataclass(frozen=True, slots=True)
class Place(BattleAction):
    """A card puts a follower or the god on its empty space, a trilithon card on any one.

    BG-ACT-01, BG-ACT-02, BG-ACT-03.
    """

    card: int
    space: int
    name: str
    piece: str

    def carry_out(self, state: BattleState, ask: Ask, seat: int) -> None:
        """Place it, on a space that is asked for where the card has none."""
        space = self.space or ask.choose(seat, "space", state.free_spaces()).number
        state.spend(seat, self.card)
        state.place(seat, space, self.piece)

    def say(self) -> str:
        """The action in a few words."""
        return f"place a {self.piece} with {self.name}{'' if self.space else ' on any space'}"


@dataclass(frozen=True, slots=True)
class Strike(BattleAction):
    """The card of an own follower in a clan removes an enemy in the opposite quadrant.

    An own follower takes its place (BG-ACT-04).
    """

    card: int
    space: int
    name: str

    def may(self, state: BattleState, seat: int) -> bool:
        """The card's space is a base, there is somebody to hit, and a follower to put there.

        X-BG-08 lets one remove without a follower left (BG-ACT-14).
        """
        if not state.left[seat] and state.rules.ruled.bare_strike is BareStrike.ILLEGAL:
            return False
        return self.is_base(state, seat) and bool(self.targets(state, seat))

    def is_base(self, state: BattleState, seat: int) -> bool:
        """The own piece there is in a clan, and no god unless X-BG-12 allows it (BG-ACT-13).

        A god that is in no clan (X-BG-06) is no base either.
        """
        ring, ruled = state.rules.ring, state.rules.ruled
        if state.god_at[seat] == self.space and (
            ruled.base is BattleBase.FOLLOWERS_ONLY or ruled.god_in_clan is GodInClan.OUTSIDE
        ):
            return False
        owner = state.in_clans(seat)
        return owner[ring.before(self.space)] == seat or owner[ring.after(self.space)] == seat

    def targets(self, state: BattleState, seat: int) -> list[int]:
        """Unprotected enemy followers in reach; a god never falls (BG-ACT-09)."""
        soft = state.soft
        return [
            space
            for space in state.rules.reach[self.space]
            if soft[space] >= 0 and soft[space] != seat
        ]

    def carry_out(self, state: BattleState, ask: Ask, seat: int) -> None:
        """Ask for the target, remove it, and put an own follower there if one is left."""
        targets = [Space(space) for space in self.targets(state, seat)]
        space = ask.choose(seat, "strike", targets).number
        state.spend(seat, self.card)
        state.eliminate(seat, space, state.fallen)
        if state.left[seat]:
            state.place(seat, space)

    def say(self) -> str:
        """The action in a few words."""
        return f"strike with {self.name}"


@dataclass(frozen=True, slots=True)
class Smite(BattleAction):
    """A trilithon card and a number card remove an unprotected enemy on that number.

    From anywhere, and nobody takes its place (BG-ACT-07).
    """

    wild: int
    card: int
    space: int
    names: tuple[str, str]

    def carry_out(self, state: BattleState, ask: Ask, seat: int) -> None:
        """Remove it (X-BG-13)."""
        state.spend(seat, self.wild)
        state.spend(seat, self.card)
        back = state.rules.ruled.removal is Removal.OWNER
        state.eliminate(seat, self.space, state.left if back else state.fallen)

    def say(self) -> str:
        """The action in a few words."""
        return f"remove a follower with {self.names[0]} and {self.names[1]}"


@dataclass(frozen=True, slots=True)
class BattleDiscard(BattleAction):
    """Any cards of the hand are given up (BG-ACT-08), one at least unless by X-BG-07."""

    def carry_out(self, state: BattleState, ask: Ask, seat: int) -> None:
        """Ask for the cards, any part of the hand, and give them up."""
        parts: list[tuple[int, ...]] = [()]
        for card in state.hands[seat]:
            parts += [(*part, card) for part in parts]
        if state.rules.ruled.empty_discard is EmptyDiscard.AT_LEAST_ONE:
            del parts[0]
        names = state.rules.cards.names
        options = list(map(Discards._make, zip(parts, repeat(names))))
        state.discard(seat, ask.choose(seat, "discard", options).cards)

    def say(self) -> str:
        """The action in a few words."""
        return "discard"


DISCARD = BattleDiscard()


def actions(state: BattleState, seat: int) -> list[BattleAction]:
    """Every action open to ``seat``, card by card."""
    rules, owner = state.rules, state.owner
    number, names, ruled = rules.cards.number, rules.cards.names, rules.ruled
    places = rules.places[state.left[seat] > 0, state.god_at[seat] == 0]  # the god comes once
    wild = wild_card(state, seat)
    options: list[BattleAction] = []
    seen: list[int] = []
    for card in state.hands[seat]:
        space = number[card]
        if space == 0 or space in seen:
            continue  # day and night of a number do the same (BG-COMP-05)
        seen.append(space)
        if owner[space] == FREE:
            options += places[card]
        elif owner[space] == seat:
            if rules.strikes[card].may(state, seat):
                options.append(rules.strikes[card])
        elif wild is not None and state.soft[space] != FREE:  # BG-ACT-09
            options.append(Smite(wild, card, space, (names[wild], names[card])))
    if wild is not None and FREE in owner:
        options += places[wild]
    if state.final and ruled.gods_duty is GodsDuty.DUTY:  # BG-END-07, X-BG-01
        coming: list[BattleAction] = [
            one for one in options if isinstance(one, Place) and one.piece == GOD
        ]
        if coming:
            return coming
    if state.hands[seat] or ruled.empty_discard is EmptyDiscard.ZERO_ALLOWED:
        options.append(DISCARD)
    return options or [NOTHING]


def wild_card(state: BattleState, seat: int) -> int | None:
    """The first trilithon card of the hand, if any; dead in the last round (BG-END-05)."""
    if state.final and state.rules.ruled.last_trilithons is LastTrilithons.DISCARD_ONLY:
        return None
    for card in state.hands[seat]:
        if state.rules.cards.number[card] == 0:
            return card
    return None


@dataclass(frozen=True, slots=True)
class Clan:
    """Pieces of one player on consecutive spaces, from ``first`` clockwise to ``last``."""

    first: int
    last: int
    size: int

    def say(self) -> str:
        """The clan in a few words."""
        return f"clan of {self.size} on {self.first} to {self.last}"


def clans(state: BattleState, seat: int) -> list[Clan]:
    """The clans of ``seat`` by their first space; one may pass from the last space to the first.

    A piece alone is no clan (BG-DEF-01).
    """
    ring = state.rules.ring
    owner = state.in_clans(seat)
    own = [space for space in range(1, len(owner)) if owner[space] == seat]
    if len(own) == ring.spaces:
        return [Clan(1, ring.spaces, ring.spaces)]
    found: list[Clan] = []
    for first in own:
        if owner[ring.before(first)] != seat and owner[ring.after(first)] == seat:
            size, last = 2, ring.after(first)
            while owner[ring.after(last)] == seat:
                size, last = size + 1, ring.after(last)
            found.append(Clan(first, last, size))
    return found
