"""Sheets as files: written, kept with what went out, fetched over https within bounds."""

from __future__ import annotations

import base64
import csv
import datetime
import hashlib
import http.client
import io
import json
import threading
import urllib.error
import urllib.request
import zipfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from xml.sax.saxutils import escape

import xlsxwriter
from cattrs import structure
from cattrs.errors import BaseValidationError
from lxml import etree

from generator.atomic import write_bytes
from generator.failures import FailedError, WrongUseError
from generator.sheets.tables import SheetTable, choices, is_text, limits, note
from generator.text_files import guard_cell
from validator.catalogue.sheets.files import (
    MOST_FILE,
    TEXTS,
    CellGrid,
    PartsError,
    SheetError,
    read_text_grid,
    sheet_part,
    xml_parts,
)
from validator.catalogue.sheets.records import Names
from validator.catalogue.sheets.shapes import FieldShape
from validator.catalogue.sheets.workbook import SUFFIXES, read_workbook_grid, sheet_names
from validator.findings import Place
from validator.plainfile import read_plain

# What went out, kept with the sheet: the common ancestor of its edits and those of the files.
#
# In a workbook it is a hidden sheet, beside a CSV file a file of its own. Both hold lines of text
# that no spreadsheet program changes: letters, digits, ``-`` and ``_``, with a checksum.


SHEET = "trilith base"
"""The name of the hidden sheet; the space keeps it apart from the ids of sets."""
SUFFIX = ".base"
"""What is added to the name of a CSV file for that beside it."""
_HEAD = "what `trilith sheet out` wrote; `trilith sheet in` needs it, please leave it"
_VERSION = 1
_LINE = 20_000
_LARGEST = 60_000_000


class BaseError(Exception):
    """What went out cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class SetBase:
    """What went out of one set: the sheet it went to, its columns, its records by id and field."""

    sheet: str
    file: str
    fields: tuple[str, ...]
    records: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class SheetBase:
    """What went out of a game, by the ids of its sets."""

    game: str
    sets: Mapping[str, SetBase]


def base_lines(base: SheetBase) -> list[str]:
    """The lines that keep what went out."""
    told = json.dumps({"v": _VERSION, **asdict(base)}, ensure_ascii=False)
    packed = base64.urlsafe_b64encode(zlib.compress(told.encode("utf-8", "surrogatepass"), 9))
    text = packed.decode("ascii").rstrip("=")
    lines = [f"b.{text[at : at + _LINE]}" for at in range(0, len(text), _LINE)]
    return [_HEAD, f"s.{_sum(text)}", *lines]


def read_base(lines: Iterable[str]) -> SheetBase:
    """What went out, from the lines that keep it.

    Raises:
        BaseError: they are not whole.
    """
    listed = [line.strip() for line in lines]
    text = "".join(line[2:] for line in listed if line.startswith("b."))
    if f"s.{_sum(text)}" not in listed:
        raise BaseError("what went out is not whole")
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        opened = zlib.decompressobj()
        told = json.loads(opened.decompress(packed, _LARGEST).decode("utf-8", "surrogatepass"))
        return structure(told, SheetBase)
    except (ValueError, BaseValidationError, zlib.error, RecursionError) as error:
        raise BaseError("what went out cannot be read") from error


def is_base(raw: bytes) -> bool:
    """Tell whether a file keeps what went out."""
    try:
        read_base(raw.decode("utf-8", "replace").splitlines())
    except BaseError:
        return False
    return True


def _sum(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


# Sheets that went out, as files: their cells, what is kept with them, and that renewed.
#
# What went out is renewed by changing the hidden sheet of a workbook alone; all else in it, the
# looks that a designer gave it too, stays as it is.


_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A file that ``trilith sheet out`` wrote and somebody may have edited.

    ``shown`` is its name in findings, ``raw`` what it holds, ``base`` what went out.
    """

    path: Path
    shown: str
    raw: bytes
    base: SheetBase

    @property
    def is_text(self) -> bool:
        """Tell whether it is CSV."""
        return self.path.suffix.lower() in TEXTS

    def sheets(self) -> tuple[str, ...]:
        """The names of its sheets; of a CSV file that of its one table."""
        if self.is_text:
            return tuple(one.sheet for one in self.base.sets.values())
        return sheet_names(self.raw)

    def grid(self, sheet: str, names: Names) -> CellGrid:
        """The cells of one of its sheets.

        Raises:
            SheetError: it cannot be read.
        """
        if self.is_text:
            return read_text_grid(self.raw, self.shown, names.is_known)
        return read_workbook_grid(self.raw, self.shown, sheet, Place(self.shown))


