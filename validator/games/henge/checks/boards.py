"""The ring board as the checks read it: areas, rondel, slots and paths of one record.

``components/henge/board.yaml`` documents the fields. Checks run on data with faults too, so that
a list of another shape is read as empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from validator.catalogue.model import Component, Configuration, Form, Game
from validator.checks.base import own_components, own_sets

Entry: TypeAlias = Mapping[str, Any]


def is_text(value: Any) -> bool:
    """Tell whether ``value`` is a word."""
    return isinstance(value, str)


def is_number(value: Any) -> bool:
    """Tell whether ``value`` is a whole number (true and false are none)."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_flag(value: Any) -> bool:
    """Tell whether ``value`` is true or false."""
    return isinstance(value, bool)


def is_list(value: Any) -> bool:
    """Tell whether ``value`` is a list."""
    return isinstance(value, tuple)


def is_words(value: Any) -> bool:
    """Tell whether ``value`` is a list of words, with at least one."""
    return isinstance(value, tuple) and bool(value) and all(isinstance(one, str) for one in value)


KEYS: Mapping[str, Mapping[str, Callable[[Any], bool]]] = {
    "areas": {"id": is_text},
    "borders": {"id": is_text, "between": is_words},
    "rondel": {"id": is_text, "area": is_text, "actions": is_words},
    "slots": {
        "id": is_text,
        "areas": is_words,
        "size": is_text,
        "role": is_text,
        "carved": is_flag,
        "bonus": is_number,
    },
    "transport": {"border": is_text, "after": is_text},
    "path": {"number": is_number, "cost": is_text},
    "privileges": {"levels": is_list},
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
    keys = KEYS.get(name, {})
    if isinstance(value, tuple) and all(_has(entry, keys) for entry in value):
        return value
    return ()


def _has(entry: Any, keys: Mapping[str, Callable[[Any], bool]]) -> bool:
    return isinstance(entry, Mapping) and all(fits(entry.get(key)) for key, fits in keys.items())


def waives_size(board: Component) -> bool:
    """Tell whether a stone that fits no slot of the side may ignore its size (HEN-INS-07)."""
    return board.fields.get("size_waiver") is True


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
