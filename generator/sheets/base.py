"""What went out, kept with the sheet: the common ancestor of its edits and those of the files.

In a workbook it is a hidden sheet, beside a CSV file a file of its own. Both hold lines of text
that no spreadsheet program changes: letters, digits, ``-`` and ``_``, with a checksum.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SHEET = "trilith base"
"""The name of the hidden sheet; the space keeps it apart from the ids of sets."""
SUFFIX = ".base"
"""What is added to the name of a CSV file for that beside it."""
_HEAD = "what `trilith sheet out` wrote; `trilith sheet in` needs it, please leave it"
_VERSION = 1
_LINE = 20_000
_LARGEST = 60_000_000


class BaseError(Exception):
    """What went out cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class SetBase:
    """What went out of one set: the sheet it went to, its columns, its records by id and field."""

    sheet: str
    file: str
    fields: tuple[str, ...]
    records: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Base:
    """What went out of a game, by the ids of its sets."""

    game: str
    sets: Mapping[str, SetBase]


def base_lines(base: Base) -> list[str]:
    """The lines that keep what went out."""
    sets = {
        key: {"sheet": one.sheet, "file": one.file, "fields": one.fields, "records": one.records}
        for key, one in base.sets.items()
    }
    told = json.dumps({"v": _VERSION, "game": base.game, "sets": sets}, ensure_ascii=False)
    packed = base64.urlsafe_b64encode(zlib.compress(told.encode("utf-8", "surrogatepass"), 9))
    text = packed.decode("ascii").rstrip("=")
    lines = [f"b.{text[at : at + _LINE]}" for at in range(0, len(text), _LINE)]
    return [_HEAD, f"s.{_sum(text)}", *lines]


def read_base(lines: Iterable[str]) -> Base:
    """What went out, from the lines that keep it.

    Raises:
        BaseError: they are not whole.
    """
    listed = [line.strip() for line in lines]
    text = "".join(line[2:] for line in listed if line.startswith("b."))
    if f"s.{_sum(text)}" not in listed:
        raise BaseError("what went out is not whole")
    try:
        told = json.loads(_unpacked(text))
        sets = {key: _set(one) for key, one in told["sets"].items()}
        return Base(str(told["game"]), sets)
    except (ValueError, KeyError, TypeError, AttributeError, zlib.error, RecursionError) as error:
        raise BaseError("what went out cannot be read") from error


def is_base(raw: bytes) -> bool:
    """Tell whether a file keeps what went out."""
    try:
        read_base(raw.decode("utf-8", "replace").splitlines())
    except BaseError:
        return False
    return True


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _unpacked(text: str) -> str:
    packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    opened = zlib.decompressobj()
    told = opened.decompress(packed, _LARGEST)
    if opened.unconsumed_tail:
        raise ValueError("too large")
    return told.decode("utf-8", "surrogatepass")


def _set(told: Mapping[str, Any]) -> SetBase:
    records = {str(key): dict(one) for key, one in told["records"].items()}
    fields: Sequence[Any] = told["fields"]
    return SetBase(str(told["sheet"]), str(told["file"]), tuple(map(str, fields)), records)
