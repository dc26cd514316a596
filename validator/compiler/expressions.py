"""Formulas as Python source: every name is looked up, every part typed, what is fixed is folded."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from validator.catalogue.boards.geometry import Geometry
from validator.catalogue.formulas import LARGEST, Formula, spot
from validator.compiler import names
from validator.compiler.context import (
    FALSE,
    NOTHING,
    NUMBER,
    PIECE,
    PLACES,
    SEAT,
    TEXT,
    TRUE,
    YES_NO,
    ZERO,
    CompileContext,
    Scope,
    Type,
    Value,
    constant,
    list_of,
    literal,
)
from validator.compiler.tables import MemorySlot
from validator.findings import did_you_mean

_ARITHMETIC: Mapping[type, tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
}
_COMPARISONS: Mapping[type, tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.In: ("in", lambda one, several: one in several),
    ast.NotIn: ("not in", lambda one, several: one not in several),
}
_ORDER = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
EMPTY: Mapping[str, str] = {"seat": "-1", "piece": "-1", "space": "-1", "way": "-1"}
"""What stands for nothing, by the kind of what might have been there."""


def value(
    context: CompileContext, node: ast.expr, scope: Scope, wanted: Type | None = None
) -> Value:
    """The source of a formula's node; ``wanted`` is the type of what it is compared with."""
    context.count_read()
    match node:
        case ast.Constant(value=bool() as truth):
            return TRUE if truth else FALSE
        case ast.Constant(value=int() as number):
            return constant(Type("number", values=(number,)), number)
        case ast.Constant(value=text):
            return _text(context, node, str(text), wanted)
        case ast.Name() if names.is_declared(context, node.id, scope):
            return declared(context, node, scope, [], wanted)
        case ast.Name():
            return names.name(context, node, scope, wanted)
        case ast.Attribute():
            return _attribute(context, node, scope)
        case ast.Subscript():
            return _subscript(context, node, scope)
        case ast.List(elts=parts):
            return _list(context, parts, scope, wanted)
        case ast.Call():
            return context.call(context, node, scope, wanted)
        case ast.BoolOp(op=op, values=parts):
            return several([test(context, one, scope) for one in parts], isinstance(op, ast.And))
        case ast.UnaryOp(op=ast.Not(), operand=one):
            return negate(test(context, one, scope))
        case ast.UnaryOp(operand=one):
            return _arithmetic(context, ast.Sub(), ast.Constant(0), one, scope)
        case ast.BinOp(op=op, left=left, right=right):
            return _arithmetic(context, op, left, right, scope)
        case ast.Compare():
            return _compare(context, node, scope)
        case ast.IfExp():
            return _either(context, node, scope, wanted)
        case _:
            raise AssertionError(f"no formula has a {type(node).__name__}")


def number(context: CompileContext, node: ast.expr, scope: Scope) -> Value:
    """A whole number."""
    return check_kind(context, node, value(context, node, scope, NUMBER), "number")


def how_many(context: CompileContext, formula: Formula, scope: Scope) -> Value:
    """A number of things, which is never less than 0."""
    found = number(context, formula.tree, scope)
    if found.known and found.value < 0:
        message = f"{found.value} is fewer than none"
        context.report("play-value", formula.place, message, "write 0 or more")
    return found


def test(context: CompileContext, node: ast.expr, scope: Scope) -> Value:
    """What holds or does not."""
    return check_kind(context, node, value(context, node, scope, YES_NO), "yes_no")


def seat(context: CompileContext, node: ast.expr, scope: Scope) -> Value:
    """A seat, or nobody (-1)."""
    return check_kind(context, node, value(context, node, scope), "seat")


def piece(context: CompileContext, node: ast.expr, scope: Scope) -> Value:
    """A piece, or none (-1)."""
    return check_kind(context, node, value(context, node, scope), "piece")


def holds(context: CompileContext, formula: Formula | None, scope: Scope) -> Value:
    """A test that may not be written, which then holds."""
    return TRUE if formula is None else test(context, formula.tree, scope)


