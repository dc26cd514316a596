"""Who has turns, and when: the course of a game around its steps."""

from __future__ import annotations

from collections.abc import Callable

from validator.catalogue.playing.script import Play
from validator.catalogue.playing.steps import Turns
from validator.catalogue.playing.walk import nodes
from validator.catalogue.playing.words import Test
from validator.script import ending
from validator.script.layout import (
    DIRECTION,
    EXTRA,
    PASSED,
    ROUND,
    START,
    TURNS,
    YOU,
)
from validator.script.state import FUEL, Match, Op
from validator.script.workshop import Proof, Scope, Workshop, always

NOBODY_ACTS = Scope()
"""Where no seat acts."""


def by_turns(shop: Workshop, play: Play) -> int:
    """Seats have turns in order until the game ends."""
    head, done, passing = shop.reserve(), shop.reserve(), shop.reserve()
    scope = Scope(seat=YOU, turn=done)
    skip = _skip(shop, play.skip, Scope(seat=YOU))
    over = shop.emit(_next_round(head))
    over = ending.tests(shop, NOBODY_ACTS, over, of_turn=False, of_round=True)
    shop.code[passing] = _pass_on(len(shop.layout.seats), head, over)
    tested = ending.tests(shop, Scope(seat=YOU), passing, of_turn=True, of_round=False)
    shop.code[done] = lambda m: tested
    body = shop.kit.block(shop, play.turn, scope, done)
    stall = ending.stalled(shop, "no seat has a turn")
    shop.code[head] = _turn(shop, YOU, head, (body, passing, stall), skip)
    first = None if play.first is None else shop.kit.seat(shop, play.first, NOBODY_ACTS).run
    opening = shop.emit(_open(head, first))
    return shop.kit.block(shop, play.begin, NOBODY_ACTS, opening)


def _skip(shop: Workshop, test: Test | None, scope: Scope) -> Proof:
    return always(False) if test is None else shop.kit.maybe(shop, test, scope)


def _open(head: int, first: Callable[[Match], int] | None) -> Op:
    def op(m: Match) -> int:
        seat = m.n[START] if first is None else first(m)
        m.r[YOU] = seat if seat >= 0 else m.n[START]
        return head

    return op


def _turn(shop: Workshop, slot: int, here: int, ways: tuple[int, int, int], skip: Proof) -> Op:
    """Begin the turn of the seat in a register; ``ways`` are its steps, the next seat, no end."""
    body, passing, stall = ways
    begin = _begin_turn(shop, slot)
    skipped = None if skip.constant and not skip.value else skip.run

    def op(m: Match) -> int:
        if m.out[m.r[slot]] or (skipped is not None and skipped(m)):
            m.fuel -= 1
            return passing if m.fuel > 0 else stall
        m.pc = here
        begin(m)
        return body

    return op


def _begin_turn(shop: Workshop, slot: int) -> Callable[[Match], None]:
    """Announce a turn; what is remembered of a turn is back at its start."""
    fresh = [
        (one.at, shop.layout.fresh[one.at])
        for one in shop.layout.memories.values()
        if one.name.startswith("turn.")
    ]

    def begin(m: Match) -> None:
        m.ask.turn(m.r[slot])
        n = m.n
        m.r[YOU] = m.r[slot]
        n[TURNS] += 1
        m.fuel = FUEL
        for at, start in fresh:
            n[at] = start

    return begin


def _pass_on(seats: int, head: int, over: int) -> Op:
    def op(m: Match) -> int:
        n = m.n
        if n[EXTRA]:
            n[EXTRA] = 0
            return head
        m.r[YOU] = (m.r[YOU] + n[DIRECTION]) % seats
        n[PASSED] += 1
        if n[PASSED] < seats:
            return head
        n[PASSED] = 0
        return over

    return op


def _next_round(head: int) -> Op:
    def op(m: Match) -> int:
        m.n[ROUND] += 1
        return head

    return op


def by_rounds(shop: Workshop, play: Play) -> int:
    """Rounds until the game ends; without ``turns`` each counts as a turn of the start seat."""
    head, done = shop.reserve(), shop.reserve()
    has_turns = any(isinstance(node, Turns) for node in nodes(play))
    again = shop.emit(_next_round(head))
    tested = ending.tests(shop, NOBODY_ACTS, again, of_turn=not has_turns, of_round=True)
    shop.code[done] = lambda m: tested
    body = shop.kit.block(shop, play.round, Scope(round=done), done)
    stall = ending.stalled(shop, "no seat has a turn")
    shop.code[head] = _round(body, stall) if has_turns else _turn_of_all(shop, head, body)
    opening = shop.emit(_open(head, None))
    return shop.kit.block(shop, play.begin, NOBODY_ACTS, opening)


def _round(body: int, stall: int) -> Op:
    def op(m: Match) -> int:
        m.fuel -= 1
        m.r[YOU] = m.n[START]
        return body if m.fuel > 0 else stall

    return op


def _turn_of_all(shop: Workshop, here: int, body: int) -> Op:
    begin = _begin_turn(shop, YOU)

    def op(m: Match) -> int:
        m.r[YOU] = m.n[START]
        m.pc = here
        begin(m)
        return body

    return op


def turns(shop: Workshop, step: Turns, scope: Scope, after: int) -> int:
    """Each seat has a turn, from the first on."""
    if scope.round < 0 or scope.turn >= 0:
        hint = "write it into `round`; a game with `turn` has turns without it"
        shop.report("play-place", step.common.place, "there are no turns to have here", hint)
        return after
    seat, left = shop.register(), shop.register()
    head, done, passing = shop.reserve(), shop.reserve(), shop.reserve()
    seats = len(shop.layout.seats)
    inner = Scope(seat=seat, names=scope.names, turn=done, round=scope.round, path=scope.path)
    skip = _skip(shop, step.skip, Scope(seat=seat))
    shop.code[passing] = _next_seat(seat, left, seats, head)
    tested = ending.tests(shop, Scope(seat=seat), passing, of_turn=True, of_round=False)
    shop.code[done] = lambda m: tested
    body = shop.kit.block(shop, step.then, inner, done)
    stall = ending.stalled(shop, "no seat has a turn")
    one = shop.emit(_turn(shop, seat, head, (body, passing, stall), skip))
    first = None if step.first is None else shop.kit.seat(shop, step.first, scope).run
    shop.code[head] = lambda m: one if m.r[left] > 0 else after
    return shop.emit(_open_turns(seat, left, seats, first, head))


def _open_turns(
    seat: int, left: int, seats: int, first: Callable[[Match], int] | None, head: int
) -> Op:
    def op(m: Match) -> int:
        begins = m.n[START] if first is None else first(m)
        m.r[seat] = begins if begins >= 0 else m.n[START]
        m.r[left] = seats
        return head

    return op


def _next_seat(seat: int, left: int, seats: int, head: int) -> Op:
    def op(m: Match) -> int:
        if m.n[EXTRA]:
            m.n[EXTRA] = 0
            return head
        m.r[seat] = (m.r[seat] + m.n[DIRECTION]) % seats
        m.r[left] -= 1
        return head

    return op
