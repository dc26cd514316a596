"""Read a CSV or TSV file into a grid: its encoding, its separator, its cells with their places.

A cell in quotes may hold separators, line ends and doubled quotes (RFC 4180). Tables that trilith
writes put ``'`` in front of a text that a spreadsheet would reckon with (``=1+2``); it is taken
off again.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator

from validator.catalogue.sheets.grid import MOST_COLUMNS, MOST_ROWS, Grid, Spot, unreadable
from validator.findings import Place

TEXTS = (".csv", ".tsv")
"""Endings of the files that are read here."""
SEPARATORS = ("\t", ";", ",")
"""What may part cells; of two that part a header equally well the first is taken."""
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SEP_LINE = re.compile(r"sep=([;,\t|])\r?\n?", re.IGNORECASE)
_GUARDED = re.compile(r"'['=+\-@\t\r]")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]")
_HEADER_LINES = 5


def read_text_grid(raw: bytes, file: str, is_known: Callable[[str], bool]) -> Grid:
    """The cells of a CSV or TSV file; ``is_known`` tells the names of fields from other texts.

    Raises:
        SheetError: it is no text, or cannot be parted into cells.
    """
    text = _decoded(raw, file)
    told = _SEP_LINE.match(text)
    at = told.end() if told else 0
    separator = told[1] if told else _separator(text, is_known)
    rows: list[list[str]] = []
    spots: list[list[Spot]] = []
    for cells, places in _records(text, at, separator, file):
        rows.append(cells)
        spots.append(places)
        if len(rows) > MOST_ROWS:
            message = f"the sheet has more than {MOST_ROWS:,} rows"
            raise unreadable(Place(file, places[0][0]), message, "split it into sets")
    return Grid(file, "", rows, spots, decimal_comma=separator == ";")


def _decoded(raw: bytes, file: str) -> str:
    encoding = next((name for mark, name in _BOMS if raw.startswith(mark)), "utf-8")
    try:
        text = raw.decode(encoding).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        message = f"byte 0x{raw[error.start]:02x} is not {encoding.upper()} text"
        hint = "save it as `CSV UTF-8` (Excel's plain CSV has the encoding of its system)"
        raise unreadable(Place(file, line), message, hint, "file-encoding") from error
    bad = _CONTROL.search(text)
    if bad:
        message = f"control character U+{ord(bad.group()):04X} is not allowed"
        place = Place(file, text.count("\n", 0, bad.start()) + 1)
        raise unreadable(place, message, "save the table as CSV anew", "file-encoding")
    return text


def _separator(text: str, is_known: Callable[[str], bool]) -> str:
    """The separator by which the first lines have most names of fields, then most cells."""
    head = [line for line in text.splitlines()[:50] if line.strip()][:_HEADER_LINES]

    def worth(separator: str) -> tuple[int, int]:
        parted = [_rough(line, separator) for line in head]
        known = max((sum(map(is_known, cells)) for cells in parted), default=0)
        return known, len(parted[0]) if parted else 0

    return max(SEPARATORS, key=worth)


def _rough(line: str, separator: str) -> list[str]:
    return [cell.strip().strip('"') for cell in line.split(separator)]


def _records(
    text: str, at: int, separator: str, file: str
) -> Iterator[tuple[list[str], list[Spot]]]:
    """Each record of a text: its cells, and where each begins."""
    cell = re.compile(
        r'[ ]*"(?P<quoted>[^"]*+(?:""[^"]*+)*+)"[ ]*(?P<end>{0}|\r\n|\n|\r|\Z)'
        r"|(?P<plain>[^{0}\r\n]*)(?P<stop>{0}|\r\n|\n|\r|\Z)".format(re.escape(separator))
    )
    line = text.count("\n", 0, at) + 1
    start = at
    cells: list[str] = []
    spots: list[Spot] = []
    while at < len(text) or cells:
        found = cell.match(text, at)
        assert found is not None
        spot = (line, at - start + 1)
        plain, quoted = found["plain"], found["quoted"]
        if plain is not None and plain.lstrip(" ").startswith('"'):
            hint = 'end the cell with "; a quote inside a cell is written twice'
            raise unreadable(Place(file, *spot), "a quote is not closed", hint, "sheet-text")
        cells.append(_plain(plain) if quoted is None else _plain(quoted.replace('""', '"')))
        spots.append(spot)
        if len(cells) > MOST_COLUMNS:
            message = f"the sheet has more than {MOST_COLUMNS} columns"
            raise unreadable(Place(file, line), message, "leave out the others")
        inside = found.group(0)
        ended = found["stop"] if quoted is None else found["end"]
        at = found.end()
        if "\n" in inside or "\r" in inside:
            breaks = len(re.findall(r"\r\n|\n|\r", inside))
            line += breaks
            start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
        if ended != separator:
            yield cells, spots
            cells, spots = [], []
            if at >= len(text):
                return


def _plain(cell: str) -> str:
    """A cell without the mark that guards it against being reckoned with."""
    return cell[1:] if _GUARDED.match(cell) else cell
