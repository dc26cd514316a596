"""From the raw data of a ``play.yaml`` to typed records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar

from validator.catalogue import play_script as script
from validator.catalogue.play_script import Expr, Play, Step, Test, Within, WordValue
from validator.catalogue.setup_script import condition_of
from validator.catalogue.source import Source, Trail, places_of
from validator.findings import Place

T = TypeVar("T")
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

    def word(self) -> WordValue:
        """A single word."""
        return WordValue(self.place, self.raw)

    def words(self) -> tuple[WordValue, ...]:
        """One word, or a list of words."""
        if isinstance(self.raw, list):
            return tuple(entry.word() for entry in self.entries())
        return (self.word(),)


WRITTEN = {
    "source": "from",
    "sources": "from",
    "target": "to",
    "zones": "zone",
    "test": "if",
    "otherwise": "else",
    "kind": "best",
    "values": "value",
}
"""Fields of the records whose key in YAML has another name."""


def record(kind: type[T], at: At, /, **given: Any) -> T:
    """A record of ``kind`` from a mapping; ``given`` are the fields that have no key of their own.

    What is left out takes the default of its field.
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
            given[one.name] = _READERS[str(one.type).removesuffix(" | None")](at.key(key))
    return kind(**given)


def expression(at: At) -> Expr:
    """A value as a record."""
    if not isinstance(at.raw, dict):
        return at.word()
    for op in ARITHMETIC:
        if op in at:
            return script.Arithmetic(at.place, op, tuple(map(expression, at.items(op))))
    for op in GATHERING:
        if op in at:
            counting = op == "count"
            among = at.key("count" if counting else "of")
            return record(
                script.Gather,
                at,
                op=op,
                what=None if counting else expression(at.key(op)),
                among=among.words() if among.raw is not None else (),
            )
    if "best" in at:
        return record(script.Best, at, by=_or(at, "by", 0), among=_of(at))
    if "after" in at:
        return script.After(at.place, expression(at.key("after")), _or(at, "by", 1))
    if "scale" in at:
        return record(script.ScaleValue, at, at=_or(at, "at", 0))
    if "if" in at:
        return record(script.Either, at, then=_or(at, "then", 0), otherwise=_or(at, "else", 0))
    return WordValue(at.place, _NO_FORM)


_NO_FORM = "?"
"""Stands for a computed value without any of the keys that say how; no word is written so."""


def _or(at: At, key: str, otherwise: int | str) -> Expr:
    return expression(at.key(key)) if key in at else WordValue(at.place, otherwise)


def _of(at: At) -> tuple[WordValue, ...]:
    return at.key("of").words() if "of" in at else ()


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
        return script.AnyOf(at.place, tuple(map(test, at.entries())))
    parts = tuple(_parts(at))
    return parts[0] if len(parts) == 1 else script.All(at.place, parts)


def _parts(at: At) -> Iterator[Test]:
    yield from _at_table(at)
    for key in at.raw:
        inner = at.key(key)
        match key:
            case "any":
                yield script.AnyOf(inner.place, tuple(map(test, inner.entries())))
            case "all":
                yield script.All(inner.place, tuple(map(test, inner.entries())))
            case "not":
                yield script.Not(inner.place, test(inner))
            case "some" | "every":
                where = test(at.key("where")) if "where" in at else script.All(at.place, ())
                yield script.OfSeats(inner.place, inner.word(), key == "every", where)
            case "compare":
                yield script.Compare(inner.place, expression(inner), _bounds(at))
            case "where" | "is" | "at_least" | "at_most" | "ruling" | "options":
                pass
            case "players" if not isinstance(inner.raw, dict):
                pass
            case _:
                place = at.source.key_place(inner.trail)
                yield script.Compare(place, WordValue(place, key), check(inner))


def _at_table(at: At) -> Iterator[Test]:
    """The conditions that setup.yaml has too: players, rulings and options."""
    raw = {key: at.raw[key] for key in ("players", "ruling", "options") if key in at.raw}
    if isinstance(raw.get("players"), dict):
        del raw["players"]
    if raw:
        yield script.AtTable(at.place, condition_of(raw))


def check(at: At) -> script.Check:
    """What is asked of a value, as a record."""
    if isinstance(at.raw, list):
        return script.OneOf(at.place, tuple(map(expression, at.entries())))
    if at.raw == "empty":
        return script.Empty(at.place)
    if not isinstance(at.raw, dict):
        return script.OneOf(at.place, (at.word(),))
    if "not" in at:
        return script.Isnt(at.place, check(at.key("not")))
    if "has" in at:
        return script.Has(at.place, test(at.key("has")))
    return _bounds(at)


def _bounds(at: At) -> script.Check:
    if "is" in at:
        return script.OneOf(at.place, (expression(at.key("is")),))
    least = next((at.key(key) for key in ("at_least", "from") if key in at), None)
    most = next((at.key(key) for key in ("at_most", "to") if key in at), None)
    return Within(
        at.place,
        None if least is None else expression(least),
        None if most is None else expression(most),
    )


