"""A sheet as rows of cells, each with its place, whatever file it comes from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from validator.findings import Finding, Place, Severity

Cell: TypeAlias = "str | int | float | bool"
"""What a cell holds; an empty one holds ``""``."""
Spot: TypeAlias = "tuple[int, int]"
"""Row and column, from 0."""

MOST_ROWS = 20_000
"""Rows of a sheet that are read; a set of 5,000 designs has 5,001."""
MOST_COLUMNS = 256
"""Columns of a sheet that are read."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a cell cannot be read, and what to do."""

    message: str
    hint: str


@dataclass(frozen=True)
class Grid:
    """The cells of one sheet.

    ``sheet`` is its name in a workbook, empty for a text file; then ``spots`` has line and column
    (from 1) of each cell. ``faults`` are the cells that cannot be read. ``decimal_comma`` tells
    that 1,5 may be a number here.
    """

    file: str
    sheet: str
    rows: Sequence[Sequence[Cell]]
    spots: Sequence[Sequence[Spot]] = ()
    faults: Mapping[Spot, Fault] = field(default_factory=dict)
    decimal_comma: bool = False

    def cell(self, row: int, column: int) -> Cell:
        """What stands in a cell; ``""`` beyond the end of its row."""
        cells = self.rows[row]
        return cells[column] if column < len(cells) else ""

    def place(self, row: int, column: int = 0) -> Place:
        """Where a cell stands (the last one of its row for one beyond it)."""
        if self.sheet:
            return Place(self.file, row + 1, column + 1, self.sheet)
        if row >= len(self.spots) or not self.spots[row]:
            return Place(self.file)
        return Place(self.file, *self.spots[row][min(column, len(self.spots[row]) - 1)])

    def is_blank(self, row: int) -> bool:
        """Tell whether a row has nothing in it."""
        if row in self._faulty_rows:
            return False
        return all(isinstance(one, str) and not one.strip() for one in self.rows[row])

    @cached_property
    def _faulty_rows(self) -> frozenset[int]:
        return frozenset(row for row, _ in self.faults)


class SheetError(Exception):
    """A sheet that cannot be read; ``finding`` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def unreadable(place: Place, message: str, hint: str, code: str = "sheet-unreadable") -> SheetError:
    """The error of a sheet that cannot be read; the game is filled in by whoever reports it."""
    return SheetError(Finding(code, Severity.ERROR, "", place, message, hint))
