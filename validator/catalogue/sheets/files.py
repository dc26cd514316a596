"""Sheets read into grids of cells with their places: CSV, TSV, XLSX and ODS, within bounds."""

from __future__ import annotations

import codecs
import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias
from xml.parsers import expat

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
class CellFault:
    """Why a cell cannot be read, and what to do."""

    message: str
    hint: str


@dataclass(frozen=True)
class CellGrid:
    """The cells of one sheet.

    ``sheet`` is its name in a workbook, empty for a text file; then ``spots`` has line and column
    (from 1) of each cell. ``faults`` are the cells that cannot be read. ``decimal_comma`` tells
    that 1,5 may be a number here.
    """

    file: str
    sheet: str
    rows: Sequence[Sequence[Cell]]
    spots: Sequence[Sequence[Spot]] = ()
    faults: Mapping[Spot, CellFault] = field(default_factory=dict)
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


MOST_FILE = 40_000_000
"""Bytes of the largest workbook that is read; pictures in it are passed over."""
MOST_XML = 60_000_000
"""Bytes that the texts of a workbook, or all its files, may have once they are unpacked."""
MOST_PARTS = 5_000
"""Files in a workbook."""
_CHUNK = 1_000_000
_ODS = "content.xml"
_XML = (".xml", ".rels")


class PartsError(Exception):
    """A workbook that is not opened; the message says why."""


def xml_parts(raw: bytes, endings: tuple[str, ...] = _XML) -> Mapping[str, bytes]:
    """The XML files of a workbook, by their paths inside; with no ``endings`` asked for, all files.

    Raises:
        PartsError: it is no archive, is damaged or locked, or would be too large.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            names = archive.namelist()
            if len(names) > MOST_PARTS or len(set(names)) < len(names):
                raise PartsError("its archive is not one that a spreadsheet writes")
            found: dict[str, bytes] = {}
            left = MOST_XML
            for entry in archive.infolist():
                if entry.filename.lower().endswith(endings or ("",)):
                    found[entry.filename] = part = _part(archive, entry, left)
                    left -= len(part)
            return found
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        if raw.startswith(b"\xd0\xcf\x11\xe0"):
            raise PartsError("it is locked by a password, or in an old format of Excel") from error
        raise PartsError("it is no workbook, or is damaged") from error
    except (OSError, ValueError, OverflowError, MemoryError) as error:
        raise PartsError("it is no workbook, or is damaged") from error


def pack(parts: Mapping[str, bytes]) -> bytes:
    """An archive of just these files, so that what was looked at is what is read."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        if _ODS in parts:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        for name, content in parts.items():
            archive.writestr(name, content)
    return made.getvalue()


def is_ods(parts: Mapping[str, bytes]) -> bool:
    """Tell whether a workbook is ODS; else it is XLSX.

    Raises:
        PartsError: it could be both.
    """
    ours = any(name.lower().startswith("xl/") for name in parts)
    if ours and _ODS in parts:
        raise PartsError("its archive is not one that a spreadsheet writes")
    return _ODS in parts


def _part(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    if entry.flag_bits & 1:
        raise PartsError("it is locked by a password")
    pieces: list[bytes] = []
    size = 0
    with archive.open(entry) as file:
        while piece := file.read(_CHUNK):
            size += len(piece)
            if size > most:
                raise PartsError(f"it has more than {MOST_XML:,} bytes once it is unpacked")
            pieces.append(piece)
    return b"".join(pieces)


def follow(
    part: bytes,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None] | None = None,
    characters: Callable[[str], None] | None = None,
) -> None:
    """Tell of the elements of a part in their order.

    Document types are refused, by which a text could grow or reach out.

    Raises:
        PartsError: it is not XML, or has such a type.
    """
    made = expat.ParserCreate(namespace_separator=" ")
    made.buffer_text = True

    def refuse(*_: object) -> None:
        raise PartsError("its XML has a document type, which no spreadsheet writes")

    made.StartDoctypeDeclHandler = refuse
    made.StartElementHandler = start
    made.EndElementHandler = end
    made.CharacterDataHandler = characters
    try:
        made.Parse(part, True)
    except expat.ExpatError as error:
        raise PartsError("its XML is damaged") from error


