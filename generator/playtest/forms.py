"""The export of a form, a row for each answer, taken in as games that were played."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from generator.failures import DataError, WrongUseError
from generator.options import stop_on_errors
from generator.playtest.answers import KEYS, AskedSheets, add_said
from generator.playtest.notes import read_checked
from validator.catalogue.sheets.files import CellGrid, SheetError, read_text_grid
from validator.catalogue.source import Source
from validator.findings import Finding, Severity, did_you_mean
from validator.plainfile import read_plain

IGNORE = "ignore"
"""What a column holds that is not taken in."""
_OF_SEAT = ("score", "won")


@dataclass(frozen=True, slots=True)
class FormRow:
    """A row of a form: its checksum, and what it says, in the order of its columns."""

    checksum: str
    said: list[tuple[str, Any]] = field(default_factory=list)

    def first(self, key: str) -> Any:
        """What it says of a key first; None for nothing."""
        return next((value for one, value in self.said if one == key), None)


def guess_column(header: str, asked: AskedSheets) -> str:
    """What a column is likely to hold, by its header."""
    meant = header.strip().casefold()
    asks = {one.ask.casefold(): one.id for one in asked.own} | {one.id: one.id for one in asked.own}
    return meant if meant in KEYS else asks.get(meant, IGNORE)


def read_columns(path: Path, root: Path, asked: AskedSheets) -> Source | None:
    """What the columns of a form hold, as ``columns.yaml`` says; None where there is none.

    Raises:
        DataError: the file has errors.
        WrongUseError: a column is to hold what is not asked.
    """
    if not path.exists():
        return None
    source, problems = read_checked(path, path.relative_to(root).as_posix(), "columns", root)
    stop_on_errors(problems)
    assert source is not None
    known = (*KEYS, IGNORE, *(one.id for one in asked.own))
    for header, key in source.data["columns"].items():
        if key not in known:
            hint = did_you_mean(key, known, f"it holds one of: {', '.join(known)}")
            place = source.place(("columns", header))
            raise WrongUseError(f"{place}: {key!r} is nothing that is asked; {hint}")
    return source


def read_form(file: Path, columns: Mapping[str, str]) -> CellGrid:
    """The cells of a form's export.

    Raises:
        WrongUseError: the file cannot be read.
        DataError: it is no table.
    """
    try:
        return read_text_grid(read_plain(file), file.name, lambda one: one in columns)
    except OSError as error:
        raise WrongUseError(f"cannot read {file}: {error.strerror}") from error
    except SheetError as error:
        raise DataError([error.finding]) from error


def headers_of(grid: CellGrid) -> list[str]:
    """The headers of the columns, empty ones as such."""
    return [str(one).strip() for one in grid.rows[0]] if grid.rows else []


def read_rows(
    grid: CellGrid, columns: Mapping[str, str], asked: AskedSheets, taken: set[str]
) -> list[FormRow]:
    """The rows of a form that are not among those ``taken``, which are told by their checksums.

    Raises:
        DataError: a cell cannot be read, or something lacks in a row.
    """
    findings, seen = list[Finding](), Counter[str]()
    found = []
    for at in range(1, len(grid.rows)):
        cells = [(one, str(grid.cell(at, n)).strip()) for n, one in enumerate(headers_of(grid))]
        content = json.dumps(sorted(one for one in cells if one[1]))
        seen[content] += 1
        row = FormRow(hashlib.sha256(f"{content} {seen[content]}".encode()).hexdigest()[:16])
        if row.checksum not in taken and not grid.is_blank(at):
            for column, message, hint in _fill_row(row, cells, columns, asked):
                place = grid.place(at, column)
                wrong = Finding("sheet-cell", Severity.ERROR, asked.game, place, message, hint)
                findings.append(wrong)
            found.append(row)
    stop_on_errors(findings)
    return found


def _fill_row(
    row: FormRow, cells: Sequence[tuple[str, str]], columns: Mapping[str, str], asked: AskedSheets
) -> Iterator[tuple[int, str, str]]:
    """Note what the cells of a row say; yields what is wrong: column, message and hint."""
    for column, (header, text) in enumerate(cells):
        key = columns.get(header, IGNORE)
        try:
            if text and key != IGNORE:
                row.said.append((key, asked.read(key, text)))
        except ValueError as error:
            yield column, f"{header}: {text!r} is not read", str(error)
    if row.first("date") is None:
        yield 0, "the row has no day", "say which column holds the `date`"
    if row.first("seat") is None and any(row.first(one) is not None for one in _OF_SEAT):
        hint = "say which column holds the `seat`, or ignore those of score and won"
        yield 0, "the row has a score and no seat", hint


def games_of(rows: Sequence[FormRow], game: str, code: str) -> list[dict[str, Any]]:
    """The games that rows tell of: those of one day, print and ``table``, each seat once.

    A row without a seat is a game of its own.
    """
    games: list[dict[str, Any]] = []
    tables: dict[tuple[Any, ...], tuple[dict[str, Any], set[int]]] = {}
    for row in rows:
        seat = row.first("seat")
        key = tuple(row.first(one) for one in ("date", "print", "table"))
        played, seats = tables.get(key, ({}, {seat}))
        if seat is None or seat in seats:
            played, seats = {"game": game, "print": code, "rows": []}, set()
            games.append(played)
        if seat is not None:
            tables[key] = played, seats | {seat}
        played["rows"].append(row.checksum)
        # the seat comes first, wherever its column stands
        add_said(played, [("seat", seat), *(one for one in row.said if one[0] != "seat")])
    return games
