"""Steps that hold other steps, leave them, or change what is remembered; effects of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from validator.catalogue.effects import Count, Effect, EffectCondition
from validator.catalogue.model import Component
from validator.catalogue.play_script import (
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
    Several,
    Within,
    WordValue,
)
from validator.findings import Place, did_you_mean
from validator.script.choices import NamePick, ask, list_values
from validator.script.compile_context import (
    CARD,
    NUMBER,
    TEXT,
    Binding,
    CompileContext,
    CompiledExpr,
    Scope,
    always,
    constant,
    place_of,
)
from validator.script.layout import DIRECTION, DRAWN, EXTRA, NOBODY
from validator.script.moves import payable
from validator.script.references import group, spots
from validator.script.state import Op, Pick, ScriptMatch


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
    done = always(False) if step.until is None else shop.kit.maybe(shop, step.until, scope)
    most = shop.kit.number(shop, step.most, scope).run
    body = shop.kit.block(shop, step.then, replace(scope, stop=after), head)
    holds, stall = done.run, shop.stall

    def again(m: ScriptMatch) -> int:
        if m.r[count] <= 0 or holds(m):
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
    slot, among = shop.register(2), step.among
    listed: Callable[[ScriptMatch], Sequence[Any]]
    inner, piece = scope, -1
    if step.kind == "seat" and not isinstance(among, Within):
        listed, inner = group(shop, among[0], scope).run, replace(scope, seat=slot)
    elif step.kind == "card" and not isinstance(among, Within):
        zones = spots(shop, [word for word in among if isinstance(word, WordValue)], scope)
        for zone in zones:
            shop.binds(zone.zone, slot)
        places = [place_of(zone) for zone in zones if zone.held < 0]
        only = zones[0].zone if len(zones) == 1 else None
        inner, piece = scope.bind(card=Binding(CARD, slot, only)), slot

        def list_pieces(m: ScriptMatch) -> Sequence[Any]:
            return [(piece, at(m)) for at in places for piece in m.z[at(m)]]

        listed = list_pieces
    elif step.kind == "value":
        listed, inner = list_values(shop, among, (), scope), scope.bind(it=Binding(TEXT, slot))
    else:
        hint = "add `seat: seats`, `card: ZONE` or `value: card.FIELD`"
        shop.report("play-value", step.place, "nothing says for each of what", hint)
        return after

    def body(scope: Scope, head: int) -> int:
        where = shop.kit.maybe(
            shop, step.where, replace(scope, piece=piece) if piece >= 0 else scope
        )
        then = shop.kit.block(shop, step.then, scope, head)
        return then if where.constant and where.value else shop.emit(fork(where.run, then, head))

    return loop(shop, slot, listed, body, inner, after)


def loop(
    shop: CompileContext,
    slot: int,
    listed: Callable[[ScriptMatch], Sequence[Any]],
    body: Callable[[Scope, int], int],
    scope: Scope,
    after: int,
) -> int:
    """Something for each of what is listed as the loop begins; pairs fill two registers.

    ``body`` makes it, given what names mean inside and where it goes on.
    """
    items, head = shop.register(), shop.reserve()
    then = body(replace(scope, stop=after), head)
    stall = shop.stall

    def again(m: ScriptMatch) -> int:
        left = m.r[items]
        if not left:
            return after
        one = left[0]
        if isinstance(one, tuple):
            m.r[slot], m.r[slot + 1] = one
        else:
            m.r[slot] = one
        m.r[items] = left[1:]
        m.fuel -= 1
        return then if m.fuel > 0 else stall

    def begin(m: ScriptMatch) -> int:
        m.r[items] = tuple(listed(m))
        return head

    shop.code[head] = again
    return shop.emit(begin)


def perform(shop: CompileContext, step: Perform, scope: Scope, after: int) -> int:
    """The steps of a procedure, written out where it is run."""
    known, name = shop.play.procedures, step.what.text
    shop.ran.add(name)
    if name not in known:
        hint = did_you_mean(name, known, f"procedures: {', '.join(known) or 'none'}")
        shop.report("play-procedure", step.what.place, f"there is no procedure {name!r}", hint)
        return after
    if name in scope.path:
        message, hint = f"the procedure {name!r} runs itself", "use `repeat` or `again`"
        shop.report("play-procedure", step.what.place, message, hint)
        return after
    return shop.kit.block(shop, known[name], replace(scope, path=(*scope.path, name)), after)


def leave(shop: CompileContext, step: Leave, scope: Scope, after: int) -> int:
    """``stop``, ``end_turn``, ``end_round``, ``extra_turn`` and ``reverse``."""

    def reverse(m: ScriptMatch) -> int:
        m.n[DIRECTION] = -m.n[DIRECTION]
        return after

    def have_another(m: ScriptMatch) -> int:
        m.n[EXTRA] = 1
        return after

    verb = step.verb
    if verb == "reverse":
        return shop.emit(reverse)
    at, inside = {
        "stop": (scope.stop, "an `again`, `repeat` or `each`"),
        "end_turn": (scope.turn, "a turn"),
        "end_round": (scope.round, "a `round`"),
        "extra_turn": (scope.turn, "a turn"),
    }[verb]
    if at < 0:
        hint = f"`{verb}` belongs into {inside}"
        shop.report("play-place", step.place, f"there is nothing here to {verb}", hint)
        return shop.stall
    return shop.emit(have_another) if verb == "extra_turn" else at


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
    read = shop.kit.card(shop, step.of, scope).run
    bound = scope.names.get(step.of.text) if isinstance(step.of, WordValue) else None
    if isinstance(step.of, WordValue) and step.of.value == "drawn":
        bound = Binding(CARD, DRAWN)
    bound = bound or Binding(CARD, shop.register(2))
    inner = scope.bind(card=bound)
    made: dict[tuple[Effect, ...], int] = {(): after}
    for piece in shop.layout.pieces:
        if piece.effects not in made:
            made[piece.effects] = chain(shop, piece.effects, piece, inner, after)
    entries = (*(made[piece.effects] for piece in shop.layout.pieces), after)
    slot, cards, seat = bound.slot, shop.layout.cards, scope.seat

    def op(m: ScriptMatch) -> int:
        piece: int = read(m)
        m.r[slot] = piece
        if 0 <= piece < cards:
            m.tally.plays(piece)
            return entries[m.tally.acts_as(piece, m.r[seat])]
        return entries[piece]

    return shop.emit(op)


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

    def emit_for(inner: Scope, after: int) -> int:
        return _compile_effect(shop, effect, meaning, place, inner, after)

    who = getattr(effect, "who", "you")
    if who in WHO:
        seats = group(shop, WordValue(meaning.place, WHO[who]), scope).run
        slot = shop.register()
        return loop(shop, slot, seats, emit_for, replace(scope, seat=slot), after)
    if who != "one-other":
        return emit_for(scope, after)
    slot = shop.register()
    pc = emit_for(replace(scope, seat=slot), after)
    named = [
        NamePick("for", f"for {seat.colour or seat}", pc, at, None, slot, -1)
        for at, seat in enumerate(shop.layout.seats)
    ]
    others = group(shop, WordValue(place, "others"), scope).run

    def offer(m: ScriptMatch, picks: list[Pick]) -> None:
        picks.extend(named[seat] for seat in others(m))

    return ask(shop, shop.reserve(), scope.seat, meaning.kind, [(0, offer)], after)


def find(shop: CompileContext, effect: Effect) -> Meaning | None:
    """The first entry under `effects` that fits."""
    kind = type(effect).__name__.lower()
    for number, meaning in enumerate(shop.play.effects):
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
    mine = _count(shop, when.count, place)
    least: Expr | None = None if when.at_least is None else WordValue(place, when.at_least)
    most = None if when.at_most is None else WordValue(place, when.at_most)
    if when.most:
        rivals = Gather(place, "highest", mine, (WordValue(place, "others"),))
        least = Arithmetic(place, "plus", (rivals, WordValue(place, 1)))
    test = shop.kit.maybe(shop, Compare(place, mine, Within(place, least, most)), scope)
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

    return ask(shop, shop.reserve(), scope.seat, "may", [(0, offer)], after)


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
    zones = shop.play.counts.get(count.of)
    if zones is None:
        message = f"nothing in play.yaml says where {count.of!r} is counted"
        shop.report("play-effect", place, message, f"add to `counts` there: {{{count.of}: ZONE}}")
        return WordValue(place, 0)
    tests = tuple(
        Compare(place, WordValue(place, one.field), OneOf(place, (WordValue(place, one.value),)))
        for one in count.where
    )
    where = Several(place, tests) if tests else None
    what = WordValue(place, f"card.{count.distinct}") if count.distinct else None
    mine = Gather(place, "distinct" if what else "count", what, zones, where)
    if count.whose in ("each", "others"):
        return Gather(place, "sum", mine, (WordValue(place, WHO[count.whose]),))
    if count.whose != "you":
        message = f"`whose: {count.whose}` is not played from data"
        hint = "write `each` or `others`, or a rules module"
        shop.report("play-effect", place, message, hint)
    return mine
