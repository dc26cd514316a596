"""Steps that change what is remembered, as source: it is set, added to, rolled, begun anew."""

from __future__ import annotations

import ast

from validator.catalogue.formulas import Formula
from validator.catalogue.script import Step
from validator.compiler import expressions, names, placing
from validator.compiler.context import (
    NUMBER,
    CompileContext,
    Made,
    Scope,
    Value,
    constant,
    literal,
)
from validator.compiler.tables import FIRST, MemorySlot
from validator.findings import Place, Severity


def find_memory(
    context: CompileContext, tree: ast.expr, scope: Scope
) -> tuple[MemorySlot, str] | None:
    """A memory that changes, and its place as source; a fault where there is none."""
    named = tree.value if isinstance(tree, ast.Subscript) else tree
    if isinstance(named, ast.Attribute):
        slot = names.find_memory(context, named)
        base = names.UNKNOWN if slot else expressions.value(context, named.value, scope)
        found = (slot, "") if slot else names.memory_of(context, base, named.attr)
        if found is not None:
            context.written.add(found[0].name)
            key = expressions.key_of(context, found[0], tree, scope)
            return found[0], names.memory_place(*found, key)
        if base.type.kind == "unknown":
            return None
    names.no_memory(context, named)
    return None


def assign(context: CompileContext, step: Step, scope: Scope) -> Made:
    """What is remembered becomes something; or who is first, or whose a piece is."""
    tree, to = placing.tree_at(step, "what"), step.values["to"]
    writer = context.writer
    if isinstance(tree, ast.Name) and tree.id == "first":
        found = expressions.seat(context, to.tree, scope)
        with writer.block(f"if {found.code} >= 0:"):
            writer.line(f"n[{FIRST}] = {found.code}")
        return True, scope
    if isinstance(tree, ast.Attribute) and tree.attr == "owner":
        one = expressions.piece(context, tree.value, scope)
        writer.line(f"owner[{one.code}] = {expressions.seat(context, to.tree, scope).code}")
        return True, scope
    memory = find_memory(context, tree, scope)
    if memory is None:
        return True, scope
    slot, place = memory
    if slot.what.kind == "number":
        found = expressions.number(context, to.tree, scope)
        store(context, slot, place, found, to.place)
        return True, scope
    code = expressions.assigned(context, to.tree, scope, names.memory_type(context, slot.what))
    writer.line(f"{place} = {code}")
    return True, scope


def store(context: CompileContext, slot: MemorySlot, place: str, value: Value, at: Place) -> None:
    """Write a number into what is remembered: within its range, or as is said for beyond it."""
    _write_into(context, slot, place, value, at)
    for pile in context.counted_by.get(slot.name, ()):
        context.writer.line(f"m.tally.level({pile}, max(0, {place}))")


def _write_into(
    context: CompileContext, slot: MemorySlot, place: str, value: Value, at: Place
) -> None:
    least, most, writer = slot.what.least, slot.what.most, context.writer
    values = value.type.values
    if values and not (least <= min(values) <= max(values) <= most) and not slot.what.beyond:
        come = str(values[0]) if value.known else f"{min(values)} to {max(values)}"
        _doubt_range(context, slot, at, f"{come} may come here")
    low, high = value.numbers() or (least - 1, most + 1)
    if least <= low and high <= most:
        writer.line(f"{place} = {value.code}")
        return
    match slot.what.beyond:
        case "stop":
            code = value.code if least <= low else f"max({value.code}, {least})"
            writer.line(f"{place} = {code if high <= most else f'min({code}, {most})'}")
        case "wrap":
            writer.line(f"{place} = ({value.code} - {least}) % {most - least + 1} + {least}")
        case _:
            held = writer.name("v")
            writer.line(f"{held} = {value.code}")
            with writer.block(f"if not {least} <= {held} <= {most}:"):
                where = context.constant("place", at)
                message = literal(f"{slot.name} leaves its range of {least} to {most}")
                writer.line(f"raise ScriptFault({where}, {message})")
            writer.line(f"{place} = {held}")


def _doubt_range(context: CompileContext, slot: MemorySlot, at: Place, come: str) -> None:
    least, most = slot.what.least, slot.what.most
    message = f"{slot.name} goes from {least} to {most}, and {come}"
    hint = "widen its range under `remember`, write another number, or say `beyond: stop`"
    context.report("play-range", at, message, hint, Severity.WARNING)


def add(context: CompileContext, step: Step, scope: Scope) -> Made:
    """A remembered number grows or shrinks."""
    memory = find_memory(context, placing.tree_at(step, "what"), scope)
    amount = placing.value_at(step, "amount")
    one = constant(NUMBER, 1)
    by = one if amount is None else expressions.number(context, amount.tree, scope)
    if memory is None:
        return True, scope
    slot, place = memory
    if slot.what.kind != "number":
        hint = "use `set` for what is no number"
        place = step.values["what"].place
        context.report("play-value", place, f"{slot.name} is no number", hint)
        return True, scope
    if by.known and abs(by.value) > slot.what.most - slot.what.least and not slot.what.beyond:
        _doubt_range(context, slot, step.values["amount"].place, f"{by.value} is added here")
    at = amount.place if amount is not None else step.place
    bounds = by.numbers()
    span = bounds and (slot.what.least + bounds[0], slot.what.most + bounds[1])
    store(context, slot, place, Value(NUMBER, f"{place} + {by.code}", span=span), at)
    return True, scope


def roll(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Dice are rolled into what is remembered, or under a name."""
    what: tuple[Formula, ...] = step.values.get("what", ())
    dice = int(step.values.get("dice", 1)) if len(what) <= 1 else 1
    for one in what:
        memory = find_memory(context, one.tree, scope)
        if memory is not None:
            slot, place = memory
            rolled, (least, most) = _roll_dice(context, step, dice, slot)
            outside = least < slot.what.least or most > slot.what.most
            if outside and not slot.what.beyond:
                _doubt_range(context, slot, one.place, f"{least} to {most} may come here")
            store(context, slot, place, Value(NUMBER, rolled, span=(least, most)), one.place)
    if what:
        return True, scope
    rolled, _ = _roll_dice(context, step, dice)
    return True, placing.name_result(context, step, scope, NUMBER, rolled)


def _roll_dice(
    context: CompileContext, step: Step, dice: int, slot: MemorySlot | None = None
) -> tuple[str, tuple[int, int]]:
    """A roll as source, with its least and its most.

    Where the step does not say how many sides one die has, it has those of a number from 1.
    """
    most = slot.what.most if slot is not None and slot.what.least == 1 and dice == 1 else 0
    usual = most if 1 < most <= 1000 else 6
    numbers = range(1, int(step.values.get("sides", usual)) + 1)
    shown = tuple(step.values.get("faces") or numbers)
    table = context.constant("faces", shown)
    return f"m.roll({table}, {dice})", (dice * min(shown), dice * max(shown))


def begin_all_anew(context: CompileContext, owner: str) -> None:
    """Write that what is remembered of the turn, the round or an action is back at its start."""
    context.writer.line(*map(begin_anew, slots_of(context, owner)))


def begin_anew(slot: MemorySlot) -> str:
    """What sets a memory that is there once, or its family, back to its start, as source."""
    places, start = slot.places(), literal(slot.what.start)
    if not slot.what.index:
        return f"n[{slot.at}] = {start}"
    return f"n[{places.start}:{places.stop}] = [{start}] * {len(places)}"


def slots_of(context: CompileContext, owner: str) -> list[MemorySlot]:
    """What is remembered of the turn, the round or an action."""
    return [slot for slot in context.tables.memories.values() if slot.what.owner == owner]
