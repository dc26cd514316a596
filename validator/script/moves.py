"""Steps that move, draw, pay or show pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from validator.catalogue.model import WhenEmpty
from validator.catalogue.play_script import (
    DrawStep,
    Move,
    PayStep,
    Reveal,
    Shuffle,
    Step,
    WordValue,
)
from validator.script.compile_context import (
    TEST,
    CompileContext,
    CompiledExpr,
    Scope,
    ZoneRef,
    always,
    both,
    pieces_of,
    place_of,
)
from validator.script.counters import Counter, counter
from validator.script.hidden_zones import Halt
from validator.script.layout import DRAWN, DRAWN_FROM, NOBODY, Zone
from validator.script.references import piece_scope, spot, spots
from validator.script.state import Op, Pieces, Read, ScriptMatch

Take: TypeAlias = Callable[[ScriptMatch, Pieces], Sequence[int]]
"""Takes pieces out of a zone and returns them."""
Lay: TypeAlias = Callable[[ScriptMatch, Sequence[int]], int]
"""Lays pieces on a zone and returns its place; nobody's zone takes nothing (-1)."""
Tell: TypeAlias = Callable[[ScriptMatch], None]
"""Tells what happened."""


@dataclass(frozen=True, slots=True)
class SaidStep:
    """What a seat did that nobody decides for."""

    text: str

    def say(self) -> str:
        """The deed in words."""
        return self.text


def tell_tally(shop: CompileContext, zone: Zone) -> Tell:
    """What tells the tally that pieces have left a zone: nothing, where it is no pile.

    Of a pile of every seat it tells them all, with what may still be shuffled into each.
    """
    pile, layout = zone.pile, shop.layout
    if pile < 0:
        return lambda m: None
    places = [(at, layout.sources_of_renewal(zone, at)) for at in zone.places(len(layout.seats))]

    def tell(m: ScriptMatch) -> None:
        for at, discards in places:
            m.tally.level(pile, len(m.z[at]), sum([len(m.z[one]) for one in discards]))

    return tell


def limit_of_drawn(shop: CompileContext, target: ZoneRef, sources: Sequence[Zone | None]) -> int:
    """Pieces below this number count as drawn when they come to ``target``: cards, into a hand."""
    own = any(zone is not None and zone.own for zone in sources)
    return shop.layout.cards if target.zone.own and not own else 0


def arrive(target: ZoneRef, cards: int) -> Lay:
    """What lays pieces on a zone; those below ``cards`` count as drawn."""
    at, slot, seat = target.zone.at, target.slot, target.seat

    def lay(m: ScriptMatch, pieces: Sequence[int]) -> int:
        whose = m.r[slot] if seat is None else seat.run(m)
        if whose < 0:
            return NOBODY
        m.z[at + whose].extend(pieces)
        if cards:
            for piece in pieces:
                if piece < cards:
                    m.tally.drew(piece)
        return int(at + whose)

    return lay


def move(shop: CompileContext, step: Move, scope: Scope, after: int) -> int:
    """Pieces go to a zone."""
    target, what = spot(shop, step.target, scope), step.what
    if target is None:
        return after
    if target.held >= 0:
        hint = "name a zone of setup.yaml"
        shop.report("play-value", step.target.place, "nothing can be moved to `cards`", hint)
        return after
    chosen = isinstance(what, WordValue) and what.text in {*scope.names, "drawn"}
    if isinstance(what, WordValue) and chosen and not step.sources:
        return _move_chosen(shop, step, what.text, target, scope, after)
    card = None if what is None else shop.kit.card(shop, what, scope)
    words = step.sources
    if isinstance(what, WordValue) and what.text.endswith(".top"):
        words = words or (WordValue(what.place, what.text.removesuffix(".top")),)
    words = words or getattr(what, "among", ())
    if not words:
        message = "nothing says where the piece lies" if card else "nothing says what is moved"
        hint = (
            "add `from`: the zone in which it lies" if card else "add `from: ZONE`, or `what: card`"
        )
        shop.report("play-value", step.place, message, hint)
        return after
    sources = spots(shop, words, scope)
    shop.flows([(one.zone, step.place) for one in sources], target.zone)
    lay = arrive(target, limit_of_drawn(shop, target, [one.zone for one in sources]))
    places = [(place_of(one), tell_tally(shop, one.zone)) for one in sources]
    if card is not None:
        return shop.emit(_move_found(card.run, places, lay, after))
    take = _groups(shop, step) if step.same else _tops(shop, step, scope)
    return shop.emit(_move_from(places, take, lay, step.bottom, after))