def read_sheet_file(path: Path, shown: str) -> SheetFile:
    """A sheet that went out, with what is kept of that.

    Raises:
        WrongUseError: it cannot be read, or none such.
    """
    if path.suffix.lower() not in (*TEXTS, *SUFFIXES):
        raise WrongUseError(f"{shown} is no sheet; name one that `trilith sheet out` wrote")
    try:
        raw = read_plain(path, MOST_FILE)
        return SheetFile(path, shown, raw, read_base(_lines(path, raw)))
    except (BaseError, SheetError) as error:
        hint = "`trilith sheet out` writes one to edit; CSV needs the `.base` file beside it"
        raise WrongUseError(f"{shown} does not say what went out ({error}); {hint}") from error
    except OSError as error:
        raise WrongUseError(f"cannot read {shown}: {error.strerror or error}") from error
    except PartsError as error:
        hint = "save it anew without its pictures"
        raise WrongUseError(f"cannot take in {shown}: {error}; {hint}") from error


def _lines(path: Path, raw: bytes) -> list[str]:
    if path.suffix.lower() in TEXTS:
        beside = read_plain(path.with_name(path.name + SUFFIX), MOST_FILE)
        return beside.decode("utf-8", "replace").splitlines()
    if SHEET not in sheet_names(raw):
        raise BaseError("it has no hidden sheet of ours, or cannot be read")
    xml_parts(raw, ())  # all are written again as it is renewed
    grid = read_workbook_grid(raw, path.name, SHEET, Place(path.name))
    return [str(cell) for row in grid.rows for cell in row]


def renew(file: SheetFile, base: SheetBase) -> None:
    """Keep with a sheet that ``base`` is what it and the files have in common now.

    Raises:
        OutputError: it cannot be written.
    """
    lines = base_lines(base)
    if file.is_text:
        text = "\n".join([*lines, ""])
        write_bytes(file.path.with_name(file.path.name + SUFFIX), text.encode())
        return
    parts = dict(xml_parts(file.raw, ()))
    if file.path.suffix.lower() == ".ods":
        parts["content.xml"] = _ods_content(parts["content.xml"], lines)
    else:
        rows = "".join(
            f'<row r="{at}"><c r="A{at}" t="inlineStr"><is><t>{escape(line)}</t></is></c></row>'
            for at, line in enumerate(lines, 1)
        )
        head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        body = f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'
        parts[sheet_part(xml_parts(file.raw), SHEET)] = f"{head}\n{body}".encode()
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(file.raw)) as before, zipfile.ZipFile(made, "w") as after:
        for entry in before.infolist():
            after.writestr(entry, parts[entry.filename])
    write_bytes(file.path, made.getvalue())


def _ods_content(content: bytes, lines: list[str]) -> bytes:
    reader = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
    top = etree.fromstring(content, reader)
    for table in top.iter(f"{{{_TABLE}}}table"):
        if table.get(f"{{{_TABLE}}}name") == SHEET:
            for row in table.findall(f"{{{_TABLE}}}table-row"):
                table.remove(row)
            for line in lines:
                row = etree.SubElement(table, f"{{{_TABLE}}}table-row")
                cell = etree.SubElement(row, f"{{{_TABLE}}}table-cell")
                cell.set(f"{{{_OFFICE}}}value-type", "string")
                etree.SubElement(cell, f"{{{_TEXT}}}p").text = line
    written: bytes = etree.tostring(top, xml_declaration=True, encoding="UTF-8")
    return written


# Tables as files: a workbook with choices, notes and limits, or one table as CSV.
#
# A text that a spreadsheet would reckon with is written as a text: with the type of a text and the
# mark of a quoted one in a workbook, behind ``'`` in CSV.


MORE_ROWS = 500
"""Rows below the last one that have choices and limits too."""
_WIDEST, _NARROWEST = 60, 7
_CHOICES = 255
"""Characters of choices that Excel takes."""
_NOT_NOW = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_RECKONED = ("=", "+", "-", "@", "\t", "\r")


def workbook(tables: Sequence[SheetTable], names: Mapping[str, str], base: SheetBase) -> bytes:
    """A workbook with a sheet for each table, by the names of the sheets, and what went out."""
    made = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with xlsxwriter.Workbook(made, {**options, "strings_to_numbers": False}) as book:
        book.set_properties({"created": _NOT_NOW, "comments": f"{base.game}, by trilith"})
        formats = {name: book.add_format(one) for name, one in _FORMATS.items()}
        for table in tables:
            _sheet(book.add_worksheet(names[table.set_id]), table, formats)
        hidden = book.add_worksheet(SHEET)
        for row, line in enumerate(base_lines(base)):
            hidden.write_string(row, 0, line)
        hidden.hide()
    return made.getvalue()


_TOP = {"valign": "top", "text_wrap": True}
_FORMATS: Mapping[str, Mapping[str, Any]] = {
    "head": {"bold": True, "bg_color": "#E4E0D6", "bottom": 1, **_TOP},
    "text": {"num_format": "@", **_TOP},
    "quoted": {"num_format": "@", "quote_prefix": True, **_TOP},
    "plain": _TOP,
}


