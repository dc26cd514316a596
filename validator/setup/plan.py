"""Steps of a set-up script made into operations on zones and pieces."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, TypeAlias

from validator.catalogue.model import OF_EVERY_COMPONENT, ComponentSet, Game, matches, place_in
from validator.catalogue.setup_script import (
    BOX,
    Expect,
    Locate,
    Remove,
    Room,
    Selection,
    SetupChoose,
    SetupGrid,
    SetupMove,
    SetupSeats,
    SetupShuffle,
    SetupStep,
)
from validator.findings import did_you_mean
from validator.setup.pieces import (
    OperationSource,
    Seat,
    SetupRun,
    component_id,
    fill,
    instance_names,
    plain_zone,
)

# The smallest movements of a set-up: what is left of a step once seats and names are known.
#
# Each operation changes the zones of a :class:`~validator.setup.pieces.Run` in place and reports
# what it could not do.


@dataclass(frozen=True, slots=True)
class Op:
    """One operation; ``touches`` are the zones it reads or changes.

    A name with a hole (``{field}``) stands for many.
    """

    origin: OperationSource
    touches: tuple[str, ...]

    def apply(self, run: SetupRun) -> None:
        """Do it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class MovePieces(Op):
    """Take ``count`` (None: all) of the meant pieces for each target, from the sources in order.

    ``names`` are what people call one of them and several.
    """

    sources: tuple[str, ...]
    targets: tuple[str, ...]
    meant: frozenset[str] | None
    pieces: Selection
    count: int | None
    from_top: bool
    needs_some: bool
    names: tuple[str, str]

    def apply(self, run: SetupRun) -> None:
        """Move the pieces; report a shortage."""
        meant = self.pieces_allowed(run)
        for target in self.targets:
            name = fill(target, self.origin, run)
            if name is None:
                return
            taken: list[str] = []
            for source in self.sources:
                zone = fill(source, self.origin, run)
                if zone is not None:
                    wanted = None if self.count is None else self.count - len(taken)
                    taken.extend(_draw(run.zone(zone), meant, wanted, self.from_top))
            run.zone(name).extend(taken)
            self.judge(run, len(taken))
            if run.telling:
                seat = f"{self.origin.seat}: " if self.origin.seat else ""
                pieces = f"{len(taken)} {self.names[len(taken) != 1]}"
                run.tell(f"{seat}{pieces} from {', '.join(self.sources)} to {name}")

    def pieces_allowed(self, run: SetupRun) -> frozenset[str] | None:
        """The pieces meant; those with a hole in their field test are worked out now."""
        if self.meant is not None or self.pieces.is_all:
            return self.meant
        where = {
            name: fill(test, self.origin, run) if isinstance(test, str) else test
            for name, test in self.pieces.where.items()
        }
        return run.pieces.select(replace(self.pieces, where=where), self.origin.seat)

    def judge(self, run: SetupRun, got: int) -> None:
        """Report too few pieces."""
        wanted = self.count if self.count is not None else (1 if self.needs_some else 0)
        if got >= wanted:
            return
        where = " and ".join(self.sources)
        left = f"only {got} {'is' if got == 1 else 'are'}" if got else "none is"
        pieces = self.names[wanted != 1]
        message = f"{wanted} {pieces} wanted{self.origin.who()}, but {left} left in {where}"
        hint = "mend the count, the test or the number of copies"
        key = "count" if self.count is not None else "where"
        run.report("setup-shortage", place_in(self.origin, key), message, hint)


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
    if wanted is None:
        taken = [piece for piece in order if piece in meant]
    else:
        taken = list(islice((piece for piece in order if piece in meant), wanted))
    if len(taken) == 1:
        zone.remove(taken[0])
    elif taken:
        gone = set(taken)
        zone[:] = [piece for piece in zone if piece not in gone]
    return taken


@dataclass(frozen=True, slots=True)
class RemoveByMark(Op):
    """Cards whose mark excludes ``total`` seats go back to the box."""

    total: int

    def apply(self, run: SetupRun) -> None:
        """Move them."""
        name = self.touches[0]
        zone = run.zone(name)
        out = [piece for piece in zone if not run.pieces[piece].mark.admits(self.total)]
        gone = set(out)
        zone[:] = [piece for piece in zone if piece not in gone]
        run.zone(BOX).extend(out)
        run.tell(f"{len(out)} cards not for {self.total} seats from {name} to box")


@dataclass(frozen=True, slots=True)
class ShuffleZone(Op):
    """The zone comes into random order."""

    def apply(self, run: SetupRun) -> None:
        """Shuffle it."""
        (zone,) = self.touches
        run.luck.shuffle(run.zone(zone), component_id)
        run.tell(f"{zone} shuffled")


