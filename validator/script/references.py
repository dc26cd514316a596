"""What a word of a script means where it stands, and counts over pieces of zones or over seats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from validator.catalogue.model import OF_EVERY_COMPONENT
from validator.catalogue.play_script import Best, Expr, Gather, WordValue
from validator.findings import did_you_mean
from validator.script.compile_context import (
    CARD,
    NUMBER,
    SEAT,
    SOME_SEATS,
    TEXT,
    Binding,
    CompileContext,
    CompiledExpr,
    Scope,
    ZoneRef,
    both,
    constant,
    pieces_of,
)
from validator.script.layout import (
    DIRECTION,
    DRAWN,
    NOBODY,
    ROUND,
    START,
    TURNS,
    YOU,
    MemorySlot,
    Zone,
)
from validator.script.state import ScriptMatch

Meaning: TypeAlias = "CompiledExpr | ZoneRef"
HELD = Zone("cards", 0, of_seats=False)
SEATS = ("seat", "you", "next", "left", "previous", "right", "start", "partner", "that")
GROUPS = ("seats", "others")
NONE = ("nothing", "nobody")


def meaning(shop: CompileContext, text: str, scope: Scope) -> Meaning | None:
    """What a reference means; None where it is none."""
    plain = shop.layout.zones.get(text)
    if plain is not None and not plain.of_seats:
        return ZoneRef(plain)
    return (
        _number(shop, text, scope)
        or _of_zone(shop, text, scope)
        or _of_seat(shop, text, scope)
        or _of_piece(shop, text, scope)
        or _memory_value(shop, text, None)
    )


def spot(shop: CompileContext, word: WordValue, scope: Scope) -> ZoneRef | None:
    """The zone that a word names; reported where it is none."""
    found = meaning(shop, word.text, scope)
    if isinstance(found, ZoneRef):
        return found
    unknown(shop, word, scope, "zone", list(_zone_words(shop, scope)))
    return None


def seat_code(shop: CompileContext, word: WordValue, scope: Scope) -> CompiledExpr | None:
    """The seat that a word names; reported where it is none."""
    if word.value == "nobody":
        return constant(SEAT, NOBODY)
    found = meaning(shop, word.text, scope)
    if isinstance(found, CompiledExpr) and found.kind == SEAT:
        return found
    unknown(
        shop,
        word,
        scope,
        "seat",
        [
            *SEATS,
            "nobody",
            *[name for name, one in shop.layout.memories.items() if one.what.kind == "seat"],
        ],
    )
    return None


def unknown(
    shop: CompileContext, word: WordValue, scope: Scope, kind: str, known: Iterable[str]
) -> None:
    """Report a word that is not known."""
    listed = list(dict.fromkeys(known))
    if scope.seat < 0 and word.text.partition(".")[0] in SEATS:
        hint = "add `each: seats`, or write it where a seat acts"
        shop.report(
            "play-word", word.place, f"no seat acts here, so there is no {word.text!r}", hint
        )
        return
    otherwise = f"known: {', '.join(listed[:20])}" if listed else "there is none here"
    hint = did_you_mean(word.text, listed, otherwise)
    shop.report("play-word", word.place, f"{word.text!r} is no {kind} here", hint)


def words_with_value(shop: CompileContext, scope: Scope) -> Iterator[str]:
    """Words that have a value at a place, for hints."""
    yield from _zone_words(shop, scope)
    yield from shop.layout.memories
    yield from (*scope.names, *SEATS, "players", "round", "turns")
    for name, bound in scope.names.items():
        if bound.kind == CARD:
            yield from (f"{name}.{field}" for field in fields(shop))


def fields(shop: CompileContext) -> list[str]:
    """The fields of all pieces."""
    found = dict.fromkeys(name for piece in shop.layout.pieces for name in piece.fields)
    return [*found, *OF_EVERY_COMPONENT]


def _zone_words(shop: CompileContext, scope: Scope) -> Iterator[str]:
    yield from shop.layout.zones
    if "cards" in scope.names:
        yield "cards"


def _number(shop: CompileContext, text: str, scope: Scope) -> CompiledExpr | None:
    """A number that every game has, or that game.yaml or the effect says."""
    layout = shop.layout
    if text == "players":
        return constant(NUMBER, len(layout.seats))
    if text in ("round", "turns"):
        at = ROUND if text == "round" else TURNS
        return shop.leaf(CompiledExpr(NUMBER, lambda m: m.n[at]))
    if text == "it" and "it" in scope.names:
        it = scope.names["it"]
        return replace(_register(shop, it.slot, it.kind), span=it.span)
    head, _, rest = text.partition(".")
    if head == "effect" and scope.effect is not None:
        if rest == "amount" and scope.amount is not None:
            return scope.amount
        value = getattr(scope.effect, rest, None)
        if isinstance(value, bool | int):
            return constant(NUMBER, int(value))
        return constant(TEXT, value) if isinstance(value, str) else None
    if head == "length" and layout.game.length and rest in ("least", "most"):
        return constant(NUMBER, getattr(layout.game.length, rest))
    limits = {limit.id: limit.most for limit in layout.game.simulation}
    return constant(NUMBER, limits[rest]) if head == "limit" and rest in limits else None


def _register(shop: CompileContext, slot: int, kind: str) -> CompiledExpr:
    return shop.leaf(CompiledExpr(kind, lambda m: m.r[slot], frozenset((slot,)), state=False))


def _of_zone(shop: CompileContext, text: str, scope: Scope) -> Meaning | None:
    """A zone of a seat, ``cards``, or the top of a zone with a field of it."""
    if text == "cards" and "cards" in scope.names:
        return ZoneRef(HELD, held=scope.names["cards"].slot)
    name, top, rest = text.partition(".top")
    if top and (not rest or rest.startswith(".")):
        below = meaning(shop, name, scope)
        return _top(shop, below, rest[1:]) if isinstance(below, ZoneRef) else None
    return None


def _top(shop: CompileContext, below: ZoneRef, name: str) -> CompiledExpr | None:
    pieces = pieces_of(below)
    if not name:
        return shop.leaf(
            CompiledExpr(CARD, lambda m: pieces(m)[-1] if pieces(m) else -1, below.reads)
        )
    if not _is_field(shop, name):
        return None
    column = shop.column(name)

    def run(m: ScriptMatch) -> Any:
        lying = pieces(m)
        return column[lying[-1]] if lying else None

    return shop.leaf(CompiledExpr(TEXT, run, below.reads))


def _is_field(shop: CompileContext, name: str) -> bool:
    return name in OF_EVERY_COMPONENT or shop.layout.has_field(name)


def _of_seat(shop: CompileContext, text: str, scope: Scope) -> Meaning | None:
    """A seat, a zone of one, or what is remembered of one."""
    parts = text.split(".")
    for size in (2, 1):
        seat = _seat(shop, ".".join(parts[:size]), scope) if len(parts) >= size else None
        if seat is not None:
            rest = ".".join(parts[size:])
            return _what_seat_has(shop, seat, rest) if rest else shop.leaf(seat)
    return None


def _what_seat_has(shop: CompileContext, seat: CompiledExpr, rest: str) -> Meaning | None:
    name = f"seat.{rest}"
    zone = shop.layout.zones.get(name)
    if zone is not None:
        slot = _slot_of(seat)
        return ZoneRef(zone, slot) if slot is not None else ZoneRef(zone, seat=seat)
    return _memory_value(shop, name, seat)


def _slot_of(seat: CompiledExpr) -> int | None:
    """The register of a seat that is in one and not worked out."""
    return next(iter(seat.reads)) if seat.column == _PLAIN else None


_PLAIN = (-1, ())
"""Marks a seat that is what its register holds."""


def _seat(shop: CompileContext, text: str, scope: Scope) -> CompiledExpr | None:
    if text == "start":
        return CompiledExpr(SEAT, lambda m: m.n[START])
    if text == "you":
        return _in_register(YOU)
    if text == "that":
        bound = scope.names.get("that")
        return _in_register(bound.slot) if bound else None
    memory = shop.layout.memories.get(text)
    if memory is not None and memory.what.kind == "seat" and not memory.of_seats:
        shop.read.add(text)
        at = memory.at
        return CompiledExpr(SEAT, lambda m: m.n[at])
    if text not in SEATS or scope.seat < 0:
        return None
    return _in_register(scope.seat) if text == "seat" else _neighbour(shop, text, scope.seat)


def _in_register(slot: int) -> CompiledExpr:
    return CompiledExpr(SEAT, lambda m: m.r[slot], frozenset((slot,)), state=False, column=_PLAIN)


def _neighbour(shop: CompileContext, text: str, slot: int) -> CompiledExpr | None:
    seats = len(shop.layout.seats)
    if text == "partner":
        teams = shop.layout.game.play.teams if shop.layout.game.play else 0
        if not teams or seats != 2 * teams:
            return None
        return CompiledExpr(SEAT, lambda m: (m.r[slot] + teams) % seats, frozenset((slot,)))
    sign = 1 if text in ("next", "left") else -1
    turning = text in ("next", "previous")

    def run(m: ScriptMatch) -> int:
        step = sign * m.n[DIRECTION] if turning else sign
        seat = int(m.r[slot])
        for _ in range(seats):
            seat = (seat + step) % seats
            if not m.out[seat]:
                break
        return seat

    return CompiledExpr(SEAT, run, frozenset((slot,)))


def _memory_value(
    shop: CompileContext, name: str, seat: CompiledExpr | None
) -> CompiledExpr | None:
    """What is remembered, of the table (``seat`` is None) or of a seat."""
    memory = shop.layout.memories.get(name)
    if memory is None or memory.of_seats is not (seat is not None):
        return None
    shop.read.add(name)
    kind = {"number": NUMBER, "seat": SEAT}.get(memory.what.kind, TEXT)
    run = place_of_memory(memory, seat)
    at = memory.at
    span = (memory.what.least, memory.what.most) if kind == NUMBER else None
    if seat is None:
        return shop.leaf(CompiledExpr(kind, lambda m: m.n[at], span=span))
    return shop.leaf(CompiledExpr(kind, lambda m: m.n[run(m)], seat.reads, span=span))


def owner(
    shop: CompileContext, text: str, scope: Scope
) -> tuple[MemorySlot | None, CompiledExpr | None]:
    """What is remembered under a name, and the seat of which, if it is one's."""
    plain = shop.layout.memories.get(text)
    if plain is not None and not plain.of_seats:
        return plain, None
    head, _, name = text.rpartition(".")
    seat = _seat(shop, head, scope) if head else None
    memory = shop.layout.memories.get(f"seat.{name}")
    return (memory, seat) if memory is not None and seat is not None else (None, None)


