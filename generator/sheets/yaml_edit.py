"""Change values in the text of a YAML file where they stand; every other byte stays."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Any

import yaml

from validator.catalogue.sheets.shapes import CellError, flow, read_flow, same
from validator.catalogue.source import parse_source
from validator.catalogue.yaml_faults import in_quotes, quote

_KEPT = 4
"""Texts that are kept as they were read: one that was written is the next to be changed."""
source_of = lru_cache(_KEPT)(parse_source)
"""As :func:`parse_source`, of a text that was read lately without reading it again.

An edit on a page is read three times without it: of 2,000 records 0.13 s each.
"""
_WIDTH = 110
"""Columns up to which a folded text is filled; lines of the shipped files end at 120."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How the value before was written: its style, whether inside braces, its column, line ends.

    ``style`` is that of YAML's scalars: a quote, ``|``, ``>``, or nothing for a plain one.
    """

    style: str = ""
    in_flow: bool = False
    indent: int = 0
    newline: str = "\n"


def write_value(value: Any, manner: Manner) -> str:
    """A value for the place of another; a text keeps the style of the one before if it can.

    Raises:
        CellError: no file of a project can have it.
    """
    if not isinstance(value, str):
        return flow(value)
    for candidate in _candidates(value, manner):
        if candidate is not None and _reads_back(candidate, value, manner):
            return candidate
    return in_quotes(value)


def _candidates(text: str, manner: Manner) -> list[str | None]:
    plain = text if "\n" not in text else None
    match manner.style:
        case '"':
            return [quote(text)]
        case "'":
            return [None if plain is None else "'" + text.replace("'", "''") + "'"]
        case ">" if not manner.in_flow:
            return [_fold(text, manner), plain]
        case "|" if not manner.in_flow:
            return [_literal(text, manner), plain]
        case _:
            return [plain]


def _fold(text: str, manner: Manner) -> str | None:
    if "\n" in text or "  " in text or text != text.strip() or not text:
        return None
    pad = manner.newline + " " * manner.indent
    width = max(40, _WIDTH - manner.indent)
    lines = textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
    return pad.join([">-", *lines])


def _literal(text: str, manner: Manner) -> str | None:
    lines = text.split("\n")
    if any(line != line.rstrip() for line in lines) or not lines[0] or lines[0][0] == " ":
        return None
    pad = " " * manner.indent
    return manner.newline.join(["|-", *(f"{pad}{line}" if line else "" for line in lines)])


def _reads_back(candidate: str, text: str, manner: Manner) -> bool:
    if candidate[:2] in (">-", "|-"):
        source, findings = parse_source(f"v:\n  w: {candidate}\n", "")
        return bool(source and not findings and source.data == {"v": {"w": text}})
    try:
        if manner.in_flow:
            return same(read_flow(f"[{candidate}, 1]"), [text, 1])
        return same(read_flow(candidate), text)
    except CellError:
        return False


def entry(key: str, value: Any, indent: int, newline: str) -> str:
    """A key with its value, for a mapping whose keys stand ``indent`` columns in; a list of
    mappings has a line for each.
    """
    if isinstance(value, list) and value and all(isinstance(one, Mapping) for one in value):
        pad = f"{newline}{' ' * (indent + 2)}- "
        return f"{flow(key)}:" + "".join(f"{pad}{flow(one)}" for one in value)
    if isinstance(value, str):
        return f"{flow(key)}: {write_value(value, Manner())}"
    return f"{flow(key)}: {flow(value)}"


# Change values in the text of a YAML file where they stand; every other byte stays as it is.
#
# Values are found by the marks of PyYAML's nodes. An edit is a splice: a stretch of the text and
# what stands there afterwards. Splices of one change never overlap.


@dataclass(frozen=True, slots=True, order=True)
class Splice:
    """A stretch of a text, by its ends, and the text that takes its place."""

    start: int
    end: int
    new: str


def splice(text: str, splices: Iterable[Splice]) -> str:
    """The text with every splice made.

    Raises:
        ValueError: two of them overlap.
    """
    parts: list[str] = []
    at = 0
    for one in sorted(splices, key=lambda one: (one.start, one.end)):
        if one.start < at:
            raise ValueError(f"two edits overlap at {one.start}")
        parts += [text[at : one.start], one.new]
        at = one.end
    return "".join([*parts, text[at:]])


def entries(node: yaml.Node | None) -> Mapping[str, tuple[yaml.Node, yaml.Node]]:
    """Key and value nodes of a mapping by key; nothing of other nodes."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return {key.value: (key, value) for key, value in pairs}


def value_at(node: yaml.Node, key: str) -> yaml.Node | None:
    """The value behind a key of a mapping, or None."""
    return entries(node).get(key, (None, None))[1]


def is_flow(node: yaml.Node) -> bool:
    """Tell whether a value stands in brackets or braces."""
    return bool(getattr(node, "flow_style", False))


