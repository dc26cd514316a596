"""A table set up: what lies where before the first turn, as text for people, and as plain data."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from validator.catalogue.boards.geometry import Space, build_geometry
from validator.catalogue.model import Component, Configuration, Game
from validator.catalogue.script import Step, nodes
from validator.catalogue.seats import Seat, instances, table_name, table_words
from validator.catalogue.setup_script import BOX, FaceVisibility, plain_zone, who_sees
from validator.catalogue.words.grammar import Nominal, Term
from validator.compiler.setup import CompiledSetup, SetupRun, compile_setup
from validator.findings import Finding
from validator.play.observers import owner_of
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
        if items or (plain_zone(name) in kept and owner_of(name) < people)
    ]
    names.sort(key=lambda name: (name == BOX, owner_of(name)))
    return {name: tuple(run.zones[name]) for name in names}


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


_WIDTH = 96
"""Columns of the text form."""


def as_json(result: SetupResult) -> dict[str, Any]:
    """The table as plain data; ``items`` of a pile are listed from the bottom to the top.

    ``faces`` says who sees them: up, down or owner; the box says nothing.
    """
    faces = faces_of_zones(result)
    return {
        "game": result.game.id,
        "players": result.configuration.players,
        "bots": result.configuration.bots,
        "seed": result.seed,
        "options": dict(result.configuration.options),
        "rulings": dict(result.rulings),
        "seats": [
            {
                "seat": seat.number,
                "kind": seat.kind,
                "faction": seat.faction,
                "colours": list(seat.colours),
            }
            for seat in result.seats
        ],
        "zones": {
            name: {
                "count": len(items),
                "items": list(items),
                **({"faces": faces[name].value} if name in faces else {}),
            }
            for name, items in result.zones.items()
        },
    }


def as_text(result: SetupResult) -> str:
    """The table for people: zones of nobody, of each seat, and what stays in the box."""
    tongue = result.game.tongue
    table = table_words(result.configuration.players, result.configuration.bots, tongue)
    pieces = instances(result.game)
    common = [name for name in result.zones if name != BOX and owner_of(name) < 0]
    grids = dict(_grids(result, dict.fromkeys(map(plain_zone, common))))
    shared = [name for name in common if plain_zone(name) not in grids]
    name, seed = result.game.name, result.seed
    lines = [tongue.say("{game} for {table}, seed {seed}", game=name, table=table, seed=seed), ""]
    lines += [tongue.say("On the table"), *_rows(result, shared, pieces)]
    for board, spaces in grids.items():
        lying = {one.id: result.zones.get(f"{board}.{one.id}", ()) for one in spaces}
        lines += ["", *_draw_grid(spaces, lying, pieces)]
    for seat in result.seats:
        own = [name for name in result.zones if name.startswith(f"{seat.name}.")]
        lines += ["", _heading(seat, result.game), *_rows(result, own, pieces)]
    lines += ["", tongue.say("Back in the box"), *_box(result, pieces)]
    lines += [f"! {problem.place} {problem.message}" for problem in result.problems]
    return "\n".join(lines)


def _grids(result: SetupResult, zones: Iterable[str]) -> Iterator[tuple[str, tuple[Space, ...]]]:
    """The boards of squares among zones, with their spaces."""
    game = result.game
    for name in zones:
        board = game.boards.get(game.setup.zones[name].board)
        if board is not None and board.shape == "squares":
            yield name, build_geometry(board, game)[0].spaces


def _draw_grid(
    spaces: Sequence[Space], lying: Mapping[str, Sequence[str]], pieces: Mapping[str, Component]
) -> Iterator[str]:
    """What lies on a board of squares, with the numbers of its columns and what each sign is."""
    names = [pieces[items[-1]].name for items in lying.values() if items]
    signs: dict[str, str] = {}
    for name in dict.fromkeys(names):
        letters = (case for one in name if one.isalpha() for case in (one, one.upper()))
        signs[name] = next((one for one in letters if one not in signs.values()), "*")
    columns = dict.fromkeys(str(one.fields["column"]) for one in spaces)
    width, margin = max(map(len, columns)) + 1, max(len(str(one.fields["row"])) for one in spaces)
    yield f"  {'':{margin}}{''.join(f'{column:>{width}}' for column in columns)}"
    for row, squares in groupby(spaces, lambda one: str(one.fields["row"])):
        tops = [lying[one.id][-1:] for one in squares]
        shown = (signs[pieces[top[0]].name] if top else "." for top in tops)
        yield f"  {row:{margin}}{''.join(f'{sign:>{width}}' for sign in shown)}"
    yield from (f"  {sign}  {name}" for name, sign in signs.items())


def _heading(seat: Seat, game: Game) -> str:
    role = game.tongue.say("Bot" if seat.kind == "bot" else "Player")
    heading = game.tongue.say("Seat {number}: {role}", number=seat.number, role=role)
    return heading + (f", {game.almanac.labels.get(seat.side, seat.side)}" if seat.side else "")


def _rows(result: SetupResult, names: Sequence[str], pieces: dict[str, Component]) -> Iterable[str]:
    if not names:
        return ["  " + result.game.tongue.say("nothing")]
    labels = _labels(result, names)
    width = max(map(len, labels.values()))
    empty = result.game.tongue.say("empty")
    zones = result.zones
    return [_row(labels[name].ljust(width), zones[name], pieces, empty) for name in names]


def _labels(result: SetupResult, names: Sequence[str]) -> dict[str, str]:
    """What zones are called by: their names, with the ids of those that share one behind it."""
    zones = {name: result.game.setup.zones[plain_zone(name)] for name in names}
    many = Counter(zone.name for zone in zones.values())
    return {
        name: f"{zone.name} ({name.partition('.')[2] or name})"
        if zone.board or many[zone.name] > 1
        else zone.name
        for name, zone in zones.items()
    }


def _row(label: str, items: Sequence[str], pieces: dict[str, Component], empty: str) -> str:
    what = "; ".join(_group(items, pieces)) or empty
    line = f"  {label}  {len(items):>3}  {what}"
    return line if len(line) <= _WIDTH else line[: _WIDTH - 3].rstrip("; ") + "..."


def _group(items: Sequence[str], pieces: dict[str, Component]) -> list[str]:
    counts = Counter(pieces[item].name for item in items)
    return [name if times == 1 else f"{times} x {name}" for name, times in counts.items()]


def _box(result: SetupResult, pieces: dict[str, Component]) -> Iterable[str]:
    counts = Counter(pieces[item].set_id for item in result.zones.get(BOX, ()))
    tongue, sets = result.game.tongue, result.game.sets
    if not counts:
        return ["  " + tongue.say("nothing")]
    lines = []
    for whole in (sets[set_id] for set_id in sets if counts[set_id]):
        word = Term("", whole.singular, whole.name, noun=whole.noun)
        names = Nominal(tongue.grammar, word)
        of = tongue.say("of {number} {pieces}", number=whole.count, pieces=names)
        lines.append(f"  {counts[whole.id]:>3} {of}")
    return lines
