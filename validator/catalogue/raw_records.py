"""Raw values with their places, and how a frozen record is made of them field by field."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeAlias, TypeVar

from validator.catalogue.source import Source, Trail, places_of
from validator.findings import Place

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class At:
    """A raw value and where it stands."""

    source: Source
    trail: Trail
    raw: Any

    @property
    def place(self) -> Place:
        """Where it is written."""
        return self.source.place(self.trail)

    def __contains__(self, key: str) -> bool:
        """Tell whether a mapping has the key."""
        return isinstance(self.raw, dict) and key in self.raw

    def get(self, key: str, otherwise: Any = None) -> Any:
        """The raw value under a key."""
        return self.raw.get(key, otherwise) if isinstance(self.raw, dict) else otherwise

    def key(self, key: str) -> At:
        """What stands under a key; None where nothing does."""
        return At(self.source, (*self.trail, key), self.get(key))

    def inner(self, key: str) -> Iterator[tuple[str, At]]:
        """The keys of a mapping under a key, each with what it has."""
        for name in self.get(key) or ():
            yield name, self.key(key).key(name)

    def entries(self) -> Iterator[At]:
        """The entries of a list; none where there is no list."""
        for number, entry in enumerate(self.raw or ()):
            yield At(self.source, (*self.trail, number), entry)

    def items(self, key: str) -> Iterator[At]:
        """The entries of a list under a key."""
        return self.key(key).entries()


Readers: TypeAlias = "Mapping[str, Callable[[At], Any]]"
"""What reads the value of a field, by the type of that field as it is written."""
WRITTEN = {
    "set_id": "set",
    "field_name": "field",
    "source": "from",
    "sources": "from",
    "target": "to",
    "targets": "to",
    "zones": "zone",
    "test": "if",
    "otherwise": "else",
    "kind": "best",
    "values": "value",
}
"""Fields of the records whose key in YAML has another name."""


def record(kind: type[T], at: At, readers: Readers, /, **given: Any) -> T:
    """A record of ``kind`` from a mapping; ``given`` are the fields that have no key of their own.

    What is left out takes the default of its field. A value without a reader is taken as it is.
    """
    for one in fields(kind):  # type: ignore[arg-type]
        key = WRITTEN.get(one.name, one.name)
        if one.name in given:
            continue
        if one.name == "place":
            given["place"] = at.place
        elif one.name == "places":
            given["places"] = places_of(at.source, at.trail, at.raw)
        elif key in at:
            reader = readers.get(str(one.type).removesuffix(" | None"))
            given[one.name] = reader(at.key(key)) if reader else at.get(key)
    return kind(**given)
