"""A table after set-up, as data for programs and as text for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from validator.catalogue.model import Component
from validator.catalogue.script import BOX, Grid
from validator.catalogue.words.nominal import Nominal, Word
from validator.catalogue.words.tongue import Tongue
from validator.setup.conditions import applies
from validator.setup.deal import SetupResult
from validator.setup.facing import faces_of_zones, label_of
from validator.setup.legal import table_words
from validator.setup.named import Named
from validator.setup.pieces import instances
from validator.setup.seats import Seat

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
    cells = {zone for grid in _grids(result) for zone, _ in grid.cells}
    shared = [
        name
        for name in result.zones
        if name != BOX and name not in cells and not _seat_of(name, result.seats)
    ]
    name, seed = result.game.name, result.seed
    lines = [tongue.say("{game} for {table}, seed {seed}", game=name, table=table, seed=seed), ""]
    lines += [tongue.say("On the table"), *_rows(result, shared, pieces)]
    for grid in _grids(result):
        lines += ["", *_drawn(grid, result)]
    for seat in result.seats:
        own = [name for name in result.zones if name.startswith(f"{seat.name}.")]
        lines += ["", _heading(seat, tongue), *_rows(result, own, pieces)]
    lines += ["", tongue.say("Back in the box"), *_box(result, pieces)]
    lines += [f"! {problem.place} {problem.message}" for problem in result.problems]
    return "\n".join(lines)


def _grids(result: SetupResult) -> list[Grid]:
    """The grids that count at this table and could be read."""
    return [
        step
        for step in result.game.setup.steps
        if isinstance(step, Grid)
        and not step.problem
        and applies(step.common.when, result.configuration, result.rulings)
    ]


def _drawn(grid: Grid, result: SetupResult) -> Iterable[str]:
    """A grid as the script draws it, with column numbers, row names and its legend."""
    first, last = grid.columns
    width = len(str(last)) + 1
    margin = max(len(row) for row in grid.rows)
    numbers = "".join(f"{column:>{width}}" for column in range(first, last + 1))
    yield f"  {'':{margin}}{numbers}"
    for row, signs in zip(grid.rows, grid.picture, strict=True):
        yield f"  {row:{margin}}{''.join(f'{sign:>{width}}' for sign in signs)}"
    named = Named(result.game, result.configuration)
    for sign, meant in grid.legend.items():
        yield f"  {sign}  {named.called(meant, 2)}"


def _seat_of(name: str, seats: Sequence[Seat]) -> Seat | None:
    return next((seat for seat in seats if name.startswith(f"{seat.name}.")), None)


def _heading(seat: Seat, tongue: Tongue) -> str:
    role = tongue.say("Bot" if seat.kind == "bot" else "Player")
    heading = tongue.say("Seat {number}: {role}", number=seat.number, role=role)
    return heading + (f", {seat.side}" if seat.side else "")


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
    zones = result.game.setup.zones
    found = {name: label_of(name, zones) for name in names}
    called = {name: zone.name if zone else _within(name) for name, zone in found.items()}
    many = {said for said, count in Counter(called.values()).items() if count > 1}
    many |= {zone.name for name, zone in zones.items() if name.endswith("*")}
    return {
        name: f"{said} ({_within(name)})" if said in many else said for name, said in called.items()
    }


def _within(name: str) -> str:
    """The id of a zone without its seat."""
    return name.split(".", 1)[1] if name.startswith("seat") and "." in name else name


def _row(label: str, items: Sequence[str], pieces: dict[str, Component], empty: str) -> str:
    what = "; ".join(_grouped(items, pieces)) or empty
    line = f"  {label}  {len(items):>3}  {what}"
    return line if len(line) <= _WIDTH else line[: _WIDTH - 3].rstrip("; ") + "..."


def _grouped(items: Sequence[str], pieces: dict[str, Component]) -> list[str]:
    counts = Counter(pieces[item].name for item in items)
    return [name if times == 1 else f"{times} x {name}" for name, times in counts.items()]


def _box(result: SetupResult, pieces: dict[str, Component]) -> Iterable[str]:
    counts = Counter(pieces[item].set_id for item in result.zones.get(BOX, ()))
    tongue, sets = result.game.tongue, result.game.sets
    if not counts:
        return ["  " + tongue.say("nothing")]
    lines = []
    for set_id, number in counts.items():
        whole = sets[set_id]
        names = Nominal(tongue.grammar, Word(whole.singular, whole.name, whole.noun))
        of = tongue.say("of {number} {pieces}", number=whole.count, pieces=names)
        lines.append(f"  {number:>3} {of}")
    return lines
