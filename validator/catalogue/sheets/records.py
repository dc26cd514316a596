"""The rows of a sheet as the records of a set: its header, its ids, its values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

from validator.catalogue.build import record_schema
from validator.catalogue.folders import COMPONENTS
from validator.catalogue.sheets.cells import ABSENT, read_cell
from validator.catalogue.sheets.files import (
    MOST_FILE,
    TEXTS,
    CellGrid,
    SheetError,
    read_text_grid,
    unreadable,
)
from validator.catalogue.sheets.shapes import CellError, FieldShape, shape_of
from validator.catalogue.sheets.workbook import SUFFIXES, read_workbook_grid
from validator.catalogue.source import MAX_BYTES, Source, Trail
from validator.findings import Finding, Place, Severity, as_id, did_you_mean, has_errors
from validator.plainfile import TooLargeError, read_plain

ALIASES = {"qty": "copies", "quantity": "copies"}
"""Headers that spreadsheets of card games use for a field, unless the set has one of that name."""
_MOST_FIELDS = 2_000
"""Fields, inner ones with them, that headers may stand for."""
_SEARCHED = 20
"""Rows among which the header is looked for; what stands above it is a title."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column that is read: where it stands, its field (dotted if inside another), its shape."""

    at: int
    field: str
    shape: FieldShape


@dataclass(frozen=True, slots=True)
class Header:
    """The row of the header, and the columns that are read, from the left."""

    row: int
    columns: tuple[Column, ...]


class Names:
    """The fields of a set by the headers that may stand for them.

    ``given`` are those that ``columns`` of the set says, without a field where a column is not
    read. Capitals, spaces, hyphens and underlines make no difference where it leaves no doubt.
    """

    def __init__(self, fields: Mapping[str, FieldShape], given: Mapping[str, str | None]) -> None:
        self.fields = fields
        self._given = given
        self._alike: dict[str, list[str]] = {}
        for name in fields:
            self._alike.setdefault(_bare(name), []).append(name)

    def is_known(self, text: str) -> bool:
        """Tell whether a header is a field's, or one that ``columns`` names."""
        return text in self._given or self.field(text) is not None

    def is_left_out(self, text: str) -> bool:
        """Tell whether a column is not for trilith."""
        return text.startswith("#") or (text in self._given and self._given[text] is None)

    def field(self, text: str) -> str | None:
        """The field that a header stands for, if it is one."""
        if text in self._given:
            return self._given[text]
        if text in self.fields:
            return text
        alike = self._alike.get(_bare(text), [])
        if len(alike) == 1:
            return alike[0]
        return ALIASES.get(_bare(text)) if not alike else None


def _bare(name: str) -> str:
    return re.sub(r"[\s_-]+", "_", name.strip().casefold())


def fields_of(
    properties: Mapping[str, FieldShape], derived: Iterable[str] = ()
) -> dict[str, FieldShape]:
    """Every field that a column may have: those of a set's records, and inner ones with dots."""
    left_out = set(derived)
    found = (
        pair
        for name, shape in properties.items()
        if name not in left_out
        for pair in _with_inner(name, shape, 0)
    )
    return dict(islice(found, _MOST_FIELDS))


def _with_inner(name: str, shape: FieldShape, depth: int) -> Iterator[tuple[str, FieldShape]]:
    yield name, shape
    if shape.allows("object") and depth < 3:
        for key, inner in shape.properties.items():
            yield from _with_inner(f"{name}.{key}", inner, depth + 1)


