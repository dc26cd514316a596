"""Where values stand in a file, in a few bytes each: a deck of thousands has ten times as many."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from struct import Struct
from typing import TypeAlias, TypeVar

from yaml import Mark

from validator.findings import Place

K = TypeVar("K", bound=Hashable)
Step: TypeAlias = "str | int"
Trail: TypeAlias = "tuple[Step, ...]"
"""Keys and indexes from the top of a document to one of its values."""
Spot: TypeAlias = "tuple[int, int]"
"""A line and a column, from 1."""
_SPOT = Struct("=II")
_HEAD = 2
"""Steps to an entry of a list that stands at the top: a record."""


class PackedPlaces(Mapping[K, Place]):
    """Places in one file (or sheet of a workbook): lines and columns as bytes.

    The keys are held once for all records that have the same.
    """

    __slots__ = ("_file", "_numbers", "_sheet", "_spots")

    def __init__(self, file: str, spots: Mapping[K, Spot], sheet: str = "") -> None:
        self._file, self._sheet = file, sheet
        self._numbers = _numbered(tuple(spots))
        self._spots = b"".join(_SPOT.pack(*spot) for spot in spots.values())

    def __getitem__(self, key: K) -> Place:
        line, column = _SPOT.unpack_from(self._spots, self._numbers[key] * _SPOT.size)
        return Place(self._file, line, column, self._sheet)

    def __contains__(self, key: object) -> bool:
        return key in self._numbers

    def __iter__(self) -> Iterator[K]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)


@lru_cache(maxsize=256)
def _numbered(keys: tuple[K, ...]) -> Mapping[K, int]:
    return {key: number for number, key in enumerate(keys)}


def packed(places: Mapping[K, Place]) -> Mapping[K, Place]:
    """The same places, packed where they are all in one file or sheet."""
    first = next(iter(places.values()), None)
    if first is None:
        return places
    file, sheet = first.file, first.sheet
    if any(one.file != file or one.sheet != sheet for one in places.values()):
        return places
    return PackedPlaces(file, {key: (p.line, p.column) for key, p in places.items()}, sheet)


class FilePlaces(Mapping[Trail, Place]):
    """The places of a file by trails, as they are noted; those of each record are packed."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._loose: dict[Trail, Spot] = {}
        self._open = self._loose
        self._records: dict[Trail, PackedPlaces[Trail]] = {}

    def note(self, trail: Trail, mark: Mark) -> None:
        """Note where the value at ``trail`` begins."""
        self._open[trail] = (mark.line + 1, mark.column + 1)

    def begin(self) -> None:
        """What is noted from now on stands in one record."""
        self._open = {}

    def end(self, record: Trail) -> None:
        """The record ends, which stands at a trail of two steps."""
        inner, self._open = self._open, self._loose
        spots = {trail[_HEAD:]: spot for trail, spot in inner.items()}
        self._records[record] = PackedPlaces(self._file, spots)

    def __getitem__(self, trail: Trail) -> Place:
        record = self._records.get(trail[:_HEAD])
        if record is not None:
            return record[trail[_HEAD:]]
        return Place(self._file, *self._loose[trail])

    def get(self, trail: Trail, default: Place | None = None) -> Place | None:  # type: ignore[override]
        """The place at a trail."""
        try:
            return self[trail]
        except KeyError:
            return default

    def __contains__(self, trail: object) -> bool:
        if not isinstance(trail, tuple):
            return False
        record = self._records.get(trail[:_HEAD])
        return trail in self._loose if record is None else trail[_HEAD:] in record

    def __iter__(self) -> Iterator[Trail]:
        inner = ((*head, *rest) for head, record in self._records.items() for rest in record)
        return chain(self._loose, inner)

    def __len__(self) -> int:
        return len(self._loose) + sum(map(len, self._records.values()))
