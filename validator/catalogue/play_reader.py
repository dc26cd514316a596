"""From the raw data of a ``play.yaml`` to typed records."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from validator.catalogue import play_script as script
from validator.catalogue.play_script import Expr, Play, Step, Test, Within, WordValue
from validator.catalogue.raw_records import At, Readers, record
from validator.catalogue.setup_script import condition_of
from validator.catalogue.source import Source, places_of

T = TypeVar("T")
ARITHMETIC = ("plus", "minus", "times", "share", "rest", "smallest", "largest")
GATHERING = ("count", "sum", "distinct", "highest", "lowest", "groups")


def word(at: At) -> WordValue:
    """A single word."""
    return WordValue(at.place, at.raw)


def words(at: At) -> tuple[WordValue, ...]:
    """One word, or a list of words."""
    return tuple(map(word, at.entries())) if isinstance(at.raw, list) else (word(at),)


def expression(at: At) -> Expr:
    """A value as a record."""
    if not isinstance(at.raw, dict):
        return word(at)
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
                _READERS,
                op=op,
                what=None if counting else expression(at.key(op)),
                among=words(among) if among.raw is not None else (),
            )
    if "best" in at:
        return record(script.Best, at, _READERS, by=_or(at, "by", 0), among=_of(at))
    if "after" in at:
        return script.After(at.place, expression(at.key("after")), _or(at, "by", 1))
    if "scale" in at:
        return record(script.ScaleValue, at, _READERS, at=_or(at, "at", 0))
    if "if" in at:
        return record(
            script.Either, at, _READERS, then=_or(at, "then", 0), otherwise=_or(at, "else", 0)
        )
    return WordValue(at.place, _NO_FORM)


_NO_FORM = "?"
"""Stands for a computed value without any of the keys that say how; no word is written so."""


def _or(at: At, key: str, otherwise: int | str) -> Expr:
    return expression(at.key(key)) if key in at else WordValue(at.place, otherwise)


def _of(at: At) -> tuple[WordValue, ...]:
    return words(at.key("of")) if "of" in at else ()


def values(at: At) -> tuple[Expr, ...] | Within:
    """The values of an option: a field or a list, or a range."""
    if isinstance(at.raw, dict):
        return Within(at.place, expression(at.key("from")), expression(at.key("to")))
    if isinstance(at.raw, list):
        return tuple(map(expression, at.entries()))
    return (word(at),)


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
                yield script.OfSeats(inner.place, word(inner), key == "every", where)
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
        yield script.AtTable(at.place, condition_of(At(at.source, at.trail, raw)))


def check(at: At) -> script.Check:
    """What is asked of a value, as a record."""
    if isinstance(at.raw, list):
        return script.OneOf(at.place, tuple(map(expression, at.entries())))
    if at.raw == "empty":
        return script.Empty(at.place)
    if not isinstance(at.raw, dict):
        return script.OneOf(at.place, (word(at),))
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
    usual = "after_turn" if "turn" in top else "after_round"
    return record(
        Play,
        top,
        _READERS,
        remember={name: _read_remembered(one) for name, one in top.inner("remember")},
        first=_maybe(expression, turns, "first"),
        skip=_maybe(test, turns, "skip"),
        ends=tuple(
            record(
                script.EndRule, one, _READERS, after_round=one.get("test", usual) == "after_round"
            )
            for one in top.items("ends")
        ),
        score=_score(top.key("score")),
        least_wins=top.get("wins") == "least",
        ties=tuple(_tie(one) for one in top.items("ties")),
        effects=tuple(_meaning(one) for one in top.items("effects")),
        counts={noun: words(one) for noun, one in top.inner("counts")},
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


def _score(at: At) -> tuple[script.ScoreItem, ...]:
    if at.raw is None:
        return ()
    if isinstance(at.raw, list):
        return tuple(record(script.ScoreItem, one, _READERS) for one in at.entries())
    return (script.ScoreItem(at.place, "points", expression(at)),)


def _tie(at: At) -> script.TieBreak:
    least = "least" in at
    return script.TieBreak(at.place, expression(at.key("least" if least else "most")), least)


def _meaning(at: At) -> script.Meaning:
    keys = {key: value for key, value in at.raw.items() if key not in ("do", "then")}
    return record(script.Meaning, at, _READERS, kind=at.raw["do"], keys=keys)


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
            given |= {"what": words(at.key("what")), "faces": tuple(faces)}
        case "eliminate":
            given["seat"] = _or(at, "seat", "seat")
        case "together":
            given["together"] = True
        case "each":
            kind = next((key for key in ("seat", "card", "value") if key in at), "")
            read = {"seat": lambda one: (expression(one),), "card": words, "value": values}
            given |= {"kind": kind, "among": read[kind](at.key(kind)) if kind else ()}
    when, each = _maybe(test, at, "when"), _maybe(expression, at, "each")
    places = places_of(at.source, at.trail, at.raw)
    given["common"] = script.Common(at.place, verb, when, each, places)
    return record(_STEPS.get(verb, script.Leave), at, _READERS, **given)


def _choice(at: At) -> script.Choice:
    """An option; ``least`` and ``most`` are how many ``cards`` it takes."""
    count = at.key("count")
    least = most = _maybe(expression, at, "count")
    if isinstance(count.raw, dict) and "from" in count.raw:
        least, most = expression(count.key("from")), expression(count.key("to"))
    return record(script.Choice, at, _READERS, least=least, most=most)


_READERS: Readers = {
    "tuple[int, ...]": lambda at: tuple(at.raw),
    "Expr": expression,
    "Test": test,
    "tuple[Test, ...]": lambda at: tuple(map(test, at.entries())),
    "WordValue": word,
    "tuple[WordValue, ...]": words,
    "tuple[Expr, ...] | Within": values,
    "tuple[Choice, ...]": lambda at: tuple(map(_choice, at.entries())),
    "tuple[Step, ...]": steps,
}