def read_header(grid: CellGrid, names: Names, game: str) -> tuple[Header | None, list[Finding]]:
    """The header of a sheet: the first of its upper rows that names most fields."""
    rows = [row for row in range(len(grid.rows)) if not grid.is_blank(row)][:_SEARCHED]
    if not rows:
        message = "the sheet is empty"
        hint = "write a row of headers: id, name, copies and the set's own fields"
        return None, [_error(grid, 0, 0, game, message, hint)]
    tables = {row: _table(grid, row) for row in rows}
    known = {row: sum(names.is_known(text) for _, text in tables[row]) for row in rows}
    row = max(rows, key=lambda one: (known[one], -one))
    columns: list[Column] = []
    findings: list[Finding] = []
    for at, text in tables[row]:
        if names.is_left_out(text):
            continue
        field = names.field(text)
        if field is None or field not in names.fields:
            findings.append(_unknown(grid, row, at, text, field, names, game))
        elif field in [one.field for one in columns]:
            message = f"two columns stand for the field {field!r}"
            findings.append(_error(grid, row, at, game, message, "take one of them out"))
        else:
            columns.append(Column(at, field, names.fields[field]))
    if not {"id", "name"} & {one.field for one in columns}:
        hint = "begin with a row of headers: id, name, ..."
        message = "no column is called `id` or `name`"
        findings.append(_error(grid, row, 0, game, message, hint))
    return Header(row, tuple(columns)), findings


def _table(grid: CellGrid, row: int) -> list[tuple[int, str]]:
    """The headers of a row with their columns, up to a column that is empty all the way down."""
    found: list[tuple[int, str]] = []
    for at, cell in enumerate(grid.rows[row]):
        text = str(cell).strip()
        if text:
            found.append((at, text))
            continue
        below = range(row + 1, len(grid.rows))
        if found and not any(str(grid.cell(one, at)).strip() for one in below):
            break
    return found


def _unknown(
    grid: CellGrid, row: int, at: int, text: str, field: str | None, names: Names, game: str
) -> Finding:
    known = list(names.fields)
    listed = f"fields: {', '.join(known)}"
    if field is not None:
        message = f"`columns` says that {text[:60]!r} is {field!r}, which is no field of the set"
        return _error(grid, row, at, game, message, did_you_mean(field, known, listed))
    otherwise = f"say under `columns` what it is, or begin it with `#`; {listed}"
    hint = did_you_mean(text, known, otherwise)
    return _error(grid, row, at, game, f"no field is called {text[:60]!r}", hint)


def _error(grid: CellGrid, row: int, column: int, game: str, message: str, hint: str) -> Finding:
    place = grid.place(row, column)
    return Finding("sheet-header", Severity.ERROR, game, place, message, hint)


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
    named = {
        str(cell).strip().casefold(): at
        for cells in reversed(grid.rows)
        for at, cell in reversed([*enumerate(cells)])
    }
    at = next((named[one] for one in _NAMING if one in named), 0)
    rows = [row for row in range(len(grid.rows)) if not grid.is_blank(row)]
    return {grid.place(row).line: str(grid.cell(row, at)).strip() for row in rows}


@dataclass(slots=True)
class SheetRecords:
    """The records of a sheet, with the place of each value by its trail from the list of records.

    ``rows`` are the numbers of the sheet's rows, one a record.
    """

    records: list[dict[str, Any]] = field(default_factory=list)
    places: dict[Trail, Place] = field(default_factory=dict)
    rows: list[int] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def read_rows(grid: CellGrid, header: Header, game: str) -> SheetRecords:
    """The records of the rows below the header; blank rows and those begun with ``#`` are none."""
    found = SheetRecords()
    named = {one.field: one for one in header.columns}
    naming = named.get("id") or named["name"]  # tells records from other rows
    first = header.columns[0].at
    for row in range(header.row + 1, len(grid.rows)):
        if grid.is_blank(row) or _is_remark(grid, row):
            continue
        if not str(grid.cell(row, naming.at)).strip() and (row, naming.at) not in grid.faults:
            filled = [one.at for one in header.columns if str(grid.cell(row, one.at)).strip()]
            if filled:  # else all it has stands outside of the table
                message = f"the row has no {naming.field} and is passed over"
                hint = "give it one, or write `#` into its first cell if it is not for trilith"
                place, code = grid.place(row, filled[0]), "sheet-row"
                found.findings.append(Finding(code, Severity.WARNING, game, place, message, hint))
            continue
        trail: Trail = (len(found.records),)
        found.places[trail] = grid.place(row, first)
        told = len(found.findings)
        found.records.append(_record(grid, row, header, trail, found, game))
        if beyond := [*_beyond(grid, row, header, game)]:  # what else is wrong follows from it
            found.findings[told:] = beyond
        found.rows.append(row)
    return found


