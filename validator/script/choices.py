"""Decisions: options of a script as menus of picks, and the steps that offer them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain, combinations, islice
from typing import Any, TypeAlias

from validator.catalogue.model import Component
from validator.catalogue.play_script import Choice, Choose, Expr, Within, WordValue
from validator.script.compile_context import (
    CARD,
    NUMBER,
    TEXT,
    Binding,
    CompileContext,
    CompiledPredicate,
    Scope,
    ZoneRef,
    constant,
    pieces_of,
    place_of,
)
from validator.script.conditions import PredicateCache
from validator.script.layout import TABLE
from validator.script.moves import payable
from validator.script.references import HELD, group, pieces_in, spot, spots, unknown
from validator.script.state import Halt, Op, ScriptMatch


def choices(
    fitting: Sequence[int], sizes: range, column: Sequence[Any] | None
) -> Iterator[tuple[int, ...]]:
    """Different choices of so many pieces; with ``column`` all of the same value there."""
    if column is None:
        families: Sequence[Sequence[int]] = [fitting]
    else:
        values = dict.fromkeys(column[piece] for piece in fitting)
        families = [
            [piece for piece in fitting if column[piece] == value]
            for value in values
            if value is not None
        ]
    found: list[Iterator[tuple[int, ...]]] = []
    for family in families:
        if len(set(family)) == len(family):
            found += [combinations(family, size) for size in sizes]
        else:
            counted = [(piece, family.count(piece)) for piece in dict.fromkeys(family)]
            found += [_of_size(counted, size) for size in sizes]
    return chain.from_iterable(found)


def _of_size(counted: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[int, ...]]:
    """Different choices of ``size`` pieces out of pieces with how many there are of each."""
    if size == 0:
        yield ()
    elif sum(count for _, count in counted) >= size:
        for at, (piece, count) in enumerate(counted):
            for several in range(min(count, size), 0, -1):
                for others in _of_size(counted[at + 1 :], size - several):
                    yield (piece,) * several + others


MOST_VALUES = 5_000
"""Values of a range that are offered at most."""


def value_list(
    shop: CompileContext, choice: Choice, scope: Scope
) -> Callable[[ScriptMatch], Sequence[Any]]:
    """The values that an option offers."""
    return list_values(shop, choice.values or (), choice.of, scope)


def list_values(
    shop: CompileContext, values: tuple[Expr, ...] | Within, of: Sequence[WordValue], scope: Scope
) -> Callable[[ScriptMatch], Sequence[Any]]:
    """Values as a script lists them: a range, a field of the pieces, or one by one."""
    if isinstance(values, Within):
        return _range(shop, values, scope)
    only = values[0] if len(values) == 1 else None
    if isinstance(only, WordValue) and only.text.startswith("card."):
        return _of_field(shop, only, only.text[5:], spots(shop, of, scope))
    codes = [shop.kit.value(shop, one, scope).run for one in values]
    return lambda m: list(dict.fromkeys(read(m) for read in codes))


def _range(
    shop: CompileContext, values: Within, scope: Scope
) -> Callable[[ScriptMatch], Sequence[Any]]:
    if values.at_least is None or values.at_most is None:
        return lambda m: ()
    first = shop.kit.number(shop, values.at_least, scope).run
    last = shop.kit.number(shop, values.at_most, scope).run

    def run(m: ScriptMatch) -> Sequence[int]:
        start = first(m)
        return range(start, min(last(m), start + MOST_VALUES) + 1)

    return run


def _of_field(
    shop: CompileContext, word: WordValue, name: str, zones: Sequence[ZoneRef]
) -> Callable[[ScriptMatch], Sequence[Any]]:
    column = shop.column(name)
    known = [value for value in dict.fromkeys(column) if value is not None]
    if not known:
        fields = dict.fromkeys(name for piece in shop.layout.pieces for name in piece.fields)
        unknown(shop, word, Scope(), "field", [f"card.{name}" for name in fields])
    if not zones:
        return lambda m: known
    pieces, order = pieces_in(zones), {value: at for at, value in enumerate(known)}

    def run(m: ScriptMatch) -> Sequence[Any]:
        there = {column[piece] for piece in pieces(m)} - {None}
        return sorted(there, key=order.__getitem__)

    return run


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing to choose: ``said`` in words; ``pc`` is where what it does begins."""

    id: str
    said: str
    pc: int = field(compare=False)

    def say(self) -> str:
        """The option in a few words."""
        return self.said

    def say_without(self, hidden: Collection[str], mark: str) -> str:
        """The same with a mark for hidden pieces: these words name none."""
        return self.said

    def take(self, m: ScriptMatch) -> int:
        """Bind what was chosen; where the program goes on."""
        return self.pc