def _sheet(page: Any, table: SheetTable, formats: Mapping[str, Any]) -> None:
    for column, (field, shape) in enumerate(table.columns.items()):
        cells = [row[column] for row in table.cells]
        page.write_string(0, column, field, formats["head"])
        said = note(field, shape)
        if said:
            page.write_comment(0, column, said, {"x_scale": 2.4, "y_scale": 1.6})
        style = formats["text"] if is_text(shape) else formats["plain"]
        longest = max((len(str(cell)) for cell in cells), default=0)
        width = min(_WIDEST, max(_NARROWEST, len(field) + 3, longest + 1))
        page.set_column(column, column, width, style)
        for row, cell in enumerate(cells, 1):
            if isinstance(cell, bool):
                page.write_boolean(row, column, cell, style)
            elif isinstance(cell, int | float):
                page.write_number(row, column, cell, style)
            elif cell:
                own = formats["quoted"] if cell.startswith(_RECKONED) else style
                page.write_string(row, column, cell, own)
        _bound_cells(page, column, len(cells) + MORE_ROWS, shape)
    page.freeze_panes(1, min(2, len(table.columns)))
    page.autofilter(0, 0, len(table.cells), len(table.columns) - 1)


def _bound_cells(page: Any, column: int, last: int, shape: FieldShape) -> None:
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


def csv_text(table: SheetTable) -> bytes:
    """A table as CSV in UTF-8 with the mark by which Excel knows it."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\r\n")
    writer.writerow([guard_cell(field) for field in table.columns])
    for row in table.cells:
        writer.writerow([str(c).upper() if isinstance(c, bool) else guard_cell(c) for c in row])
    return made.getvalue().encode("utf-8-sig")


# Fetch a published sheet: over https, within bounds of size, time and redirects.
#
# Plain http is taken from this computer alone, for one who tries things out.


MOST_BYTES = 20_000_000
SECONDS = 60
"""How long a sheet may take to come, in all."""
_SECONDS_A_PIECE = 20
_PIECE = 65_536
_REDIRECTS = 5
_HERE = ("localhost", "127.0.0.1", "::1")


def fetch(url: str, most: int = MOST_BYTES, seconds: float = SECONDS) -> bytes:
    """The bytes that an address gives.

    Raises:
        WrongUseError: it is no address that is fetched.
        FailedError: nothing came, or too much, or too late; the message says which.
    """
    if not _is_safe(url):
        raise WrongUseError(f"{url!r} is not fetched: write an address that begins with https://")
    came: list[bytes] = []
    failed: list[Exception] = []

    def run() -> None:
        try:
            came.append(_fetch(url, most))
        except (OSError, http.client.HTTPException, ValueError, FailedError) as error:
            failed.append(error)

    # a thread, as no limit of the library bounds the whole; one that is late is left behind
    running = threading.Thread(target=run, daemon=True)
    running.start()
    running.join(seconds)
    if came:
        return came[0]
    reason = f"it took more than {seconds:g} seconds"
    if failed:
        error = failed[0]
        reason = str(error) or type(error).__name__
        if isinstance(error, urllib.error.HTTPError):
            reason = f"the server says {error.code} {error.reason}"
        elif isinstance(error, urllib.error.URLError):
            reason = str(error.reason)
    reason = "".join(one if one.isprintable() else "?" for one in reason)  # a server's own words
    raise FailedError(f"cannot fetch {url}: {reason}")


def _is_safe(url: str) -> bool:
    try:
        parts = urlsplit(url)
        here = parts.hostname in _HERE
    except ValueError:
        return False
    return bool(parts.hostname) and (parts.scheme == "https" or (parts.scheme == "http" and here))


class _Redirects(urllib.request.HTTPRedirectHandler):
    max_redirections = _REDIRECTS

    def redirect_request(
        self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        was_here = urlsplit(req.full_url).hostname in _HERE
        leads_here = urlsplit(newurl).hostname in _HERE
        if not _is_safe(newurl) or (leads_here and not was_here):
            raise FailedError(f"it leads on to {newurl[:200]!r}, which is not fetched")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _fetch(url: str, most: int) -> bytes:
    opener = urllib.request.build_opener(_Redirects)
    asked = urllib.request.Request(url, headers={"User-Agent": "trilith"})
    pieces: list[bytes] = []
    size = 0
    with opener.open(asked, timeout=_SECONDS_A_PIECE) as answer:
        while piece := answer.read1(_PIECE):
            size += len(piece)
            if size > most:
                raise FailedError(f"it has more than {most:,} bytes")
            pieces.append(piece)
    return b"".join(pieces)
