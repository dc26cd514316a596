"""Keys of a YAML file renamed, moved and taken out, and values written as formulas."""

from __future__ import annotations

import ast
import keyword
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import yaml

from generator.sheets.yaml_edit import (
    Edit,
    Manner,
    YamlText,
    entries,
    insert,
    is_flow,
    items,
    line_of,
    stretch,
    write_value,
)
from validator.catalogue.formulas import FormulaError, read_value
from validator.findings import Place

_OPPOSITE: Mapping[type, type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.In: ast.NotIn,
    ast.GtE: ast.Lt,
    ast.LtE: ast.Gt,
}


class ByHandError(ValueError):
    """What cannot be carried over, and what to write instead."""


def as_data(node: Any) -> Any:
    """A node as plain data."""
    if isinstance(node, yaml.MappingNode):
        return {key.value: as_data(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [as_data(one) for one in node.value]
    if not node.style and re.fullmatch(r"-?[0-9]+", node.value):
        return int(node.value)
    if not node.style and node.value in ("true", "false"):
        return node.value == "true"
    return node.value


def as_scalar(formula: str, in_flow: bool) -> str:
    """A formula as YAML writes it, in quotes where it must be."""
    if re.fullmatch(r"-?[0-9]+|true|false|\[[\w.-]+(, [\w.-]+)*\]", formula):
        return formula
    return write_value(formula, Manner(in_flow=in_flow))


class _Opposites(ast.NodeTransformer):
    """Writes `not a == b` as `a != b`."""

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """A `not` of one comparison."""
        self.generic_visit(node)
        inner = node.operand
        if not isinstance(node.op, ast.Not) or not isinstance(inner, ast.Compare):
            return node
        if len(inner.ops) > 1:
            return node
        opposite = _OPPOSITE.get(type(inner.ops[0]))
        return ast.Compare(inner.left, [opposite()], inner.comparators) if opposite else node


def tidy(text: str) -> str:
    """A formula without brackets that it does not need.

    Raises:
        ByHandError: it is none.
    """
    try:
        found = ast.unparse(_Opposites().visit(read_value(text, Place("")).tree))
    except FormulaError as error:
        raise ByHandError(f"{error.message}: {error.hint}") from None
    return re.sub(r"\((not [A-Za-z_.]+)\)", r"\1", found)


def dotted(owner: str, name: str) -> str:
    """A field of something; in brackets where it is no name."""
    if name.isidentifier() and not keyword.iskeyword(name):
        return f"{owner}.{name}" if owner else name
    return f"{owner or 'it'}[{name!r}]"


def below(node: yaml.Node) -> Iterator[yaml.Node]:
    """A node and all nodes inside it, keys counted."""
    yield node
    for key, value in entries(node).values():
        yield key
        yield from below(value)
    for one in items(node):
        yield from below(one)


class YamlChanges:
    """The edits of a file, which keep its comments; the methods add to them."""

    def __init__(self, text: YamlText) -> None:
        self.text = text
        self.edits: list[Edit] = []
        self.flowing = {
            id(inner)
            for one in below(text.root)
            if is_flow(one)
            for inner in below(one)
            if inner is not one
        }

    def edit(self, start: int, end: int, new: str, node: yaml.Node) -> None:
        """Put a text in place of another; the comments in it come to stand before its line."""
        at = self.text.line_start(start)
        line = self.text.text[at:start]
        inset = " " * (len(line) - len(line.lstrip()))
        kept = [inset + one + self.text.newline for one in self.comments(start, end, node)]
        if kept:
            self.edits.append(Edit(at, at, "".join(kept), line_of(node), ()))
        self.edits.append(Edit(start, end, new, line_of(node), ()))

    def comments(self, start: int, end: int, node: yaml.Node) -> Iterator[str]:
        """The comments in a part of the text; ``node`` is what has its values."""
        spans = [
            (one.start_mark.index, self.text.end(one))
            for one in below(node)
            if isinstance(one, yaml.ScalarNode)
        ]
        for found in re.finditer(r"(?:(?<=\s)|^)#[^\r\n]*", self.text.text[start:end]):
            at = start + found.start()
            if not any(first <= at < last for first, last in spans):
                yield found.group().rstrip()

    def put(self, key: yaml.Node | None, node: yaml.Node, new: str) -> None:
        """Write a formula where a value stands behind its key, or as an item of a list."""
        written = as_scalar(new, id(node) in self.flowing)
        if not isinstance(node, yaml.ScalarNode) or str(as_data(node)) != new:
            self.write(key, node, written)

    def write(self, key: yaml.Node | None, node: yaml.Node, written: str) -> None:
        """Write YAML where a value stands."""
        start, end = node.start_mark.index, self.text.end(node)
        if key is not None and self.text.text[key.end_mark.index : start].count("\n"):
            start, written = key.end_mark.index, f": {written}"
        self.edit(start, end, written, node)

    def rename(self, key: yaml.Node, name: str, *says: str) -> None:
        """Give a key another name."""
        start, end = key.start_mark.index, key.end_mark.index
        self.edits.append(Edit(start, end, name, line_of(key), says))

    def delete(self, mapping: yaml.Node, name: str) -> None:
        """Take a pair out of a mapping; comments of its lines stay."""
        self._remove(mapping, [key.value for key, _ in mapping.value].index(name))

    def drop(self, listed: yaml.Node, node: yaml.Node) -> None:
        """Take an item out of a list; comments of its lines stay."""
        self._remove(listed, listed.value.index(node))

    def _remove(self, node: yaml.Node, at: int) -> None:
        start, end = stretch(self.text, node, at)
        if is_flow(node) or self.text.line_start(start) < start:
            self.edit(start, end, "", node)
            return
        inset = " " * node.start_mark.column
        kept = [inset + one + self.text.newline for one in self.comments(start, end, node)]
        self.edits.append(Edit(start, end, "".join(kept), line_of(node), ()))

    def append(self, node: yaml.Node | None, words: str) -> None:
        """Put a pair at the end of a mapping, or an item at the end of a list, that has some."""
        if node is not None and node.value:
            new = insert(self.text, node, self.text.span(node.value[-1])[1], words)
            self.edits.append(Edit(new.start, new.end, new.new, line_of(node), ()))

    def instead(self, node: yaml.Node, names: list[str], words: str) -> None:
        """Put words in place of the first of some pairs, and take the others out."""
        key, value = entries(node)[names[0]]
        self.edit(key.start_mark.index, self.text.end(value), words, value)
        for name in names[1:]:
            self.delete(node, name)

    @contextmanager
    def by_hand(self, node: yaml.Node) -> Iterator[None]:
        """What cannot be carried over inside is told at a line."""
        try:
            yield
        except ByHandError as error:
            self.note(node, str(error))

    def note(self, node: yaml.Node, says: str) -> None:
        """Tell of a line what a person must write there."""
        self.tell(node, f"by hand: {says}")

    def tell(self, node: yaml.Node, says: str) -> None:
        """Tell of a line what has changed there."""
        at = node.start_mark.index
        self.edits.append(Edit(at, at, "", line_of(node), (says,)))
