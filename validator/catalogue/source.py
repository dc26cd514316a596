"""Files of a project, YAML and JSON, as plain data with the place of every value, within bounds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from sys import intern
from types import MappingProxyType
from typing import Any, TypeAlias

import yaml
from yaml.composer import ComposerError
from yaml.events import MappingEndEvent, ScalarEvent, SequenceEndEvent

from validator.catalogue.yaml_faults import KEPT, explain, put_quotes, too_long_list, too_long_text
from validator.findings import Finding, Place, Severity
from validator.plainfile import TooLargeError, read_plain

Step: TypeAlias = "str | int"
Trail: TypeAlias = "tuple[Step, ...]"
"""Keys and indexes from the top of a document to one of its values."""
_LEAVES = (str, int, float)  # which have nothing in them, as most values


def _inside(value: Any) -> Iterable[tuple[Step, Any]]:
    """What is in a value itself, by keys or indexes."""
    if isinstance(value, _LEAVES):
        return ()
    if isinstance(value, Mapping):
        return value.items()
    return enumerate(value) if isinstance(value, list | tuple) else ()


def walk(value: Any, trail: Trail = ()) -> Iterator[tuple[Trail, Any]]:
    """A value and all that is in it, from the top down, each with the keys that lead to it."""
    yield trail, value
    for step, one in _inside(value):
        yield from walk(one, (*trail, step))


def count_values(value: Any) -> int:
    """How many values a value has in it, itself included."""
    return 1 + sum(count_values(one) for _, one in _inside(value))


def value_at(trail: Trail, value: Any) -> Any:
    """What stands at ``trail`` in a value; None where nothing does."""
    for step in trail:
        try:
            value = value[step]
        except (LookupError, TypeError):
            return None
    return value


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
_COLLECTIONS = (None, "!", _TAG + "map", _TAG + "seq")
"""The tags that mappings and lists may have."""
_RESOLVER: Any = yaml.resolver.Resolver()
_ID = re.compile(r"[a-z0-9_./*+-]+")
"""Values that nobody goes on with behind a ``#``: ids, templates, sizes, numbers."""


@lru_cache(maxsize=1024)
def _kind_of_plain(text: str) -> str:
    """What YAML 1.1 takes a text without quotes for; most words are read many times."""
    return str(_RESOLVER.resolve(yaml.ScalarNode, text, (True, False))).removeprefix(_TAG)


def place_at(before: str, file: str) -> Place:
    """Where a text goes on behind what stands ``before``, in a file."""
    return Place(file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)


