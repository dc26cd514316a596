"""Decisions as source: what is legal of each option, who is asked, and where it goes on."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from validator.catalogue.formulas import Formula
from validator.catalogue.script import Option, Step
from validator.catalogue.script import Pick as PickSpec
from validator.compiler import expressions, names
from validator.compiler.context import (
    FALSE,
    NUMBER,
    PIECE,
    PLACES,
    SEAT,
    TRUE,
    YES_NO,
    Context,
    Scope,
    Type,
    Value,
    list_of,
    literal,
)
from validator.compiler.tables import MemorySlot

Price = tuple[str, str, Callable[[], None]]
"""How much is paid and how much there is, as source, and what writes that it goes."""


def price(context: Context, step: Step, scope: Scope) -> Price | None:
    """What a step pays; None where it is a fault, which is reported."""
    amount = step.values.get("amount")
    wanted = "1"
    if isinstance(amount, Formula):
        found = expressions.number(context, amount.tree, scope)
        wanted = str(max(found.value, 0)) if found.known else f"max({found.code}, 0)"
    what, sources = step.values.get("what"), step.values.get("from", ())
    if isinstance(what, Formula):
        memory = context.find_memory(context, what.tree, scope)
        return None if memory is None else _of_memory(context, memory, wanted)
    if not sources:
        hint = "add `from: ZONE`, or `what: MEMORY`"
        context.report("play-value", step.place, "nothing says what is paid from", hint)
        return None
    source = expressions.value(context, sources[0].tree, scope)
    to = step.values.get("to")
    if not isinstance(to, Formula):
        context.report("play-value", step.place, "nothing says where it goes", "add `to: ZONE`")
        return None
    target = expressions.value(context, to.tree, scope)
    if source.type.kind not in PLACES or target.type.kind not in PLACES:
        expressions.wrong(context, sources[0].tree, source.type, "zone")
        return None
    for zone in target.zones:
        context.flow(source.zones, zone, step.place)

    def take() -> None:
        context.writer.line(f"m.move_top({source.code}, {target.code}, {wanted})")

    return wanted, f"len(z[{source.code}])", take


def _of_memory(context: Context, memory: tuple[MemorySlot, str], wanted: str) -> Price:
    slot, place = memory
    context.read.add(slot.name)
    there = place if slot.what.least == 0 else f"{place} - {slot.what.least}"
    return wanted, there, lambda: context.writer.line(f"{place} -= {wanted}")


def payable(context: Context, steps: Sequence[Step], scope: Scope) -> Value:
    """Whether all that steps surely pay can be paid."""
    totals: dict[str, list[str]] = {}
    for step in steps:
        if step.verb != "pay" or step.values.get("when") or step.values.get("else"):
            continue
        found = price(context, step, scope)
        if found is not None:
            totals.setdefault(found[1], []).append(found[0])
    parts = [Value(YES_NO, f"({' + '.join(made)} <= {there})") for there, made in totals.items()]
    return expressions.several(parts, every=True)


def choose(context: Context, step: Step, scope: Scope) -> tuple[bool, Scope]:
    """A seat takes one of the options, so often as is said, until none is legal or it stops."""
    writer, often = context.writer, int(step.values.get("again", 1))
    options: tuple[Option, ...] = step.values["options"]
    otherwise: tuple[Step, ...] = step.values.get("else", ())
    asked, behind = writer.name("choose"), writer.name("behind")
    nothing = writer.name("nothing") if otherwise else behind
    inner, seat = scope, step.values.get("seat")
    if isinstance(seat, Formula):
        slot = context.slot()
        writer.line(f"{slot} = {expressions.seat(context, seat.tree, scope).code}")
        with writer.block(f"if {slot} < 0:"):
            writer.line(f"return {nothing}")
        inner = replace(scope, seat=Value(SEAT, slot))
    count, again = "", behind
    if often > 1:
        count, again = context.slot(), writer.name("once_more")
        inner = replace(inner, loop=behind)
        writer.line(f"{count} = {often}")
    writer.line(f"return {asked}")
    writer.begin(asked)
    none_left = f"{nothing} if {count} == {often} else {behind}" if count else nothing
    todo = _ask(
        context, asked, str(step.values.get("says", "chooses")), options, inner, none_left, step
    )
    for take in todo:
        take(again)
    if count:
        writer.begin(again)
        writer.line(f"{count} -= 1")
        writer.line(f"return {asked} if {count} > 0 else {behind}")
    if otherwise:
        writer.begin(nothing)
        if context.block(context, otherwise, scope):
            writer.line(f"return {behind}")
    writer.begin(behind)
    return True, scope


Take = Callable[[str], None]
"""Writes what an option does, and goes on at a function."""


def _ask(
    context: Context,
    here: str,
    says: str,
    options: Sequence[Option],
    scope: Scope,
    nothing: str,
    step: Step,
) -> list[Take]:
    """Write how a seat is asked; what writes the options themselves, once it is done."""
    writer = context.writer
    if scope.seat is None:
        hint = "add `seat: SEAT`, or write it into a turn"
        context.report("play-place", step.place, "nobody acts here who could choose", hint)
        scope = replace(scope, seat=Value(SEAT, "0"))
    assert scope.seat is not None
    todo = offer(context, options, scope)
    with writer.block("if not picks:"):
        writer.line(f"return {nothing}")
    writer.line(f"m.pc = {here}")
    if step.values.get("by") == "rule":
        writer.line(f"return m.by_rule({scope.seat.code}, {literal(says)}, picks)")
    else:
        writer.line(f"return m.ask.choose({scope.seat.code}, {literal(says)}, picks).take(m)")
    return todo


def offer(context: Context, options: Sequence[Option], scope: Scope) -> list[Take]:
    """Write what is legal of all options into ``picks``."""
    writer = context.writer
    ordered = sorted(options, key=lambda one: int(one.values.get("extra", 0)))
    graded = any("must" in one.values for one in options)
    writer.line("picks = []")
    if graded:
        writer.line("grades = []")
    todo = [made for one in ordered if (made := _option(context, one, scope, graded)) is not None]
    if graded:
        with writer.block("if 1 in grades:"):
            writer.line("picks = [one for one, grade in zip(picks, grades) if grade]")
    return todo


def _option(context: Context, option: Option, scope: Scope, graded: bool) -> Take | None:
    """Write what is legal of an option; None where it never is."""
    writer = context.writer
    when = expressions.holds(context, option.values.get("when"), scope)
    if when.known and not when.value:
        context.closed.add(option.place)
        return None
    context.opened.add(option.place)
    state, extra = writer.name("take"), int(option.values.get("extra", 0))
    tests = [when, TRUE]
    if extra:
        tests[1] = Value(YES_NO, f"(len(picks) >= {extra})")
    asked = expressions.several(tests, every=True)
    bound, slots, kinds = _slots(context, option, scope)
    table = _picks_table(context, option, state, slots, kinds)

    def write() -> None:
        _candidates(context, option, scope, table, graded)

    if asked.known:
        write()
    else:
        with writer.block(f"if {asked.code}:"):
            write()
    number = context.options[option.place]
    with writer.block(f"if picks and picks[-1].spec.number == {number}:"):
        writer.line(f"m.tally.offered.add({number})")

    def take(again: str) -> None:
        writer.begin(state)
        if context.block(context, option.then, bound(scope)):
            writer.line(f"return {again}")

    return take


Bound = Callable[[Scope], Scope]


def _slots(context: Context, option: Option, scope: Scope) -> tuple[Bound, list[int], list[str]]:
    """Where what is picked lives on, and what names mean once it is taken."""
    made: dict[str, Value] = {}
    quiet = dict(context.findings)
    inner, kinds, slots = scope, [], []
    for pick in option.picks:
        items = _things(context, pick, inner).type.items or NUMBER
        zones = _things(context, pick, inner).zones
        type_ = items if pick.count is None else list_of(items)
        slot = context.slot()
        made[pick.name] = Value(type_, slot, zones=zones)
        inner = inner.bind(**{pick.name: made[pick.name]})
        slots.append(context.slots - 1)
        kinds.append(
            items.kind if items.kind != "piece" or not _on_boards(context, zones) else "piece at"
        )
    context.findings = quiet
    return (lambda scope: scope.bind(**made)), slots, kinds


def _on_boards(context: Context, zones: tuple[str, ...]) -> bool:
    return any(zone in context.tables.zones and context.tables.zones[zone].board for zone in zones)


def _picks_table(
    context: Context, option: Option, state: str, slots: Sequence[int], kinds: Sequence[str]
) -> str:
    """The name of the table of an option's picks; the program fills it once the source is run."""
    name = context.writer.name("picks")
    names_of = tuple(pick.name for pick in option.picks)
    spec = (option.id, context.options[option.place], state, option.says, names_of)
    context.menus[name] = (*spec, tuple(slots), tuple(kinds))
    return name


