"""Steps that hold other steps, and those that leave them: if, each, repeat, turns, end_turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from validator.catalogue.playing.steps import Each, Eliminate, If, Leave, Perform, Repeat
from validator.catalogue.playing.words import Word
from validator.hints import did_you_mean
from validator.script.layout import DIRECTION, EXTRA, NOBODY
from validator.script.meaning.gathering import group, spots
from validator.script.state import Match, Op
from validator.script.steps.offered import listed_values
from validator.script.workshop import CARD, TEXT, Bound, Scope, Workshop, place_of


def branch(shop: Workshop, step: If, scope: Scope, after: int) -> int:
    """Steps if a test holds, and others if not."""
    test = shop.kit.maybe(shop, step.test, scope)
    then = shop.kit.block(shop, step.then, scope, after)
    otherwise = shop.kit.block(shop, step.otherwise, scope, after)
    if test.constant:
        return then if test.value else otherwise
    return shop.emit(fork(test.run, then, otherwise))


def fork(holds: Callable[[Match], bool], then: int, otherwise: int) -> Op:
    """Go one way or the other."""
    return lambda m: then if holds(m) else otherwise


def repeat(shop: Workshop, step: Repeat, scope: Scope, after: int) -> int:
    """Steps again and again, so often at most."""
    count, head = shop.register(), shop.reserve()
    until = None if step.until is None else shop.kit.maybe(shop, step.until, scope)
    most = shop.kit.number(shop, step.most, scope).run
    body = shop.kit.block(shop, step.then, replace(scope, stop=after), head)
    done = (lambda m: False) if until is None else until.run
    stall = shop.stall

    def again(m: Match) -> int:
        if m.r[count] <= 0 or done(m):
            return after
        m.r[count] -= 1
        m.fuel -= 1
        return body if m.fuel > 0 else stall

    def begin(m: Match) -> int:
        m.r[count] = most(m)
        return head

    shop.code[head] = again
    return shop.emit(begin)


def each(shop: Workshop, step: Each, scope: Scope, after: int) -> int:
    """Steps for each seat, piece or value."""
    if step.kind == "seat":
        return _each_seat(shop, step, scope, after)
    if step.kind == "card":
        return _each_piece(shop, step, scope, after)
    if step.kind == "value":
        slot = shop.register()
        inner = scope.bind(it=Bound(TEXT, slot))
        listed = listed_values(shop, step.among, (), scope)
        return loop(shop, slot, lambda m: tuple(listed(m)), _body(shop, step), (inner, after))
    hint = "add `seat: seats`, `card: ZONE` or `value: card.FIELD`"
    shop.report("play-value", step.common.place, "nothing says for each of what", hint)
    return after


def _each_seat(shop: Workshop, step: Each, scope: Scope, after: int) -> int:
    expr = step.among[0] if isinstance(step.among, tuple) else Word(step.common.place, "seats")
    listed = group(shop, expr, scope).run
    body = _body(shop, step)
    return for_each(shop, lambda m: tuple(listed(m)), body, scope, after)


def for_each(
    shop: Workshop,
    listed: Callable[[Match], tuple[int, ...]],
    body: Callable[[Scope, int], int],
    scope: Scope,
    after: int,
) -> int:
    """Something for each of some seats; ``body`` makes it, given what acts and where it goes on."""
    slot = shop.register()
    return loop(shop, slot, listed, body, (replace(scope, seat=slot), after))


def _each_piece(shop: Workshop, step: Each, scope: Scope, after: int) -> int:
    words = [word for word in step.among if isinstance(word, Word)] if step.among else []  # type: ignore[union-attr]
    zones = spots(shop, words, scope)
    slot = shop.register(2)
    only = zones[0].zone if len(zones) == 1 else None
    inner = scope.bind(card=Bound(CARD, slot, only))
    for zone in zones:
        shop.binds(zone.zone, slot)
    places = [place_of(zone) for zone in zones if zone.held < 0]

    def listed(m: Match) -> tuple[Any, ...]:
        return tuple((piece, at(m)) for at in places for piece in m.z[at(m)])

    return loop(shop, slot, listed, _body(shop, step, slot), (inner, after), pairs=True)


def _body(shop: Workshop, step: Each, piece: int = -1) -> Callable[[Scope, int], int]:
    """The steps of an ``each``, for those that pass its test."""

    def made(scope: Scope, head: int) -> int:
        tested = replace(scope, piece=piece) if piece >= 0 else scope
        where = shop.kit.maybe(shop, step.where, tested)
        then = shop.kit.block(shop, step.then, scope, head)
        return then if where.constant and where.value else shop.emit(fork(where.run, then, head))

    return made


def loop(
    shop: Workshop,
    slot: int,
    listed: Callable[[Match], tuple[Any, ...]],
    body: Callable[[Scope, int], int],
    around: tuple[Scope, int],
    pairs: bool = False,
) -> int:
    """Something for each of what is listed as the loop begins; ``pairs`` fill two registers.

    ``around`` is what names mean inside, and where the program goes on afterwards.
    """
    scope, after = around
    items, head = shop.register(), shop.reserve()
    then = body(replace(scope, stop=after), head)
    stall = shop.stall

    def again(m: Match) -> int:
        left = m.r[items]
        if not left:
            return after
        if pairs:
            m.r[slot], m.r[slot + 1] = left[0]
        else:
            m.r[slot] = left[0]
        m.r[items] = left[1:]
        m.fuel -= 1
        return then if m.fuel > 0 else stall

    def begin(m: Match) -> int:
        m.r[items] = listed(m)
        return head

    shop.code[head] = again
    return shop.emit(begin)


def perform(shop: Workshop, step: Perform, scope: Scope, after: int) -> int:
    """The steps of a procedure, written out where it is run."""
    play = shop.layout.game.play
    known = play.procedures if play else {}
    name = step.what.text
    shop.ran.add(name)
    if name not in known:
        hint = did_you_mean(name, known, f"procedures: {', '.join(known) or 'none'}")
        place = step.what.place
        shop.report("play-procedure", place, f"there is no procedure {name!r}", hint)
        return after
    if name in scope.path:
        hint = "use `repeat` or `again`"
        place = step.what.place
        shop.report("play-procedure", place, f"the procedure {name!r} runs itself", hint)
        return after
    return shop.kit.block(shop, known[name], replace(scope, path=(*scope.path, name)), after)


def leave(shop: Workshop, step: Leave, scope: Scope, after: int) -> int:
    """``stop``, ``end_turn``, ``end_round``, ``extra_turn`` and ``reverse``."""
    match step.common.verb:
        case "stop":
            return _left(shop, step, scope.stop, "an `again`, `repeat` or `each`")
        case "end_turn":
            return _left(shop, step, scope.turn, "a turn")
        case "end_round":
            return _left(shop, step, scope.round, "a `round`")
        case "extra_turn":
            if scope.turn < 0:
                return _left(shop, step, -1, "a turn")
            return shop.emit(_extra(after))
        case _:
            return shop.emit(_reverse(after))


def _left(shop: Workshop, step: Leave, at: int, inside: str) -> int:
    if at < 0:
        verb = step.common.verb
        hint = f"`{verb}` belongs into {inside}"
        shop.report("play-place", step.common.place, f"there is nothing here to {verb}", hint)
        return shop.stall
    return at


def _extra(after: int) -> Op:
    def op(m: Match) -> int:
        m.n[EXTRA] = 1
        return after

    return op


def _reverse(after: int) -> Op:
    def op(m: Match) -> int:
        m.n[DIRECTION] = -m.n[DIRECTION]
        return after

    return op


def eliminate(shop: Workshop, step: Eliminate, scope: Scope, after: int) -> int:
    """A seat is out of the game."""
    seat = shop.kit.seat(shop, step.seat, scope).run

    def op(m: Match) -> int:
        at = seat(m)
        if at != NOBODY:
            m.out[at] = True
        return after

    return shop.emit(op)
