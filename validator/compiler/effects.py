"""What is written on a card, carried out: each kind of effect by what the script says of it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace

from validator.catalogue.effects import Count, Effect, EffectCondition
from validator.catalogue.formulas import Formula, read_value
from validator.catalogue.model import Component
from validator.catalogue.script import Meaning, Option, Step
from validator.compiler import choosing, expressions, names
from validator.compiler.context import (
    NUMBER,
    PIECE,
    SEAT,
    CompileContext,
    Scope,
    Value,
    constant,
    literal,
)
from validator.findings import Place

WHO = {"each": "seats", "others": "others", "left": "left", "right": "right"}
"""Who is meant by an effect, in the words of scripts."""


def carry_out(context: CompileContext, step: Step, scope: Scope) -> tuple[bool, Scope]:
    """Write what stands on a piece: a function for each different text, taken by the piece."""
    writer, tables = context.writer, context.tables
    of = step.values["of"]
    assert isinstance(of, Formula)
    held = expressions.piece(context, of.tree, scope)
    slot, behind = context.slot(), writer.name("behind")
    writer.line(f"{slot} = {held.code}")
    made: dict[tuple[Effect, ...], str] = {(): behind}
    for design in tables.designs:
        made.setdefault(design.effects, writer.name("effects"))
    table = writer.name("by_design")
    context.states[table] = [*(made[design.effects] for design in tables.designs), behind]
    kind = context.constant("kind", tables.kind)
    seat = scope.seat.code if scope.seat is not None else "-1"
    writer.line(f"return {table}[m.carry_out({slot}, {kind}, {seat})]")
    inner = scope.bind(card=Value(PIECE, slot, zones=held.zones))
    for design in tables.designs:
        name = made.get(design.effects, behind)
        if name not in writer.functions and name != behind:
            writer.begin(name)
            if _chain(context, design.effects, design, inner):
                writer.line(f"return {behind}")
    writer.begin(behind)
    return True, scope


def _chain(
    context: CompileContext, effects: Sequence[Effect], card: Component, scope: Scope
) -> bool:
    """Write effects of a card one after the other."""
    for number, effect in enumerate(effects):
        if not _effect(context, effect, card.place_of("effects", number), card, scope):
            return False
    return True


def _effect(
    context: CompileContext, effect: Effect, place: Place, card: Component, scope: Scope
) -> bool:
    """Write one effect: for whom, when, how much, and at which price."""
    meaning = find(context, effect)
    if meaning is None:
        kind = type(effect).__name__.lower()
        what = getattr(effect, "what", None)
        entry = f"{{do: {kind}{f', what: {what}' if what else ''}, then: [...]}}"
        message = f"nothing in play.yaml carries out `{kind}` of {card.id!r}"
        context.report("play-effect", place, message, f"add to `effects` there: {entry}")
        return True

    def write(inner: Scope) -> bool:
        return _write_effect(context, effect, meaning, place, inner)

    who = getattr(effect, "who", "you")
    if who == "you":
        return write(scope)
    options = Option(meaning.place, "for", "for {that}", (), (), {})
    if who == "one-other":
        return _for_one(context, options, meaning, write, scope)
    word = read_value(WHO[who], meaning.place)
    over = expressions.things(context, word.tree, scope)
    context.loop(context, over, meaning.then, scope, lambda one: write(replace(scope, seat=one)))
    return True


def _for_one(
    context: CompileContext,
    option: Option,
    meaning: Meaning,
    write: Callable[[Scope], bool],
    scope: Scope,
) -> bool:
    """Write that the seat says which other one is meant."""
    writer = context.writer
    asked, taken, behind = writer.name("choose"), writer.name("take"), writer.name("behind")
    slot, table = context.slot(), writer.name("picks")
    where = slice(context.slots - 1, context.slots), ("seat",)
    context.menus[table] = (option.id, 0, taken, option.says, ("that",), *where)
    others = names.group(context, "others", scope)
    assert others is not None and scope.seat is not None
    writer.line(f"return {asked}")
    writer.begin(asked)
    writer.line(f"picks = [{table}[one] for one in {others.code}]")
    with writer.block("if not picks:"):
        writer.line(f"return {behind}")
    writer.line(f"m.pc = {asked}")
    writer.line(f"return m.ask.choose({scope.seat.code}, {literal(meaning.kind)}, picks).take(m)")
    writer.begin(taken)
    if write(replace(scope, seat=Value(SEAT, slot))):
        writer.line(f"return {behind}")
    writer.begin(behind)
    return True


def find(context: CompileContext, effect: Effect) -> Meaning | None:
    """The first entry under `effects` that fits."""
    kind = type(effect).__name__.lower()
    for number, meaning in enumerate(context.script.effects):
        fits = (getattr(effect, key, None) == value for key, value in meaning.keys.items())
        if meaning.kind == kind and all(fits):
            context.meant.add(number)
            return meaning
    return None


def _write_effect(
    context: CompileContext, effect: Effect, meaning: Meaning, place: Place, scope: Scope
) -> bool:
    inner = replace(scope, effect=effect, amount=_amount(context, effect, place, scope))
    to: Sequence[Effect] = getattr(effect, "to", ())

    def then() -> bool:
        if to:
            return _price(context, to, meaning, inner)
        return context.block(context, meaning.then, inner)

    when: EffectCondition | None = getattr(effect, "when", None)
    if when is None:
        return then()
    writer, behind = context.writer, context.writer.name("behind")
    with writer.block(f"if not {_condition(context, when, place, scope)}:"):
        writer.line(f"return {behind}")
    if then():
        writer.line(f"return {behind}")
    writer.begin(behind)
    return True


def _condition(context: CompileContext, when: EffectCondition, place: Place, scope: Scope) -> str:
    """Whether what is counted is within bounds, as source."""
    mine = _count(context, when.count, place, scope).code
    parts = [f"{mine} >= {when.at_least}"] if when.at_least is not None else []
    if when.at_most is not None:
        parts.append(f"{mine} <= {when.at_most}")
    if when.most:
        one = context.writer.name("x")
        rival = _count(context, when.count, place, replace(scope, seat=Value(SEAT, one)))
        others = names.group(context, "others", scope)
        assert others is not None
        parts = [f"{mine} > max([{rival.code} for {one} in {others.code}], default=0)"]
    return f"({' and '.join(parts) or 'True'})"


def _price(context: CompileContext, to: Sequence[Effect], meaning: Meaning, scope: Scope) -> bool:
    """Write a price that one may pay or not, and what it buys."""
    writer = context.writer
    asked, pays, behind = writer.name("choose"), writer.name("pays"), writer.name("behind")
    tables = []
    for word, said, state in (
        (meaning.kind, meaning.kind, pays),
        ("leave", f"do not {meaning.kind}", behind),
    ):
        tables.append(writer.name("picks"))
        context.menus[tables[-1]] = (word, 0, state, said, (), slice(0), ())
    writer.line(f"return {asked}")
    writer.begin(asked)
    can = choosing.payable(context, meaning.then, scope)
    paying = f"[{tables[0]}]" + ("" if can.known else f" if {can.code} else []")
    writer.lines_of(f"picks = ({paying}) + [{tables[1]}]", f"m.pc = {asked}")
    assert scope.seat is not None
    writer.line(f"return m.ask.choose({scope.seat.code}, 'may', picks).take(m)")
    writer.begin(pays)
    source = Component("", "", "", meaning.place)
    if context.block(context, meaning.then, scope) and _chain(context, to, source, scope):
        writer.line(f"return {behind}")
    writer.begin(behind)
    return True


def _amount(context: CompileContext, effect: Effect, place: Place, scope: Scope) -> Value | None:
    """How much, with what is counted."""
    amount = getattr(effect, "amount", None)
    if not isinstance(amount, int):
        return None
    per: Count | None = getattr(effect, "per", None)
    if per is None:
        return constant(NUMBER, amount)
    every, most = getattr(effect, "every", 1), getattr(effect, "most", None)
    code = f"{amount} * ({_count(context, per, place, scope).code} // {every})"
    return Value(NUMBER, f"({code})" if most is None else f"min({code}, {most})")


def _count(context: CompileContext, count: Count, place: Place, scope: Scope) -> Value:
    """What an effect counts, in the places that the script names for it."""
    zones = context.script.counts.get(count.of)
    if zones is None:
        message = f"nothing in play.yaml says where {count.of!r} is counted"
        hint = f"add to `counts` there: {{{count.of}: ZONE}}"
        context.report("play-effect", place, message, hint)
        return constant(NUMBER, 0)
    if count.whose in ("all", "each", "others"):
        word = "others" if count.whose == "others" else "seats"
        group = names.group(context, word, scope)
        assert group is not None
        one = context.writer.name("x")
        mine = _count(
            context, replace(count, whose="you"), place, replace(scope, seat=Value(SEAT, one))
        )
        return Value(NUMBER, f"sum([{mine.code} for {one} in {group.code}])")
    if count.whose != "you":
        message = f"`whose: {count.whose}` is not played from data"
        hint = "write `all`, `each` or `others`, or a rules module"
        context.report("play-effect", place, message, hint)
    listed = ast.List([zone.tree for zone in zones], ast.Load())
    listed.spot = place  # type: ignore[attr-defined]
    found = expressions.things(context, listed, scope)
    one = context.writer.name("x")
    tests = []
    for kept in count.where:
        column = context.column(kept.field)
        tests.append(f"{column}[{one}] == {literal(kept.value)}")
    test = f" if {' and '.join(tests)}" if tests else ""
    if count.distinct:
        column = context.column(count.distinct)
        return Value(
            NUMBER, f"(len({{None, *[{column}[{one}] for {one} in {found.code}{test}]}}) - 1)"
        )
    return Value(NUMBER, f"sum([1 for {one} in {found.code}{test}])")
