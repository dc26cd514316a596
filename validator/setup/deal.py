"""A table set up: what lies where before the first turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from validator.catalogue.model import Configuration, Game
from validator.catalogue.setup_script import (
    BOX,
    FaceVisibility,
    Room,
    SetupShuffle,
    SetupStep,
    ZoneLabel,
)
from validator.findings import Finding
from validator.rng import Rng, Streams
from validator.setup.pieces import (
    Chooser,
    Pieces,
    Seat,
    SetupRun,
    Zones,
    applies,
    plain_zone,
    rulings_in_force,
    seats_of,
    table_name,
)
from validator.setup.plan import (
    ChoosePieces,
    LocatePiece,
    MovePieces,
    Op,
    RemoveByMark,
    ShuffleZone,
    here,
    operations,
    seats_that_act,
)

# A set-up script made ready for one table: what is the same in every game is done once.
#
# :func:`compile_setup` turns the steps that count at a configuration into operations, applies at
# once those that no luck and no choice can change, and keeps the others for its ``run``.


@dataclass(frozen=True, slots=True)
class CompiledSetup:
    """A table ready to be set up any number of times; see :func:`compile_setup`.

    ``holds`` tells which sets may ever lie in a zone, whatever luck and choice do; it knows that
    only of a plan whose certain operations are done.
    """

    game: Game
    configuration: Configuration
    rulings: Mapping[str, str]
    seats: tuple[Seat, ...]
    pieces: Pieces
    start: Zones
    operations: tuple[Op, ...]
    problems: tuple[Finding, ...]
    log: tuple[str, ...]
    holds: Callable[[str], Iterator[set[str]]]

    def run(self, luck: Rng, choose: Chooser | None = None, telling: bool = False) -> SetupRun:
        """Set the table up once; without ``choose`` the choices are made by ``luck``."""
        run = SetupRun(
            self.game.id,
            self.pieces,
            {name: items.copy() for name, items in self.start.items()},
            luck,
            choose or by_chance(luck),
            list(self.problems),
            telling,
            list(self.log),
        )
        for operation in self.operations:
            operation.apply(run)
        return run


def by_chance(luck: Rng) -> Chooser:
    """A chooser that takes any option with the same chance."""
    return lambda seat, what, options: options[luck.below(len(options))]


def compile_setup(
    game: Game,
    configuration: Configuration,
    rulings: Mapping[str, str] | None = None,
    ahead: bool = True,
    pieces: Pieces | None = None,
) -> CompiledSetup:
    """Compile the set-up of ``game`` at ``configuration``; ``rulings`` overrides defaults.

    With ``ahead`` the certain operations are done now, which makes :meth:`CompiledSetup.run` fast;
    without, they stay in their order, which makes its log read like the script. Faults of
    the script become problems of the plan, at the place of the step. Several plans of one game may
    have their ``pieces`` in common.
    """
    in_force = rulings_in_force(game, rulings or {})
    seats = seats_of(game, configuration)
    pieces = pieces or Pieces(game)
    luck = Rng(1, 2, 3)
    run = SetupRun(game.id, pieces, {BOX: list(pieces)}, luck, by_chance(luck))
    steps = (step for step in game.setup.steps if applies(step.when, configuration, in_force))
    found = tuple(op for step in steps for op in _operations_of(step, game, configuration, run))
    touched = _Touched(pieces)
    later = _do_what_is_certain(found, run, touched) if ahead else found
    problems = tuple(dict.fromkeys(run.problems))
    start, holds = run.zones, touched.near
    return CompiledSetup(
        game, configuration, in_force, seats, pieces, start, later, problems, (), holds
    )


def _operations_of(
    step: SetupStep, game: Game, configuration: Configuration, run: SetupRun
) -> tuple[Op, ...]:
    """The operations of a step, worked out once for all plans of a table with the same pieces."""
    known, key = run.pieces.operations, (id(step), table_name(configuration))
    if key not in known:
        before = len(run.problems)
        found = tuple(operations(step, game, seats_of(game, configuration), run))
        known[key] = step, found, run.problems[before:]
        del run.problems[before:]
    _, found, problems = known[key]
    run.problems.extend(problems)
    return found


def _do_what_is_certain(found: Iterable[Op], run: SetupRun, touched: _Touched) -> tuple[Op, ...]:
    """Apply operations that touch no zone which luck has touched before; return the others."""
    later: list[Op] = []
    for operation in found:
        spots = touched.spots(operation)
        if isinstance(operation, ShuffleZone | ChoosePieces) or touched.any(spots):
            later.append(operation)
            touched.names.update(spots)
        else:
            operation.apply(run)
    return tuple(later)


@dataclass(slots=True)
class _Touched:
    """Zones that an operation kept for later reads or changes.

    The box is touched set by set (``box/stone``), so that returning cards of one set does
    not hold up pieces of another. ``holds`` are the sets that may lie in each zone.
    """

    pieces: Pieces
    names: set[str] = field(default_factory=set)
    holds: dict[str, set[str]] = field(default_factory=dict)

    def spots(self, operation: Op) -> list[str]:
        """The zones an operation touches, with the box set by set."""
        sets = self.sets_of(operation)
        spots = [zone for zone in operation.touches if zone != BOX]
        for zone in spots:
            self.holds.setdefault(zone, set()).update(sets)
        if BOX in operation.touches:
            spots += [f"{BOX}/{name}" for name in sorted(sets)]
        return spots

    def sets_of(self, operation: Op) -> set[str]:
        """The sets whose pieces an operation may move."""
        match operation:
            case MovePieces(pieces=pieces) if pieces.set_id:
                return {pieces.set_id}
            case MovePieces(meant=meant) | LocatePiece(meant=meant) if meant is not None:
                return {self.pieces[piece].set_id for piece in meant}
            case MovePieces(sources=sources):
                return self.sets_in(sources)
            case RemoveByMark(touches=(zone, _)):
                return self.sets_in((zone,))
            case _:
                return self.sets_in(operation.touches)

    def sets_in(self, zones: Iterable[str]) -> set[str]:
        """The sets that may lie in the zones."""
        found: set[str] = set()
        for zone in zones:
            if zone == BOX:
                found.update(self.pieces.set_ids)
            found.update(*self.near(zone))
        return found

    def near(self, zone: str) -> Iterator[set[str]]:
        """What lies in the zones that ``zone`` may mean."""
        return (self.holds[name] for name in _names_of_one(zone, self.holds))

    def any(self, spots: Sequence[str]) -> bool:
        """Tell whether one of the zones is touched."""
        return any(_names_of_one(spot, self.names) for spot in spots)


def _names_of_one(zone: str, names: Collection[str]) -> list[str]:
    """Those names that may mean the zone: one with a hole stands for all that begin so."""
    start, hole, _ = zone.partition("{")
    if not hole:
        own = [zone] if zone in names else []
        return own + [one for one in names if "{" in one and zone.startswith(one.partition("{")[0])]
    starts = ((name, *name.partition("{")[:2]) for name in names)
    return [
        name
        for name, other, other_hole in starts
        if other.startswith(start) or (other_hole and start.startswith(other))
    ]


@dataclass(frozen=True, slots=True)
class SetupResult:
    """A table after set-up.

    ``zones`` maps a name to its pieces, the top of a pile last; ``box`` is what is not on
    the table. ``log`` tells each movement; ``problems`` are findings at the script's steps.
    """

    game: Game
    configuration: Configuration
    seed: int
    rulings: Mapping[str, str]
    seats: tuple[Seat, ...]
    zones: Mapping[str, tuple[str, ...]]
    log: tuple[str, ...]
    problems: tuple[Finding, ...]


def set_up(
    game: Game,
    configuration: Configuration,
    seed: int,
    rulings: Mapping[str, str] | None = None,
    choose: Chooser | None = None,
) -> SetupResult:
    """Run the script of ``game`` once; the same seed gives the same table.

    ``rulings`` overrides the defaults of game.yaml; ``choose`` decides what seats keep
    (by chance without it).
    """
    return deal(compile_setup(game, configuration, rulings, ahead=False), seed, choose)


def deal(plan: CompiledSetup, seed: int, choose: Chooser | None = None) -> SetupResult:
    """Run a plan once, as :func:`set_up` does with a fresh one."""
    streams = Streams(seed, plan.game.id, table_name(plan.configuration), 0)
    chooser = choose or by_chance(streams.rng("setup-choices"))
    run = plan.run(streams.rng("setup"), chooser, telling=True)
    return SetupResult(
        game=plan.game,
        configuration=plan.configuration,
        seed=seed,
        rulings=plan.rulings,
        seats=plan.seats,
        zones=tidy(plan, run.zones),
        log=tuple(run.log),
        problems=tuple(dict.fromkeys(run.problems)),
    )


def tidy(plan: CompiledSetup, zones: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    """The zones in the order of the script's list, without helpers that are empty again.

    Zones that the script makes room for and zones of piles stay although they are empty.
    """
    rooms: set[str] = set()
    for step in plan.game.setup.steps:
        if isinstance(step, Room):
            for seat in seats_that_act(step.each, plan.seats):
                rooms.update(here(zone, seat) for zone in step.zones)
    kept = {BOX, *(pile.zone for pile in plan.game.piles), *rooms}
    names = [name for name, items in zones.items() if items or name in kept]
    order = {name.rstrip("*"): number for number, name in enumerate(plan.game.setup.zones)}
    names.sort(key=lambda name: _rank(name, order, plan.seats))
    return {name: tuple(zones[name]) for name in names}


def _rank(
    name: str, order: Mapping[str, int], seats: tuple[Seat, ...]
) -> tuple[int, int, int, str]:
    """Sort key: zones of nobody, then of each seat, then the box; within, as they are listed.

    The number at the end of a name counts as one, so that A10 comes after A9.
    """
    seat = next((one.number for one in seats if name.startswith(f"{one.name}.")), 0)
    plain = plain_zone(name)
    listed = order.get(plain)
    if listed is None:
        starts = (rank for start, rank in order.items() if plain.startswith(start))
        listed = min(starts, default=len(order))
    digits = name[len(name.rstrip("0123456789")) :]
    return (seat if name != BOX else len(seats) + 1, listed, int(digits or 0), name)


# Who sees what lies in a zone: everybody, nobody, or only whose seat it is.
#
# A zone says so in setup.yaml (``faces``). Where it does not, what a step shuffles lies face down,
# a zone called ``hand`` is its owner's, and all else lies face up.


HAND = "hand"
"""What a zone is called that is its owner's without a word in the script."""


