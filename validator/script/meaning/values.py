"""Values of a script: words and sums, made ready to be read off a match."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from validator.catalogue.playing.words import (
    After,
    Arithmetic,
    Best,
    Either,
    Expr,
    Gather,
    Scale,
    Word,
)
from validator.findings import Place
from validator.script.layout import NOBODY
from validator.script.meaning import gathering, never
from validator.script.meaning.references import (
    NONE,
    known_words,
    meaning,
    owner,
    seat_code,
    unknown,
)
from validator.script.state import Match
from validator.script.workshop import (
    CARD,
    NUMBER,
    SEAT,
    TEXT,
    Code,
    Proof,
    Scope,
    Spot,
    Workshop,
    both,
    constant,
    pieces_of,
    whole,
)

NOTHING = constant(TEXT, None)
ZERO = constant(NUMBER, 0)


def value(shop: Workshop, expr: Expr, scope: Scope) -> Code:
    """A value of any kind: plain words are literals, dotted ones references."""
    if not isinstance(expr, Word):
        return _computed(shop, expr, scope)
    if isinstance(expr.value, bool | int):
        return constant(NUMBER if not isinstance(expr.value, bool) else TEXT, expr.value)
    if expr.value in NONE:
        return NOTHING if expr.value == "nothing" else constant(SEAT, NOBODY)
    if "." not in expr.value and expr.value not in {*scope.names, "drawn"}:
        return constant(TEXT, expr.value)
    found = meaning(shop, expr.value, scope)
    if isinstance(found, Spot):
        return size(shop, found)
    if found is None:
        unknown(shop, expr, scope, "reference", known_words(shop, scope))
        return NOTHING
    return found


def number(shop: Workshop, expr: Expr, scope: Scope) -> Code:
    """A whole number: plain words are references, too."""
    if isinstance(expr, Word) and isinstance(expr.value, str):
        found = meaning(shop, expr.value, scope)
        if found is None:
            unknown(shop, expr, scope, "number", known_words(shop, scope))
            return ZERO
        code = size(shop, found) if isinstance(found, Spot) else found
    elif isinstance(expr, Either):
        code = _either(shop, expr, scope, number)
    else:
        code = value(shop, expr, scope)
    wrong = code.kind in (SEAT, CARD) or (code.constant and not isinstance(code.value, int))
    if wrong or _is_text(shop, expr, code, scope):
        _wrong(shop, expr.place, "a number", expr)
        return ZERO
    return as_number(shop, code)


def _is_text(shop: Workshop, expr: Expr, code: Code, scope: Scope) -> bool:
    """Tell whether a reference is surely none to a number: no piece has one in that field."""
    if code.kind != TEXT or not isinstance(expr, Word):
        return False
    listed = never.known(shop, expr, code, owner(shop, expr.text, scope)[0])
    return bool(listed) and not any(isinstance(one, int | float) for one in listed or ())


def as_number(shop: Workshop, code: Code) -> Code:
    """A value that is surely a number: a text that is none counts 0."""
    if code.kind == NUMBER:
        return code
    if code.column is not None:
        slot, column = code.column[0], shop.number_column(code.field)
        return Code(
            *(NUMBER, lambda m: column[m.r[slot]], code.reads, code.state),
            column=(slot, column),
            field=code.field,
        )
    run = code.run
    return Code(NUMBER, lambda m: whole(run(m)), code.reads, code.state)


def seat(shop: Workshop, expr: Expr, scope: Scope) -> Code:
    """A seat."""
    if isinstance(expr, Word):
        return seat_code(shop, expr, scope) or constant(SEAT, NOBODY)
    code = _computed(shop, expr, scope)
    if code.kind != SEAT:
        _wrong(shop, expr.place, "a seat", expr)
        return constant(SEAT, NOBODY)
    return code


def card(shop: Workshop, expr: Expr, scope: Scope) -> Code:
    """A piece."""
    if isinstance(expr, Word):
        found = meaning(shop, expr.text, scope)
        if isinstance(found, Code) and found.kind == CARD:
            return found
        unknown(shop, expr, scope, "piece", [*scope.names, "drawn", "deck.top"])
        return constant(CARD, -1)
    code = _computed(shop, expr, scope)
    if code.kind != CARD:
        _wrong(shop, expr.place, "a piece", expr)
        return constant(CARD, -1)
    return code


def size(shop: Workshop, spot: Spot) -> Code:
    """How many pieces lie in a zone."""
    pieces = pieces_of(spot)
    return shop.leaf(Code(NUMBER, lambda m: len(pieces(m)), spot.reads))


def _wrong(shop: Workshop, place: Place, wanted: str, expr: Expr) -> None:
    given = repr(expr.text) if isinstance(expr, Word) else "this"
    shop.report("play-value", place, f"{given} is not {wanted}, which belongs here", _HINTS[wanted])


_HINTS = {
    "a number": "write a number, a counter such as `seat.points`, a zone, or {count: ZONE}",
    "a seat": "write `seat`, `next`, `that`, a remembered seat, or {best: seat, by: VALUE}",
    "a piece": "write `card`, `drawn`, `deck.top`, or {best: card, of: ZONE, by: VALUE}",
    "a computed value with its parts": "give it one of its forms, such as {plus: [1, 2]}",
    "of one kind in both cases": "let `then` and `else` be numbers, or seats, or pieces",
}
"""What to write instead, by what is wanted."""


def _computed(shop: Workshop, expr: Expr, scope: Scope) -> Code:
    match expr:
        case Arithmetic():
            return _arithmetic(shop, expr, scope)
        case Gather():
            return gathering.gather(shop, expr, scope)
        case Best():
            return gathering.best(shop, expr, scope)
        case Scale():
            return _scale(shop, expr, scope)
        case Either():
            return _either(shop, expr, scope, value)
        case After():
            return _after(shop, expr, scope)
        case Word():
            return value(shop, expr, scope)


def _folded(shop: Workshop, codes: Sequence[Code | Proof], code: Code) -> Code:
    """The same as a constant, where all its parts are constant."""
    if all(one.constant for one in codes):
        return constant(code.kind, code.run(shop.blank))
    return code


def _arithmetic(shop: Workshop, expr: Arithmetic, scope: Scope) -> Code:
    parts = [number(shop, part, scope) for part in expr.parts]
    if len(parts) < 2:
        _wrong(shop, expr.place, "a computed value with its parts", expr)
        return ZERO
    run = _OPERATIONS[expr.op](*(part.run for part in parts))
    return _folded(shop, parts, Code(NUMBER, run, *both(parts)))


Run = Callable[[Match], int]


def _plus(*parts: Run) -> Run:
    if len(parts) == 2:
        first, second = parts
        return lambda m: first(m) + second(m)
    return lambda m: sum(part(m) for part in parts)


def _minus(first: Run, *parts: Run) -> Run:
    if len(parts) == 1:
        second = parts[0]
        return lambda m: first(m) - second(m)
    return lambda m: first(m) - sum(part(m) for part in parts)


def _times(*parts: Run) -> Run:
    def run(m: Match) -> int:
        product = 1
        for part in parts:
            product *= part(m)
        return product

    return run


def _share(first: Run, second: Run) -> Run:
    def run(m: Match) -> int:
        by = second(m)
        return first(m) // by if by else 0

    return run


def _rest(first: Run, second: Run) -> Run:
    def run(m: Match) -> int:
        by = second(m)
        return first(m) % by if by else 0

    return run


def _smallest(*parts: Run) -> Run:
    return lambda m: min(part(m) for part in parts)


def _largest(*parts: Run) -> Run:
    return lambda m: max(part(m) for part in parts)


_OPERATIONS: dict[str, Callable[..., Run]] = {
    "plus": _plus,
    "minus": _minus,
    "times": _times,
    "share": _share,
    "rest": _rest,
    "smallest": _smallest,
    "largest": _largest,
}


def _scale(shop: Workshop, expr: Scale, scope: Scope) -> Code:
    at = number(shop, expr.at, scope)
    scale, last, run = expr.scale, len(expr.scale) - 1, at.run
    made = Code(NUMBER, lambda m: scale[min(max(run(m), 0), last)], at.reads, at.state)
    return _folded(shop, [at], made)


def _either(
    shop: Workshop, expr: Either, scope: Scope, read: Callable[[Workshop, Expr, Scope], Code]
) -> Code:
    """One of two values; ``read`` says what they are: numbers, where a number is wanted."""
    test = shop.kit.maybe(shop, expr.test, scope)
    then, otherwise = read(shop, expr.then, scope), read(shop, expr.otherwise, scope)
    if test.constant:
        return then if test.value else otherwise
    if then.kind != otherwise.kind and {then.kind, otherwise.kind} != {NUMBER, TEXT}:
        _wrong(shop, expr.place, "of one kind in both cases", expr)
    kind = then.kind if then.kind == otherwise.kind else TEXT
    holds, first, second = test.run, then.run, otherwise.run
    reads, state = both([test, then, otherwise])
    return Code(kind, lambda m: first(m) if holds(m) else second(m), reads, state)


def _after(shop: Workshop, expr: After, scope: Scope) -> Code:
    start, by = seat(shop, expr.seat, scope), number(shop, expr.by, scope)
    seats, first, step = len(shop.layout.seats), start.run, by.run
    reads, state = both([start, by])

    def run(m: Match) -> int:
        at = int(first(m))
        return (at + step(m)) % seats if at >= 0 else NOBODY

    return Code(SEAT, run, reads, state)
