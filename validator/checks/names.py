"""Ids that must be unique, and names and ids against what the records hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from validator.catalogue.effects import Filter
from validator.catalogue.model import Component, ComponentSet, Configuration, Game, Refusal
from validator.catalogue.tables import Tables
from validator.checks.base import error, own_components, own_sets, warning
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


def check_names(game: Game, tables: Tables) -> Iterator[Finding]:
    """Records of a set are told apart by their names, and their ids say what they hold."""
    for component_set in own_sets(game):
        yield from _names(game, component_set)
        yield from _ids(game, component_set)
    for component in own_components(game):
        yield from _effects(game, component)


def _names(game: Game, component_set: ComponentSet) -> Iterator[Finding]:
    seen: dict[str, Component] = {}
    for one in component_set.components:
        other = seen.setdefault(one.name, one)
        if other is not one and not {"note"} & {*one.places, *other.places}:
            message = f"{one.id!r} is called {one.name!r} like {other.id!r}"
            hint = "give it a name of its own, or write as `note` why both have the same"
            yield warning(game, "name-duplicate", one.place_of("name"), message, hint)


def _ids(game: Game, component_set: ComponentSet) -> Iterator[Finding]:
    """The last part of an id that is another record's value, at a place that ids tell.

    Ids tell a place if those of all records with the same first part have just its values.
    """
    families: dict[str, list[Component]] = {}
    for one in component_set.components:
        families.setdefault(one.id.rpartition("-")[0], []).append(one)
    for family in families.values():
        told: set[str] = set()
        held = [dict(_values(one)) for one in family]
        for path in [path for path in held[0] if all(path in one for one in held)]:
            values = [one[path] for one in held]
            if len({*values}) < len(values) or {*values} != {*map(_said, family)}:
                continue
            for one, value in zip(family, values, strict=True):
                if _said(one) != value and one.id not in told:
                    told.add(one.id)
                    name = next(part for part in reversed(path.split(".")) if not part.isdigit())
                    message = f"the id {one.id!r} says {_said(one)}, but its {name} is {value}"
                    hint = f"mend the id or `{name}`"
                    yield error(game, "id-value", one.place_of("id"), message, hint)


def _said(component: Component) -> str:
    """What an id says of its record: its last part."""
    return component.id.rpartition("-")[2]


def _values(component: Component) -> Iterator[tuple[str, str]]:
    """Every word and number of the fields and effects of a record, with the keys to it."""
    yield from _inner(component.fields, "")
    yield from _inner(component.effects, "effects")


def _inner(value: Any, path: str) -> Iterator[tuple[str, str]]:
    start = f"{path}." if path else ""
    if isinstance(value, Filter):
        yield f"{start}{value.field}", str(value.value)
    elif isinstance(value, str | int):
        yield path, str(value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _inner(inner, f"{start}{key}")
    elif isinstance(value, tuple):
        for at, inner in enumerate(value):
            yield from _inner(inner, f"{start}{at}")
    elif is_dataclass(value):
        for field in fields(value):
            yield from _inner(getattr(value, field.name), f"{start}{field.name}")


def _effects(game: Game, component: Component) -> Iterator[Finding]:
    for at, effect in enumerate(component.effects):
        if effect in component.effects[:at]:
            message = f"{component.id!r} has the same effect twice"
            hint = "take one out; what happens twice says so in its amount"
            place = component.place_of("effects", at)
            yield warning(game, "effect-duplicate", place, message, hint)