class _Untyped(yaml.CSafeLoader):
    """Reads nodes without looking for what type a word has, which is half of the time."""

    def resolve(self, *_: Any) -> str:
        """The same tag for all."""
        return ""


class YamlText:
    """The text of a YAML file with its nodes.

    Raises:
        ValueError: it has none, or nothing that is read.
    """

    def __init__(self, text: str, file: str = "") -> None:
        self.text = text
        self.newline = "\r\n" if "\r\n" in text else "\n"
        self.source, self.findings = source_of(text, file)
        if self.source is None:  # such as what is too deep for PyYAML's C code
            raise ValueError("the file has nothing that is read")
        self.root: Any = yaml.compose(text, Loader=_Untyped)

    def end(self, node: yaml.Node) -> int:
        """Where a value really ends: before the comments and lines that its mark may take in."""
        start, end = node.start_mark.index, node.end_mark.index
        if isinstance(node, yaml.ScalarNode):
            is_block = node.style in ("|", ">")
            return start + len(self.text[start:end].rstrip()) if is_block else int(end)
        if is_flow(node) or not node.value:
            return int(end)
        last = node.value[-1]
        return self.end(last[1] if isinstance(node, yaml.MappingNode) else last)

    def span(self, entry: yaml.Node | tuple[yaml.Node, yaml.Node]) -> tuple[int, int]:
        """Where an entry of a list or of a mapping (a key with its value) begins and ends."""
        first, last = entry if isinstance(entry, tuple) else (entry, entry)
        return int(first.start_mark.index), self.end(last)

    def line_start(self, at: int) -> int:
        """Where the line begins in which ``at`` stands."""
        return self.text.rfind("\n", 0, at) + 1

    def next_line(self, at: int) -> int:
        """Where the line behind that of ``at`` begins, or the text ends."""
        found = self.text.find("\n", at)
        return len(self.text) if found < 0 else found + 1

    def add_line(self, behind: int, line: str) -> Splice:
        """A line behind that in which ``behind`` stands."""
        at = self.next_line(behind)
        if at and self.text[at - 1] != "\n":
            return Splice(at, at, f"{self.newline}{line}")
        return Splice(at, at, f"{line}{self.newline}")


def stretch(text: YamlText, node: yaml.Node, at: int, count: int = 1) -> tuple[int, int]:
    """Where the text begins and ends that goes as ``count`` entries of a mapping or a list go,
    from number ``at`` on, while others stay: whole lines where they stand on such.
    """
    spans = [text.span(one) for one in node.value]
    start, end = spans[at][0], spans[at + count - 1][1]
    if is_flow(node) and at:
        return spans[at - 1][1], end
    if is_flow(node) or (isinstance(node, yaml.MappingNode) and not at):
        return start, spans[at + count][0] if at + count < len(spans) else end
    return text.line_start(start), text.next_line(max(start, end))


def move_lines(text: str, start: int, end: int, to: int) -> str:
    """A text whose lines from ``start`` to ``end`` stand before the one that begins at ``to``.

    If its last line had no end, then so it is afterwards.
    """
    found = re.search(r"\r\n|\n|\r", text)
    newline = "" if text.endswith(("\n", "\r")) or not found else found[0]
    piece = text[start:end] + (newline if end == len(text) else "")
    rest = text[:start] + text[end:] + (newline if end < len(text) else "")
    if to > start:
        to += (newline != "" and to == len(text)) * len(newline) - (end - start)
    return (rest[:to] + piece + rest[to:]).removesuffix(newline)


def move_entry(text: YamlText, node: yaml.Node, at: int, behind: int) -> str:
    """The text with entry ``at`` of a list behind another (-1: before all).

    The comments right above it and inside it go along; in brackets they stay.
    """
    if not is_flow(node):
        to = _lines(text, node, behind)[1] if behind >= 0 else _lines(text, node, 0)[0]
        return move_lines(text.text, *_lines(text, node, at), to)
    order = [one for one in range(len(node.value)) if one != at]
    order.insert(order.index(behind) + 1 if behind >= 0 else 0, at)
    spans = [text.span(one) for one in node.value]
    pieces = [text.text[slice(*spans[one])] for one in order]
    return splice(text.text, map(Splice, *zip(*spans, strict=True), pieces))


def _lines(text: YamlText, node: yaml.Node, at: int) -> tuple[int, int]:
    """Where the lines of an entry begin and end, with its comments."""
    start, end = stretch(text, node, at)
    column = node.value[at].start_mark.column
    while 0 <= _inset_of_comment(text, above := text.line_start(start - 1)) < column:
        start = above
    while _inset_of_comment(text, end) >= column:
        end = text.next_line(end)
    return start, end


def _inset_of_comment(text: YamlText, at: int) -> int:
    """How far in the comment stands that is all of a line; -1 where it is none."""
    found = re.compile(" *(?=#)").match(text.text, at)
    return len(found[0]) if found else -1


