"""A game of a few lines, to test what drives games: take one or two cards; most points win.

Its deck holds 0 to 9; a seat that takes two gives the lower one up. Played in the order of
seats until the deck is empty.
"""

from dataclasses import dataclass

from validator.play.match import Deck
from validator.play.rules import Bound, Frame, Outcome, PileSpec, SupplySpec

CARDS = tuple(f"card-{number}" for number in range(10))
FRAME = Frame(
    "tiny", "2+0", ("ann", "ben"), (PileSpec("deck", 10),), (SupplySpec("kept", 10),), CARDS
)


@dataclass(frozen=True, slots=True)
class Take:
    """How many cards to take."""

    count: int

    def say(self):
        return f"take {self.count}"


ONE, TWO = Take(1), Take(2)


@dataclass(frozen=True, slots=True)
class TinyTable:
    """``fault`` plants a mistake: lose (a card), untold, set (options), twice (one), endless,
    forced (never a choice, never a turn)."""

    fault: str = ""
    frame: Frame = FRAME

    def deal(self, streams, tally):
        cards = list(range(10))
        streams.rng("setup").shuffle(cards)
        return TinyMatch(Deck(cards, streams.rng("deck"), tally, 0), tally, self.fault)

    def bounds(self):
        return (Bound("deck", True, "every card is taken"),)


class TinyMatch:
    def __init__(self, deck, tally, fault):
        self.deck = deck
        self.tally = tally
        self.fault = fault
        self.hands = [[], []]
        self.seat = 0

    def copy(self):
        tally = self.tally.copy()
        other = TinyMatch(self.deck.copy(self.deck.rng.copy(), tally), tally, self.fault)
        other.hands = [hand.copy() for hand in self.hands]
        other.seat = self.seat
        return other

    def play(self, ask):
        while self.deck.cards:
            seat = self.seat
            ask.turn(seat)
            counts = (ONE, TWO) if len(self.deck.cards) > 1 else (ONE,)
            if self.fault == "twice":
                counts = (ONE, ONE)
            if self.fault == "set":
                counts = {ONE, TWO}
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

    def take(self, seat, count):
        lying = self.deck.cards
        cards = self.deck.draw_up_to(count) if self.fault != "untold" else [lying.pop()]
        for card in cards:
            self.tally.drew(card)
        if len(cards) == 2 and self.fault != "lose":
            self.deck.discard(min(cards))
        if cards:
            self.hands[seat].append(max(cards))
            self.tally.plays(max(cards))

    def scores(self):
        return [sum(hand) for hand in self.hands]

    def account(self):
        return []

    def levels(self):
        return [len(self.deck.cards)]

    def used(self):
        return [len(self.hands[0]) + len(self.hands[1])]

    def census(self):
        return {"deck": self.deck.cards, "gone": self.deck.discards} | {
            f"hand{seat}": hand for seat, hand in enumerate(self.hands)
        }

    def rate(self, seat, what, options):
        return [option.count for option in options if isinstance(option, Take)]

    def drain(self, pile, seat, what, options):
        return self.rate(seat, what, options)

    def show(self):
        return f"deck {len(self.deck.cards)}, hands {self.hands}"
