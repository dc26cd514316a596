"""Steps that hold other steps, leave them, or change what is remembered; effects of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from validator.catalogue.effects import Count, Effect, EffectCondition
from validator.catalogue.model import Component
from validator.catalogue.play_script import (
    All,
    Arithmetic,
    CarryOut,
    Compare,
    Each,
    Eliminate,
    Expr,
    Gather,
    If,
    Leave,
    Meaning,
    OneOf,
    Perform,
    Repeat,
    Within,
    WordValue,
)
from validator.findings import Place, did_you_mean
from validator.script.choices import NamePick, Pick, ask, list_values
from validator.script.compile_context import (
    CARD,
    NUMBER,
    TEXT,
    Binding,
    CompileContext,
    CompiledExpr,
    Scope,
    constant,
    place_of,
)
from validator.script.layout import DIRECTION, DRAWN, EXTRA, NOBODY
from validator.script.moves import payable
from validator.script.references import group, spots
from validator.script.state import Op, ScriptMatch


def branch(shop: CompileContext, step: If, scope: Scope, after: int) -> int:
    """Steps if a test holds, and others if not."""
    test = shop.kit.maybe(shop, step.test, scope)
    then = shop.kit.block(shop, step.then, scope, after)
    otherwise = shop.kit.block(shop, step.otherwise, scope, after)
    if test.constant:
        return then if test.value else otherwise
    return shop.emit(fork(test.run, then, otherwise))


def fork(holds: Callable[[ScriptMatch], bool], then: int, otherwise: int) -> Op:
    """Go one way or the other."""
    return lambda m: then if holds(m) else otherwise


def repeat(shop: CompileContext, step: Repeat, scope: Scope, after: int) -> int:
    """Steps again and again, so often at most."""
    count, head = shop.register(), shop.reserve()
    until = None if step.until is None else shop.kit.maybe(shop, step.until, scope)
    most = shop.kit.number(shop, step.most, scope).run
    body = shop.kit.block(shop, step.then, replace(scope, stop=after), head)
    done = (lambda m: False) if until is None else until.run
    stall = shop.stall

    def again(m: ScriptMatch) -> int:
        if m.r[count] <= 0 or done(m):
            return after
        m.r[count] -= 1
        m.fuel -= 1
        return body if m.fuel > 0 else stall

    def begin(m: ScriptMatch) -> int:
        m.r[count] = most(m)
        return head

    shop.code[head] = again
    return shop.emit(begin)


def each(shop: CompileContext, step: Each, scope: Scope, after: int) -> int:
    """Steps for each seat, piece or value."""
    if step.kind == "seat":
        return _each_seat(shop, step, scope, after)
    if step.kind == "card":
        return _each_piece(shop, step, scope, after)
    if step.kind == "value":
        slot = shop.register()
        inner = scope.bind(it=Binding(TEXT, slot))
        listed = list_values(shop, step.among, (), scope)
        return loop(shop, slot, lambda m: tuple(listed(m)), _body(shop, step), (inner, after))
    hint = "add `seat: seats`, `card: ZONE` or `value: card.FIELD`"
    shop.report("play-value", step.place, "nothing says for each of what", hint)
    return after


def _each_seat(shop: CompileContext, step: Each, scope: Scope, after: int) -> int:
    expr = step.among[0] if isinstance(step.among, tuple) else WordValue(step.place, "seats")
    listed = group(shop, expr, scope).run
    body = _body(shop, step)
    return for_each(shop, lambda m: tuple(listed(m)), body, scope, after)


def for_each(
    shop: CompileContext,
    listed: Callable[[ScriptMatch], tuple[int, ...]],
    body: Callable[[Scope, int], int],
    scope: Scope,
    after: int,
) -> int:
    """Something for each of some seats; ``body`` makes it, given what acts and where it goes on."""
    slot = shop.register()
    return loop(shop, slot, listed, body, (replace(scope, seat=slot), after))


def _each_piece(shop: CompileContext, step: Each, scope: Scope, after: int) -> int:
    words = [word for word in step.among if isinstance(word, WordValue)] if step.among else []  # type: ignore[union-attr]
    zones = spots(shop, words, scope)
    slot = shop.register(2)
    only = zones[0].zone if len(zones) == 1 else None
    inner = scope.bind(card=Binding(CARD, slot, only))
    for zone in zones:
        shop.binds(zone.zone, slot)
    places = [place_of(zone) for zone in zones if zone.held < 0]

    def list_pieces(m: ScriptMatch) -> tuple[Any, ...]:
        return tuple((piece, at(m)) for at in places for piece in m.z[at(m)])

    return loop(shop, slot, list_pieces, _body(shop, step, slot), (inner, after), pairs=True)


def _body(shop: CompileContext, step: Each, piece: int = -1) -> Callable[[Scope, int], int]:
    """The steps of an ``each``, for those that pass its test."""

    def emit_body(scope: Scope, head: int) -> int:
        tested = replace(scope, piece=piece) if piece >= 0 else scope
        where = shop.kit.maybe(shop, step.where, tested)
        then = shop.kit.block(shop, step.then, scope, head)
        return then if where.constant and where.value else shop.emit(fork(where.run, then, head))

    return emit_body


def loop(
    shop: CompileContext,
    slot: int,
    listed: Callable[[ScriptMatch], tuple[Any, ...]],
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

    def again(m: ScriptMatch) -> int:
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

    def begin(m: ScriptMatch) -> int:
        m.r[items] = listed(m)
        return head

    shop.code[head] = again
    return shop.emit(begin)


def perform(shop: CompileContext, step: Perform, scope: Scope, after: int) -> int:
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


def leave(shop: CompileContext, step: Leave, scope: Scope, after: int) -> int:
    """``stop``, ``end_turn``, ``end_round``, ``extra_turn`` and ``reverse``."""
    match step.verb:
        case "stop":
            return _compile_leave(shop, step, scope.stop, "an `again`, `repeat` or `each`")
        case "end_turn":
            return _compile_leave(shop, step, scope.turn, "a turn")
        case "end_round":
            return _compile_leave(shop, step, scope.round, "a `round`")
        case "extra_turn":
            if scope.turn < 0:
                return _compile_leave(shop, step, -1, "a turn")
            return shop.emit(_extra(after))
        case _:
            return shop.emit(_reverse(after))


def _compile_leave(shop: CompileContext, step: Leave, at: int, inside: str) -> int:
    if at < 0:
        verb = step.verb
        hint = f"`{verb}` belongs into {inside}"
        shop.report("play-place", step.place, f"there is nothing here to {verb}", hint)
        return shop.stall
    return at


def _extra(after: int) -> Op:
    def op(m: ScriptMatch) -> int:
        m.n[EXTRA] = 1
        return after

    return op


def _reverse(after: int) -> Op:
    def op(m: ScriptMatch) -> int:
        m.n[DIRECTION] = -m.n[DIRECTION]
        return after

    return op


def eliminate(shop: CompileContext, step: Eliminate, scope: Scope, after: int) -> int:
    """A seat is out of the game."""
    seat = shop.kit.seat(shop, step.seat, scope).run

    def op(m: ScriptMatch) -> int:
        at = seat(m)
        if at != NOBODY:
            m.out[at] = True
        return after

    return shop.emit(op)


WHO = {"each": "seats", "others": "others", "left": "left", "right": "right"}
"""Who is meant by an effect, in the words of scripts."""


def carry_out(shop: CompileContext, step: CarryOut, scope: Scope, after: int) -> int:
    """What is written on a card is done."""
    read = shop.kit.card(shop, step.of, scope)
    bound = _bind(step.of, scope) or Binding(CARD, shop.register(2))
    inner = scope.bind(card=bound)
    made: dict[tuple[Effect, ...], int] = {(): after}
    entries = []
    for piece in shop.layout.pieces:
        if piece.effects not in made:
            made[piece.effects] = chain(shop, piece.effects, piece, inner, after)
        entries.append(made[piece.effects])
    return shop.emit(_go(read, bound.slot, (*entries, after), (shop.layout.cards, scope.seat)))


def _bind(of: Expr, scope: Scope) -> Binding | None:
    if not isinstance(of, WordValue):
        return None
    return Binding(CARD, DRAWN) if of.value == "drawn" else scope.names.get(of.text)


def _go(read: CompiledExpr, slot: int, entries: Sequence[int], counted: tuple[int, int]) -> Op:
    """``counted``: how many pieces are cards, and the register of the seat that plays them."""
    run = read.run
    cards, seat = counted

    def op(m: ScriptMatch) -> int:
        piece: int = run(m)
        m.r[slot] = piece
        if 0 <= piece < cards:
            m.tally.plays(piece)
            return entries[m.tally.acts_as(piece, m.r[seat])]
        return entries[piece]

    return op


def chain(
    shop: CompileContext, effects: Sequence[Effect], card: Component, scope: Scope, after: int
) -> int:
    """Effects of a card, one after the other."""
    for number, effect in reversed(list(enumerate(effects))):
        place = card.place_of("effects", number)
        after = _effect(shop, effect, place, card, scope, after)
    return after


def _effect(
    shop: CompileContext, effect: Effect, place: Place, card: Component, scope: Scope, after: int
) -> int:
    """One effect: for whom, when, how much, and at which price."""
    meaning = find(shop, effect)
    if meaning is None:
        kind = type(effect).__name__.lower()
        what = getattr(effect, "what", None)
        entry = f"{{do: {kind}{f', what: {what}' if what else ''}, then: [...]}}"
        message = f"nothing in play.yaml carries out `{kind}` of {card.id!r}"
        shop.report("play-effect", place, message, f"add to `effects` there: {entry}")
        return after
    who = getattr(effect, "who", "you")
    if who in WHO:
        seats = group(shop, WordValue(meaning.place, WHO[who]), scope).run
        return for_each(
            shop,
            lambda m: tuple(seats(m)),
            lambda inner, head: _compile_effect(shop, effect, meaning, place, inner, head),
            scope,
            after,
        )
    if who == "one-other":
        return _for_one(shop, effect, meaning, place, scope, after)
    return _compile_effect(shop, effect, meaning, place, scope, after)


def _for_one(
    shop: CompileContext, effect: Effect, meaning: Meaning, place: Place, scope: Scope, after: int
) -> int:
    """An effect for another seat that the acting one names."""
    slot = shop.register()
    pc = _compile_effect(shop, effect, meaning, place, replace(scope, seat=slot), after)
    named = [
        NamePick("for", f"for {seat.colour or seat}", pc, at, None, slot, -1)
        for at, seat in enumerate(shop.layout.seats)
    ]
    others = group(shop, WordValue(place, "others"), scope).run

    def offer(m: ScriptMatch, picks: list[Pick]) -> None:
        picks.extend(named[seat] for seat in others(m))

    at = shop.reserve()
    shop.code[at] = ask(at, scope.seat, meaning.kind, [(0, offer)], after)
    return at


def find(shop: CompileContext, effect: Effect) -> Meaning | None:
    """The first entry under `effects` that fits."""
    play = shop.layout.game.play
    kind = type(effect).__name__.lower()
    for number, meaning in enumerate(play.effects if play else ()):
        fits = (getattr(effect, key, None) == value for key, value in meaning.keys.items())
        if meaning.kind == kind and all(fits):
            shop.meant.add(number)
            return meaning
    return None


def _compile_effect(
    shop: CompileContext, effect: Effect, meaning: Meaning, place: Place, scope: Scope, after: int
) -> int:
    inner = replace(scope, effect=effect, amount=_amount(shop, effect, place, scope))
    to: Sequence[Effect] = getattr(effect, "to", ())
    if to:
        then = _compile_price(shop, to, meaning, inner, after)
    else:
        then = shop.kit.block(shop, meaning.then, inner, after)
    when: EffectCondition | None = getattr(effect, "when", None)
    if when is None:
        return then
    test = shop.kit.maybe(shop, _test(shop, when, place), scope)
    return shop.emit(fork(test.run, then, after))


def _compile_price(
    shop: CompileContext, to: Sequence[Effect], meaning: Meaning, scope: Scope, after: int
) -> int:
    """A price that one may pay or not, and what it buys."""
    source = Component("", "", "", meaning.place)
    bought = chain(shop, to, source, scope, after)
    pays = Pick(meaning.kind, meaning.kind, shop.kit.block(shop, meaning.then, scope, bought))
    leaves = Pick("leave", f"do not {meaning.kind}", after)
    can = payable(shop, meaning.then, scope).run

    def offer(m: ScriptMatch, picks: list[Pick]) -> None:
        if can(m):
            picks.append(pays)
        picks.append(leaves)

    at = shop.reserve()
    shop.code[at] = ask(at, scope.seat, "may", [(0, offer)], after)
    return at


def _amount(
    shop: CompileContext, effect: Effect, place: Place, scope: Scope
) -> CompiledExpr | None:
    """How much, with what is counted."""
    amount = getattr(effect, "amount", None)
    if not isinstance(amount, int):
        return None
    per: Count | None = getattr(effect, "per", None)
    if per is None:
        return constant(NUMBER, amount)
    counted = shop.kit.number(shop, _count(shop, per, place), scope).run
    every, most = getattr(effect, "every", 1), getattr(effect, "most", None)

    def run(m: ScriptMatch) -> int:
        times: int = amount * (counted(m) // every)
        return times if most is None else min(times, most)

    return CompiledExpr(NUMBER, run, frozenset((scope.seat,)))


def _count(shop: CompileContext, count: Count, place: Place) -> Expr:
    """What an effect counts, in the words of scripts."""
    play = shop.layout.game.play
    zones = play.counts.get(count.of) if play else None
    if zones is None:
        message = f"nothing in play.yaml says where {count.of!r} is counted"
        shop.report("play-effect", place, message, f"add to `counts` there: {{{count.of}: ZONE}}")
        return WordValue(place, 0)
    tests = tuple(
        Compare(place, WordValue(place, one.field), OneOf(place, (WordValue(place, one.value),)))
        for one in count.where
    )
    where = All(place, tests) if tests else None
    what = WordValue(place, f"card.{count.distinct}") if count.distinct else None
    mine = Gather(place, "distinct" if what else "count", what, zones, where)
    if count.whose in ("each", "others"):
        return Gather(place, "sum", mine, (WordValue(place, WHO[count.whose]),))
    if count.whose != "you":
        message = f"`whose: {count.whose}` is not played from data"
        hint = "write `each` or `others`, or a rules module"
        shop.report("play-effect", place, message, hint)
    return mine


def _test(shop: CompileContext, when: EffectCondition, place: Place) -> Compare:
    mine = _count(shop, when.count, place)
    if when.most:
        rivals = Gather(place, "highest", mine, (WordValue(place, "others"),))
        least: Expr | None = Arithmetic(place, "plus", (rivals, WordValue(place, 1)))
    else:
        least = None if when.at_least is None else WordValue(place, when.at_least)
    most = None if when.at_most is None else WordValue(place, when.at_most)
    return Compare(place, mine, Within(place, least, most))
