"""Drawing from piles that are renewed as game.yaml says, and paying."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from validator.catalogue.model import WhenEmpty
from validator.catalogue.playing.steps import Draw, Pay, Step
from validator.catalogue.playing.words import Word
from validator.script.layout import DRAWN, DRAWN_FROM, Zone
from validator.script.meaning.references import spot
from validator.script.state import Halt, Match, Op
from validator.script.steps.moving import arrive, drawn_cards, told
from validator.script.steps.remembering import Counter, counter
from validator.script.workshop import (
    Code,
    Proof,
    Scope,
    Spot,
    Workshop,
    always,
    both,
    constant,
    pieces_of,
    place_of,
)

FULL = 1_000
"""Pieces that one step draws at most."""


def draw(shop: Workshop, step: Draw, scope: Scope, after: int) -> int:
    """Pieces are taken one by one from the top of a pile."""
    source, target = spot(shop, step.source, scope), spot(shop, step.target, scope)
    if source is None or target is None or source.held >= 0 or target.held >= 0:
        return after
    shop.flows([(source.zone, step.source.place)], target.zone)
    shop.drawn.setdefault(source.zone.name, step.source.place)
    shop.binds(source.zone, DRAWN)
    expr = step.up_to or step.count
    count = constant("number", 1) if expr is None else shop.kit.number(shop, expr, scope)
    wanted = _missing(target, count) if step.up_to else count.run
    out = _run_out(shop, source.zone)
    lay = arrive(target, drawn_cards(shop, target, [source.zone]))
    return shop.emit(_draw(shop, source, _renewal(shop, source.zone), wanted, lay, out, after))


def _missing(target: Spot, count: Code) -> Callable[[Match], int]:
    pieces, full = pieces_of(target), count.run
    return lambda m: full(m) - len(pieces(m))


def _run_out(shop: Workshop, zone: Zone) -> int:
    """Where the program goes on when a piece is wanted and none is left; -1: nothing happens."""
    if zone.pile >= 0:
        pile = shop.layout.piles[zone.pile]
        if pile.when_empty is WhenEmpty.ENDS_GAME:
            return shop.kit.finish(shop, f"{pile.name or pile.id} ran out")
    return -1


def _renewal(shop: Workshop, zone: Zone) -> Callable[[Match, int], bool]:
    """What makes an empty pile anew from its discards; False where there is nothing."""
    layout, name, pile = shop.layout, zone.name, zone.pile
    if layout.renewed_from(zone, zone.at):
        shop.moved.add((layout.piles[pile].discard or "", name))

    def renew(m: Match, place: int) -> bool:
        discards = layout.renewed_from(zone, place)
        if not discards:
            return False
        if m.blind:
            raise Halt
        lying = m.z[place]
        for at in discards:
            lying.extend(m.z[at])
            m.z[at].clear()
        if lying:
            m.shuffle(name, lying)
            m.tally.reshuffled(pile)
        return bool(lying)

    return renew


def _draw(
    shop: Workshop,
    source: Spot,
    renew: Callable[[Match, int], bool],
    wanted: Callable[[Match], int],
    lay: Callable[[Match, Sequence[int]], int],
    out: int,
    after: int,
) -> Op:
    place, hidden, tell = place_of(source), source.zone.hidden, told(shop, source.zone)

    def op(m: Match) -> int:
        pile = place(m)
        lying = m.z[pile]
        if m.blind and hidden:
            m.hoped += min(wanted(m), len(lying))
            raise Halt
        m.r[DRAWN] = -1
        for _ in range(min(wanted(m), FULL)):
            if not lying and not renew(m, pile):
                return out if out >= 0 else after
            at = lay(m, lying[-1:])
            if at < 0:
                break
            m.r[DRAWN] = lying.pop()
            m.r[DRAWN_FROM] = at
            tell(m)
        return after

    return op


def pay(shop: Workshop, step: Pay, scope: Scope, after: int) -> int:
    """Something is given up in full, or not at all."""
    otherwise = shop.kit.block(shop, step.otherwise, scope, after)
    price = _price(shop, step, scope)
    if price is None:
        return after
    amount, purse = price
    if isinstance(purse, Counter):
        return shop.emit(_pay_points(purse, amount.run, otherwise, after))
    target = spot(shop, step.target, scope) if step.target else None
    if target is None:
        if not step.target:
            hint = "add `to: ZONE`"
            shop.report("play-value", step.common.place, "nothing says where it goes", hint)
        return after
    shop.flows([(purse.zone, step.common.place)], target.zone)
    lay = arrive(target, drawn_cards(shop, target, [purse.zone]))
    tell = told(shop, purse.zone)
    return shop.emit(_pay_pieces(purse, amount.run, (lay, tell), otherwise, after))


def _price(shop: Workshop, step: Pay, scope: Scope) -> tuple[Code, Spot | Counter] | None:
    """How much is paid, and what from."""
    amount = shop.kit.number(shop, step.amount, scope)
    if step.what is not None:
        points = counter(shop, step.what, scope)
        shop.read |= {points.name} if points else set()
        purse: Spot | Counter | None = points
    elif step.source is not None:
        purse = spot(shop, step.source, scope)
    else:
        hint = "add `from: ZONE`, or `what: COUNTER`"
        shop.report("play-value", step.common.place, "nothing says what is paid from", hint)
        return None
    return None if purse is None else (amount, purse)


def _pay_points(purse: Counter, amount: Callable[[Match], int], otherwise: int, after: int) -> Op:
    place, least = purse.place, purse.least

    def op(m: Match) -> int:
        wanted = max(amount(m), 0)
        at = place(m)
        if m.n[at] - wanted < least:
            return otherwise
        m.n[at] -= wanted
        return after

    return op


def _pay_pieces(
    purse: Spot,
    amount: Callable[[Match], int],
    ways: tuple[Callable[[Match, Sequence[int]], int], Callable[[Match], None]],
    otherwise: int,
    after: int,
) -> Op:
    place, (lay, tell) = place_of(purse), ways

    def op(m: Match) -> int:
        wanted = max(amount(m), 0)
        lying = m.z[place(m)]
        if len(lying) < wanted:
            return otherwise
        if wanted and lay(m, lying[: -wanted - 1 : -1]) >= 0:
            del lying[-wanted:]
            tell(m)
        return after

    return op


def payable(shop: Workshop, steps: Sequence[Step], scope: Scope) -> Proof:
    """Whether all that the steps surely pay can be paid."""
    totals: dict[str, tuple[list[Code], Code]] = {}
    for step in _payments(steps):
        price = _price(shop, step, scope)
        if price is not None:
            amount, purse = price
            name = (step.what or step.source or Word(step.common.place, "")).text
            totals.setdefault(name, ([], _left_in(shop, purse)))[0].append(amount)
    parts = [_enough(amounts, left) for amounts, left in totals.values()]
    if not parts:
        return always(True)
    runs = [part.run for part in parts]
    return parts[0] if len(parts) == 1 else Proof(lambda m: all(r(m) for r in runs), *both(parts))


def _payments(steps: Sequence[Step]) -> Iterator[Pay]:
    for step in steps:
        if isinstance(step, Pay) and step.common.when is None and not step.otherwise:
            yield step


def _left_in(shop: Workshop, purse: Spot | Counter) -> Code:
    if isinstance(purse, Counter):
        place, least = purse.place, purse.least
        return shop.leaf(Code("number", lambda m: m.n[place(m)] - least, purse.reads))
    pieces = pieces_of(purse)
    return shop.leaf(Code("number", lambda m: len(pieces(m)), purse.reads))


def _enough(amounts: Sequence[Code], left: Code) -> Proof:
    there, runs = left.run, [amount.run for amount in amounts]
    reads, state = both([left, *amounts])
    if len(runs) == 1:
        only = runs[0]
        return Proof(lambda m: only(m) <= there(m), reads, state)
    return Proof(lambda m: sum(max(run(m), 0) for run in runs) <= there(m), reads, state)