def insert(text: YamlText, node: yaml.Node, behind: int, written: str) -> Splice:
    """An entry put into a mapping or a list, behind that which ends at ``behind``."""
    if is_flow(node):
        return Splice(behind, behind, f", {written}")
    dash = "- " if isinstance(node, yaml.SequenceNode) else ""
    return text.add_line(behind, f"{' ' * node.start_mark.column}{dash}{written}")


def change_value(
    text: YamlText,
    key: yaml.Node | None,
    node: yaml.Node,
    old: Any,
    new: Any,
    in_flow: bool = False,
) -> Iterator[Splice]:
    """The splices by which the value of ``node`` (now ``old``) becomes ``new``.

    ``key`` is the node of its key, if it has one; ``in_flow`` tells that it stands in brackets.
    """
    if same(old, new):
        return
    if isinstance(old, dict) and isinstance(new, dict) and new and old:
        yield from _mapping(text, key, node, old, new)
    elif isinstance(old, list) and isinstance(new, list) and new and old:
        yield from _sequence(text, node, old, new)
    else:
        yield _replace(text, key, node, new, in_flow)


def _replace(
    text: YamlText, key: yaml.Node | None, node: yaml.Node, new: Any, in_flow: bool
) -> Splice:
    """The whole value written anew: on one line, whatever it was."""
    start, end = node.start_mark.index, text.end(node)
    style = (node.style or "") if isinstance(node, yaml.ScalarNode) else None
    if key is not None and not in_flow and (style is None or start == end):
        if isinstance(new, list) and new and all(isinstance(one, Mapping) for one in new):
            column = key.start_mark.column
            return Splice(key.start_mark.index, end, entry(key.value, new, column, text.newline))
        return Splice(key.end_mark.index, end, f": {flow(new)}")
    indent = 0
    if style in ("|", ">"):
        lines = [line for line in text.text[start:end].split("\n")[1:] if line.strip()]
        indent = min((len(line) - len(line.lstrip(" ")) for line in lines), default=2)
    return Splice(start, end, write_value(new, Manner(style or "", in_flow, indent, text.newline)))


def _mapping(
    text: YamlText,
    key: yaml.Node | None,
    node: yaml.Node,
    old: Mapping[str, Any],
    new: Mapping[str, Any],
) -> Iterator[Splice]:
    behind, flows = next(iter(old)), is_flow(node)
    if behind not in new:
        if flows or key is not None:
            yield _replace(text, key, node, dict(new), flows)
        else:
            whole = block(new, node.start_mark.column, text.newline)
            yield Splice(node.start_mark.index, text.end(node), whole)
        return
    known = entries(node)
    for at, name in enumerate(known):
        if name in new:
            yield from change_value(text, *known[name], old[name], new[name], flows)
        else:
            yield Splice(*stretch(text, node, at), "")
    for name in new:  # those that are new come behind the one that stays before them
        if name in old:
            behind = name
            continue
        written = entry(name, new[name], node.start_mark.column, text.newline)
        end = text.end(known[behind][1])
        yield insert(text, node, end, f"{flow(name)}: {flow(new[name])}" if flows else written)


def block(record: Mapping[str, Any], indent: int, newline: str) -> str:
    """A mapping in block style whose first line is not indented, as it stands behind a dash."""
    lines = (entry(key, value, indent, newline) for key, value in record.items())
    return f"{newline}{' ' * indent}".join(lines)


def _sequence(
    text: YamlText, node: yaml.Node, old: Sequence[Any], new: Sequence[Any]
) -> Iterator[Splice]:
    """Entries that are the same at either end stay; those between are changed pair by pair."""
    head = _alike(old, new)
    tail = _alike(old[head:][::-1], new[head:][::-1])
    middle, wanted = old[head : len(old) - tail], new[head : len(new) - tail]
    pairs = min(len(middle), len(wanted))
    for at in range(head, head + pairs):
        yield from change_value(text, None, node.value[at], old[at], new[at], is_flow(node))
    yield from _fewer(text, node, head + pairs, len(middle) - pairs)
    yield from _more(text, node, head + pairs, wanted[pairs:])


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many values both begin with."""
    return len([*takewhile(bool, map(same, one, other))])


def _fewer(text: YamlText, node: yaml.Node, at: int, count: int) -> Iterator[Splice]:
    """So many entries of a list taken out; others stay, and comments between lines."""
    if is_flow(node) and count:
        yield Splice(*stretch(text, node, at, count), "")
        return
    for number in range(at, at + count):
        yield Splice(*stretch(text, node, number), "")


def _more(text: YamlText, node: yaml.Node, at: int, new: Sequence[Any]) -> Iterator[Splice]:
    """Entries put into a list at a position."""
    if at:
        end = text.end(node.value[at - 1])
        yield from (insert(text, node, end, flow(one)) for one in new)
        return
    start = node.value[0].start_mark.index
    if is_flow(node):
        yield Splice(start, start, "".join(f"{flow(one)}, " for one in new))
        return
    dash, start = " " * node.start_mark.column, text.line_start(start)
    yield Splice(start, start, "".join(f"{dash}- {flow(one)}{text.newline}" for one in new))