@dataclass(frozen=True, slots=True)
class ChoosePieces(Op):
    """The seat takes ``count`` pieces of its choice."""

    count: int
    what: str

    def apply(self, run: SetupRun) -> None:
        """Ask and move; report a shortage."""
        source, target = self.touches
        zone = run.zone(source)
        seat = self.origin.seat
        assert seat is not None, "the schema asks for `each`"
        if len(zone) < self.count:
            message = f"{seat} is to choose {self.count} from {source}: it has {len(zone)}"
            run.report("setup-shortage", self.origin.place, message, "deal more cards first")
        for _ in range(min(self.count, len(zone))):
            taken = run.choose(seat.number - 1, self.what, tuple(zone))
            zone.remove(taken)
            run.zone(target).append(taken)
            run.tell(f"{seat} chooses {taken} from {source}")


@dataclass(frozen=True, slots=True)
class LocatePiece(Op):
    """One piece goes to the first step of a run on the board that lies on the table.

    ``tracks`` has for every board that may be meant the step's id for each value.
    """

    meant: frozenset[str]
    tracks: tuple[tuple[str, Mapping[str, str]], ...]
    value: str
    target: str
    what: str

    def apply(self, run: SetupRun) -> None:
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

    def steps(self, run: SetupRun) -> Mapping[str, str] | None:
        """The track of the board that is not in the box; None (reported) without one."""
        unused = set(run.zone(BOX))
        for board, steps in self.tracks:
            if board not in unused:
                return steps
        message = "the board with the track is still in the box"
        run.report("setup-track", self.origin.place, message, "place it in an earlier step")
        return None


@dataclass(frozen=True, slots=True)
class MakeRoom(Op):
    """An empty zone."""

    def apply(self, run: SetupRun) -> None:
        """Make it."""
        run.zone(self.touches[0])


@dataclass(frozen=True, slots=True)
class ExpectCount(Op):
    """The rules name the number of pieces in a zone."""

    count: int
    rules: tuple[str, ...]

    def apply(self, run: SetupRun) -> None:
        """Compare."""
        (zone,) = self.touches
        there = len(run.zones.get(zone, ()))
        if there == self.count:
            return
        source = f" ({', '.join(self.rules)})" if self.rules else ""
        message = f"{zone} holds {there} pieces, but the rules say {self.count}{source}"
        hint = "the set-up script, the parts or the number of the rules is wrong"
        run.report("setup-contradiction", place_in(self.origin, "count"), message, hint)


# From a step of the script to operations: seats, zone names and pieces are worked out.
#
# What can be wrong with a step whatever the luck (an undeclared zone, an unknown set, a seat zone
# without a seat) is reported here, at the step.


_HOLE = re.compile(r"\{[^{}]*\}")


def operations(step: SetupStep, game: Game, seats: Sequence[Seat], run: SetupRun) -> Iterator[Op]:
    """The operations of ``step`` for the seats at the table; faults are reported to ``run``."""
    faults = [*_zone_faults(step, game), *_set_faults(step, game), *_other_faults(step)]
    for message, hint, key in faults:
        place = place_in(step, *key.split("."))
        run.report("setup-script", place, message, hint)
    if faults:
        return
    for seat in seats_that_act(step.each, seats):
        read = here(step.read or "", seat) or None
        origin = OperationSource(step.place, seat, read, step.places)
        yield from _of_seat(step, game, seats, run, origin)


def seats_that_act(each: SetupSeats | None, seats: Sequence[Seat]) -> list[Seat | None]:
    """The seats that do a step in their order; ``[None]`` for a step without ``each``."""
    if each is None:
        return [None]
    chosen = [seat for seat in seats if _acts(each, seat, seats)]
    return [*reversed(chosen)] if each.reverse else [*chosen]


def _acts(each: SetupSeats, seat: Seat, seats: Sequence[Seat]) -> bool:
    match each.group:
        case "seat":
            return True
        case "human" | "bot":
            return seat.kind == each.group
        case "first":
            return seat.number == 1
        case "first_human":
            return seat == next((one for one in seats if one.kind == "human"), None)
        case _:
            return seat.number in each.numbers


