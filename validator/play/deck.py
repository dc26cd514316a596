"""A face-down deck with its discards, as rules modules use it."""

from __future__ import annotations

from collections.abc import Callable

from validator.play.tally import Tally
from validator.rng import Rng


class Deck:
    """Cards as numbers; the top is the end of ``cards``. ``pile`` is its index in ``Frame.piles``.

    With ``renews`` the discards are shuffled when a card is wanted and none is left; with
    ``at_once`` as soon as the last card has gone (a rule some games state). ``name`` tells what a
    card is called: where a shuffle puts it depends on that alone.
    """

    __slots__ = ("at_once", "cards", "discards", "name", "pile", "renews", "rng", "tally")

    def __init__(
        self,
        cards: list[int],
        rng: Rng,
        tally: Tally,
        pile: int,
        renews: bool = False,
        at_once: bool = False,
        name: Callable[[int], str] = str,
    ) -> None:
        self.cards = cards
        self.discards: list[int] = []
        self.rng = rng
        self.tally = tally
        self.pile = pile
        self.renews = renews
        self.at_once = at_once
        self.name = name

    def copy(self, rng: Rng, tally: Tally) -> Deck:
        """The same cards in the same order, with the luck and the counts of another game."""
        other = Deck(self.cards.copy(), rng, tally, self.pile, self.renews, self.at_once, self.name)
        other.discards = self.discards.copy()
        return other

    def draw(self) -> int:
        """Take the top card; -1 if there is none and nothing to reshuffle."""
        cards = self.cards
        if not cards and not self._renew():
            return -1
        card = cards.pop()
        self.tally.level(self.pile, len(cards), len(self.discards) if self.renews else 0)
        if not cards and self.at_once:
            self._renew()
        return card

    def draw_up_to(self, count: int) -> list[int]:
        """Take ``count`` cards, or as many as there are."""
        cards = self.cards
        left = len(cards) - count
        if count > 0 and left > 0:
            drawn = cards[: left - 1 : -1]
            del cards[left:]
            refill = len(self.discards) if self.renews else 0
            gauge = self.tally.gauges[self.pile]
            if left < gauge.least or left + refill < gauge.reach:
                self.tally.level(self.pile, left, refill)
            return drawn
        return self._draw_out(count)

    def _draw_out(self, count: int) -> list[int]:
        """Take ``count`` cards one by one, as the last one may go."""
        drawn: list[int] = []
        while len(drawn) < count:
            card = self.draw()
            if card < 0:
                break
            drawn.append(card)
        return drawn

    def discard(self, card: int) -> None:
        """Lay ``card`` on the discards."""
        self.discards.append(card)

    def left(self) -> int:
        """Cards that can still come: the deck and, if it renews, its discards."""
        return len(self.cards) + (len(self.discards) if self.renews else 0)

    def _renew(self) -> bool:
        """Shuffle the discards into the empty deck; tell whether there is a card now."""
        if not self.renews or not self.discards:
            return False
        self.cards.extend(self.discards)
        self.discards.clear()
        self.rng.shuffle(self.cards, self.name)
        self.tally.reshuffled(self.pile)
        return True
