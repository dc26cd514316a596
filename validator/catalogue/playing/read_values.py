"""The values and tests of a play script, from raw data to records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from validator.catalogue.parsing.places import Trail
from validator.catalogue.playing.words import (
    After,
    All,
    AnyOf,
    Arithmetic,
    AtTable,
    Best,
    Check,
    Compare,
    Either,
    Empty,
    Expr,
    Gather,
    Has,
    Isnt,
    Not,
    OfSeats,
    OneOf,
    Scale,
    Test,
    Within,
    Word,
)
from validator.catalogue.script_parse import condition_of
from validator.catalogue.source import Source
from validator.findings import Place

ARITHMETIC = ("plus", "minus", "times", "share", "rest", "smallest", "largest")
GATHERING = ("count", "sum", "distinct", "highest", "lowest", "groups")


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

    def keys(self, key: str) -> list[str]:
        """The keys of a mapping under a key."""
        return list(self.get(key) or ())

    def inner(self, key: str, name: str) -> At:
        """An entry of a mapping under a key."""
        return self.key(key).key(name)

    def entries(self) -> Iterator[At]:
        """The entries of a list; none where there is no list."""
        for number, entry in enumerate(self.raw or ()):
            yield At(self.source, (*self.trail, number), entry)

    def items(self, key: str) -> Iterator[At]:
        """The entries of a list under a key."""
        return self.key(key).entries()

    def word(self) -> Word:
        """A single word."""
        return Word(self.place, self.raw)

    def words(self) -> tuple[Word, ...]:
        """One word, or a list of words."""
        if isinstance(self.raw, list):
            return tuple(entry.word() for entry in self.entries())
        return (self.word(),)


def expression(at: At) -> Expr:
    """A value as a record."""
    if not isinstance(at.raw, dict):
        return at.word()
    for op in ARITHMETIC:
        if op in at:
            return Arithmetic(at.place, op, tuple(map(expression, at.items(op))))
    for op in GATHERING:
        if op in at:
            return _gather(at, op)
    if "best" in at:
        return _best(at)
    if "after" in at:
        return After(at.place, expression(at.key("after")), _or(at, "by", 1))
    if "scale" in at:
        return Scale(at.place, tuple(at.raw["scale"]), _or(at, "at", 0))
    return _either(at)


def _either(at: At) -> Expr:
    if "if" not in at:
        return Word(at.place, _NO_FORM)
    return Either(at.place, test(at.key("if")), _or(at, "then", 0), _or(at, "else", 0))


_NO_FORM = "?"
"""Stands for a computed value without any of the keys that say how; no word is written so."""


def _or(at: At, key: str, otherwise: int) -> Expr:
    return expression(at.key(key)) if key in at else Word(at.place, otherwise)


def _gather(at: At, op: str) -> Gather:
    counting = op == "count"
    among = at.key("count" if counting else "of")
    return Gather(
        at.place,
        op,
        None if counting else expression(at.key(op)),
        among.words() if among.raw is not None else (),
        test(at.key("where")) if "where" in at else None,
        at.get("size", 1),
        tuple(at.get("scale") or ()),
    )


def _best(at: At) -> Best:
    return Best(
        at.place,
        at.raw["best"],
        _or(at, "by", 0),
        at.key("of").words() if "of" in at else (),
        test(at.key("where")) if "where" in at else None,
        at.get("least", False),
        at.get("ties", "nobody"),
    )


def values(at: At) -> tuple[Expr, ...] | Within:
    """The values of an option: a field or a list, or a range."""
    if isinstance(at.raw, dict):
        return Within(at.place, expression(at.key("from")), expression(at.key("to")))
    if isinstance(at.raw, list):
        return tuple(map(expression, at.entries()))
    return (at.word(),)


def test(at: At) -> Test:
    """A test as a record: all of a mapping, one of a list."""
    if isinstance(at.raw, list):
        return AnyOf(at.place, tuple(map(test, at.entries())))
    parts = tuple(_parts(at))
    return parts[0] if len(parts) == 1 else All(at.place, parts)


def _parts(at: At) -> Iterator[Test]:
    yield from _at_table(at)
    for key in at.raw:
        inner = at.key(key)
        match key:
            case "any":
                yield AnyOf(inner.place, tuple(map(test, inner.entries())))
            case "all":
                yield All(inner.place, tuple(map(test, inner.entries())))
            case "not":
                yield Not(inner.place, test(inner))
            case "some" | "every":
                where = test(at.key("where")) if "where" in at else All(at.place, ())
                yield OfSeats(inner.place, inner.word(), key == "every", where)
            case "compare":
                yield Compare(inner.place, expression(inner), _bounds(at))
            case "where" | "is" | "at_least" | "at_most" | "ruling" | "options":
                pass
            case "players" if not isinstance(inner.raw, dict):
                pass
            case _:
                place = at.source.key_place(inner.trail)
                yield Compare(place, Word(place, key), check(inner))


def _at_table(at: At) -> Iterator[Test]:
    """The conditions that setup.yaml has too: players, rulings and options."""
    raw = {key: at.raw[key] for key in ("players", "ruling", "options") if key in at.raw}
    if isinstance(raw.get("players"), dict):
        del raw["players"]
    if raw:
        yield AtTable(at.place, condition_of(raw))


def check(at: At) -> Check:
    """What is asked of a value, as a record."""
    if isinstance(at.raw, list):
        return OneOf(at.place, tuple(map(expression, at.entries())))
    if at.raw == "empty":
        return Empty(at.place)
    if not isinstance(at.raw, dict):
        return OneOf(at.place, (at.word(),))
    if "not" in at:
        return Isnt(at.place, check(at.key("not")))
    if "has" in at:
        return Has(at.place, test(at.key("has")))
    return _bounds(at)


def _bounds(at: At) -> Check:
    if "is" in at:
        return OneOf(at.place, (expression(at.key("is")),))
    least = next((at.key(key) for key in ("at_least", "from") if key in at), None)
    most = next((at.key(key) for key in ("at_most", "to") if key in at), None)
    return Within(
        at.place,
        None if least is None else expression(least),
        None if most is None else expression(most),
    )
