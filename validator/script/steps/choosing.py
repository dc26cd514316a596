"""Decisions: a seat takes one of the options that are legal, or all choose at the same time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from validator.catalogue.playing.steps import Choose
from validator.catalogue.playing.words import Word
from validator.script.meaning.gathering import group
from validator.script.state import Halt, Match, Op
from validator.script.steps.menus import Menu, menu
from validator.script.steps.picks import Pick
from validator.script.workshop import Scope, Workshop


def choose(shop: Workshop, step: Choose, scope: Scope, after: int) -> int:
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


def _menus(shop: Workshop, step: Choose, scope: Scope, after: int) -> list[tuple[int, Menu]]:
    """What each option offers, by its number in the script."""
    numbers = shop.options
    return [(numbers[one.place], menu(shop, one, scope, after)) for one in step.options]


def ask(here: int, slot: int, what: str, menus: Sequence[tuple[int, Menu]], nothing: int) -> Op:
    """Ask the seat in a register; ``nothing`` is where to go on where no option is legal."""

    def op(m: Match) -> int:
        picks = _offered(m, menus)
        if not picks:
            return nothing
        m.pc = here
        return m.ask.choose(m.r[slot], what, picks).take(m)

    return op


def _offered(m: Match, menus: Sequence[tuple[int, Menu]]) -> list[Pick]:
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
    def op(m: Match) -> int:
        m.r[count] = again
        return asked

    return op


def _once_more(count: int, asked: int, after: int) -> Op:
    def op(m: Match) -> int:
        m.r[count] -= 1
        return asked if m.r[count] > 0 else after

    return op


def _first_time(count: int, again: int, otherwise: int, after: int) -> Op:
    """Nothing is legal: what is done instead is done only if nothing was chosen before."""

    def op(m: Match) -> int:
        return otherwise if m.r[count] == again else after

    return op


def _whose(slot: int, seat: Callable[[Match], int], entry: int, otherwise: int) -> Op:
    def op(m: Match) -> int:
        m.r[slot] = seat(m)
        return entry if m.r[slot] >= 0 else otherwise

    return op


def _together(shop: Workshop, step: Choose, scope: Scope, after: int) -> int:
    """Every seat of a group chooses; then what each took is done in turn order."""
    slot, taken, at = shop.register(), shop.register(), shop.register()
    seats = group(shop, step.common.each or Word(step.common.place, "seats"), scope)
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
    seats: Callable[[Match], Sequence[int]],
    question: tuple[str, Sequence[tuple[int, Menu]]],
    doing: int,
) -> Op:
    slot, taken, at = slots
    what, menus = question

    def op(m: Match) -> int:
        m.r[taken], m.r[at] = (), 0
        m.togethers += 1
        m.together = m.togethers
        chosen: list[tuple[int, Pick]] = []
        for seat in seats(m):
            m.r[slot] = seat
            picks = _offered(m, menus)
            if picks:
                m.pc = here
                chosen.append((seat, m.ask.choose(seat, what, picks)))
        m.r[taken] = tuple(chosen)
        m.together = 0
        return doing

    return op


def _do_next(slot: int, taken: int, at: int, after: int) -> Op:
    def op(m: Match) -> int:
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
