"""Tests of a script, made ready to be put to a match, and those that can never hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from validator.catalogue.model import passes
from validator.catalogue.play_script import (
    All,
    AnyOf,
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
    CompileContext,
    CompiledExpr,
    CompiledPredicate,
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


def proof(shop: CompileContext, test: Test, scope: Scope) -> CompiledPredicate:
    """A test ready to be put to a match."""
    match test:
        case All(parts=parts):
            return every([proof(shop, part, scope) for part in parts])
        case AnyOf(parts=parts):
            return _some([proof(shop, part, scope) for part in parts])
        case Not(part=part):
            return _not(proof(shop, part, scope))
        case AtTable(condition=condition):
            layout = shop.layout
            _rulings_are_known(shop, test)
            return always(applies((condition,), layout.configuration, layout.rulings))
        case OfSeats():
            return _of_seats(shop, test, scope)
        case Compare():
            return _compare(shop, test, scope)


def maybe(shop: CompileContext, test: Test | None, scope: Scope) -> CompiledPredicate:
    """A test, or one that always holds where none is written."""
    return always(True) if test is None else proof(shop, test, scope)


def every(parts: Sequence[CompiledPredicate]) -> CompiledPredicate:
    """All of them hold."""
    if any(part.constant and not part.value for part in parts):
        return always(False)
    open_parts = [part for part in parts if not part.constant]
    if len(open_parts) < 2:
        return open_parts[0] if open_parts else always(True)
    runs = tuple(part.run for part in open_parts)
    reads, state = both(open_parts)
    if len(runs) == 2:
        first, second = runs
        return CompiledPredicate(lambda m: first(m) and second(m), reads, state)
    return CompiledPredicate(lambda m: all(run(m) for run in runs), reads, state)


def _some(parts: Sequence[CompiledPredicate]) -> CompiledPredicate:
    if any(part.constant and part.value for part in parts):
        return always(True)
    open_parts = [part for part in parts if not part.constant]
    if len(open_parts) < 2:
        return open_parts[0] if open_parts else always(False)
    runs = tuple(part.run for part in open_parts)
    return CompiledPredicate(lambda m: any(run(m) for run in runs), *both(open_parts))


def _not(part: CompiledPredicate) -> CompiledPredicate:
    if part.constant:
        return always(not part.value)
    run = part.run
    return CompiledPredicate(lambda m: not run(m), part.reads, part.state)


def _rulings_are_known(shop: CompileContext, test: AtTable) -> None:
    known = {ruling.id: ruling for ruling in shop.layout.game.rulings}
    for identity, option in test.condition.ruling.items():
        if identity not in known:
            word = WordValue(test.place, identity)
            unknown(shop, word, Scope(), "ruling of game.yaml", known)
        elif option not in known[identity].options:
            word = WordValue(test.place, option)
            unknown(shop, word, Scope(), f"option of {identity}", known[identity].options)


def _of_seats(shop: CompileContext, test: OfSeats, scope: Scope) -> CompiledPredicate:
    slot = shop.register()
    group = references.group(shop, test.group, scope)
    with shop.gather_leaves(None):
        where = proof(shop, test.where, replace(scope, seat=slot))
    holds, wanted = where.run, not test.every

    def run(m: ScriptMatch) -> bool:
        for seat in group.run(m):
            m.r[slot] = seat
            if holds(m) is wanted:
                return wanted
        return not wanted

    reads, state = both([group, where])
    return _as_leaf(shop, CompiledPredicate(run, reads - {slot}, state))


def _as_leaf(shop: CompileContext, made: CompiledPredicate) -> CompiledPredicate:
    """A test that is looked at as a whole where tests note what they look at."""
    shop.leaf(CompiledExpr("", made.run, made.reads, made.state, made.constant))
    return made


def _compare(shop: CompileContext, test: Compare, scope: Scope) -> CompiledPredicate:
    left = _compile_left(shop, test.left, scope)
    if left is None:
        return always(True)
    never.judge(shop, test.left, left, test.check, scope)
    if isinstance(left, ZoneRef):
        return _of_zone(shop, left, test.check, scope)
    return _compile_check(shop, left, test.check, scope)


def _compile_left(shop: CompileContext, left: Expr, scope: Scope) -> CompiledExpr | ZoneRef | None:
    """What is compared: a reference, also a plain one."""
    if not isinstance(left, WordValue):
        return values.value(shop, left, scope)
    found = meaning(shop, left.text, scope)
    if found is None:
        kind = "field of the pieces" if scope.piece >= 0 and "." not in left.text else "reference"
        unknown(shop, left, scope, kind, _known_names(shop, scope))
    return found


def _known_names(shop: CompileContext, scope: Scope) -> list[str]:
    of_piece = [name for piece in shop.layout.pieces for name in piece.fields]
    return [*(of_piece if scope.piece >= 0 else ()), *words_with_value(shop, scope)]


def _of_zone(shop: CompileContext, spot: ZoneRef, check: Check, scope: Scope) -> CompiledPredicate:
    match check:
        case Empty():
            pieces = pieces_of(spot)
            shop.leaf(CompiledExpr(NUMBER, lambda m: not pieces(m), spot.reads))
            return CompiledPredicate(lambda m: not pieces(m), spot.reads)
        case Isnt(check=inner):
            return _not(_of_zone(shop, spot, inner, scope))
        case Has(where=where):
            return _has(shop, spot, where, scope)
        case _:
            return _compile_check(shop, values.size(shop, spot), check, scope)


def _has(shop: CompileContext, spot: ZoneRef, where: Test, scope: Scope) -> CompiledPredicate:
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

    return _as_leaf(shop, CompiledPredicate(some, (holds.reads | spot.reads) - {slot}))


def _compile_check(
    shop: CompileContext, left: CompiledExpr, check: Check, scope: Scope
) -> CompiledPredicate:
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
) -> CompiledPredicate:
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
        return CompiledPredicate(lambda m: run(m) == right(m), reads, state)
    rights = tuple(code.run for code in codes)

    def some(m: ScriptMatch) -> bool:
        value = run(m)
        return any(value == right(m) for right in rights)

    return CompiledPredicate(some, reads, state)


def _among(left: CompiledExpr, wanted: Sequence[Any]) -> CompiledPredicate:
    """Equal to one of some constants."""
    if left.constant:
        return always(passes(left.value, list(wanted)))
    if left.column is not None and left.column[0] >= 0:
        slot, column = left.column
        row = tuple(passes(value, list(wanted)) for value in column)
        return CompiledPredicate(lambda m: row[m.r[slot]], left.reads, left.state)
    run = left.run
    if len(wanted) == 1:
        only = wanted[0]
        return CompiledPredicate(lambda m: run(m) == only, left.reads, left.state)
    some = frozenset(wanted)
    return CompiledPredicate(lambda m: run(m) in some, left.reads, left.state)


def _within(
    shop: CompileContext, left: CompiledExpr, check: Within, scope: Scope
) -> CompiledPredicate:
    if left.kind in (SEAT, CARD):
        hint = "compare it with a seat or card"
        shop.report("play-value", check.place, "a range is asked of what is no number", hint)
        return always(True)
    codes, runs = [left], []
    for bound, holds in ((check.at_least, _at_least), (check.at_most, _at_most)):
        if bound is not None:
            code = values.number(shop, bound, scope)
            codes.append(code)
            runs.append(holds(left, code))
    reads, state = both(codes)
    made = [CompiledPredicate(run, reads, state) for run in runs]
    within = every(made)
    return always(within.run(shop.blank)) if all(code.constant for code in codes) else within


def _at_least(left: CompiledExpr, bound: CompiledExpr) -> Callable[[ScriptMatch], bool]:
    run, least = left.run, bound.run
    if left.kind != NUMBER:
        return lambda m: _is_number(value := run(m)) and value >= least(m)
    if bound.constant:
        low = bound.value
        return lambda m: run(m) >= low
    return lambda m: run(m) >= least(m)


def _at_most(left: CompiledExpr, bound: CompiledExpr) -> Callable[[ScriptMatch], bool]:
    run, most = left.run, bound.run
    if left.kind != NUMBER:
        return lambda m: _is_number(value := run(m)) and value <= most(m)
    if bound.constant:
        high = bound.value
        return lambda m: run(m) <= high
    return lambda m: run(m) <= most(m)


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