@dataclass(frozen=True, slots=True)
class CardPick(Pick):
    """A piece of a zone, or several. They go to register ``slot``, their zone's place to the next.

    The place is ``zone`` and what register ``seat`` holds.
    """

    held: int | tuple[int, ...]
    slot: int = field(compare=False)
    zone: int = field(compare=False)
    seat: int = field(compare=False)
    named: Sequence[Component] = field(compare=False, repr=False)
    words: Callable[[Sequence[str]], str] = field(compare=False, repr=False)

    def say_without(self, hidden: Collection[str], mark: str) -> str:
        """The option in words, with a mark for those of its pieces that are hidden."""
        held = self.held if isinstance(self.held, tuple) else (self.held,)
        pieces = [self.named[one] for one in held]
        return self.words([mark if one.id in hidden else one.name for one in pieces])

    def take(self, m: ScriptMatch) -> int:
        """Bind what was chosen and where it lies."""
        r = m.r
        slot = self.slot
        r[slot] = self.held
        r[slot + 1] = self.zone + r[self.seat]
        return self.pc


@dataclass(frozen=True, slots=True)
class NamePick(Pick):
    """A seat, a value, or both; -1 and None stand for none."""

    that: int
    it: int | str | bool | None
    that_slot: int = field(compare=False)
    it_slot: int = field(compare=False)

    def take(self, m: ScriptMatch) -> int:
        """Bind them."""
        if self.that_slot >= 0:
            m.r[self.that_slot] = self.that
        if self.it_slot >= 0:
            m.r[self.it_slot] = self.it
        return self.pc


Menu: TypeAlias = Callable[[ScriptMatch, list[Pick]], None]
"""Adds what is legal of one option."""
MOST_PICKS = 5_000
"""Choices of several pieces that are offered at most."""
KEPT_PICKS = 30_000
"""Picks of an option that are kept: three cards of 52 can be chosen in 22,100 ways."""


def menu(shop: CompileContext, choice: Choice, scope: Scope, after: int) -> Menu:
    """The menu of one option; what it does goes on at ``after``."""
    _picks(shop, choice)
    when = shop.kit.maybe(shop, choice.when, scope)
    if when.constant and not when.value:
        shop.closed.add(choice.place)
        shop.kit.block(shop, choice.then, _bind(shop, choice, scope)[0], after)
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

    def only_when(m: ScriptMatch, picks: list[Pick]) -> None:
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


def _picks(shop: CompileContext, choice: Choice) -> None:
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


def _bind(shop: CompileContext, choice: Choice, scope: Scope) -> tuple[Scope, int]:
    """What an option binds, in registers of its own; the first of them."""
    slot = shop.register(4)
    word = choice.card or choice.cards
    if word is not None:
        found = spot(shop, word, scope)
        if found is not None:
            shop.binds(found.zone, slot)
        name = CARD if choice.card is not None else "cards"
        return scope.bind(**{name: Binding(name, slot, found.zone if found else None)}), slot
    inner = scope
    if choice.seat is not None:
        inner = inner.bind(that=Binding("seat", slot))
    if choice.values is not None:
        kind = NUMBER if isinstance(choice.values, Within) else TEXT
        inner = inner.bind(it=Binding(kind, slot + 1, span=_span(choice.values)))
    return inner, slot


def _span(values: object) -> tuple[int, int] | None:
    """The numbers that a range offers, where it is written in numbers."""
    match values:
        case Within(at_least=WordValue(value=int(first)), at_most=WordValue(value=int(last))):
            return first, last
        case _:
            return None


def _plain(shop: CompileContext, choice: Choice, scope: Scope, after: int) -> Menu:
    pc = shop.kit.block(shop, choice.then, scope, after)
    pick = Pick(choice.id, choice.says or _words(choice.id), pc)
    can = payable(shop, choice.then, scope)
    if can.constant:
        return lambda m, picks: picks.append(pick)
    holds = can.run

    def payable_now(m: ScriptMatch, picks: list[Pick]) -> None:
        if holds(m):
            picks.append(pick)

    return payable_now


