"""Edits of a YAML file at the marks of its nodes: all other bytes stay as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

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


@dataclass(frozen=True, slots=True)
class Document:
    """A YAML file as text and nodes, whose marks count the characters of ``text``."""

    text: str
    top: yaml.MappingNode

    @property
    def newline(self) -> str:
        """How its lines end."""
        return "\r\n" if "\r\n" in self.text else "\n"

    @property
    def data(self) -> Any:
        """What it says, as plain data."""
        return yaml.load(self.text, Loader=yaml.CSafeLoader)


def read(raw: bytes) -> Document | None:
    """The document of a file, or None where it is no YAML mapping in UTF-8."""
    try:
        text = raw.decode("utf-8").removeprefix(_MARK)
        top = yaml.compose(text, Loader=yaml.CSafeLoader)
    except (UnicodeDecodeError, yaml.YAMLError):
        return None
    return Document(text, top) if isinstance(top, yaml.MappingNode) else None


def edited(raw: bytes, edits: Iterable[Edit]) -> bytes:
    """The file with all edits made; they may not overlap."""
    text = raw.decode("utf-8")
    offset = 1 if text.startswith(_MARK) else 0
    for one in sorted(edits, reverse=True):
        text = text[: one.start + offset] + one.text + text[one.end + offset :]
    return text.encode("utf-8")


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


def end_of(node: yaml.Node) -> int:
    """Where the last character of a node ends; block collections reach to what follows them."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return end_of(last[1] if isinstance(last, tuple) else last)
    return int(node.end_mark.index)


def without_key(
    document: Document, mapping: yaml.MappingNode, key: str, says: str
) -> Iterator[Edit]:
    """The edit that takes a key with its value out of a mapping."""
    pairs = list(mapping.value)
    at = next(i for i, (name, _) in enumerate(pairs) if name.value == key)
    name, value = pairs[at]
    if mapping.flow_style:
        start = end_of(pairs[at - 1][1]) if at else name.start_mark.index
        following = pairs[at + 1][0].start_mark.index if at + 1 < len(pairs) else None
        end = following if not at and following is not None else end_of(value)
    else:
        start = document.text.rfind("\n", 0, name.start_mark.index) + 1
        found = document.text.find("\n", end_of(value))
        end = len(document.text) if found < 0 else found + 1
    yield Edit(start, end, "", line_of(name), (says,))


def appended(
    document: Document, listed: yaml.SequenceNode, texts: Sequence[str], says: Sequence[str]
) -> Edit:
    """The edit that adds entries, each on one line, to the end of a list that has some."""
    last = listed.value[-1]
    at = end_of(last)
    if listed.flow_style:
        return Edit(at, at, "".join(f", {one}" for one in texts), line_of(last), tuple(says))
    found = document.text.find("\n", at)
    at = len(document.text) if found < 0 else found
    column = listed.start_mark.column
    lines = "".join(f"{document.newline}{' ' * column}- {one}" for one in texts)
    at -= 1 if document.text[at - 1 : at] == "\r" else 0
    return Edit(at, at, lines, line_of(last) + 1, tuple(says))


def as_flow(value: object) -> str:
    """A value on one line, as YAML writes it."""
    text: str = yaml.safe_dump(
        value, default_flow_style=True, sort_keys=False, allow_unicode=True, width=10**6
    )
    return text.strip()