def _things(context: Context, pick: PickSpec, scope: Scope) -> Value:
    """What a pick is made from; words that mean nothing else are a list of texts."""
    tree = pick.of[0].tree
    if len(pick.of) > 1:
        tree = ast.List([one.tree for one in pick.of], ast.Load())
        tree.spot = pick.place  # type: ignore[attr-defined]
    if isinstance(tree, ast.List) and all(names.is_bare(context, one, scope) for one in tree.elts):
        words = tuple(one.id for one in tree.elts if isinstance(one, ast.Name))
        return expressions.value(context, tree, scope, Type("text", values=words))
    return expressions.things(context, tree, scope)


def _candidates(context: Context, option: Option, scope: Scope, table: str, graded: bool) -> None:
    """Write the loops over what may be picked, and what is kept of it."""
    prefer: tuple[Formula, ...] = option.values.get("prefer", ())
    writer = context.writer
    if not prefer:
        _pick(context, option, 0, scope, [], table, graded, "")
        return
    found, best = writer.name("found"), writer.name("best")
    writer.line(f"{found} = []")
    writer.line(f"{best} = {len(prefer)}")
    _pick(context, option, 0, scope, [], table, graded, f"{found} {best}")
    writer.line(f"picks += {found}")


def _pick(
    context: Context,
    option: Option,
    at: int,
    scope: Scope,
    keys: list[str],
    table: str,
    graded: bool,
    ranked: str,
) -> None:
    """Write a loop over what one name may stand for, and inside of it those of the next names."""
    writer = context.writer
    if at == len(option.picks):
        _keep(context, option, scope, keys, table, graded, ranked)
        return
    pick = option.picks[at]
    things = _things(context, pick, scope)
    items = things.type.items or NUMBER
    one = writer.name("x")
    listed = _listed(context, pick, things, items, scope, one)
    value = Value(items if pick.count is None else list_of(items), one, zones=things.zones)
    inner = scope.bind(**{pick.name: value})
    with writer.block(f"for {one} in {listed}:"):
        if pick.count is None:
            asked = expressions.holds(context, pick.where, replace(inner, thing=value))
        else:
            asked = expressions.holds(context, pick.fit, inner)
        if not asked.known or not asked.value:
            with writer.block(f"if not {asked.code}:"):
                writer.line("continue")
        _pick(context, option, at + 1, inner, [*keys, one], table, graded, ranked)