def faces_of_zones(result: SetupResult) -> dict[str, FaceVisibility]:
    """Who sees the pieces of each zone that is on the table; the box is not."""
    facing = who_sees(result.game, result.configuration, result.rulings)
    return {zone: facing(zone) for zone in result.zones if zone != BOX}


def who_sees(
    game: Game, configuration: Configuration, rulings: Mapping[str, str]
) -> Callable[[str], FaceVisibility]:
    """Tells of any zone of a table, such as ``seat2.hand``, who sees what lies there."""
    seats = seats_of(game, configuration)
    shuffled = {
        here(zone, seat)
        for step in game.setup.steps
        if isinstance(step, SetupShuffle) and applies(step.when, configuration, rulings)
        for seat in seats_that_act(step.each, seats)
        for zone in step.zones
    }

    def faces_of(zone: str) -> FaceVisibility:
        label = label_of(zone, game.setup.zones)
        return label.faces if label and label.faces else usual_faces(zone, shuffled)

    return faces_of


def label_of(zone: str, zones: Mapping[str, ZoneLabel]) -> ZoneLabel | None:
    """What the script's list says of a zone: its own entry, or that of the pattern it fits."""
    plain = plain_zone(zone)
    if plain in zones:
        return zones[plain]
    patterns = (name for name in zones if name.endswith("*") and plain.startswith(name[:-1]))
    return next((zones[name] for name in patterns), None)


def usual_faces(zone: str, shuffled: Collection[str] = ()) -> FaceVisibility:
    """Who sees what lies in a zone of which the script says nothing."""
    if zone in shuffled:
        return FaceVisibility.DOWN
    return FaceVisibility.OWNER if zone.rpartition(".")[2] == HAND else FaceVisibility.UP
