"""Which record a row of a sheet is of, for those who compare findings and not values."""

from __future__ import annotations

from collections.abc import Mapping

from validator.catalogue.sheets.grid import Grid, SheetError
from validator.catalogue.sheets.text_file import read_text_grid
from validator.catalogue.sheets.workbook import SUFFIXES, read_workbook_grid
from validator.findings import Place

_NAMING = ("id", "name")


def row_ids(raw: bytes, place: Place) -> Mapping[int, str]:
    """The id of each row by its line (its row in a workbook), for the sheet that ``place`` is in.

    It is what stands below ``id`` (or ``name``), else the first cell; none if it cannot be read.
    """
    try:
        if place.file.lower().endswith(SUFFIXES):
            grid = read_workbook_grid(raw, place.file, place.sheet or None, place)
        else:
            grid = read_text_grid(raw, place.file, lambda text: text.casefold() in _NAMING)
    except SheetError:
        return {}
    at = _naming(grid)
    rows = [row for row in range(len(grid.rows)) if not grid.is_blank(row)]
    return {grid.place(row).line: str(grid.cell(row, at)).strip() for row in rows}


def _naming(grid: Grid) -> int:
    """The column of the ids."""
    for wanted in _NAMING:
        for cells in grid.rows:
            for at, cell in enumerate(cells):
                if str(cell).strip().casefold() == wanted:
                    return at
    return 0
