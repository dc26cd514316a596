"""From the nodes of a YAML text to plain data, with the place of each value and key.

It is stricter than YAML 1.1: what silently means something else than it looks is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from sys import intern
from typing import Any

import yaml

from validator.catalogue.parsing.nodes import Nodes
from validator.catalogue.parsing.places import FilePlaces, Trail
from validator.catalogue.yaml_faults import KEPT, put_quotes, too_long_list, too_long_text
from validator.findings import Finding, Place, Severity

_TAG = "tag:yaml.org,2002:"
_INTEGER = re.compile(r"-?(0|[1-9]\d{0,17})")
_DECIMAL = re.compile(r"-?\d{1,18}\.\d{1,18}([eE][-+]?\d\d?)?")
_LONGEST = 40
"""More characters than a number that is read can have; longer ones are not repeated."""
_SHORTER = "write at most 18 digits, or put quotes round it if you mean the text"
FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"
)
"""Control characters and the like, which no text of the data may have."""
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|.)", re.DOTALL)
_SHORT_ESCAPES = {"\\0": "\0", "\\a": "\a", "\\b": "\b", "\\e": "\x1b", "\\f": "\f", "\\v": "\v"}
_TRAPS = {
    "bool": ("YAML reads {0} as yes or no, not as a word", "{1}; or write true or false"),
    "int": ("YAML reads {0} as another number", "write a number such as 12, or {1}"),
    "float": ("YAML reads {0} as another number", "write digits on both sides, as in 0.5, or {1}"),
    "timestamp": ("YAML makes a date of {0}", "{1}"),
    "merge": ("{0} merges mappings, which is not supported", "write the keys out"),
}
"""What is told of a word that YAML twists, by what it makes of it: message and hint."""
_ID = re.compile(r"[a-z0-9_./*+-]+")
"""Values that nobody goes on with behind a ``#``: ids, templates, sizes, numbers."""