def parts(context: CompileContext, formula: Formula | None, scope: Scope) -> list[Value]:
    """The tests that all must hold for a formula to hold."""
    return [] if formula is None else [test(context, one, scope) for one in all_of(formula)]


def all_of(formula: Formula) -> list[ast.expr]:
    """The parts of a test that all must hold."""
    tree = formula.tree
    return tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]


_WANTED = {
    "number": ("a number", "write a number, a memory such as `seat.points`, or `count(ZONE)`"),
    "yes_no": ("a test", "compare it: `seat.points >= 3`, `card.suit == hearts`"),
    "seat": ("a seat", "write `seat`, `next`, `first`, a memory of a seat, or best(seats, VALUE)"),
    "piece": ("a piece", "write the name of a pick, `deck.top`, or best(ZONE, VALUE)"),
}
_NEUTRAL = {"number": ZERO, "yes_no": TRUE}


def check_kind(context: CompileContext, node: ast.expr, found: Value, kind: str) -> Value:
    """The value, or a fault where it is of another kind; nothing is a seat or a piece."""
    if found.type.kind == kind == "number" and found.type.optional:
        least, most = found.numbers() or (0, 0)
        span = (min(least, 0), max(most, 0)) if found.numbers() else None
        return replace(found, type=NUMBER, code=f"({found.code} or 0)", span=span)
    if found.type.kind == kind:
        return found
    neutral = _NEUTRAL.get(kind, Value(Type(kind), "-1"))
    if found.type.kind == "nothing" and kind not in _NEUTRAL:
        return neutral
    if found.type.kind != "unknown":
        wrong(context, node, found.type, kind)
    return neutral


def wrong(context: CompileContext, node: ast.expr, given: Type, kind: str) -> None:
    """Report a value of the wrong kind."""
    written = ast.unparse(node)
    wanted, hint = _WANTED.get(kind, (f"a {kind}", "write another value"))
    if isinstance(node, ast.Constant) and kind == "number" and str(node.value).isdigit():
        hint = f"take the quotes off: {node.value!s}"
    if isinstance(node, ast.Constant) and kind == "seat" and given.kind == "number":
        hint = f"write `seats[{node.value!s}]`, counted from 1"
    if given.kind in ("zone", "list", "board") and kind == "number":
        hint = f"write `{written}.count`" if given.kind == "zone" else f"write `count({written})`"
    if kind == "text" and isinstance(node, ast.Name | ast.BinOp):
        hint = f"if a text is meant, put quotes round it: \"'{written.replace(' - ', '-')}'\""
    if given.kind == "family":
        hint = f"write which one: `{written}[...]`"
    article = "an" if str(given)[0] in "aeiou" else "a"
    said = f"`{written}` is {article} {given}, and {wanted} belongs here"
    context.report("play-value", spot(node), said, hint)


def several(parts: list[Value], every: bool) -> Value:
    """All of the tests hold, or (not ``every``) one of them."""
    left: list[str] = []
    for one in parts:
        if one.known and bool(one.value) is not every:
            return FALSE if every else TRUE
        if not one.known:
            left.append(one.code)
    if not left:
        return TRUE if every else FALSE
    joined = (" and " if every else " or ").join(left)
    return Value(YES_NO, f"({joined})" if len(left) > 1 else left[0])


def negate(one: Value) -> Value:
    """The test does not hold."""
    if one.known:
        return FALSE if one.value else TRUE
    return Value(YES_NO, f"(not {one.code})")


def _text(context: CompileContext, node: ast.expr, text: str, wanted: Type | None) -> Value:
    if wanted is not None and wanted.values and wanted.kind == "text":
        _known_text(context, node, text, wanted)
    return constant(Type("text", values=(text,)), text)


def _known_text(context: CompileContext, node: ast.expr, text: str, wanted: Type) -> None:
    if text not in wanted.values:
        known = [str(one) for one in wanted.values]
        hint = did_you_mean(text, known, f"there is {', '.join(known[:20])}")
        context.report("play-never", spot(node), f"this is never {text!r}", hint)


