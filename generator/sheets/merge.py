"""A sheet that comes back: read, judged, merged with the files by record and field."""

from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import yaml

from generator.failures import DataError, FailedError, WrongUseError
from generator.sheets.files import SetBase, SheetBase, SheetFile
from generator.sheets.tables import cell_words, is_from_sheet, normal_values, own_records, put
from generator.sheets.yaml_edit import (
    Splice,
    YamlText,
    block,
    change_value,
    entries,
    is_flow,
    source_of,
    splice,
    stretch,
)
from validator.catalogue.build import build_set
from validator.catalogue.model import Catalogue
from validator.catalogue.schemas import check_source
from validator.catalogue.sheets.cells import ABSENT
from validator.catalogue.sheets.files import SheetError
from validator.catalogue.sheets.records import (
    Header,
    SheetRecords,
    names_of,
    read_header,
    read_rows,
    values_by_field,
    with_records,
)
from validator.catalogue.sheets.shapes import CellError, FieldShape, flow, same
from validator.catalogue.source import Source, Trail
from validator.findings import Finding, Place, Severity, has_errors

# Two people's edits of the same records, merged by record and field against what both began from.
#
# All three sides are records by id, with their values by field as cells have them. Nothing is
# decided where both sides changed the same value to different ones: that is a conflict, and both
# are told.


Values = Mapping[str, Any]
Records = Mapping[str, Values]


@dataclass(frozen=True, slots=True)
class ValueChange:
    """A value that the sheet changed: :data:`ABSENT` stands for none.

    As a conflict, what both sides changed, differently, from file to sheet: a value, or (without a
    field) a record that one of them took out.
    """

    record: str
    field: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Added:
    """A record that the sheet has new, behind which one of the file (none: at the end)."""

    record: str
    values: Values
    behind: str | None


@dataclass(slots=True)
class Merge:
    """What is to be done to the file, in the order of the sheet, and what cannot be decided."""

    changes: list[ValueChange] = field(default_factory=list)
    added: list[Added] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    conflicts: list[ValueChange] = field(default_factory=list)


def merge_sheet(base: Records, sheet: Records, file: Records, fields: Sequence[str]) -> Merge:
    """Merge what the sheet changed into the file, as far as ``fields`` (its columns) go."""
    found = Merge()
    renamed = _find_renames(base, sheet, file, fields)
    behind: str | None = None
    for key, now in sheet.items():
        old = renamed.get(key, key)
        if old in file:
            _both(old, base.get(old, {}), now, file[old], fields, found)
            behind = old
        elif old in base:
            if not _alike(base[old], now, fields):
                found.conflicts.append(ValueChange(old, "", ABSENT, _values_of(now, fields)))
        else:
            values = {name: now[name] for name in fields if name in now}
            found.added.append(Added(key, values, behind))
    gone = (key for key in base if key in file and key not in sheet)
    for key in (key for key in gone if key not in renamed.values()):
        if _alike(base[key], file[key], fields):
            found.removed.append(key)
        else:
            found.conflicts.append(ValueChange(key, "", _values_of(file[key], fields), ABSENT))
    return found


def _both(
    key: str, base: Values, sheet: Values, file: Values, fields: Sequence[str], found: Merge
) -> None:
    """A record that sheet and file have."""
    for name in fields:
        old, now, there = (side.get(name, ABSENT) for side in (base, sheet, file))
        if same(now, old) or same(now, there):
            continue
        listed = found.changes if same(there, old) else found.conflicts
        listed.append(ValueChange(key, name, there, now))


def _alike(one: Values, other: Values, fields: Sequence[str]) -> bool:
    return all(same(one.get(name, ABSENT), other.get(name, ABSENT)) for name in fields)


def _values_of(values: Values, fields: Sequence[str]) -> Values:
    return {name: values[name] for name in fields if name in values}


def _find_renames(
    base: Records, sheet: Records, file: Records, fields: Sequence[str]
) -> dict[str, str]:
    """The records that only got another id in the sheet: the new id, and the one before.

    It is so where one row went and one came whose other values are the same, and no second one.
    """
    others = [name for name in fields if name != "id"]
    fresh = [key for key in sheet if key not in base and key not in file]
    gone = [key for key in base if key in file and key not in sheet]
    rows: dict[str, tuple[list[str], list[str]]] = {}
    for at, keys, records in ((0, fresh, sheet), (1, gone, base)):
        for key in keys:
            values = repr([records[key].get(name, ABSENT) for name in others])
            rows.setdefault(values, ([], []))[at].append(key)
    return {news[0]: olds[0] for news, olds in rows.values() if len(news) == len(olds) == 1}


Record = dict[str, Any]