def place_of_memory(memory: MemorySlot, seat: CompiledExpr | None) -> Callable[[ScriptMatch], int]:
    """What gives the place in ``Match.n`` of what is remembered."""
    at = memory.at
    if seat is None:
        return lambda m: at
    slot, run = _slot_of(seat), seat.run
    if slot is not None:
        return lambda m: at + int(m.r[slot])
    return lambda m: at + int(run(m))


def _of_piece(shop: CompileContext, text: str, scope: Scope) -> CompiledExpr | None:
    """A piece, or a field of one: ``card``, ``drawn.rank``; in tests of pieces plain ``rank``."""
    head, _, rest = text.partition(".")
    if head == "drawn":
        return piece_field(shop, DRAWN, rest)
    bound = scope.names.get(head)
    if bound is not None and bound.kind == CARD and head != "cards":
        return piece_field(shop, bound.slot, rest)
    if scope.piece >= 0 and "." not in text and _is_field(shop, text):
        return piece_field(shop, scope.piece, text)
    return None


def piece_field(shop: CompileContext, slot: int, name: str) -> CompiledExpr | None:
    """The piece in a register, or a field of it; None where no piece has such a field."""
    reads = frozenset((slot,))
    if not name:
        return shop.leaf(CompiledExpr(CARD, lambda m: m.r[slot], reads, state=False))
    if not _is_field(shop, name):
        return None
    column = shop.column(name)
    return shop.leaf(
        CompiledExpr(
            TEXT, lambda m: column[m.r[slot]], reads, False, column=(slot, column), field=name
        )
    )