def _list(
    context: CompileContext, parts: list[ast.expr], scope: Scope, wanted: Type | None = None
) -> Value:
    made = [value(context, one, scope, wanted) for one in parts]
    kinds = {one.type.kind for one in made} - {"nothing", "unknown"}
    if (
        kinds <= {"zone", "space", "board"}
        and kinds - {"space"}
        and (wanted is None or wanted.kind == "list")
    ):
        codes = [names.pieces_of(context, one) for one in made]
        pieces = Type("list", PIECE)
        zones = tuple(zone for one in made for zone in one.zones)
        return Value(pieces, f"[{', '.join('*' + one for one in codes)}]", zones=zones)
    if len(kinds) > 1:
        wrong(context, parts[-1], made[-1].type, made[0].type.kind)
    first = next((one.type for one in made if one.type.kind in kinds), wanted or TEXT)
    if first.values and all(one.type.values for one in made):
        values = dict.fromkeys(known for one in made for known in one.type.values)
        first = replace(first, values=tuple(values))
    if any(one.type.optional or one.type.kind == "nothing" for one in made):
        first = first.maybe()
    codes = [_as(one, first) for one in made]
    known = all(one.known for one in made)
    code = f"({', '.join(codes)}{',' if len(codes) == 1 else ''})"
    zones = tuple(zone for one in made for zone in one.zones)
    return Value(list_of(first), code, known, tuple(one.value for one in made), zones)


def _as(one: Value, type_: Type) -> str:
    """A value where another type stands beside it: what nothing is depends on that."""
    return EMPTY.get(type_.kind, "None") if one.type.kind == "nothing" else one.code


def _arithmetic(
    context: CompileContext, op: ast.operator, left: ast.expr, right: ast.expr, scope: Scope
) -> Value:
    sign, work = _ARITHMETIC[type(op)]
    one, two = number(context, left, scope), number(context, right, scope)
    dividing = isinstance(op, ast.FloorDiv | ast.Mod)
    if dividing and two.known and two.value == 0:
        context.report("play-value", spot(right), "nothing is divided by 0", "write another")
        return ZERO
    if one.known and two.known:
        return constant(Type("number"), work(one.value, two.value))
    if dividing and not two.known:
        word = "quotient" if isinstance(op, ast.FloorDiv) else "remainder"
        return Value(NUMBER, f"{word}({one.code}, {two.code})")
    return Value(NUMBER, f"({one.code} {sign} {two.code})", span=_span(op, one, two))


def _span(op: ast.operator, one: Value, two: Value) -> tuple[int, int] | None:
    """The least and most that a sum or a difference comes to."""
    mine, other = one.numbers(), two.numbers()
    if mine is None or other is None or not isinstance(op, ast.Add | ast.Sub):
        return None
    least, most = other if isinstance(op, ast.Add) else (-other[1], -other[0])
    return mine[0] + least, mine[1] + most


def _compare(context: CompileContext, node: ast.Compare, scope: Scope) -> Value:
    sides = [node.left, *node.comparators]
    parts = [
        _compare_two(context, op, left, right, scope)
        for op, left, right in zip(node.ops, sides, sides[1:], strict=False)
    ]
    rising = len(sides) > 2 and all(isinstance(op, ast.Lt | ast.LtE) for op in node.ops)
    match sides[0], sides[-1]:
        case ast.Constant(value=int(least)), ast.Constant(value=int(most)) if rising:
            judge(context, node, least <= most, f"nothing lies between {least} and {most}")
    return several(parts, every=True)


def judge(context: CompileContext, node: ast.Compare, possible: bool, why: str) -> None:
    """Note of a comparison whether it may hold."""
    key = spot(node), ast.unparse(node)
    if possible:
        context.possible.add(key)
    else:
        context.never[key] = why


def _may_meet(one: Value, two: Value) -> bool:
    """Whether a number that is known is among the values that another may have."""
    known = [each.type.values for each in (one, two) if not each.known]
    fixed = [each.value for each in (one, two) if each.known]
    return not known or not known[0] or not fixed or fixed[0] in known[0]


