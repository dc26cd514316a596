"""A set as its files have it now: its values with their places, and its bytes with one changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import filterfalse
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from generator.atomic import below, put_in_place
from generator.failures import WrongUseError
from generator.sheets.csv_cells import CsvText
from generator.sheets.merge import Added, Merge, ValueChange, apply_merge
from generator.sheets.tables import choose_columns, put
from generator.sheets.yaml_edit import YamlText, entries, move_entry
from generator.studio.fields import kind_of, text_of, value_of
from validator.catalogue.build import RawRecord, build_set, raw_records
from validator.catalogue.field_schemas import derive
from validator.catalogue.folders import COMPONENTS
from validator.catalogue.schemas import check_source
from validator.catalogue.sheets.cells import ABSENT, write_cell
from validator.catalogue.sheets.files import MOST_FILE, TEXTS, Cell, CellGrid, SheetError
from validator.catalogue.sheets.records import (
    SheetRecords,
    grid_of,
    names_a_sheet,
    names_of,
    read_header,
    read_rows,
    sheet_of_set,
    values_by_field,
    with_records,
)
from validator.catalogue.sheets.shapes import ANY, CellError, FieldShape, same
from validator.catalogue.source import Source, Trail, parse_source
from validator.findings import Finding, Place, has_errors
from validator.plainfile import read_plain


class Change(NamedTuple):
    """A field of a record set from one value to another, None for none.

    Without a field it is the record itself.
    """

    record: str
    field: str
    before: Any
    after: Any


PLACE = "#"
"""What is said for the place of a record, as a field: its value is the id of the one before it."""
MOST_WRONG = 100
"""Changes that are told to be wrong, of those that are made together."""


class RefusedError(Exception):
    """An edit that is not made; the message says why, ``told`` what else the page shows."""

    def __init__(self, message: str, **told: Any) -> None:
        super().__init__(message)
        self.told = told


class StaleError(Exception):
    """A file changed between being read and being written."""


@dataclass(frozen=True)
class _Sheet:
    """The cells of a sheet, the records of its rows, and the column of each field."""

    grid: CellGrid
    rows: SheetRecords
    columns: Mapping[str, int]


@dataclass(frozen=True)
class SetFiles:
    """A set of a project ``root`` with the ``raw`` bytes of the ``file`` that has its records.

    ``described`` is its YAML as it is ``written``, ``source`` the same with all records in it.
    """

    root: Path
    file: str
    raw: bytes
    written: bytes
    described: Source
    source: Source
    sheet: _Sheet | None = None

    @cached_property
    def records(self) -> dict[str, dict[str, Any]]:
        """The records that are written one by one, by their ids.

        Raises:
            RefusedError: they cannot be told apart.
        """
        listed = self.source.data.get("components") or []
        found = {str(one["id"]): one for one in listed if isinstance(one, dict) and "id" in one}
        if len(found) < len(listed):
            raise RefusedError(f"{self.file} has records without an id of their own; mend it first")
        return found

    @cached_property
    def _fields(self) -> Mapping[str, FieldShape]:
        return names_of(self.described.data, {}).fields

    @cached_property
    def _errors(self) -> dict[tuple[str, str], Finding]:
        """What is wrong with the set, by code and message."""
        game = PurePosixPath(self.described.file).parts[1]
        found = [*self.sheet.rows.findings] if self.sheet else []
        found += check_source(self.source, "components", game)
        if not has_errors(found):
            found += build_set(self.source, game)[1]
        return {(one.code, one.message): one for one in found if has_errors([one])}

    def value(self, name: str, field: str) -> Any:
        """The value of a field of a record, or without a field all of it; None where it is not."""
        record = self.records.get(name)
        if record is not None and field == PLACE:
            return ["", *self.records][self._order[name]]
        return record if record is None or not field else _value(record, field)

    def text(self, name: str, field: str, short: bool = False) -> str:
        """A value as the page shows it; of a cell that cannot be read what stands there.

        With ``short`` it is in the words of sheets.
        """
        value = self.value(name, field)
        if value is None and self.sheet and field in self.sheet.columns:
            row = self.sheet.rows.rows[self._at(name)]
            return str(self.sheet.grid.cell(row, self.sheet.columns[field])).strip()
        return text_of(value, self._fields.get(field, ANY), short)

    def read_text(self, field: str, text: str) -> Any:
        """The value that a text of the page stands for, None for none.

        Raises:
            RefusedError: it is none.
        """
        if field == PLACE:
            return text
        comma = self.sheet.grid.decimal_comma if self.sheet else None
        try:
            return value_of(text, self._fields.get(field, ANY), comma)
        except CellError as error:
            raise RefusedError(f"{error}: {error.hint}") from error

    def place(self, name: str, field: str) -> str:
        """Where a value stands, or the record if it has none."""
        return str(self.source.place(self._trail(name, field)))

    def _trail(self, name: str, field: str) -> Trail:
        return ("components", self._order.get(name, 0), *field.split("."))

    def describe(self, name: str) -> dict[str, Any]:
        """A record for the page: every field with its text, place, and why it cannot be edited.

        Raises:
            RefusedError: there is no such record.
        """
        found = next((one for one in self._every if one.raw.get("id") == name), None)
        if found is None:
            raise RefusedError(f"{name} is not in {self.file} any more")
        why = self._why_not(name)
        columns = self.sheet.columns if self.sheet else ()
        own = [one for one in self._fields if "." not in one or one in columns]
        rows = [self._row(found, one, why) for one in own]
        return {"id": name, "fields": rows, "stamp": stamp_of(found.raw), "why": why}

    def describe_all(self) -> dict[str, Any]:
        """All records for the page: the fields that have columns, and of each record its texts and
        their places, with why a record or a field cannot be edited.

        Raises:
            RefusedError: the records cannot be told apart.
        """
        data, listed = self.described.data, self._every
        own = data.get("fields", {}).get("properties", {})
        fields = choose_columns(self._fields, [one.raw for one in listed], own)
        head = [
            {"name": one, "why": "", **kind_of(self._fields[one])}
            for one in (self.sheet.columns if self.sheet else fields)
        ]
        at = self.described.key_place(("derived",))
        why = f"it is counted, as `derived` says: {at}"
        head += [{"name": one, "why": why, **kind_of(ANY)} for one in data.get("derived", ())]
        names = [one["name"] for one in head]
        rows = [self._cells(one, names) for one in listed]
        return {"file": self.file, "fields": head, "rows": rows}

    def _cells(self, found: RawRecord, fields: Sequence[str]) -> dict[str, Any]:
        """A record as a row; ``at`` are its places, those in the file of records without its name,
        first its own.
        """
        name = str(found.raw["id"])
        full = derive(found.raw, self.described.data.get("derived", {}))
        trails = [found.origins.get(one, (*found.trail, *one.split("."))) for one in fields]
        spots = [self.source.places.get(one) for one in (found.trail, *trails)]
        return {
            "id": name,
            "why": self._why_not(name),
            "stamp": stamp_of(found.raw),
            "cells": [self._text_in(full, one, short=True) for one in fields],
            "at": [str(one or "").removeprefix(self.file) for one in spots],
        }

    @cached_property
    def _every(self) -> Sequence[RawRecord]:
        """All records with those that `generate` makes."""
        game = PurePosixPath(self.described.file).parts[1]
        return raw_records(self.source, game)[0] if self.records is not None else ()

    def _why_not(self, name: str) -> str:
        """Why a record cannot be edited; empty if it can."""
        if name not in self.records:
            return "`generate` makes it: change it where it stands"
        is_text = not self.sheet or self.file.endswith(TEXTS)
        return "" if is_text else "it stands in a workbook: change it there"

    def _row(self, found: RawRecord, field: str, why: str) -> dict[str, Any]:
        shape = self._fields[field]
        trail = found.origins.get(field, (*found.trail, *field.split(".")))
        if not why and self.sheet and field not in self.sheet.columns:
            why = f"{self.file} has no column for it"
        text = self._text_in(found.raw, field)
        row = {"name": field, "text": text, "place": str(self.source.place(trail)), "why": why}
        if not text and field in ("provenance", "rules") and field in self.described.data:
            at = self.described.key_place((field,))
            row["from"] = f"{self.described.data[field]}, for the whole set at {at}"
        return row | kind_of(shape)

    def _text_in(self, record: Mapping[str, Any], field: str, short: bool = False) -> str:
        """A value of a record, which may be one that is made, as the page shows it."""
        if (name := str(record["id"])) in self.records and field in self._fields:
            return self.text(name, field, short)
        return text_of(_value(record, field), self._fields.get(field, ANY), short)

    def _at(self, name: str) -> int:
        if name not in self.records or (self.sheet and not self.file.endswith(TEXTS)):
            raise RefusedError(f"{name} does not stand in {self.file} so that it can be edited")
        return self._order[name]

    @cached_property
    def _order(self) -> Mapping[str, int]:
        return {name: at for at, name in enumerate(self.records)}

    def bytes_with(self, changes: Sequence[Change], behind: str = "") -> bytes:
        """The file with fields changed, or with one record more or less; all else as it was.

        A new record stands ``behind`` one, of which cells that are not read are copied.

        Raises:
            RefusedError: it does not stand there.
            FailedError: it cannot be written.
        """
        for one in changes:
            self._at(behind if one.before is None and not one.field else one.record)
            if one.field == PLACE:
                return self._move(self._at(one.record), self._order.get(one.after, -1))
        if self.sheet is not None:
            return self._write_cells(changes, behind)
        merge, order = Merge(), tuple(self._fields)
        for one in changes:
            new = ABSENT if one.after is None else one.after
            if one.field:
                merge.changes.append(ValueChange(one.record, one.field, one.before, new))
            elif new is ABSENT:
                merge.removed.append(one.record)
            else:
                merge.added.append(Added(one.record, one.after, behind))
                order = tuple(one.after)
        records = list(self.records.values())
        return apply_merge(self.raw.decode(), records, merge, order).encode()

    def _move(self, at: int, behind: int) -> bytes:
        if self.sheet is not None:
            rows = [*self.sheet.rows.rows, -1]
            return self._csv.with_move(rows[at], rows[behind], rows[0])
        mark = "\ufeff" if self.raw.startswith(b"\xef\xbb\xbf") else ""
        text = YamlText(self.raw.decode().removeprefix(mark))
        _, listed = entries(text.root)["components"]
        return (mark + move_entry(text, listed, at, behind)).encode()

    @property
    def _csv(self) -> CsvText:
        assert self.sheet is not None
        return CsvText(self.raw, self.sheet.grid, sheet_of_set(self.described).names.is_known)

    def _write_cells(self, changes: Sequence[Change], behind: str) -> bytes:
        assert self.sheet is not None
        rows, columns, csv = self.sheet.rows.rows, self.sheet.columns, self._csv
        cells = dict[tuple[int, int], Cell]()
        for one in changes:
            field = one.field or "id"
            if field not in columns or (field == "name" and "id" not in columns):
                raise RefusedError(f"{self.file} has no column for {field}, or none for ids")
            if not one.field and one.after is None:
                return csv.without(rows[self._at(one.record)])
            if not one.field:
                return csv.with_copy(rows[self._at(behind)], columns["id"], one.record)
            cell = "" if one.after is None else write_cell(one.after, self._fields[field])
            cells[rows[self._at(one.record)], columns[field]] = cell
        return csv.with_cells(cells)

    def check(self, raw: bytes, changes: Sequence[Change]) -> SetFiles:
        """The set with these bytes, which say that values are others and nothing else.

        Raises:
            RefusedError: they do not, or the schema does not allow it; then what is told as
                ``wrong`` has record, field and why of the first that are not allowed.
        """
        described = self.described.file
        if self.sheet:
            made = _of_sheet(self.root, described, self.written, raw)
        else:
            made = _of_yaml(self.root, described, raw)
        if made._errors and (new := made._errors.keys() - self._errors.keys()):
            faults = [one for key, one in made._errors.items() if key in new]
            spots = made._spots(changes)
            wrong = [_explain(one, spots) for one in faults[:MOST_WRONG]]
            raise RefusedError(wrong[0][2], wrong=wrong)
        wanted = self._records_with(changes)
        others, before = ({**one.source.data, "components": []} for one in (made, self))
        fresh = {one.record for one in changes if not one.field}
        orders = ([*filterfalse(fresh.__contains__, one)] for one in (made.records, wanted))
        is_so = same(made.records, wanted) and same(*orders)
        if not is_so or not same(others, before):
            raise RefusedError("it cannot be written so that the file says just that")
        return made

    def _records_with(self, changes: Sequence[Change]) -> dict[str, dict[str, Any]]:
        """The records as they are to be."""
        wanted = dict(self.records)
        for one in changes:
            if one.field and one.record not in wanted:
                raise RefusedError(f"{one.record} is not in {self.file} any more")
            if one.field == PLACE:
                keys = ["", *filterfalse(one.record.__eq__, wanted)]
                if one.after not in keys:
                    raise RefusedError(f"{one.after!r} is no other record")
                keys.insert(keys.index(one.after) + 1, one.record)
                wanted = {key: wanted[key] for key in keys[1:]}
            elif one.field:
                wanted[one.record] = deepcopy(wanted[one.record])
                put(wanted[one.record], one.field, ABSENT if one.after is None else one.after)
            elif one.after is None:
                wanted.pop(one.record, None)
            else:
                wanted[one.record] = one.after
        return {str(one.get("id")): one for one in wanted.values()}

    def _spots(self, changes: Sequence[Change]) -> list[tuple[Change, Place]]:
        """Where the values of changes stand once they are made."""
        names = {one.record: str(one.after) for one in changes if one.field == "id"}
        trails = (self._trail(names.get(one.record, one.record), one.field) for one in changes)
        return [(one, self.source.place(at)) for one, at in zip(changes, trails, strict=True)]

    def write(self, raw: bytes) -> None:
        """Put these bytes in place of those that were read.

        Raises:
            StaleError: others are there by now.
            OSError: that is not possible.
        """
        path = path_inside(self.root, self.file)
        if read_plain(path, MOST_FILE, self.root) != self.raw:
            raise StaleError
        mode = path.stat().st_mode & 0o777
        put_in_place(path, raw)
        path.chmod(mode)


def _explain(fault: Finding, spots: Sequence[tuple[Change, Place]]) -> tuple[str, str, str]:
    """Record and field of the change that a fault of the set speaks of, and what it says.

    It is the last that stands before the fault, of several in one place the one that is named.
    """
    at = (fault.place.line, fault.place.column)

    def rank(spot: tuple[Change, Place]) -> tuple[bool, int, int, bool]:
        one, place = spot
        is_named = f"'{one.field}'" in fault.message
        return (place.line, place.column) <= at, place.line, place.column, is_named

    found, _ = max(spots, key=rank)
    message = fault.message.replace(f" at components.{found.record}.{found.field}", "")
    return found.record, found.field, f"{message}; {fault.hint}".rstrip("; ")


def stamp_of(record: Mapping[str, Any]) -> str:
    """What a record is known by as long as none of its values is another."""
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()[:16]


def _value(record: Mapping[str, Any], field: str) -> Any:
    return values_by_field(record, [field]).get(field)


def path_inside(root: Path, file: str) -> Path:
    """Where a file of a game's data lies; no part of its path is a link.

    Raises:
        RefusedError: it is no such file.
    """
    parts = PurePosixPath(file).parts
    if parts[:1] != (COMPONENTS,) or ".." in parts or len(parts) < 3:
        raise RefusedError(f"{file!r} is no data of a game")
    try:
        return below(root, *parts)
    except WrongUseError as error:
        raise RefusedError(
            f"{file} lies behind a link, through which nothing is written"
        ) from error


def open_set(root: Path, file: str) -> SetFiles:
    """The set that a YAML file of a project describes, as its files have it now.

    Raises:
        RefusedError: it cannot be read.
    """
    try:
        raw = read_plain(path_inside(root, file), MOST_FILE, root)
        found = _of_yaml(root, file, raw)
        if not names_a_sheet(found.described.data):
            return found
        named = sheet_of_set(found.described).file
        sheet = read_plain(path_inside(root, named), MOST_FILE, root)
        return _of_sheet(root, file, raw, sheet)
    except (OSError, UnicodeDecodeError, TypeError, KeyError) as error:
        raise RefusedError(f"{file} or its sheet cannot be read: {error}") from error
    except SheetError as error:
        raise RefusedError(f"{error.finding.place}: {error.finding.message}") from error


_KEPT = 4
"""Sets that are kept as they were read, as the page asks again for what it wrote."""


@lru_cache(_KEPT)
def _of_yaml(root: Path, file: str, raw: bytes) -> SetFiles:
    source, findings = parse_source(raw.decode().removeprefix("\ufeff"), file)
    if source is None or has_errors(findings) or not isinstance(source.data, dict):
        why = f"{findings[0].place}: {findings[0].message}" if findings else file
        raise RefusedError(f"the file cannot be read now; mend it first: {why}")
    return SetFiles(root, file, raw, raw, source, source)


@lru_cache(_KEPT)
def _of_sheet(root: Path, file: str, written: bytes, raw: bytes) -> SetFiles:
    described = _of_yaml(root, file, written).described
    named = sheet_of_set(described)
    grid = grid_of(raw, named)
    header, findings = read_header(grid, named.names, "")
    if header is None or findings:
        raise RefusedError(f"{findings[0].place}: {findings[0].message}")
    rows = read_rows(grid, header, "")
    sheet = _Sheet(grid, rows, {one.field: one.at for one in header.columns})
    source = with_records(described, rows)
    return SetFiles(root, named.file, raw, written, described, source, sheet)
