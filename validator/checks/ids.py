"""Ids that must be unique."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from validator.catalogue.model import Configuration, Game, Refusal
from validator.catalogue.tables import Tables
from validator.checks.base import error, warning
from validator.findings import Finding, Place


def check_ids(game: Game, tables: Tables) -> Iterator[Finding]:
    """Ids are unique, because zones, sheets and reports call pieces by them."""
    components = [(one.id, one.place_of("id")) for one in game.components()]
    yield from _duplicates(game, "component", components)
    yield from _duplicates(game, "pile", [(one.id, one.place) for one in game.piles])
    yield from _duplicates(game, "ruling", [(one.id, one.place) for one in game.rulings])
    yield from _tables(game)
    if not game.configurations and not game.is_box:
        hint = "add `configurations: [{players: 2}, ...]`, or `is_box: true` for a box of parts"
        yield warning(game, "table-missing", game.place, "the game lists no tables", hint)


def _duplicates(game: Game, what: str, ids: Iterable[tuple[str, Place]]) -> Iterator[Finding]:
    seen: dict[str, Place] = {}
    for name, place in ids:
        if name in seen:
            message = f"the {what} id {name!r} is taken already ({seen[name]})"
            yield error(game, "id-duplicate", place, message, "give it another id")
        else:
            seen[name] = place


def _tables(game: Game) -> Iterator[Finding]:
    seen: dict[tuple[int, int], Place] = {}
    tables: list[Configuration | Refusal] = [*game.configurations, *game.refusals]
    for table in tables:
        key = (table.players, table.bots)
        if key in seen:
            message = f"{table.players} players and {table.bots} bots stand here twice"
            hint = f"the other entry is at {seen[key]}; keep one"
            yield error(game, "table-duplicate", table.place, message, hint)
        seen.setdefault(key, table.place)