def _may_hold(op: ast.cmpop, one: Value, two: Value) -> bool:
    """Whether numbers that are within bounds may compare so."""
    mine, other = one.numbers(), two.numbers()
    if mine is None or other is None:
        return True
    match op:
        case ast.Lt():
            return mine[0] < other[1]
        case ast.LtE():
            return mine[0] <= other[1]
        case ast.Gt():
            return mine[1] > other[0]
        case ast.GtE():
            return mine[1] >= other[0]
        case ast.Eq():
            return _may_meet(one, two) and mine[0] <= other[1] and other[0] <= mine[1]
        case _:
            return True


def _compare_two(
    context: CompileContext, op: ast.cmpop, left: ast.expr, right: ast.expr, scope: Scope
) -> Value:
    if isinstance(op, ast.In | ast.NotIn):
        return _member(context, op, left, right, scope)
    if names.is_bare(context, left, scope) and not names.is_bare(context, right, scope):
        two = value(context, right, scope)
        one = two if two.type.kind == "unknown" else value(context, left, scope, two.type)
    else:
        one = value(context, left, scope)
        bare = one.type.kind == "unknown" and names.is_bare(context, right, scope)
        two = one if bare else value(context, right, scope, one.type)
    if "unknown" in (one.type.kind, two.type.kind):
        return TRUE
    ordered = isinstance(op, _ORDER)
    if ordered:
        low = isinstance(op, ast.Lt | ast.LtE)
        one, two = _ordered(context, left, one, not low), _ordered(context, right, two, low)
    elif not are_comparable(one.type, two.type):
        wrong(context, right, two.type, one.type.kind)
        return TRUE
    if one.type.kind == two.type.kind == "team":
        one, two = (replace(each, code=names.team_number(context, each)) for each in (one, two))
    sign, work = _COMPARISONS[type(op)]
    if one.known and two.known:
        return TRUE if work(one.value, two.value) else FALSE
    span, fixed = (two, one) if one.known else (one, two)
    if fixed.known and "number" in (one.type.kind, two.type.kind):
        pair = ast.Compare(left, [op], [right])
        pair.spot = spot(left)  # type: ignore[attr-defined]
        least, most = span.numbers() or (0, 0)
        of = ast.unparse(right if one.known else left)
        judge(context, pair, _may_hold(op, one, two), f"`{of}` is from {least} to {most}")
    first = names.once(context, replace(one, code=_as(one, two.type)), scope)
    second = names.once(context, replace(two, code=_as(two, one.type)), scope)
    return Value(YES_NO, f"({first.code} {sign} {second.code})")


def _ordered(context: CompileContext, node: ast.expr, found: Value, low: bool) -> Value:
    """A number that is compared: nothing is so low, or so high, that the comparison fails."""
    if found.type.kind == "number" and found.type.optional:
        beyond = -LARGEST if low else LARGEST
        return replace(found, code=f"otherwise({found.code}, {beyond})")
    return check_kind(context, node, found, "number")


def are_comparable(one: Type, two: Type) -> bool:
    """Tell whether values of two types can be equal."""
    kinds = {one.kind, two.kind}
    return len(kinds) == 1 or "nothing" in kinds or kinds <= set(PLACES)


def _member(
    context: CompileContext, op: ast.cmpop, left: ast.expr, right: ast.expr, scope: Scope
) -> Value:
    if isinstance(right, ast.List):
        one = value(context, left, scope)
        listed = _list(context, right.elts, scope, one.type)
    else:
        listed = things(context, right, scope)
        assert listed.type.items is not None
        one = value(context, left, scope, listed.type.items)
    assert listed.type.items is not None
    if "unknown" in (one.type.kind, listed.type.items.kind):
        return TRUE
    if not are_comparable(one.type, listed.type.items):
        wrong(context, left, one.type, listed.type.items.kind)
        return TRUE
    sign, work = _COMPARISONS[type(op)]
    if one.known and listed.known:
        return TRUE if work(one.value, listed.value) else FALSE
    one, listed = names.once(context, one, scope), names.once(context, listed, scope)
    return Value(YES_NO, f"({one.code} {sign} {listed.code})")


