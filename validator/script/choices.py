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
    CompiledExpr,
    Scope,
    ZoneRef,
    pieces_of,
    place_of,
)
from validator.script.conditions import PredicateCache
from validator.script.hidden_zones import Halt
from validator.script.layout import TABLE
from validator.script.moves import payable
from validator.script.references import group, pieces_in, spot, spots, unknown
from validator.script.state import Pick, ScriptMatch


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


def list_values(
    shop: CompileContext, values: tuple[Expr, ...] | Within, of: Sequence[WordValue], scope: Scope
) -> Callable[[ScriptMatch], Sequence[Any]]:
    """Values as a script lists them: a range, a field of the pieces, or one by one."""
    if isinstance(values, Within):
        if values.at_least is None or values.at_most is None:
            return lambda m: ()
        first = shop.kit.number(shop, values.at_least, scope).run
        last = shop.kit.number(shop, values.at_most, scope).run

        def run(m: ScriptMatch) -> Sequence[int]:
            start = first(m)
            return range(start, min(last(m), start + MOST_VALUES) + 1)

        return run
    only = values[0] if len(values) == 1 else None
    if isinstance(only, WordValue) and only.text.startswith("card."):
        return _of_field(shop, only, only.text[5:], spots(shop, of, scope))
    codes = [shop.kit.value(shop, one, scope).run for one in values]
    return lambda m: list(dict.fromkeys(read(m) for read in codes))


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
    return lambda m: sorted({column[piece] for piece in pieces(m)} - {None}, key=order.__getitem__)


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
        return _offer_nothing
    if choice.card is not None:
        made = _cards(shop, choice, choice.card, scope, after)
    elif choice.cards is not None:
        made = _several(shop, choice, choice.cards, scope, after)
    elif choice.seat is not None or choice.values is not None:
        made = _names(shop, choice, scope, after)
    else:
        pc = shop.kit.block(shop, choice.then, scope, after)
        pick = Pick(choice.id, choice.says or _words(choice.id), pc)
        made = _only_when(payable(shop, choice.then, scope), lambda m, picks: picks.append(pick))
    return _only_when(when, made)


def _offer_nothing(m: ScriptMatch, picks: list[Pick]) -> None:
    pass


def _only_when(test: CompiledExpr, made: Menu) -> Menu:
    """A menu that is there where a test holds, which is not constant but where it holds."""
    if test.constant:
        return made
    holds = test.run

    def offer(m: ScriptMatch, picks: list[Pick]) -> None:
        if holds(m):
            made(m, picks)

    return offer


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
    match choice.values:
        case Within(at_least=WordValue(value=int(first)), at_most=WordValue(value=int(last))):
            inner = inner.bind(it=Binding(NUMBER, slot + 1, span=(first, last)))
        case Within():
            inner = inner.bind(it=Binding(NUMBER, slot + 1))
        case tuple():
            inner = inner.bind(it=Binding(TEXT, slot + 1))
    return inner, slot


def _words(identity: str) -> str:
    return identity.replace("_", " ")


def _cards(shop: CompileContext, choice: Choice, word: WordValue, scope: Scope, after: int) -> Menu:
    inner, slot = _bind(shop, choice, scope)
    here = spot(shop, word, scope)
    pc = shop.kit.block(shop, choice.then, inner, after)
    if here is None or here.held >= 0:
        return _offer_nothing
    shop.taken.setdefault(here.zone.name, word.place)
    where = PredicateCache(shop, slot, inner, choice.where, choice)
    prefer = [PredicateCache(shop, slot, inner, test, None) for test in choice.prefer]
    zone, seat = (here.zone.at, here.slot) if here.seat is None else (-1, TABLE)
    named, words = shop.layout.pieces, partial(_describe, choice)
    made: list[CardPick | None] = [None] * len(named)

    def pick_of(piece: int) -> CardPick:
        said = words([named[piece].name])
        pick = made[piece] = CardPick(choice.id, said, pc, piece, slot, zone, seat, named, words)
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
        found = [made[piece] or pick_of(piece) for piece in fitting]
        if place is not None:
            at = place(m)
            found = [replace(pick, zone=at) for pick in found]
        picks.extend(found)

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
    if here is None or here.held >= 0:
        return _offer_nothing
    shop.taken.setdefault(here.zone.name, word.place)
    single, one = shop.register(2), WordValue(choice.place, 1)
    tested = scope.bind(card=Binding(CARD, single, here.zone))
    where = PredicateCache(shop, single, tested, choice.where, None)
    least = shop.kit.number(shop, choice.least or one, scope).run
    most = shop.kit.number(shop, choice.most or one, scope).run
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


