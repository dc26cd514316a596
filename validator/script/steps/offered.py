"""The values that an option offers, or that a loop goes through."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from validator.catalogue.playing.steps import Choice
from validator.catalogue.playing.words import Expr, Within, Word
from validator.script.meaning.gathering import lying, spots
from validator.script.meaning.references import unknown
from validator.script.state import Match
from validator.script.workshop import Scope, Spot, Workshop

MOST_VALUES = 5_000
"""Values of a range that are offered at most."""


def value_list(shop: Workshop, choice: Choice, scope: Scope) -> Callable[[Match], Sequence[Any]]:
    """The values that an option offers."""
    return listed_values(shop, choice.values or (), choice.of, scope)


def listed_values(
    shop: Workshop, values: tuple[Expr, ...] | Within, of: Sequence[Word], scope: Scope
) -> Callable[[Match], Sequence[Any]]:
    """Values as a script lists them: a range, a field of the pieces, or one by one."""
    if isinstance(values, Within):
        return _range(shop, values, scope)
    only = values[0] if len(values) == 1 else None
    if isinstance(only, Word) and only.text.startswith("card."):
        return _of_field(shop, only, only.text[5:], spots(shop, of, scope))
    codes = [shop.kit.value(shop, one, scope).run for one in values]
    return lambda m: list(dict.fromkeys(read(m) for read in codes))


def _range(shop: Workshop, values: Within, scope: Scope) -> Callable[[Match], Sequence[Any]]:
    if values.at_least is None or values.at_most is None:
        return lambda m: ()
    first = shop.kit.number(shop, values.at_least, scope).run
    last = shop.kit.number(shop, values.at_most, scope).run

    def run(m: Match) -> Sequence[int]:
        start = first(m)
        return range(start, min(last(m), start + MOST_VALUES) + 1)

    return run


def _of_field(
    shop: Workshop, word: Word, name: str, zones: Sequence[Spot]
) -> Callable[[Match], Sequence[Any]]:
    column = shop.column(name)
    known = [value for value in dict.fromkeys(column) if value is not None]
    if not known:
        fields = dict.fromkeys(name for piece in shop.layout.pieces for name in piece.fields)
        unknown(shop, word, Scope(), "field", [f"card.{name}" for name in fields])
    if not zones:
        return lambda m: known
    pieces, order = lying(zones), {value: at for at, value in enumerate(known)}

    def run(m: Match) -> Sequence[Any]:
        there = {column[piece] for piece in pieces(m)} - {None}
        return sorted(there, key=order.__getitem__)

    return run
