"""The referee: watches a game and says what cannot be, after every step.

It knows nothing of any game's rules: pieces are neither made nor lost, each is in one
place, options are ordered and legal indexes are taken, supplies stay within the box and
their piles tell what is taken.
Slow (it counts the whole table at each step): for tests and samples of a run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain

from validator.play.rules import Frame, Match, Option, Outcome, Piece


class RefereeError(AssertionError):
    """A game broke a law of the table; the message says which, when and by how much."""


class Referee:
    """An observer that raises RefereeError at the first step that cannot be."""

    __slots__ = ("frame", "pieces", "steps", "turns")

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.pieces: Counter[Piece] = Counter()
        self.steps = 0
        self.turns = 0

    def before(self, match: Match) -> None:
        """Take stock of the table after set-up."""
        self.pieces = _stock(match)
        self._check(match, "after set-up")

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Check the table as a turn begins."""
        self.turns += 1
        if number != self.turns:
            raise RefereeError(f"turn {number} follows turn {self.turns - 1}")
        self._check(match, f"at the start of turn {number} (seat {seat + 1})")

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Check the decision and the table it is taken at."""
        self.steps += 1
        when = f"at step {self.steps}, turn {self.turns}, {what!r} of seat {seat + 1}"
        if not isinstance(options, Sequence):
            raise RefereeError(f"{when}: options come from a {type(options).__name__}, not ordered")
        if not 0 <= index < len(options):
            raise RefereeError(f"{when}: took option {index} of {len(options)}")
        if seat not in range(len(self.frame.seats)):
            raise RefereeError(f"{when}: there is no such seat")
        twice = _doubled(options)
        if twice is not None:
            raise RefereeError(f"{when}: the option {twice.say()!r} is there twice")
        self._check(match, when)

    def after(self, match: Match, outcome: Outcome) -> None:
        """Check the table and the result at the end."""
        self._check(match, "at the end")
        seats = len(self.frame.seats)
        if len(outcome.scores) != seats:
            raise RefereeError(f"at the end: {len(outcome.scores)} scores for {seats} seats")
        if any(seat not in range(seats) for seat in outcome.winners):
            raise RefereeError(f"at the end: winners {outcome.winners} of {seats} seats")

    def _check(self, match: Match, when: str) -> None:
        """Compare the table with what set-up put on it, and with the box."""
        stock = _stock(match)
        if stock.items() != self.pieces.items():
            lost = self.pieces - stock
            made = stock - self.pieces
            raise RefereeError(f"{when}: lost {_list(lost)}, made {_list(made)}")
        for pile, level in zip(self.frame.piles, match.levels(), strict=True):
            most = max(pile.size, pile.most)
            if not 0 <= level <= most:
                raise RefereeError(f"{when}: pile {pile.id} holds {level} of {most}")
        self._check_supplies(match, when)

    def _check_supplies(self, match: Match, when: str) -> None:
        """Compare what is in use with nothing, and with what its pile has told to lack."""
        gauges = match.tally.gauges
        told = {pile.id: gauge.least for pile, gauge in zip(self.frame.piles, gauges, strict=True)}
        for supply, used in zip(self.frame.supplies, match.used(), strict=True):
            if used < 0:
                raise RefereeError(f"{when}: {used} of {supply.name} in use")
            if supply.pile and used > supply.box - told[supply.pile]:
                raise RefereeError(
                    f"{when}: {used} of {supply.box} {supply.name} in use, but pile {supply.pile} "
                    f"told no level below {told[supply.pile]}: call tally.level after taking"
                )


def _doubled(options: Sequence[Option]) -> Option | None:
    """The first option that is there again; values that have no hash are compared one by one."""
    with suppress(TypeError):
        if len(set(options)) == len(options):
            return None
    return next((one for at, one in enumerate(options) if one in options[:at]), None)


def _stock(match: Match) -> Counter[Piece]:
    """Count every piece of every zone."""
    return Counter(chain.from_iterable(match.census().values()))


def _list(pieces: Counter[Piece]) -> str:
    """Name the pieces with their number."""
    return ", ".join(f"{count} x {piece}" for piece, count in sorted(pieces.items(), key=str)) or (
        "nothing"
    )
