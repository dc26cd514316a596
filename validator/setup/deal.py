"""A table set up: what lies where before the first turn."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import Step, nodes
from validator.catalogue.seats import Seat, table_name
from validator.catalogue.setup_script import BOX, FaceVisibility, plain_zone, who_sees
from validator.compiler.setup import CompiledSetup, SetupRun, compile_setup
from validator.findings import Finding
from validator.rng import Streams


@dataclass(frozen=True, slots=True)
class SetupResult:
    """A table after set-up.

    ``zones`` maps a name to its pieces, the top of a pile last; ``box`` is what is not on
    the table. ``problems`` are findings at the script's steps.
    """

    game: Game
    configuration: Configuration
    seed: int
    rulings: Mapping[str, str]
    seats: tuple[Seat, ...]
    zones: Mapping[str, tuple[str, ...]]
    problems: tuple[Finding, ...]


def set_up(
    game: Game, configuration: Configuration, seed: int, rulings: Mapping[str, str] | None = None
) -> SetupResult:
    """Run the set-up of ``game`` once; the same seed gives the same table.

    ``rulings`` overrides the defaults of game.yaml; what seats choose is left to luck.
    """
    plan = compile_setup(game, configuration, rulings)
    run = run_with_seed(plan, seed, told=True)
    zones, problems = tidy(plan, run), tuple(dict.fromkeys(run.problems))
    return SetupResult(game, configuration, seed, plan.rulings, plan.seats, zones, problems)


def run_with_seed(plan: CompiledSetup, seed: int, told: bool = False) -> SetupRun:
    """Run a plan with the luck of a seed."""
    return plan.run(Streams(seed, plan.game.id, table_name(plan.configuration), 0), told)


def tidy(plan: CompiledSetup, run: SetupRun) -> dict[str, tuple[str, ...]]:
    """The zones in the order of the script's list, without helpers that are empty again.

    An empty zone stays if it is one of a pile, or if no step puts anything there: it is for play,
    of people. Of a board only spaces stay on which something lies.
    """
    people = plan.configuration.players
    piles = {pile.zone for pile in plan.game.piles}.intersection(plan.zones)
    kept = {BOX, *piles, *zones_with_room(plan, run)}
    names = [
        name
        for name, items in run.zones.items()
        if items or (plain_zone(name) in kept and seat_number(name) <= people)
    ]
    names.sort(key=lambda name: (name == BOX, seat_number(name)))
    return {name: tuple(run.zones[name]) for name in names}


def seat_number(zone: str) -> int:
    """The number of the seat whose zone it is; 0 of a zone of nobody."""
    owner = zone.partition(".")[0]
    return int(owner[4:]) if owner.startswith("seat") and owner[4:].isdigit() else 0


def zones_with_room(plan: CompiledSetup, run: SetupRun) -> set[str]:
    """The zones as they are listed, but for boards, into which no step puts anything.

    Nor is one for play that is called like another with something in it, or has no room.
    """
    filled = {plain_zone(to) for event in run.events for _, _, to in event.moved}
    for step in nodes(plan.game.setup.steps):
        if isinstance(step, Step) and step.verb != "set" and "to" in step.values:
            for node in ast.walk(step.values["to"].tree):
                filled |= {getattr(node, "id", ""), f"seat.{getattr(node, 'attr', '')}"}
    zones = plan.game.setup.zones
    called = {zones[name].name for name in plan.zones if name in filled or zones[name].board}
    return {one for one in plan.zones if zones[one].room and zones[one].name not in called}


def faces_of_zones(result: SetupResult) -> dict[str, FaceVisibility]:
    """Who sees the pieces of each zone that is on the table; the box is not."""
    facing = who_sees(result.game.setup)
    return {zone: facing(zone) for zone in result.zones if zone != BOX}