def local(name: str) -> str:
    """The name of an element or attribute without its namespace."""
    return name.rpartition(" ")[2]


# A cell in quotes may hold separators, line ends and doubled quotes (RFC 4180). Tables that
# trilith writes put ``'`` in front of a text that a spreadsheet would reckon with (``=1+2``); it
# is taken off again.


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


def read_text_grid(raw: bytes, file: str, is_known: Callable[[str], bool]) -> CellGrid:
    """The cells of a CSV or TSV file; ``is_known`` tells the names of fields from other texts.

    Raises:
        SheetError: it is no text, or cannot be parted into cells.
    """
    text, at, separator = part_text(raw, file, is_known)
    rows: list[list[str]] = []
    spots: list[list[Spot]] = []
    for cells, places in _records(text, at, separator, file):
        rows.append(cells)
        spots.append(places)
        if len(rows) > MOST_ROWS:
            message = f"the sheet has more than {MOST_ROWS:,} rows"
            raise unreadable(Place(file, places[0][0]), message, "split it into sets")
    return CellGrid(file, "", rows, spots, decimal_comma=separator == ";")


def part_text(raw: bytes, file: str, is_known: Callable[[str], bool]) -> tuple[str, int, str]:
    """The text of a CSV or TSV file, where its cells begin in it, and what parts them.

    Raises:
        SheetError: it is no text.
    """
    text = _decode(raw, file)
    told = _SEP_LINE.match(text)
    return text, told.end() if told else 0, told[1] if told else _separator(text, is_known)


def codec_of(raw: bytes) -> tuple[bytes, str]:
    """The mark that a text begins with, if it has one, and its encoding."""
    return next((one for one in _BOMS if raw.startswith(one[0])), (b"", "utf-8"))


def cell_pattern(separator: str) -> re.Pattern[str]:
    """A cell as it is written, and what ends it."""
    return re.compile(
        r'(?P<cell>[ ]*"(?P<quoted>[^"]*+(?:""[^"]*+)*+)"[ ]*)(?P<end>{0}|\r\n|\n|\r|\Z)'
        r"|(?P<plain>[^{0}\r\n]*)(?P<stop>{0}|\r\n|\n|\r|\Z)".format(re.escape(separator))
    )


def _decode(raw: bytes, file: str) -> str:
    _, encoding = codec_of(raw)
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
        parted = [[cell.strip().strip('"') for cell in line.split(separator)] for line in head]
        known = max((sum(map(is_known, cells)) for cells in parted), default=0)
        return known, len(parted[0]) if parted else 0

    return max(SEPARATORS, key=worth)


def _records(
    text: str, at: int, separator: str, file: str
) -> Iterator[tuple[list[str], list[Spot]]]:
    """Each record of a text: its cells, and where each begins."""
    cell = cell_pattern(separator)
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


_REFERENCE = re.compile("([A-Z]{1,3})([1-9][0-9]{0,6})")


@dataclass(slots=True)
class Scan:
    """What was seen of one sheet: sizes count from 1, spots and merged areas from 0.

    ``unreckoned`` are formulas without a value, ``errors`` the cells that hold one, by what is
    shown there.
    """

    rows: int = 0
    columns: int = 0
    unreckoned: list[Spot] = field(default_factory=list)
    errors: dict[Spot, str] = field(default_factory=dict)
    merged: list[tuple[Spot, Spot]] = field(default_factory=list)

    def holds(self, row: int, column: int) -> None:
        """A cell (counted from 0) that is not empty."""
        self.rows = max(self.rows, row + 1)
        self.columns = max(self.columns, column + 1)


