"""A set whose records stand in a sheet: the sheet read, its records put where the set names it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from posixpath import normpath
from typing import Any

from validator.catalogue.build import record_schema
from validator.catalogue.folders import COMPONENTS
from validator.catalogue.parsing.places import Trail
from validator.catalogue.sheets.grid import Grid, SheetError, unreadable
from validator.catalogue.sheets.headers import Names, fields_of, given_columns, read_header
from validator.catalogue.sheets.parts import MOST_FILE
from validator.catalogue.sheets.rows import Rows, read_rows
from validator.catalogue.sheets.shapes import shape_of
from validator.catalogue.sheets.text_file import TEXTS, read_text_grid
from validator.catalogue.sheets.workbook import SUFFIXES, read_workbook_grid
from validator.catalogue.source import MAX_BYTES, Source
from validator.findings import Finding, Place
from validator.plainfile import TooLargeError, read_plain

_WHERE = "put it beside the file that names it; its path counts from there"
RECORDS: Trail = ("components",)


@dataclass(frozen=True, slots=True)
class Wanted:
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
    wanted = wanted_sheet(source)
    try:
        grid = read_grid(root, wanted)
    except SheetError as error:
        return None, [replace(error.finding, game=game)]
    return with_grid(source, grid, wanted.names, game)


def with_grid(
    source: Source, grid: Grid, names: Names, game: str
) -> tuple[Source | None, list[Finding]]:
    """A set with the records of the rows of ``grid``; None where there are errors."""
    rows, findings = rows_of(grid, names, game)
    return (None if rows is None else joined(source, rows)), findings


def wanted_sheet(source: Source) -> Wanted:
    """What a set says of its sheet."""
    told = source.data["components"]
    folder = PurePosixPath(source.file).parent
    return Wanted(
        file=normpath((folder / told["from"]).as_posix()),
        sheet=told.get("sheet"),
        names=names_of(source.data, given_columns(told)),
        asked=source.place((*RECORDS, "from")),
        asked_sheet=source.place((*RECORDS, "sheet")),
        url=told.get("url"),
    )


def names_of(data: Mapping[str, Any], given: Mapping[str, str | None]) -> Names:
    """The fields of a set by the headers that may stand for them."""
    whole = record_schema(data.get("fields", {}))
    properties = shape_of(whole, whole).properties
    return Names(fields_of(properties, data.get("derived", {})), given)


def read_grid(root: Path, wanted: Wanted) -> Grid:
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
        hint = "`trilith sheet pull` fetches it" if missing else _WHERE
        raise unreadable(wanted.asked, message, hint) from error
    return grid_of(raw, wanted)


def grid_of(raw: bytes, wanted: Wanted) -> Grid:
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


def rows_of(grid: Grid, names: Names, game: str) -> tuple[Rows | None, list[Finding]]:
    """The records of a sheet; None where its header or a cell is wrong."""
    header, findings = read_header(grid, names, game)
    if header is None or findings:
        return None, findings
    rows = read_rows(grid, header, game)
    bad = any(one.severity == "error" for one in rows.findings)
    return (None if bad else rows), rows.findings


def joined(source: Source, rows: Rows) -> Source:
    """A set with the records of these rows in place of its own."""
    places = {key: place for key, place in source.places.items() if key[:1] != RECORDS}
    places[RECORDS] = source.place(RECORDS)
    places |= {(*RECORDS, *trail): place for trail, place in rows.places.items()}
    data = {**source.data, "components": rows.records}
    keys = dict(source.keys) | {(*RECORDS, *trail): place for trail, place in rows.places.items()}
    return replace(source, data=data, places=places, keys=keys)
