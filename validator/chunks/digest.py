"""Hashes of data that results depend on: the same in every process."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path

from validator.catalogue.model import Game
from validator.findings import Place

_MOST_KNOWN = 32


def digest_of(*values: object) -> str:
    """A hash of frozen values: dataclasses, mappings, sequences, sets, enumerations, scalars.

    Where something stands in its file does not count, nor does the folder of the project.

    Raises:
        TypeError: there is something else among them.
    """
    total = sha256()
    for part in _said(values):
        total.update(part.encode())
    return total.hexdigest()


def digest_of_game(game: Game) -> str:
    """As :func:`digest_of`, worked out once for each game that is in memory."""
    known = _GAMES.get(id(game))
    if known is None:
        if len(_GAMES) >= _MOST_KNOWN:
            _GAMES.clear()
        known = _GAMES[id(game)] = (game, digest_of(game))
    return known[1]


_GAMES: dict[int, tuple[Game, str]] = {}


def _said(value: object) -> Iterator[str]:
    """The parts of a text that is the same for equal values only."""
    if isinstance(value, Enum):
        yield f"{type(value).__name__}.{value.name};"
    elif value is None or isinstance(value, str | int | float | bytes):
        yield f"{value!r};"
    elif isinstance(value, Place):
        yield "@;"
    elif is_dataclass(value) and not isinstance(value, type):
        yield f"{type(value).__name__}("
        for one in fields(value):
            yield from _said(getattr(value, one.name))
        yield ")"
    else:
        yield from _said_of_many(value)


def _said_of_many(value: object) -> Iterator[str]:
    if isinstance(value, Mapping):
        yield "{"
        for key, one in value.items():
            yield from _said(key)
            yield from _said(one)
        yield "}"
    elif isinstance(value, Sequence):
        yield "["
        for one in value:
            yield from _said(one)
        yield "]"
    elif isinstance(value, frozenset | set):
        yield from ("<", *sorted("".join(_said(one)) for one in value), ">")
    elif isinstance(value, Path):
        yield f"{value.as_posix()!r};"
    else:
        raise TypeError(f"a {type(value).__name__} has no digest")
