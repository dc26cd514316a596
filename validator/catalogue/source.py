"""Files of a project, YAML and JSON, as plain data with the place of every value, within bounds."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from sys import intern
from types import MappingProxyType
from typing import Any, TypeAlias

import yaml
from yaml.composer import ComposerError

from validator.catalogue.yaml_faults import KEPT, explain, put_quotes, too_long_list, too_long_text
from validator.findings import Finding, Place, Severity
from validator.plainfile import TooLargeError, read_plain

# The nodes of a YAML text, of its longest lists one entry after the other.
#
# A node is a hundred times as large as the text it stands for. So of a long text, the top and the
# lists right below it give what is in them as it is asked for, as an iterator in place of a list,
# and forget it. All else, the faults that are raised included, is as ``yaml.compose`` has it,
# which reads a short text at once and faster.


STREAMED = 2
"""Levels whose nodes come one at a time: the keys of a file, and the entries of its lists."""
LONG = 100_000
"""Characters from which on a text is read entry by entry; its nodes would take some 10 MB."""
_END = (yaml.SequenceEndEvent, yaml.MappingEndEvent)


class Nodes:
    """The nodes of one text: the :meth:`first` holds all others, and :meth:`finish` comes last.

    An alias gives the very node again that is named by an anchor.

    Raises:
        yaml.YAMLError: anywhere; the text is not YAML.
    """

    def __init__(self, text: str, long: int = LONG) -> None:
        self._named: dict[str, Any] = {}
        self._known: set[int] = set()
        self._loader: Any = yaml.CSafeLoader(text)
        self._at_once = len(text) < long
        self._top: Any = None

    def first(self) -> Any:
        """The node of the whole text (a :class:`yaml.Node`); None where there is none."""
        if self._at_once:
            return self._loader.get_single_node()
        self._event()  # the stream starts
        if isinstance(self._event(), yaml.DocumentStartEvent):
            self._top = self._node(self._event(), 0)
        return self._top

    def finish(self) -> None:
        """Read what was not asked for, and see that nothing comes after it."""
        if self._top is None:
            return
        _pass_over(self._top)
        self._event()  # the document ends
        event = self._event()
        if isinstance(event, yaml.DocumentStartEvent):
            raise _fault(
                "expected a single document in the stream",
                self._top.start_mark,
                "but found another document",
                event.start_mark,
            )

    def is_named(self, node: yaml.Node) -> bool:
        """Tell whether a node may come again: those of a long text only if they have an anchor."""
        return self._at_once or id(node) in self._known

    def _event(self) -> Any:
        return self._loader.get_event()

    def _node(self, event: Any, depth: int) -> Any:
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._named:
                raise _fault(None, None, "found undefined alias", event.start_mark)
            return self._named[event.anchor]
        anchor = event.anchor
        if anchor is not None and anchor in self._named:
            raise _fault(
                "found duplicate anchor; first occurrence",
                self._named[anchor].start_mark,
                "second occurrence",
                event.start_mark,
            )
        node = self._start_node(event)
        if anchor is not None:
            self._named[anchor] = node  # which keeps it, so that its id stays its own
            self._known.add(id(node))
        if not isinstance(node, yaml.ScalarNode):
            inner = self._pairs(depth) if isinstance(node, yaml.MappingNode) else self._rest(depth)
            node.value = inner if depth < STREAMED else list(inner)
        return node

    def _start_node(self, event: Any) -> Any:
        """The node that an event begins, without what is in it."""
        value = event.value if isinstance(event, yaml.ScalarEvent) else None
        kind: Any = _KINDS[type(event)]
        tag = event.tag
        if tag is None or tag == "!":
            tag = self._loader.resolve(kind, value, event.implicit)
        if value is not None:
            return yaml.ScalarNode(tag, value, event.start_mark, event.end_mark, event.style)
        return kind(tag, value, event.start_mark)

    def _rest(self, depth: int) -> Iterator[yaml.Node]:
        """The entries of a list that has begun, or the keys and values of a mapping by turns."""
        while not isinstance(event := self._event(), _END):
            node = self._node(event, depth + 1)
            yield node
            if not isinstance(event, yaml.AliasEvent):
                _pass_over(node)

    def _pairs(self, depth: int) -> Iterator[tuple[yaml.Node, yaml.Node]]:
        rest = self._rest(depth)
        for key in rest:
            if not isinstance(key.value, str | list):
                key.value = list(key.value)
            yield key, next(rest)


_KINDS = {
    yaml.ScalarEvent: yaml.ScalarNode,
    yaml.SequenceStartEvent: yaml.SequenceNode,
    yaml.MappingStartEvent: yaml.MappingNode,
}


def _fault(*told: Any) -> ComposerError:
    """The composer's own fault: context and its mark, problem and its mark."""
    return ComposerError(*told)


def _pass_over(node: yaml.Node) -> None:
    """Read what is left of a node whose inner ones come as they are asked for."""
    if isinstance(node.value, Iterator):
        deque(node.value, maxlen=0)