def _words(identity: str) -> str:
    return identity.replace("_", " ")


def _cards(shop: CompileContext, choice: Choice, word: WordValue, scope: Scope, after: int) -> Menu:
    inner, slot = _bind(shop, choice, scope)
    found = inner.names["card"].zone
    here = spot(shop, word, scope)
    pc = shop.kit.block(shop, choice.then, inner, after)
    if here is None or found is None or here.held >= 0:
        return lambda m, picks: None
    shop.taken.setdefault(found.name, word.place)
    where = PredicateCache(shop, slot, inner, [choice.where], choice)
    prefer = [PredicateCache(shop, slot, inner, [test], None) for test in choice.prefer]
    zone, seat = (here.zone.at, here.slot) if here.seat is None else (-1, TABLE)
    named, words = shop.layout.pieces, partial(_describe, choice)
    made: list[CardPick | None] = [None] * len(named)

    def pick_of(piece: int) -> CardPick:
        said = words([named[piece].name])
        pick = made[piece] = CardPick(*(choice.id, said, pc, piece, slot, zone, seat, named, words))
        return pick

    pieces = pieces_of(here)
    place = place_of(here) if here.seat is not None else None

    def offer(m: ScriptMatch, picks: list[Pick]) -> None:
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


def _several(
    shop: CompileContext, choice: Choice, word: WordValue, scope: Scope, after: int
) -> Menu:
    inner, slot = _bind(shop, choice, scope)
    here = spot(shop, word, scope)
    pc = shop.kit.block(shop, choice.then, inner, after)
    if here is None or here.zone is HELD:
        return lambda m, picks: None
    shop.taken.setdefault(here.zone.name, word.place)
    single = shop.register(2)
    tested = scope.bind(card=Binding(CARD, single, here.zone))
    where = PredicateCache(shop, single, tested, [choice.where], None)
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

    def offer(m: ScriptMatch, picks: list[Pick]) -> None:
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


def _count(shop: CompileContext, expr: Expr | None, scope: Scope) -> Callable[[ScriptMatch], int]:
    code = constant(NUMBER, 1) if expr is None else shop.kit.number(shop, expr, scope)
    return code.run


def _names(shop: CompileContext, choice: Choice, scope: Scope, after: int) -> Menu:
    """Options for seats, for values, or for each seat with each value."""
    inner, slot = _bind(shop, choice, scope)
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
            said = _option_text(choice, colours[that] if that_slot >= 0 else "", it)
            pick = NamePick(choice.id, said, pc, that, it, that_slot, it_slot)
            if len(made) < MOST_PICKS:
                made[that, it] = pick
        return pick

    def fits(m: ScriptMatch, pick: NamePick, test: CompiledPredicate) -> bool:
        pick.take(m)
        return test.run(m)

    def offer(m: ScriptMatch, picks: list[Pick]) -> None:
        there = [pick_of(that, it) for it in values(m) for that in seats(m)]
        found = [pick for pick in there if fits(m, pick, where) and fits(m, pick, can)]
        for test in prefer:
            some = [pick for pick in found if fits(m, pick, test)]
            if some:
                found = some
                break
        picks.extend(found)

    return offer


def _no_seat(m: ScriptMatch) -> Sequence[int]:
    return (-1,)


def _no_value(m: ScriptMatch) -> Sequence[Any]:
    return (None,)


def _option_text(choice: Choice, that: str, it: object) -> str:
    if choice.says:
        return choice.says.replace("{that}", that).replace("{it}", str(it))
    named = [] if it is None else [str(it)]
    return " ".join([_words(choice.id), *([that] if that else []), *named])