def apply_merge(
    text: str, records: Sequence[Record], merge: Merge, order: Sequence[str], file: str = ""
) -> str:
    """The text of a set's ``file`` with the changes of a merge.

    ``records`` are those written in it, ``order`` the fields as the sheet has its columns.

    Raises:
        FailedError: the text cannot be changed so that it says just that; nothing is lost, as
            nothing was written.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    whole = text.removeprefix(mark)
    plan = _plan(records, merge, order)
    final = [one for _, now, fresh in plan for one in (now, *fresh) if one is not None]
    for anew in (False, True):  # whole records, for files whose form allows no less
        with suppress(ValueError, KeyError, CellError):
            before = YamlText(whole, file)
            made = splice(whole, list(_splices(before, plan, final, anew)))
            if _says(made, before, final, file):
                return mark + made
    raise FailedError("the YAML cannot be edited line by line; write the changes by hand")


Plan = Sequence[tuple[Record | None, Record | None, list[Record]]]
"""For each record of a file: what it is, what it is to be (None: it goes), the new ones behind it.

Where the file has none, there is one entry of new ones alone.
"""


def _plan(records: Sequence[Record], merge: Merge, order: Sequence[str]) -> Plan:
    wanted = _records_wanted(records, merge, order)
    keys = [str(one["id"]) for one in records]
    behind: defaultdict[str, list[Record]] = defaultdict(list)
    for added in sorted(merge.added, key=lambda one: one.behind is None):
        behind[added.behind or "".join(keys[-1:])].append(wanted[added.record])
    if not records:
        return [(None, None, behind[""])]
    gone = [key in merge.removed for key in keys]
    return [
        (one, None if goes else wanted.get(key, one), behind[key])
        for one, key, goes in zip(records, keys, gone, strict=True)
    ]


def _records_wanted(
    records: Sequence[Record], merge: Merge, order: Sequence[str]
) -> dict[str, Record]:
    """The records that change or come, as they are to be, by the id that they have (will have)."""
    known = {str(one["id"]): one for one in records}
    found: dict[str, Record] = {}
    for change in merge.changes:
        changing = found.setdefault(change.record, copy.deepcopy(known[change.record]))
        put(changing, change.field, change.new)
    found = {key: _order_keys(one, known[key], order) for key, one in found.items()}
    for added in merge.added:
        record: Record = {}
        for name in order:
            if name in added.values:
                put(record, name, added.values[name])
        found[added.record] = record
    return found


def _order_keys(record: Record, before: Record, order: Sequence[str]) -> Record:
    """The keys in the order they had; new ones behind the key that the sheet has before them."""
    keys = [key for key in before if key in record]
    columns = list(dict.fromkeys(name.partition(".")[0] for name in order))
    for key in (key for key in record if key not in before):
        ahead = columns[: columns.index(key)] if key in columns else columns
        at = max((keys.index(one) for one in ahead if one in keys), default=0)
        keys.insert(at + 1, key)
    return {key: record[key] for key in keys}


def _splices(text: YamlText, plan: Plan, final: list[Record], anew: bool) -> Iterator[Splice]:
    """The edits that lead to the ``final`` records; those that change are written ``anew``, or
    each of their values is changed where it stands.
    """
    key, listed = entries(text.root)["components"]
    if not any(now for _, now, _ in plan):  # there are none, or none is left
        lines = (f"{text.newline}  - {block(one, 4, text.newline)}" for one in final)
        yield Splice(key.end_mark.index, text.end(listed), ":" + ("".join(lines) or " []"))
        return
    if is_flow(listed):
        yield from change_value(text, key, listed, [one for one, _, _ in plan], final)
        return
    for at, (node, (record, now, fresh)) in enumerate(zip(listed.value, plan, strict=True)):
        if now is None:
            yield Splice(*stretch(text, listed, at), "")
        elif anew and now is not record:
            yield Splice(node.start_mark.index, text.end(node), _style(text, node, now))
        else:
            yield from change_value(text, None, node, record, now)
        for one in fresh:
            yield text.add_line(text.end(node), _entry(text, node, one))


def _entry(text: YamlText, like: yaml.Node, record: Record) -> str:
    """A record as an entry of a list, in the style of its neighbour."""
    dash = text.text[text.line_start(like.start_mark.index) : like.start_mark.index]
    head = dash if dash.strip() == "-" else f"{' ' * (like.start_mark.column - 2)}- "
    return head + _style(text, like, record)


def _style(text: YamlText, like: yaml.Node, record: Record) -> str:
    """A record in the style of another one."""
    return flow(record) if is_flow(like) else block(record, like.start_mark.column, text.newline)


def _says(made: str, before: YamlText, records: Sequence[Record], file: str) -> bool:
    """Tell whether a text says what it should: these records, and all else as it was."""
    source, findings = source_of(made, file)
    old, known = before.source, before.findings
    if source is None or old is None:
        return False
    if {(one.code, one.message) for one in findings} - {(one.code, one.message) for one in known}:
        return False
    return same(source.data, {**old.data, "components": list(records)})


@dataclass(frozen=True, slots=True)
class TakenSheet:
    """What comes of one set's sheet: its merge with the file that ``source`` was read from.

    ``records`` are the values that the sheet has now, by id; ``missing`` the columns that went out
    and did not come back.
    """

    set_id: str
    source: Source
    header: Header
    rows: SheetRecords
    records: Mapping[str, Values]
    merge: Merge
    missing: tuple[str, ...]

    @property
    def shapes(self) -> dict[str, FieldShape]:
        """The fields that the sheet has columns for, in its order."""
        return {column.field: column.shape for column in self.header.columns}


def take(file: SheetFile, catalogue: Catalogue) -> tuple[list[TakenSheet], list[str]]:
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
    found: list[TakenSheet] = []
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


def _take(file: SheetFile, key: str, base: SetBase, source: Source) -> TakenSheet:
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
    merge = merge_sheet(base.records, records, there, tuple(fields))
    missing = tuple(name for name in base.fields if name not in fields)
    return TakenSheet(key, source, header, rows, records, merge, missing)


def _judge(source: Source, rows: SheetRecords, fields: Mapping[str, Any], game: str) -> None:
    """Hold the rows against the set's schema, with what has no column taken from the file.

    Raises:
        DataError: a cell has a fault.
        WrongUseError: an id stands twice.
    """
    findings = list(rows.findings)
    if not has_errors(findings):
        seen: set[str] = set()
        for at, record in enumerate(rows.records):
            if str(record["id"]) in seen:
                message = f"the id {record['id']!r} stands twice; give one of the two another"
                raise WrongUseError(f"{rows.places[(at, 'id')]}: {message}")
            seen.add(str(record["id"]))
        before = {str(one["id"]): one for one in source.data["components"]}
        full = [_fill_record(one, before.get(str(one["id"]), {}), fields) for one in rows.records]
        whole = with_records(source, SheetRecords(full, rows.places, rows.rows, rows.findings))
        findings += check_source(whole, "components", game)
        if not has_errors(findings) and full:
            findings += build_set(whole, game)[1]
    if has_errors(findings):
        raise DataError(findings)


def _fill_record(
    record: Mapping[str, Any], before: Mapping[str, Any], fields: Mapping[str, Any]
) -> dict[str, Any]:
    """A row's record with what the file has in fields that have no column."""
    full = copy.deepcopy(dict(before))
    for name in fields:
        put(full, name, ABSENT)
    for name, value in values_by_field(record, fields).items():
        put(full, name, value)
    return full