class _TooDeepError(Exception):
    """A file that nests deeper, at ``place``, than any that is read."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        self.place = place


class _YamlReader:
    """Reads a text event by event into plain data, collecting places and findings.

    ``yaml.compose`` would hold a hundred times as much as the text.
    """

    def __init__(self, file: str, game: str, text: str) -> None:
        self.file = file
        self.game = game
        self.whole = text
        self.get_event: Any = yaml.CSafeLoader(text).get_event
        self.named: dict[str | None, Any] = {}
        self.places: dict[Trail, Place] = {}
        self.keys: dict[Trail, Place] = {}
        self.written: dict[Trail, str] = {}
        self.quoted: set[Trail] = set()
        self.findings: list[Finding] = []

    def read(self) -> Source | None:
        """The source of the text; None where there is nothing in it.

        Raises:
            yaml.YAMLError: the text is not YAML.
            _TooDeepError: it nests too deep.
        """
        self.next()  # the stream starts
        if not isinstance(self.next(), yaml.DocumentStartEvent):
            return None
        first = self.next()
        source = self.document(first)
        more: list[Source] = []
        while isinstance(event := self.next(), yaml.DocumentStartEvent):
            self.places, self.keys, self.written, self.quoted = {}, {}, {}, set()
            more.append(self.document(self.next()))
            if not _are_boards((source, more[-1])):
                raise ComposerError(
                    "expected a single document in the stream",
                    first.start_mark,
                    "but found another document",
                    event.start_mark,  # type: ignore[arg-type]
                )
        return replace(source, more=tuple(more))

    def document(self, first: Any) -> Source:
        """The document that begins with an event."""
        data = self.value(first, ())
        self.next()  # the document ends
        return Source(self.file, data, self.places, self.keys, self.written, quoted=self.quoted)

    def next(self) -> Any:
        """The next event, the names that it gives or uses looked at."""
        event = self.get_event()
        name = getattr(event, "anchor", None)
        if name is None:
            return event
        known = self.named.get(name)
        is_alias = isinstance(event, yaml.AliasEvent)
        if is_alias and known is None:
            raise ComposerError(None, None, "found undefined alias", event.start_mark)
        if known is not None and not is_alias:
            first = "found duplicate anchor; first occurrence"
            raise ComposerError(first, known.start_mark, "second occurrence", event.start_mark)
        self.named[name] = known or event
        return event

    def skip(self, event: Any) -> None:
        """Pass over what is in a mapping or list that has begun."""
        depth = int(isinstance(event, yaml.CollectionStartEvent))
        while depth:
            event = self.next()
            depth += isinstance(event, yaml.CollectionStartEvent)
            depth -= isinstance(event, yaml.CollectionEndEvent)
            if depth > MOST_DEPTH:
                raise _TooDeepError(self.place(event))

    def value(self, event: Any, trail: Trail) -> Any:
        """The data that ``event`` begins, which stands at ``trail``; None for what is refused."""
        if isinstance(event, yaml.AliasEvent):
            self.places[trail] = self.place(self.named[event.anchor])
            return None
        self.places[trail] = self.place(event)
        if event.anchor is not None:
            self.refuse_name(event)
        elif isinstance(event, ScalarEvent):
            value = self.scalar(event, self.kind(event))
            if event.style in ("'", '"'):
                self.quoted.add(trail)
            if isinstance(value, float):
                self.written[trail] = event.value
            return value
        elif len(trail) >= MOST_DEPTH:
            raise _TooDeepError(self.place(event))
        elif event.tag not in _COLLECTIONS:
            tag = event.tag.replace(_TAG, "!!")
            self.report("yaml-tag", event, f"the tag `{tag}` is not supported", f"take `{tag}` out")
        elif isinstance(event, yaml.MappingStartEvent):
            return self.mapping(trail)
        else:
            return self.list(event, trail)
        self.skip(event)
        return None

    def refuse_name(self, event: Any) -> None:
        """Tell of a name for aliases, which themselves are passed over."""
        message = "`&` names this value for an alias (`*name`), which is not supported"
        hint = "write the value out in each place"
        if isinstance(event, ScalarEvent):
            hint = f"{self.in_quotes(event)}; or {hint}"
        self.report("yaml-alias", event, message, hint)

    def kind(self, event: Any) -> str:
        """What YAML 1.1 takes a word for, or its tag says it is."""
        if event.tag not in (None, "!"):
            return str(event.tag).removeprefix(_TAG)
        return _kind_of_plain(event.value) if event.implicit[0] else "str"

    def place(self, event: Any) -> Place:
        """Where a value begins."""
        return Place(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def in_quotes(self, event: Any) -> str:
        """The hint to put quotes round the text that ``event`` is."""
        written = self.whole[event.start_mark.index : event.end_mark.index]
        return put_quotes(" ".join(written.split()))

    def mapping(self, trail: Trail) -> dict[str, Any]:
        """The keys that can be read, each once, with their values."""
        found: dict[str, Any] = {}
        while not isinstance(event := self.next(), MappingEndEvent):
            key, value = self.key(event), self.next()
            if key is not None and key not in found:
                at = (*trail, key)
                self.keys[at] = self.place(event)
                found[key] = self.value(value, at)
                continue
            if key is not None:
                message = f"the key {key!r} stands twice in this mapping"
                self.report("yaml-duplicate-key", event, message, "keep one of the two")
            self.skip(value)
        return found

    def key(self, event: Any) -> str | None:
        """The text of a key; None, told of, if it is none."""
        self.skip(event)
        if isinstance(event, yaml.AliasEvent):
            return None
        if event.anchor is not None:
            self.refuse_name(event)
            return None
        if not isinstance(event, ScalarEvent):
            hint = "write a word before the colon"
            self.report("yaml-key", event, "a key must be plain text", hint)
            return None
        kind = self.kind(event)
        if kind == "bool":
            return str(event.value)  # a key is always text: `on:` means what it says
        value = self.scalar(event, kind)
        if isinstance(value, str):
            return intern(value)  # thousands of records have the same
        if value is not None:
            message = f"the key `{event.value}` is not text"
            self.report("yaml-key", event, message, put_quotes(event.value))
        return None

    def list(self, event: Any, trail: Trail) -> list[Any]:
        """The entries of a list; of one that is too long, and what is wrong there, the first."""
        found: list[Any] = []
        told = 0
        while not isinstance(entry := self.next(), SequenceEndEvent):
            told = len(self.findings) if len(found) <= KEPT else told
            found.append(self.value(entry, (*trail, len(found))))
        fault = too_long_list(len(found), len(trail))
        if fault is not None:
            del found[KEPT:], self.findings[told:]
            code, message, hint = fault
            self.report(code, event, message, hint)
        return found

    def scalar(self, event: Any, kind: str) -> Any:
        """A word, number or truth as YAML and its readers both see it; None for a trap."""
        text: str = event.value
        if event.style or kind in ("str", "value"):
            return self.text(event)
        if kind == "null":
            return None
        if kind == "bool" and text in ("true", "false"):
            return text == "true"
        if kind == "int" and _INTEGER.fullmatch(text):
            return int(text)
        if kind == "float" and _DECIMAL.fullmatch(text):
            return float(text)
        self.report("yaml-trap", event, *self.trap(event, kind))
        return None

    def trap(self, event: Any, kind: str) -> tuple[str, str]:
        """Message and hint for a value that is not what it looks like."""
        if len(event.value) > _LONGEST:
            return f"a number of {len(event.value)} characters is too long", _SHORTER
        if kind not in _TRAPS:
            return f"`{kind}` is a tag to YAML, no part of the text", self.in_quotes(event)
        message, hint = _TRAPS[kind]
        return message.format(f"`{event.value}`"), hint.format("", self.in_quotes(event))

    def text(self, event: Any) -> str:
        """A text, with what is wrong inside of it told of."""
        text: str = event.value
        bad = FORBIDDEN.search(text)
        if bad:
            message = f"control character U+{ord(bad.group()):04X} is not allowed in a text"
            place = self.escape_place(event, bad.group())
            self.findings.append(
                Finding("yaml-text", Severity.ERROR, self.game, place, message, "remove the escape")
            )
        if not event.style and self.whole.startswith(" #", event.end_mark.index):
            self.cut_off(event)
        fault = too_long_text(text)
        if fault is not None:
            code, message, hint = fault
            self.report(code, event, message, hint)
            return text[:KEPT]
        return text

    def escape_place(self, event: Any, sign: str) -> Place:
        """Where the escape of a sign stands in a text."""
        for match in _ESCAPE.finditer(self.whole, event.start_mark.index, event.end_mark.index):
            digits = match[1] or match[2] or match[3]
            meant = chr(int(digits, 16)) if digits else _SHORT_ESCAPES.get(match[0])
            if meant == sign:
                return place_at(self.whole[: match.start()], self.file)
        return self.place(event)

    def cut_off(self, event: Any) -> None:
        """Tell of a ``#`` that ends a text, unless it is surely a comment.

        It is where two spaces stand in front of it, and where one stands behind it and the value
        is an id.
        """
        end = event.end_mark.index
        line_end = self.whole.find("\n", end)
        lost = self.whole[end : line_end if line_end >= 0 else None].strip()
        if (lost.startswith(("# ", "#\t")) and _ID.fullmatch(event.value)) or lost == "#":
            return
        line = self.whole[event.start_mark.index : end] + " " + lost
        message = f"the text ends in front of `#`: {lost[:40]!r} is a comment to YAML"
        hint = f"{put_quotes(' '.join(line.split()))}; a comment has two spaces in front of `#`"
        self.findings.append(
            Finding("yaml-comment", Severity.WARNING, self.game, self.place(event), message, hint)
        )

    def report(self, code: str, event: Any, message: str, hint: str) -> None:
        """Keep an error at the place of a value."""
        self.findings.append(
            Finding(code, Severity.ERROR, self.game, self.place(event), message, hint)
        )


MOST_DEPTH = 60
"""Deepest nesting that is read, of YAML and of JSON; the deepest of the shipped files is 9."""
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
        # signs that a terminal would obey, or that are no text at all
        for one in (part for keys, value in walk(read) for part in (*keys[-1:], value)):
            if isinstance(one, str) and (odd := _ODD.search(one)):
                raise JsonError(f"it has a text with the control character U+{ord(odd[0]):04X}")
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


MAX_BYTES = 4_000_000
"""Largest file read, in bytes; a 5,000-card deck takes about 1.5 million."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file's data and where each value (``places``) and each key (``keys``) stands.

    ``written`` are the numbers with a point as they stand there: 1.10 is read as 1.1. Only a file
    of boards has ``more`` documents, behind its first. The values at ``quoted`` begin with a quote.
    """

    file: str
    data: Any
    places: Mapping[Trail, Place] = field(default_factory=dict)
    keys: Mapping[Trail, Place] = field(default_factory=dict)
    written: Mapping[Trail, str] = field(default_factory=dict)
    more: tuple[Source, ...] = ()
    quoted: AbstractSet[Trail] = frozenset()

    def place(self, trail: Trail) -> Place:
        """Place of the value at ``trail``, or of its nearest enclosing value."""
        lengths = range(len(trail), -1, -1)
        found = (self.places[trail[:one]] for one in lengths if trail[:one] in self.places)
        return next(found, Place(self.file))

    def key_place(self, trail: Trail) -> Place:
        """Place of the last key of ``trail``, or of the nearest enclosing value."""
        return self.keys.get(trail) or self.place(trail)


def _are_boards(documents: Iterable[Source]) -> bool:
    """Tell whether documents may stand in one file: boards may."""
    return all(value_at(("kind",), one.data) == "board" for one in documents)


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

    def note(at: Trail, name: str, value: Any) -> None:
        place = source.places.get(at)
        if place is not None:
            found[name] = place
        for step, one in _inside(value):
            note((*at, step), f"{name}.{step}", one)

    for key, value in raw.items():
        note(origins.get(key, (*trail, key)), key, value)
    return found


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
        message = f"cannot read the file: {error.strerror or error}"
        return None, [_error("file-unreadable", game, Place(file), message, hint)]
    text, problem = _decode(raw, file, game)
    if problem is not None:
        return None, [problem]
    return parse_source(text, file, game)


def parse_source(text: str, file: str, game: str = "") -> tuple[Source | None, list[Finding]]:
    """Parse YAML ``text``; see :func:`read_source`."""
    try:
        reader = _YamlReader(file, game, text)
        source = reader.read()
    except _TooDeepError as error:
        message = f"the file nests more than {MOST_DEPTH} levels deep here"
        return None, [_error("yaml-too-deep", game, error.place, message, "flatten the data")]
    except yaml.MarkedYAMLError as error:
        fault = explain(error, text)
        place = Place(file, fault.line, fault.column)
        return None, [_error("yaml-syntax", game, place, fault.message, fault.hint)]
    except yaml.YAMLError as error:
        return None, [_error("yaml-syntax", game, Place(file), str(error), "mend the YAML")]
    if source is None:
        hint = "the first line should be `kind: ...`"
        return None, [_error("file-empty", game, Place(file), "the file is empty", hint)]
    return source, reader.findings


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


def _error(code: str, game: str, place: Place, message: str, hint: str) -> Finding:
    return Finding(code, Severity.ERROR, game, place, message, hint)
