"""The smallest movements of a set-up: what is left of a step once seats and names are known.

Each operation changes the zones of a :class:`~validator.setup.run.Run` in place and reports
what it could not do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from validator.catalogue.model import place_in
from validator.catalogue.script import BOX, Selection
from validator.setup.pieces import component_id
from validator.setup.run import Origin, Run, fill


class Op(Protocol):
    """One operation; ``touches`` names the zones it reads or changes."""

    def touches(self) -> tuple[str, ...]:
        """The zones read or changed; a name with a hole (``{field}``) stands for many."""

    def apply(self, run: Run) -> None:
        """Do it."""


@dataclass(frozen=True, slots=True)
class MovePieces:
    """Take ``count`` (None: all) of the meant pieces for each target, from the sources in order."""

    origin: Origin
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    meant: frozenset[str] | None
    pieces: Selection
    count: int | None
    from_top: bool
    needs_some: bool
    names: tuple[str, str]

    def touches(self) -> tuple[str, ...]:
        """Sources, targets and the card read."""
        return (*self.sources, *self.targets, *([self.origin.read] if self.origin.read else []))

    def apply(self, run: Run) -> None:
        """Move the pieces; report a shortage."""
        meant = self.allowed(run)
        for target in self.targets:
            name = fill(target, self.origin, run)
            if name is None:
                return
            taken = self.take(run, meant)
            run.zone(name).extend(taken)
            self.judge(run, len(taken))
            if run.telling:
                self.say(run, name, len(taken))

    def allowed(self, run: Run) -> frozenset[str] | None:
        """The pieces meant; those with a hole in their field test are worked out now."""
        if self.meant is not None or self.pieces.is_all:
            return self.meant
        where = {
            name: fill(test, self.origin, run) if isinstance(test, str) else test
            for name, test in self.pieces.where.items()
        }
        return run.pieces.meant(replace(self.pieces, where=where), self.origin.seat)

    def take(self, run: Run, meant: frozenset[str] | None) -> list[str]:
        """Take the pieces out of the sources."""
        taken: list[str] = []
        for source in self.sources:
            name = fill(source, self.origin, run)
            if name is not None:
                wanted = None if self.count is None else self.count - len(taken)
                taken.extend(_draw(run.zone(name), meant, wanted, self.from_top))
        return taken

    def judge(self, run: Run, got: int) -> None:
        """Report too few pieces."""
        wanted = self.count if self.count is not None else (1 if self.needs_some else 0)
        if got >= wanted:
            return
        where = " and ".join(self.sources)
        left = f"only {got} {'is' if got == 1 else 'are'}" if got else "none is"
        message = (
            f"{wanted} {self.called(wanted)} wanted{self.origin.who()}, but {left} left in {where}"
        )
        hint = "mend the count, the test or the number of copies"
        key = "count" if self.count is not None else "where"
        run.report("setup-shortage", place_in(self.origin, key), message, hint)

    def say(self, run: Run, target: str, got: int) -> None:
        """Write a line of the log."""
        seat = f"{self.origin.seat}: " if self.origin.seat else ""
        run.tell(f"{seat}{got} {self.called(got)} from {', '.join(self.sources)} to {target}")

    def called(self, number: int) -> str:
        """What people call so many of the pieces: ``names`` has one and several."""
        return self.names[0 if number == 1 else 1]


def _draw(
    zone: list[str], meant: frozenset[str] | None, wanted: int | None, from_top: bool
) -> list[str]:
    """Take ``wanted`` (None: all) of the meant pieces out of ``zone``."""
    if meant is None:
        number = len(zone) if wanted is None else min(wanted, len(zone))
        taken = zone[-1 : -number - 1 : -1] if from_top else zone[:number]
        if from_top:
            del zone[len(zone) - number :]
        else:
            del zone[:number]
        return taken
    order = reversed(zone) if from_top else iter(zone)
    fitting = [piece for piece in order if piece in meant]
    taken = fitting if wanted is None else fitting[:wanted]
    gone = set(taken)
    zone[:] = [piece for piece in zone if piece not in gone]
    return taken


@dataclass(frozen=True, slots=True)
class RemoveByMark:
    """Cards whose mark excludes ``total`` seats go back to the box."""

    origin: Origin
    zone: str
    total: int

    def touches(self) -> tuple[str, ...]:
        """The zone and the box."""
        return (self.zone, BOX)

    def apply(self, run: Run) -> None:
        """Move them."""
        zone = run.zone(self.zone)
        out = [piece for piece in zone if not run.pieces[piece].mark.admits(self.total)]
        gone = set(out)
        zone[:] = [piece for piece in zone if piece not in gone]
        run.zone(BOX).extend(out)
        run.tell(f"{len(out)} cards not for {self.total} seats from {self.zone} to box")


@dataclass(frozen=True, slots=True)
class ShuffleZone:
    """The zone comes into random order."""

    origin: Origin
    zone: str

    def touches(self) -> tuple[str, ...]:
        """The zone."""
        return (self.zone,)

    def apply(self, run: Run) -> None:
        """Shuffle it."""
        run.luck.shuffle(run.zone(self.zone), component_id)
        run.tell(f"{self.zone} shuffled")


@dataclass(frozen=True, slots=True)
class ChoosePieces:
    """The seat takes ``count`` pieces of its choice."""

    origin: Origin
    source: str
    target: str
    count: int
    what: str

    def touches(self) -> tuple[str, ...]:
        """Both zones."""
        return (self.source, self.target)

    def apply(self, run: Run) -> None:
        """Ask and move; report a shortage."""
        zone = run.zone(self.source)
        seat = self.origin.seat
        assert seat is not None, "the schema asks for `each`"
        if len(zone) < self.count:
            message = f"{seat} is to choose {self.count} from {self.source}: it has {len(zone)}"
            run.report("setup-shortage", self.origin.place, message, "deal more cards first")
        for _ in range(min(self.count, len(zone))):
            taken = run.choose(seat.number - 1, self.what, tuple(zone))
            zone.remove(taken)
            run.zone(self.target).append(taken)
            run.tell(f"{seat} chooses {taken} from {self.source}")


@dataclass(frozen=True, slots=True)
class LocatePiece:
    """One piece goes to the first step of a run on the board that lies on the table.

    ``tracks`` has for every board that may be meant the step's id for each value.
    """

    origin: Origin
    meant: frozenset[str]
    tracks: tuple[tuple[str, Mapping[str, str]], ...]
    value: str
    target: str
    what: str

    def touches(self) -> tuple[str, ...]:
        """Box, target and the card read."""
        return (BOX, self.target, *([self.origin.read] if self.origin.read else []))

    def apply(self, run: Run) -> None:
        """Find the step and move the piece."""
        value = fill(self.value, self.origin, run)
        steps = self.steps(run)
        if value is None or steps is None:
            return
        step = steps.get(value)
        if step is None:
            hint = f"the track has {', '.join(steps) or 'no steps'}"
            message = f"no step of the track has {value!r}"
            run.report("setup-track", self.origin.place, message, hint)
            return
        taken = _draw(run.zone(BOX), self.meant, 1, False)
        if not taken:
            message = f"no {self.what} is left in the box"
            run.report("setup-shortage", self.origin.place, message, "mend the test or the copies")
        run.zone(self.target.replace("{id}", step)).extend(taken)
        run.tell(f"{self.what} to step {step} ({value})")

    def steps(self, run: Run) -> Mapping[str, str] | None:
        """The track of the board that is not in the box; None (reported) without one."""
        unused = set(run.zone(BOX))
        for board, steps in self.tracks:
            if board not in unused:
                return steps
        message = "the board with the track is still in the box"
        run.report("setup-track", self.origin.place, message, "place it in an earlier step")
        return None


@dataclass(frozen=True, slots=True)
class MakeRoom:
    """An empty zone."""

    origin: Origin
    zone: str

    def touches(self) -> tuple[str, ...]:
        """The zone."""
        return (self.zone,)

    def apply(self, run: Run) -> None:
        """Make it."""
        run.zone(self.zone)


@dataclass(frozen=True, slots=True)
class ExpectCount:
    """The rules name the number of pieces in a zone."""

    origin: Origin
    zone: str
    count: int
    rules: tuple[str, ...]

    def touches(self) -> tuple[str, ...]:
        """The zone."""
        return (self.zone,)

    def apply(self, run: Run) -> None:
        """Compare."""
        there = len(run.zones.get(self.zone, ()))
        if there == self.count:
            return
        source = f" ({', '.join(self.rules)})" if self.rules else ""
        message = f"{self.zone} holds {there} pieces, but the rules say {self.count}{source}"
        hint = "the set-up script, the parts or the number of the rules is wrong"
        run.report("setup-contradiction", place_in(self.origin, "count"), message, hint)
