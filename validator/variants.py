"""Versions of a game in memory: some numbers of its files are others, all else is as written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import getitem
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from validator.catalogue.file_cache import FileCache
from validator.catalogue.load import load
from validator.catalogue.model import Catalogue, Game
from validator.catalogue.schemas import check_source
from validator.catalogue.source import Source, Trail
from validator.findings import Finding, Place, Severity, UsageError, did_you_mean, has_errors
from validator.rules.check import check_stated
from validator.rules.values import ValueNode

MOST_VALUES = 1_000
"""Values that one number may have."""


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number at a trail of the data of a file; its digits stand at ``place``.

    ``name`` is how it is asked for: ``cards.yaml:candle.cost``.
    """

    file: str
    trail: Trail
    name: str
    value: int
    place: Place


NumberEdits: TypeAlias = "tuple[tuple[Number, int], ...]"
"""Numbers, each with the value that it has instead."""
VariedNumber: TypeAlias = "tuple[Number, tuple[int, ...]]"
"""A number that may change, and the other values that it may have."""
_VALUES = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})(?:/([1-9]\d{0,8}))?|~([1-9]\d{0,8})")


def read_values(text: str, now: int) -> tuple[int, ...]:
    """The values of ``1..6``, of ``0..20/5`` (each fifth), or of ``~2`` (two below to two above).

    Raises:
        UsageError: the text is none of them.
    """
    found = _VALUES.fullmatch(text)
    if found is not None:
        near = int(found[4] or 0)
        low, high = (now - near, now + near) if near else (int(found[1]), int(found[2]))
        values = range(low, high + 1, int(found[3] or 1))
        if 0 < len(values) <= MOST_VALUES:
            return tuple(values)
    hint = "write 1..6, 0..20/5 for each fifth, or ~2 for two below to two above what it is"
    raise UsageError(f"{text!r} is no range of values", hint)


def find_numbers(catalogue: Catalogue, game: str, target: str) -> list[Number]:
    """The numbers that ``FILE:PATH`` names: ``cards.yaml:candle.cost``, ``cards.yaml:*.cost``.

    A path goes by keys, numbers from 0, ids of entries, and ``*`` for all of them; that of a set
    begins at its records.

    Raises:
        UsageError: it names none; the message says where it leads no further.
    """
    file, _, path = target.partition(":")
    box = catalogue.games[game].box or ""
    sources = (*catalogue.written[game], *catalogue.written.get(box, ()))
    named = {name: one for one in reversed(sources) for name in _names_of(one)}
    if file not in named or not path:
        listed = f"files: {', '.join(reversed(named))}; write FILE:RECORD.FIELD"
        raise UsageError(f"{target!r} names no file of {game}", did_you_mean(file, named, listed))
    source = named[file]
    top: Trail = ("components",) if isinstance(source.data.get("components"), list) else ()
    nodes = [("", ValueNode(reduce(getitem, top, source.data), source, top, file, ""))]
    for step in path.split("."):
        inner = [
            (f"{name}.{word}", one)
            for name, node in nodes
            for word in (_steps(node.value) if step == "*" else (step,))
            for one in node.step(word)
        ]
        if not inner:
            node = nodes[0][1]
            hint = did_you_mean(step, _steps(node.value), "leave out what stands behind it")
            raise UsageError(f"{node.place}: {target} leads nowhere at {step!r}", hint)
        nodes = inner
    found = [
        Number(source.file, one.trail, f"{file}:{name[1:]}", one.value, one.place)
        for name, one in nodes
        if type(one.value) is int and one.trail in source.places
    ]
    if not found:
        node = nodes[0][1]
        said = f"{node.place}: {target} is {str(node.value)[:40]!r}"
        raise UsageError(said, "name a whole number that is written in the file")
    return found


def _names_of(source: Source) -> Iterator[str]:
    """The names by which a file can be asked for: its own, and that of its sheet."""
    yield PurePosixPath(source.file).name
    yield PurePosixPath(source.place(("components", 0)).file).name


def _steps(value: Any) -> list[str]:
    """The words by which a path goes on inside a value."""
    if isinstance(value, Mapping):
        return [str(key) for key in value]
    listed = enumerate(value) if isinstance(value, list) else ()
    return [str(one.get("id", at) if isinstance(one, Mapping) else at) for at, one in listed]


@dataclass(slots=True)
class _EditedFiles(FileCache):
    """Files that are read once, with other numbers in them, held against their schemas."""

    edits: NumberEdits = ()
    whole: dict[Any, Any] = field(default_factory=dict)

    def of(self, key: Any, first: Path, make: Any) -> Any:
        """What was read of a file, edited."""
        if key not in self.whole:
            self.whole[key] = FileCache.of(self, key, first, make)
        mine = [(number.trail, to) for number, to in self.edits if number.file == key]
        if not mine:
            return self.whole[key]
        source, problems = self.whole[key]
        made = replace(source, data=deepcopy(source.data))
        for trail, to in mine:
            reduce(getitem, trail[:-1], made.data)[trail[-1]] = to
        return made, [
            *problems,
            *check_source(made, made.data["kind"], PurePosixPath(key).parts[1]),
        ]


class GameVariants:
    """Versions of one game that differ in numbers."""

    def __init__(self, root: Path, game: str) -> None:
        self.game = game
        self._files = _EditedFiles(root)
        self._built: dict[NumberEdits, Game] = {}
        self._departures = {_key(one) for one in check_stated(self.load()[0])}

    def load(self, edits: NumberEdits = ()) -> tuple[Catalogue, list[Finding]]:
        """The game with these numbers, and the errors that are found as it is read.

        A number that a rule states may not differ: that is one that names the rule, unless the data
        say that they depart from it.
        """
        self._files.edits = edits
        catalogue, findings = load(self._files.root, [self.game], kept=self._files)
        if edits and not has_errors(findings):
            stated = check_stated(catalogue)
            findings += tuple(one for one in stated if _key(one) not in self._departures)
        return catalogue, [one for one in findings if one.severity is Severity.ERROR]

    def build(self, edits: NumberEdits) -> Game:
        """The game with these numbers.

        Raises:
            UsageError: the data do not allow them together.
        """
        if edits not in self._built:
            catalogue, errors = self.load(edits)
            if errors:
                said = f"{errors[0].place}: {errors[0].message}"
                raise UsageError(said, errors[0].hint or "vary fewer numbers")
            self._built[edits] = catalogue.games[self.game]
        return self._built[edits]


def _key(finding: Finding) -> tuple[str, Place]:
    return finding.message, finding.place