def place_at(before: str, file: str) -> Place:
    """Where a text goes on behind what stands ``before``, in a file."""
    return Place(file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


class Values:
    """Turns the nodes of a text into plain data, collecting places and findings."""

    def __init__(self, file: str, game: str, text: str) -> None:
        self.file = file
        self.game = game
        self.whole = text
        self.has_names = "&" in text
        self.may_be_bad = "\\" in text or FORBIDDEN.search(text) is not None
        self.nodes = Nodes(text)
        self.places = FilePlaces(file)
        self.keys = FilePlaces(file)
        self.written: dict[Trail, str] = {}
        self.findings: list[Finding] = []
        self.seen: set[int] = set()

    def value(self, node: yaml.Node, trail: Trail) -> Any:
        """The data of a node that stands at ``trail``; None for what is refused."""
        self.places.note(trail, node.start_mark)
        if isinstance(node, yaml.ScalarNode):
            if self.is_alias(node):
                return None
            value = self.scalar(node)
            if isinstance(value, float):
                self.written[trail] = node.value
            return value
        if self.is_alias(node) or not self.tag_is_plain(node):
            return None
        if isinstance(node, yaml.MappingNode):
            return {key: self.value(sub, (*trail, key)) for key, sub in self.entries(node, trail)}
        assert isinstance(node, yaml.SequenceNode)
        inner = node.value
        fault = too_long_list(len(inner), len(trail)) if isinstance(inner, list) else None
        if fault is not None:
            self.report(fault.code, node, fault.message, fault.hint)
            inner = inner[:KEPT]
        read = self.record if len(trail) == 1 else self.value
        return [read(sub, (*trail, index)) for index, sub in enumerate(inner)]

    def record(self, node: yaml.Node, trail: Trail) -> Any:
        """The data of an entry of a list at the top, whose places are packed."""
        self.places.begin()
        self.keys.begin()
        value = self.value(node, trail)
        self.places.end(trail)
        self.keys.end(trail)
        return value

    def place(self, node: yaml.Node) -> Place:
        """Where a node begins."""
        return Place(self.file, node.start_mark.line + 1, node.start_mark.column + 1)

    def is_alias(self, node: yaml.Node) -> bool:
        """Tell of a value with a name (``&name``), where it stands, and stop at its aliases."""
        if not self.has_names or not self.nodes.is_named(node):
            return False
        if id(node) in self.seen:
            return True
        self.seen.add(id(node))
        if self.whole[node.start_mark.index] != "&":
            return False
        message = "`&` names this value for an alias (`*name`), which is not supported"
        hint = "write the value out in each place"
        if isinstance(node, yaml.ScalarNode):
            hint = f"{self.in_quotes(node)}; or {hint}"
        self.report("yaml-alias", node, message, hint)
        return True

    def in_quotes(self, node: yaml.Node) -> str:
        """The hint to put quotes round the text that stands at ``node``."""
        written = self.whole[node.start_mark.index : node.end_mark.index]
        return put_quotes(" ".join(written.split()))

    def tag_is_plain(self, node: yaml.Node) -> bool:
        """Tell whether a mapping or list has no tag of its own; one that it has is told of."""
        if node.tag in (_TAG + "map", _TAG + "seq"):
            return True
        tag = node.tag.replace(_TAG, "!!")
        self.report("yaml-tag", node, f"the tag `{tag}` is not supported", f"take `{tag}` out")
        return False

    def entries(self, node: yaml.MappingNode, trail: Trail) -> Iterator[tuple[str, yaml.Node]]:
        """The keys of a mapping that can be read, each once, with the nodes of their values."""
        found: set[str] = set()
        for key_node, value_node in node.value:
            key = self.key(key_node)
            if key is None:
                continue
            if key in found:
                message = f"the key {key!r} stands twice in this mapping"
                self.report("yaml-duplicate-key", key_node, message, "keep one of the two")
                continue
            found.add(key)
            self.keys.note((*trail, key), key_node.start_mark)
            yield key, value_node

    def key(self, node: yaml.Node) -> str | None:
        """The text of a key; None, told of, if it is none."""
        if isinstance(node, yaml.ScalarNode):
            if node.tag == _TAG + "bool":
                return str(node.value)  # a key is always text: `on:` means what it says
            value = self.scalar(node)
            if isinstance(value, str):
                return intern(value)  # thousands of records have the same
            if value is not None:
                message = f"the key `{node.value}` is not text"
                self.report("yaml-key", node, message, put_quotes(node.value))
            return None
        self.report("yaml-key", node, "a key must be plain text", "write a word before the colon")
        return None

    def scalar(self, node: yaml.ScalarNode) -> Any:
        """A word, number or truth as YAML and its readers both see it; None for a trap."""
        kind = node.tag.removeprefix(_TAG)
        text: str = node.value
        if kind in ("str", "value") or node.style in ("'", '"', "|", ">"):
            return self.text(node)
        if kind == "null":
            return None
        if kind == "bool" and text in ("true", "false"):
            return text == "true"
        if kind == "int" and _INTEGER.fullmatch(text):
            return int(text)
        if kind == "float" and _DECIMAL.fullmatch(text):
            return float(text)
        self.report("yaml-trap", node, *self.trap(node, kind))
        return None

    def trap(self, node: yaml.ScalarNode, kind: str) -> tuple[str, str]:
        """Message and hint for a value that is not what it looks like."""
        if len(node.value) > _LONGEST:
            return f"a number of {len(node.value)} characters is too long", _SHORTER
        if kind not in _TRAPS:
            return f"`{kind}` is a tag to YAML, no part of the text", self.in_quotes(node)
        message, hint = _TRAPS[kind]
        return message.format(f"`{node.value}`"), hint.format("", self.in_quotes(node))

    def text(self, node: yaml.ScalarNode) -> str:
        """A text, with what is wrong inside of it told of."""
        bad = FORBIDDEN.search(node.value) if self.may_be_bad else None
        if bad:
            message = f"control character U+{ord(bad.group()):04X} is not allowed in a text"
            place = self.escape_place(node, bad.group())
            self.findings.append(
                Finding("yaml-text", Severity.ERROR, self.game, place, message, "remove the escape")
            )
        if not node.style and self.whole.startswith(" #", node.end_mark.index):
            self.cut_off(node)
        fault = too_long_text(node.value)
        if fault is not None:
            self.report(fault.code, node, fault.message, fault.hint)
            return str(node.value[:KEPT])
        return str(node.value)

    def escape_place(self, node: yaml.ScalarNode, sign: str) -> Place:
        """Where the escape of a sign stands in a text."""
        for match in _ESCAPE.finditer(self.whole, node.start_mark.index, node.end_mark.index):
            digits = match[1] or match[2] or match[3]
            meant = chr(int(digits, 16)) if digits else _SHORT_ESCAPES.get(match[0])
            if meant == sign:
                return place_at(self.whole[: match.start()], self.file)
        return self.place(node)

    def cut_off(self, node: yaml.ScalarNode) -> None:
        """Tell of a ``#`` that ends a text, unless it is surely a comment.

        It is where two spaces stand in front of it, and where one stands behind it and the value
        is an id.
        """
        end = node.end_mark.index
        line_end = self.whole.find("\n", end)
        lost = self.whole[end : line_end if line_end >= 0 else None].strip()
        if (lost.startswith(("# ", "#\t")) and _ID.fullmatch(node.value)) or lost == "#":
            return
        line = self.whole[node.start_mark.index : end] + " " + lost
        message = f"the text ends in front of `#`: {lost[:40]!r} is a comment to YAML"
        hint = f"{put_quotes(' '.join(line.split()))}; a comment has two spaces in front of `#`"
        self.findings.append(
            Finding("yaml-comment", Severity.WARNING, self.game, self.place(node), message, hint)
        )

    def report(self, code: str, node: yaml.Node, message: str, hint: str) -> None:
        """Keep an error at the place of a node."""
        self.findings.append(
            Finding(code, Severity.ERROR, self.game, self.place(node), message, hint)
        )
