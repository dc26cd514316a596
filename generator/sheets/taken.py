"""A sheet that comes back: its rows read, judged and merged with the files, nothing written yet."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.failures import DataError, WrongUseError
from generator.sheets.base import Base, SetBase
from generator.sheets.files import SheetFile
from generator.sheets.tables import cell_words, is_from_sheet, normal_values, own_records, put
from generator.sheets.three_way import Added, Change, Conflict, Merge, Values, merged
from validator.catalogue.build import build_set
from validator.catalogue.model import Catalogue
from validator.catalogue.schemas import check_source
from validator.catalogue.sheets.cells import ABSENT
from validator.catalogue.sheets.files import SheetError
from validator.catalogue.sheets.records import (
    Header,
    Rows,
    joined,
    names_of,
    read_header,
    read_rows,
    values_by_field,
)
from validator.catalogue.sheets.shapes import Shape
from validator.catalogue.source import Source, Trail
from validator.findings import Finding, Place, Severity, has_errors


@dataclass(frozen=True, slots=True)
class Taken:
    """What comes of one set's sheet: its merge with the file that ``source`` was read from.

    ``records`` are the values that the sheet has now, by id; ``missing`` the columns that went out
    and did not come back.
    """

    set_id: str
    source: Source
    header: Header
    rows: Rows
    records: Mapping[str, Values]
    merge: Merge
    missing: tuple[str, ...]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that the sheet has columns for, in its order."""
        return tuple(column.field for column in self.header.columns)


def take(file: SheetFile, catalogue: Catalogue) -> tuple[list[Taken], list[str]]:
    """What each sheet of a file changes, and what is said of those that are not looked at.

    Raises:
        DataError: a sheet has faults.
        WrongUseError: it has no column of ids, or one twice.
    """
    known = {
        source.data["set"]: source
        for source in catalogue.written.get(file.base.game, ())
        if source.data.get("kind") == "components"
    }
    found: list[Taken] = []
    said: list[str] = []
    sheets = file.sheets()
    for key, base in file.base.sets.items():
        source = known.get(key)
        if base.sheet not in sheets:
            said.append(f"the sheet {base.sheet!r} is gone: nothing of it is changed")
        elif source is None or is_from_sheet(source):
            said.append(f"the set {key!r} has no records in a file any more: it is passed over")
        else:
            found.append(_take(file, key, base, source))
    return found, said


def _take(file: SheetFile, key: str, base: SetBase, source: Source) -> Taken:
    game = file.base.game
    names = names_of(source.data, {})
    try:
        grid = file.grid(base.sheet, names)
    except SheetError as error:
        raise DataError([replace(error.finding, game=game)]) from error
    header, findings = read_header(grid, names, game)
    if header is None or has_errors(findings):
        raise DataError(findings)
    fields = {column.field: column.shape for column in header.columns}
    if "id" not in fields:
        raise WrongUseError(f"{file.shown}: the column of ids is gone from {base.sheet!r}")
    rows = read_rows(grid, header, game)
    _judge(source, rows, fields, game)
    before = {one["id"]: one for one in own_records(source)}
    records = {str(one["id"]): values_by_field(one, fields) for one in rows.records}
    there = {key: normal_values(one, fields) for key, one in before.items()}
    merge = merged(base.records, records, there, tuple(fields))
    missing = tuple(name for name in base.fields if name not in fields)
    return Taken(key, source, header, rows, records, merge, missing)


def _judge(source: Source, rows: Rows, fields: Mapping[str, Any], game: str) -> None:
    """Hold the rows against the set's schema, with what has no column taken from the file.

    Raises:
        DataError: a cell has a fault.
        WrongUseError: an id stands twice.
    """
    findings = list(rows.findings)
    if not has_errors(findings):
        _once(rows)
        before = {str(one["id"]): one for one in source.data["components"]}
        full = [_filled(one, before.get(str(one["id"]), {}), fields) for one in rows.records]
        whole = joined(source, replace_records(rows, full))
        findings += check_source(whole, "components", game)
        if not has_errors(findings) and full:
            findings += build_set(whole, game)[1]
    if has_errors(findings):
        raise DataError(findings)


