"""Sums as JSON and back: what is read from a file is only ever data."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from cattrs.errors import BaseValidationError
from cattrs.preconf.json import JsonConverter, make_converter

from validator.chunks.job import SumsT


@cache
def _converter() -> JsonConverter:
    return make_converter(forbid_extra_keys=True)


def as_plain(sums: object) -> Any:
    """Lists, mappings and scalars that say the same as sums."""
    return _converter().unstructure(sums)


def from_plain(plain: object, kind: type[SumsT]) -> SumsT:
    """The sums that were made plain.

    Raises:
        ValueError: these are no such sums.
    """
    try:
        _refuse_impossible(plain)
        return _converter().structure(plain, kind)
    except (BaseValidationError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"no {kind.__name__}") from error


_SIGNED = frozenset({"first_game", "other", "total", "products", "series"})
"""Figures that may be below 0: differences, and numbers of games, -1 where there is none."""
_MOST = 10**15


def _refuse_impossible(plain: object) -> None:
    """Refuse what cannot have been counted.

    Raises:
        ValueError: a number is below 0, is no whole one, or is larger than any count.
    """
    match plain:
        case bool() | str():
            return
        case int() if 0 <= plain <= _MOST:
            return
        case list():
            for one in plain:
                _refuse_impossible(one)
        case dict():
            for key, one in plain.items():
                if key not in _SIGNED:
                    _refuse_impossible(one)
        case _:
            raise ValueError(plain)


def dumped(plain: object) -> bytes:
    """JSON as short as it gets, the same for the same data."""
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=True).encode("ascii")
