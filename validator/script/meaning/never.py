"""Tests that can never hold, whatever happens in the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validator.catalogue.playing.words import Check, Expr, Gather, Isnt, OneOf, Within, Word
from validator.catalogue.select import passes
from validator.hints import did_you_mean
from validator.script.layout import Memory
from validator.script.meaning.references import GROUPS, NONE, owner
from validator.script.workshop import Code, Scope, Spot, Workshop

COUNTING = ("count", "distinct", "groups")
"""What comes to no more than there are pieces, each once, or as a scale of groups says."""


def judge(shop: Workshop, word: Expr, left: Code | Spot, check: Check, scope: Scope) -> None:
    """Report a comparison with constants that can never hold."""
    if isinstance(check, Isnt):
        judge(shop, word, left, check.check, scope)
        return
    if isinstance(left, Spot) or (isinstance(word, Gather) and _counts_pieces(word)):
        pieces = sum(one.copies for one in shop.layout.pieces)
        scale = (isinstance(word, Gather) and word.scale) or (1,)
        _number(shop, "this", (pieces * min(0, *scale), pieces * max(0, *scale)), check)
        return
    if not isinstance(word, Word):
        return
    memory, _ = owner(shop, word.text, scope)
    listed = known(shop, word, left, memory)
    numbers = [one for one in listed or () if isinstance(one, int)]
    if memory is not None and memory.what.kind == "number":
        _number(shop, memory.name, (memory.what.least, memory.what.most), check)
    elif isinstance(check, OneOf):
        _among(shop, word, listed, check, scope)
    elif numbers:
        _number(shop, word.text, (min(numbers), max(numbers)), check)


def _counts_pieces(word: Gather) -> bool:
    return word.op in COUNTING and not any(one.value in GROUPS for one in word.among)


def _number(shop: Workshop, name: str, bounds: tuple[int, int], check: Check) -> None:
    least, most = bounds
    match check:
        case OneOf(values=values):
            numbers = [one.value for one in values if isinstance(one, Word)]
            outside = len(numbers) == len(values) and all(
                isinstance(one, int) and not least <= one <= most for one in numbers
            )
        case Within(at_least=Word(value=int(low)), at_most=Word(value=int(high))) if low > high:
            outside = True
        case Within(at_least=Word(value=int(low))) if low > most:
            outside = True
        case Within(at_most=Word(value=int(high))) if high < least:
            outside = True
        case _:
            outside = False
    if outside:
        message = f"{name} is never so: it goes from {least} to {most}"
        hint = "mend the number, or the range under `remember`"
        shop.doubt("play-never", check.place, message, hint)


def known(shop: Workshop, word: Word, left: Code, memory: Memory | None) -> Sequence[Any] | None:
    """The values that may be there; None where nobody knows."""
    if memory is not None:
        what = memory.what
        if what.kind != "value":
            return None
        return what.values or _of_field(shop, what.field)
    if left.column is not None and left.column[0] >= 0:
        return _distinct(left.column[1])
    return _of_field(shop, word.text.rpartition(".")[2]) if ".top." in word.text else None


def _of_field(shop: Workshop, name: str) -> list[Any]:
    return _distinct(shop.column(name))


def _distinct(values: Sequence[Any]) -> list[Any]:
    return [value for value in dict.fromkeys(values) if isinstance(value, str | int | float)]


def _among(
    shop: Workshop, word: Word, known: Sequence[Any] | None, check: OneOf, scope: Scope
) -> None:
    if known is None or not all(_is_literal(one, scope) for one in check.values):
        return
    wanted = [one.value for one in check.values if isinstance(one, Word)]
    if any(passes(value, wanted) for value in known):
        return
    said = ", ".join(map(repr, wanted))
    hint = _meant(wanted[0], known)
    message = f"{word.text} is never {said}" if wanted else f"{word.text} is never one of nothing"
    shop.doubt("play-never", check.place, message, hint)


def _is_literal(one: Expr, scope: Scope) -> bool:
    """Tell whether a value is written as it is, and refers to nothing."""
    if not isinstance(one, Word):
        return False
    if not isinstance(one.value, str):
        return True
    return "." not in one.value and one.value not in {*scope.names, *NONE, "drawn"}


def _meant(wanted: object, known: Sequence[Any]) -> str:
    others = [one for one in known if str(one) == str(wanted)]
    if others:
        kind = "a number: take the quotes away" if isinstance(wanted, str) else "a text: put quotes"
        return f"{others[0]} is {kind}"
    listed = ", ".join(map(str, known[:20]))
    return did_you_mean(str(wanted), [str(one) for one in known], f"there is {listed or 'nothing'}")
