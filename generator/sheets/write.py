"""Tables as files: a workbook with choices, notes and limits, or one table as CSV.

A text that a spreadsheet would reckon with is written as a text: with the type of a text and the
mark of a quoted one in a workbook, behind ``'`` in CSV.
"""

from __future__ import annotations

import csv
import datetime
import io
from collections.abc import Mapping, Sequence
from typing import Any

import xlsxwriter

from generator.cells import guarded_cell
from generator.sheets.base import SHEET, Base, base_lines
from generator.sheets.notes import choices, is_text, limits, note
from generator.sheets.tables import Table
from validator.catalogue.sheets.files import Cell
from validator.catalogue.sheets.shapes import Shape

MORE_ROWS = 500
"""Rows below the last one that have choices and limits too."""
_WIDEST, _NARROWEST = 60, 7
_CHOICES = 255
"""Characters of choices that Excel takes."""
_NOT_NOW = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_RECKONED = ("=", "+", "-", "@", "\t", "\r")


def workbook(tables: Sequence[Table], names: Mapping[str, str], base: Base) -> bytes:
    """A workbook with a sheet for each table, by the names of the sheets, and what went out."""
    made = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(made, {**options, "strings_to_numbers": False}) as book:
        book.set_properties({"created": _NOT_NOW, "comments": f"{base.game}, by trilith"})
        formats = _Formats(book)
        for table in tables:
            _sheet(book.add_worksheet(names[table.set_id]), table, formats)
        hidden = book.add_worksheet(SHEET)
        for row, line in enumerate(base_lines(base)):
            hidden.write_string(row, 0, line)
        hidden.hide()
    return made.getvalue()


class _Formats:
    def __init__(self, book: Any) -> None:
        top = {"valign": "top", "text_wrap": True}
        self.head = book.add_format({"bold": True, "bg_color": "#E4E0D6", "bottom": 1, **top})
        self.text = book.add_format({"num_format": "@", **top})
        self.quoted = book.add_format({"num_format": "@", "quote_prefix": True, **top})
        self.plain = book.add_format(top)


def _sheet(page: Any, table: Table, formats: _Formats) -> None:
    for column, (field, shape) in enumerate(table.columns.items()):
        cells = [row[column] for row in table.cells]
        page.write_string(0, column, field, formats.head)
        said = note(field, shape)
        if said:
            page.write_comment(0, column, said, {"x_scale": 2.4, "y_scale": 1.6})
        style = formats.text if is_text(shape) else formats.plain
        page.set_column(column, column, _width(field, cells), style)
        for row, cell in enumerate(cells, 1):
            _write(page, row, column, cell, formats.quoted if _is_reckoned(cell) else style)
        _bounded(page, column, len(cells) + MORE_ROWS, shape)
    page.freeze_panes(1, min(2, len(table.columns)))
    page.autofilter(0, 0, len(table.cells), len(table.columns) - 1)


def _write(page: Any, row: int, column: int, cell: Cell, style: Any) -> None:
    if isinstance(cell, bool):
        page.write_boolean(row, column, cell, style)
    elif isinstance(cell, int | float):
        page.write_number(row, column, cell, style)
    elif cell:
        page.write_string(row, column, cell, style)


def _is_reckoned(cell: Cell) -> bool:
    return isinstance(cell, str) and cell.startswith(_RECKONED)


def _width(field: str, cells: Sequence[Cell]) -> int:
    longest = max((len(str(cell)) for cell in cells), default=0)
    return min(_WIDEST, max(_NARROWEST, len(field) + 3, longest + 1))


def _bounded(page: Any, column: int, last: int, shape: Shape) -> None:
    """Give the cells of a column the choices or limits of the schema."""
    listed = choices(shape)
    if listed:
        if len(",".join(listed)) <= _CHOICES and not any("," in one for one in listed):
            rule = {"validate": "list", "source": listed, "ignore_blank": True}
            page.data_validation(1, column, last, column, rule)
        return
    least, most = limits(shape)
    if not shape.kinds or not shape.kinds <= {"integer", "number"} or (least, most) == (None, None):
        return
    rule = {"validate": "integer" if shape.kinds == {"integer"} else "decimal"}
    if least is not None and most is not None:
        rule |= {"criteria": "between", "minimum": least, "maximum": most}
    elif least is not None:
        rule |= {"criteria": ">=", "value": least}
    else:
        rule |= {"criteria": "<=", "value": most}
    page.data_validation(1, column, last, column, rule)


def csv_text(table: Table) -> bytes:
    """A table as CSV in UTF-8 with the mark by which Excel knows it."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\r\n")
    writer.writerow([guarded_cell(field) for field in table.columns])
    for row in table.cells:
        writer.writerow([_csv_cell(cell) for cell in row])
    return b"\xef\xbb\xbf" + made.getvalue().encode()


def _csv_cell(cell: Cell) -> str:
    return str(cell).upper() if isinstance(cell, bool) else guarded_cell(cell)
