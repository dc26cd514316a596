"""The export of a form, a row for each answer, taken in as games that were played."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.options import stop_on_errors
from generator.playtest.answers import KEYS, AskedSheets, add_said
from validator.catalogue.sheets.files import CellGrid
from validator.findings import Finding, Severity, did_you_mean

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


def check_columns(columns: Mapping[str, str], asked: AskedSheets) -> Mapping[str, str]:
    """What is wrong with the keys that columns are said to hold: a hint for each header."""
    known = (*KEYS, IGNORE, *(one.id for one in asked.own))
    every = f"it holds one of: {', '.join(known)}"
    return {
        header: did_you_mean(key, known, every)
        for header, key in columns.items()
        if key not in known
    }


def read_rows(
    grid: CellGrid, columns: Mapping[str, str], asked: AskedSheets, taken: set[str]
) -> list[FormRow]:
    """The rows of a form that are not among those ``taken``, which are told by their checksums.

    Raises:
        DataError: a cell cannot be read, or something lacks in a row.
    """
    headers = [str(one).strip() for one in grid.rows[0]] if grid.rows else []
    findings: list[Finding] = []
    seen: Counter[str] = Counter()
    found = []
    for at in range(1, len(grid.rows)):
        if grid.is_blank(at):
            continue
        cells = [(header, str(grid.cell(at, n)).strip()) for n, header in enumerate(headers)]
        content = json.dumps(sorted(one for one in cells if one[1]))
        seen[content] += 1
        digest = hashlib.sha256(f"{content} {seen[content]}".encode()).hexdigest()
        row = FormRow(digest[:16])
        if row.checksum in taken:
            continue

        def wrong(column: int, message: str, hint: str, at: int = at) -> Finding:
            place = grid.place(at, column)
            return Finding("sheet-cell", Severity.ERROR, asked.game, place, message, hint)

        for column, (header, text) in enumerate(cells):
            key = columns.get(header, IGNORE)
            try:
                if text and key != IGNORE:
                    row.said.append((key, asked.read(key, text)))
            except ValueError as error:
                findings.append(wrong(column, f"{header}: {text!r} is not read", str(error)))
        if row.first("date") is None:
            findings.append(wrong(0, "the row has no day", "say which column holds the `date`"))
        if row.first("seat") is None and any(row.first(one) is not None for one in _OF_SEAT):
            hint = "say which column holds the `seat`, or ignore those of score and won"
            findings.append(wrong(0, "the row has a score and no seat", hint))
        found.append(row)
    stop_on_errors(findings)
    return found


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
