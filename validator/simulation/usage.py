"""What games of a play script use: options that are taken, seats that are asked, zones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from validator.play.observers import Observer
from validator.play.rules import Match, Option, Outcome
from validator.simulation.chunks import Sums
from validator.simulation.statistics import Histogram, add

if TYPE_CHECKING:  # few games have a script
    from validator.compiler.match import ScriptMatch

WATCHED = 200
"""Of so many games of a line it is seen what they use."""


@dataclass(slots=True)
class UsageTotals(Sums):
    """How often an option was taken, by its number, and a seat asked; in how many games a zone ...

    ``held`` anything as the game began, and in how many anything ``moved`` into it or out of it.
    """

    taken: Histogram = field(default_factory=dict)
    asked: Histogram = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    moved: dict[str, int] = field(default_factory=dict)


class _Places(list[int]):
    """Where each piece of a game lies; keeps every place that one left or came to."""

    __slots__ = ("touched",)

    def __init__(self, places: Iterable[int]) -> None:
        super().__init__(places)
        self.touched: set[int] = set()

    def __setitem__(self, piece: Any, place: Any) -> None:
        self.touched |= {self[piece], place}
        super().__setitem__(piece, place)


class Usage(Observer):
    """An observer that counts what a game of a play script uses."""

    def __init__(self, totals: UsageTotals) -> None:
        self.totals = totals
        self.places = _Places(())

    def before(self, match: Match) -> None:
        """See what lies where, and follow the pieces from now on; a copy does not."""
        played = cast("ScriptMatch", match)
        played.at = self.places = _Places(played.at)
        for zone in played.program.tables.zones.values():
            holds = any(played.z[place] for place in zone.places(len(played.out)))
            held = self.totals.held
            held[zone.name] = held.get(zone.name, 0) + holds

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Count who was asked, and what was taken."""
        add(self.totals.asked, seat)
        self.hear(match, seat, what, options[index])

    def hear(self, match: Match, seat: int, what: str, deed: Option) -> None:
        """Count what a rule took for a seat."""
        spec = getattr(deed, "spec", None)
        if spec is not None:
            add(self.totals.taken, spec.number)

    def after(self, match: Match, outcome: Outcome) -> None:
        """Count the zones that pieces left or came to."""
        played = cast("ScriptMatch", match)
        for zone in played.program.tables.zones.values():
            touched = self.places.touched.intersection(zone.places(len(played.out)))
            moved = self.totals.moved
            moved[zone.name] = moved.get(zone.name, 0) + bool(touched)
