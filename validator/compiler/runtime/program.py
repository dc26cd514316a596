"""A script compiled for a table, how its points are counted, and what stops its source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from traceback import walk_tb
from typing import Any, TypeAlias

from validator.catalogue.model import Pile
from validator.catalogue.script import PileBound, Step
from validator.compiler.tables import Tables
from validator.findings import Place

SOURCE = "<play.yaml>"
"""What the source of a script is called in reports of faults."""
Match: TypeAlias = Any
"""A :class:`validator.compiler.runtime.match.ScriptMatch`, which is built on this module."""
State: TypeAlias = "Callable[[Match], State | None]"
"""A function of the source: goes on to the next place where somebody decides, and says it."""


class Halt(Exception):  # noqa: N818 - it ends a look ahead, it is not an error
    """Raised while a game is looked ahead, where what comes cannot be seen."""


class ScriptFault(Exception):  # noqa: N818 - it ends a game, as data say what cannot be
    """Raised where a script does what it may not; ``place`` is what is wrong, if not the step."""

    def __init__(self, place: Place | None, message: str) -> None:
        super().__init__(message)
        self.place = place
        self.message = message


class Unmet(Exception):  # noqa: N818 - it says that an option is not legal
    """Raised while an option is tried out, where it comes to a choice that it cannot meet."""


PointsOf: TypeAlias = "Callable[[Match, int], list[int]]"
"""Points of a seat, item by item."""


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a game: items by their names; ``ties`` and ``wants`` by value and sign.

    ``ties`` part equal seats, each by the most or (True) the least; 0 ``teams`` are none.
    """

    items: tuple[str, ...] = ()
    points: PointsOf = field(default=lambda m, seat: [])
    ties: tuple[tuple[Callable[[Match, int], int], bool], ...] = ()
    wants: Callable[[Match, int], int] | None = None
    least_wins: bool = False
    teams: int = 0

    def best(self, match: Match, scores: list[int]) -> tuple[int, ...]:
        """The seats that win by points, tie breaks and teams, of those that are not out."""
        if not self.items and not self.ties:
            return ()
        seats = range(len(match.out))
        left = [seat for seat in seats if not match.out[seat]]
        values, least = scores, self.least_wins
        for read, least_of_next in (*self.ties, (None, False)):
            if self.teams:  # partners have together what each of them has
                values = [sum(values[seat % self.teams :: self.teams]) for seat in seats]
            top = (min if least else max)([values[seat] for seat in left], default=0)
            left = [seat for seat in left if values[seat] == top]
            if read is not None:
                values, least = [read(match, seat) for seat in seats], least_of_next
        return self.with_partners(left, len(seats))

    def with_partners(self, winners: Iterable[int], seats: int) -> tuple[int, ...]:
        """The seats and all that are of their teams."""
        if not self.teams:
            return tuple(sorted(winners))
        teams = {seat % self.teams for seat in winners}
        return tuple(seat for seat in range(seats) if seat % self.teams in teams)


@dataclass(frozen=True, slots=True)
class Program:
    """A script compiled for a table. Pieces of the same of ``kinds`` may be mistaken.

    ``deal`` sets a table up, ``start`` begins to play; ``setup_steps`` are the steps that it
    marks. ``supplies`` are piles of pieces that are no cards, each with their set;
    ``bounds`` are what is declared of piles, each with what reckons how much is wanted at most.

    By place: ``piles`` has the pile that lies there and its places, those of each seat that has
    some (none: no pile),
    ``renewed_by`` the places that it is renewed from, ``own`` whether only its seat sees it,
    ``seen`` whether all do, ``names`` what its luck is called, ``holds`` how many pieces fit
    and which need no room (None: any number). ``remembers`` tells whether the script asks where
    pieces were before, ``repeats`` how often a position has been, ``steps`` in which lines
    of the source steps begin; ``called`` has the id of each piece. ``signs`` are
    those of designs in pictures, once a table is set up.
    """

    tables: Tables
    kind: Sequence[int]
    cards: int
    source: str
    constants: Mapping[str, Any]
    deal: State
    start: State
    setup_steps: tuple[Step, ...]
    scoring: Scoring
    kinds: tuple[int, ...]
    piles: tuple[tuple[int, Sequence[range]], ...]
    renewed_by: tuple[Sequence[int], ...]
    ends_game: frozenset[int]
    own: tuple[bool, ...]
    seen: tuple[bool, ...]
    names: tuple[str, ...]
    slots: int
    spaces: frozenset[int]
    remembers: bool
    repeats: bool
    holds: tuple[tuple[int, frozenset[int]] | None, ...]
    called: tuple[str, ...]
    bounds: tuple[tuple[PileBound, Callable[[Match, int], int | None]], ...]
    steps: tuple[tuple[int, Place], ...] = ()
    supplies: tuple[tuple[Pile, frozenset[int]], ...] = ()
    signs: dict[int, str] = field(default_factory=dict)

    def step_of(self, fault: Exception) -> Place | None:
        """The step in whose source something went wrong."""
        tracks = walk_tb(fault.__traceback__)
        lines = [line for frame, line in tracks if frame.f_code.co_filename == SOURCE]
        return next((place for at, place in reversed(self.steps) if lines[-1:] >= [at]), None)

    def listing(self) -> str:
        """The source for people who read it: what its constants are, then its functions."""
        legend = [f"# {name} = {repr(value)[:100]}" for name, value in self.constants.items()]
        return "\n".join([*legend, "", self.source])