def _either(context: CompileContext, node: ast.IfExp, scope: Scope, wanted: Type | None) -> Value:
    asked = test(context, node.test, scope)
    then = value(context, node.body, scope, wanted)
    if asked.known and asked.value:
        return then
    otherwise = value(context, node.orelse, scope, wanted or then.type)
    if asked.known:
        return otherwise
    if {then.type.kind, otherwise.type.kind} & {"list"}:
        then, otherwise = (_listed(context, one) or one for one in (then, otherwise))
    if not are_comparable(then.type, otherwise.type):
        wrong(context, node.orelse, otherwise.type, then.type.kind)
    type_ = otherwise.type if then.type.kind == "nothing" else then.type
    merged = type_ if then.type == otherwise.type else replace(type_, values=(), optional=True)
    code = f"({_as(then, type_)} if {asked.code} else {_as(otherwise, type_)})"
    return Value(merged, code, zones=(*then.zones, *otherwise.zones))


def assigned(context: CompileContext, node: ast.expr, scope: Scope, type_: Type) -> str:
    """The source of a value that becomes one of a type, with a fault where it is of another."""
    found = value(context, node, scope, type_)
    if found.type.kind == "unknown" or are_comparable(found.type, type_):
        return _as(found, type_)
    wrong(context, node, found.type, type_.kind)
    return literal(None)


def declared(
    context: CompileContext,
    node: ast.expr,
    scope: Scope,
    given: list[ast.expr],
    wanted: Type | None,
) -> Value:
    """A name that the script declares, written out: it knows its parameters and who acts."""
    word = node.id if isinstance(node, ast.Name) else getattr(node, "func").id  # noqa: B009
    named = context.script.names[word]
    if len(given) != len(named.parameters):
        wanted_words = ", ".join(named.parameters) or "nothing"
        message = f"`{word}` takes {wanted_words}, and {len(given)} are given"
        context.report("play-word", spot(node), message, f"write {word}({wanted_words})")
        return names.UNKNOWN
    inside = replace(scope, size=max(scope.size, 2))
    arguments = [names.once(context, value(context, one, scope), inside) for one in given]
    bound = dict(zip(named.parameters, arguments, strict=True))
    return _inline(context, word, bound, scope, wanted)


def _inline(
    context: CompileContext,
    word: str,
    bound: Mapping[str, Value],
    scope: Scope,
    wanted: Type | None,
) -> Value:
    """What a name comes to where it knows those things; worked out once for the same.

    So the scripts of the 12 tables of Henge compile in 0.66 to 0.88 of the time (three runs in turn
    on a machine whose speed goes up and down, together with a quicker walk through scripts).
    """
    given = tuple((one.code, one.type, one.zones, one.span) for one in bound.values())
    around = scope.seat, scope.effect, scope.amount, scope.size, context.in_setup
    key = word, wanted, given, *around
    if key in context.inlined:
        context.count_read(context.inlined[key][1])
        return context.inlined[key][0]
    before, formula = context.reads, context.script.names[word].formula
    found = value(context, formula.tree, replace(scope, names=bound, thing=None), wanted)
    context.inlined[key] = names.once(context, found, scope), context.reads - before
    return context.inlined[key][0]


def _attribute(context: CompileContext, node: ast.Attribute, scope: Scope) -> Value:
    """What stands behind a dot."""
    if isinstance(node.value, ast.Name):
        word = node.value.id
        found = names.owned(context, node, scope)
        if found is not None:
            return found
        if word in names.OWNERS and names.bound(context, word, scope) is None:
            return names.no_memory(context, node, f"{word}.")
    base = value(context, node.value, scope)
    found = names.field_of(context, base, node.attr)
    if found is None and base.type.kind == "piece":
        found = _group_of(context, base, node.attr)
    return found if found is not None else names.no_field(context, node, base)


def _group_of(context: CompileContext, base: Value, word: str) -> Value | None:
    """The group of connected pieces that a piece is in, as a list; empty where it is in none."""
    for zone in context.tables.zones.values():
        if zone.board is not None and word in zone.board.groups:
            pieces = list_of(PIECE).maybe()
            return Value(pieces, f"{names.group_name(zone.at, word)}(m, at[{base.code}])")
    return None


