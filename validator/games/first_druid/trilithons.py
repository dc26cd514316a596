"""First Druid: building trilithons and taking them over (FD-TRI-01 to -05, FD-TAKE-01, -02)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.games.first_druid.action import CardAction
from validator.games.first_druid.combinations import Holding, lay_pair, lay_run
from validator.games.first_druid.rules import CAPSTONES, NOBODY, SECTIONS, SUPPORTS, Rules
from validator.games.first_druid.state import State
from validator.play.rules import Ask

TAKES_OVER = 4
"""Length of the run that takes a trilithon over (FD-TAKE-01)."""


@dataclass(frozen=True, slots=True)
class Own:
    """Whether to put a disk into the hole of a new capstone (FD-TRI-03)."""

    wanted: bool

    def say(self) -> str:
        """The answer in a word."""
        return "yes" if self.wanted else "no"


@dataclass(frozen=True, slots=True)
class Drain:
    """Whether to take a card from each other player (FD-TRI-02)."""

    wanted: bool

    def say(self) -> str:
        """The answer in a word."""
        return "yes" if self.wanted else "no"


class Haul:
    """The cards that ``seat`` drained, each with the seat it came from (FD-TRI-02).

    Nobody sees a card that went from one of the others to another. Put into words only where
    somebody reads them.
    """

    __slots__ = ("cards", "rules", "seat")

    def __init__(self, rules: Rules, seat: int, cards: Sequence[tuple[int, int]]) -> None:
        self.rules = rules
        self.seat = seat
        self.cards = cards

    def say(self) -> str:
        """All cards by name, for whoever sees everything."""
        return self.say_to(self.seat)

    def say_to(self, reader: int) -> str:
        """The cards as ``reader`` may know them: its own and those it took."""
        names, seats = self.rules.cards.names, self.rules.seats
        return ", ".join(
            f"{names[card] if reader in (self.seat, giver) else 'a card'} from {seats[giver]}"
            for giver, card in self.cards
        )


OWN = (Own(wanted=True), Own(wanted=False))
DRAIN = (Drain(wanted=True), Drain(wanted=False))


@dataclass(frozen=True, slots=True)
class Build(CardAction):
    """A pair builds the next section in order (FD-TRI-01)."""

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """It takes the cards and the section."""
        return held.makes_pair and self.is_there(state)

    def is_there(self, state: State) -> bool:
        """The next section is there to build (FD-TRI-05)."""
        return (state.capstones_left() if caps_next(state) else state.supports_left()) > 0

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Lay the pair and build."""
        lay_pair(state, ask, seat)
        state.spend_laid()
        self.effect(state, ask, seat)

    def effect(self, state: State, ask: Ask, seat: int) -> None:
        """The next section: a support drains the others, a capstone may take a disk."""
        caps = caps_next(state)
        state.sections += 1
        if caps:
            state.tally.level(CAPSTONES, state.capstones_left())
            cap(state, ask, seat)
        else:
            state.tally.level(SUPPORTS, state.supports_left())
            drain(state, ask, seat)

    def say(self) -> str:
        """The action in a few words."""
        return "build a section"


def caps_next(state: State) -> bool:
    """Tell whether the next section is a capstone: two supports, then the capstone (FD-TRI-01)."""
    return state.sections % SECTIONS == SECTIONS - 1


def drain(state: State, ask: Ask, seat: int) -> None:
    """One unseen card from each other player, if wanted (FD-TRI-02, FD-FALL-02, X-FD-21)."""
    others = [at for at, hand in enumerate(state.hands) if at != seat and hand]
    barred = state.fallen[seat] and state.rules.ruled.behind_bars_drains
    if not others or barred or not ask.choose(seat, "drain", DRAIN).wanted:
        return
    taken: list[tuple[int, int]] = []
    for other in others:
        hand = state.hands[other]
        card = hand.pop(state.rng.below(len(hand)))
        state.tally.drew(card)
        state.hands[seat].append(card)
        taken.append((other, card))
    ask.tell(seat, "takes", Haul(state.rules, seat, taken))
    state.keep_limit(ask, seat)


def cap(state: State, ask: Ask, seat: int) -> None:
    """A capstone stands; its builder may put a disk into its hole (FD-TRI-03)."""
    state.owners.append(NOBODY)
    if state.disks[seat] and ask.choose(seat, "own", OWN).wanted:
        state.take_disk(seat)
        state.owners[-1] = seat


@dataclass(frozen=True, slots=True)
class TakeOver(CardAction):
    """A run of four swaps another player's disk on a capstone for an own one (FD-TAKE-01).

    ``number`` counts the trilithons from 0.
    """

    number: int

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """It takes the cards, a disk, and another owner; none by ruling (FD-TAKE-02, X-FD-20)."""
        if self.number >= len(state.owners) or not held.lows(TAKES_OVER):
            return False
        owner = state.owners[self.number]
        if owner == seat or (owner == NOBODY and not state.rules.ruled.claim_unowned):
            return False
        return state.disks[seat] > 0

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Lay the run and swap the disks."""
        lay_run(state, ask, seat, TAKES_OVER)
        state.spend_laid()
        self.effect(state, seat)

    def effect(self, state: State, seat: int) -> None:
        """An own disk in the capstone in place of another's."""
        state.take_disk(seat)
        if state.owners[self.number] >= 0:
            state.disks[state.owners[self.number]] += 1
        state.owners[self.number] = seat

    def say(self) -> str:
        """The action in a few words."""
        return f"take over trilithon {self.number + 1}"
