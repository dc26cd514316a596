"""Read JSON that may come from anybody: within bounds, and every fault said in one line."""

from __future__ import annotations

import json
import re
from typing import Any

MOST_DEPTH = 60
"""Deepest nesting that is read; a shard of games nests 8 deep."""
MOST_DIGITS = 300
"""Digits of the longest number that is read."""

_STEP = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[{]|[\]}]', re.DOTALL)
_ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class JsonError(ValueError):
    """A text that is not read as JSON; the message says why, ``line`` (from 1) where."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


def read_json(raw: bytes | str) -> Any:
    """The value that a text in JSON holds.

    Raises:
        JsonError: it is none, nests too deep, or has a number or a text that nobody writes.
    """
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8-sig")
        _refuse_depth(text)
        read = json.loads(text, parse_int=_whole, parse_float=_decimal, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise JsonError(f"it is not JSON: {error.msg}", error.lineno) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise JsonError("it is not UTF-8 text", line) from error
    if "\\" in text or _ODD.search(text):
        _refuse_odd(read)
    return read


def _refuse_depth(text: str) -> None:
    depth = 0
    for found in _STEP.finditer(text):
        sign = found[0][0]
        depth += 1 if sign in "[{" else -1 if sign in "]}" else 0
        if depth > MOST_DEPTH:
            line = text.count("\n", 0, found.start()) + 1
            raise JsonError(f"it nests more than {MOST_DEPTH} levels deep", line)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise JsonError(f"it has a number of {len(digits):,} digits")
    return int(digits)


def _decimal(digits: str) -> float:
    read = float(digits)
    if read in (float("inf"), float("-inf")):
        raise JsonError("it has a number that is too large")
    return read


def _constant(word: str) -> float:
    raise JsonError(f"{word} is no number of JSON")


def _refuse_odd(value: Any) -> None:
    """Refuse texts with signs that a terminal would obey, or that are no text at all."""
    if isinstance(value, str) and (odd := _ODD.search(value)):
        raise JsonError(f"it has a text with the control character U+{ord(odd[0]):04X}")
    if isinstance(value, dict):
        for key, inner in value.items():
            _refuse_odd(key)
            _refuse_odd(inner)
    elif isinstance(value, list):
        for inner in value:
            _refuse_odd(inner)