def group(shop: CompileContext, expr: Expr, scope: Scope) -> CompiledExpr:
    """The seats meant by ``seats``, ``others`` or one seat."""
    word = expr.value if isinstance(expr, WordValue) else None
    if word not in GROUPS:
        one = shop.kit.seat(shop, expr, scope)
        run = one.run

        def find(m: ScriptMatch) -> Sequence[int]:
            seat = run(m)
            return (seat,) if seat >= 0 and not m.out[seat] else ()

        return CompiledExpr(SOME_SEATS, find, one.reads, one.state)
    seats, others = len(shop.layout.seats), word == "others"
    if isinstance(expr, WordValue) and others and scope.seat < 0:
        unknown(shop, expr, scope, "group of seats", GROUPS)
    numbers, slot = range(int(others), seats), scope.seat if others else -1

    def list_seats(m: ScriptMatch) -> Sequence[int]:
        first, step = m.n[START] if slot < 0 else m.r[slot], m.n[DIRECTION]
        order = [(first + step * at) % seats for at in numbers]
        return order if True not in m.out else [seat for seat in order if not m.out[seat]]

    return CompiledExpr(SOME_SEATS, list_seats, frozenset((slot,)) if others else frozenset())


def spots(shop: CompileContext, among: Sequence[WordValue], scope: Scope) -> list[ZoneRef]:
    """The zones that are named; unknown ones are reported."""
    return [found for word in among if (found := spot(shop, word, scope)) is not None]