def _of_seat(
    step: SetupStep, game: Game, seats: Sequence[Seat], run: SetupRun, origin: OperationSource
) -> Iterator[Op]:
    seat = origin.seat
    match step:
        case SetupMove():
            yield _move(step, game, run, origin)
        case SetupGrid():
            for zone, pieces in step.cells:
                cell = SetupMove(
                    place=step.place, verb="place", targets=(zone,), pieces=pieces, count=1
                )
                yield _move(cell, game, run, origin)
        case Remove():
            for zone in step.zones:
                yield RemoveByMark(origin, (here(zone, seat), BOX), len(seats))
        case SetupShuffle():
            for zone in step.zones:
                yield ShuffleZone(origin, (here(zone, seat),))
        case SetupChoose():
            zones = here(step.source, seat), here(step.target, seat)
            yield ChoosePieces(origin, zones, step.count, step.what or step.source)
        case Locate():
            yield from _locate(step, game, run, origin)
        case Room():
            for zone in step.zones:
                yield MakeRoom(origin, (here(zone, seat),))
        case Expect(count=int(count)):
            yield ExpectCount(origin, (here(step.zone, seat),), count, step.rules)


def here(zone: str, seat: Seat | None) -> str:
    """A zone name as the acting seat means it: ``seat.hand`` is ``seat2.hand``."""
    return seat.name + zone[4:] if seat is not None and zone.startswith("seat.") else zone


def _move(step: SetupMove, game: Game, run: SetupRun, origin: OperationSource) -> MovePieces:
    sources = tuple(here(zone, origin.seat) for zone in step.sources)
    targets = tuple(here(zone, origin.seat) for zone in step.targets)
    selection = step.pieces
    waits = any(isinstance(test, str) and "{" in test for test in selection.where.values())
    known = not selection.is_all and not waits
    return MovePieces(
        origin=origin,
        touches=(*sources, *targets, *([origin.read] if origin.read else [])),
        sources=sources,
        targets=targets,
        meant=run.pieces.select(selection, origin.seat) if known else None,
        pieces=selection,
        count=step.count,
        from_top=step.from_top,
        needs_some=step.verb == "place",
        names=(what_of(selection, game, 1), what_of(selection, game)),
    )


def what_of(selection: Selection, game: Game, count: int = 2) -> str:
    """What people call ``count`` pieces of a selection."""
    if selection.what:
        return selection.what
    if selection.set_id and selection.set_id in game.sets:
        component_set = game.sets[selection.set_id]
        named = component_set.singular if count == 1 else component_set.name
        values = [str(value) for value in selection.where.values() if isinstance(value, str)]
        return " ".join([*values, named])
    return "piece" if count == 1 else "pieces"


def _locate(step: Locate, game: Game, run: SetupRun, origin: OperationSource) -> Iterator[Op]:
    tracks = tuple(_tracks(step, game))
    if not tracks:
        message = f"no {step.board.set_id!r} with a list {step.track!r} of steps passes the test"
        run.report("setup-track", place_in(step, "track"), message, "mend `board` or `track`")
        return
    meant = run.pieces.select(step.pieces, origin.seat)
    what = what_of(step.pieces, game, 1)
    touches = (BOX, step.target, *([origin.read] if origin.read else []))
    yield LocatePiece(origin, touches, meant, tracks, step.value, step.target, what)