def replace_records(rows: Rows, records: list[dict[str, Any]]) -> Rows:
    """The same rows with other records, which stand where theirs do."""
    return Rows(records, rows.places, rows.rows, rows.findings)


def _once(rows: Rows) -> None:
    seen: set[str] = set()
    for at, record in enumerate(rows.records):
        if str(record["id"]) in seen:
            place = rows.places[(at, "id")]
            message = f"the id {record['id']!r} stands twice; give one of the two another"
            raise WrongUseError(f"{place}: {message}")
        seen.add(str(record["id"]))


def _filled(
    record: Mapping[str, Any], before: Mapping[str, Any], fields: Mapping[str, Any]
) -> dict[str, Any]:
    """A row's record with what the file has in fields that have no column."""
    full = copy.deepcopy(dict(before))
    for name in fields:
        put(full, name, ABSENT)
    for name, value in values_by_field(record, fields).items():
        put(full, name, value)
    return full


def conflicts(taken: Taken, game: str) -> Iterator[Finding]:
    """The conflicts of a set as findings at the cells of the sheet."""
    at = {str(one["id"]): index for index, one in enumerate(taken.rows.records)}
    shapes = {column.field: column.shape for column in taken.header.columns}
    index = {str(one["id"]): i for i, one in enumerate(taken.source.data["components"])}
    for one in taken.merge.conflicts:
        place = _cell(taken, at.get(one.record), one.field)
        inner = one.field.split(".") if one.field else []
        trail: Trail = ("components", index.get(one.record, 0), *inner)
        there = taken.source.place(trail) if one.record in index else Place(taken.source.file)
        message = _told(one, there, shapes)
        hint = "make both the same, or say --take sheet or --take file"
        yield Finding("sheet-conflict", Severity.ERROR, game, place, message, hint)


def _cell(taken: Taken, at: int | None, field: str) -> Place:
    places = taken.rows.places
    if at is None:
        return next(iter(places.values()), Place(taken.source.file))
    trail: Trail = (at, *field.split(".")) if field else (at,)
    if trail in places:
        return places[trail]
    row = places[(at,)]
    columns = [column.at for column in taken.header.columns if column.field == field]
    return replace(row, column=columns[0] + 1) if row.sheet and columns else row


def _told(one: Conflict, there: Place, shapes: Mapping[str, Shape]) -> str:
    if one.field:
        now, file = (cell_words(value, shapes[one.field]) for value in (one.sheet, one.file))
        return f"`{one.field}` of {one.record!r} is {now} here and {file} at {there}"
    if one.sheet is ABSENT:
        return f"{one.record!r} was taken out of the sheet, and changed at {there}"
    return f"{one.record!r} was changed here, and taken out of {there.file}"


def decided(taken: Taken, by_sheet: bool) -> Taken:
    """The same with its conflicts decided for the sheet, or for the file."""
    merge = taken.merge
    if not by_sheet:
        return replace(taken, merge=replace(merge, conflicts=[]))
    changes, added, removed = list(merge.changes), list(merge.added), list(merge.removed)
    for one in merge.conflicts:
        if one.field:
            changes.append(Change(one.record, one.field, one.file, one.sheet))
        elif one.sheet is ABSENT:
            removed.append(one.record)
        else:
            added.append(Added(one.record, one.sheet, None))
    return replace(taken, merge=Merge(changes, added, removed))


def base_now(base: Base, taken: list[Taken]) -> Base:
    """What sheet and files have in common once all is taken in: all that the sheet has."""
    sets = dict(base.sets)
    for one in taken:
        sets[one.set_id] = replace(base.sets[one.set_id], records=one.records, fields=one.fields)
    return replace(base, sets=sets)


def edits_waiting(file: SheetFile, catalogue: Catalogue) -> bool:
    """Tell whether a sheet differs from what went out, or cannot be read any more."""
    try:
        found, _ = take(file, catalogue)
    except (DataError, WrongUseError):
        return True
    return any(dict(one.records) != dict(file.base.sets[one.set_id].records) for one in found)