def choose(shop: CompileContext, step: Choose, scope: Scope, after: int) -> int:
    """A seat takes one of the options."""
    if step.together:
        return _together(shop, step, scope, after)
    slot = scope.seat
    if step.seat is not None:
        slot = shop.register()
    inner = replace(scope, seat=slot)
    asked = shop.reserve()
    otherwise = shop.kit.block(shop, step.otherwise, scope, after)
    again, count = after, -1
    if step.again > 1:
        count = shop.register()
        again = shop.emit(_once_more(count, asked, after))
        inner = replace(inner, stop=after)
    menus = _menus(shop, step, inner, again)
    nothing = otherwise
    if count >= 0 and otherwise != after:
        nothing = shop.emit(_first_time(count, step.again, otherwise, after))
    shop.code[asked] = ask(asked, slot, step.what, menus, nothing)
    entry = asked if count < 0 else shop.emit(_begin(count, step.again, asked))
    if step.seat is None:
        return entry
    return shop.emit(_whose(slot, shop.kit.seat(shop, step.seat, scope).run, entry, otherwise))


def _menus(shop: CompileContext, step: Choose, scope: Scope, after: int) -> list[tuple[int, Menu]]:
    """What each option offers, by its number in the script."""
    numbers = shop.options
    return [(numbers[one.place], menu(shop, one, scope, after)) for one in step.options]


def ask(here: int, slot: int, what: str, menus: Sequence[tuple[int, Menu]], nothing: int) -> Op:
    """Ask the seat in a register; ``nothing`` is where to go on where no option is legal."""

    def op(m: ScriptMatch) -> int:
        picks = _offer(m, menus)
        if not picks:
            return nothing
        m.pc = here
        return m.ask.choose(m.r[slot], what, picks).take(m)

    return op


def _offer(m: ScriptMatch, menus: Sequence[tuple[int, Menu]]) -> list[Pick]:
    """What is legal; the tally notes which options of the script that is."""
    picks: list[Pick] = []
    before = 0
    for number, offer in menus:
        offer(m, picks)
        if len(picks) > before:
            before = len(picks)
            m.tally.offered.add(number)
    return picks


def _begin(count: int, again: int, asked: int) -> Op:
    def op(m: ScriptMatch) -> int:
        m.r[count] = again
        return asked

    return op


def _once_more(count: int, asked: int, after: int) -> Op:
    def op(m: ScriptMatch) -> int:
        m.r[count] -= 1
        return asked if m.r[count] > 0 else after

    return op


def _first_time(count: int, again: int, otherwise: int, after: int) -> Op:
    """Nothing is legal: what is done instead is done only if nothing was chosen before."""

    def op(m: ScriptMatch) -> int:
        return otherwise if m.r[count] == again else after

    return op


def _whose(slot: int, seat: Callable[[ScriptMatch], int], entry: int, otherwise: int) -> Op:
    def op(m: ScriptMatch) -> int:
        m.r[slot] = seat(m)
        return entry if m.r[slot] >= 0 else otherwise

    return op


def _together(shop: CompileContext, step: Choose, scope: Scope, after: int) -> int:
    """Every seat of a group chooses; then what each took is done in turn order."""
    slot, taken, at = shop.register(), shop.register(), shop.register()
    seats = group(shop, step.each or WordValue(step.place, "seats"), scope)
    doing = shop.reserve()
    inner = replace(scope, seat=slot, stop=doing)
    menus = _menus(shop, step, inner, doing)
    shop.code[doing] = _do_next(slot, taken, at, after)
    asked = shop.reserve()
    shop.code[asked] = _ask_all(asked, (slot, taken, at), seats.run, (step.what, menus), doing)
    return asked


def _ask_all(
    here: int,
    slots: tuple[int, int, int],
    seats: Callable[[ScriptMatch], Sequence[int]],
    question: tuple[str, Sequence[tuple[int, Menu]]],
    doing: int,
) -> Op:
    slot, taken, at = slots
    what, menus = question

    def op(m: ScriptMatch) -> int:
        m.r[taken], m.r[at] = (), 0
        m.togethers += 1
        m.together = m.togethers
        chosen: list[tuple[int, Pick]] = []
        for seat in seats(m):
            m.r[slot] = seat
            picks = _offer(m, menus)
            if picks:
                m.pc = here
                chosen.append((seat, m.ask.choose(seat, what, picks)))
        m.r[taken] = tuple(chosen)
        m.together = 0
        return doing

    return op


def _do_next(slot: int, taken: int, at: int, after: int) -> Op:
    def op(m: ScriptMatch) -> int:
        if m.blind:
            raise Halt
        number = m.r[at]
        if number >= len(m.r[taken]):
            return after
        m.r[at] = number + 1
        seat, pick = m.r[taken][number]
        m.r[slot] = seat
        return int(pick.take(m))

    return op
