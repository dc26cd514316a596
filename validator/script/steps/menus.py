"""What may be chosen at a moment: each option of a script made into a menu of its picks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from validator.catalogue.playing.steps import Choice
from validator.catalogue.playing.words import Expr, Within, Word
from validator.script.layout import TABLE
from validator.script.meaning.gathering import group
from validator.script.meaning.references import HELD, spot
from validator.script.state import Match
from validator.script.steps.combining import choices
from validator.script.steps.drawing import payable
from validator.script.steps.offered import value_list
from validator.script.steps.picks import CardPick, NamePick, Pick
from validator.script.steps.rows import Rows
from validator.script.workshop import (
    CARD,
    NUMBER,
    TEXT,
    Bound,
    Proof,
    Scope,
    Workshop,
    constant,
    pieces_of,
    place_of,
)

Menu: TypeAlias = Callable[[Match, list[Pick]], None]
"""Adds what is legal of one option."""
MOST_PICKS = 5_000
"""Choices of several pieces that are offered at most."""
KEPT_PICKS = 30_000
"""Picks of an option that are kept: three cards of 52 can be chosen in 22,100 ways."""


def menu(shop: Workshop, choice: Choice, scope: Scope, after: int) -> Menu:
    """The menu of one option; what it does goes on at ``after``."""
    _picks(shop, choice)
    when = shop.kit.maybe(shop, choice.when, scope)
    if when.constant and not when.value:
        shop.closed.add(choice.place)
        shop.kit.block(shop, choice.then, _bound(shop, choice, scope)[0], after)
        return lambda m, picks: None
    if choice.card is not None:
        made = _cards(shop, choice, choice.card, scope, after)
    elif choice.cards is not None:
        made = _several(shop, choice, choice.cards, scope, after)
    elif choice.seat is not None or choice.values is not None:
        made = _names(shop, choice, scope, after)
    else:
        made = _plain(shop, choice, scope, after)
    if when.constant:
        return made
    holds = when.run

    def only_when(m: Match, picks: list[Pick]) -> None:
        if holds(m):
            made(m, picks)

    return only_when


NEEDS = {"cards": ("card",), "seat": ("card", "cards"), "value": ("card", "cards")}
"""What an option that is made from something cannot be made from as well."""
WANTS = {
    "count": ("cards",),
    "same": ("cards",),
    "of": ("value",),
    "where": ("card", "cards", "seat", "value"),
    "prefer": ("card", "seat", "value"),
}
"""Keys of an option that say something only beside one of others."""


def _picks(shop: Workshop, choice: Choice) -> None:
    """Report keys of an option that would be passed over."""
    for key, others in NEEDS.items():
        for other in others:
            if key in choice.places and other in choice.places:
                message = f"an option is made from `{other}` or from `{key}`, not from both"
                hint = f"write a second `choose` with `{key}` into its `then`"
                shop.report("play-option", choice.places[key], message, hint)
    for key, wanted in WANTS.items():
        if key in choice.places and not any(one in choice.places for one in wanted):
            message = f"`{key}` says nothing here"
            hint = f"it belongs beside {' or '.join(f'`{one}`' for one in wanted)}"
            shop.report("play-option", choice.places[key], message, hint)


def _bound(shop: Workshop, choice: Choice, scope: Scope) -> tuple[Scope, int]:
    """What an option binds, in registers of its own; the first of them."""
    slot = shop.register(4)
    word = choice.card or choice.cards
    if word is not None:
        found = spot(shop, word, scope)
        if found is not None:
            shop.binds(found.zone, slot)
        name = CARD if choice.card is not None else "cards"
        return scope.bind(**{name: Bound(name, slot, found.zone if found else None)}), slot
    inner = scope
    if choice.seat is not None:
        inner = inner.bind(that=Bound("seat", slot))
    if choice.values is not None:
        kind = NUMBER if isinstance(choice.values, Within) else TEXT
        inner = inner.bind(it=Bound(kind, slot + 1, span=_span(choice.values)))
    return inner, slot


def _span(values: object) -> tuple[int, int] | None:
    """The numbers that a range offers, where it is written in numbers."""
    match values:
        case Within(at_least=Word(value=int(first)), at_most=Word(value=int(last))):
            return first, last
        case _:
            return None


def _plain(shop: Workshop, choice: Choice, scope: Scope, after: int) -> Menu:
    pc = shop.kit.block(shop, choice.then, scope, after)
    pick = Pick(choice.id, choice.says or _words(choice.id), pc)
    can = payable(shop, choice.then, scope)
    if can.constant:
        return lambda m, picks: picks.append(pick)
    holds = can.run

    def payable_now(m: Match, picks: list[Pick]) -> None:
        if holds(m):
            picks.append(pick)

    return payable_now


def _words(identity: str) -> str:
    return identity.replace("_", " ")


def _cards(shop: Workshop, choice: Choice, word: Word, scope: Scope, after: int) -> Menu:
    inner, slot = _bound(shop, choice, scope)
    found = inner.names["card"].zone
    here = spot(shop, word, scope)
    pc = shop.kit.block(shop, choice.then, inner, after)
    if here is None or found is None or here.held >= 0:
        return lambda m, picks: None
    shop.taken.setdefault(found.name, word.place)
    where = Rows(shop, slot, inner, [choice.where], choice)
    prefer = [Rows(shop, slot, inner, [test], None) for test in choice.prefer]
    zone, seat = (here.zone.at, here.slot) if here.seat is None else (-1, TABLE)
    named, words = shop.layout.pieces, partial(_describe, choice)
    made: list[CardPick | None] = [None] * len(named)

    def pick_of(piece: int) -> CardPick:
        said = words([named[piece].name])
        pick = made[piece] = CardPick(*(choice.id, said, pc, piece, slot, zone, seat, named, words))
        return pick

    pieces = pieces_of(here)
    place = place_of(here) if here.seat is not None else None

    def offer(m: Match, picks: list[Pick]) -> None:
        lying = sorted(set(pieces(m)))
        row = where.row(m, lying)
        fitting = [piece for piece in lying if row[piece]]
        for preferred in prefer:
            liked = preferred.row(m, fitting)
            some = [piece for piece in fitting if liked[piece]]
            if some:
                fitting = some
                break
        if place is None:
            picks.extend([made[piece] or pick_of(piece) for piece in fitting])
        else:
            at = place(m)
            picks.extend([replace(pick_of(piece), zone=at) for piece in fitting])

    return offer


def _describe(choice: Choice, names: Sequence[str]) -> str:
    """An option in words: as it says, or its id and what is chosen."""
    if not choice.says:
        return " ".join([_words(choice.id), *names])
    text = choice.says
    for key, name in zip(("{card}", "{cards}"), (names[0], ", ".join(names)), strict=True):
        text = text.replace(key, name)
    return text


def _several(shop: Workshop, choice: Choice, word: Word, scope: Scope, after: int) -> Menu:
    inner, slot = _bound(shop, choice, scope)
    here = spot(shop, word, scope)
    pc = shop.kit.block(shop, choice.then, inner, after)
    if here is None or here.zone is HELD:
        return lambda m, picks: None
    shop.taken.setdefault(here.zone.name, word.place)
    single = shop.register(2)
    tested = scope.bind(card=Bound(CARD, single, here.zone))
    where = Rows(shop, single, tested, [choice.where], None)
    least = _count(shop, choice.least, scope)
    most = _count(shop, choice.most, scope)
    column = shop.column(choice.same) if choice.same else None
    can = payable(shop, choice.then, inner)
    pieces, named, words = pieces_of(here), shop.layout.pieces, partial(_describe, choice)
    zone, seat = here.zone.at, here.slot
    made: dict[tuple[int, ...], CardPick] = {}

    def pick_of(cards: tuple[int, ...]) -> CardPick:
        said = words([named[card].name for card in cards])
        pick = CardPick(choice.id, said, pc, cards, slot, zone, seat, named, words)
        if len(made) < KEPT_PICKS:
            made[cards] = pick
        return pick

    def offer(m: Match, picks: list[Pick]) -> None:
        lying = pieces(m)
        row = where.row(m, lying)
        fitting = sorted(piece for piece in lying if row[piece])
        sizes = range(max(least(m), 1), min(most(m), len(fitting)) + 1)
        several = islice(choices(fitting, sizes, column), MOST_PICKS)
        found = [made.get(cards) or pick_of(cards) for cards in several]
        if can.constant and can.value:
            picks.extend(found)
            return
        for pick in found:
            pick.take(m)
            if can.run(m):
                picks.append(pick)

    return offer


def _count(shop: Workshop, expr: Expr | None, scope: Scope) -> Callable[[Match], int]:
    code = constant(NUMBER, 1) if expr is None else shop.kit.number(shop, expr, scope)
    return code.run


def _names(shop: Workshop, choice: Choice, scope: Scope, after: int) -> Menu:
    """Options for seats, for values, or for each seat with each value."""
    inner, slot = _bound(shop, choice, scope)
    pc = shop.kit.block(shop, choice.then, inner, after)
    that_slot = slot if choice.seat is not None else -1
    it_slot = slot + 1 if choice.values is not None else -1
    seats = group(shop, choice.seat, scope).run if choice.seat is not None else _no_seat
    values = value_list(shop, choice, scope) if choice.values is not None else _no_value
    where = shop.kit.maybe(shop, choice.where, inner)
    can = payable(shop, choice.then, inner)
    prefer = [shop.kit.maybe(shop, test, inner) for test in choice.prefer]
    colours = [seat.colour or str(seat) for seat in shop.layout.seats]
    made: dict[tuple[int, Any], NamePick] = {}

    def pick_of(that: int, it: Any) -> NamePick:
        pick = made.get((that, it))
        if pick is None:
            said = _named(choice, colours[that] if that_slot >= 0 else "", it)
            pick = NamePick(choice.id, said, pc, that, it, that_slot, it_slot)
            if len(made) < MOST_PICKS:
                made[that, it] = pick
        return pick

    def fits(m: Match, pick: NamePick, test: Proof) -> bool:
        pick.take(m)
        return test.run(m)

    def offer(m: Match, picks: list[Pick]) -> None:
        there = [pick_of(that, it) for it in values(m) for that in seats(m)]
        found = [pick for pick in there if fits(m, pick, where) and fits(m, pick, can)]
        for test in prefer:
            some = [pick for pick in found if fits(m, pick, test)]
            if some:
                found = some
                break
        picks.extend(found)

    return offer


def _no_seat(m: Match) -> Sequence[int]:
    return (-1,)


def _no_value(m: Match) -> Sequence[Any]:
    return (None,)


def _named(choice: Choice, that: str, it: object) -> str:
    if choice.says:
        return choice.says.replace("{that}", that).replace("{it}", str(it))
    named = [] if it is None else [str(it)]
    return " ".join([_words(choice.id), *([that] if that else []), *named])
