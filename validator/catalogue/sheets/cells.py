"""The value of a cell by the shape of its field, and the cell of a value: one short form both ways.

- A text is itself, without spaces at its ends; numbers and true/false where a text belongs are
  written out.
- A number is one also where it is written as text; true/false, yes/no and x are booleans.
- A list of plain values is parted by ``;`` or line ends, else by commas; an entry in double quotes
  is taken as it is.
- Effects are in the words of :mod:`validator.catalogue.sheets.effect_words`.
- All else, and whatever begins with ``[`` or ``{`` where a list or mapping belongs, is one line of
  YAML.
"""

from __future__ import annotations

import re
from typing import Any

from validator.catalogue.sheets.effect_words import read_effects, say_effects
from validator.catalogue.sheets.files import Cell
from validator.catalogue.sheets.shapes import (
    CellError,
    FieldShape,
    flow,
    read_flow,
    same,
    unescape,
)
from validator.catalogue.yaml_faults import quote, too_long_list, too_long_text

ABSENT = object()
"""What an empty cell gives: the record does not have the field."""

_INTEGER = re.compile(r"[-+]?\d{1,18}")
_DECIMAL = re.compile(r"[-+]?\d{0,18}[.,]\d{1,18}|[-+]?\d{1,15}[.,]?\d{0,15}[eE][-+]?\d{1,2}")
_TRUE, _FALSE = ("true", "yes", "x"), ("false", "no")
_ENTRY = re.compile(r'\s*"(?P<text>(?:[^"\\]|\\.)*)"\s*(?=[;,\n]|\Z)|(?P<plain>[^;,\n]*)')


def read_cell(cell: Cell, shape: FieldShape, decimal_comma: bool = False) -> Any:
    """The value of a cell, or :data:`ABSENT`; the schema has not judged it yet.

    Raises:
        CellError: its short form cannot be read.
    """
    if isinstance(cell, str):
        text = cell.strip().replace("\r\n", "\n").replace("\r", "\n")
        return _of_text(text, shape, decimal_comma) if text else ABSENT
    value = _of_number(cell, shape)
    return [_of_number(cell, shape.items)] if shape.kinds == {"array"} else value


def _of_number(cell: int | float | bool, shape: FieldShape) -> Any:
    """The value of a cell that a spreadsheet holds as a number or as true or false."""
    if isinstance(cell, bool):
        wants = "string" if not shape.allows("boolean") else "boolean"
        return str(cell).lower() if wants == "string" and shape.allows("string") else cell
    if cell in shape.enum and not isinstance(shape.enum[shape.enum.index(cell)], bool):
        return cell
    if shape.allows("integer", "number"):
        return cell
    if shape.allows("string"):
        return str(cell)
    return bool(cell) if shape.allows("boolean") and cell in (0, 1) else cell


def _of_text(text: str, shape: FieldShape, decimal_comma: bool) -> Any:
    fault = too_long_text(text)
    if fault is not None:
        code, message, hint = fault
        raise CellError(message, hint, code)
    if shape.effects and text[0] == "[":
        return _yaml(text)
    if shape.effects:
        return read_effects(text)
    if shape.allows("array") and (text[0] == "[" or not shape.allows("string")):
        if shape.allows("boolean") and text.lower() in (*_TRUE, *_FALSE):
            return text.lower() in _TRUE
        return _list(text, shape, decimal_comma)
    if shape.allows("object") and (text[0] == "{" or not shape.allows("string")):
        return _yaml(text)
    return _scalar(text, shape, decimal_comma)


def _scalar(text: str, shape: FieldShape, decimal_comma: bool = False) -> Any:
    number = _number(text, decimal_comma)
    if number is not None and number in shape.enum and text not in shape.enum:
        return number
    if shape.allows("string"):
        return number if number is not None and shape.allows("integer", "number") else text
    if shape.allows("boolean") and text.lower() in (*_TRUE, *_FALSE):
        return text.lower() in _TRUE
    if shape.allows("boolean") and not shape.allows("integer", "number") and text in ("0", "1"):
        return text == "1"
    if number is not None and (shape.allows("integer", "number") or not shape.kinds):
        return number
    if not shape.kinds and text in ("true", "false", "TRUE", "FALSE"):
        return text.lower() == "true"
    return text


def _number(text: str, decimal_comma: bool) -> int | float | None:
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and (decimal_comma or "," not in text):
        value = float(text.replace(",", "."))
        return int(value) if value.is_integer() and abs(value) < 1e15 else value
    return None


def _yaml(text: str) -> Any:
    try:
        return read_flow(text)
    except CellError as error:
        raise CellError(f"{text[:40]!r} cannot be read: {error}") from error


def _list(text: str, shape: FieldShape, decimal_comma: bool) -> list[Any]:
    if text[0] in "[{":
        found = _yaml(text)
        entries = found if isinstance(found, list) else [found]
    else:
        entries = [
            str(one) if isinstance(one, _Quoted) else _scalar(one, shape.items, decimal_comma)
            for one in _split_list(text)
        ]
    fault = too_long_list(len(entries), 2)
    if fault is not None:
        code, message, hint = fault
        raise CellError(message, hint, code)
    return entries


class _Quoted(str):
    """An entry that stood in quotes."""


def _split_list(text: str) -> list[str]:
    """The entries of a list; commas part them only where no ``;`` or line end does."""
    pieces: list[tuple[str, str]] = []
    at = 0
    while at <= len(text):
        found = _ENTRY.match(text, at)
        assert found is not None
        at = found.end()
        entry = found["plain"]
        pieces.append(
            (_Quoted(unescape(found["text"])) if entry is None else entry, text[at : at + 1])
        )
        at += 1
    if any(sign in ("\n", ";") for _, sign in pieces):
        pieces = _join_pieces(pieces)
    entries = [one if isinstance(one, _Quoted) else one.strip() for one, _ in pieces]
    return [one for one in entries if one or isinstance(one, _Quoted)]


def _join_pieces(pieces: list[tuple[str, str]]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for one, sign in pieces:
        if found and found[-1][1] == ",":
            before = found.pop()[0]
            found.append((f"{before},{one}", sign))
        else:
            found.append((one, sign))
    return found


def write_cell(value: Any, shape: FieldShape) -> Cell:
    """The cell of a value; :func:`read_cell` gives the value back wherever a cell can hold it."""
    if isinstance(value, bool | int | float):
        return value if same(_back(value, shape), value) else str(value)
    if value is None or isinstance(value, str):
        return value or ""
    if shape.effects:
        said = say_effects(value)
        return flow(value) if said is None else said
    if isinstance(value, list) and value and not any(isinstance(one, list | dict) for one in value):
        text = "; ".join(_entry(one, shape.items) for one in value)
        if same(_back(text, shape), value):
            return text
    return flow(value)


def _entry(value: Any, shape: FieldShape) -> str:
    if not isinstance(value, str):
        return str(value).lower() if isinstance(value, bool) else str(value)
    plain = value and value == value.strip() and not re.search(r'[,;"\n\[{\\]', value)
    return value if plain and same(_scalar(value, shape), value) else quote(value)


def _back(cell: Cell, shape: FieldShape) -> Any:
    try:
        return read_cell(cell, shape)
    except CellError:
        return ABSENT


def as_in_a_sheet(value: Any, shape: FieldShape) -> Any:
    """What is left of a value once it went through a cell, such as a text without outer spaces."""
    return _back(write_cell(value, shape), shape)
