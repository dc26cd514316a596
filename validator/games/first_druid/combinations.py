"""First Druid: sums, pairs and runs of cards, laid one card after the other.

Only cards that can still complete the combination are offered, each later in the hand than
the one before, so that every combination comes up once and a choice never grows beyond
the hand. The own trilithon card is wild; those of others do nothing (FD-CARD-02, -03).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.games.first_druid.choices import Lay
from validator.games.first_druid.rules import TARGET, TOP
from validator.games.first_druid.state import State
from validator.play.rules import Ask

NO_WILD = -1


class Holding:
    """A hand as combinations see it.

    ``cards`` are its number cards in order, ``numbers`` their strengths, ``wild`` the own
    trilithon card or NO_WILD; bit ``n`` of ``mask`` tells whether strength ``n`` is there.
    ``makes_sum``: two or more cards make exactly 31 (FD-CLAN-01, FD-ALT-01); ``makes_pair``: two
    are equally strong (FD-TRI-01, FD-TRI-04).
    """

    __slots__ = ("cards", "makes_pair", "makes_sum", "mask", "numbers", "wild")

    def __init__(self, cards: list[int], numbers: list[int], wild: int) -> None:
        self.cards = cards
        self.numbers = numbers
        self.wild = wild
        mask = 0
        sums = 1
        for number in numbers:
            mask |= 1 << number
            sums |= sums << number
        self.mask = mask
        if wild == NO_WILD:
            self.makes_sum = sums >> TARGET & 1 != 0
            self.makes_pair = mask.bit_count() < len(numbers)
        else:
            self.makes_sum = self.makes_pair = bool(cards)

    # --- pairs ------------------------------------------------------------------------

    def first_of_pairs(self) -> list[int]:
        """Cards that have a partner later in the hand."""
        if self.wild != NO_WILD:
            return self.cards
        numbers = self.numbers
        return [card for at, card in enumerate(self.cards, 1) if numbers[at - 1] in numbers[at:]]

    def partners(self, card: int) -> list[int]:
        """Cards that make a pair with ``card``: those later in the hand, and the wild one."""
        at = self.cards.index(card)
        number = self.numbers[at]
        later = range(at + 1, len(self.cards))
        found = [self.cards[other] for other in later if self.numbers[other] == number]
        return found if self.wild == NO_WILD else [*found, self.wild]

    # --- runs -------------------------------------------------------------------------

    def lows(self, length: int) -> int:
        """The lowest strengths of all runs of ``length`` (FD-CONV-01, FD-TAKE-01), as bits.

        Bit ``n`` of ``whole`` says that all strengths from ``n`` on have been there, of
        ``gapped`` that all but one have.
        """
        if len(self.cards) + (self.wild != NO_WILD) < length:
            return 0
        whole = self.mask
        gapped = -1
        for step in range(1, length):
            there = self.mask >> step
            gapped = whole | (gapped & there)
            whole &= there
        return whole if self.wild == NO_WILD else gapped & ((1 << TOP - length + 2) - 2)

    def runs(self, length: int) -> list[Run]:
        """Runs of ``length`` strengths, each with every strength that the wild card can be."""
        lows = self.lows(length)
        return [
            Run(low, wild_as)
            for low in range(1, TOP)
            if lows >> low & 1
            for wild_as in self._wild_as(low, length)
        ]

    def _wild_as(self, low: int, length: int) -> Sequence[int]:
        """What the wild card can be in a run from ``low`` on; 0 where none is needed.

        In place of a missing strength, or of any, whether it is there or not (FD-CARD-02).
        """
        lack = ((1 << length) - 1) & ~(self.mask >> low)
        if lack:
            return (low + lack.bit_length() - 1,)
        return (0,) if self.wild == NO_WILD else (0, *range(low, low + length))

    def of_strength(self, strength: int) -> list[int]:
        """The cards of one strength."""
        return [
            card
            for card, number in zip(self.cards, self.numbers, strict=True)
            if number == strength
        ]


def holding(state: State, seat: int) -> Holding:
    """The hand of ``seat`` as combinations see it."""
    number = state.rules.cards.number
    wild_for = state.rules.wild_for
    cards: list[int] = []
    numbers: list[int] = []
    wild = NO_WILD
    for card in state.hands[seat]:
        strength = number[card]
        if strength:
            cards.append(card)
            numbers.append(strength)
        elif wild_for[card] == seat:  # those of others do nothing (FD-CARD-03)
            wild = card
    return Holding(cards, numbers, wild)


@dataclass(frozen=True, slots=True)
class Run:
    """A run from the strength ``low`` on; ``wild_as`` is that of the wild card, or 0."""

    low: int
    wild_as: int

    def say(self) -> str:
        """The run in a few words."""
        wild = f" with the trilithon as {self.wild_as}" if self.wild_as else ""
        return f"run from {self.low}{wild}"


# --- laying them ------------------------------------------------------------------------------


def choose_card(state: State, ask: Ask, seat: int, cards: list[int]) -> int:
    """Ask which of ``cards`` is laid next, and lay it."""
    lay: list[Lay] = state.rules.choices.lay
    card = ask.choose(seat, "lay", [lay[card] for card in cards]).card
    state.lay(seat, card)
    return card


def lay_sum(state: State, ask: Ask, seat: int) -> None:
    """Lay cards that make exactly 31; the wild card takes what is missing and ends it."""
    held = holding(state, seat)
    numbers = held.numbers
    wild = held.wild != NO_WILD
    reach = [1] * (len(numbers) + 1)
    for index in range(len(numbers) - 1, -1, -1):
        reach[index] = reach[index + 1] | reach[index + 1] << numbers[index]
    rest = TARGET
    start = 0
    while rest > 0:
        options = [
            held.cards[index]
            for index in range(start, len(numbers))
            if (left := rest - numbers[index]) == 0
            or (left > 0 and (wild or reach[index + 1] >> left & 1))
        ]
        if wild and rest < TARGET:
            options.append(held.wild)
        card = choose_card(state, ask, seat, options)
        if card == held.wild:
            return
        index = held.cards.index(card)
        rest -= numbers[index]
        start = index + 1


def lay_pair(state: State, ask: Ask, seat: int) -> None:
    """Lay two cards of the same strength, or one and the wild card."""
    held = holding(state, seat)
    first = choose_card(state, ask, seat, held.first_of_pairs())
    choose_card(state, ask, seat, held.partners(first))


def lay_run(state: State, ask: Ask, seat: int, length: int) -> None:
    """Lay a run; where both cards of a strength are there, the player says which."""
    held = holding(state, seat)
    run = ask.choose(seat, "run", held.runs(length))
    for strength in range(run.low, run.low + length):
        if strength == run.wild_as:
            state.lay(seat, held.wild)
        else:
            choose_card(state, ask, seat, held.of_strength(strength))