def pieces_in(zones: Sequence[ZoneRef]) -> Callable[[ScriptMatch], Sequence[int]]:
    """The pieces of several zones, from the bottom of the first."""
    each = [pieces_of(zone) for zone in zones]
    if len(each) == 1:
        return each[0]
    return lambda m: [piece for one in each for piece in one(m)]


def piece_scope(shop: CompileContext, scope: Scope) -> tuple[int, Scope]:
    """A register for the piece that is looked at, and what names mean in a test of it.

    ``card`` is the piece itself where no card was chosen.
    """
    slot = shop.register(2)
    inner = replace(scope, piece=slot)
    named = "card" in scope.names
    return slot, inner if named else inner.bind(card=Binding(CARD, slot))


@dataclass(frozen=True, slots=True)
class _Each:
    """Seats or pieces that are gone over: the register of each, what is read and tested of it."""

    listed: Callable[[ScriptMatch], Sequence[int]]
    slot: int
    what: CompiledExpr
    where: CompiledExpr
    reads: frozenset[int]
    state: bool


def _each(
    shop: CompileContext, expr: Gather | Best, what: Expr, scope: Scope, of_seats: bool
) -> _Each:
    read = shop.kit.number
    over: Sequence[CompiledExpr | ZoneRef]
    if of_seats:
        word = expr.among[0] if expr.among else WordValue(expr.place, "seats")
        seats, slot = group(shop, word, scope), shop.register()
        listed, over = seats.run, [seats]
        tested = inner = replace(scope, seat=slot)
    else:
        zones = spots(shop, expr.among, scope)
        slot, tested = piece_scope(shop, scope)
        listed, over = pieces_in(zones), zones
        inner = tested.bind(card=Binding(CARD, slot))
        if isinstance(expr, Best):
            tested = inner
        elif expr.op in ("distinct", "groups"):
            read = shop.kit.value
    with shop.gather_leaves(None):
        where = shop.kit.maybe(shop, expr.where, tested)
        code = read(shop, what, inner)
    reads, state = both([*over, code, where])
    return _Each(listed, slot, code, where, reads - {slot}, state or not of_seats)


def gather(shop: CompileContext, expr: Gather, scope: Scope) -> CompiledExpr:
    """A number read off pieces or seats."""
    of_seats = any(word.value in GROUPS for word in expr.among)
    each = _each(shop, expr, expr.what or WordValue(expr.place, 1), scope, of_seats)
    listed, slot, read, holds = each.listed, each.slot, each.what.run, each.where.run
    column = each.what.column

    def collect(m: ScriptMatch) -> list[Any]:
        values = []
        for one in listed(m):
            m.r[slot] = one
            if holds(m):
                values.append(read(m))
        return values

    found = collect
    if column is not None and column[0] == slot and each.where.constant and each.where.value:
        rows = column[1]
        found = lambda m: [rows[one] for one in listed(m)]  # noqa: E731
    return shop.leaf(CompiledExpr(NUMBER, _sum_up(expr, found), each.reads, each.state))


def _sum_up(
    expr: Gather, found: Callable[[ScriptMatch], list[Any]]
) -> Callable[[ScriptMatch], int]:
    size, scale, last = expr.size, expr.scale, len(expr.scale) - 1

    def count_groups(m: ScriptMatch) -> int:
        values = found(m)
        counts = [values.count(value) for value in dict.fromkeys(values) if value is not None]
        if scale:
            return sum(scale[min(count, last)] for count in counts)
        return sum(count >= size for count in counts)

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
            return count_groups


def best(shop: CompileContext, expr: Best, scope: Scope) -> CompiledExpr:
    """The seat or the piece for which a value is highest.

    -1 where there is none, or several are and none is meant.
    """
    each = _each(shop, expr, expr.by, scope, expr.kind == "seat")
    listed, slot, read, holds = each.listed, each.slot, each.what.run, each.where.run
    sign, first = -1 if expr.least else 1, expr.ties == "first"

    def run(m: ScriptMatch) -> int:
        found, top, tied = NOBODY, 0, False
        for one in listed(m):
            m.r[slot] = one
            if holds(m):
                value = sign * read(m)
                if found == NOBODY or value > top:
                    found, top, tied = one, value, False
                elif value == top and one != found:
                    tied = True
        return NOBODY if tied and not first else found

    return shop.leaf(CompiledExpr(SEAT if expr.kind == "seat" else CARD, run, each.reads))