def conflicts(taken: TakenSheet, game: str) -> Iterator[Finding]:
    """The conflicts of a set as findings at the cells of the sheet."""
    rows = {str(one["id"]): at for at, one in enumerate(taken.rows.records)}
    index = {str(one["id"]): at for at, one in enumerate(taken.source.data["components"])}
    for one in taken.merge.conflicts:
        place = _cell(taken, rows.get(one.record), one.field)
        there = Place(taken.source.file)
        if one.record in index:
            inner = one.field.split(".") if one.field else []
            there = taken.source.place(("components", index[one.record], *inner))
        if one.field:
            shape = taken.shapes[one.field]
            now, file = (cell_words(value, shape) for value in (one.new, one.old))
            message = f"`{one.field}` of {one.record!r} is {now} here and {file} at {there}"
        elif one.new is ABSENT:
            message = f"{one.record!r} was taken out of the sheet, and changed at {there}"
        else:
            message = f"{one.record!r} was changed here, and taken out of {there.file}"
        hint = "make both the same, or say --take sheet or --take file"
        yield Finding("sheet-conflict", Severity.ERROR, game, place, message, hint)


def _cell(taken: TakenSheet, at: int | None, field: str) -> Place:
    places = taken.rows.places
    if at is None:
        return next(iter(places.values()), Place(taken.source.file))
    trail: Trail = (at, *field.split(".")) if field else (at,)
    if trail in places:
        return places[trail]
    row = places[(at,)]
    columns = [column.at for column in taken.header.columns if column.field == field]
    return replace(row, column=columns[0] + 1) if row.sheet and columns else row


def decide(taken: TakenSheet, by_sheet: bool) -> TakenSheet:
    """The same with its conflicts decided for the sheet, or for the file."""
    merge = taken.merge
    if not by_sheet:
        return replace(taken, merge=replace(merge, conflicts=[]))
    changes, added, removed = list(merge.changes), list(merge.added), list(merge.removed)
    for one in merge.conflicts:
        if one.field:
            changes.append(one)
        elif one.new is ABSENT:
            removed.append(one.record)
        else:
            added.append(Added(one.record, one.new, None))
    return replace(taken, merge=Merge(changes, added, removed))


def base_now(base: SheetBase, taken: list[TakenSheet]) -> SheetBase:
    """What sheet and files have in common once all is taken in: all that the sheet has."""
    sets = dict(base.sets)
    for one in taken:
        sets[one.set_id] = replace(
            base.sets[one.set_id], records=one.records, fields=tuple(one.shapes)
        )
    return replace(base, sets=sets)


def edits_waiting(file: SheetFile, catalogue: Catalogue) -> bool:
    """Tell whether a sheet differs from what went out, or cannot be read any more."""
    try:
        found, _ = take(file, catalogue)
    except (DataError, WrongUseError):
        return True
    return any(dict(one.records) != dict(file.base.sets[one.set_id].records) for one in found)