def scan_xlsx(parts: Mapping[str, bytes], sheet: str) -> Scan:
    """Look through the sheet of that name.

    Raises:
        PartsError: it is not there or is damaged.
    """
    reading = _SheetParser()
    part = parts[sheet_part(parts, sheet)]
    follow(part, reading.start, reading.end, reading.characters)
    return reading.scan


def sheet_part(parts: Mapping[str, bytes], sheet: str) -> str:
    """The path inside the workbook of the sheet of that name.

    Raises:
        PartsError: there is none, or the workbook is damaged.
    """
    book = _target(parts, "_rels/.rels", "", suffix="/officeDocument")
    identity = _sheets(parts.get(book, b"")).get(sheet)
    folder, name = posixpath.split(book)
    found = _target(parts, posixpath.join(folder, "_rels", f"{name}.rels"), folder, identity)
    if identity is None or found not in parts:
        raise PartsError(f"its sheet {sheet!r} is not in it")
    return found


def _sheets(book: bytes) -> dict[str, str]:
    """The names of the sheets, with the ids by which their files are named."""
    found: dict[str, str] = {}

    def start(name: str, attributes: dict[str, str]) -> None:
        if local(name) == "sheet":
            ids = [v for key, v in attributes.items() if " " in key and local(key) == "id"]
            found.setdefault(attributes.get("name", ""), ids[0] if ids else "")

    follow(book, start)
    return found


def _target(
    parts: Mapping[str, bytes],
    rels: str,
    folder: str,
    identity: str | None = None,
    suffix: str = "",
) -> str:
    """Where a relation leads, found by its id or by the end of its type."""
    found: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        by_type = bool(suffix) and attributes.get("Type", "").endswith(suffix)
        if local(name) == "Relationship" and (by_type or attributes.get("Id") == identity):
            found.append(attributes.get("Target", ""))

    follow(parts.get(rels, b"<none/>"), start)
    if not found:
        raise PartsError("it is no workbook, or is damaged")
    target = found[0]
    return target[1:] if target.startswith("/") else posixpath.join(folder, target)


class _SheetParser:
    """Follows the elements of a sheet; cells without an address stand behind the one before.

    Programs that read such a sheet may count rows by their numbers or one by one, so a cell counts
    as far out as either says.
    """

    def __init__(self) -> None:
        self.scan = Scan()
        self.row = self.column = self.counted = -1
        self.kind = ""
        self.inside = ""
        self.formula = self.value = False
        self.text: list[str] = []

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match local(name):
            case "row":
                self.counted += 1
                self.begin_row(attributes.get("r"))
            case "c":
                self.begin_cell(attributes.get("r"))
                self.kind = attributes.get("t", "")
                self.formula = self.value = False
                self.text = []
            case "f":
                self.formula, self.inside = True, "f"
                self.scan.holds(self.row, self.column)
            case "v" | "is":
                self.inside = "v"
                self.scan.holds(self.row, self.column)
            case "mergeCell":
                first, _, last = attributes.get("ref", "").partition(":")
                if (start := spot_of(first)) and (end := spot_of(last)):
                    self.scan.merged.append((start, end))

    def begin_row(self, number: str | None) -> None:
        row = self.row + 1 if number is None else _number(number) - 1
        if row < self.row or (row == self.row and self.column >= 0):
            raise PartsError("its rows are out of order")
        self.row, self.column = row, -1

    def begin_cell(self, address: str | None) -> None:
        if address is None:
            self.column += 1
            self.scan.holds(self.counted, self.column)
            return
        spot = spot_of(address)
        if spot is None:
            raise PartsError(f"a cell has the address {address[:20]!r}")
        if spot < (self.row, self.column):
            raise PartsError("its cells are out of order")
        self.row, self.column = spot

    def characters(self, text: str) -> None:
        if self.inside == "v":
            self.value = True
            self.text.append(text)

    def end(self, name: str) -> None:
        match local(name):
            case "f" | "v" | "is":
                self.inside = ""
            case "c" if self.kind == "e":
                self.scan.errors[self.row, self.column] = "".join(self.text)[:40]
            case "c" if self.formula and not self.value and self.kind != "str":
                self.scan.unreckoned.append((self.row, self.column))