def _is_remark(grid: CellGrid, row: int) -> bool:
    first = next((str(one).strip() for one in grid.rows[row] if str(one).strip()), "")
    return first.startswith("#") and not first.startswith("#REF")


def _beyond(grid: CellGrid, row: int, header: Header, game: str) -> Iterator[Finding]:
    """Tell of the first value in a row of text that has more cells than the header."""
    width = len(grid.rows[header.row])
    for at in range(width, len(grid.rows[row])) if grid.spots else ():
        if str(grid.cell(row, at)).strip():
            message = f"the row has {at + 1} cells, and the header only {width}"
            hint = "put quotes round a value with a comma in it, or give the column a header"
            yield Finding("sheet-beyond", Severity.ERROR, game, grid.place(row, at), message, hint)
            return


def _record(
    grid: CellGrid, row: int, header: Header, trail: Trail, found: SheetRecords, game: str
) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for column in header.columns:
        try:
            if (fault := grid.faults.get((row, column.at))) is not None:
                raise CellError(fault.message, fault.hint)
            value = read_cell(grid.cell(row, column.at), column.shape, grid.decimal_comma)
        except CellError as error:
            place = grid.place(row, column.at)
            told = Finding(error.code, Severity.ERROR, game, place, str(error), error.hint)
            found.findings.append(told)
            continue
        if value is not ABSENT:
            _put(record, column.field.split("."), value)
            _place(found.places, trail, column.field, grid.place(row, column.at))
    if "id" not in record and isinstance(record.get("name"), str):
        record = {"id": as_id(record["name"]).replace("_", "-"), **record}
        found.places[(*trail, "id")] = found.places[(*trail, "name")]
    return record


def _put(record: dict[str, Any], keys: list[str], value: Any) -> None:
    """Set an inner value, making the mappings on the way."""
    for key in keys[:-1]:
        inner = record.setdefault(key, {})
        if not isinstance(inner, dict):
            return
        record = inner
    record[keys[-1]] = value


def _place(places: dict[Trail, Place], trail: Trail, field: str, place: Place) -> None:
    """Note the place of a value, and of the mappings it stands in where they begin with it."""
    keys = tuple(field.split("."))
    for length in range(1, len(keys) + 1):
        places.setdefault((*trail, *keys[:length]), place)


def values_by_field(record: Mapping[str, Any], fields: Iterable[str]) -> dict[str, Any]:
    """The values of a record by the (dotted) fields of columns; what is not there is left out."""
    found = {}
    for name in fields:
        value: Any = record
        for key in name.split("."):
            value = value.get(key, ABSENT) if isinstance(value, Mapping) else ABSENT
        if value is not ABSENT:
            found[name] = value
    return found


_WHERE = "put it beside the file that names it; its path counts from there"
RECORDS: Trail = ("components",)


@dataclass(frozen=True, slots=True)
class NamedSheet:
    """The sheet that a set names: its path from the project's folder, and what is said of it.

    ``asked`` and ``asked_sheet`` are where file and sheet are named.
    """

    file: str
    sheet: str | None
    names: Names
    asked: Place
    asked_sheet: Place
    url: str | None


def names_a_sheet(data: Any) -> bool:
    """Tell whether a set's records stand in a sheet."""
    return isinstance(data, Mapping) and isinstance(data.get("components"), Mapping)


def with_sheet(source: Source, root: Path, game: str) -> tuple[Source | None, list[Finding]]:
    """The same source with the records of its sheet; itself if it names none.

    ``source`` has passed ``components.json``, and so names a file in words that are no address;
    its ``fields`` are a schema. None where there are errors.
    """
    if not names_a_sheet(source.data):
        return source, []
    wanted = sheet_of_set(source)
    try:
        grid = read_grid(root, wanted)
    except SheetError as error:
        return None, [replace(error.finding, game=game)]
    return with_grid(source, grid, wanted.names, game)