def _move_chosen(
    shop: CompileContext, step: Move, name: str, target: ZoneRef, scope: Scope, after: int
) -> int:
    """What was chosen or drawn, from where it lies: the register behind its own has that zone."""
    bound = scope.names.get(name)
    slot, source = (bound.slot, bound.zone) if bound else (DRAWN, None)
    drawn = limit_of_drawn(shop, target, [source]) if bound else 0
    if source is not None:
        shop.flows([(source, step.place)], target.zone)
        if source.pile >= 0:
            after = _tell(shop, tell_tally(shop, source), after)
    shop.filled.add(target.zone.name)
    shop.moved.add((str(slot), target.zone.name))
    lay = arrive(target, drawn)
    in_sight = not (target.zone.own or target.zone.hidden)
    if name == "card" and in_sight and not shop.by_effects:
        cards = shop.layout.cards

        def note_played(m: ScriptMatch) -> None:  # chosen, and laid where all see it
            if m.r[slot] < cards:
                m.tally.plays(m.r[slot])

        after = _tell(shop, note_played, after)
    if name != "cards":
        return shop.emit(_move_card(slot, target, drawn, lay, after))

    def move_cards(m: ScriptMatch) -> int:
        source = m.z[m.r[slot + 1]]
        pieces = [piece for piece in m.r[slot] if piece in source]
        place = lay(m, pieces)
        if place >= 0:
            for piece in pieces:
                source.remove(piece)
            m.r[slot + 1] = place
        return after

    return shop.emit(move_cards)


def _tell(shop: CompileContext, tell: Callable[[ScriptMatch], None], after: int) -> int:
    def op(m: ScriptMatch) -> int:
        tell(m)
        return after

    return shop.emit(op)


def _move_card(slot: int, target: ZoneRef, cards: int, lay: Lay, after: int) -> Op:
    at, seat_slot = target.zone.at, target.slot
    plain = target.seat is None and not cards

    def op(m: ScriptMatch) -> int:
        r = m.r
        card = r[slot]
        source = m.z[r[slot + 1]]
        if card in source:
            if plain:
                place = at + r[seat_slot]
                m.z[place].append(card)
            else:
                place = lay(m, (card,))
                if place < 0:
                    return after
            source.remove(card)
            r[slot + 1] = place
        return after

    return op


def _move_found(read: Read, places: Sequence[tuple[Read, Tell]], lay: Lay, after: int) -> Op:
    """Move a piece that is named by what it is, such as ``deck.top`` or the best of a zone."""

    def op(m: ScriptMatch) -> int:
        piece = read(m)
        for place, tell in places:
            source = m.z[place(m)]
            if piece in source:
                source.reverse()
                source.remove(piece)
                source.reverse()
                if lay(m, (piece,)) < 0:
                    source.append(piece)
                tell(m)
                break
        return after

    return op


def _move_from(
    places: Sequence[tuple[Read, Tell]], take: Take, lay: Lay, bottom: bool, after: int
) -> Op:
    def op(m: ScriptMatch) -> int:
        place = lay(m, ())
        if place < 0:
            return after
        for where, tell in places:
            at = where(m)
            if at != place:
                pieces = take(m, m.z[at])
                if bottom:
                    m.z[place][:0] = pieces
                else:
                    lay(m, pieces)
                tell(m)
        return after

    return op


def _tops(shop: CompileContext, step: Move, scope: Scope) -> Take:
    """Takes so many from the top, one by one; all in their order, where no number is said."""
    count = None if step.count is None else shop.kit.number(shop, step.count, scope).run
    slot, inner = piece_scope(shop, scope)
    where = shop.kit.maybe(shop, step.where, inner)
    holds, every = where.run, where.constant and where.value

    def take(m: ScriptMatch, lying: Pieces) -> Sequence[int]:
        if not every:
            wanted = len(lying) if count is None else count(m)
            return _take_that_fit(m, lying, wanted, slot, holds)
        if count is None:
            pieces = lying[:]
            lying.clear()
            return pieces
        wanted = min(max(count(m), 0), len(lying))
        if not wanted:
            return []
        pieces = lying[::-1] if wanted == len(lying) else lying[: -wanted - 1 : -1]
        del lying[len(lying) - wanted :]
        return pieces

    return take


