"""From the raw data of a ``play.yaml`` to typed records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from validator.catalogue.play_script import (
    Add,
    After,
    Arithmetic,
    Assign,
    AtTable,
    Best,
    CarryOut,
    Check,
    Choice,
    Choose,
    Compare,
    DrawStep,
    Each,
    Either,
    Eliminate,
    Empty,
    EndGame,
    EndRule,
    Expr,
    Gather,
    Has,
    If,
    Isnt,
    Leave,
    Meaning,
    Move,
    Not,
    OfSeats,
    OneOf,
    PayStep,
    Perform,
    Play,
    Remembered,
    Repeat,
    Reveal,
    Roll,
    ScaleValue,
    ScoreItem,
    Several,
    Shuffle,
    Step,
    Test,
    TieBreak,
    TurnsStep,
    Within,
    WordValue,
)
from validator.catalogue.raw_records import At, Readers, make_record
from validator.catalogue.setup_script import condition_of
from validator.catalogue.source import Source

ARITHMETIC = ("plus", "minus", "times", "share", "rest", "smallest", "largest")
GATHERING = ("count", "sum", "distinct", "highest", "lowest", "groups")
R = TypeVar("R")


def record(kind: Callable[..., R], at: At, /, **given: Any) -> R:
    """A record of a script: what is not ``given`` stands under the keys of its fields."""
    return make_record(kind, at, READERS, KEYS, **given)


KEYS = {
    "among": "of",
    "bottom": "at",
    "otherwise": "else",
    "source": "from",
    "sources": "from",
    "target": "to",
    "test": "if",
    "values": "value",
    "zones": "zone",
}
"""The keys under which fields are written that have other names."""


def word(at: At) -> WordValue:
    """A single word."""
    return WordValue(at.place, at.raw)


def words(at: At) -> tuple[WordValue, ...]:
    """One word, or a list of words."""
    return at.each(word) if isinstance(at.raw, list) else (word(at),)


def expression(at: At) -> Expr:
    """A value as a record."""
    raw = at.raw
    if not isinstance(raw, dict):
        return word(at)
    for op in ARITHMETIC:
        if op in raw:
            return Arithmetic(at.place, op, at.key(op).each(expression))
    for op in GATHERING:
        if op in raw:
            what = None if op == "count" else expression(at.key(op))
            among = at.key("count" if op == "count" else "of")
            zones = words(among) if among.raw is not None else ()
            return record(Gather, at, op=op, what=what, among=zones)
    if "best" in raw:
        return record(Best, at, kind=raw["best"])
    if "after" in raw:
        return record(After, at, seat=expression(at.key("after")))
    if "scale" in raw:
        return record(ScaleValue, at)
    return record(Either, at) if "if" in raw else WordValue(at.place, _NO_FORM)


_NO_FORM = "?"
"""Stands for a computed value without any of the keys that say how; no word is written so."""


def values(at: At) -> tuple[Expr, ...] | Within:
    """The values of an option: a field or a list, or a range."""
    if isinstance(at.raw, dict):
        return Within(at.place, expression(at.key("from")), expression(at.key("to")))
    return at.each(expression) if isinstance(at.raw, list) else (word(at),)


def test(at: At) -> Test:
    """A test as a record: all of a mapping, one of a list."""
    if isinstance(at.raw, list):
        return Several(at.place, at.each(test), every=False)
    parts = tuple(_parts(at))
    return parts[0] if len(parts) == 1 else Several(at.place, parts)


def _parts(at: At) -> Iterator[Test]:
    of_table = {key: at.raw[key] for key in ("players", "ruling", "options") if key in at.raw}
    if isinstance(of_table.get("players"), dict):
        del of_table["players"]
    if of_table:
        yield AtTable(at.place, condition_of(of_table))
    for key in at.raw:
        inner = at.key(key)
        match key:
            case "any" | "all":
                yield Several(inner.place, inner.each(test), every=key == "all")
            case "not":
                yield Not(inner.place, test(inner))
            case "some" | "every":
                where = test(at.key("where")) if "where" in at else Several(at.place, ())
                yield OfSeats(inner.place, word(inner), key == "every", where)
            case "compare":
                yield Compare(inner.place, expression(inner), _bounds(at))
            case "where" | "is" | "at_least" | "at_most":
                pass
            case _ if key not in of_table:
                place = at.source.key_place(inner.trail)
                yield Compare(place, WordValue(place, key), check(inner))


def check(at: At) -> Check:
    """What is asked of a value, as a record."""
    if isinstance(at.raw, list):
        return OneOf(at.place, at.each(expression))
    if at.raw == "empty":
        return Empty(at.place)
    if not isinstance(at.raw, dict):
        return OneOf(at.place, (word(at),))
    if "not" in at:
        return Isnt(at.place, check(at.key("not")))
    return Has(at.place, test(at.key("has"))) if "has" in at else _bounds(at)


def _bounds(at: At) -> Check:
    if "is" in at:
        return OneOf(at.place, (expression(at.key("is")),))
    least = next((expression(at.key(key)) for key in ("at_least", "from") if key in at), None)
    most = next((expression(at.key(key)) for key in ("at_most", "to") if key in at), None)
    return Within(at.place, least, most)


VERBS: Mapping[str, Callable[..., Step]] = {
    "add": Add,
    "choose": Choose,
    "draw": DrawStep,
    "each": Each,
    "effects": CarryOut,
    "eliminate": Eliminate,
    "end_game": EndGame,
    "if": If,
    "move": Move,
    "pay": PayStep,
    "repeat": Repeat,
    "reveal": Reveal,
    "roll": Roll,
    "run": Perform,
    "set": Assign,
    "shuffle": Shuffle,
    "together": Choose,
    "turns": TurnsStep,
}
"""The record of each verb; all others leave something."""


def _step(at: At) -> Step:
    verb = at.get("do", "if")
    given: dict[str, Any] = {"verb": verb}
    match verb:
        case "roll":
            given["faces"] = tuple(at.get("faces") or range(1, at.get("sides", 6) + 1))
        case "together":
            given["together"] = True
        case "each":
            kind = next((key for key in ("seat", "card", "value") if key in at), "")
            given["kind"] = kind
            if kind == "seat":
                given["among"] = (expression(at.key("seat")),)
            elif kind:
                given["among"] = (words if kind == "card" else values)(at.key(kind))
    return record(VERBS.get(verb, Leave), at, **given)


def _choice(at: At) -> Choice:
    """An option; ``count`` is the least and the most of its cards, or both in one."""
    count = at.key("count")
    least, most = (count.key("from"), count.key("to")) if "from" in count else (count, count)
    if count.raw is None:
        return record(Choice, at, least=None, most=None)
    return record(Choice, at, least=expression(least), most=expression(most))


READERS: Readers = {
    "Expr": expression,
    "Test": test,
    "WordValue": word,
    "bool": lambda at: bool(at.raw),
    "tuple[Choice, ...]": lambda at: at.each(_choice),
    "tuple[Expr, ...] | Within": values,
    "tuple[Step, ...]": lambda at: at.each(_step),
    "tuple[Test, ...]": lambda at: at.each(test),
    "tuple[WordValue, ...]": words,
    "tuple[int, ...]": lambda at: tuple(at.raw),
}
"""What reads a field, by its type; all others are as they are written."""


def read_play(source: Source) -> Play:
    """Build the script from a ``play.yaml`` that passed ``play.json``."""
    top = At(source, (), source.data)
    turns = top.key("turns")
    by_turns = "turn" in top
    return record(
        Play,
        top,
        remember=top.key("remember").by_name(_read_remembered),
        first=expression(turns.key("first")) if "first" in turns else None,
        skip=test(turns.key("skip")) if "skip" in turns else None,
        ends=top.key("ends").each(lambda at: _end(at, by_turns)),
        score=_score(top.key("score")),
        least_wins=top.get("wins") == "least",
        ties=top.key("ties").each(_tie),
        effects=top.key("effects").each(_meaning),
        counts=top.key("counts").by_name(words),
        procedures=top.key("procedures").by_name(READERS["tuple[Step, ...]"]),
    )


def _read_remembered(at: At) -> Remembered:
    raw = at.raw
    if raw == "seat":
        return Remembered(at.place, "seat")
    if "one_of" in raw:
        return Remembered(at.place, "value", values=tuple(raw["one_of"]), start=raw.get("start"))
    if "to" in raw:
        start = raw.get("start", raw["from"])
        return Remembered(at.place, "number", raw["from"], raw["to"], start=start)
    return Remembered(at.place, "value", field=raw["from"].partition(".")[2])


def _end(at: At, by_turns: bool) -> EndRule:
    when = at.get("test", "after_turn" if by_turns else "after_round")
    return record(EndRule, at, after_round=when == "after_round")


def _score(at: At) -> tuple[ScoreItem, ...]:
    if isinstance(at.raw, list):
        return at.each(lambda one: record(ScoreItem, one))
    return () if at.raw is None else (ScoreItem(at.place, "points", expression(at)),)


def _tie(at: At) -> TieBreak:
    least = "least" in at
    return TieBreak(at.place, expression(at.key("least" if least else "most")), least)


def _meaning(at: At) -> Meaning:
    keys = {key: value for key, value in at.raw.items() if key not in ("do", "then")}
    return record(Meaning, at, kind=at.raw["do"], keys=keys)
