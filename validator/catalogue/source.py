"""Read a YAML file into plain data, keeping the place of every value beside it.

The reader is stricter than YAML 1.1: it refuses what silently means something else than it
looks like (``no``, ``012``, ``12:30``, dates), duplicate keys, aliases, tags and tabs. Each
refusal is a :class:`~validator.findings.Finding` at its line and column; nothing is raised.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import yaml

from validator.catalogue.parsing.places import Trail
from validator.catalogue.parsing.values import FORBIDDEN, Values, place_at
from validator.catalogue.yaml_faults import (
    explain,
)
from validator.findings import Finding, Place, Severity
from validator.plainfile import TooLargeError, read_plain

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
    return _error("yaml-syntax", game, Place(file, fault.line, fault.column), *fault.told)


def _reason(error: OSError) -> str:
    return f"cannot read the file: {error.strerror or error}"


def _error(code: str, game: str, place: Place, message: str, hint: str) -> Finding:
    return Finding(code, Severity.ERROR, game, place, message, hint)