def _take_that_fit(
    m: ScriptMatch, lying: Pieces, wanted: int, slot: int, holds: Callable[[ScriptMatch], bool]
) -> Sequence[int]:
    """Take so many of the pieces that pass a test, from the top."""
    pieces: list[int] = []
    kept: list[int] = []
    for piece in reversed(lying):
        m.r[slot] = piece
        if len(pieces) < wanted and holds(m):
            pieces.append(piece)
        else:
            kept.append(piece)
    lying[:] = reversed(kept)
    return pieces


def _groups(shop: CompileContext, step: Move) -> Take:
    """Takes whole groups of pieces with the same value of a field."""
    column, size = shop.column(step.same), step.size
    if not shop.layout.has_field(step.same):
        place = step.places.get("same", step.place)
        message = f"no piece has a field {step.same!r}"
        shop.report("play-word", place, message, "name a field of the pieces")

    def take(m: ScriptMatch, lying: Pieces) -> Sequence[int]:
        pieces: list[int] = []
        for value in dict.fromkeys(column[piece] for piece in lying):
            same = [piece for piece in lying if column[piece] == value]
            if value is not None:
                pieces += same[: len(same) // size * size]
        for piece in pieces:
            lying.remove(piece)
        return pieces

    return take


def shuffle(shop: CompileContext, step: Shuffle, scope: Scope, after: int) -> int:
    """Zones are shuffled, each by itself."""
    zones = [(one.zone.name, place_of(one)) for one in spots(shop, step.zones, scope)]

    def op(m: ScriptMatch) -> int:
        for name, place in reversed(zones):
            m.shuffle(name, m.z[place(m)])
        return after

    return shop.emit(op)


def reveal(shop: CompileContext, step: Reveal, scope: Scope, after: int) -> int:
    """A piece is told to everybody."""
    read, slot = shop.kit.card(shop, step.what, scope).run, scope.seat
    names = [SaidStep(piece.name) for piece in shop.layout.pieces]

    def op(m: ScriptMatch) -> int:
        piece = read(m)
        if m.blind:
            raise Halt
        if piece >= 0:
            m.ask.tell(m.r[slot], "reveals", names[piece])
        return after

    return shop.emit(op)


FULL = 1_000
"""Pieces that one step draws at most."""


def draw(shop: CompileContext, step: DrawStep, scope: Scope, after: int) -> int:
    """Pieces are taken one by one from the top of a pile."""
    source, target = spot(shop, step.source, scope), spot(shop, step.target, scope)
    if source is None or target is None or source.held >= 0 or target.held >= 0:
        return after
    shop.flows([(source.zone, step.source.place)], target.zone)
    shop.drawn.setdefault(source.zone.name, step.source.place)
    shop.binds(source.zone, DRAWN)
    expr = step.up_to or step.count or WordValue(step.place, 1)
    count, pieces = shop.kit.number(shop, expr, scope).run, pieces_of(target)
    wanted: Read = (lambda m: count(m) - len(pieces(m))) if step.up_to else count
    pile = shop.layout.piles[source.zone.pile] if source.zone.pile >= 0 else None
    out = after
    if pile is not None and pile.when_empty is WhenEmpty.ENDS_GAME:
        out = shop.kit.finish(shop, f"{pile.name or pile.id} ran out")
    lay = arrive(target, limit_of_drawn(shop, target, [source.zone]))
    place, hidden, tell = place_of(source), source.zone.hidden, tell_tally(shop, source.zone)
    renew = _renewal(shop, source.zone)

    def op(m: ScriptMatch) -> int:
        pile = place(m)
        lying = m.z[pile]
        if m.blind and hidden:
            m.hoped += min(wanted(m), len(lying))
            raise Halt
        m.r[DRAWN] = -1
        for _ in range(min(wanted(m), FULL)):
            if not lying and not renew(m, pile):
                return out
            at = lay(m, lying[-1:])
            if at < 0:
                break
            m.r[DRAWN] = lying.pop()
            m.r[DRAWN_FROM] = at
            tell(m)
        return after

    return shop.emit(op)


def _renewal(shop: CompileContext, zone: Zone) -> Callable[[ScriptMatch, int], bool]:
    """What makes an empty pile anew from its discards; False where there is nothing."""
    layout, name, pile = shop.layout, zone.name, zone.pile
    if layout.sources_of_renewal(zone, zone.at):
        shop.moved.add((layout.piles[pile].discard or "", name))

    def renew(m: ScriptMatch, place: int) -> bool:
        discards = layout.sources_of_renewal(zone, place)
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
            m.tally.note_reshuffle(pile)
        return bool(lying)

    return renew


def pay(shop: CompileContext, step: PayStep, scope: Scope, after: int) -> int:
    """Something is given up in full, or not at all."""
    otherwise = shop.kit.block(shop, step.otherwise, scope, after)
    price = _price(shop, step, scope)
    if price is None:
        return after
    amount, purse = price[0].run, price[1]
    if isinstance(purse, Counter):
        counted, least = purse.place, purse.least

        def pay_points(m: ScriptMatch) -> int:
            wanted = max(amount(m), 0)
            at = counted(m)
            if m.n[at] - wanted < least:
                return otherwise
            m.n[at] -= wanted
            return after

        return shop.emit(pay_points)
    target = spot(shop, step.target, scope) if step.target else None
    if target is None:
        if not step.target:
            shop.report("play-value", step.place, "nothing says where it goes", "add `to: ZONE`")
        return after
    shop.flows([(purse.zone, step.place)], target.zone)
    lay = arrive(target, limit_of_drawn(shop, target, [purse.zone]))
    place, tell = place_of(purse), tell_tally(shop, purse.zone)

    def pay_pieces(m: ScriptMatch) -> int:
        wanted = max(amount(m), 0)
        lying = m.z[place(m)]
        if len(lying) < wanted:
            return otherwise
        if wanted and lay(m, lying[: -wanted - 1 : -1]) >= 0:
            del lying[-wanted:]
            tell(m)
        return after

    return shop.emit(pay_pieces)


def _price(
    shop: CompileContext, step: PayStep, scope: Scope
) -> tuple[CompiledExpr, ZoneRef | Counter] | None:
    """How much is paid, and what from."""
    amount = shop.kit.number(shop, step.amount, scope)
    purse: ZoneRef | Counter | None = None
    if step.what is not None:
        purse = points = counter(shop, step.what, scope)
        shop.read |= {points.name} if points else set()
    elif step.source is not None:
        purse = spot(shop, step.source, scope)
    else:
        hint = "add `from: ZONE`, or `what: COUNTER`"
        shop.report("play-value", step.place, "nothing says what is paid from", hint)
    return None if purse is None else (amount, purse)


def payable(shop: CompileContext, steps: Sequence[Step], scope: Scope) -> CompiledExpr:
    """Whether all that the steps surely pay can be paid."""
    totals: dict[str, tuple[list[CompiledExpr], CompiledExpr]] = {}
    for step in steps:
        if not isinstance(step, PayStep) or step.when is not None or step.otherwise:
            continue
        price = _price(shop, step, scope)
        if price is not None:
            name = (step.what or step.source or WordValue(step.place, "")).text
            totals.setdefault(name, ([], _rest_of_purse(shop, price[1])))[0].append(price[0])
    parts = [_enough(amounts, left) for amounts, left in totals.values()]
    if not parts:
        return always(True)
    runs = [part.run for part in parts]
    run = runs[0] if len(runs) == 1 else (lambda m: all(run(m) for run in runs))
    return CompiledExpr(TEST, run, *both(parts))


def _rest_of_purse(shop: CompileContext, purse: ZoneRef | Counter) -> CompiledExpr:
    if isinstance(purse, Counter):
        place, least = purse.place, purse.least
        return shop.leaf(CompiledExpr("number", lambda m: m.n[place(m)] - least, purse.reads))
    pieces = pieces_of(purse)
    return shop.leaf(CompiledExpr("number", lambda m: len(pieces(m)), purse.reads))


def _enough(amounts: Sequence[CompiledExpr], left: CompiledExpr) -> CompiledExpr:
    there, runs = left.run, [amount.run for amount in amounts]
    reads, state = both([left, *amounts])
    if len(runs) == 1:
        only = runs[0]
        return CompiledExpr(TEST, lambda m: only(m) <= there(m), reads, state)
    return CompiledExpr(
        TEST, lambda m: sum(max(run(m), 0) for run in runs) <= there(m), reads, state
    )