def _names(shop: CompileContext, choice: Choice, scope: Scope, after: int) -> Menu:
    """Options for seats, for values, or for each seat with each value."""
    inner, slot = _bind(shop, choice, scope)
    pc = shop.kit.block(shop, choice.then, inner, after)
    that_slot = slot if choice.seat is not None else -1
    it_slot = slot + 1 if choice.values is not None else -1
    seats = group(shop, choice.seat, scope).run if choice.seat is not None else (lambda m: (-1,))
    listed = (WordValue(choice.place, "nothing"),) if choice.values is None else choice.values
    values = list_values(shop, listed, choice.of, scope)
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

    def fits(m: ScriptMatch, pick: NamePick, test: CompiledExpr) -> bool:
        pick.take(m)
        return bool(test.run(m))

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


def _option_text(choice: Choice, that: str, it: object) -> str:
    if choice.says:
        return choice.says.replace("{that}", that).replace("{it}", str(it))
    named = [] if it is None else [str(it)]
    return " ".join([_words(choice.id), *([that] if that else []), *named])


def choose(shop: CompileContext, step: Choose, scope: Scope, after: int) -> int:
    """A seat takes one of the options."""
    if step.together:
        return _together(shop, step, scope, after)
    slot = scope.seat if step.seat is None else shop.register()
    inner, asked, count, often = replace(scope, seat=slot), shop.reserve(), -1, step.again
    otherwise = shop.kit.block(shop, step.otherwise, scope, after)

    def begin(m: ScriptMatch) -> int:
        m.r[count] = often
        return asked

    def once_more(m: ScriptMatch) -> int:
        m.r[count] -= 1
        return asked if m.r[count] > 0 else after

    def find_nothing(m: ScriptMatch) -> int:
        return otherwise if m.r[count] == often else after

    def find_seat(m: ScriptMatch) -> int:
        m.r[slot] = seat(m)
        return entry if m.r[slot] >= 0 else otherwise

    again, nothing, entry = after, otherwise, asked
    if often > 1:
        count, inner = shop.register(), replace(inner, stop=after)
        again, nothing, entry = map(shop.emit, (once_more, find_nothing, begin))
    ask(shop, asked, slot, step.what, _menus(shop, step, inner, again), nothing)
    if step.seat is None:
        return entry
    seat = shop.kit.seat(shop, step.seat, scope).run
    return shop.emit(find_seat)


def _menus(shop: CompileContext, step: Choose, scope: Scope, after: int) -> list[tuple[int, Menu]]:
    numbers = shop.options
    return [(numbers[one.place], menu(shop, one, scope, after)) for one in step.options]


def ask(
    shop: CompileContext,
    here: int,
    slot: int,
    what: str,
    menus: Sequence[tuple[int, Menu]],
    nothing: int,
) -> int:
    """Ask the seat in a register; ``nothing`` is where to go on where no option is legal."""

    def op(m: ScriptMatch) -> int:
        picks = _offer(m, menus)
        if not picks:
            return nothing
        m.pc = here
        return m.ask.choose(m.r[slot], what, picks).take(m)

    shop.code[here] = op
    return here


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


def _together(shop: CompileContext, step: Choose, scope: Scope, after: int) -> int:
    """Every seat of a group chooses; then what each took is done in turn order."""
    slot, taken, at = shop.register(), shop.register(), shop.register()
    seats = group(shop, step.each or WordValue(step.place, "seats"), scope).run
    doing, asked = shop.reserve(), shop.reserve()
    menus = _menus(shop, step, replace(scope, seat=slot, stop=doing), doing)

    def ask_all(m: ScriptMatch) -> int:
        m.r[taken], m.r[at] = (), 0
        m.togethers += 1
        m.together = m.togethers
        chosen: list[tuple[int, Pick]] = []
        for seat in seats(m):
            m.r[slot] = seat
            picks = _offer(m, menus)
            if picks:
                m.pc = asked
                chosen.append((seat, m.ask.choose(seat, step.what, picks)))
        m.r[taken] = tuple(chosen)
        m.together = 0
        return doing

    def do_next(m: ScriptMatch) -> int:
        if m.blind:
            raise Halt
        number = m.r[at]
        if number >= len(m.r[taken]):
            return after
        m.r[at] = number + 1
        seat, pick = m.r[taken][number]
        m.r[slot] = seat
        return int(pick.take(m))

    shop.code[doing], shop.code[asked] = do_next, ask_all
    return asked
