"""The header of a sheet: which of its rows it is, and which column is which field of the set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from validator.catalogue.sheets.grid import Grid
from validator.catalogue.sheets.shapes import Shape
from validator.findings import Finding, Severity
from validator.hints import did_you_mean

ALIASES = {"qty": "copies", "quantity": "copies"}
"""Headers that spreadsheets of card games use for a field, unless the set has one of that name."""
_MOST_FIELDS = 2_000
"""Fields, inner ones with them, that headers may stand for."""
_SEARCHED = 20
"""Rows among which the header is looked for; what stands above it is a title."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column that is read: where it stands, its field (dotted if inside another), its shape."""

    at: int
    field: str
    shape: Shape


@dataclass(frozen=True, slots=True)
class Header:
    """The row of the header, and the columns that are read, from the left."""

    row: int
    columns: tuple[Column, ...]


class Names:
    """The fields of a set by the headers that may stand for them.

    ``given`` are those that ``columns`` of the set says, without a field where a column is not
    read. Capitals, spaces, hyphens and underlines make no difference where it leaves no doubt.
    """

    def __init__(self, fields: Mapping[str, Shape], given: Mapping[str, str | None]) -> None:
        self.fields = fields
        self._given = given
        self._alike: dict[str, list[str]] = {}
        for name in fields:
            self._alike.setdefault(_bare(name), []).append(name)

    def is_known(self, text: str) -> bool:
        """Tell whether a header is a field's, or one that ``columns`` names."""
        return text in self._given or self.field(text) is not None

    def is_left_out(self, text: str) -> bool:
        """Tell whether a column is not for trilith."""
        return text.startswith("#") or (text in self._given and self._given[text] is None)

    def field(self, text: str) -> str | None:
        """The field that a header stands for, if it is one."""
        if text in self._given:
            return self._given[text]
        if text in self.fields:
            return text
        alike = self._alike.get(_bare(text), [])
        if len(alike) == 1:
            return alike[0]
        return ALIASES.get(_bare(text)) if not alike else None


def _bare(name: str) -> str:
    return re.sub(r"[\s_-]+", "_", name.strip().casefold())


def fields_of(properties: Mapping[str, Shape], derived: Iterable[str] = ()) -> dict[str, Shape]:
    """Every field that a column may have: those of a set's records, and inner ones with dots."""
    left_out = set(derived)
    found = (
        pair
        for name, shape in properties.items()
        if name not in left_out
        for pair in _with_inner(name, shape, 0)
    )
    return dict(islice(found, _MOST_FIELDS))


def _with_inner(name: str, shape: Shape, depth: int) -> Iterator[tuple[str, Shape]]:
    yield name, shape
    if shape.allows("object") and depth < 3:
        for key, inner in shape.properties.items():
            yield from _with_inner(f"{name}.{key}", inner, depth + 1)


def read_header(grid: Grid, names: Names, game: str) -> tuple[Header | None, list[Finding]]:
    """The header of a sheet: the first of its upper rows that names most fields."""
    rows = [row for row in range(len(grid.rows)) if not grid.is_blank(row)][:_SEARCHED]
    if not rows:
        message = "the sheet is empty"
        hint = "write a row of headers: id, name, copies and the set's own fields"
        return None, [_error(grid, 0, 0, game, message, hint)]
    row = max(rows, key=lambda one: (_known(grid, one, names), -one))
    table = _table(grid, row)
    columns: list[Column] = []
    findings: list[Finding] = []
    for at, text in table:
        if names.is_left_out(text):
            continue
        field = names.field(text)
        if field is None or field not in names.fields:
            findings.append(_unknown(grid, row, at, text, field, names, game))
        elif field in [one.field for one in columns]:
            message = f"two columns stand for the field {field!r}"
            findings.append(_error(grid, row, at, game, message, "take one of them out"))
        else:
            columns.append(Column(at, field, names.fields[field]))
    return Header(row, tuple(columns)), [*findings, *_missing(grid, row, columns, game)]


def _known(grid: Grid, row: int, names: Names) -> int:
    return sum(names.is_known(text) for _, text in _table(grid, row))


def _table(grid: Grid, row: int) -> list[tuple[int, str]]:
    """The headers of a row with their columns, up to a column that is empty all the way down."""
    found: list[tuple[int, str]] = []
    for at, cell in enumerate(grid.rows[row]):
        text = str(cell).strip()
        if text:
            found.append((at, text))
        elif found and not any(str(grid.cell(below, at)).strip() for below in _below(grid, row)):
            break
    return found


def _below(grid: Grid, row: int) -> range:
    return range(row + 1, len(grid.rows))


def _unknown(
    grid: Grid, row: int, at: int, text: str, field: str | None, names: Names, game: str
) -> Finding:
    known = list(names.fields)
    if field is not None:
        message = f"`columns` says that {text[:60]!r} is {field!r}, which is no field of the set"
        return _error(grid, row, at, game, message, did_you_mean(field, known, _listed(known)))
    otherwise = f"say under `columns` what it is, or begin it with `#`; {_listed(known)}"
    hint = did_you_mean(text, known, otherwise)
    return _error(grid, row, at, game, f"no field is called {text[:60]!r}", hint)


def _listed(known: Sequence[str]) -> str:
    return f"fields: {', '.join(known)}"


def _missing(grid: Grid, row: int, columns: Sequence[Column], game: str) -> list[Finding]:
    """What is told where no column has the names of the records."""
    if {"id", "name"} & {one.field for one in columns}:
        return []
    message = "no column is called `id` or `name`"
    return [_error(grid, row, 0, game, message, "begin with a row of headers: id, name, ...")]


def _error(grid: Grid, row: int, column: int, game: str, message: str, hint: str) -> Finding:
    place = grid.place(row, column)
    return Finding("sheet-header", Severity.ERROR, game, place, message, hint)


def given_columns(components: Mapping[str, Any]) -> dict[str, str | None]:
    """What ``columns`` of a set says, header by header."""
    return {str(key): value for key, value in components.get("columns", {}).items()}
