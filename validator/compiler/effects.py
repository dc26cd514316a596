"""What is written on a card, carried out: each kind of effect by what the script says of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from validator.catalogue.boards.static_formulas import WORDS, reckon
from validator.catalogue.effects import Count, Effect, EffectCondition, Score
from validator.catalogue.formulas import Formula, FormulaError, names_in, read_value, spot
from validator.catalogue.model import Component
from validator.catalogue.script import Counted, Meaning, Option, Pick, Step
from validator.compiler import choosing, expressions, names
from validator.compiler.context import (
    ALL,
    NUMBER,
    PIECE,
    SEAT,
    YES_NO,
    CompileContext,
    Made,
    Scope,
    Type,
    Value,
    constant,
    literal,
)
from validator.findings import Place, did_you_mean

WHO = {"each": "seats", "others": "others", "left": "left", "right": "right"}
"""Who is meant by an effect, in the words of scripts."""


def carry_out(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Write what stands on a piece or a space: a function for each different text."""
    writer, tables = context.writer, context.tables
    of = step.values["of"]
    assert isinstance(of, Formula)
    held = expressions.value(context, of.tree, scope)
    if held.type.kind != "space":
        expressions.check_kind(context, of.tree, held, "piece")
    slot, behind = context.slot(), writer.name("behind")
    writer.line(f"{slot} = {held.code}")
    if held.type.kind == "space":
        printed = _printed(context, held, step)
    else:
        printed = _that_fit(context, tables.designs, step.values.get("where"))
    made: dict[tuple[Effect, ...], str] = {(): behind}
    for one in printed:
        made.setdefault(one.effects, writer.name("effects"))
    table = writer.name("by_design")
    context.states[table] = [*(made[one.effects] for one in printed), behind]
    if held.type.kind == "space":
        writer.line(f"return {table}[{slot}]")
        inner = scope
    else:
        kind = context.constant("kind", tables.kind)
        seat = scope.seat.code if scope.seat is not None else "-1"
        writer.line(f"return {table}[m.carry_out({slot}, {kind}, {seat})]")
        inner = scope.bind(card=Value(PIECE, slot, zones=held.zones))
    for one in printed:
        name = made.get(one.effects, behind)
        if name not in writer.functions and name != behind:
            writer.begin(name)
            if _chain(context, one.effects, one, inner):
                writer.line(f"return {behind}")
    writer.begin(behind)
    return True, scope


def _that_fit(
    context: CompileContext, designs: Sequence[Component], where: Formula | None
) -> list[Component]:
    """The designs, of which those that fail a test of their fields carry nothing out."""
    if where is None:
        return [*designs]
    known = dict.fromkeys((name for one in designs for name in one.fields), None)
    try:
        _check_fields(where, designs, known)
        fits = [reckon(where.tree, {**known, **one.fields}) for one in designs]
    except FormulaError as fault:
        context.report("play-value", fault.place, fault.message, fault.hint)
        return [*designs]
    pairs = zip(designs, fits, strict=True)
    return [one if fit else replace(one, effects=()) for one, fit in pairs]


def _check_fields(where: Formula, designs: Sequence[Component], known: Collection[str]) -> None:
    """See that a test asks for fields of cards alone; raise FormulaError."""
    beyond = ast.Call | ast.Attribute | ast.Subscript
    if any(isinstance(one, beyond) for one in ast.walk(where.tree)):
        message, hint = "only fields are known of a card before the game", "compare fields"
        raise FormulaError(where.place, message, hint)
    texts = {text for one in designs for text in one.fields.values() if isinstance(text, str)}
    for name in names_in(where.tree):
        if name not in {*known, *texts, *WORDS}:
            hint = did_you_mean(name, known, f"fields: {', '.join(known)}")
            raise FormulaError(where.place, f"no card has the field `{name}`", hint)


def _printed(context: CompileContext, held: Value, step: Step) -> list[Component]:
    """What is printed on the space of each place, nothing where there is none."""
    places = [Component("", "", "", step.place)] * (context.tables.zone_count - 1)
    for zone in context.tables.zones.values():
        if zone.board is not None and held.type.board in ("", zone.name):
            for at in zone.places(len(context.tables.seats)):
                space = zone.board.spaces[(at - zone.at) % zone.size]
                places[at] = Component(space.id, "", "", step.place, effects=space.effects)
    return places


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
    if who == "one-other":
        return _for_one(context, meaning, write, scope)
    word = read_value(WHO[who], meaning.place)
    over = expressions.things(context, word.tree, scope)
    context.loop(context, over, meaning.then, lambda one, _: write(replace(scope, seat=one)))
    return True


def _for_one(
    context: CompileContext, meaning: Meaning, write: Callable[[Scope], bool], scope: Scope
) -> bool:
    """Write that the seat says which other one is meant."""
    place, others = meaning.place, read_value("others", meaning.place)

    def carry_out(inner: Scope) -> bool:
        return write(replace(scope, seat=inner.names["that"]))

    then = (Step(place, "carried", {"write": carry_out}),)
    picked = Pick(place, "that", (others,))
    option = Option(place, "for", "for {that}", (picked,), then, {})
    values = {"says": meaning.kind, "options": (option,)}
    return choosing.choose(context, Step(place, "choose", values), scope)[0]