def _tracks(step: Locate, game: Game) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The boards that may be meant, each with the first step of every run of its track."""
    for board in game.sets[step.board.set_id or ""].components:
        steps = board.fields.get(step.track)
        if matches(board, step.board.where) and isinstance(steps, tuple):
            entries = [entry for entry in steps if isinstance(entry, Mapping)]
            yield instance_names(board)[0], first_steps(entries, step.field_name)


def first_steps(track: Sequence[Mapping[str, Any]], name: str) -> dict[str, str]:
    """For every value of the field ``name``, the id of the first step of its run, clockwise."""
    starts: dict[str, str] = {}
    for index, entry in enumerate(track):
        value = entry.get(name)
        if value != track[index - 1].get(name) or len(track) == 1:
            starts.setdefault(str(value), str(entry.get("id", index + 1)))
    return starts


Fault: TypeAlias = "tuple[str, str, str]"
"""Message, hint, and the key of the step (inner ones dotted) that it is about."""


def _zone_faults(step: SetupStep, game: Game) -> Iterator[Fault]:
    known = list(game.setup.zones)
    for zone, key in zones_named_by(step):
        if not is_declared(zone, known):
            plain = plain_zone(zone)
            hint = did_you_mean(plain, known, "add it to `zones`")
            yield f"the zone {plain!r} is not listed in `zones`", hint, key
        if zone.startswith("seat.") and step.each is None:
            yield f"{zone!r} is a zone of a seat, but no seat acts", "add `each`", key


def zones_of(step: SetupStep) -> tuple[str, ...]:
    """The zone names in a step as they are written; cells of a grid need no declaration."""
    return tuple(zone for zone, _ in zones_named_by(step))


def zones_named_by(step: SetupStep) -> Iterator[tuple[str, str]]:
    """The zone names in a step, each with the key under which it is written."""
    match step:
        case SetupMove():
            yield from _each(step.sources, "from")
            yield from _each(step.targets, "to")
        case Remove():
            yield from _each(step.zones, "from")
        case SetupShuffle() | Room():
            yield from _each(step.zones, "zone")
        case SetupChoose():
            yield step.source, "from"
            yield step.target, "to"
        case Locate():
            yield step.target, "to"
        case Expect():
            yield step.zone, "zone"
    if step.read:
        yield step.read, "read"


def _each(zones: Sequence[str], key: str) -> Iterator[tuple[str, str]]:
    for index, zone in enumerate(zones):
        yield zone, f"{key}.{index}"


def is_declared(zone: str, known: Sequence[str]) -> bool:
    """Tell whether ``zone`` (as written, or of a seat) is the box or listed in ``known``."""
    plain = plain_zone(zone)
    if plain == BOX or plain in known:
        return True
    for name in known:
        start = name.removesuffix("*")
        if start != name and (
            plain.startswith(start) or ("{" in plain and start.startswith(plain.partition("{")[0]))
        ):
            return True
        if "{" in plain and _may_become(plain, name):
            return True
    return False


def _may_become(plain: str, name: str) -> bool:
    """Tell whether ``name`` is ``plain`` with something that has no point in each hole."""
    parts, wanted = _HOLE.sub("\0", plain).split("."), name.split(".")
    return len(parts) == len(wanted) and all(map(_fills, parts, wanted))


def _fills(part: str, name: str) -> bool:
    first, *others = part.split("\0")
    if not others:
        return part == name
    at = len(first)
    for piece in others[:-1]:
        start = name.find(piece, at + 1)
        if start < 0:
            return False
        at = start + len(piece)
    last = others[-1]
    return name.startswith(first) and name.endswith(last) and len(name) - len(last) > at


def selections_of(step: SetupStep) -> list[Selection]:
    """The selections in a step: pieces that it moves, and a board that it looks at."""
    if isinstance(step, SetupGrid):
        return [selection for _, selection in step.cells]
    return [selection for selection, _ in _selections_of(step)]


def _selections_of(step: SetupStep) -> Iterator[tuple[Selection, str]]:
    """The selections in a step as they are written, each with its key."""
    match step:
        case SetupMove():
            yield step.pieces, ""
        case Locate():
            yield step.pieces, ""
            yield step.board, "board"
        case SetupGrid():
            yield from ((selection, f"legend.{sign}") for sign, selection in step.legend.items())


def _set_faults(step: SetupStep, game: Game) -> Iterator[Fault]:
    for selection, key in _selections_of(step):
        start = f"{key}." if key else ""
        if selection.set_id and selection.set_id not in game.sets:
            hint = did_you_mean(selection.set_id, game.sets, f"sets: {', '.join(game.sets)}")
            yield f"there is no component set {selection.set_id!r}", hint, f"{start}set"
        elif selection.set_id:
            found = game.sets[selection.set_id]
            for message, hint, inner in _field_faults(selection, found):
                yield message, hint, start + inner


def _field_faults(selection: Selection, component_set: ComponentSet) -> Iterator[Fault]:
    """Fields that a selection tests and no component of the set has."""
    tested = [(name, f"where.{name}") for name in selection.where]
    named = ((selection.has, "has"), (selection.own, "own"))
    tested += [(name, key) for name, key in named if name]
    known = {name: None for one in component_set.components for name in one.fields}
    for name, key in tested:
        if name not in known and name not in OF_EVERY_COMPONENT:
            hint = did_you_mean(name, known, f"fields: {', '.join(known) or 'none'}")
            yield f"no component of {component_set.id!r} has a field {name!r}", hint, key


def _other_faults(step: SetupStep) -> Iterator[Fault]:
    match step:
        case SetupMove(targets=targets, count=None) if len(targets) > 1:
            yield "several zones and no `count`", "say how many pieces go into each of them", "to"
        case SetupMove(pieces=pieces) if pieces.own and step.each is None:
            yield f"`own: {pieces.own}` needs a seat", "add `each`", "own"
        case SetupGrid(problem=problem) if problem:
            yield problem, "one line a row, one sign a column, parted by spaces", _row(problem)


def _row(problem: str) -> str:
    """The key of the line of a picture that a problem names, or of the whole picture."""
    named = re.search(r"line (\d+) ", problem)
    return f"picture.{int(named[1]) - 1}" if named else "picture"
