"""Values of a script, read off a match, and tests that can never hold."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from validator.catalogue.model import passes
from validator.catalogue.play_script import (
    After,
    Arithmetic,
    Best,
    Check,
    Either,
    Expr,
    Gather,
    Isnt,
    OneOf,
    ScaleValue,
    Within,
    WordValue,
)
from validator.findings import Place, did_you_mean
from validator.script import references
from validator.script.compile_context import (
    CARD,
    NUMBER,
    SEAT,
    TEXT,
    CompileContext,
    CompiledExpr,
    Scope,
    ZoneRef,
    both,
    constant,
    pieces_of,
    whole,
)
from validator.script.layout import NOBODY, MemorySlot
from validator.script.references import (
    GROUPS,
    NONE,
    meaning,
    owner,
    seat_code,
    unknown,
    words_with_value,
)
from validator.script.state import ScriptMatch

COUNTING = ("count", "distinct", "groups")
"""What comes to no more than there are pieces, each once, or as a scale of groups says."""


def judge(
    shop: CompileContext, word: Expr, left: CompiledExpr | ZoneRef, check: Check, scope: Scope
) -> None:
    """Report a comparison with constants that can never hold."""
    if isinstance(check, Isnt):
        judge(shop, word, left, check.check, scope)
        return
    if isinstance(left, ZoneRef) or (isinstance(word, Gather) and _counts_pieces(word)):
        pieces = sum(one.copies for one in shop.layout.pieces)
        scale = (isinstance(word, Gather) and word.scale) or (1,)
        _number(shop, "this", (pieces * min(0, *scale), pieces * max(0, *scale)), check)
        return
    if not isinstance(word, WordValue):
        return
    memory, _ = owner(shop, word.text, scope)
    listed = possible_values(shop, word, left, memory)
    numbers = [one for one in listed or () if isinstance(one, int)]
    if memory is not None and memory.what.kind == "number":
        _number(shop, memory.name, (memory.what.least, memory.what.most), check)
    elif isinstance(check, OneOf):
        _among(shop, word, listed, check, scope)
    elif numbers:
        _number(shop, word.text, (min(numbers), max(numbers)), check)


def _counts_pieces(word: Gather) -> bool:
    return word.op in COUNTING and not any(one.value in GROUPS for one in word.among)


def _number(shop: CompileContext, name: str, bounds: tuple[int, int], check: Check) -> None:
    least, most = bounds
    match check:
        case OneOf(values=values):
            numbers = [one.value for one in values if isinstance(one, WordValue)]
            outside = len(numbers) == len(values) and all(
                isinstance(one, int) and not least <= one <= most for one in numbers
            )
        case Within(at_least=WordValue(value=int(low)), at_most=WordValue(value=int(high))) if (
            low > high
        ):
            outside = True
        case Within(at_least=WordValue(value=int(low))) if low > most:
            outside = True
        case Within(at_most=WordValue(value=int(high))) if high < least:
            outside = True
        case _:
            outside = False
    if outside:
        message = f"{name} is never so: it goes from {least} to {most}"
        hint = "mend the number, or the range under `remember`"
        shop.doubt("play-never", check.place, message, hint)


def possible_values(
    shop: CompileContext, word: WordValue, left: CompiledExpr, memory: MemorySlot | None
) -> Sequence[Any] | None:
    """The values that may be there; None where nobody knows."""
    if memory is not None:
        what = memory.what
        if what.kind != "value":
            return None
        return what.values or _of_field(shop, what.field)
    if left.column is not None and left.column[0] >= 0:
        return _distinct(left.column[1])
    return _of_field(shop, word.text.rpartition(".")[2]) if ".top." in word.text else None


def _of_field(shop: CompileContext, name: str) -> list[Any]:
    return _distinct(shop.column(name))


def _distinct(values: Sequence[Any]) -> list[Any]:
    return [value for value in dict.fromkeys(values) if isinstance(value, str | int | float)]


def _among(
    shop: CompileContext, word: WordValue, known: Sequence[Any] | None, check: OneOf, scope: Scope
) -> None:
    if known is None or not all(_is_literal(one, scope) for one in check.values):
        return
    wanted = [one.value for one in check.values if isinstance(one, WordValue)]
    if any(passes(value, wanted) for value in known):
        return
    said = ", ".join(map(repr, wanted))
    hint = _hint_of(wanted[0], known)
    message = f"{word.text} is never {said}" if wanted else f"{word.text} is never one of nothing"
    shop.doubt("play-never", check.place, message, hint)


def _is_literal(one: Expr, scope: Scope) -> bool:
    """Tell whether a value is written as it is, and refers to nothing."""
    if not isinstance(one, WordValue):
        return False
    if not isinstance(one.value, str):
        return True
    return "." not in one.value and one.value not in {*scope.names, *NONE, "drawn"}


def _hint_of(wanted: object, known: Sequence[Any]) -> str:
    others = [one for one in known if str(one) == str(wanted)]
    if others:
        kind = "a number: take the quotes away" if isinstance(wanted, str) else "a text: put quotes"
        return f"{others[0]} is {kind}"
    listed = ", ".join(map(str, known[:20]))
    return did_you_mean(str(wanted), [str(one) for one in known], f"there is {listed or 'nothing'}")


NOTHING = constant(TEXT, None)
ZERO = constant(NUMBER, 0)


def value(shop: CompileContext, expr: Expr, scope: Scope) -> CompiledExpr:
    """A value of any kind: plain words are literals, dotted ones references."""
    if not isinstance(expr, WordValue):
        return _compile_computed(shop, expr, scope)
    if isinstance(expr.value, bool | int):
        return constant(NUMBER if not isinstance(expr.value, bool) else TEXT, expr.value)
    if expr.value in NONE:
        return NOTHING if expr.value == "nothing" else constant(SEAT, NOBODY)
    if "." not in expr.value and expr.value not in {*scope.names, "drawn"}:
        return constant(TEXT, expr.value)
    found = meaning(shop, expr.value, scope)
    if isinstance(found, ZoneRef):
        return size(shop, found)
    if found is None:
        unknown(shop, expr, scope, "reference", words_with_value(shop, scope))
        return NOTHING
    return found


def number(shop: CompileContext, expr: Expr, scope: Scope) -> CompiledExpr:
    """A whole number: plain words are references, too."""
    if isinstance(expr, WordValue) and isinstance(expr.value, str):
        found = meaning(shop, expr.value, scope)
        if found is None:
            unknown(shop, expr, scope, "number", words_with_value(shop, scope))
            return ZERO
        code = size(shop, found) if isinstance(found, ZoneRef) else found
    elif isinstance(expr, Either):
        code = _either(shop, expr, scope, number)
    else:
        code = value(shop, expr, scope)
    wrong = code.kind in (SEAT, CARD) or (code.constant and not isinstance(code.value, int))
    if wrong or _is_text(shop, expr, code, scope):
        _wrong(shop, expr.place, "a number", expr)
        return ZERO
    return as_number(shop, code)


def _is_text(shop: CompileContext, expr: Expr, code: CompiledExpr, scope: Scope) -> bool:
    """Tell whether a reference is surely none to a number: no piece has one in that field."""
    if code.kind != TEXT or not isinstance(expr, WordValue):
        return False
    listed = possible_values(shop, expr, code, owner(shop, expr.text, scope)[0])
    return bool(listed) and not any(isinstance(one, int | float) for one in listed or ())


def as_number(shop: CompileContext, code: CompiledExpr) -> CompiledExpr:
    """A value that is surely a number: a text that is none counts 0."""
    if code.kind == NUMBER:
        return code
    if code.column is not None:
        slot, column = code.column[0], shop.number_column(code.field)
        return CompiledExpr(
            *(NUMBER, lambda m: column[m.r[slot]], code.reads, code.state),
            column=(slot, column),
            field=code.field,
        )
    run = code.run
    return CompiledExpr(NUMBER, lambda m: whole(run(m)), code.reads, code.state)


def seat(shop: CompileContext, expr: Expr, scope: Scope) -> CompiledExpr:
    """A seat."""
    if isinstance(expr, WordValue):
        return seat_code(shop, expr, scope) or constant(SEAT, NOBODY)
    code = _compile_computed(shop, expr, scope)
    if code.kind != SEAT:
        _wrong(shop, expr.place, "a seat", expr)
        return constant(SEAT, NOBODY)
    return code


def card(shop: CompileContext, expr: Expr, scope: Scope) -> CompiledExpr:
    """A piece."""
    if isinstance(expr, WordValue):
        found = meaning(shop, expr.text, scope)
        if isinstance(found, CompiledExpr) and found.kind == CARD:
            return found
        unknown(shop, expr, scope, "piece", [*scope.names, "drawn", "deck.top"])
        return constant(CARD, -1)
    code = _compile_computed(shop, expr, scope)
    if code.kind != CARD:
        _wrong(shop, expr.place, "a piece", expr)
        return constant(CARD, -1)
    return code


def size(shop: CompileContext, spot: ZoneRef) -> CompiledExpr:
    """How many pieces lie in a zone."""
    pieces = pieces_of(spot)
    return shop.leaf(CompiledExpr(NUMBER, lambda m: len(pieces(m)), spot.reads))


def _wrong(shop: CompileContext, place: Place, wanted: str, expr: Expr) -> None:
    given = repr(expr.text) if isinstance(expr, WordValue) else "this"
    shop.report("play-value", place, f"{given} is not {wanted}, which belongs here", _HINTS[wanted])


_HINTS = {
    "a number": "write a number, a counter such as `seat.points`, a zone, or {count: ZONE}",
    "a seat": "write `seat`, `next`, `that`, a remembered seat, or {best: seat, by: VALUE}",
    "a piece": "write `card`, `drawn`, `deck.top`, or {best: card, of: ZONE, by: VALUE}",
    "a computed value with its parts": "give it one of its forms, such as {plus: [1, 2]}",
    "of one kind in both cases": "let `then` and `else` be numbers, or seats, or pieces",
}
"""What to write instead, by what is wanted."""


def _compile_computed(shop: CompileContext, expr: Expr, scope: Scope) -> CompiledExpr:
    match expr:
        case Arithmetic():
            return _arithmetic(shop, expr, scope)
        case Gather():
            return references.gather(shop, expr, scope)
        case Best():
            return references.best(shop, expr, scope)
        case ScaleValue():
            return _scale(shop, expr, scope)
        case Either():
            return _either(shop, expr, scope, value)
        case After():
            return _after(shop, expr, scope)
        case WordValue():
            return value(shop, expr, scope)


def _fold(shop: CompileContext, codes: Sequence[CompiledExpr], code: CompiledExpr) -> CompiledExpr:
    """The same as a constant, where all its parts are constant."""
    if all(one.constant for one in codes):
        return constant(code.kind, code.run(shop.blank))
    return code


def _share(number: int, by: int) -> int:
    return number // by if by else 0


def _rest(number: int, by: int) -> int:
    return number % by if by else 0


_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "plus": operator.add,
    "minus": operator.sub,
    "times": operator.mul,
    "share": _share,
    "rest": _rest,
    "smallest": min,
    "largest": max,
}


def _arithmetic(shop: CompileContext, expr: Arithmetic, scope: Scope) -> CompiledExpr:
    parts = [number(shop, part, scope) for part in expr.parts]
    if len(parts) < 2:
        _wrong(shop, expr.place, "a computed value with its parts", expr)
        return ZERO
    operation, runs = _OPERATIONS[expr.op], [part.run for part in parts]
    first, second = runs[:2]

    def of_two(m: ScriptMatch) -> int:
        return operation(first(m), second(m))

    def of_several(m: ScriptMatch) -> int:
        result: int = reduce(operation, [run(m) for run in runs])
        return result

    run = of_two if len(runs) == 2 else of_several
    return _fold(shop, parts, CompiledExpr(NUMBER, run, *both(parts)))


def _scale(shop: CompileContext, expr: ScaleValue, scope: Scope) -> CompiledExpr:
    at = number(shop, expr.at, scope)
    scale, last, run = expr.scale, len(expr.scale) - 1, at.run
    made = CompiledExpr(NUMBER, lambda m: scale[min(max(run(m), 0), last)], at.reads, at.state)
    return _fold(shop, [at], made)


def _either(
    shop: CompileContext,
    expr: Either,
    scope: Scope,
    read: Callable[[CompileContext, Expr, Scope], CompiledExpr],
) -> CompiledExpr:
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
    return CompiledExpr(kind, lambda m: first(m) if holds(m) else second(m), reads, state)


def _after(shop: CompileContext, expr: After, scope: Scope) -> CompiledExpr:
    start, by = seat(shop, expr.seat, scope), number(shop, expr.by, scope)
    seats, first, step = len(shop.layout.seats), start.run, by.run
    reads, state = both([start, by])

    def run(m: ScriptMatch) -> int:
        at = int(first(m))
        return (at + step(m)) % seats if at >= 0 else NOBODY

    return CompiledExpr(SEAT, run, reads, state)