def scored(context: CompileContext, node: ast.Call, what: object, held: Value, seat: str) -> Value:
    """The points of a word that the effects of a piece would score now for a seat."""
    tables, writer = context.tables, context.writer
    table = f"points_{re.sub(r'[^a-z0-9]', '_', str(what))}"
    if table not in context.states:
        here, depth = writer.here, writer.depth
        made: dict[tuple[Effect, ...], str] = {}
        context.states[table] = []
        for design in tables.designs:
            own = [*enumerate(design.effects)]
            kept = [(at, one) for at, one in own if isinstance(one, Score) and one.what == what]
            key = tuple(one for _, one in kept)
            if key not in made:
                made[key] = writer.name("points")
                writer.begin(made[key], "m, s")
                with names.hoisting(context):
                    parts = [
                        _points(context, one, design.place_of("effects", at)) for at, one in kept
                    ]
                    writer.line(f"return {' + '.join(parts) or '0'}")
            context.states[table].append(made[key])
        context.states[table].append(made.setdefault((), writer.name("points")))
        if made[()] not in writer.functions:
            writer.begin(made[()], "m, s")
            writer.line("return 0")
        writer.here, writer.depth = here, depth
    if context.states[table] == []:
        context.report("play-word", spot(node), "points of a card do not count points", "mend it")
    kind = context.constant("kind_or_none", (*tables.kind, len(tables.designs)))
    return Value(NUMBER, f"m.score_card({table}, {kind}[{held.code}], {seat})")


def _points(context: CompileContext, effect: Score, place: Place) -> str:
    scope = Scope(seat=Value(SEAT, "s"))
    much = _amount(context, effect, place, scope)
    assert much is not None
    if effect.when is None:
        return much.code
    return f"({much.code} if {_condition(context, effect.when, place, scope)} else 0)"


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
    tests = [] if meaning.can is None else [expressions.test(context, meaning.can.tree, inner).code]
    if when is not None:
        tests.append(_condition(context, when, place, scope))
    if not tests:
        return then()
    writer, behind = context.writer, context.writer.name("behind")
    with writer.block(f"if not ({' and '.join(tests)}):"):
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
    place, kind = meaning.place, meaning.kind
    card = Component("", "", "", place)
    buys = Step(place, "carried", {"write": lambda _: _chain(context, to, card, scope)})
    pay = Option(place, kind, kind, (), (*meaning.then, buys), {})
    leave = Option(place, "leave", f"do not {kind}", (), (), {})
    values = {"says": "may", "options": (pay, leave)}
    return choosing.choose(context, Step(place, "choose", values), scope)[0]


def _amount(context: CompileContext, effect: Effect, place: Place, scope: Scope) -> Value | None:
    """How much, with what is counted."""
    amount = getattr(effect, "amount", None)
    if not isinstance(amount, int):
        return constant(NUMBER, ALL) if hasattr(effect, "amount") else None
    per: Count | None = getattr(effect, "per", None)
    if per is None:
        return constant(NUMBER, amount)
    every, most = getattr(effect, "every", 1), getattr(effect, "most", None)
    code = f"{amount} * ({_count(context, per, place, scope).code} // {every})"
    return Value(NUMBER, f"({code})" if most is None else f"min({code}, {most})")


def _count(context: CompileContext, count: Count, place: Place, scope: Scope) -> Value:
    """What an effect counts, where the script says so: pieces, what it filters, or a number."""
    counted = context.script.counts.get(count.of)
    if counted is None:
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
    own = Scope(seat=scope.seat, turn=scope.turn, round=scope.round)
    if len(counted.of) == 1 and not counted.where and not count.where and not count.distinct:
        found = expressions.value(context, counted.of[0].tree, own)
        if found.type.kind == "number":
            return found
    listed = ast.List([zone.tree for zone in counted.of], ast.Load())
    listed.spot = place  # type: ignore[attr-defined]
    whole = counted.of[0].tree if len(counted.of) == 1 else listed
    found = expressions.things(context, whole, own)
    one = context.writer.name("x")
    assert found.type.items is not None
    thing = replace(own, thing=Value(found.type.items, one, zones=found.zones))
    tests = [] if counted.where is None else [expressions.test(context, counted.where.tree, thing)]
    tests += [
        _is_one(_field(context, counted, kept.field, one, thing), kept.value)
        for kept in count.where
    ]
    test = f" if {' and '.join(one.code for one in tests)}" if tests else ""
    if count.distinct:
        field = _field(context, counted, count.distinct, one, thing)
        if field.type.kind == "list":
            inner = context.writer.name("x")
            some = f"{inner} for {one} in {found.code}{test} for {inner} in {field.code}"
            return Value(NUMBER, f"len({{{some}}})")
        return Value(
            NUMBER, f"(len({{None, *[{field.code} for {one} in {found.code}{test}]}}) - 1)"
        )
    return Value(NUMBER, f"sum([1 for {one} in {found.code}{test}])")


def _field(context: CompileContext, counted: Counted, name: str, one: str, scope: Scope) -> Value:
    """What a thing that is counted has by a name: as the script says, or a field of pieces."""
    said = counted.fields.get(name)
    if said is not None:
        return expressions.value(context, said.tree, scope)
    return Value(Type("text"), f"{context.column(name)}[{one}]")


def _is_one(field: Value, value: object) -> Value:
    """Whether a field is a value, or a list of which it is one."""
    if field.type.kind == "list":
        return Value(YES_NO, f"({literal(value)} in {field.code})")
    return Value(YES_NO, f"({field.code} == {literal(value)})")
