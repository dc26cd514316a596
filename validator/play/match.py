"""What a match asks of whoever drives it, what is counted of it, and the decks it draws from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol, TypeVar

from validator.rng import Rng


class Option(Protocol):
    """What a seat may choose: an immutable value of a class that says what kind of choice it is.

    Two options that mean the same are equal; those that are the same in every game are made
    once a table.
    """

    def say(self) -> str:
        """The option in a few words, for replays."""


O = TypeVar("O", bound=Option)  # noqa: E741 - an option


class Ask(Protocol):
    """What a match asks of whoever drives it."""

    __slots__ = ()

    def choose(self, seat: int, what: str, options: Sequence[O]) -> O:
        """Ask ``seat`` which of ``options`` it takes; ``what`` names the decision in replays."""

    def turn(self, seat: int) -> None:
        """Begin a turn of ``seat``: the table is whole, and a copy taken now can go on."""

    def tell(self, seat: int, what: str, deed: Option) -> None:
        """Let everybody see what a seat did that nobody decides for, such as a bot.

        One that is a ``SaysToSeats`` (validator.play.rules) is told to each as far as it may know.
        """


NOTHING = -1
"""The number of a card that does nothing."""


@dataclass(frozen=True, slots=True)
class Switch:
    """A trial of one card: what ``seat`` plays of ``card`` does what ``to`` does, or nothing."""

    card: int
    seat: int
    to: int = NOTHING


class Gauge:
    """What happened to one pile in one game.

    ``first`` is the turn on which it was first seen empty (0: never), ``least`` the fewest
    that lay in it, ``reach`` the fewest that could still come (with what is reshuffled into it).
    """

    __slots__ = ("first", "least", "reach", "reshuffles", "size")

    def __init__(self, size: int) -> None:
        self.size = size
        self.least = size
        self.reach = size
        self.first = 0
        self.reshuffles = 0

    def copy(self) -> Gauge:
        """The same counts, to be counted on apart."""
        other = Gauge(self.size)
        other.least = self.least
        other.reach = self.reach
        other.first = self.first
        other.reshuffles = self.reshuffles
        return other


class Tally:
    """The counts of one game. A rules module calls ``drew``, ``played`` and ``level``.

    A card is *drawn* when it comes into a player's hands by any way (set-up deal too), and
    *played* when it is used for what it does; the rest is *dead*: given up, swept or held.

    ``carried`` has card, seat and turn of each time that the effects of a card were carried out;
    under a ``switch`` those of one card do something else. ``origin`` is the tally of the game that
    this one is an imagined copy of, if it is one. ``offered`` are the options of a play script that
    anybody could choose, by their numbers; 0 stands for what no option of the script offers.
    """

    __slots__ = ("carried", "drawn", "gauges", "offered", "origin", "played", "switch", "turn")

    def __init__(self, cards: int, sizes: Sequence[int]) -> None:
        self.turn = 0
        self.drawn = [0] * cards
        self.played = [0] * cards
        self.gauges = [Gauge(size) for size in sizes]
        self.carried: list[tuple[int, int, int]] = []
        self.offered: set[int] = set()
        self.switch: Switch | None = None
        self.origin: Tally | None = None

    def copy(self) -> Tally:
        """The same counts, to be counted on apart.

        What is repeated there is as it was in the game itself; from there on every card does what
        it says. So players who look ahead count on what is printed, whatever is switched off.
        """
        other = Tally(0, ())
        other.turn = self.turn
        other.drawn = self.drawn.copy()
        other.played = self.played.copy()
        other.gauges = [gauge.copy() for gauge in self.gauges]
        other.carried = self.carried.copy()
        other.switch = self.switch
        other.origin = self.origin or self
        return other

    def drew(self, card: int) -> None:
        """Count that ``card`` (its index in ``Frame.cards``) came into a player's hands."""
        self.drawn[card] += 1

    def plays(self, card: int) -> None:
        """Count that ``card`` was used for what it does."""
        self.played[card] += 1

    def acts_as(self, card: int, seat: int) -> int:
        """The card whose effects are carried out as ``seat`` uses ``card``: mostly itself.

        A module asks this wherever it carries out the effects that the data give a card, and does
        what the card returned says, nothing for ``NOTHING``: that is how a card is switched off.
        """
        self.carried.append((card, seat, self.turn))
        switch = self.switch
        if switch is None or switch.card != card or switch.seat != seat:
            return card
        if self.origin is not None and len(self.carried) > len(self.origin.carried):
            return card
        return switch.to

    def put_under(self, switch: Switch | None) -> None:
        """Let this be the tally of a game of its own, in which a card is switched from now on."""
        self.switch = switch
        self.origin = None

    def level(self, pile: int, left: int, refill: int = 0) -> None:
        """Note that ``pile`` (index in ``Frame.piles``) holds ``left``; ``refill`` may return.

        ``left`` is below 0 where more was paid than the box holds: its supply counts that as used.
        """
        gauge = self.gauges[pile]
        if left <= gauge.least:
            gauge.least = left
            if left <= 0 and not gauge.first:
                gauge.first = max(self.turn, 1)
        if left + refill < gauge.reach:  # noqa: PLR1730 - noted at every card
            gauge.reach = left + refill

    def note_reshuffle(self, pile: int) -> None:
        """Note that the discards were shuffled into ``pile``."""
        self.gauges[pile].reshuffles += 1


class Deck:
    """Cards as numbers; the top is the end of ``cards``. ``pile`` is its index in ``Frame.piles``.

    With ``renews`` the discards are shuffled when a card is wanted and none is left. ``name`` tells
    what a card is called: where a shuffle puts it depends on that alone.
    """

    __slots__ = ("cards", "discards", "name", "pile", "renews", "rng", "tally")

    def __init__(
        self,
        cards: list[int],
        rng: Rng,
        tally: Tally,
        pile: int,
        renews: bool = False,
        name: Callable[[int], str] = str,
    ) -> None:
        self.cards = cards
        self.discards: list[int] = []
        self.rng = rng
        self.tally = tally
        self.pile = pile
        self.renews = renews
        self.name = name

    def copy(self, rng: Rng, tally: Tally) -> Deck:
        """The same cards in the same order, with the luck and the counts of another game."""
        other = Deck(self.cards.copy(), rng, tally, self.pile, self.renews, self.name)
        other.discards = self.discards.copy()
        return other

    def draw(self) -> int:
        """Take the top card; -1 if there is none and nothing to reshuffle."""
        cards = self.cards
        if not cards and not self._renew():
            return -1
        card = cards.pop()
        self.tally.level(self.pile, len(cards), len(self.discards) if self.renews else 0)
        return card

    def draw_up_to(self, count: int) -> list[int]:
        """Take ``count`` cards, or as many as there are."""
        drawn = (self.draw() for _ in range(count))
        return list(takewhile(lambda card: card >= 0, drawn))

    def discard(self, card: int) -> None:
        """Lay ``card`` on the discards."""
        self.discards.append(card)

    def count_left(self) -> int:
        """Cards that can still come: the deck and, if it renews, its discards."""
        return len(self.cards) + (len(self.discards) if self.renews else 0)

    def _renew(self) -> bool:
        """Shuffle the discards into the empty deck; tell whether there is a card now."""
        if not self.renews or not self.discards:
            return False
        self.cards.extend(self.discards)
        self.discards.clear()
        self.rng.shuffle(self.cards, self.name)
        self.tally.note_reshuffle(self.pile)
        return True
