"""Tests of a script, made ready to be put to a match, and those that can never hold."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from validator.catalogue.model import passes
from validator.catalogue.play_script import (
    AtTable,
    Check,
    Choice,
    Compare,
    Empty,
    Expr,
    Has,
    Isnt,
    Not,
    OfSeats,
    OneOf,
    Several,
    Test,
    Within,
    WordValue,
)
from validator.script import references, values
from validator.script import values as never
from validator.script.compile_context import (
    CARD,
    NUMBER,
    SEAT,
    TEST,
    CompileContext,
    CompiledExpr,
    Scope,
    ZoneRef,
    always,
    both,
    pieces_of,
)
from validator.script.moves import payable
from validator.script.references import meaning, unknown, words_with_value
from validator.script.state import ScriptMatch
from validator.setup.pieces import applies


def proof(shop: CompileContext, test: Test, scope: Scope) -> CompiledExpr:
    """A test ready to be put to a match."""
    match test:
        case Several(parts=parts, every=every):
            return several([proof(shop, part, scope) for part in parts], every)
        case Not(part=part):
            return _not(proof(shop, part, scope))
        case AtTable(condition=condition):
            layout = shop.layout
            _rulings_are_known(shop, test)
            return always(applies((condition,), layout.configuration, layout.rulings))
        case OfSeats():
            return _of_seats(shop, test, scope)
        case Compare():
            left = _compile_left(shop, test.left, scope)
            if left is None:
                return always(True)
            never.judge(shop, test.left, left, test.check, scope)
            if isinstance(left, ZoneRef):
                return _of_zone(shop, left, test.check, scope)
            return _compile_check(shop, left, test.check, scope)


def maybe(shop: CompileContext, test: Test | None, scope: Scope) -> CompiledExpr:
    """A test, or one that always holds where none is written."""
    return always(True) if test is None else proof(shop, test, scope)


def several(parts: Sequence[CompiledExpr], every: bool) -> CompiledExpr:
    """All of them hold, or at least one."""
    if any(part.constant and bool(part.value) is not every for part in parts):
        return always(not every)
    found = [part for part in parts if not part.constant]
    if len(found) < 2:
        return found[0] if found else always(every)
    runs = tuple(part.run for part in found)
    if not every:
        return CompiledExpr(TEST, lambda m: any(run(m) for run in runs), *both(found))
    if len(runs) == 2:
        first, second = runs
        return CompiledExpr(TEST, lambda m: first(m) and second(m), *both(found))
    return CompiledExpr(TEST, lambda m: all(run(m) for run in runs), *both(found))


def _not(part: CompiledExpr) -> CompiledExpr:
    if part.constant:
        return always(not part.value)
    run = part.run
    return CompiledExpr(TEST, lambda m: not run(m), part.reads, part.state)


def _rulings_are_known(shop: CompileContext, test: AtTable) -> None:
    known = {ruling.id: ruling for ruling in shop.layout.game.rulings}
    for identity, option in test.condition.ruling.items():
        if identity not in known:
            word = WordValue(test.place, identity)
            unknown(shop, word, Scope(), "ruling of game.yaml", known)
        elif option not in known[identity].options:
            word = WordValue(test.place, option)
            unknown(shop, word, Scope(), f"option of {identity}", known[identity].options)


def _of_seats(shop: CompileContext, test: OfSeats, scope: Scope) -> CompiledExpr:
    slot = shop.register()
    group = references.group(shop, test.group, scope)
    with shop.gather_leaves(None):
        where = proof(shop, test.where, replace(scope, seat=slot))
    holds = where.run
    wanted = not test.every

    def run(m: ScriptMatch) -> bool:
        for seat in group.run(m):
            m.r[slot] = seat
            if holds(m) == wanted:
                return wanted
        return not wanted

    reads, state = both([group, where])
    return shop.leaf(CompiledExpr(TEST, run, reads - {slot}, state))


def _compile_left(shop: CompileContext, left: Expr, scope: Scope) -> CompiledExpr | ZoneRef | None:
    """What is compared: a reference, also a plain one."""
    if not isinstance(left, WordValue):
        return values.value(shop, left, scope)
    found = meaning(shop, left.text, scope)
    if found is None:
        kind = "field of the pieces" if scope.piece >= 0 and "." not in left.text else "reference"
        of_piece = [name for piece in shop.layout.pieces for name in piece.fields]
        unknown(
            shop,
            left,
            scope,
            kind,
            [*(of_piece if scope.piece >= 0 else ()), *words_with_value(shop, scope)],
        )
    return found


def _of_zone(shop: CompileContext, spot: ZoneRef, check: Check, scope: Scope) -> CompiledExpr:
    match check:
        case Empty():
            pieces = pieces_of(spot)
            return shop.leaf(CompiledExpr(TEST, lambda m: not pieces(m), spot.reads))
        case Isnt(check=inner):
            return _not(_of_zone(shop, spot, inner, scope))
        case Has(where=where):
            return _has(shop, spot, where, scope)
        case _:
            return _compile_check(shop, values.size(shop, spot), check, scope)


def _has(shop: CompileContext, spot: ZoneRef, where: Test, scope: Scope) -> CompiledExpr:
    slot, inner = references.piece_scope(shop, scope)
    with shop.gather_leaves(None):
        holds = proof(shop, where, inner)
    pieces, run = pieces_of(spot), holds.run

    def some(m: ScriptMatch) -> bool:
        for piece in pieces(m):
            m.r[slot] = piece
            if run(m):
                return True
        return False

    return shop.leaf(CompiledExpr(TEST, some, (holds.reads | spot.reads) - {slot}))


def _compile_check(
    shop: CompileContext, left: CompiledExpr, check: Check, scope: Scope
) -> CompiledExpr:
    match check:
        case OneOf(values=wanted):
            return _equal(shop, left, wanted, scope)
        case Within():
            return _within(shop, left, check, scope)
        case Isnt(check=inner):
            return _not(_compile_check(shop, left, inner, scope))
        case _:
            word = "empty" if isinstance(check, Empty) else "has"
            hint = "ask it of a zone, such as `deck`"
            shop.report("play-value", check.place, f"`{word}` is asked of what is no zone", hint)
            return always(True)


def _equal(
    shop: CompileContext, left: CompiledExpr, wanted: Sequence[Expr], scope: Scope
) -> CompiledExpr:
    read = {NUMBER: values.number, SEAT: values.seat, CARD: values.card}.get(
        left.kind, values.value
    )
    codes = [read(shop, one, scope) for one in wanted]
    if all(code.constant for code in codes):
        return _among(left, [code.value for code in codes])
    reads, state = both([left, *codes])
    run = left.run
    if len(codes) == 1:
        right = codes[0].run
        return CompiledExpr(TEST, lambda m: run(m) == right(m), reads, state)
    rights = tuple(code.run for code in codes)

    def some(m: ScriptMatch) -> bool:
        value = run(m)
        return any(value == right(m) for right in rights)

    return CompiledExpr(TEST, some, reads, state)


def _among(left: CompiledExpr, wanted: Sequence[Any]) -> CompiledExpr:
    if left.constant:
        return always(passes(left.value, list(wanted)))
    if left.column is not None and left.column[0] >= 0:
        slot, column = left.column
        row = tuple(passes(value, list(wanted)) for value in column)
        return CompiledExpr(TEST, lambda m: row[m.r[slot]], left.reads, left.state)
    run = left.run
    if len(wanted) == 1:
        only = wanted[0]
        return CompiledExpr(TEST, lambda m: run(m) == only, left.reads, left.state)
    some = frozenset(wanted)
    return CompiledExpr(TEST, lambda m: run(m) in some, left.reads, left.state)


def _within(shop: CompileContext, left: CompiledExpr, check: Within, scope: Scope) -> CompiledExpr:
    if left.kind in (SEAT, CARD):
        hint = "compare it with a seat or card"
        shop.report("play-value", check.place, "a range is asked of what is no number", hint)
        return always(True)
    codes, made = [left], []
    for bound, passes_bound in ((check.at_least, operator.ge), (check.at_most, operator.le)):
        if bound is not None:
            code = values.number(shop, bound, scope)
            codes.append(code)
            made.append(CompiledExpr(TEST, _compare_with(left, code, passes_bound), *both(codes)))
    within = several(made, every=True)
    return always(within.run(shop.blank)) if all(code.constant for code in codes) else within


def _compare_with(
    left: CompiledExpr, bound: CompiledExpr, passes_bound: Callable[[Any, Any], bool]
) -> Callable[[ScriptMatch], bool]:
    run, limit = left.run, bound.run
    if left.kind != NUMBER:
        return lambda m: _is_number(value := run(m)) and passes_bound(value, limit(m))
    if bound.constant:
        number = bound.value
        return lambda m: passes_bound(run(m), number)
    return lambda m: passes_bound(run(m), limit(m))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


# Tests of pieces whose answers are kept.
#
# A test that looks at the table only through a few values (what was led, how many coins there are)
# is put once to each piece for each of these values.


MOST_ANSWERS = 200_000
"""Answers that are kept of one test."""
Row: TypeAlias = list[bool] | dict[int, bool]


class PredicateCache:
    """The answers of a test of pieces, by number of the piece, kept for what the test looks at.

    With ``choice`` the piece must also be payable as the option says.
    """

    __slots__ = ("holds", "keys", "lazy", "pieces", "rows", "slot")

    def __init__(
        self,
        shop: CompileContext,
        slot: int,
        scope: Scope,
        test: Test | None,
        choice: Choice | None,
    ) -> None:
        leaves: list[CompiledExpr] = []
        with shop.gather_leaves(leaves):
            proofs = [maybe(shop, test, replace(scope, piece=slot))]
            if choice is not None:
                proofs.append(payable(shop, choice.then, scope))
        parts = [proof for proof in proofs if not (proof.constant and proof.value)]
        self.holds = [proof.run for proof in parts]
        self.slot = slot
        self.pieces = len(shop.layout.pieces)
        outer = [leaf for leaf in leaves if slot not in leaf.reads]
        self.keys = [leaf.run for leaf in outer]
        self.lazy = any(slot in leaf.reads and leaf.state for leaf in leaves)
        self.rows: dict[Any, Row] = {}

    def row(self, m: ScriptMatch, lying: Iterable[int]) -> Row:
        """The answers as things stand, for the pieces ``lying`` or for all."""
        keys = self.keys
        if self.lazy:
            return dict(self._ask(m, lying))
        if len(keys) == 1:
            key: Any = keys[0](m)
        else:
            key = tuple([read(m) for read in keys])
        row = self.rows.get(key)
        if row is None:
            if len(self.rows) * self.pieces >= MOST_ANSWERS:
                self.rows.clear()
            every = range(self.pieces)
            row = self.rows[key] = [holds for _, holds in self._ask(m, every)]
        return row

    def _ask(self, m: ScriptMatch, pieces: Iterable[int]) -> Iterator[tuple[int, bool]]:
        for piece in pieces:
            m.r[self.slot] = piece
            yield piece, all(holds(m) for holds in self.holds)
