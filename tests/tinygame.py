"""A game of a few lines, to test what drives games: take one or two cards; most points win.

Its deck holds 0 to 9; a seat that takes two gives the lower one up. Played in the order of
seats until the deck is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.play.match import Deck, Tally
from validator.play.rules import Ask, Bound, Frame, Option, Outcome, PileSpec, SupplySpec
from validator.rng import Streams

CARDS = tuple(f"card-{number}" for number in range(10))
FRAME = Frame(
    "tiny", "2+0", ("ann", "ben"), (PileSpec("deck", 10),), (SupplySpec("kept", 10),), CARDS
)


@dataclass(frozen=True, slots=True)
class Take:
    """How many cards to take."""

    count: int

    def say(self) -> str:
        return f"take {self.count}"


ONE, TWO = Take(1), Take(2)


@dataclass(frozen=True, slots=True)
class TinyTable:
    """``fault`` plants a mistake: lose (a card), untold, set (options), twice (one), endless,
    forced (never a choice, never a turn)."""

    fault: str = ""
    frame: Frame = FRAME

    def deal(self, streams: Streams, tally: Tally) -> TinyMatch:
        cards = list(range(10))
        streams.rng("setup").shuffle(cards)
        return TinyMatch(Deck(cards, streams.rng("deck"), tally, 0), tally, self.fault)

    def bounds(self) -> tuple[Bound, ...]:
        return (Bound("deck", True, "every card is taken"),)


class TinyMatch:
    def __init__(self, deck: Deck, tally: Tally, fault: str) -> None:
        self.deck = deck
        self.tally = tally
        self.fault = fault
        self.hands: list[list[int]] = [[], []]
        self.seat = 0

    def copy(self) -> TinyMatch:
        tally = self.tally.copy()
        other = TinyMatch(self.deck.copy(self.deck.rng.copy(), tally), tally, self.fault)
        other.hands = [hand.copy() for hand in self.hands]
        other.seat = self.seat
        return other

    def play(self, ask: Ask) -> Outcome:
        while self.deck.cards:
            seat = self.seat
            ask.turn(seat)
            counts: Sequence[Take] = (ONE, TWO) if len(self.deck.cards) > 1 else (ONE,)
            if self.fault == "twice":
                counts = (ONE, ONE)
            if self.fault == "set":
                counts = {ONE, TWO}  # type: ignore[assignment]
            if self.fault == "none":
                counts = ()
            while self.fault == "forced":
                ask.choose(seat, "take", (ONE,))
            count = ask.choose(seat, "take", counts).count if self.fault != "endless" else 0
            self.take(seat, count)
            self.seat = 1 - seat
        scores = self.scores()
        best = max(scores)
        return Outcome(
            tuple(at for at, score in enumerate(scores) if score == best),
            tuple(scores),
            "deck empty",
        )

    def take(self, seat: int, count: int) -> None:
        lying = self.deck.cards
        cards = self.deck.draw_up_to(count) if self.fault != "untold" else [lying.pop()]
        for card in cards:
            self.tally.drew(card)
        if len(cards) == 2 and self.fault != "lose":
            self.deck.discard(min(cards))
        if cards:
            self.hands[seat].append(max(cards))
            self.tally.plays(max(cards))

    def scores(self) -> list[int]:
        return [sum(hand) for hand in self.hands]

    def account(self) -> list[str]:
        return []

    def levels(self) -> list[int]:
        return [len(self.deck.cards)]

    def used(self) -> list[int]:
        return [len(self.hands[0]) + len(self.hands[1])]

    def census(self) -> dict[str, list[int]]:
        return {"deck": self.deck.cards, "gone": self.deck.discards} | {
            f"hand{seat}": hand for seat, hand in enumerate(self.hands)
        }

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        return [option.count for option in options if isinstance(option, Take)]

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        return self.rate(seat, what, options)

    def show(self) -> str:
        return f"deck {len(self.deck.cards)}, hands {self.hands}"