def read_play(source: Source) -> Play:
    """Build the script from a ``play.yaml`` that passed ``play.json``."""
    top = At(source, (), source.data)
    turns = top.key("turns")
    return record(
        Play,
        top,
        remember={name: _read_remembered(one) for name, one in top.inner("remember")},
        first=_maybe(expression, turns, "first"),
        skip=_maybe(test, turns, "skip"),
        ends=tuple(_end(one, "turn" in top) for one in top.items("ends")),
        score=_score(top.key("score")),
        least_wins=top.get("wins") == "least",
        ties=tuple(_tie(one) for one in top.items("ties")),
        effects=tuple(_meaning(one) for one in top.items("effects")),
        counts={noun: one.words() for noun, one in top.inner("counts")},
        procedures={name: steps(one) for name, one in top.inner("procedures")},
    )


def _read_remembered(at: At) -> script.Remembered:
    raw = at.raw
    if raw == "seat":
        return script.Remembered(at.place, "seat")
    if "one_of" in raw:
        values = tuple(raw["one_of"])
        return script.Remembered(at.place, "value", values=values, start=raw.get("start"))
    if "to" in raw:
        start = raw.get("start", raw["from"])
        return script.Remembered(at.place, "number", raw["from"], raw["to"], start=start)
    return script.Remembered(at.place, "value", field=raw["from"].partition(".")[2])


def _end(at: At, by_turns: bool) -> script.EndRule:
    when = at.get("test", "after_turn" if by_turns else "after_round")
    return record(script.EndRule, at, after_round=when == "after_round")


def _score(at: At) -> tuple[script.ScoreItem, ...]:
    if at.raw is None:
        return ()
    if isinstance(at.raw, list):
        return tuple(record(script.ScoreItem, one) for one in at.entries())
    return (script.ScoreItem(at.place, "points", expression(at)),)


def _tie(at: At) -> script.TieBreak:
    least = "least" in at
    return script.TieBreak(at.place, expression(at.key("least" if least else "most")), least)


def _meaning(at: At) -> script.Meaning:
    keys = {key: value for key, value in at.raw.items() if key not in ("do", "then")}
    return record(script.Meaning, at, kind=at.raw["do"], keys=keys)


def steps(at: At) -> tuple[Step, ...]:
    """The steps of a list; none where there is none."""
    return tuple(map(_step, at.entries()))


def _maybe(read: Callable[[At], T], at: At, key: str) -> T | None:
    return read(at.key(key)) if key in at else None


_STEPS: Mapping[str, type[Step]] = {
    "move": script.Move,
    "draw": script.DrawStep,
    "shuffle": script.Shuffle,
    "reveal": script.Reveal,
    "pay": script.PayStep,
    "set": script.Assign,
    "add": script.Add,
    "roll": script.Roll,
    "effects": script.CarryOut,
    "run": script.Perform,
    "eliminate": script.Eliminate,
    "end_game": script.EndGame,
    "choose": script.Choose,
    "together": script.Choose,
    "turns": script.TurnsStep,
    "each": script.Each,
    "repeat": script.Repeat,
    "if": script.If,
}
"""What each verb is; any other leaves the steps that it stands in."""


def _step(at: At) -> Step:
    verb = at.get("do", "if")
    given: dict[str, Any] = {}
    match verb:
        case "move":
            given["bottom"] = "at" in at
        case "add" | "pay":
            given["amount"] = _or(at, "amount", 1)
        case "roll":
            faces = at.get("faces") or range(1, at.get("sides", 6) + 1)
            given |= {"what": at.key("what").words(), "faces": tuple(faces)}
        case "eliminate":
            given["seat"] = _or(at, "seat", "seat")
        case "together":
            given["together"] = True
        case "each":
            kind = next((key for key in ("seat", "card", "value") if key in at), "")
            read = {"seat": lambda one: (expression(one),), "card": At.words, "value": values}
            given |= {"kind": kind, "among": read[kind](at.key(kind)) if kind else ()}
    when, each = _maybe(test, at, "when"), _maybe(expression, at, "each")
    places = places_of(at.source, at.trail, at.raw)
    given["common"] = script.Common(at.place, verb, when, each, places)
    return record(_STEPS.get(verb, script.Leave), at, **given)


def _choice(at: At) -> script.Choice:
    """An option; ``least`` and ``most`` are how many ``cards`` it takes."""
    count = at.key("count")
    least = most = _maybe(expression, at, "count")
    if isinstance(count.raw, dict) and "from" in count.raw:
        least, most = expression(count.key("from")), expression(count.key("to"))
    return record(script.Choice, at, least=least, most=most)


_READERS: Mapping[str, Callable[[At], Any]] = {
    **dict.fromkeys(("str", "int", "bool"), lambda at: at.raw),
    "tuple[int, ...]": lambda at: tuple(at.raw),
    "Expr": expression,
    "Test": test,
    "tuple[Test, ...]": lambda at: tuple(map(test, at.entries())),
    "WordValue": At.word,
    "tuple[WordValue, ...]": At.words,
    "tuple[Expr, ...] | Within": values,
    "tuple[Choice, ...]": lambda at: tuple(map(_choice, at.entries())),
    "tuple[Step, ...]": steps,
}
"""What reads the value of a field, by the type of that field."""
