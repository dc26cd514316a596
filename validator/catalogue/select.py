"""Which components a field test (``where``) means: the one place that decides it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from validator.catalogue.model import Component

OF_EVERY_COMPONENT = ("id", "name", "copies", "players")
"""What can be tested on any component, beside the fields of its set."""


def value_of(component: Component, name: str) -> Any:
    """The field ``name`` of a component; ``id``, ``name``, ``players``, ``copies`` count too."""
    match name:
        case "id" | "name" | "copies":
            return getattr(component, name)
        case "players":
            return component.mark.text
        case _:
            return component.fields.get(name)


def passes(value: Any, wanted: Any) -> bool:
    """Tell whether ``value`` passes one test: equal, one of a list, or in ``{from, to}``."""
    if isinstance(wanted, Mapping):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and wanted["from"] <= value <= wanted["to"]
    if isinstance(wanted, list | tuple):
        return any(_same(value, item) for item in wanted)
    return _same(value, wanted)


def matches(component: Component, where: Mapping[str, Any]) -> bool:
    """Tell whether ``component`` passes every test of ``where`` (an empty one: always)."""
    return all(passes(value_of(component, name), wanted) for name, wanted in where.items())


def matching(components: Iterable[Component], where: Mapping[str, Any]) -> Iterator[Component]:
    """The components that pass ``where``, in their order."""
    return (component for component in components if matches(component, where))


def _same(value: Any, wanted: Any) -> bool:
    """Equal, and not merely equal as numbers: ``true`` is not 1."""
    return bool(value == wanted) and isinstance(value, bool) == isinstance(wanted, bool)