def _listed(
    context: Context, pick: PickSpec, things: Value, items: Type, scope: Scope, one: str
) -> str:
    """What a loop goes through: things in their order, equal pieces once, or choices of several."""
    tables = context.tables
    kind = context.constant("kind", tables.kind)
    on_boards = _on_boards(context, things.zones)
    if pick.count is not None:
        inner = replace(scope, thing=Value(items, one, zones=things.zones))
        asked = expressions.holds(context, pick.where, inner)
        test = "" if asked.known and asked.value else f" if {asked.code}"
        fitting = f"[{one} for {one} in {things.code}{test}]"
        sizes = _sizes(context, pick.count, scope)
        return f"choices({fitting}, {sizes}, {kind}, {_same_field(context, pick)})"
    if items.kind != "piece":
        return things.code
    if pick.alike is not None:
        inner = replace(scope, thing=Value(PIECE, one, zones=things.zones))
        found = expressions.value(context, pick.alike.tree, inner)
        return f"unlike({things.code}, Alike(lambda {one}: {found.code}))"
    if on_boards or len(set(tables.kind)) == len(tables.kind):
        return f"sorted({things.code})"
    return f"unlike({things.code}, {kind})"


def _same_field(context: Context, pick: PickSpec) -> str:
    """The column that all cards must share, where that is all that must fit."""
    tree = pick.fit.tree if pick.fit is not None else None
    if isinstance(tree, ast.Call) and getattr(tree.func, "id", "") == "same" and not tree.keywords:
        field = tree.args[-1]
        if isinstance(field, ast.Name) and names.field_values(context, field.id):
            return context.column(field.id)
    return "None"


def _sizes(context: Context, count: Formula, scope: Scope) -> str:
    found = expressions.value(context, count.tree, scope, NUMBER)
    if found.type.kind == "list":
        return found.code
    return f"({expressions.how_many(context, count, scope).code},)"


