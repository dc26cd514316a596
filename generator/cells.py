"""Cells of CSV tables that spreadsheets take as they stand."""

from __future__ import annotations

import re

_FORMULA = re.compile(r"[=@\t\r]|[+-](?!\d+(?:\.\d+)?\Z)")
"""How a cell begins that spreadsheets take for a formula; plain numbers with a sign are none."""


def plain_cell(value: object) -> str:
    """A cell that no spreadsheet reckons with, as they do with what begins like a formula."""
    cell = str(value)
    return f"'{cell}" if _FORMULA.match(cell) else cell
