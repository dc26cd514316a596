"""Counts, sums and the best of something, over pieces of zones or over seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from validator.catalogue.playing.words import Best, Expr, Gather, Test, Word
from validator.script.layout import DIRECTION, NOBODY, START
from validator.script.meaning.references import GROUPS, meaning, unknown
from validator.script.state import Match
from validator.script.workshop import (
    CARD,
    NUMBER,
    SEAT,
    Bound,
    Code,
    Proof,
    Scope,
    Spot,
    Workshop,
    both,
    constant,
    pieces_of,
)


@dataclass(frozen=True, slots=True)
class Group:
    """Seats at a moment, in turn order."""

    run: Callable[[Match], Sequence[int]]
    reads: frozenset[int] = frozenset()
    state: bool = True
    constant: bool = False


def group(shop: Workshop, expr: Expr, scope: Scope) -> Group:
    """The seats meant by ``seats``, ``others`` or one seat."""
    if isinstance(expr, Word) and expr.value == "seats":
        return Group(_from_start(len(shop.layout.seats)))
    if isinstance(expr, Word) and expr.value == "others":
        if scope.seat < 0:
            unknown(shop, expr, scope, "group of seats", GROUPS)
        return Group(_from_next(len(shop.layout.seats), scope.seat), frozenset((scope.seat,)))
    one = shop.kit.seat(shop, expr, scope)
    run = one.run

    def only(m: Match) -> Sequence[int]:
        seat = run(m)
        return (seat,) if seat >= 0 and not m.out[seat] else ()

    return Group(only, one.reads, one.state)


def _from_start(seats: int) -> Callable[[Match], Sequence[int]]:
    numbers = range(seats)

    def run(m: Match) -> Sequence[int]:
        start, step = m.n[START], m.n[DIRECTION]
        order = [(start + step * at) % seats for at in numbers]
        return order if True not in m.out else [seat for seat in order if not m.out[seat]]

    return run


def _from_next(seats: int, slot: int) -> Callable[[Match], Sequence[int]]:
    numbers = range(1, seats)

    def run(m: Match) -> Sequence[int]:
        here, step = m.r[slot], m.n[DIRECTION]
        order = [(here + step * at) % seats for at in numbers]
        return order if True not in m.out else [seat for seat in order if not m.out[seat]]

    return run


def gather(shop: Workshop, expr: Gather, scope: Scope) -> Code:
    """A number read off pieces or seats."""
    if any(word.value in GROUPS for word in expr.among):
        made = _over_seats(shop, expr, scope)
    else:
        made = _over_pieces(shop, expr, scope)
    return shop.leaf(made)


def _over_seats(shop: Workshop, expr: Gather, scope: Scope) -> Code:
    seats, slot, what, where = _seat_loop(shop, expr.among[0], expr.what, expr.where, scope)
    listed, holds, read = seats.run, where.run, what.run

    def found(m: Match) -> list[Any]:
        values = []
        for seat in listed(m):
            m.r[slot] = seat
            if holds(m):
                values.append(read(m))
        return values

    reads, state = both([seats, what, where])
    return Code(NUMBER, _summed_up(expr, found), reads - {slot}, state)


def _seat_loop(
    shop: Workshop, word: Expr, what: Expr | None, where: Test | None, scope: Scope
) -> tuple[Group, int, Code, Proof]:
    """Seats, the register that holds each, and what is read and tested of it."""
    seats = group(shop, word, scope)
    slot = shop.register()
    inner = replace(scope, seat=slot)
    with shop.gathering(None):
        code = shop.kit.number(shop, what, inner) if what else constant(NUMBER, 1)
        return seats, slot, code, shop.kit.maybe(shop, where, inner)


def spots(shop: Workshop, among: Sequence[Word], scope: Scope) -> list[Spot]:
    """The zones that are named; unknown ones are reported."""
    found = []
    for word in among:
        spot = meaning(shop, word.text, scope)
        if isinstance(spot, Spot):
            found.append(spot)
        else:
            known = [*shop.layout.zones, *(("cards",) if "cards" in scope.names else ())]
            unknown(shop, word, scope, "zone", known)
    return found


def lying(zones: Sequence[Spot]) -> Callable[[Match], Sequence[int]]:
    """The pieces of several zones, from the bottom of the first."""
    each = [pieces_of(zone) for zone in zones]
    if len(each) == 1:
        return each[0]
    return lambda m: [piece for one in each for piece in one(m)]


def _over_pieces(shop: Workshop, expr: Gather, scope: Scope) -> Code:
    zones = spots(shop, expr.among, scope)
    slot, inner = piece_scope(shop, scope)
    with shop.gathering(None):
        where = shop.kit.maybe(shop, expr.where, inner)
        what = _of_piece(shop, expr, inner.bind(card=Bound(CARD, slot)))
    pieces = lying(zones)
    reads, _ = both([where, what])
    reads = frozenset(reads.union(*(zone.reads for zone in zones))) - {slot}
    return Code(NUMBER, _summed_up(expr, _values(pieces, slot, where, what)), reads)


def _of_piece(shop: Workshop, expr: Gather, scope: Scope) -> Code:
    if expr.what is None:
        return constant(NUMBER, 1)
    read = shop.kit.value if expr.op in ("distinct", "groups") else shop.kit.number
    return read(shop, expr.what, scope)


def _values(
    pieces: Callable[[Match], Sequence[int]], slot: int, where: Proof, what: Code
) -> Callable[[Match], list[Any]]:
    """What is read of each piece that passes."""
    holds, read = where.run, what.run
    column = what.column[1] if what.column and what.column[0] == slot else None
    if column is not None and where.constant and where.value:
        return lambda m: [column[piece] for piece in pieces(m)]

    def found(m: Match) -> list[Any]:
        values = []
        for piece in pieces(m):
            m.r[slot] = piece
            if holds(m):
                values.append(read(m))
        return values

    return found


def _summed_up(expr: Gather, found: Callable[[Match], list[Any]]) -> Callable[[Match], int]:
    match expr.op:
        case "count" | "sum":
            return lambda m: sum(found(m))
        case "highest":
            return lambda m: max(found(m), default=0)
        case "lowest":
            return lambda m: min(found(m), default=0)
        case "distinct":
            return lambda m: len(set(found(m)) - {None})
        case _:
            return _groups(found, expr.size, expr.scale)


def _groups(
    found: Callable[[Match], list[Any]], size: int, scale: tuple[int, ...]
) -> Callable[[Match], int]:
    last = len(scale) - 1

    def run(m: Match) -> int:
        values = found(m)
        counts = [values.count(value) for value in dict.fromkeys(values) if value is not None]
        if scale:
            return sum(scale[min(count, last)] for count in counts)
        return sum(count >= size for count in counts)

    return run


def piece_scope(shop: Workshop, scope: Scope) -> tuple[int, Scope]:
    """A register for the piece that is looked at, and what names mean in a test of it.

    ``card`` is the piece itself where no card was chosen.
    """
    slot = shop.register(2)
    inner = replace(scope, piece=slot)
    named = "card" in scope.names
    return slot, inner if named else inner.bind(card=Bound(CARD, slot))


def best(shop: Workshop, expr: Best, scope: Scope) -> Code:
    """The seat or the piece for which a value is highest."""
    made = _best_seat(shop, expr, scope) if expr.kind == "seat" else _best_card(shop, expr, scope)
    return shop.leaf(made)


def _best_seat(shop: Workshop, expr: Best, scope: Scope) -> Code:
    word = expr.among[0] if expr.among else Word(expr.place, "seats")
    seats, slot, by, where = _seat_loop(shop, word, expr.by, expr.where, scope)
    pick = _pick(slot, by, where, least=expr.least, first=expr.ties == "first")
    listed = seats.run
    reads, _ = both([seats, by, where])
    return Code(SEAT, lambda m: pick(m, listed(m)), reads - {slot})


def _best_card(shop: Workshop, expr: Best, scope: Scope) -> Code:
    zones = spots(shop, expr.among, scope)
    slot = shop.register(2)
    inner = replace(scope, piece=slot).bind(card=Bound(CARD, slot))
    with shop.gathering(None):
        by = shop.kit.number(shop, expr.by, inner)
        where = shop.kit.maybe(shop, expr.where, inner)
    pick = _pick(slot, by, where, least=expr.least, first=expr.ties == "first")
    pieces = lying(zones)
    reads, _ = both([by, where])
    reads = frozenset(reads.union(*(zone.reads for zone in zones))) - {slot}
    return Code(CARD, lambda m: pick(m, pieces(m)), reads)


def _pick(
    slot: int, by: Code, where: Proof, *, least: bool, first: bool
) -> Callable[[Match, Sequence[int]], int]:
    """What chooses the best of some; -1 where there is none, or several are and none is meant."""
    holds, read, sign = where.run, by.run, -1 if least else 1

    def run(m: Match, listed: Sequence[int]) -> int:
        found, top, tied = NOBODY, 0, False
        for one in listed:
            m.r[slot] = one
            if holds(m):
                value = sign * read(m)
                if found == NOBODY or value > top:
                    found, top, tied = one, value, False
                elif value == top and one != found:
                    tied = True
        return NOBODY if tied and not first else found

    return run