Step: TypeAlias = "str | int"
Trail: TypeAlias = "tuple[Step, ...]"
"""Keys and indexes from the top of a document to one of its values."""


# From the nodes of a YAML text to plain data, with the place of each value and key.
#
# It is stricter than YAML 1.1: what silently means something else than it looks is refused.


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
        self.places: dict[Trail, Place] = {}
        self.keys: dict[Trail, Place] = {}
        self.written: dict[Trail, str] = {}
        self.findings: list[Finding] = []
        self.seen: set[int] = set()

    def value(self, node: yaml.Node, trail: Trail) -> Any:
        """The data of a node that stands at ``trail``; None for what is refused."""
        self.places[trail] = self.place(node)
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
        return [self.value(sub, (*trail, index)) for index, sub in enumerate(inner)]

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
            self.keys[*trail, key] = self.place(key_node)
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


MOST_DEPTH = 60
"""Deepest nesting that is read; a shard of games nests 8 deep."""
MOST_DIGITS = 300
"""Digits of the longest number that is read."""

_STEP = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[{]|[\]}]', re.DOTALL)
_ODD = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


class JsonError(ValueError):
    """A text that is not read as JSON; the message says why, ``line`` (from 1) where."""

    def __init__(self, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.line = line


def read_json(raw: bytes | str) -> Any:
    """The value that a text in JSON holds.

    Raises:
        JsonError: it is none, nests too deep, or has a number or a text that nobody writes.
    """
    try:
        text = raw if isinstance(raw, str) else raw.decode("utf-8-sig")
        _refuse_depth(text)
        read = json.loads(text, parse_int=_whole, parse_float=_decimal, parse_constant=_constant)
    except json.JSONDecodeError as error:
        raise JsonError(f"it is not JSON: {error.msg}", error.lineno) from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise JsonError("it is not UTF-8 text", line) from error
    if "\\" in text or _ODD.search(text):
        _refuse_odd(read)
    return read


def _refuse_depth(text: str) -> None:
    depth = 0
    for found in _STEP.finditer(text):
        sign = found[0][0]
        depth += 1 if sign in "[{" else -1 if sign in "]}" else 0
        if depth > MOST_DEPTH:
            line = text.count("\n", 0, found.start()) + 1
            raise JsonError(f"it nests more than {MOST_DEPTH} levels deep", line)


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise JsonError(f"it has a number of {len(digits):,} digits")
    return int(digits)


def _decimal(digits: str) -> float:
    read = float(digits)
    if read in (float("inf"), float("-inf")):
        raise JsonError("it has a number that is too large")
    return read


def _constant(word: str) -> float:
    raise JsonError(f"{word} is no number of JSON")


def _refuse_odd(value: Any) -> None:
    """Refuse texts with signs that a terminal would obey, or that are no text at all."""
    if isinstance(value, str) and (odd := _ODD.search(value)):
        raise JsonError(f"it has a text with the control character U+{ord(odd[0]):04X}")
    if isinstance(value, dict):
        for key, inner in value.items():
            _refuse_odd(key)
            _refuse_odd(inner)
    elif isinstance(value, list):
        for inner in value:
            _refuse_odd(inner)


# Read a YAML file into plain data, keeping the place of every value beside it.
#
# The reader is stricter than YAML 1.1: it refuses what silently means something else than it looks
# like (``no``, ``012``, ``12:30``, dates), duplicate keys, aliases, tags and tabs. Each refusal is
# a :class:`~validator.findings.Finding` at its line and column; nothing is raised.


MAX_BYTES = 4_000_000
"""Largest file read, in bytes; a 5,000-card deck takes about 1.5 million."""
MAX_DEPTH = 60
"""Deepest nesting accepted; the deepest of the shipped files is 9."""

_BRACKET = re.compile(r"[\[\]{}]")
_INDENT = re.compile(r"^( *)((?:[-?] ){2,}|(?=[^ #\n]))", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Source:
    """A file's data and where each value (``places``) and each key (``keys``) stands.

    ``written`` are the numbers with a point as they stand there: 1.10 is read as 1.1.
    """

    file: str
    data: Any
    places: Mapping[Trail, Place] = field(default_factory=dict)
    keys: Mapping[Trail, Place] = field(default_factory=dict)
    written: Mapping[Trail, str] = field(default_factory=dict)

    def place(self, trail: Trail) -> Place:
        """Place of the value at ``trail``, or of its nearest enclosing value."""
        return _nearest(self.places, trail, self.file)

    def key_place(self, trail: Trail) -> Place:
        """Place of the last key of ``trail``, or of the nearest enclosing value."""
        return self.keys.get(trail) or _nearest(self.places, trail, self.file)


def _nearest(places: Mapping[Trail, Place], trail: Trail, file: str) -> Place:
    for length in range(len(trail), -1, -1):
        found = places.get(trail[:length])
        if found is not None:
            return found
    return Place(file)


def places_of(
    source: Source,
    trail: Trail,
    raw: Mapping[str, Any],
    origins: Mapping[str, Trail] = MappingProxyType({}),
) -> dict[str, Place]:
    """The place of each key of ``raw`` that is written, at ``trail`` or where ``origins`` says.

    Those of inner keys and of list entries have dotted names: ``effects.0.amount``.
    """
    found: dict[str, Place] = {}
    for key, value in raw.items():
        at = origins.get(key, (*trail, key))
        place = source.places.get(at)
        if place is not None:
            found[key] = place
            if isinstance(value, (dict, list)):
                _inner_places(source, at, key, value, found)
    return found


def _inner_places(
    source: Source, trail: Trail, name: str, value: Any, found: dict[str, Place]
) -> None:
    """Add the places of what is written in a value, by dotted names."""
    entries: Iterable[tuple[str | int, Any]]
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in entries:
        at = (*trail, key)
        place = source.places.get(at)
        if place is not None:
            dotted = f"{name}.{key}"
            found[dotted] = place
            if isinstance(inner, (dict, list)):
                _inner_places(source, at, dotted, inner, found)


def read_source(
    path: Path, file: str, game: str = "", inside: Path | None = None
) -> tuple[Source | None, list[Finding]]:
    """Read ``path``; ``file`` is its name in findings, ``game`` the game they belong to.

    A link that leads out of the folder ``inside`` is not read.

    Returns the source, or None where nothing sensible could be read, and all findings.
    """
    try:
        raw = read_plain(path, MAX_BYTES, inside)
    except TooLargeError as error:
        message = f"the file has {error.size} bytes, more than the limit of {error.most}"
        place = Place(file, error.line)
        return None, [_error("file-too-large", game, place, message, "split it into sets")]
    except OSError as error:
        hint = "check the name and that you may read it"
        return None, [_error("file-unreadable", game, Place(file), _reason(error), hint)]
    text, problem = _decode(raw, file, game)
    if problem is not None:
        return None, [problem]
    return parse_source(text, file, game)


def parse_source(text: str, file: str, game: str = "") -> tuple[Source | None, list[Finding]]:
    """Parse YAML ``text``; see :func:`read_source`."""
    deep = too_deep(text)
    if deep is not None:
        message = f"the file nests more than {MAX_DEPTH} levels deep here"
        place = place_at(text[:deep], file)
        return None, [_error("yaml-too-deep", game, place, message, "flatten the data")]
    try:
        walk = Values(file, game, text)
        node = walk.nodes.first()
        data = None if node is None else walk.value(node, ())
        walk.nodes.finish()
    except yaml.MarkedYAMLError as error:
        return None, [_syntax_error(error, text, file, game)]
    except yaml.YAMLError as error:
        return None, [_error("yaml-syntax", game, Place(file), str(error), "mend the YAML")]
    if node is None:
        hint = "the first line should be `kind: ...`"
        return None, [_error("file-empty", game, Place(file), "the file is empty", hint)]
    return Source(file, data, walk.places, walk.keys, walk.written), walk.findings


def _decode(raw: bytes, file: str, game: str) -> tuple[str, Finding | None]:
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        place = place_at(raw[: error.start].decode("utf-8", "replace"), file)
        message = f"byte 0x{raw[error.start]:02x} is not UTF-8 text"
        return "", _error("file-encoding", game, place, message, "save the file as UTF-8")
    text = text.removeprefix("\ufeff")
    bad = FORBIDDEN.search(text)
    if bad:
        message = f"control character U+{ord(bad.group()):04X} is not allowed"
        place = place_at(text[: bad.start()], file)
        return "", _error("file-encoding", game, place, message, "remove the character")
    return text, None


def too_deep(text: str) -> int | None:
    """Where a text may nest deeper than is read, before it is parsed; None if nowhere."""
    found = [at for at in (_deep_brackets(text), _deep_indents(text)) if at is not None]
    return min(found, default=None)


def _deep_brackets(text: str) -> int | None:
    depth = 0
    for match in _BRACKET.finditer(text):
        depth += 1 if match.group() in "[{" else -1
        if depth > MAX_DEPTH:
            return match.start()
    return None


def _deep_indents(text: str) -> int | None:
    """The line by which there are too many different indents, with the longest run of dashes."""
    indents: set[int] = set()
    longest = 0
    for match in _INDENT.finditer(text):
        indents.add(len(match[1]))
        longest = max(longest, len(match[2]) // 2)
        if longest + len(indents) > MAX_DEPTH:
            return match.start(2)
    return None


def _syntax_error(error: yaml.MarkedYAMLError, text: str, file: str, game: str) -> Finding:
    fault = explain(error, text)
    return _error(
        "yaml-syntax", game, Place(file, fault.line, fault.column), *fault.message_and_hint
    )


def _reason(error: OSError) -> str:
    return f"cannot read the file: {error.strerror or error}"


def _error(code: str, game: str, place: Place, message: str, hint: str) -> Finding:
    return Finding(code, Severity.ERROR, game, place, message, hint)
