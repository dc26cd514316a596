"""Change cells in the text of a CSV file where they stand; every other byte stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from generator.sheets.yaml_edit import Splice, move_lines, splice
from generator.text_files import guard_cell
from validator.catalogue.sheets.files import (
    Cell,
    CellGrid,
    Spot,
    cell_pattern,
    codec_of,
    part_text,
)

_BREAK = re.compile(r"\r\n|\n|\r")


class CsvText:
    """The text of a CSV or TSV file, with where each cell of its ``grid`` stands.

    Raises:
        SheetError: it is no text.
    """

    def __init__(self, raw: bytes, grid: CellGrid, is_known: Callable[[str], bool]) -> None:
        self.grid = grid
        self.text, _, self.separator = part_text(raw, grid.file, is_known)
        self._mark, self._encoding = codec_of(raw)
        self._lines = [0, *(one.end() for one in _BREAK.finditer(self.text))]
        self._cell = cell_pattern(self.separator)

    def with_cells(
        self, cells: Mapping[Spot, Cell], behind: int = 0, more: Sequence[Mapping[int, Cell]] = ()
    ) -> bytes:
        """The file with other values in cells; those beyond the end of a row make it longer.

        ``more`` rows, each with its cells by their columns, come ``behind`` one.
        """
        splices, longest = [], dict[int, int]()
        for row, column in sorted(cells):
            last = len(self.grid.spots[row]) - 1
            start, end = self._span(row, min(column, last))
            written = self._write(cells[row, column], self.text[start:end])
            if column > last:
                ahead = column - longest.get(row, last)
                start, written = end, self.separator * ahead + written
                longest[row] = column
            splices.append(Splice(start, end, written))
        if more:
            splices.append(self._insert(behind, more))
        return self._encode(splice(self.text, splices))

    def _insert(self, behind: int, more: Sequence[Mapping[int, Cell]]) -> Splice:
        found, end = _BREAK.search(self.text), self._line(behind)[1]
        newline = found[0] if found else "\n"
        lines = [
            self.separator.join(self._write(one.get(at, ""), "") for at in range(max(one) + 1))
            for one in more
        ]
        ends = _BREAK.search(self.text[end - 1 : end])
        told = newline.join(lines)
        return Splice(end, end, f"{told}{newline}" if ends else f"{newline}{told}")

    def with_copy(self, row: int, column: int, value: Cell) -> bytes:
        """The file with a row once more below itself, with another value in one of its cells."""
        start, end = self._line(row)
        at, till = self._span(row, column)
        written = self._write(value, self.text[at:till])
        copied = self.text[start:at] + written + self.text[till:end]
        if not _BREAK.search(copied[-1:]):  # the last line of the file, without an end
            found = _BREAK.search(self.text)
            copied = (found[0] if found else "\n") + copied
        return self._encode(self.text[:end] + copied + self.text[end:])

    def with_move(self, row: int, behind: int, first: int) -> bytes:
        """The file with a row below another one, or (-1) above the ``first``."""
        to = self._line(first)[0] if behind < 0 else self._line(behind)[1]
        return self._encode(move_lines(self.text, *self._line(row), to))

    def without(self, row: int) -> bytes:
        """The file without a row."""
        start, end = self._line(row)
        return self._encode(self.text[:start] + self.text[end:])

    def _start(self, row: int, column: int = 0) -> int:
        line, spot = self.grid.spots[row][column]
        return self._lines[line - 1] + spot - 1

    def _span(self, row: int, column: int) -> tuple[int, int]:
        """Where a cell begins and ends as it is written, with its quotes."""
        start = self._start(row, column)
        found = self._cell.match(self.text, start)
        assert found is not None
        return start, start + len(found["plain"] if found["cell"] is None else found["cell"])

    def _line(self, row: int) -> tuple[int, int]:
        """Where a row begins, and where the next one does."""
        below = row + 1 < len(self.grid.spots)
        return self._start(row), self._start(row + 1) if below else len(self.text)

    def _write(self, value: Cell, before: str) -> str:
        """A value as a cell, in quotes where it must be or the one before was."""
        cell = guard_cell(str(value).lower() if isinstance(value, bool) else value)
        odd = any(sign in cell for sign in (self.separator, '"', "\n", "\r"))
        if odd or cell != cell.strip() or before.lstrip(" ").startswith('"'):
            return '"' + cell.replace('"', '""') + '"'
        return cell

    def _encode(self, text: str) -> bytes:
        return self._mark + text.encode(self._encoding)
