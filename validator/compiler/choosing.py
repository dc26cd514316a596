"""Decisions as source: what is legal of each option, who is asked, and where it goes on."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from validator.catalogue.formulas import Formula
from validator.catalogue.script import Option, Step, steps_reached
from validator.catalogue.script import Pick as PickSpec
from validator.compiler import expressions, names, storing
from validator.compiler.context import (
    FALSE,
    NUMBER,
    PIECE,
    PLACES,
    SEAT,
    TRUE,
    YES_NO,
    CompileContext,
    Made,
    Scope,
    Type,
    Value,
    list_of,
    literal,
)
from validator.compiler.runtime.picks import STANDS
from validator.compiler.tables import MemorySlot
from validator.findings import did_you_mean


@dataclass(frozen=True, slots=True)
class Price:
    """What a step pays: ``wanted`` of what ``there`` is, as source, and what writes that it goes.

    ``test`` says whether it can be paid where that is more than a number to be reached.
    """

    wanted: str
    there: str
    take: Callable[[], None]
    test: str = ""

    def met(self) -> str:
        """Whether it can be paid, as source."""
        return self.test or f"({self.wanted} <= {self.there})"


def price(context: CompileContext, step: Step, scope: Scope) -> Price | None:
    """What a step pays; None where it is a fault, which is reported."""
    amount = step.values.get("amount")
    wanted = "1"
    if isinstance(amount, Formula):
        found = expressions.number(context, amount.tree, scope)
        least, _ = found.numbers() or (-1, 0)
        wanted = found.code if least >= 0 else f"max({found.code}, 0)"
    what, sources = step.values.get("what"), step.values.get("from", ())
    if isinstance(what, Formula):
        memory = storing.find_memory(context, what.tree, scope)
        return None if memory is None else _of_memory(context, memory, wanted)
    to = step.values.get("to")
    if not sources or not isinstance(to, Formula):
        lacks = "nothing says where it goes" if sources else "nothing says what is paid from"
        hint = "add `to: ZONE`" if sources else "add `from: ZONE`, or `what: MEMORY`"
        context.report("play-value", step.place, lacks, hint)
        return None
    source = expressions.value(context, sources[0].tree, scope)
    target = expressions.value(context, to.tree, scope)
    if source.type.kind not in PLACES or target.type.kind not in PLACES:
        expressions.wrong(context, sources[0].tree, source.type, "zone")
        return None
    for zone in target.zones:
        context.flow(source.zones, zone, step.place)
    if "by" in step.values:
        return _of_kinds(context, step, source, target, wanted, scope)

    def take() -> None:
        context.writer.line(f"m.move_top({source.code}, {target.code}, {wanted})")

    return Price(wanted, f"len(z[{source.code}])", take)


def _of_kinds(
    context: CompileContext, step: Step, source: Value, target: Value, wanted: str, scope: Scope
) -> Price:
    """Pieces that are paid by a field: so many of each value, or by their worth with change."""
    by, change, amount = (step.values.get(key) for key in ("by", "change", "amount"))
    assert isinstance(by, Formula)
    column = context.column(by.text)
    if not names.field_values(context, by.text):
        context.report("play-word", by.place, f"no piece has a field `{by.text}`", "name a field")
    writer = context.writer
    if isinstance(amount, Mapping):
        counts = [
            f"({literal(key)}, {expressions.number(context, one.tree, scope).code})"
            for key, one in amount.items()
        ]
        code = f"of_each(z[{source.code}], {column}, ({', '.join(counts)},))"
        return Price(
            "0", "0", lambda: writer.line(f"m.move({code}, {target.code})"), f"({code} is not None)"
        )
    bank = source
    if isinstance(change, Formula):
        bank = expressions.value(context, change.tree, scope)
        for zone in source.zones:
            context.flow(bank.zones, zone, change.place)
    lying = f"z[{bank.code}]" if isinstance(change, Formula) else "()"
    code = f"settle(z[{source.code}], {lying}, {column}, {wanted})"

    def take() -> None:
        held = writer.name("settled")
        writer.line(f"{held} = {code}", f"m.move({held}[0], {target.code})")
        writer.line(f"m.move({held}[1], {source.code})")

    return Price("0", "0", take, f"({code} is not None)")


def _of_memory(context: CompileContext, memory: tuple[MemorySlot, str], wanted: str) -> Price:
    slot, place = memory
    context.read.add(slot.name)
    there = place if slot.what.least == 0 else f"{place} - {slot.what.least}"
    return Price(wanted, there, lambda: context.writer.line(f"{place} -= {wanted}"))


def payable(context: CompileContext, steps: Sequence[Step], scope: Scope) -> Value:
    """Whether all that steps surely pay can be paid, each from what is there now."""
    totals: dict[str, list[str]] = {}
    tests: list[Value] = []
    for step in steps:
        if step.verb != "pay" or step.values.get("when") or step.values.get("else"):
            continue
        found = price(context, step, scope)
        if found is not None and found.test:
            tests.append(Value(YES_NO, found.test))
        elif found is not None:
            totals.setdefault(found.there, []).append(found.wanted)
    for there, made in totals.items():
        known = names.once(context, Value(NUMBER, there), scope).code
        tests.append(Value(YES_NO, f"({' + '.join(made)} <= {known})"))
    return expressions.several(tests, every=True)


def choose(context: CompileContext, step: Step, scope: Scope) -> Made:
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
        writer.line(f"{count} -= 1", f"return {asked} if {count} > 0 else {behind}")
    if otherwise:
        writer.begin(nothing)
        if context.block(context, otherwise, scope):
            writer.line(f"return {behind}")
    writer.begin(behind)
    return True, scope


Take = Callable[[str], None]
"""Writes what an option does, and goes on at a function."""


def _ask(
    context: CompileContext,
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
    context.ends_now(context, scope)
    needed = _needed(context, step, scope)
    tried = "again" in step.values and not (needed.known and not needed.value)
    todo = offer(context, options, scope, tried)
    with writer.block("if not picks:"):
        if not (needed.known and not needed.value):
            writer.line(f"if m.trying and {needed.code}: raise Unmet")
        writer.line(f"return {nothing}")
    writer.line(f"m.pc = {here}")
    if step.values.get("by") == "rule":
        writer.line(f"return m.by_rule({scope.seat.code}, {literal(says)}, picks)")
    else:
        writer.line(f"return m.ask.choose({scope.seat.code}, {literal(says)}, picks).take(m)")
    return todo


def _needed(context: CompileContext, step: Step, scope: Scope) -> Value:
    """Whether something has to be chosen at a step."""
    asked = step.values.get("needed")
    return FALSE if asked is None else expressions.holds(context, asked, scope)


def _needs(context: CompileContext, steps: Sequence[Step]) -> bool:
    """Whether some steps come to a choice in which something may have to be chosen."""
    for step in steps_reached(context.script, steps):
        if step.verb == "choose" and "needed" in step.values and _may_need(context, step):
            return True
    return False


def _may_need(context: CompileContext, step: Step) -> bool:
    """Whether something may have to be chosen: no part of the test surely fails.

    What names stand for where the choice is made is not known here.
    """
    quiet, scope = dict(context.findings), Scope()
    for tree in expressions.all_of(step.values["needed"]):
        part = expressions.test(context, tree, scope)
        unread, context.findings = context.findings != quiet, dict(quiet)
        if part.known and not part.value and not unread:
            return False
    return True


def offer(
    context: CompileContext, options: Sequence[Option], scope: Scope, tried: bool = False
) -> list[Take]:
    """Write what is legal of all options into ``picks``.

    Those after which something has to be chosen again are ``tried`` out.
    """
    writer = context.writer
    ordered = sorted(options, key=lambda one: int(one.values.get("extra", 0)))
    graded = any("must" in one.values for one in options)
    writer.line("picks, offered = [], m.tally.offered")
    if graded:
        writer.line("grades = []")
    with names.hoisting(context, whole=True):
        made = [_option(context, one, scope, graded, tried) for one in ordered]
    todo = [one for one in made if one is not None]
    if graded:
        with writer.block("if 1 in grades:"):
            writer.line("picks = [one for one, grade in zip(picks, grades) if grade]")
    return todo


def _option(
    context: CompileContext, option: Option, scope: Scope, graded: bool, tried: bool
) -> Take | None:
    """Write what is legal of an option; None where it never is."""
    writer = context.writer
    when = expressions.holds(context, option.values.get("when"), scope)
    if when.known and not when.value:
        context.closed.add(option.place)
        return None
    context.opened.add(option.place)
    writer.note(option.place)
    state, extra = writer.name("take"), int(option.values.get("extra", 0))
    tests = [when, TRUE]
    if extra:
        tests[1] = Value(YES_NO, f"(len(picks) >= {extra})")
    asked = expressions.several(tests, every=True)
    made = _loops(context, option, scope)
    table, bound = _picks_table(context, option, state, made[2].names)

    def write() -> None:
        _candidates(context, option, made, table, graded, tried)

    if asked.known:
        write()
    else:
        with writer.block(f"if {asked.code}:"):
            write()
    number = context.options.get(option.place, 0)
    with writer.block(
        f"if {number} not in offered and picks and picks[-1].spec.number == {number}:"
    ):
        writer.line(f"offered.add({number})")

    def take(again: str) -> None:
        writer.begin(state)
        if context.block(context, option.then, scope.bind(**bound)):
            writer.line(f"return {again}")
        worth = option.values.get("worth")
        if worth is not None:
            writer.begin(f"{state}{WORTH}")
            writer.note(worth.place)
            with names.hoisting(context):  # what is asked twice is worked out once
                judged = replace(scope.bind(**bound), size=2)
                writer.line(f"return {expressions.number(context, worth.tree, judged).code}")

    return take


WORTH = "_worth"
"""What is put behind the name of the function of an option that says what it is worth."""


def _on_boards(context: CompileContext, zones: tuple[str, ...]) -> bool:
    return any(zone in context.tables.zones and context.tables.zones[zone].board for zone in zones)


def _picks_table(
    context: CompileContext, option: Option, state: str, picked: Mapping[str, Value]
) -> tuple[str, dict[str, Value]]:
    """The name of the table of an option's picks, and what their names mean once it is taken.

    The program fills it once the source is run.
    """
    name, first = context.writer.name("picks"), context.slots
    bound = {one.name: replace(picked[one.name], code=context.slot()) for one in option.picks}
    kinds = []
    for pick, one in zip(option.picks, bound.values(), strict=True):
        items = one.type if pick.count is None else one.type.items or NUMBER
        stands = items.kind == "piece" and _on_boards(context, one.zones)
        kinds.append(STANDS if stands else items.kind)
    for word in re.findall(r"{([^{}]*)}", option.says):
        if word not in bound:
            message = f"nothing is picked here as {word!r}, so people would read {{{word}}}"
            place, otherwise = option.places.get("says", option.place), "take it out, or pick it"
            context.report("play-word", place, message, did_you_mean(word, list(bound), otherwise))
    spec = (option.id, context.options.get(option.place, 0), state, option.says, tuple(bound))
    led = {} if bound else _zones_of_steps(context, option)
    context.menus[name] = (*spec, slice(first, context.slots), tuple(kinds), led)
    return name, bound


def _zones_of_steps(context: CompileContext, option: Option) -> dict[str, str]:
    """The zones of the table that the steps of an option move from and to, by their labels."""
    moved = [step.values.get(key) for step in option.then for key in ("from", "to")]
    formulas = chain(*(one if isinstance(one, tuple) else (one,) for one in moved))
    words = [one.tree.id for one in formulas if one and isinstance(one.tree, ast.Name)]
    labels = context.tables.game.setup.zones
    return {labels[one].name: one for one in words if one in labels and not labels[one].board}


def _things(context: CompileContext, pick: PickSpec, scope: Scope) -> Value:
    """What a pick is made from; words that mean nothing else are a list of texts."""
    tree = pick.of[0].tree
    if len(pick.of) > 1:
        tree = ast.List([one.tree for one in pick.of], ast.Load())
        tree.spot = pick.place  # type: ignore[attr-defined]
    if not isinstance(tree, ast.List):
        return expressions.things(context, tree, scope)
    words = tuple(one.id for one in tree.elts if isinstance(one, ast.Name))
    bare = all(names.is_bare(context, one, scope) for one in tree.elts)
    listed = expressions.value(context, tree, scope, Type("text", values=words) if bare else None)
    code = listed.code
    if bare:
        code = context.constant("words", tuple(dict.fromkeys(words)))
    elif len(tree.elts) > 1:
        code = f"dict.fromkeys({code})"
    return replace(listed, code=code, known=False)


def _candidates(
    context: CompileContext, option: Option, made: Loops, table: str, graded: bool, tried: bool
) -> None:
    """Write the loops over what may be picked, and what is kept of it."""
    writer = context.writer
    loops, tests, inner = made
    stand = [
        f"at[{one}]" if pick.count is None else f"tuple([at[p] for p in {one}])"
        for pick, kind, (one, _) in zip(option.picks, context.menus[table][-2], loops, strict=True)
        if kind == STANDS
    ]
    keys = ", ".join([*(one for one, _ in loops), *stand])
    pick = f"{table}[{keys}]" if keys else table
    goes_on = tried and all(one.verb != "stop" for one in option.then)
    if goes_on or _needs(context, option.then):
        tests.append(Value(YES_NO, f"m.can_take({pick})"))
    if any(one.known and not one.value for one in tests):
        return
    variables = [one for one, _ in loops]
    *asked, ahead = _by_loop(variables, [one.code for one in tests if not one.known])
    each = "".join(
        f" for {one} in {listed}{_if(codes)}"
        for (one, listed), codes in zip(loops, asked, strict=True)
    )

    def write() -> None:
        kept = each
        if loops and {"prefer", "largest"} & set(option.values):
            several = ", ".join(variables)
            kept = f" for {several} in {_best(context, option, inner, each, several)}"
        grade = _grade(context, option, inner) if graded else "0"
        if grade != "0":  # what is not graded before it has none to the end
            writer.line("grades += [0] * (len(picks) - len(grades))")
        writer.line(f"picks += [{pick}{kept}]" if kept else f"picks.append({pick})")
        if _mentions(grade, variables):
            writer.line(f"grades += [{grade}{kept}]")
        elif grade != "0":
            writer.line(f"grades += [{grade}] * (len(picks) - len(grades))")

    if not ahead:
        write()
        return
    with writer.block(f"if {' and '.join(ahead)}:"):
        write()


def _if(tests: Sequence[str]) -> str:
    return f" if {' and '.join(tests)}" if tests else ""


def _best(context: CompileContext, option: Option, scope: Scope, each: str, keys: str) -> str:
    """Write which candidates pass the first test that any does, and have the largest values."""
    writer, ways = context.writer, list[str]()
    held, one = writer.name("found"), f"({keys})" if "," in keys else keys
    listed = re.fullmatch(rf" for {keys} in ((?:sorted|unlike)\([^()]*\))", each)
    writer.line(f"{held} = {listed[1] if listed else f'[{one}{each}]'}")
    for formula in option.values.get("prefer", ()):
        parts = expressions.parts(context, formula, scope)
        asked = expressions.several(parts, every=True)
        if asked.known and asked.value:
            break
        *inside, ahead = _by_loop(keys.split(", "), [one.code for one in parts if not one.known])
        way = f"[{one} for {keys} in {held}{_if([*chain(*inside)])}]"
        if not asked.known:
            ways.append(f"{' and '.join([*ahead, way])}")
    if ways:
        writer.line(f"{held} = {' or '.join([*ways, held])}")
    for formula in option.values.get("largest", ()):
        most, size = writer.name("most"), expressions.number(context, formula.tree, scope).code
        writer.line(f"{most} = max([{size} for {keys} in {held}], default=0)")
        writer.line(f"{held} = [{one} for {keys} in {held} if {size} == {most}]")
    return held


def _grade(context: CompileContext, option: Option, scope: Scope) -> str:
    """1 for what must be taken, 2 for what may be taken all the same, 0 for the rest."""
    tests = [option.values.get(key) for key in ("must", "always")]
    must, free = (expressions.holds(context, one, scope) if one else FALSE for one in tests)
    never = all(one.known and not one.value for one in (must, free))
    return "0" if never else f"1 if {must.code} else 2 if {free.code} else 0"


def _mentions(code: str, variables: Sequence[str]) -> bool:
    return any(re.search(rf"\b{one}\b", code) for one in variables)


def _by_loop(variables: Sequence[str], tests: Sequence[str]) -> list[list[str]]:
    """The tests by the first loop in which all that they speak of is known; last, those of none."""
    levels: list[list[str]] = [[] for _ in (*variables, "")]
    for code in tests:
        at = max((at for at, one in enumerate(variables) if _mentions(code, [one])), default=-1)
        levels[at].append(code)
    return levels


Loops = tuple[list[tuple[str, str]], list[Value], Scope]
"""Loops, each a variable and what it goes through, as source; tests; what names mean in them."""


def _loops(context: CompileContext, option: Option, scope: Scope) -> Loops:
    """What the names of an option may stand for, what is asked of it, and what names mean then."""
    loops: list[tuple[str, str]] = []
    tests: list[Value] = []
    for pick in option.picks:
        things = _things(context, pick, scope)
        maybe_none, items = _some(things)
        one = context.writer.name("x")
        listed = _listed(context, pick, things, items, scope, one)
        value = Value(items if pick.count is None else list_of(items), one, zones=things.zones)
        scope = replace(scope.bind(**{pick.name: value}), size=max(scope.size, 2))
        tested = replace(scope, thing=value) if pick.count is None else scope
        tests += [Value(YES_NO, f"{one} >= 0")] if maybe_none else []
        asked = pick.where if pick.count is None else pick.fit
        made = expressions.parts(context, asked, tested)
        if listed == f"sorted({things.code})" and not any(part.known for part in made):
            codes = [part.code for part in made]
            where, now = names.anywhere(context, things, one, codes)
            if where != things.code:
                listed, made = where, [Value(YES_NO, code) for code in now]
        tests += made
        loops.append((one, listed))
    tests += expressions.parts(context, option.values.get("where"), scope)
    return loops, [*tests, payable(context, option.then, scope)], scope


def _some(things: Value) -> tuple[bool, Type]:
    """Whether nothing may be among several things, which is no choice; what the others are."""
    items = things.type.items or NUMBER
    maybe_none = items.optional and items.kind in ("space", "piece", "seat")
    return maybe_none, replace(items, optional=False)


def _listed(
    context: CompileContext, pick: PickSpec, things: Value, items: Type, scope: Scope, one: str
) -> str:
    """What a loop goes through: things in their order, equal pieces once, or choices of several."""
    tables = context.tables
    kinds = context.constant("kind", tables.kind)
    kind = f"{kinds}.__getitem__"
    if _on_boards(context, things.zones):
        kind = f"lambda p: ({kinds}[p], at[p], owner[p])"
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
        listed = f"unlike({things.code}, lambda {one}: {found.code})"
        return listed if scope.size > 1 else names.hoist(context, listed)
    boards = [zone and zone.board for zone in map(tables.zones.get, things.zones)]
    single = bool(boards) and all(board and board.holds == 1 for board in boards)
    if single or len(set(tables.kind)) == len(tables.kind):
        return f"sorted({things.code})"
    return f"unlike({things.code}, {kind})"


def _same_field(context: CompileContext, pick: PickSpec) -> str:
    """The column that all cards must share, where that is all that must fit."""
    tree = pick.fit.tree if pick.fit is not None else None
    if isinstance(tree, ast.Call) and getattr(tree.func, "id", "") == "same" and not tree.keywords:
        field = tree.args[-1]
        if isinstance(field, ast.Name) and names.field_values(context, field.id):
            return context.column(field.id)
    return "None"


def _sizes(context: CompileContext, count: Formula, scope: Scope) -> str:
    found = expressions.value(context, count.tree, scope, NUMBER)
    if found.type.kind == "list":
        return found.code
    return f"({expressions.how_many(context, count, scope).code},)"


def together(context: CompileContext, step: Step, scope: Scope) -> Made:
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
    writer.line("m.togethers += 1", "m.together = m.togethers", "chosen = []")
    context.ends_now(context, scope)
    says = literal(str(step.values.get("says", "chooses")))
    with writer.block(f"for seat in {group.code}:"):
        writer.line(f"{slot} = seat")
        todo = offer(context, step.values["options"], inner)
        with writer.block("if picks:"):
            writer.line(f"m.pc = {asked}")
            writer.line(f"chosen.append((seat, m.ask.choose(seat, {says}, picks)))")
    writer.line(f"{taken} = tuple(chosen)", f"{at} = 0", "m.together = 0", f"return {doing}")
    writer.begin(doing)
    with writer.block("if m.blind or m.together:"):
        writer.line("raise Halt")
    with writer.block(f"if {at} >= len({taken}):"):
        writer.line(f"return {behind}")
    writer.line(f"{slot}, pick = {taken}[{at}]", f"{at} += 1", "return pick.take(m)")
    for take in todo:
        take(doing)
    writer.begin(behind)
    return True, scope


def ask(context: CompileContext, step: Step, scope: Scope) -> Made:
    """A seat says yes or no."""
    options = tuple(
        Option(step.place, word, word, (), step.values.get(key, ()), {})
        for word, key in (("yes", "then"), ("no", "else"))
    )
    values: Mapping[str, Any] = {
        key: value for key, value in step.values.items() if key in ("seat", "says")
    }
    chosen = replace(step, verb="choose", values={**values, "options": options})
    return choose(context, chosen, scope)
