"""The ``search`` policy: it imagines games that could be the one it sits at, and plays them on.

At each decision it copies the game from the start of the turn, repeats the choices made since,
deals anew what its seat cannot see, takes an option, and lets everybody play on greedily. It
decides by what these games come to and by what the greedy player thinks, and so knows no more than
its seat does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from validator.play.anew import CanHide
from validator.play.participants import WatchingPolicy
from validator.play.rules import AsksTogether, Frame, Match, Option, Outcome
from validator.rng import Streams
from validator.search.halving import Trial, search
from validator.search.memory import Memory
from validator.search.playout import Decision
from validator.usage import UsageError

USUAL = 100
"""Imagined games a decision where no number is asked for."""


class SearchPolicy(WatchingPolicy):
    """Takes the option that did best in ``budget`` imagined games for each decision.

    ``made`` are the choices since the copy ``start`` was taken, each with the number of the choice
    that seats made together, or 0; ``count`` are those of the whole game. The luck of a decision
    depends on nothing but the game and ``count``.
    """

    __slots__ = ("budget", "count", "frame", "made", "memory", "seat", "start", "streams")

    frame: Frame
    memory: Memory
    start: CanHide

    def __init__(self, seat: int, budget: int, streams: Streams) -> None:
        self.seat = seat
        self.budget = budget
        self.streams = streams
        self.made: list[tuple[int, int]] = []
        self.count = 0

    def sit_down(self, frame: Frame) -> None:
        """Learn which table it is."""
        self.frame = frame

    def before(self, match: Match) -> None:
        """Keep a copy of the table after set-up; UsageError where nothing says what is hidden."""
        if not isinstance(match, CanHide):
            raise UsageError(
                f"{self.frame.game} cannot be searched: no rules module says what is hidden",
                "give its match `unseen` and `renew_luck` (docs/rules-modules.md), or play greedy",
            )
        self.memory = Memory(self.seat, match)
        self._keep(match)

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Keep a copy of the table as a turn begins."""
        self._keep(cast(CanHide, match))

    def _keep(self, match: CanHide) -> None:
        self.memory.look(match)
        self.start = cast(CanHide, match.copy())
        self.made.clear()

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Note a choice, and what has moved."""
        self.memory.look(cast(CanHide, match))
        if len(options) > 1:
            self.made.append((index, _together(match)))
            self.count += 1

    def after(self, match: Match, outcome: Outcome) -> None:
        """See the end."""

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option that did best; what others choose now is not known."""
        self.memory.look(cast(CanHide, match))
        now = _together(match)
        made = tuple(index for index, together in self.made if not now or together != now)
        decision = Decision(self.frame, self.start, made, seat, self.memory.knows())
        rng = self.streams.rng(f"search-{seat}-{self.count}")
        address = rng.word()

        def attempt(option: int, game: int) -> Trial:
            return decision.attempt(option, Streams(address, "imagined", str(seat), game))

        return search(match.rate(seat, what, options), self.budget, attempt, rng)


def _together(match: Match) -> int:
    """The number of a choice that seats make together while it is made, else 0."""
    return cast(AsksTogether, match).together if hasattr(match, "together") else 0


def make(seat: int, word: str, streams: Streams) -> SearchPolicy:
    """The policy of a seat by its word: ``search``, or ``search:NUMBER``."""
    number = word.partition(":")[2]
    return SearchPolicy(seat, int(number) if number else USUAL, streams)
