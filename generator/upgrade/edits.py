"""Edits of a YAML file at the marks of its nodes: all other bytes stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import yaml

from generator.sheets.yaml_edit import Splice, Text, is_flow, spliced

_MARK = "\ufeff"


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """What stands in for the characters from ``start`` to ``end`` of a text.

    ``says`` tells of each line that it makes, from ``line`` on, why.
    """

    start: int
    end: int
    text: str
    line: int
    says: tuple[str, ...]


def read(raw: bytes) -> Text | None:
    """The text of a file with its nodes, or None where it is no YAML mapping in UTF-8."""
    try:
        text = Text(raw.decode("utf-8").removeprefix(_MARK))
    except (UnicodeDecodeError, ValueError, yaml.YAMLError):
        return None
    return text if isinstance(text.root, yaml.MappingNode) else None


def edited(raw: bytes, edits: Iterable[Edit]) -> bytes:
    """The file with all edits made.

    Raises:
        ValueError: two of them overlap.
    """
    text = raw.decode("utf-8")
    mark = _MARK if text.startswith(_MARK) else ""
    splices = [Splice(one.start, one.end, one.text) for one in edits]
    return (mark + spliced(text.removeprefix(_MARK), splices)).encode("utf-8")


def entries(node: yaml.Node) -> Mapping[str, tuple[yaml.Node, yaml.Node]]:
    """Key and value nodes of a mapping by key; nothing of other nodes."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return {key.value: (key, value) for key, value in pairs}


def items(node: yaml.Node | None) -> list[yaml.Node]:
    """The nodes of a list; nothing of other nodes."""
    return list(node.value) if isinstance(node, yaml.SequenceNode) else []


def value_at(node: yaml.Node, *keys: str) -> yaml.Node | None:
    """The value behind keys that lead inwards, or None."""
    for key in keys:
        pair = entries(node).get(key)
        if pair is None:
            return None
        node = pair[1]
    return node


def line_of(node: yaml.Node) -> int:
    """The line of a node, from 1."""
    return int(node.start_mark.line) + 1


def without_key(text: Text, mapping: yaml.MappingNode, key: str, says: str) -> Edit:
    """The edit that takes a key with its value out of a mapping."""
    pairs = list(mapping.value)
    at = next(i for i, (name, _) in enumerate(pairs) if name.value == key)
    name, value = pairs[at]
    start, end = name.start_mark.index, text.end(value)
    if not is_flow(mapping):
        start, end = text.line_start(start), text.next_line(end)
    elif at:
        start = text.end(pairs[at - 1][1])
    elif len(pairs) > 1:
        end = pairs[1][0].start_mark.index
    return Edit(start, end, "", line_of(name), (says,))


def appended(
    text: Text, listed: yaml.SequenceNode, entries: Sequence[str], says: Sequence[str]
) -> Edit:
    """The edit that adds entries, each on one line, to the end of a list that has some."""
    last = listed.value[-1]
    end = text.end(last)
    if is_flow(listed):
        return Edit(end, end, "".join(f", {one}" for one in entries), line_of(last), tuple(says))
    inset = f"{text.newline}{' ' * text.column(listed)}- "
    new = text.added_line(end, inset.join(["", *entries]).removeprefix(text.newline))
    line = text.text.count("\n", 0, new.start) + 1
    return Edit(new.start, new.end, new.new, line, tuple(says))


def as_flow(value: object) -> str:
    """A value on one line, as YAML writes it."""
    text: str = yaml.safe_dump(
        value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**6
    )
    return text.strip()