def _subscript(context: CompileContext, node: ast.Subscript, scope: Scope) -> Value:
    """``ruling['ID']``, ``seats[2]``, ``board[1, 0]``, ``card['from']``, or one of a list."""
    if isinstance(node.value, ast.Name) and node.value.id == "ruling":
        return _ruling(context, node)
    base = value(context, node.value, scope)
    if isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, str):
        found = names.field_of(context, base, node.slice.value)
        if found is not None:
            return found
    if base.type.kind == "board":
        return _space(context, base, node, scope)
    if base.type.kind == "family":
        slot, owner = base.value
        return names.memory_value(context, slot, owner, key_of(context, slot, node, scope))
    if isinstance(node.value, ast.Name) and node.value.id == "seats":
        at = number(context, node.slice, scope)
        total = len(context.tables.seats)
        if at.known and 1 <= at.value <= total:
            return constant(SEAT, at.value - 1)
        if at.known:
            context.report("play-value", spot(node), f"there is no seat {at.value}", "count from 1")
        return Value(SEAT, f"(({at.code} - 1) % {total})")
    if base.type.kind == "list" and base.type.items is not None:
        at = number(context, node.slice, scope)
        return Value(base.type.items.maybe(), f"one_of({base.code}, {at.code})", zones=base.zones)
    if base.type.kind != "unknown":
        written = ast.unparse(node.value)
        hint = "in brackets stand a ruling's id, a space's fields or a seat's number"
        context.report("play-value", spot(node), f"`{written}` has nothing in brackets", hint)
    return names.UNKNOWN


def key_of(context: CompileContext, slot: MemorySlot, node: ast.expr, scope: Scope) -> str | None:
    """What stands in brackets behind what is remembered, as source of a place; a fault if wrong."""
    if not slot.what.index or not isinstance(node, ast.Subscript):
        if slot.what.index or isinstance(node, ast.Subscript):
            _report_brackets(context, slot, node)
        return None
    if slot.what.index == "seat":
        return seat(context, node.slice, scope).code
    numbers = all(isinstance(one, int) for one in slot.keys)
    type_ = Type("number" if numbers else "text", values=slot.keys)
    found = value(context, node.slice, scope, type_)
    _check_key(context, slot, node.slice, found, type_)
    places = {one: at for at, one in enumerate(slot.keys)}
    if found.known:
        return str(places.get(found.value, -1))
    return f"{context.constant('keys', places)}.get({found.code}, -1)"


def _report_brackets(context: CompileContext, slot: MemorySlot, node: ast.expr) -> None:
    """Report brackets that lack behind a family, or stand behind what is none."""
    message = f"{slot.name} is one, and nothing stands in brackets behind it"
    hint = "take the brackets out, or declare it with a word in brackets"
    if slot.what.index:
        message = f"{slot.name} is one for each {slot.what.index}"
        hint = f"write which one: `{ast.unparse(node)}[...]`"
    context.report("play-value", spot(node), message, hint)


def _check_key(
    context: CompileContext, slot: MemorySlot, node: ast.expr, found: Value, type_: Type
) -> None:
    """Report a key of a family that is of another kind, or that there is none for."""
    known = found.type.values
    if not are_comparable(found.type, type_) and found.type.kind != "unknown":
        wrong(context, node, found.type, type_.kind)
    elif known and not set(known) & set(slot.keys):
        message = f"{slot.name} has none for {', '.join(map(str, known[:5]))}"
        hint = f"there is {', '.join(map(str, slot.keys[:20]))}"
        context.report("play-never", spot(node), message, hint)


def _ruling(context: CompileContext, node: ast.Subscript) -> Value:
    identity = str(getattr(node.slice, "value", ""))
    ruling = next((one for one in context.tables.game.rulings if one.id == identity), None)
    if ruling is None:
        known = [one.id for one in context.tables.game.rulings]
        otherwise = f"write it under `rulings` there (now: {', '.join(known) or 'none'})"
        hint = did_you_mean(identity, known, otherwise)
        message = f"there is no ruling {identity!r} in game.yaml"
        context.report("play-ruling", spot(node), message, hint)
        return names.UNKNOWN
    options = Type("text", values=tuple(ruling.options))
    return constant(options, context.tables.rulings[identity])


