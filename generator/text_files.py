"""Text files that a user names, and cells of CSV tables that spreadsheets take."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable
from pathlib import Path

from generator.atomic import OutputError, write_where_told
from generator.failures import FailedError, WrongUseError
from validator.plainfile import read_plain


def read_text(path: Path) -> str:
    """The text of a file.

    Raises:
        WrongUseError: it cannot be read, is no plain file, is too large, or is not UTF-8.
    """
    try:
        return read_plain(path).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise WrongUseError(f"cannot read {path}: {reason}") from error


def save_text(
    path: Path, text: str, is_ours: Callable[[bytes], bool] | None = None, *, force: bool = False
) -> None:
    """Write a whole text file or leave the old one; see :func:`write_where_told`.

    Raises:
        FailedError: it cannot be written there.
        WrongUseError: what is there is somebody else's.
    """
    try:
        write_where_told(path, text.encode(), is_ours, force=force)
    except OutputError as error:
        reason = getattr(error.__cause__, "strerror", None) or error
        raise FailedError(f"cannot write {path}: {reason}") from error


def plain_table(rows: Iterable[Iterable[object]]) -> str:
    """A table as CSV for spreadsheets; see :func:`plain_cell`."""
    return csv_text(map(plain_cell, row) for row in rows)


def csv_text(rows: Iterable[Iterable[object]], ending: str = "\n") -> str:
    """Rows with commas between cells, and quotation marks where they are needed."""
    out = io.StringIO()
    csv.writer(out, lineterminator=ending).writerows(rows)
    return out.getvalue()


_FORMULA = re.compile(r"[=@\t\r]|[+-](?!\d+(?:\.\d+)?\Z)")
"""How a cell begins that spreadsheets take for a formula; plain numbers with a sign are none."""


_GUARDED = re.compile(r"'['=+\-@\t\r]")
"""How a cell begins that a sheet is read without the ``'`` in front of."""


def guard_cell(value: object) -> str:
    """A cell as :func:`plain_cell` gives it, which comes back unchanged when the sheet is read."""
    cell = str(value)
    return f"'{cell}" if _GUARDED.match(cell) else plain_cell(cell)


def plain_cell(value: object) -> str:
    """A cell that no spreadsheet reckons with, as they do with what begins like a formula."""
    cell = str(value)
    return f"'{cell}" if _FORMULA.match(cell) else cell
