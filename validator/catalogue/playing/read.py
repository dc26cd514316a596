"""From the raw data of a ``play.yaml`` to typed records."""

from __future__ import annotations

from typing import Any

from validator.catalogue.playing.read_values import At, expression, test, values
from validator.catalogue.playing.script import End, Item, Meaning, Play, Remembered, TieBreak
from validator.catalogue.playing.steps import (
    Add,
    Assign,
    CarryOut,
    Choice,
    Choose,
    Common,
    Draw,
    Each,
    Eliminate,
    EndGame,
    If,
    Leave,
    Move,
    Pay,
    Perform,
    Repeat,
    Reveal,
    Roll,
    Shuffle,
    Step,
    Turns,
)
from validator.catalogue.playing.words import Expr, Test, Within, Word
from validator.catalogue.source import Source, places_of


def read_play(source: Source) -> Play:
    """Build the script from a ``play.yaml`` that passed ``play.json``."""
    top = At(source, (), source.data)
    turns = top.key("turns")
    by_turns = "turn" in top
    return Play(
        place=top.place,
        remember={name: _remembered(top.inner("remember", name)) for name in top.keys("remember")},
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


def _remembered(at: At) -> Remembered:
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


def _end(at: At, by_turns: bool) -> End:
    when = at.get("test", "after_turn" if by_turns else "after_round")
    winners = _maybe(at, "winners")
    return End(at.place, test(at.key("when")), when == "after_round", at.get("says", ""), winners)


def _score(at: At) -> tuple[Item, ...]:
    if at.raw is None:
        return ()
    if isinstance(at.raw, list):
        return tuple(
            Item(one.place, one.raw["what"], expression(one.key("value"))) for one in at.entries()
        )
    return (Item(at.place, "points", expression(at)),)


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


def _word(at: At, key: str) -> Word | None:
    return at.key(key).word() if key in at else None


def _value(at: At, key: str, otherwise: int | str) -> Expr:
    return _maybe(at, key) or Word(at.place, otherwise)


def _step(at: At) -> Step:
    verb = at.get("do", "if")
    places = places_of(at.source, at.trail, at.raw)
    common = Common(at.place, verb, _maybe_test(at, "when"), _maybe(at, "each"), places)
    return _moving(at, common) or _remembering(at, common) or _steering(at, common)


def _moving(at: At, common: Common) -> Step | None:
    """The steps that move or show pieces."""
    match common.verb:
        case "move":
            return _move(at, common)
        case "draw":
            count, up_to = _maybe(at, "count"), _maybe(at, "up_to")
            return Draw(common, at.key("from").word(), at.key("to").word(), count, up_to)
        case "shuffle":
            return Shuffle(common, at.key("zone").words())
        case "reveal":
            return Reveal(common, expression(at.key("what")))
        case "pay":
            what, source, target = _word(at, "what"), _word(at, "from"), _word(at, "to")
            amount = _value(at, "amount", 1)
            return Pay(common, what, source, target, amount, _steps(at, "else"))
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


def _remembering(at: At, common: Common) -> Step | None:
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


def _steering(at: At, common: Common) -> Step:
    """The steps that hold other steps, and those that leave them."""
    match common.verb:
        case "choose" | "together":
            return _choose(at, common)
        case "turns":
            first, skip = _maybe(at, "first"), _maybe_test(at, "skip")
            return Turns(common, first, skip, _steps(at, "then"))
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
