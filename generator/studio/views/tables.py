"""A table of a game after set-up: its zones, and what lies in each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from generator.failures import FailedError
from generator.studio.desk import Desk
from generator.studio.messages import Picture
from validator.catalogue.model import Component, Configuration, Game
from validator.catalogue.setup_script import BOX, Faces
from validator.setup.deal import SetupResult, faces_of_zones, label_of, set_up
from validator.setup.pieces import Seat, instances, table_words


def tables(
    desk: Desk, words: Mapping[str, str], show: Callable[[Picture], None]
) -> tuple[str, bytes]:
    """Set a table up: by ``players`` and ``bots`` (else the first one) and ``seed`` (else 1).

    Raises:
        FailedError: the game cannot be read, or names no table.
    """
    del show
    game = desk.game
    if game is None:
        raise FailedError("the game cannot be read; the findings say why")
    if not game.configurations:
        raise FailedError("no table is named; write `configurations` in game.yaml")
    table = chosen(game, words)
    result = set_up(game, table, number(words, "seed", 1))
    told = {
        "tables": [_named(game, one) for one in game.configurations],
        "players": table.players,
        "bots": table.bots,
        "seed": result.seed,
        "groups": [*_groups(result)],
        "problems": [{"message": one.message, "at": str(one.place)} for one in result.problems],
    }
    return "application/json", json.dumps(told, ensure_ascii=False).encode()


def chosen(game: Game, words: Mapping[str, str]) -> Configuration:
    """The table that ``words`` name; the first one where there is no such table any more."""
    asked = words.get("players"), words.get("bots")
    tables = game.configurations
    return next((one for one in tables if (str(one.players), str(one.bots)) == asked), tables[0])


def number(words: Mapping[str, str], name: str, default: int) -> int:
    """A whole number of a question, or ``default`` where it is none."""
    said = words.get(name, "")
    return int(said) if said.isdecimal() and len(said) < 10 else default


def _named(game: Game, table: Configuration) -> dict[str, Any]:
    words = table_words(table.players, table.bots, game.tongue)
    return {"players": table.players, "bots": table.bots, "name": words}


def _groups(result: SetupResult) -> Iterator[dict[str, Any]]:
    """The zones of nobody, those of each seat, and what went back to the box."""
    pieces, faces = instances(result.game), faces_of_zones(result)

    def told(zone: str) -> dict[str, Any]:
        seen = faces.get(zone, Faces.UP)
        stacks = [*_stacks(result.zones[zone], pieces)]
        name = _name(result.game, zone)
        return {"zone": zone, "name": name, "faces": seen.value, "stacks": stacks}

    whose = {zone: _seat_of(zone, result.seats) for zone in result.zones if zone != BOX}
    shared = [told(zone) for zone, seat in whose.items() if seat is None]
    yield {"name": "On the table", "zones": shared}
    for seat in result.seats:
        own = [told(zone) for zone, owner in whose.items() if owner is seat]
        yield {"name": _heading(seat), "zones": own}
    box = [*_stacks(sorted(result.zones.get(BOX, ())), pieces)]
    left = {"zone": BOX, "name": "Back in the box", "faces": Faces.UP.value, "stacks": box}
    yield {"name": "Not used", "zones": [left] if box else []}


def _stacks(items: Sequence[str], pieces: Mapping[str, Component]) -> Iterator[dict[str, Any]]:
    """The pieces of a zone from the top of a pile on; those side by side that are alike."""
    for _, same in groupby(reversed(items), lambda item: pieces[item].id):
        alike = [*same]
        piece = pieces[alike[0]]
        yield {"id": piece.id, "name": piece.name, "count": len(alike)}


def _name(game: Game, zone: str) -> str:
    """A zone as the set-up calls it; where one entry names many, with its own end."""
    label = label_of(zone, game.setup.zones)
    own = zone.rpartition(".")[2].replace("_", " ")
    name = own if label is None else label.name
    many = [key for key, one in game.setup.zones.items() if one is label and key.endswith("*")]
    return f"{name[:1].upper()}{name[1:]}" + (f" ({own})" if many else "")


def _seat_of(zone: str, seats: Sequence[Seat]) -> Seat | None:
    return next((seat for seat in seats if zone.startswith(f"{seat.name}.")), None)


def _heading(seat: Seat) -> str:
    role = "bot" if seat.kind == "bot" else "player"
    return f"Seat {seat.number}: {role}" + (f", {seat.side}" if seat.side else "")