def with_grid(
    source: Source, grid: CellGrid, names: Names, game: str
) -> tuple[Source | None, list[Finding]]:
    """A set with the records of the rows of ``grid``; None where there are errors."""
    header, findings = read_header(grid, names, game)
    if header is None or findings:
        return None, findings
    rows = read_rows(grid, header, game)
    return (None if has_errors(rows.findings) else with_records(source, rows)), rows.findings


def sheet_of_set(source: Source) -> NamedSheet:
    """What a set says of its sheet."""
    told = source.data["components"]
    folder = PurePosixPath(source.file).parent
    return NamedSheet(
        file=normpath((folder / told["from"]).as_posix()),
        sheet=told.get("sheet"),
        names=names_of(source.data, told.get("columns", {})),
        asked=source.place((*RECORDS, "from")),
        asked_sheet=source.place((*RECORDS, "sheet")),
        url=told.get("url"),
    )


def names_of(data: Mapping[str, Any], given: Mapping[str, str | None]) -> Names:
    """The fields of a set by the headers that may stand for them."""
    whole = record_schema(data.get("fields", {}))
    properties = shape_of(whole, whole).properties
    return Names(fields_of(properties, data.get("derived", {})), given)


def _sheets_beside(root: Path, file: str) -> list[str]:
    """The files in the folder of ``file`` that end like it, if that is a folder of the project."""
    folder = (root / file).parent.resolve()
    if not folder.is_dir() or not folder.is_relative_to(root.resolve()):
        return []
    suffix = Path(file).suffix.lower()
    return [one.name for one in folder.iterdir() if one.suffix.lower() == suffix]


def read_grid(root: Path, wanted: NamedSheet) -> CellGrid:
    """The cells of the sheet that a set of the project ``root`` names.

    Raises:
        SheetError: it cannot be read.
    """
    is_text = wanted.file.lower().endswith(TEXTS)
    if not wanted.file.startswith(f"{COMPONENTS}/"):
        message = f"the sheet {wanted.file!r} does not lie below {COMPONENTS}/"
        raise unreadable(wanted.asked, message, _WHERE)
    try:
        most = MAX_BYTES if is_text else MOST_FILE
        raw = read_plain(root / wanted.file, most, root / COMPONENTS)
    except TooLargeError as error:
        message = f"the sheet has {error.size:,} bytes, more than the limit of {error.most:,}"
        raise unreadable(wanted.asked, message, "split it into sets") from error
    except OSError as error:
        message = f"the sheet {wanted.file!r} cannot be read: {error.strerror or error}"
        missing = isinstance(error, FileNotFoundError) and wanted.url
        otherwise = "`trilith sheet pull` fetches it" if missing else _WHERE
        hint = did_you_mean(Path(wanted.file).name, _sheets_beside(root, wanted.file), otherwise)
        raise unreadable(wanted.asked, message, hint) from error
    return grid_of(raw, wanted)


def grid_of(raw: bytes, wanted: NamedSheet) -> CellGrid:
    """The cells of a sheet whose file has these bytes.

    Raises:
        SheetError: it cannot be read.
    """
    if wanted.file.lower().endswith(TEXTS):
        if wanted.sheet is not None:
            message = f"`sheet` names {wanted.sheet!r}, but a file of text has no sheets"
            raise unreadable(wanted.asked_sheet, message, "take `sheet` out", "sheet-unknown")
        return read_text_grid(raw, wanted.file, wanted.names.is_known)
    if wanted.file.lower().endswith(SUFFIXES):
        return read_workbook_grid(raw, wanted.file, wanted.sheet, wanted.asked_sheet)
    hint = f"save it as {', '.join((*TEXTS, *SUFFIXES))}"
    raise unreadable(wanted.asked, f"{wanted.file!r} is no sheet that is read", hint)


def with_records(source: Source, rows: SheetRecords) -> Source:
    """A set with the records of these rows in place of its own."""
    places = {key: place for key, place in source.places.items() if key[:1] != RECORDS}
    places[RECORDS] = source.place(RECORDS)
    places |= {(*RECORDS, *trail): place for trail, place in rows.places.items()}
    data = {**source.data, "components": rows.records}
    keys = dict(source.keys) | {(*RECORDS, *trail): place for trail, place in rows.places.items()}
    return replace(source, data=data, places=places, keys=keys)
