"""Steps that change what is remembered: set, add, roll."""

from __future__ import annotations

from dataclasses import dataclass

from validator.catalogue.play_script import Add, Assign, Remembered, Roll, WordValue
from validator.findings import Place, did_you_mean
from validator.script.compile_context import SEAT, CompileContext, Scope
from validator.script.hidden_zones import Halt
from validator.script.layout import START, MemorySlot
from validator.script.references import meaning, owner, place_of_memory, unknown
from validator.script.state import Op, Read, ScriptMatch

DICE = "dice"
"""The luck of the dice."""


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that is remembered, in its range."""

    name: str
    place: Read
    least: int
    most: int
    reads: frozenset[int]


def counter(shop: CompileContext, word: WordValue, scope: Scope) -> Counter | None:
    """The counter that a word names; reported where it is none."""
    found = _memory(shop, word, scope)
    if found is None:
        return None
    memory, place, reads = found
    if memory.what.kind != "number":
        hint = "give it a range under `remember`: {from: 0, to: 99}"
        shop.report("play-counter", word.place, f"{word.text!r} is no number", hint)
        return None
    return Counter(memory.name, place, memory.what.least, memory.what.most, reads)


def _memory(
    shop: CompileContext, word: WordValue, scope: Scope
) -> tuple[MemorySlot, Read, frozenset[int]] | None:
    """What is remembered under a name, and its place."""
    memory, seat = owner(shop, word.text, scope)
    if memory is None:
        known = list(shop.layout.memories)
        if meaning(shop, word.text, scope) is None and scope.seat < 0:
            unknown(shop, word, scope, "counter", known)
            return None
        otherwise = f"remembered: {', '.join(known) or 'nothing'}; add it under `remember`"
        hint = did_you_mean(word.text, known, otherwise)
        shop.report("play-counter", word.place, f"{word.text!r} is not remembered", hint)
        return None
    shop.written.add(memory.name)
    return memory, place_of_memory(memory, seat), seat.reads if seat else frozenset()


def assign(shop: CompileContext, step: Assign, scope: Scope, after: int) -> int:
    """What is remembered becomes a value."""
    if step.what.value == "start":
        find = shop.kit.seat(shop, step.to, scope).run

        def set_start(m: ScriptMatch) -> int:
            seat = find(m)
            if seat >= 0:
                m.n[START] = seat
            return after

        return shop.emit(set_start)
    found = _memory(shop, step.what, scope)
    if found is None:
        return after
    memory, place, _ = found
    if memory.what.kind == "number":
        code = shop.kit.number(shop, step.to, scope)
        _fits(shop, step.to.place, memory.name, memory.what, code.bounds())
        return shop.emit(_set_number(place, memory.what, code.run, after))
    if memory.what.kind == "seat":
        code = shop.kit.seat(shop, step.to, scope)
    else:
        code = shop.kit.value(shop, step.to, scope)
        if code.kind == SEAT:
            hint = "write `remember: {" + memory.name + ": seat}`"
            shop.report("play-counter", step.place, f"{memory.name!r} is no seat", hint)
    read = code.run

    def set_value(m: ScriptMatch) -> int:
        m.n[place(m)] = read(m)
        return after

    return shop.emit(set_value)


def _fits(
    shop: CompileContext,
    place: Place,
    name: str,
    range_of: Remembered | Counter,
    bounds: tuple[int, int] | None,
) -> None:
    """Report a value that can lie beyond what is remembered."""
    least, most = range_of.least, range_of.most
    if bounds is not None and (bounds[0] < least or bounds[1] > most):
        message = f"{name} goes from {least} to {most}, and {bounds[0]} to {bounds[1]} come here"
        hint = "widen its range under `remember`, or bound what comes by `smallest` or `largest`"
        shop.doubt("play-range", place, message, hint)


def _set_number(place: Read, range_of: Remembered | Counter, read: Read, after: int) -> Op:
    least, most = range_of.least, range_of.most

    def op(m: ScriptMatch) -> int:
        value = read(m)
        m.n[place(m)] = least if value < least else most if value > most else value
        return after

    return op


def add(shop: CompileContext, step: Add, scope: Scope, after: int) -> int:
    """A counter grows, within its range."""
    found = counter(shop, step.what, scope)
    if found is None:
        return after
    code = shop.kit.number(shop, step.amount, scope)
    amount, bounds = code.run, code.bounds()
    place, least, most = found.place, found.least, found.most
    if bounds is not None and max(abs(one) for one in bounds) > most - least:
        _fits(shop, step.amount.place, found.name, found, bounds)

    def op(m: ScriptMatch) -> int:
        at = place(m)
        value = m.n[at] + amount(m)
        m.n[at] = least if value < least else most if value > most else value
        return after

    return shop.emit(op)


def roll(shop: CompileContext, step: Roll, scope: Scope, after: int) -> int:
    """Dice are rolled: their sum into one counter, or each into its own."""
    faces, dice = step.faces, step.dice if len(step.what) == 1 else 1

    def throw(m: ScriptMatch) -> int:
        if m.blind:
            raise Halt
        rng = m.rng(DICE)
        return sum(faces[rng.below(len(faces))] for _ in range(dice))

    for word in reversed(step.what):
        found = counter(shop, word, scope)
        if found is not None:
            bounds = dice * min(faces), dice * max(faces)
            _fits(shop, word.place, found.name, found, bounds)
            after = shop.emit(_set_number(found.place, found, throw, after))
    return after
