"""Effects of cards, carried out as they are written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from validator.catalogue.effects import Condition, Count, Effect
from validator.catalogue.model import Component
from validator.catalogue.playing.script import Meaning
from validator.catalogue.playing.steps import CarryOut
from validator.catalogue.playing.words import (
    All,
    Arithmetic,
    Compare,
    Expr,
    Gather,
    OneOf,
    Within,
    Word,
)
from validator.findings import Place
from validator.script.layout import DRAWN
from validator.script.meaning.gathering import group
from validator.script.state import Match, Op
from validator.script.steps.choosing import ask
from validator.script.steps.drawing import payable
from validator.script.steps.picks import NamePick, Pick
from validator.script.steps.steering import for_each, fork
from validator.script.workshop import CARD, NUMBER, Bound, Code, Scope, Workshop, constant

WHO = {"each": "seats", "others": "others", "left": "left", "right": "right"}
"""Who is meant by an effect, in the words of scripts."""


def carry_out(shop: Workshop, step: CarryOut, scope: Scope, after: int) -> int:
    """What is written on a card is done."""
    read = shop.kit.card(shop, step.of, scope)
    bound = _bound(step.of, scope) or Bound(CARD, shop.register(2))
    inner = scope.bind(card=bound)
    made: dict[tuple[Effect, ...], int] = {(): after}
    entries = []
    for piece in shop.layout.pieces:
        if piece.effects not in made:
            made[piece.effects] = chain(shop, piece.effects, piece, inner, after)
        entries.append(made[piece.effects])
    return shop.emit(_go(read, bound.slot, (*entries, after), (shop.layout.cards, scope.seat)))


def _bound(of: Expr, scope: Scope) -> Bound | None:
    if not isinstance(of, Word):
        return None
    return Bound(CARD, DRAWN) if of.value == "drawn" else scope.names.get(of.text)


def _go(read: Code, slot: int, entries: Sequence[int], counted: tuple[int, int]) -> Op:
    """``counted``: how many pieces are cards, and the register of the seat that plays them."""
    run = read.run
    cards, seat = counted

    def op(m: Match) -> int:
        piece: int = run(m)
        m.r[slot] = piece
        if 0 <= piece < cards:
            m.tally.plays(piece)
            return entries[m.tally.acts_as(piece, m.r[seat])]
        return entries[piece]

    return op


def chain(
    shop: Workshop, effects: Sequence[Effect], card: Component, scope: Scope, after: int
) -> int:
    """Effects of a card, one after the other."""
    for number, effect in reversed(list(enumerate(effects))):
        place = card.place_of("effects", number)
        after = _effect(shop, effect, place, card, scope, after)
    return after


def _effect(
    shop: Workshop, effect: Effect, place: Place, card: Component, scope: Scope, after: int
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
        seats = group(shop, Word(meaning.place, WHO[who]), scope).run
        return for_each(
            shop,
            lambda m: tuple(seats(m)),
            lambda inner, head: _done(shop, effect, meaning, place, inner, head),
            scope,
            after,
        )
    if who == "one-other":
        return _for_one(shop, effect, meaning, place, scope, after)
    return _done(shop, effect, meaning, place, scope, after)


def _for_one(
    shop: Workshop, effect: Effect, meaning: Meaning, place: Place, scope: Scope, after: int
) -> int:
    """An effect for another seat that the acting one names."""
    slot = shop.register()
    pc = _done(shop, effect, meaning, place, replace(scope, seat=slot), after)
    named = [
        NamePick("for", f"for {seat.colour or seat}", pc, at, None, slot, -1)
        for at, seat in enumerate(shop.layout.seats)
    ]
    others = group(shop, Word(place, "others"), scope).run

    def offer(m: Match, picks: list[Pick]) -> None:
        picks.extend(named[seat] for seat in others(m))

    at = shop.reserve()
    shop.code[at] = ask(at, scope.seat, meaning.kind, [(0, offer)], after)
    return at


def find(shop: Workshop, effect: Effect) -> Meaning | None:
    """The first entry under `effects` that fits."""
    play = shop.layout.game.play
    kind = type(effect).__name__.lower()
    for number, meaning in enumerate(play.effects if play else ()):
        fits = (getattr(effect, key, None) == value for key, value in meaning.keys.items())
        if meaning.kind == kind and all(fits):
            shop.meant.add(number)
            return meaning
    return None


def _done(
    shop: Workshop, effect: Effect, meaning: Meaning, place: Place, scope: Scope, after: int
) -> int:
    inner = replace(scope, effect=effect, amount=_amount(shop, effect, place, scope))
    to: Sequence[Effect] = getattr(effect, "to", ())
    if to:
        then = _priced(shop, to, meaning, inner, after)
    else:
        then = shop.kit.block(shop, meaning.then, inner, after)
    when: Condition | None = getattr(effect, "when", None)
    if when is None:
        return then
    test = shop.kit.maybe(shop, _test(shop, when, place), scope)
    return shop.emit(fork(test.run, then, after))


def _priced(
    shop: Workshop, to: Sequence[Effect], meaning: Meaning, scope: Scope, after: int
) -> int:
    """A price that one may pay or not, and what it buys."""
    source = Component("", "", "", meaning.place)
    bought = chain(shop, to, source, scope, after)
    pays = Pick(meaning.kind, meaning.kind, shop.kit.block(shop, meaning.then, scope, bought))
    leaves = Pick("leave", f"do not {meaning.kind}", after)
    can = payable(shop, meaning.then, scope).run

    def offer(m: Match, picks: list[Pick]) -> None:
        if can(m):
            picks.append(pays)
        picks.append(leaves)

    at = shop.reserve()
    shop.code[at] = ask(at, scope.seat, "may", [(0, offer)], after)
    return at


def _amount(shop: Workshop, effect: Effect, place: Place, scope: Scope) -> Code | None:
    """How much, with what is counted."""
    amount = getattr(effect, "amount", None)
    if not isinstance(amount, int):
        return None
    per: Count | None = getattr(effect, "per", None)
    if per is None:
        return constant(NUMBER, amount)
    counted = shop.kit.number(shop, _count(shop, per, place), scope).run
    every, most = getattr(effect, "every", 1), getattr(effect, "most", None)

    def run(m: Match) -> int:
        times: int = amount * (counted(m) // every)
        return times if most is None else min(times, most)

    return Code(NUMBER, run, frozenset((scope.seat,)))


def _count(shop: Workshop, count: Count, place: Place) -> Expr:
    """What an effect counts, in the words of scripts."""
    play = shop.layout.game.play
    zones = play.counts.get(count.of) if play else None
    if zones is None:
        message = f"nothing in play.yaml says where {count.of!r} is counted"
        shop.report("play-effect", place, message, f"add to `counts` there: {{{count.of}: ZONE}}")
        return Word(place, 0)
    tests = tuple(
        Compare(place, Word(place, one.field), OneOf(place, (Word(place, one.value),)))
        for one in count.where
    )
    where = All(place, tests) if tests else None
    what = Word(place, f"card.{count.distinct}") if count.distinct else None
    mine = Gather(place, "distinct" if what else "count", what, zones, where)
    if count.whose in ("each", "others"):
        return Gather(place, "sum", mine, (Word(place, WHO[count.whose]),))
    if count.whose != "you":
        message = f"`whose: {count.whose}` is not played from data"
        hint = "write `each` or `others`, or a rules module"
        shop.report("play-effect", place, message, hint)
    return mine


def _test(shop: Workshop, when: Condition, place: Place) -> Compare:
    mine = _count(shop, when.count, place)
    if when.most:
        rivals = Gather(place, "highest", mine, (Word(place, "others"),))
        least: Expr | None = Arithmetic(place, "plus", (rivals, Word(place, 1)))
    else:
        least = None if when.at_least is None else Word(place, when.at_least)
    most = None if when.at_most is None else Word(place, when.at_most)
    return Compare(place, mine, Within(place, least, most))
