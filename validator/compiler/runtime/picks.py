"""What a seat may choose in a game from data: options with what was picked, and their words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, TypeAlias

from validator.play.observers import HIDDEN, group_names

State: TypeAlias = Callable[[Any], Any]
"""A function of the source, which goes on with a match (its type stands where a match does)."""
STANDS = "piece at"
"""The kind of a pick of one piece where there is a board on which it may stand."""


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """An option of a script: what its picks are called, where they go, and what it says.

    ``slots`` are the places of ``r`` for what was picked, one after the other, ``kinds`` what each
    is; behind what was picked a pick has where each piece stands that is picked on a board.
    ``zones`` are those of the table that its steps name, by their labels, where nothing is picked.
    ``worth`` reckons of a match, with what was picked bound, how many points better off it makes.
    """

    id: str
    number: int
    state: State
    says: str
    names: tuple[str, ...]
    slots: slice
    kinds: tuple[str, ...]
    zones: Mapping[str, str] = field(default_factory=dict)
    words: Callable[[str, Any], str] = field(default=lambda kind, value: str(value))
    alike: Callable[[str, Any], Any] = field(default=lambda kind, value: value)
    worth: Callable[[Any], int] | None = None


class Pick:
    """One thing to choose: an option with what was picked, one value for each of its names."""

    __slots__ = ("bound", "key", "said", "spec")

    def __init__(self, spec: OptionSpec, key: tuple[Any, ...]) -> None:
        self.spec = spec
        self.key = key
        self.bound = key[: len(spec.names)]
        self.said = ""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pick) and self.same == other.same

    def __hash__(self) -> int:
        return hash(self.same)

    @property
    def same(self) -> tuple[Any, ...]:
        """What those have in common that are equal."""
        spec = self.spec
        return (spec.number, spec.id, *map(spec.alike, spec.kinds, self.key))

    @property
    def id(self) -> str:
        """The id of the option."""
        return self.spec.id

    @property
    def picked(self) -> Mapping[str, Any]:
        """What was picked, by the names of the picks."""
        return dict(zip(self.spec.names, self.bound, strict=True))

    def say(self) -> str:
        """The option in a few words."""
        if not self.said:
            self.said = self._said(self.spec.words)
        return self.said

    def say_without(self, hidden: Collection[str], mark: str) -> str:
        """The option in words, with a mark for those of its pieces that are hidden."""
        plain = self.spec.words

        def words(kind: str, value: Any) -> str:
            pieces = value if isinstance(value, tuple) else (value,)
            if not kind.startswith("piece"):
                return plain(kind, value)
            return group_names(
                mark if plain("id", one) in hidden else plain("piece", one) for one in pieces
            )

        return self._said(words)

    def cards(self) -> Collection[int]:
        """The designs of the pieces that were picked."""
        picked = (
            one
            for kind, one in zip(self.spec.kinds, self.bound, strict=True)
            if kind.startswith("piece")
        )
        every = chain.from_iterable(one if isinstance(one, tuple) else (one,) for one in picked)
        return {self.spec.alike("piece", one) for one in every if one >= 0}

    def zones(self) -> Mapping[str, str]:
        """The spaces that were picked, or the zones of the steps: each by what people call it."""
        words, found = self.spec.words, zip(self.spec.kinds, self.bound, strict=True)
        spaces = [value for kind, value in found if kind == "space"]
        every = chain(*(one if isinstance(one, tuple) else (one,) for one in spaces))
        picked = {words("space", one): words("zone", one) for one in every if one >= 0}
        return picked or self.spec.zones

    def _said(self, words: Callable[[str, Any], str]) -> str:
        spec = self.spec
        parts = list(map(words, spec.kinds, self.key))
        standing = (at for at, kind in enumerate(spec.kinds) if kind == STANDS)
        for at, places in zip(standing, self.key[len(spec.kinds) :], strict=True):
            several = isinstance(places, tuple)
            pairs = zip(self.key[at], places, strict=True) if several else [(self.key[at], places)]
            parts[at] = group_names(words(STANDS, x) + spec.words("stands", s) for x, s in pairs)
        if not spec.says:
            return " ".join([spec.id.replace("_", " "), *filter(None, parts)])
        text = spec.says
        for name, part in zip(spec.names, parts, strict=True):
            text = text.replace("{" + name + "}", part)
        return text

    def take(self, m: Any) -> State:
        """Bind what was picked; where the game goes on."""
        spec = self.spec
        if self.bound:
            m.r[spec.slots] = self.bound
        return spec.state


KEPT_PICKS = 50_000
"""Picks of an option that are kept: three cards of 52 can be chosen in 22,100 ways."""


class Picks(dict[Any, Pick]):
    """The picks of an option, each made when it is first wanted."""

    __slots__ = ("spec",)

    def __init__(self, spec: OptionSpec) -> None:
        super().__init__()
        self.spec = spec

    def __missing__(self, key: Any) -> Pick:
        if len(self) >= KEPT_PICKS:
            self.clear()
        several = len(self.spec.names) != 1 or STANDS in self.spec.kinds
        pick = self[key] = Pick(self.spec, key if several else (key,))
        return pick


@dataclass(frozen=True, slots=True)
class Deed:
    """What a seat did that nobody decides for: ``text``, which only those ``told`` may know.

    ``behind`` is said to all.
    """

    text: str
    told: Collection[int] | None = None
    behind: str = ""

    def say(self) -> str:
        """The deed in words."""
        return self.text + self.behind

    def say_to(self, reader: int) -> str:
        """The deed in the words that a seat may know."""
        known = self.told is None or reader in self.told
        return (self.text if known else HIDDEN) + self.behind
