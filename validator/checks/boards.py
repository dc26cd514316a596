"""A ring board as the checks read it: areas, rondel, slots and paths of one record.

Any game whose board has the fields ``areas``, ``rondel`` or ``slots`` gets these checks; the
Henge board documents the fields (``components/henge/board.yaml``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from validator.catalogue.model import Component, Configuration, Form, Game
from validator.checks.base import own_components, own_sets

Entry: TypeAlias = Mapping[str, Any]

KEYS: Mapping[str, frozenset[str]] = {
    "areas": frozenset({"id"}),
    "borders": frozenset({"id", "between"}),
    "rondel": frozenset({"id", "area", "actions"}),
    "slots": frozenset({"id", "areas", "size", "role", "carved", "bonus"}),
    "transport": frozenset({"border", "after"}),
    "path": frozenset({"number", "cost"}),
}
"""Keys that each entry of such a list has; a list of another shape is none of ours."""


def boards(game: Game) -> Iterator[Component]:
    """The boards of a game's own folder."""
    forms = {component_set.id: component_set.form for component_set in own_sets(game)}
    return (one for one in own_components(game) if forms[one.set_id] is Form.BOARD)


def entries(component: Component, name: str) -> tuple[Entry, ...]:
    """The mappings in the list field ``name``; none if it has another shape."""
    return shaped(component.fields.get(name), name)


def shaped(value: Any, name: str) -> tuple[Entry, ...]:
    """``value`` if it is a list of mappings that have the keys of ``name``, else nothing."""
    keys = KEYS.get(name, frozenset())
    if isinstance(value, tuple) and all(
        isinstance(entry, Mapping) and keys <= set(entry) for entry in value
    ):
        return value
    return ()


def area_ids(board: Component) -> tuple[str, ...]:
    """The ids of the areas, in ring order."""
    return tuple(str(area["id"]) for area in entries(board, "areas"))


def neighbours(areas: tuple[str, ...], area: str) -> tuple[str, ...]:
    """The areas on either side of ``area`` in the ring; none for an unknown one."""
    if area not in areas:
        return ()
    spot = areas.index(area)
    return tuple(dict.fromkeys((areas[spot - 1], areas[(spot + 1) % len(areas)])))


def side_of(game: Game, configuration: Configuration) -> Component | None:
    """The board that the options of a configuration name (`side`), or the only one."""
    found = list(boards(game))
    side = configuration.options.get("side")
    named = [board for board in found if board.fields.get("side") == side]
    return next(iter(named or found), None)
