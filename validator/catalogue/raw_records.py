"""Raw values with their places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from validator.catalogue.formulas import Formula, read_test, read_value
from validator.catalogue.source import Source, Trail
from validator.findings import Place

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class At:
    """A raw value and where it stands; what a mapping does not have, ``base`` may have."""

    source: Source
    trail: Trail
    raw: Any
    base: At | None = None

    @property
    def place(self) -> Place:
        """Where it is written."""
        return self.source.place(self.trail)

    def __contains__(self, key: str) -> bool:
        """Tell whether a mapping has the key."""
        own = isinstance(self.raw, dict) and key in self.raw
        return own or (self.base is not None and key in self.base)

    def __iter__(self) -> Iterator[str]:
        """The keys of a mapping, those of its base first."""
        inherited = self.base if self.base is not None else ()
        return iter(dict.fromkeys([*inherited, *(self.raw or ())]))

    def get(self, key: str, otherwise: Any = None) -> Any:
        """The raw value under a key."""
        if self.base is not None and key not in self.raw:
            return self.base.get(key, otherwise)
        return self.raw.get(key, otherwise) if isinstance(self.raw, dict) else otherwise

    def key(self, key: str) -> At:
        """What stands under a key; None where nothing does."""
        if self.base is not None and key not in self.raw:
            return self.base.key(key)
        return At(self.source, (*self.trail, key), self.get(key))

    def each(self, read: Callable[[At], R]) -> tuple[R, ...]:
        """The entries of a list as records; none where there is no list."""
        return tuple(map(read, self.entries()))

    def entries(self) -> list[At]:
        """The entries of a list; none where there is no list."""
        source, trail = self.source, self.trail
        return [At(source, (*trail, at), entry) for at, entry in enumerate(self.raw or ())]

    def by_name(self, read: Callable[[At], R]) -> dict[str, R]:
        """The entries of a mapping as records; none where there is no mapping."""
        return {name: read(self.key(name)) for name in self.raw or ()}

    def value(self) -> Formula:
        """A number or a text as a formula; it begins behind the quote, where it is quoted.

        Raises:
            FormulaError: it is none.
        """
        return read_value(self.raw, self._text_place)

    def test(self) -> Formula:
        """A test: a formula, or a mapping whose pairs all hold.

        Raises:
            FormulaError: it is none.
        """
        inner = self.raw if isinstance(self.raw, dict) else {}
        places = {key: self.key(key)._text_place for key in inner}
        return read_test(self.raw, self._text_place, places)

    @property
    def _text_place(self) -> Place:
        begin = self.place
        return replace(begin, column=begin.column + (self.trail in self.source.quoted))
