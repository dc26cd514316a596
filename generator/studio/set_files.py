"""A set as its files have it now: its values with their places, and its bytes with one changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import filterfalse
from pathlib import Path, PurePosixPath
from typing import Any

from generator.sheets.csv_cells import CsvText
from generator.sheets.merge import Added, Merge, ValueChange, apply_merge
from generator.sheets.tables import choose_columns, put
from generator.sheets.yaml_edit import YamlText, entries, move_entry
from generator.studio.fields import kind_of, least_of, text_of
from generator.studio.project_files import (
    LOOKS,
    PLACE,
    TRANSLATIONS,
    Change,
    ProjectFile,
    RefusedError,
    StaleError,
    decode,
    parse_or_refuse,
    path_inside,
    read_file,
)
from validator.catalogue.build import RawRecord, build_set, raw_records, record_schema
from validator.catalogue.field_schemas import derive
from validator.catalogue.model import ComponentSet
from validator.catalogue.schemas import check_source
from validator.catalogue.sheets.cells import ABSENT, write_cell
from validator.catalogue.sheets.files import TEXTS, Cell, CellGrid, SheetError, Spot
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
from validator.catalogue.sheets.shapes import ANY, FieldShape, same, shape_of
from validator.catalogue.source import Source, value_at
from validator.findings import Finding, Place, has_errors

__all__ = ["LOOKS", "PLACE", "TRANSLATIONS", "Change", "RefusedError", "StaleError", "path_inside"]


@dataclass(frozen=True)
class _Sheet:
    """The cells of a sheet, the records of its rows, and the column of each field."""

    grid: CellGrid
    rows: SheetRecords
    columns: Mapping[str, int]


@dataclass(frozen=True)
class SetFiles(ProjectFile):
    """A set whose records stand in the file.

    ``described`` is its YAML as it is ``written``, ``source`` the same with all records in it.
    """

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
    def faults(self) -> Mapping[tuple[str, str], Finding]:
        """What is wrong with the set."""
        found = [*self.sheet.rows.findings] if self.sheet else []
        found += check_source(self.source, "components", self._game)
        if not has_errors(found):
            found += build_set(self.source, self._game)[1]
        return {(one.code, one.message): one for one in found if has_errors([one])}

    @property
    def _game(self) -> str:
        return PurePosixPath(self.described.file).parts[1]

    def _shape(self, field: str) -> FieldShape:
        return self._fields.get(field, ANY)

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
        return text_of(value, self._shape(field), short)

    @property
    def _comma(self) -> bool | None:
        return self.sheet.grid.decimal_comma if self.sheet else None

    def defaults(self, name: str) -> dict[str, Any]:
        """A record of that id with what the schema requires: of each field the first choice, the
        least number, or its own name.
        """
        whole = record_schema(self.described.data.get("fields", {}))
        return {**least_of(shape_of(whole, whole), ""), "id": name}

    def there(self, name: str, field: str) -> dict[str, Any]:
        """What stands in a field ``now``, where (``at``), and ``why`` it cannot be written."""
        found = next((one for one in self._every if one.raw.get("id") == name), None)
        if found is None:
            return {"now": "", "at": self.file, "why": f"{name} is not in {self.file} any more"}
        if field not in self._fields:
            return super().there(name, field)
        row = self._row(found, field, self._why_not(name))
        return {"now": row["text"], "at": row["place"], "why": row["why"]}

    def place(self, name: str, field: str) -> Place:
        """Where a value stands, or the record if it has none."""
        return self.source.place(("components", self._order.get(name, 0), *field.split(".")))

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
        shown = self.sheet.columns if self.sheet else fields
        head = [{"name": one, "why": "", **kind_of(self._fields[one])} for one in shown]
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
        return raw_records(self.source, self._game)[0] if self.records is not None else ()

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
        return text_of(_value(record, field), self._shape(field), short)

    def _at(self, name: str) -> int:
        if self._why_not(name):
            raise RefusedError(f"{name} does not stand in {self.file} so that it can be edited")
        return self._order[name]

    @cached_property
    def _order(self) -> Mapping[str, int]:
        return {name: at for at, name in enumerate(self.records)}

    def bytes_with(self, changes: Sequence[Change], behind: str = "") -> bytes:
        """The file with fields changed and records more, or with one less; all else as it was.

        New records stand ``behind`` one; of a copy of that, cells that are not read are copied.

        Raises:
            RefusedError: it does not stand there.
            FailedError: it cannot be written.
        """
        for one in changes:
            if one.field or one.after is None or self.records:
                self._at(behind if one.before is None and not one.field else one.record)
            if one.field == PLACE:
                return self._move(self._at(one.record), self._order.get(one.after, -1))
        if self.sheet:
            return self._write_cells(self.sheet, changes, behind)
        new = [one for one in changes if not one.field and one.after is not None]
        merge = Merge(
            [ValueChange(r, f, old, ABSENT if v is None else v) for r, f, old, v in changes if f],
            [Added(one.record, one.after, behind) for one in new],
            [one.record for one in changes if not one.field and one.after is None],
        )
        order = tuple(dict.fromkeys([*(key for one in new for key in one.after), *self._fields]))
        records = [*self.records.values()]
        return apply_merge(self.raw.decode(), records, merge, order, self.file).encode()

    def _move(self, at: int, behind: int) -> bytes:
        if self.sheet:
            rows = [*self.sheet.rows.rows, -1]
            return self._csv(self.sheet).with_move(rows[at], rows[behind], rows[0])
        text = YamlText(decode(self.file, self.raw), self.file)
        _, listed = entries(text.root)["components"]
        return self.encode(move_entry(text, listed, at, behind))

    def _csv(self, sheet: _Sheet) -> CsvText:
        return CsvText(self.raw, sheet.grid, sheet_of_set(self.described).names.is_known)

    def _write_cells(self, sheet: _Sheet, changes: Sequence[Change], behind: str) -> bytes:
        rows, columns, csv = sheet.rows.rows, sheet.columns, self._csv(sheet)
        cells, more = dict[Spot, Cell](), list[Mapping[int, Cell]]()
        for one in changes:
            field = one.field or "id"
            if field not in columns or (field == "name" and "id" not in columns):
                raise RefusedError(f"{self.file} has no column for {field}, or none for ids")
            if one.field:
                spot = rows[self._at(one.record)], columns[field]
                cells[spot] = write_cell(one.after, self._fields[field])
            elif one.after is None:
                return csv.without(rows[self._at(one.record)])
            elif one.after == self.records.get(behind, {}) | {"id": one.record}:
                return csv.with_copy(rows[self._at(behind)], columns["id"], one.record)
            else:
                values = values_by_field(one.after, columns).items()
                more.append({columns[key]: write_cell(it, self._fields[key]) for key, it in values})
        last = rows[self._at(behind)] if more and self.records else len(sheet.grid.spots) - 1
        return csv.with_cells(cells, last, more)

    def draft(self, name: str, field: str, text: str) -> ComponentSet:
        """The set with one record, of which a field is what a text of the page stands for.

        Raises:
            RefusedError: the schema does not allow it, or the record cannot be edited.
        """
        self._at(name)
        changes = [Change(name, field, None, self.read_text(field, text))]
        before = self._with_records([self.records[name]])
        made = self._with_records([*before._records_with(changes).values()])
        before.refuse(made, changes)
        return build_set(made.source, self._game)[0]

    def _with_records(self, records: Sequence[dict[str, Any]]) -> SetFiles:
        """The set with these records alone; places in it are not theirs."""
        data = {**self.source.data, "components": records, "generate": []}
        return replace(self, source=replace(self.source, data=data), sheet=None)

    def _read(self, raw: bytes) -> SetFiles:
        if self.sheet:
            return _of_sheet(self.root, self.described.file, self.written, raw)
        return _of_yaml(self.root, self.file, raw)

    def _becomes(self, made: SetFiles, changes: Sequence[Change]) -> bool:
        wanted = self._records_with(changes)
        others, before = ({**one.source.data, "components": []} for one in (made, self))
        fresh = {one.record for one in changes if not one.field}
        orders = ([*filterfalse(fresh.__contains__, one)] for one in (made.records, wanted))
        return same(made.records, wanted) and same(*orders) and same(others, before)

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


def stamp_of(record: Mapping[str, Any]) -> str:
    """What a record is known by as long as none of its values is another."""
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()[:16]


def _value(record: Mapping[str, Any], field: str) -> Any:
    return value_at(tuple(field.split(".")), record)


def open_set(root: Path, file: str) -> SetFiles:
    """The set that a YAML file of a project describes, as its files have it now.

    Raises:
        RefusedError: it cannot be read.
    """
    try:
        found = _of_yaml(root, file, read_file(root, file))
        if not names_a_sheet(found.described.data):
            return found
        named = sheet_of_set(found.described).file
        return _of_sheet(root, file, found.written, read_file(root, named))
    except (UnicodeDecodeError, TypeError, KeyError) as error:
        raise RefusedError(f"{file} or its sheet cannot be read: {error}") from error
    except SheetError as error:
        raise RefusedError(f"{error.finding.place}: {error.finding.message}") from error


_KEPT = 4
"""Sets that are kept as they were read, as the page asks again for what it wrote."""


@lru_cache(_KEPT)
def _of_yaml(root: Path, file: str, raw: bytes) -> SetFiles:
    source = parse_or_refuse(file, raw)
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
