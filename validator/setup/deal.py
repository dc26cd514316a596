"""Set a table up: what lies where before the first turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import BOX, Room
from validator.findings import Finding
from validator.rng import Streams
from validator.setup.compiled import CompiledSetup, by_chance, compile_setup
from validator.setup.legal import table_name
from validator.setup.run import Chooser
from validator.setup.seats import Seat
from validator.setup.steps import acting


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
    kept = {BOX, *(pile.zone for pile in plan.game.piles), *_rooms(plan)}
    names = [name for name, items in zones.items() if items or name in kept]
    order = {name.rstrip("*"): number for number, name in enumerate(plan.game.setup.zones)}
    names.sort(key=lambda name: _rank(name, order, plan.seats))
    return {name: tuple(zones[name]) for name in names}


def _rooms(plan: CompiledSetup) -> set[str]:
    rooms: set[str] = set()
    for step in plan.game.setup.steps:
        if isinstance(step, Room):
            for seat in acting(step.common.each, plan.seats):
                rooms.update(
                    seat.name + zone[4:] if seat and zone.startswith("seat.") else zone
                    for zone in step.zones
                )
    return rooms


def _rank(
    name: str, order: Mapping[str, int], seats: tuple[Seat, ...]
) -> tuple[int, int, int, str]:
    """Sort key: zones of nobody, then of each seat, then the box; within, as they are listed."""
    seat = next((one.number for one in seats if name.startswith(f"{one.name}.")), 0)
    plain = f"seat.{name.partition('.')[2]}" if seat else name
    listed = order.get(plain)
    if listed is None:
        listed = min(
            (rank for start, rank in order.items() if plain.startswith(start)), default=len(order)
        )
    return (seat if name != BOX else len(seats) + 1, listed, _number(name), name)


def _number(name: str) -> int:
    """The number at the end of a name, so that A10 comes after A9."""
    digits = name[len(name.rstrip("0123456789")) :]
    return int(digits) if digits else 0