def _keep(
    context: Context,
    option: Option,
    scope: Scope,
    keys: list[str],
    table: str,
    graded: bool,
    ranked: str,
) -> None:
    """Write what becomes of a candidate: its tests, its rank and its grade."""
    writer = context.writer
    where = expressions.holds(context, option.values.get("where"), scope)
    asked = expressions.several([where, payable(context, option.then, scope)], every=True)
    if asked.known and not asked.value:
        return
    if not asked.known:
        with writer.block(f"if {asked.code}:"):
            _append(context, option, scope, keys, table, graded, ranked)
    else:
        _append(context, option, scope, keys, table, graded, ranked)


def _append(
    context: Context,
    option: Option,
    scope: Scope,
    keys: list[str],
    table: str,
    graded: bool,
    ranked: str,
) -> None:
    writer = context.writer
    key = ", ".join(keys) if len(keys) > 1 else keys[0] if keys else "()"
    pick = f"{table}[{key}]"
    if ranked:
        found, best = ranked.split()
        rank = _rank(context, option, scope)
        held = writer.name("rank")
        writer.line(f"{held} = {rank}")
        with writer.block(f"if {held} < {best}:"):
            writer.line(f"{best} = {held}")
            writer.line(f"{found}.clear()")
        with writer.block(f"if {held} == {best}:"):
            writer.line(f"{found}.append({pick})")
        return
    writer.line(f"picks.append({pick})")
    if graded:
        must = (
            expressions.holds(context, option.values["must"], scope)
            if "must" in option.values
            else FALSE
        )
        free = (
            expressions.holds(context, option.values["always"], scope)
            if "always" in option.values
            else FALSE
        )
        writer.line(f"grades.append(1 if {must.code} else 2 if {free.code} else 0)")


def _rank(context: Context, option: Option, scope: Scope) -> str:
    """The number of the first test that a candidate passes, as source."""
    tests: tuple[Formula, ...] = option.values["prefer"]
    parts: list[str] = []
    for number, formula in enumerate(tests):
        asked = expressions.test(context, formula.tree, scope)
        if asked.known and asked.value:
            return "".join(parts) + str(number)
        if not asked.known:
            parts.append(f"{number} if {asked.code} else ")
    return "".join(parts) + str(len(tests))


def together(context: Context, step: Step, scope: Scope) -> tuple[bool, Scope]:
    """Every seat of a group chooses; then what each took is done in turn order."""
    writer = context.writer
    slot, taken, at = context.slot(), context.slot(), context.slot()
    asked, doing, behind = writer.name("together"), writer.name("do_next"), writer.name("behind")
    each = step.values.get("each")
    group = names.group(context, "seats", scope)
    if isinstance(each, Formula):
        group = expressions.things(context, each.tree, scope)
    assert group is not None
    writer.line(f"return {asked}")
    writer.begin(asked)
    inner = replace(scope, seat=Value(SEAT, slot), loop=doing)
    writer.line("m.togethers += 1")
    writer.line("m.together = m.togethers")
    writer.line("chosen = []")
    says = literal(str(step.values.get("says", "chooses")))
    with writer.block(f"for seat in {group.code}:"):
        writer.line(f"{slot} = seat")
        todo = offer(context, step.values["options"], inner)
        with writer.block("if picks:"):
            writer.line(f"m.pc = {asked}")
            writer.line(f"chosen.append((seat, m.ask.choose(seat, {says}, picks)))")
    writer.line(f"{taken} = tuple(chosen)")
    writer.line(f"{at} = 0")
    writer.line("m.together = 0")
    writer.line(f"return {doing}")
    writer.begin(doing)
    with writer.block("if m.blind or m.together:"):
        writer.line("raise Halt")
    with writer.block(f"if {at} >= len({taken}):"):
        writer.line(f"return {behind}")
    writer.line(f"{slot}, pick = {taken}[{at}]")
    writer.line(f"{at} += 1")
    writer.line("return pick.take(m)")
    for take in todo:
        take(doing)
    writer.begin(behind)
    return True, scope


def ask(context: Context, step: Step, scope: Scope) -> tuple[bool, Scope]:
    """A seat says yes or no."""
    yes: tuple[Step, ...] = step.values.get("then", ())
    no: tuple[Step, ...] = step.values.get("else", ())
    options: list[Option] = []
    for word, then in (("yes", yes), ("no", no)):
        place = replace(step.place, column=step.place.column + len(options))
        options.append(Option(place, word, word, (), then, {}))
        context.options.setdefault(place, 0)
    values: Mapping[str, Any] = {
        key: value for key, value in step.values.items() if key in ("seat", "says")
    }
    chosen = replace(step, verb="choose", values={**values, "options": tuple(options)})
    return choose(context, chosen, scope)
