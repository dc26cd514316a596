"""Fields of a record as the types that the schema of its set promises.

Each raises TypeError where a field is of another type.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from validator.catalogue.model import Value


def whole(value: Value) -> int:
    """``value`` as the whole number that the schema promises."""
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is no whole number")
    return value


def text(value: Value) -> str:
    """``value`` as the text that the schema promises."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def sequence(value: Value) -> Sequence[Value]:
    """``value`` as the list that the schema promises."""
    if not isinstance(value, tuple):
        raise TypeError(f"{value!r} is no list")
    return value


def mapping(value: Value) -> Mapping[str, Value]:
    """``value`` as the mapping that the schema promises."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{value!r} is no mapping")
    return value


def flag(value: Value) -> bool:
    """``value`` as the yes or no that the schema promises."""
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is neither true nor false")
    return value


def texts(value: Value) -> list[str]:
    """``value`` as the list of texts that the schema promises."""
    return [text(one) for one in sequence(value)]


def entries(value: Value) -> list[Mapping[str, Value]]:
    """``value`` as the list of mappings that the schema promises."""
    return [mapping(one) for one in sequence(value)]
