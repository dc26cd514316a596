"""Read a sheet of a workbook (XLSX, ODS) into a grid, within bounds.

Values are read by calamine; formulas count by the values that were saved with them.
"""

from __future__ import annotations

import datetime
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import python_calamine as calamine

from validator.catalogue.sheets.files import (
    MOST_COLUMNS,
    MOST_ROWS,
    Cell,
    CellFault,
    CellGrid,
    PartsError,
    Scan,
    Spot,
    is_ods,
    pack,
    scan_ods,
    scan_xlsx,
    unreadable,
    xml_parts,
)
from validator.findings import Place, did_you_mean

SUFFIXES = (".xlsx", ".ods")
MOST_MERGED = 1_000_000
"""Cells that may lie in merged areas, counted once for each."""
_WHOLE = 1e15
"""Below this every integer is a number of its own to a spreadsheet."""
_SAVE = "open it in a spreadsheet program and save it anew"


def read_workbook_grid(raw: bytes, file: str, sheet: str | None, asked: Place) -> CellGrid:
    """The cells of the sheet that is called ``sheet``; of the first that shows if None.

    ``asked`` is where the sheet was named.

    Raises:
        SheetError: there is none, or it cannot be read.
    """
    try:
        parts = xml_parts(raw)
        scans = _scan(parts)
        with panics_told(), calamine.load_workbook(io.BytesIO(pack(parts))) as book:
            name = _choose_sheet(book, sheet, asked)
            scan = scans[name] if scans else scan_xlsx(parts, name)
            _within_bounds(scan)
            rows = book.get_sheet_by_name(name).to_python(skip_empty_area=False)
    except (PartsError, calamine.CalamineError, OSError, ValueError, KeyError) as error:
        said = str(error) if isinstance(error, PartsError) else "it is damaged"
        raise unreadable(Place(file), f"the workbook cannot be read: {said}", _SAVE) from error
    return _grid(file, name, rows, scan)


def sheet_names(raw: bytes) -> tuple[str, ...]:
    """The names of all sheets of a workbook, hidden ones too; none if it cannot be read."""
    try:
        parts = xml_parts(raw)
        _scan(parts)
        with panics_told(), calamine.load_workbook(io.BytesIO(pack(parts))) as book:
            return tuple(book.sheet_names)
    except (PartsError, calamine.CalamineError, OSError, ValueError):
        return ()


def _scan(parts: Mapping[str, bytes]) -> dict[str, Scan]:
    """The sheets of an ODS file looked through before it is opened; none of XLSX, whose sheets are
    read one by one.
    """
    scans = scan_ods(parts) if is_ods(parts) else {}
    for scan in scans.values():
        _within_bounds(scan)
    return scans


@contextmanager
def panics_told() -> Iterator[None]:
    """Make a failure of a damaged workbook of a panic of the library, which is no Exception."""
    try:
        yield
    except (Exception, KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:
        raise PartsError("it is damaged") from error


def _choose_sheet(book: Any, sheet: str | None, asked: Place) -> str:
    names: list[str] = list(book.sheet_names)
    if sheet in names:
        return str(sheet)
    if sheet is not None:
        hint = did_you_mean(sheet, names, f"sheets: {', '.join(names)[:200]}")
        raise unreadable(asked, f"there is no sheet {sheet!r}", hint, "sheet-unknown")
    shown = [
        one.name
        for one in book.sheets_metadata
        if one.visible == calamine.SheetVisibleEnum.Visible
        and one.typ == calamine.SheetTypeEnum.WorkSheet
    ]
    if not shown:
        raise PartsError("none of its sheets shows")
    return str(shown[0])


def _within_bounds(scan: Scan) -> None:
    if scan.rows > MOST_ROWS or scan.columns > MOST_COLUMNS:
        size = f"{scan.rows:,} rows and {scan.columns:,} columns"
        raise PartsError(f"it has {size}; {MOST_ROWS:,} and {MOST_COLUMNS} are the most")
    merged = sum((b[0] - a[0] + 1) * (b[1] - a[1] + 1) for a, b in scan.merged)
    if merged > MOST_MERGED:
        raise PartsError(f"it has {merged:,} merged cells; {MOST_MERGED:,} are the most")


def _grid(file: str, sheet: str, rows: Sequence[Sequence[Any]], scan: Scan) -> CellGrid:
    faults: dict[Spot, CellFault] = {}
    cells = [
        [_cell(value, (row, column), faults) for column, value in enumerate(values)]
        for row, values in enumerate(rows)
    ]
    for spot in scan.unreckoned:
        hint = "open it in a spreadsheet program and save it, which reckons its formulas"
        faults[spot] = CellFault("the formula was saved without its value", hint)
    for spot, shown in scan.errors.items():
        hint = "mend the formula, or write the value"
        faults[spot] = CellFault(f"the cell shows the error {shown or '#N/A'}", hint)
    _fill_merged(cells, scan, faults)
    return CellGrid(file, sheet, cells, faults=faults)


def _cell(value: Any, spot: Spot, faults: dict[Spot, CellFault]) -> Cell:
    match value:
        case bool() | str():
            return value
        case int() | float() if math.isfinite(value):
            # with the 15 digits that spreadsheets show; whole ones as integers
            shown = float(f"{value:.15g}")
            return int(shown) if shown.is_integer() and abs(shown) < _WHOLE else shown
        case float():
            faults[spot] = CellFault("the cell holds no number that can be read", "write it anew")
        case datetime.datetime() | datetime.date() | datetime.time() | datetime.timedelta():
            date = str(value).removesuffix(" 00:00:00")
            hint = "format the cell as text and write it again; 3/4 is a date to a spreadsheet"
            faults[spot] = CellFault(f"the cell holds a date or time ({date})", hint)
    return ""


def _fill_merged(cells: list[list[Cell]], scan: Scan, faults: dict[Spot, CellFault]) -> None:
    """Let every cell of a merged area have its value, which stands in the first alone."""
    for (top, left), (bottom, right) in scan.merged:
        if top >= len(cells) or left >= len(cells[top]) or (top, left) in faults:
            continue
        value = cells[top][left]
        if bottom >= len(cells):
            message = f"it is merged down to row {bottom + 1}, but the rows end with {len(cells)}"
            faults[top, left] = CellFault(
                message, "merge only the cells of records, or write one more"
            )
        for row in range(top, min(bottom + 1, len(cells))):
            for column in range(left, min(right + 1, len(cells[row]))):
                cells[row][column] = value
