"""Formulas as Python source: every name is looked up, every part typed, what is fixed is folded."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from validator.catalogue.boards.geometry import Geometry
from validator.catalogue.formulas import LARGEST, Formula, spot, unknown_function
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
from validator.compiler.tables import DIRECTION, MemorySlot, Zone
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
_EMPTY: Mapping[str, str] = {"seat": "-1", "piece": "-1", "space": "-1", "way": "-1"}
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
            return _declared(context, node, scope, [], wanted)
        case ast.Name():
            return names.name(context, node, scope, wanted)
        case ast.Attribute():
            return _attribute(context, node, scope)
        case ast.Subscript():
            return _subscript(context, node, scope)
        case ast.List(elts=parts):
            return _list(context, parts, scope, wanted)
        case ast.Call():
            return call(context, node, scope, wanted)
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
    return _typed(context, node, value(context, node, scope, NUMBER), "number")


def how_many(context: CompileContext, formula: Formula, scope: Scope) -> Value:
    """A number of things, which is never less than 0."""
    found = number(context, formula.tree, scope)
    if found.known and found.value < 0:
        message = f"{found.value} is fewer than none"
        context.report("play-value", formula.place, message, "write 0 or more")
    return found


def test(context: CompileContext, node: ast.expr, scope: Scope) -> Value:
    """What holds or does not."""
    return _typed(context, node, value(context, node, scope, YES_NO), "yes_no")


def seat(context: CompileContext, node: ast.expr, scope: Scope) -> Value:
    """A seat, or nobody (-1)."""
    return _typed(context, node, value(context, node, scope), "seat")


def piece(context: CompileContext, node: ast.expr, scope: Scope) -> Value:
    """A piece, or none (-1)."""
    return _typed(context, node, value(context, node, scope), "piece")


def holds(context: CompileContext, formula: Formula | None, scope: Scope) -> Value:
    """A test that may not be written, which then holds."""
    return TRUE if formula is None else test(context, formula.tree, scope)


def parts(context: CompileContext, formula: Formula | None, scope: Scope) -> list[Value]:
    """The tests that all must hold for a formula to hold."""
    if formula is None:
        return []
    tree = formula.tree
    if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And):
        return [test(context, one, scope) for one in tree.values]
    return [test(context, tree, scope)]


_WANTED = {
    "number": ("a number", "write a number, a memory such as `seat.points`, or `count(ZONE)`"),
    "yes_no": ("a test", "compare it: `seat.points >= 3`, `card.suit == hearts`"),
    "seat": ("a seat", "write `seat`, `next`, `first`, a memory of a seat, or best(seats, VALUE)"),
    "piece": ("a piece", "write the name of a pick, `deck.top`, or best(ZONE, VALUE)"),
}
_NEUTRAL = {"number": ZERO, "yes_no": TRUE}


def _typed(context: CompileContext, node: ast.expr, found: Value, kind: str) -> Value:
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
    if kinds <= {"zone", "space", "board"} and kinds - {"space"} and wanted is None:
        codes = [names.pieces_of(context, one) for one in made]
        pieces = Type("list", PIECE)
        zones = tuple(zone for one in made for zone in one.zones)
        return Value(pieces, f"[{', '.join('*' + one for one in codes)}]", zones=zones)
    if len(kinds) > 1:
        wrong(context, parts[-1], made[-1].type, made[0].type.kind)
    first = next((one.type for one in made if one.type.kind in kinds), wanted or TEXT)
    if any(one.type.optional or one.type.kind == "nothing" for one in made):
        first = first.maybe()
    codes = [_as(one, first) for one in made]
    known = all(one.known for one in made)
    code = f"({', '.join(codes)}{',' if len(codes) == 1 else ''})"
    zones = tuple(zone for one in made for zone in one.zones)
    return Value(list_of(first), code, known, tuple(one.value for one in made), zones)


def _as(one: Value, type_: Type) -> str:
    """A value where another type stands beside it: what nothing is depends on that."""
    return _EMPTY.get(type_.kind, "None") if one.type.kind == "nothing" else one.code


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
    elif not _comparable(one.type, two.type):
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
    return _typed(context, node, found, "number")


def _comparable(one: Type, two: Type) -> bool:
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
    if not _comparable(one.type, listed.type.items):
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
    if not _comparable(then.type, otherwise.type):
        wrong(context, node.orelse, otherwise.type, then.type.kind)
    type_ = otherwise.type if then.type.kind == "nothing" else then.type
    merged = type_ if then.type == otherwise.type else replace(type_, values=(), optional=True)
    code = f"({_as(then, type_)} if {asked.code} else {_as(otherwise, type_)})"
    return Value(merged, code, zones=(*then.zones, *otherwise.zones))


def assigned(context: CompileContext, node: ast.expr, scope: Scope, type_: Type) -> str:
    """The source of a value that becomes one of a type, with a fault where it is of another."""
    found = value(context, node, scope, type_)
    if found.type.kind == "unknown" or _comparable(found.type, type_):
        return _as(found, type_)
    wrong(context, node, found.type, type_.kind)
    return literal(None)


def _declared(
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
    inner = replace(scope, names=bound, thing=None, path=(*scope.path, word))
    found = value(context, named.formula.tree, inner, wanted)
    return names.once(context, found, scope)


def _attribute(context: CompileContext, node: ast.Attribute, scope: Scope) -> Value:
    """What stands behind a dot."""
    if isinstance(node.value, ast.Name):
        word = node.value.id
        found = names.owned(context, node, scope)
        if found is not None:
            return found
        if word in names.OWNERS and names.bound(context, word, scope) is None:
            return _no_memory(context, node, word)
    base = value(context, node.value, scope)
    found = names.field_of(context, base, node.attr)
    if found is None and base.type.kind == "piece":
        found = _group_of(context, base, node.attr)
    return found if found is not None else names.no_field(context, node, base)


def _no_memory(context: CompileContext, node: ast.Attribute, owner: str) -> Value:
    written = ast.unparse(node)
    known = [one for one in context.tables.memories if one.startswith(f"{owner}.")]
    otherwise = f"write it under `remember`: {{{written}: 0 to 9}}"
    message = f"`{written}` is not remembered"
    hint = did_you_mean(written, known, otherwise)
    context.report("play-word", spot(node), message, hint)
    return names.UNKNOWN


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
    if not _comparable(found.type, type_) and found.type.kind != "unknown":
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


MOST_LOOKS = 5_000_000
"""Things that tests inside of tests may come to."""


def _each(context: CompileContext, node: ast.expr, scope: Scope) -> tuple[Value, str, Scope]:
    """Things, the name of one of them in source, and what names mean for it."""
    listed = things(context, node, scope)
    assert listed.type.items is not None
    one = context.writer.name("x")
    most = {"piece": len(context.tables.pieces), "seat": len(context.tables.seats)}
    size = scope.size * max(most.get(listed.type.items.kind, context.tables.zone_count), 2)
    if size > MOST_LOOKS:
        hint = "test fewer things inside of each other"
        context.report("play-long", spot(node), "this looks at too many things", hint)
    inner = replace(scope, thing=Value(listed.type.items, one, zones=listed.zones), size=size)
    return listed, one, inner


def call(context: CompileContext, node: ast.Call, scope: Scope, wanted: Type | None) -> Value:
    """What a function gives."""
    assert isinstance(node.func, ast.Name)
    word = node.func.id
    if word in context.script.names and word not in scope.names:
        return _declared(context, node, scope, node.args, wanted)
    keys = {one.arg or "": one.value for one in node.keywords}
    known = FUNCTIONS.get(word)
    if known is None:
        hint = unknown_function(word, context.script.names)
        context.report("play-word", spot(node), f"there is no function `{word}`", hint)
        return names.UNKNOWN
    work, least, most, allowed = known
    for key in keys:
        if key not in allowed:
            hint = f"{word} knows {', '.join(allowed) or 'no such words'}"
            message = f"`{word}` has no `{key}`"
            context.report("play-word", spot(node), message, did_you_mean(key, allowed, hint))
            return names.UNKNOWN
    if not least <= len(node.args) <= most:
        hint = f"write {SHAPES[word]}"
        message = f"`{word}` is given {len(node.args)} things"
        context.report("play-word", spot(node), message, hint)
        return names.UNKNOWN
    found = work(context, node, scope, keys)
    return found if word in ("numbers", "values") else names.once(context, found, scope)


Keys = Mapping[str, ast.expr]


def _condition(context: CompileContext, node: ast.expr | None, scope: Scope) -> Value:
    return TRUE if node is None else test(context, node, scope)


def _if(asked: Value) -> str:
    return "" if asked.known and asked.value else f" if {asked.code}"


def _count(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    listed, one, inner = _each(context, node.args[0], scope)
    asked = _condition(context, node.args[1] if len(node.args) > 1 else None, inner)
    pieces = listed.type.items is not None and listed.type.items.kind == "piece"
    span = (0, len(context.tables.pieces)) if pieces else None
    if asked.known:
        return Value(NUMBER, f"len({listed.code})", span=span) if asked.value else ZERO
    among = _among(context, listed, one, _tests(context, node, inner))
    alike = re.fullmatch(rf"\((\w+\[{one}\]) == (.+)\)", asked.code)
    if alike and one not in alike[2] and among == f"{listed.code}{_if(asked)}":
        values = Value(NUMBER, f"[{alike[1]} for {one} in {listed.code}]")
        code = f"{names.once(context, values, scope).code}.count({alike[2]})"
        return Value(NUMBER, code, span=span)
    return Value(NUMBER, f"len([{one} for {one} in {among}])", span=span)


def _any_all(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    word = getattr(node.func, "id", "")
    listed, one, inner = _each(context, node.args[0], scope)
    asked = _condition(context, node.args[1] if len(node.args) > 1 else None, inner)
    if asked.known and bool(asked.value) is (word == "all"):
        return TRUE if word == "all" else FALSE
    if asked.known and word == "any":
        return Value(YES_NO, f"(len({listed.code}) > 0)")
    if 0 < listed.type.length <= MOST_WRITTEN_OUT:
        each = [
            re.sub(rf"\b{one}\b", f"{listed.code}[{at}]", asked.code)
            for at in range(listed.type.length)
        ]
        return several([Value(YES_NO, code) for code in each], every=word == "all")
    few = listed.type.items is not None and listed.type.items.kind in ("seat", "list")
    if few:  # sooner looked through to the end than stopped at the first
        way, test = ("!=", asked) if word == "any" else ("==", negate(asked))
        return Value(YES_NO, f"([{one} for {one} in {listed.code}{_if(test)}] {way} [])")
    if word == "any":
        among = _among(context, listed, one, _tests(context, node, inner))
        return Value(YES_NO, f"any(True for {one} in {among})")
    return Value(YES_NO, f"all({asked.code} for {one} in {listed.code})")


MOST_WRITTEN_OUT = 6
"""Spaces of a line that are written out one by one."""


def _tests(context: CompileContext, node: ast.Call, scope: Scope) -> list[str]:
    """What a function asks of each thing, one by one if all of several tests must hold."""
    asked = node.args[1]
    every = asked.values if isinstance(asked, ast.BoolOp) and isinstance(asked.op, ast.And) else []
    made = [test(context, one, scope) for one in every or [asked]]
    return [one.code for one in made if not one.known or not one.value]


def _among(context: CompileContext, listed: Value, one: str, tests: Sequence[str]) -> str:
    """What a count goes through, in any order, with what is asked."""
    found, asked = names.anywhere(context, listed, one, tests)
    return f"{found} if {' and '.join(asked)}"


def _find(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    word = getattr(node.func, "id", "")
    listed, one, inner = _each(context, node.args[0], scope)
    asked = _condition(context, node.args[1] if len(node.args) > 1 else None, inner)
    items = listed.type.items or NOTHING
    otherwise = _EMPTY.get(items.kind, "None")
    if "default" in keys:
        otherwise = assigned(context, keys["default"], scope, items)
    source = f"reversed({listed.code})" if word == "find_last" else listed.code
    code = f"next(({one} for {one} in {source}{_if(asked)}), {otherwise})"
    return Value(items.maybe(), code, zones=listed.zones)


def _lot(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    listed, one, inner = _each(context, node.args[0], scope)
    asked = _condition(context, node.args[1] if len(node.args) > 1 else None, inner)
    items = listed.type.items or NOTHING
    code = (
        f"m.lot([{one} for {one} in {listed.code}{_if(asked)}], {_EMPTY.get(items.kind, 'None')})"
    )
    return Value(items.maybe(), code, zones=listed.zones)


def _gathered(
    context: CompileContext, node: ast.Call, scope: Scope, keys: Keys
) -> tuple[Value, str]:
    """The values over things, and their source as a list; nothing is passed over."""
    listed, one, inner = _each(context, node.args[0], scope)
    asked = _condition(context, keys.get("where"), inner)
    what = value(context, node.args[1], inner) if len(node.args) > 1 else inner.thing
    assert what is not None
    if what.type.optional and what.type.kind in ("number", "text"):
        held = context.writer.name("y")
        tests = f" if {asked.code}" if not asked.known else ""
        return what, (
            f"[{held} for {one} in {listed.code}{tests} if ({held} := {what.code}) is not None]"
        )
    return what, f"[{what.code} for {one} in {listed.code}{_if(asked)}]"


def _sum(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    what, code = _gathered(context, node, scope, keys)
    _typed(context, node.args[-1], what, "number")
    return Value(NUMBER, f"sum({code})")


def _extreme(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """The largest or smallest of numbers, or of a value over things; 0 where there are none."""
    word = getattr(node.func, "id", "")
    first = value(context, node.args[0], scope)
    if first.type.kind in ("number", "unknown"):
        parts = [number(context, one, scope) for one in node.args]
        if all(one.known for one in parts) and len(parts) > 1:
            work = max if word == "max" else min
            return constant(Type("number"), work(one.value for one in parts))
        return Value(NUMBER, f"{word}({', '.join(one.code for one in parts)})")
    what, code = _gathered(context, node, scope, keys)
    _typed(context, node.args[-1], what, "number")
    return Value(NUMBER, f"{word}({code}, default=0)")


def _best(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """The thing with the highest or lowest value; nothing where several are equal."""
    sign = "-" if getattr(node.func, "id", "") == "worst" else ""
    listed, one, inner = _each(context, node.args[0], scope)
    asked = _condition(context, keys.get("where"), inner)
    what = number(context, node.args[1], inner)
    ties = keys.get("ties")
    first = isinstance(ties, ast.Name) and ties.id == "first"
    if ties is not None and not first:
        context.report("play-value", spot(ties), "equal ones are `first` or not said", "ties=first")
    code = f"best([({one}, {sign}{what.code}) for {one} in {listed.code}{_if(asked)}], {first})"
    return Value((listed.type.items or NOTHING).maybe(), code, zones=listed.zones)


def _distinct(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    _, code = _gathered(context, node, scope, keys)
    return Value(NUMBER, f"(len({{None, *{code}}}) - 1)")


def _abs(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    one = number(context, node.args[0], scope)
    return constant(NUMBER, abs(one.value)) if one.known else Value(NUMBER, f"abs({one.code})")


def _scale(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """The number that stands at a place, from 0, of a list; beyond its ends the first or last."""
    listed = things(context, node.args[0], scope)
    at = number(context, node.args[1], scope)
    if not listed.known or not listed.value:
        hint = "write numbers in brackets: scale([0, 1, 4, 9], N)"
        context.report("play-value", spot(node.args[0]), "a scale is a list of numbers", hint)
        return ZERO
    last = len(listed.value) - 1
    if at.known:
        return constant(Type("number"), listed.value[min(max(at.value, 0), last)])
    return Value(NUMBER, f"{listed.code}[min(max({at.code}, 0), {last})]")


def _values(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """The values of a field: all that there are, or those of some pieces."""
    last = node.args[-1]
    word = getattr(last, "attr", getattr(last, "id", ""))
    known = names.field_values(context, word)
    if not known:
        hint = did_you_mean(word, names.fields(context, Value(PIECE, "")), "name a field")
        context.report("play-word", spot(last), f"no piece has a field `{word}`", hint)
        return Value(list_of(TEXT), "()", True, ())
    numbers = all(isinstance(one, int) for one in known)
    items = Type("number" if numbers else "text", values=tuple(known))
    if len(node.args) == 1:
        code = f"({', '.join(map(literal, known))},)"
        return Value(list_of(items), code, True, tuple(known))
    listed = things(context, node.args[0], scope)
    order = context.constant("order", {one: at for at, one in enumerate(known)})
    one = context.writer.name("x")
    there = names.field_of(context, Value(PIECE, one), word)
    several = there is not None and there.type.kind == "list"
    item = f"y for {one} in {listed.code} for y in {there.code}" if several and there else ""
    item = item or f"{context.column(word)}[{one}] for {one} in {listed.code}"
    return Value(list_of(items), f"sorted({{{item}}} - {{None}}, key={order}.get)")


def _numbers(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    least, most = (number(context, one, scope) for one in node.args)
    values: tuple[int, ...] = ()
    if least.known and most.known:
        values = tuple(range(least.value, min(most.value, least.value + MOST_NUMBERS) + 1))
    return Value(list_of(Type("number", values=values)), f"numbers({least.code}, {most.code})")


MOST_NUMBERS = 5_000
"""Numbers of a range that are looked at."""


def _same(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """Cards that are the same in a field; wild ones are as one likes."""
    listed, one, inner = _each(context, node.args[0], scope)
    what = value(context, node.args[1], inner)
    wild = _condition(context, keys.get("wild"), inner) if "wild" in keys else FALSE
    kept = _if(negate(wild))
    return Value(YES_NO, f"(len({{{what.code} for {one} in {listed.code}{kept}}}) <= 1)")


def _run(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """Cards whose numbers follow each other; wild ones fill gaps."""
    listed, one, inner = _each(context, node.args[0], scope)
    what = number(context, node.args[1], inner)
    wild = _condition(context, keys.get("wild"), inner) if "wild" in keys else FALSE
    kept = f"[{what.code} for {one} in {listed.code}{_if(negate(wild))}]"
    return Value(YES_NO, f"is_run({kept}, len({listed.code}))")


def _shares(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """Whether two lists have something in common; bare words are values of the other list."""
    one, two = sorted(node.args, key=lambda part: isinstance(part, ast.List))
    first = things(context, one, scope)
    words = two.elts if isinstance(two, ast.List) else []
    bare = any(names.is_bare(context, part, scope) for part in words)
    other = value(context, two, scope, first.type.items) if bare else things(context, two, scope)
    assert first.type.items is not None and other.type.items is not None
    if {"unknown"} & {first.type.items.kind, other.type.items.kind}:
        return TRUE
    if not _comparable(first.type.items, other.type.items):
        wrong(context, two, other.type.items, first.type.items.kind)
    return Value(YES_NO, f"(not {{*{first.code}}}.isdisjoint({other.code}))")


def _ahead(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """The space one on in a way."""
    found, boards = _on_board(context, node.args[0], scope)
    way = _way(context, node.args[1], scope)
    if not boards or way is None:
        return names.UNKNOWN
    table = _ahead_table(context, boards)
    if way.isdigit():
        known = names.ways(context)[int(way)]
        row = context.constant(known, context.constants[table][int(way)])
        return Value(found.type.maybe(), f"{row}[{found.code}]")
    return Value(found.type.maybe(), f"{table}[{way}][{found.code}]")


def _ahead_table(context: CompileContext, boards: Sequence[Zone]) -> str:
    """The name of a table by way and place of the next space; -1 where there is none."""
    rows = [
        names.by_place(context, f"to_{way}", boards, partial(_next, way), -1)
        for way in (*names.ways(context), "")
    ]
    return context.constant("ahead", tuple(context.constants[row] for row in rows))


def _next(way: str, board: Geometry) -> Sequence[int]:
    return board.ahead.get(way) or [-1] * len(board.spaces)


def _rays(context: CompileContext, boards: Sequence[Zone]) -> str:
    """The name of a table by way and place of the spaces that lie there, the nearest first."""

    def rays(way: str, board: Geometry) -> list[tuple[int, ...]]:
        ahead = board.ahead.get(way, ())
        return [tuple(_ray(ahead, at)) for at in range(len(board.spaces))]

    rows = [
        names.by_place(context, f"rays_{way}", boards, partial(rays, way), ())
        for way in (*names.ways(context), "")
    ]
    return context.constant("rays", tuple(context.constants[row] for row in rows))


def _ray(ahead: Sequence[int], place: int) -> list[int]:
    """The spaces that lie in a way, the nearest first; on a ring each once."""
    found: list[int] = []
    while ahead and (place := ahead[place]) >= 0 and place not in found:
        found.append(place)
    return found


def _on_board(context: CompileContext, node: ast.expr, scope: Scope) -> tuple[Value, list[Zone]]:
    """A space, and the boards that it may be on."""
    found = value(context, node, scope)
    boards = names.boards_of(context, found.type)
    if found.type.kind != "space" or not boards:
        if found.type.kind != "unknown":
            wrong(context, node, found.type, "space")
        return names.UNKNOWN, []
    only = boards[0].name if len(boards) == 1 else ""
    return replace(found, type=replace(found.type, board=only)), boards


def _way(context: CompileContext, node: ast.expr, scope: Scope) -> str | None:
    found = value(context, node, scope)
    if found.type.kind == "way":
        return found.code
    if found.type.kind != "unknown":
        wrong(context, node, found.type, "way")
    return None


def _walk(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """``walk``: the spaces in a way while a test holds; ``past``: the space behind them."""
    word = getattr(node.func, "id", "")
    found, boards = _on_board(context, node.args[0], scope)
    listed = things(context, node.args[1], scope) if word == "slide" else None
    way = None if listed is not None else _way(context, node.args[1], scope)
    if not boards or (way is None and listed is None):
        return names.UNKNOWN
    one, space = context.writer.name("x"), replace(found.type, optional=False)
    asked = TRUE
    if len(node.args) > 2:
        asked = test(context, node.args[2], replace(scope, thing=Value(space, one)))
    rays = _rays(context, boards)
    if word == "past":
        ray = f"{rays}[{way}][{found.code}]"
        code = f"next(({one} for {one} in {ray}{_if(negate(asked))}), -1)"
        return Value(space.maybe(), code)
    ways = listed.code if listed is not None else f"({way},)"
    code = f"{word}({rays}, {ways}, {found.code}, lambda {one}: {asked.code})"
    return Value(list_of(space), code)


def _on(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """So many seats later in turn order, or so many spaces on along a ring or track."""
    word = getattr(node.func, "id", "")
    start, by = value(context, node.args[0], scope), number(context, node.args[1], scope)
    if start.type.kind == "seat" and word == "on":
        return Value(start.type, f"m.next_seat({start.code}, {by.code} * n[{DIRECTION}])")
    found, boards = _on_board(context, node.args[0], scope)
    if not boards:
        return names.UNKNOWN
    if not any(zone.board is not None and "on" in zone.board.ways for zone in boards):
        hint = "only a ring or a track goes on; see `walk` for other boards"
        context.report("play-value", spot(node), f"`{boards[0].name}` has no order", hint)
        return names.UNKNOWN
    steps = [
        names.by_place(context, way, boards, partial(_next, way), -1) for way in ("on", "back")
    ]
    table = context.constant("track", tuple(context.constants[row] for row in steps))
    code = f"{word}_track({table}, {found.code}, {by.code})"
    return Value(found.type.maybe() if word == "on" else list_of(found.type), code)


def _beyond(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """The space straight behind the second, seen from the first."""
    found, boards = _on_board(context, node.args[0], scope)
    other, _ = _on_board(context, node.args[1], scope)
    if not boards:
        return names.UNKNOWN
    table = _ahead_table(context, boards)
    return Value(found.type.maybe(), f"beyond({table}, {found.code}, {other.code})")


def _distance(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """Steps from a space to another by spaces that pass a test; nothing where there is no way."""
    word = getattr(node.func, "id", "")
    start, boards = _on_board(context, node.args[0], scope)
    end, _ = _on_board(context, node.args[1], scope)
    if not boards:
        return names.UNKNOWN
    one = context.writer.name("x")
    asked = TRUE
    if "through" in keys:
        inner = replace(scope, thing=Value(replace(start.type, optional=False), one))
        asked = test(context, keys["through"], inner)
    steps = names.by_place(context, "steps", boards, _steps_from, ())
    code = f"distance({steps}, {start.code}, {end.code}, lambda {one}: {asked.code})"
    if word == "connected":
        return Value(YES_NO, f"({code} is not None)")
    return Value(NUMBER.maybe(), code)


def _steps_from(board: Geometry) -> list[tuple[tuple[int, int], ...]]:
    """What may be asked as one goes on from each space, and where that leads."""
    pairs = enumerate(board.ends)
    roads = [(way, *ends) for way, ends in pairs if ends is not None]
    return [
        tuple((way, a + b - at) for way, a, b in roads if at in (a, b))
        if roads and board.ends[at] is None
        else tuple((one, one) for one in near)
        for at, near in enumerate(board.beside)
    ]


Work = Callable[[CompileContext, ast.Call, Scope, Keys], Value]
FUNCTIONS: Mapping[str, tuple[Work, int, int, tuple[str, ...]]] = {
    "abs": (_abs, 1, 1, ()),
    "ahead": (_ahead, 2, 2, ()),
    "all": (_any_all, 2, 2, ()),
    "any": (_any_all, 1, 2, ()),
    "best": (_best, 2, 2, ("where", "ties")),
    "beyond": (_beyond, 2, 2, ()),
    "connected": (_distance, 2, 2, ("through",)),
    "count": (_count, 1, 2, ()),
    "distance": (_distance, 2, 2, ("through",)),
    "distinct": (_distinct, 2, 2, ("where",)),
    "find": (_find, 1, 2, ("default",)),
    "find_last": (_find, 1, 2, ("default",)),
    "lot": (_lot, 1, 2, ()),
    "max": (_extreme, 1, 20, ("where",)),
    "min": (_extreme, 1, 20, ("where",)),
    "numbers": (_numbers, 2, 2, ()),
    "on": (_on, 2, 2, ()),
    "past": (_walk, 2, 3, ()),
    "path": (_on, 2, 2, ()),
    "run": (_run, 2, 2, ("wild",)),
    "same": (_same, 2, 2, ("wild",)),
    "scale": (_scale, 2, 2, ()),
    "shares": (_shares, 2, 2, ()),
    "slide": (_walk, 2, 3, ()),
    "sum": (_sum, 1, 2, ("where",)),
    "values": (_values, 1, 2, ()),
    "walk": (_walk, 2, 3, ()),
    "worst": (_best, 2, 2, ("where", "ties")),
}
"""What each function gives, how many things it is given at least and at most, and its keys."""
SHAPES = {
    **dict.fromkeys(("all", "any", "count", "find", "find_last", "lot"), "NAME(THINGS, TEST)"),
    **dict.fromkeys(("best", "worst", "sum", "max", "min", "distinct"), "NAME(THINGS, VALUE)"),
    **dict.fromkeys(("same", "run", "values"), "NAME(CARDS, FIELD)"),
    **dict.fromkeys(("walk", "past", "slide"), "NAME(SPACE, WAY, TEST)"),
    **dict.fromkeys(("distance", "connected", "beyond"), "NAME(SPACE, SPACE)"),
    **dict.fromkeys(("on", "path"), "NAME(SPACE, NUMBER)"),
    **{
        "abs": "abs(NUMBER)",
        "numbers": "numbers(LEAST, MOST)",
        "scale": "scale([0, 1, 4], NUMBER)",
        "shares": "shares(LIST, LIST)",
    },
    "ahead": "ahead(SPACE, WAY)",
}
"""How each function is written."""