def _number(written: str) -> int:
    if not re.fullmatch("[1-9][0-9]{0,6}", written):
        raise PartsError(f"a row has the number {written[:20]!r}")
    return int(written)


def spot_of(address: str) -> Spot | None:
    """Row and column (from 0) of an address such as ``D17``; None if it is none."""
    found = _REFERENCE.fullmatch(address)
    if found is None:
        return None
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]) - 1, column - 1


_CELLS = ("table-cell", "covered-table-cell")


def scan_ods(parts: Mapping[str, bytes]) -> dict[str, Scan]:
    """Look through every sheet, as whoever opens the file reads all of them; by their names.

    Raises:
        PartsError: it is damaged.
    """
    reading = _Content()
    follow(parts["content.xml"], reading.start, reading.end, reading.characters)
    return reading.scans


class _Content:
    """Follows the elements of the tables, with what is repeated counted and not repeated."""

    def __init__(self) -> None:
        self.scans: dict[str, Scan] = {}
        self.scan = Scan()
        self.depth = 0
        self.row = self.column = 0
        self.high = 1
        self.cell: dict[str, str] | None = None
        self.text: list[str] = []
        self.noted = 0

    def start(self, name: str, attributes: dict[str, str]) -> None:
        match local(name):
            case "table":
                self.begin_table(attributes)
            case "table-row" if self.depth:
                self.high, self.column = _count(attributes, "number-rows-repeated"), 0
            case kind if self.depth and kind in _CELLS:
                self.cell, self.text = attributes, []
            case "annotation":
                self.noted += 1

    def begin_table(self, attributes: Mapping[str, str]) -> None:
        self.depth += 1
        if self.depth > 1:
            raise PartsError("a table stands in another, which no spreadsheet writes")
        self.scan = Scan()
        self.row = 0
        named = [value for key, value in attributes.items() if local(key) == "name"]
        shown = named[0] if named else f"(table {len(self.scans)})"
        if len(named) > 1 or shown in self.scans:
            raise PartsError("two of its sheets have one name")
        self.scans[shown] = self.scan

    def characters(self, text: str) -> None:
        if self.cell is not None and not self.noted:
            self.text.append(text)

    def end(self, name: str) -> None:
        match local(name):
            case "table":
                self.depth -= 1
            case "annotation":
                self.noted -= 1
            case kind if kind in _CELLS and self.cell is not None:
                self.end_cell(self.cell)
                self.cell = None
            case "table-row" if self.depth:
                self.row += self.high

    def end_cell(self, cell: Mapping[str, str]) -> None:
        wide = _count(cell, "number-columns-repeated")
        spot = (self.row, self.column)
        self.column += wide
        said = {local(key): value for key, value in cell.items()}
        kind, formula = said.get("value-type", ""), bool(said.get("formula"))
        shown = "".join(self.text)
        if not (kind or formula or shown or "value" in said):
            return
        self.scan.holds(spot[0] + self.high - 1, spot[1] + wide - 1)
        if kind == "error" or (formula and shown.startswith(("#", "Err:"))):
            self.scan.errors[spot] = shown[:40]
        elif formula and not kind:
            self.scan.unreckoned.append(spot)
        down = _count(cell, "number-rows-spanned") - 1
        right = _count(cell, "number-columns-spanned") - 1
        if down or right:
            self.scan.merged.append((spot, (spot[0] + down, spot[1] + right)))


def _count(attributes: Mapping[str, str], name: str) -> int:
    """How often something is repeated: at most as often as any attribute of that name says."""
    written = [value for key, value in attributes.items() if local(key) == name]
    if any(not re.fullmatch("[0-9]{1,8}", one) for one in written):
        raise PartsError(f"`{name}` is {written[0][:20]!r}")
    return max(map(int, written), default=1) or 1
