"""Merged changes put into the text of a set's file, and held against what they should make."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import yaml

from generator.failures import FailedError
from generator.sheets.tables import put
from generator.sheets.three_way import Merge
from generator.sheets.yaml_edit import Splice, Text, block, changed, is_flow, removed_entry, spliced
from validator.catalogue.sheets.shapes import FlowError, flow, same
from validator.catalogue.source import parse_source

Record = dict[str, Any]


def applied(text: str, records: Sequence[Record], merge: Merge, order: Sequence[str]) -> str:
    """The text of a set's file with the changes of a merge.

    ``records`` are those written in it, ``order`` the fields as the sheet has its columns.

    Raises:
        FailedError: the text cannot be changed so that it says just that; nothing is lost, as
            nothing was written.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    whole = text.removeprefix(mark)
    wanted = _wanted(records, merge, order)
    final = list(_final(records, wanted, merge))
    for edits in (_edits, _rewrites):
        made = _made(whole, records, wanted, merge, edits)
        if made is not None and _says(made, whole, final):
            return mark + made
    raise FailedError("the YAML cannot be edited line by line; write the changes by hand")


Edits = Callable[[Text, yaml.Node, Record, Record], Iterator[Splice]]


def _made(
    text: str,
    records: Sequence[Record],
    wanted: Mapping[str, Record],
    merge: Merge,
    edits: Edits,
) -> str | None:
    try:
        return spliced(text, list(_splices(Text(text), records, wanted, merge, edits)))
    except (ValueError, KeyError, FlowError):
        return None


def _wanted(records: Sequence[Record], merge: Merge, order: Sequence[str]) -> dict[str, Record]:
    """The records that change or come, as they are to be, by the id that they have (will have)."""
    known = {str(one["id"]): one for one in records}
    found: dict[str, Record] = {}
    for change in merge.changes:
        changing = found.setdefault(change.record, copy.deepcopy(known[change.record]))
        put(changing, change.field, change.new)
    found = {key: _ordered(one, known[key], order) for key, one in found.items()}
    for added in merge.added:
        record: Record = {}
        for name in order:
            if name in added.values:
                put(record, name, added.values[name])
        found[added.record] = record
    return found


def _ordered(record: Record, before: Record, order: Sequence[str]) -> Record:
    """The keys in the order they had; new ones behind the key that the sheet has before them."""
    keys = [key for key in before if key in record]
    columns = list(dict.fromkeys(name.partition(".")[0] for name in order))
    for key in (key for key in record if key not in before):
        ahead = columns[: columns.index(key)] if key in columns else columns
        at = max((keys.index(one) for one in ahead if one in keys), default=0)
        keys.insert(at + 1, key)
    return {key: record[key] for key in keys}


def _final(
    records: Sequence[Record], wanted: Mapping[str, Record], merge: Merge
) -> Iterator[Record]:
    """The records of the file as they are to be, in their order."""
    behind = _behind(merge)
    for one in records:
        key = str(one["id"])
        if key not in merge.removed:
            yield wanted.get(key, one)
        yield from _chain(key, behind, wanted)
    yield from _chain(None, behind, wanted)


def _behind(merge: Merge) -> dict[str | None, list[str]]:
    """The new records by the one that they stand behind."""
    found: dict[str | None, list[str]] = {}
    for added in merge.added:
        found.setdefault(added.behind, []).append(added.record)
    return found


def _chain(
    key: str | None, behind: Mapping[str | None, list[str]], wanted: Mapping[str, Record]
) -> Iterator[Record]:
    for new in behind.get(key, ()):
        yield wanted[new]
        yield from _chain(new, behind, wanted)


def _splices(
    text: Text,
    records: Sequence[Record],
    wanted: Mapping[str, Record],
    merge: Merge,
    edits: Edits,
) -> Iterator[Splice]:
    key, listed = text.child(text.root, "components")
    left = len(records) - len(merge.removed)
    if is_flow(listed) and records and left:
        yield from changed(text, key, listed, list(records), list(_final(records, wanted, merge)))
        return
    if not records or not left:
        yield _all_anew(text, key, listed, list(_final(records, wanted, merge)))
        return
    behind = _behind(merge)
    last = str(records[-1]["id"])
    for node, record in zip(listed.value, records, strict=True):
        identity = str(record["id"])
        if identity in merge.removed:
            yield removed_entry(text, node)
        elif identity in wanted:
            yield from edits(text, node, record, wanted[identity])
        fresh = [*_chain(identity, behind, wanted)]
        if identity == last:
            fresh += _chain(None, behind, wanted)
        for one in fresh:
            yield text.added_line(text.end(node), _entry(text, node, one))


def _edits(text: Text, node: yaml.Node, old: Record, new: Record) -> Iterator[Splice]:
    """Each value changed where it stands."""
    yield from changed(text, None, node, old, new)


def _rewrites(text: Text, node: yaml.Node, old: Record, new: Record) -> Iterator[Splice]:
    """The whole record written anew, for files whose form allows no less."""
    del old
    whole = flow(new) if is_flow(node) else block(new, text.column(node), text.newline)
    yield Splice(node.start_mark.index, text.end(node), whole)


def _entry(text: Text, like: yaml.Node, record: Record) -> str:
    """A record as an entry of a list, in the style of its neighbour."""
    column = text.column(like)
    dash = text.text[text.line_start(like.start_mark.index) : like.start_mark.index]
    head = dash if dash.strip() == "-" else f"{' ' * (column - 2)}- "
    return head + (flow(record) if is_flow(like) else block(record, column, text.newline))


def _all_anew(text: Text, key: yaml.Node, listed: yaml.Node, records: Sequence[Record]) -> Splice:
    """The whole list, where there was none, none is left, or it stands in brackets."""
    start, end = key.end_mark.index, text.end(listed)
    if not records:
        return Splice(start, end, ": []")
    lines = (f"{text.newline}  - {block(one, 4, text.newline)}" for one in records)
    return Splice(start, end, ":" + "".join(lines))


def _says(made: str, before: str, records: Sequence[Record]) -> bool:
    """Tell whether a text says what it should: these records, and all else as it was."""
    source, findings = parse_source(made, "")
    old, known = parse_source(before, "")
    if source is None or old is None:
        return False
    if {(one.code, one.message) for one in findings} - {(one.code, one.message) for one in known}:
        return False
    return same(source.data, {**old.data, "components": list(records)})