def _space(context: CompileContext, base: Value, node: ast.Subscript, scope: Scope) -> Value:
    """The space of a board with these fields, or this id or number."""
    zone = context.tables.zones[base.type.board]
    assert zone.board is not None
    space = Type("space", board=zone.name, optional=True)
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    columns = _key_columns(zone.board, len(parts))
    if len(parts) != len(columns):
        wanted = ", ".join(zone.board.keys)
        message = f"a space of {zone.name} is named by {wanted}"
        context.report("play-value", spot(node), message, f"write {zone.name}[{wanted}]")
        return names.UNKNOWN
    kinds = [
        Type("text" if isinstance(column[0], str) else "number", values=column)
        for column in columns
    ]
    keys = [value(context, one, scope, kind) for one, kind in zip(parts, kinds, strict=True)]
    if all(one.known for one in keys):
        at = zone.board.find(*(one.value for one in keys))
        if at < 0:
            said = ", ".join(str(one.value) for one in keys)
            message = f"{zone.name} has no space {said}"
            context.report("play-value", spot(node), message, "see the fields of its spaces")
            return names.UNKNOWN
        if zone.of_seats:
            return Value(space, f"{base.code}[{at}]", zones=(zone.name,))
        return Value(space, str(zone.at + at), True, zone.at + at, (zone.name,))
    by = zone.board.keys if len(parts) == len(zone.board.keys) else ("id",)
    if [one.type.kind for one in keys] == ["text"] and not isinstance(columns[0][0], str):
        by = ("id",)  # a text is no number of a space, but what it is called
    cells = zip(*(_field(zone.board, key) for key in by), strict=True)
    first = 1 if zone.of_seats else zone.at
    table = {key if len(key) > 1 else key[0]: first + at for at, key in enumerate(cells)}
    code = ", ".join(one.code for one in keys)
    key = f"({code})" if len(keys) > 1 else code
    name = context.constant(f"spaces_of_{zone.name}", table)
    found = f"one_of({base.code}, {name}.get({key}, 0))"
    return Value(space, found if zone.of_seats else f"{name}.get({key}, -1)", zones=(zone.name,))


def _field(board: Geometry, key: str) -> list[Any]:
    return [space.id if key == "id" else space.fields.get(key) for space in board.spaces]


def _key_columns(board: Geometry, wanted: int) -> list[tuple[Any, ...]]:
    """The values that may stand in brackets behind a board, place by place."""
    if wanted == 1 and len(board.keys) != 1:
        return [tuple(space.id for space in board.spaces)]
    return [tuple(dict.fromkeys(_field(board, key))) for key in board.keys]


# Functions


def things(context: CompileContext, node: ast.expr, scope: Scope) -> Value:
    """What a function looks through: pieces of zones, spaces, seats, a list; as a list."""
    found = value(context, node, scope)
    listed = _listed(context, found)
    if listed is not None:
        return listed
    if found.type.kind != "unknown":
        written = ast.unparse(node)
        hint = "name a zone, a board, `seats`, or a list in brackets"
        message = f"`{written}` is a {found.type.kind}, not several things"
        context.report("play-value", spot(node), message, hint)
    return Value(list_of(Type("unknown")), "()")


def _listed(context: CompileContext, found: Value) -> Value | None:
    """What is meant where several things belong: the pieces of a zone, the spaces of a board."""
    match found.type.kind:
        case "list":
            return found
        case "zone" | "space":
            return Value(list_of(PIECE), names.pieces_of(context, found), zones=found.zones)
        case "board":
            spaces = list_of(Type("space", board=found.type.board))
            return Value(spaces, found.code, zones=found.zones)
        case "seat":
            return Value(list_of(SEAT), f"({found.code},)")
        case "team":
            return Value(list_of(SEAT), f"m.team({found.code})")
        case "nothing":
            return Value(list_of(NOTHING), "()")
        case _:
            return None
