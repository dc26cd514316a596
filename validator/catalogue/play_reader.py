"""From the raw data of a ``play.yaml`` to typed records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from validator.catalogue.play_script import (
    Add,
    After,
    All,
    AnyOf,
    Arithmetic,
    Assign,
    AtTable,
    Best,
    CarryOut,
    Check,
    Choice,
    Choose,
    Common,
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
    Shuffle,
    Step,
    Test,
    TieBreak,
    TurnsStep,
    Within,
    WordValue,
)
from validator.catalogue.setup_script import condition_of
from validator.catalogue.source import Source, Trail, places_of
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

    def word(self) -> WordValue:
        """A single word."""
        return WordValue(self.place, self.raw)

    def words(self) -> tuple[WordValue, ...]:
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
        return ScaleValue(at.place, tuple(at.raw["scale"]), _or(at, "at", 0))
    return _either(at)


def _either(at: At) -> Expr:
    if "if" not in at:
        return WordValue(at.place, _NO_FORM)
    return Either(at.place, test(at.key("if")), _or(at, "then", 0), _or(at, "else", 0))


_NO_FORM = "?"
"""Stands for a computed value without any of the keys that say how; no word is written so."""


def _or(at: At, key: str, otherwise: int) -> Expr:
    return expression(at.key(key)) if key in at else WordValue(at.place, otherwise)


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
                yield Compare(place, WordValue(place, key), check(inner))


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


def read_play(source: Source) -> Play:
    """Build the script from a ``play.yaml`` that passed ``play.json``."""
    top = At(source, (), source.data)
    turns = top.key("turns")
    by_turns = "turn" in top
    return Play(
        place=top.place,
        remember={
            name: _read_remembered(top.inner("remember", name)) for name in top.keys("remember")
        },
        begin=_steps(top, "begin"),
        turn=_steps(top, "turn"),
        round=_steps(top, "round"),
        first=_maybe(turns, "first"),
        skip=_maybe_test(turns, "skip"),
        ends=tuple(_end(one, by_turns) for one in top.items("ends")),
        score=_score(top.key("score")),
        least_wins=top.get("wins") == "least",
        ties=tuple(_tie(one) for one in top.items("ties")),
        teams=top.get("teams", 0),
        effects=tuple(_meaning(one) for one in top.items("effects")),
        counts={noun: top.inner("counts", noun).words() for noun in top.keys("counts")},
        procedures={name: _list(top.inner("procedures", name)) for name in top.keys("procedures")},
        places=places_of(source, (), source.data),
    )


def _read_remembered(at: At) -> Remembered:
    raw = at.raw
    if raw == "seat":
        return Remembered(at.place, "seat")
    if "one_of" in raw:
        values = tuple(raw["one_of"])
        return Remembered(at.place, "value", values=values, start=raw.get("start"))
    if "to" in raw:
        start = raw.get("start", raw["from"])
        return Remembered(at.place, "number", raw["from"], raw["to"], start=start)
    return Remembered(at.place, "value", field=raw["from"].partition(".")[2])


def _end(at: At, by_turns: bool) -> EndRule:
    when = at.get("test", "after_turn" if by_turns else "after_round")
    winners = _maybe(at, "winners")
    return EndRule(
        at.place, test(at.key("when")), when == "after_round", at.get("says", ""), winners
    )


def _score(at: At) -> tuple[ScoreItem, ...]:
    if at.raw is None:
        return ()
    if isinstance(at.raw, list):
        return tuple(
            ScoreItem(one.place, one.raw["what"], expression(one.key("value")))
            for one in at.entries()
        )
    return (ScoreItem(at.place, "points", expression(at)),)


def _tie(at: At) -> TieBreak:
    least = "least" in at
    return TieBreak(at.place, expression(at.key("least" if least else "most")), least)


def _meaning(at: At) -> Meaning:
    keys = {key: value for key, value in at.raw.items() if key not in ("do", "then")}
    return Meaning(at.place, at.raw["do"], keys, _steps(at, "then"))


def _steps(at: At, key: str) -> tuple[Step, ...]:
    return _list(at.key(key))


def _list(at: At) -> tuple[Step, ...]:
    return tuple(_step(one) for one in at.entries())


def _maybe(at: At, key: str) -> Expr | None:
    return expression(at.key(key)) if key in at else None


def _maybe_test(at: At, key: str) -> Test | None:
    return test(at.key(key)) if key in at else None


def _word(at: At, key: str) -> WordValue | None:
    return at.key(key).word() if key in at else None


def _value(at: At, key: str, otherwise: int | str) -> Expr:
    return _maybe(at, key) or WordValue(at.place, otherwise)


def _step(at: At) -> Step:
    verb = at.get("do", "if")
    places = places_of(at.source, at.trail, at.raw)
    common = Common(at.place, verb, _maybe_test(at, "when"), _maybe(at, "each"), places)
    return _read_move(at, common) or _read_memory_step(at, common) or _read_control_step(at, common)


def _read_move(at: At, common: Common) -> Step | None:
    """The steps that move or show pieces."""
    match common.verb:
        case "move":
            return _move(at, common)
        case "draw":
            count, up_to = _maybe(at, "count"), _maybe(at, "up_to")
            return DrawStep(common, at.key("from").word(), at.key("to").word(), count, up_to)
        case "shuffle":
            return Shuffle(common, at.key("zone").words())
        case "reveal":
            return Reveal(common, expression(at.key("what")))
        case "pay":
            what, source, target = _word(at, "what"), _word(at, "from"), _word(at, "to")
            amount = _value(at, "amount", 1)
            return PayStep(common, what, source, target, amount, _steps(at, "else"))
        case _:
            return None


def _move(at: At, common: Common) -> Move:
    return Move(
        common,
        _maybe(at, "what"),
        at.key("from").words() if "from" in at else (),
        at.key("to").word(),
        _maybe(at, "count"),
        _maybe_test(at, "where"),
        "at" in at,
        at.get("same", ""),
        at.get("size", 1),
    )


def _read_memory_step(at: At, common: Common) -> Step | None:
    """The steps that change what is remembered, or do what is written elsewhere."""
    match common.verb:
        case "set":
            return Assign(common, at.key("what").word(), expression(at.key("to")))
        case "add":
            return Add(common, at.key("what").word(), _value(at, "amount", 1))
        case "roll":
            faces = at.get("faces") or range(1, at.get("sides", 6) + 1)
            return Roll(common, at.key("what").words(), tuple(faces), at.get("dice", 1))
        case "effects":
            return CarryOut(common, expression(at.key("of")))
        case "run":
            return Perform(common, at.key("what").word())
        case "eliminate":
            return Eliminate(common, _value(at, "seat", "seat"))
        case "end_game":
            return EndGame(common, _maybe(at, "winners"), at.get("says", ""))
        case _:
            return None


def _read_control_step(at: At, common: Common) -> Step:
    """The steps that hold other steps, and those that leave them."""
    match common.verb:
        case "choose" | "together":
            return _choose(at, common)
        case "turns":
            first, skip = _maybe(at, "first"), _maybe_test(at, "skip")
            return TurnsStep(common, first, skip, _steps(at, "then"))
        case "each":
            return _each(at, common)
        case "repeat":
            until = _maybe_test(at, "until")
            return Repeat(common, expression(at.key("most")), until, _steps(at, "then"))
        case "if":
            return If(common, test(at.key("if")), _steps(at, "then"), _steps(at, "else"))
        case _:
            return Leave(common)


def _each(at: At, common: Common) -> Each:
    kind = next((key for key in ("seat", "card", "value") if key in at), "")
    among: tuple[Expr, ...] | Within = ()
    if kind == "seat":
        among = (expression(at.key("seat")),)
    elif kind == "card":
        among = at.key("card").words()
    elif kind == "value":
        among = values(at.key("value"))
    return Each(common, kind, among, _maybe_test(at, "where"), _steps(at, "then"))


def _choose(at: At, common: Common) -> Choose:
    return Choose(
        common,
        at.get("what", "chooses"),
        _maybe(at, "seat"),
        at.get("again", 1),
        tuple(_choice(one) for one in at.items("options")),
        _steps(at, "else"),
        common.verb == "together",
    )


def _choice(at: At) -> Choice:
    least, most = _count(at)
    return Choice(
        place=at.place,
        id=at.raw["id"],
        says=at.get("says", ""),
        when=_maybe_test(at, "when"),
        card=_word(at, "card"),
        cards=_word(at, "cards"),
        least=least,
        most=most,
        same=at.get("same", ""),
        seat=_maybe(at, "seat"),
        values=values(at.key("value")) if "value" in at else None,
        of=at.key("of").words() if "of" in at else (),
        where=_maybe_test(at, "where"),
        prefer=tuple(test(one) for one in at.items("prefer")),
        then=_steps(at, "then"),
        places=places_of(at.source, at.trail, at.raw),
    )


def _count(at: At) -> tuple[Expr | None, Expr | None]:
    """The least and the most ``cards`` of an option."""
    raw: Any = at.get("count")
    if isinstance(raw, dict) and "from" in raw:
        inner = at.key("count")
        return expression(inner.key("from")), expression(inner.key("to"))
    count = _maybe(at, "count")
    return count, count
