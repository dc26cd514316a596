"""Values as YAML has them, in the style of what stood there."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from validator.catalogue.sheets.shapes import FlowError, flow, in_quotes, quoted, read_flow, same
from validator.catalogue.source import parse_source

_WIDTH = 110
"""Columns up to which a folded text is filled; lines of the shipped files end at 120."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the value before was written: its style, whether inside braces, its column, line ends.

    ``style`` is that of YAML's scalars: a quote, ``|``, ``>``, or nothing for a plain one.
    """

    style: str = ""
    in_flow: bool = False
    indent: int = 0
    newline: str = "\n"


def written(value: Any, manner: Manner) -> str:
    """A value for the place of another; a text keeps the style of the one before if it can.

    Raises:
        FlowError: no file of a project can have it.
    """
    if not isinstance(value, str):
        return flow(value)
    for candidate in _candidates(value, manner):
        if candidate is not None and _reads_back(candidate, value, manner):
            return candidate
    return in_quotes(value)


def _candidates(text: str, manner: Manner) -> list[str | None]:
    plain = text if "\n" not in text else None
    single = None if "\n" in text else "'" + text.replace("'", "''") + "'"
    match manner.style:
        case '"':
            return [quoted(text)]
        case "'":
            return [single]
        case ">" if not manner.in_flow:
            return [_folded(text, manner), plain]
        case "|" if not manner.in_flow:
            return [_literal(text, manner), plain]
        case _:
            return [plain]


def _folded(text: str, manner: Manner) -> str | None:
    if "\n" in text or "  " in text or text != text.strip() or not text:
        return None
    pad = manner.newline + " " * manner.indent
    width = max(40, _WIDTH - manner.indent)
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return pad.join([">-", *lines])


def _literal(text: str, manner: Manner) -> str | None:
    lines = text.split("\n")
    if any(line != line.rstrip() for line in lines) or not lines[0] or lines[0][0] == " ":
        return None
    pad = " " * manner.indent
    return manner.newline.join(["|-", *(f"{pad}{line}" if line else "" for line in lines)])


def _reads_back(candidate: str, text: str, manner: Manner) -> bool:
    if candidate[:2] in (">-", "|-"):
        source, findings = parse_source(f"v:\n  w: {candidate}\n", "")
        return bool(source and not findings and source.data == {"v": {"w": text}})
    try:
        if manner.in_flow:
            return same(read_flow(f"[{candidate}, 1]"), [text, 1])
        return same(read_flow(candidate), text)
    except FlowError:
        return False


def entry(key: str, value: Any, indent: int, newline: str) -> str:
    """A key with its value, for a mapping whose keys stand ``indent`` columns in; a list of
    mappings has a line for each.
    """
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        pad = f"{newline}{' ' * (indent + 2)}- "
        return f"{flow(key)}:" + "".join(f"{pad}{flow(one)}" for one in value)
    if isinstance(value, str):
        return f"{flow(key)}: {written(value, Manner())}"
    return f"{flow(key)}: {flow(value)}"
