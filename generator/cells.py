"""Cells of CSV tables that spreadsheets take as they stand."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"[=@\t\r]|[+-](?!\d+(?:\.\d+)?\Z)")
"""How a cell begins that spreadsheets take for a formula; plain numbers with a sign are none."""


_GUARDED = re.compile(r"'['=+\-@\t\r]")
"""How a cell begins that a sheet is read without the ``'`` in front of."""


def guarded_cell(value: object) -> str:
    """A cell as :func:`plain_cell` gives it, which comes back unchanged when the sheet is read."""
    cell = str(value)
    return f"'{cell}" if _GUARDED.match(cell) else plain_cell(cell)


def plain_cell(value: object) -> str:
    """A cell that no spreadsheet reckons with, as they do with what begins like a formula."""
    cell = str(value)
    return f"'{cell}" if _FORMULA.match(cell) else cell
