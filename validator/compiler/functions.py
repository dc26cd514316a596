"""What functions of formulas give, as typed source of Python."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from functools import partial
from typing import Any, get_args

from validator.catalogue.boards.geometry import Geometry
from validator.catalogue.effects import KINDS, Act, Allow, Effect, Reach, Special
from validator.catalogue.formulas import FUNCTIONS as EXAMPLES
from validator.catalogue.formulas import spot, unknown_function
from validator.compiler import effects, names
from validator.compiler.context import (
    ALL,
    FALSE,
    NOTHING,
    NUMBER,
    PIECE,
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
from validator.compiler.expressions import (
    EMPTY,
    are_comparable,
    assigned,
    check_kind,
    declared,
    negate,
    number,
    test,
    things,
    value,
    wrong,
)
from validator.compiler.runtime.support import numbers
from validator.compiler.tables import DIRECTION, Zone
from validator.findings import did_you_mean

MOST_LOOKS = 5_000_000
"""Things that tests inside of tests may come to."""


def _each(
    context: CompileContext, node: ast.Call, scope: Scope, asked: ast.expr | None = None
) -> tuple[Value, str, Scope, Value]:
    """Things, one of them by its name in source, what names mean for it, and what is asked of it.

    They are the first that a function is given.
    """
    listed = things(context, node.args[0], scope)
    assert listed.type.items is not None
    one = context.writer.name("x")
    most = {"piece": len(context.tables.pieces), "seat": len(context.tables.seats)}
    most["way"] = len(names.ways(context))
    many = most.get(listed.type.items.kind, context.tables.zone_count)
    size = scope.size * max(len(listed.value) if listed.known else many, 2)
    if size > MOST_LOOKS:
        hint = "test fewer things inside of each other"
        context.report("play-long", spot(node.args[0]), "this looks at too many things", hint)
    inner = replace(scope, thing=Value(listed.type.items, one, zones=listed.zones), size=size)
    return listed, one, inner, TRUE if asked is None else test(context, asked, inner)


_NEVER = ast.Constant(False)


def call(context: CompileContext, node: ast.Call, scope: Scope, wanted: Type | None) -> Value:
    """What a function gives."""
    assert isinstance(node.func, ast.Name)
    word = node.func.id
    if word in context.script.names and word not in scope.names:
        return declared(context, node, scope, node.args, wanted)
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
        hint = f"write it as in {EXAMPLES[word][1]}"
        message = f"`{word}` is given {len(node.args)} things"
        context.report("play-word", spot(node), message, hint)
        return names.UNKNOWN
    found = work(context, node, scope, keys)
    return found if word in ("numbers", "values") else names.once(context, found, scope)


Keys = Mapping[str, ast.expr]


def _if(asked: Value) -> str:
    return "" if asked.known and asked.value else f" if {asked.code}"


def _count(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    listed, one, inner, asked = _each(context, node, scope, *node.args[1:])
    pieces = listed.type.items is not None and listed.type.items.kind == "piece"
    span = (0, len(context.tables.pieces)) if pieces else None
    if asked.known:
        return Value(NUMBER, f"len({listed.code})", span=span) if asked.value else ZERO
    among = _among(context, listed, one, _tests(context, node, inner))
    return Value(NUMBER, f"len([{one} for {one} in {among}])", span=span)


def _any_all(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    word = getattr(node.func, "id", "")
    listed, one, inner, asked = _each(context, node, scope, *node.args[1:])
    if asked.known and bool(asked.value) is (word == "all"):
        return TRUE if word == "all" else FALSE
    if asked.known and word == "any":
        return Value(YES_NO, f"(len({listed.code}) > 0)")
    few = listed.type.items is not None and listed.type.items.kind in ("seat", "list")
    if few:  # sooner looked through to the end than stopped at the first
        way, test = ("!=", asked) if word == "any" else ("==", negate(asked))
        return Value(YES_NO, f"([{one} for {one} in {listed.code}{_if(test)}] {way} [])")
    if word == "any":
        among = _among(context, listed, one, _tests(context, node, inner))
        return Value(YES_NO, f"any(True for {one} in {among})")
    return Value(YES_NO, f"all({asked.code} for {one} in {listed.code})")


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
    listed, one, _, asked = _each(context, node, scope, *node.args[1:])
    items = listed.type.items or NOTHING
    otherwise = EMPTY.get(items.kind, "None")
    if "default" in keys:
        otherwise = assigned(context, keys["default"], scope, items)
    source = f"reversed({listed.code})" if word == "find_last" else listed.code
    each = f"{one} for {one} in {source}{_if(asked)}"
    code = f"m.lot([{each}], {otherwise})" if word == "lot" else f"next(({each}), {otherwise})"
    return Value(items.maybe(), code, zones=listed.zones)


def _gathered(
    context: CompileContext, node: ast.Call, scope: Scope, keys: Keys
) -> tuple[Value, str]:
    """The values over things, and their source as a list; nothing is passed over."""
    listed, one, inner, asked = _each(context, node, scope, keys.get("where"))
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
    check_kind(context, node.args[-1], what, "number")
    return Value(NUMBER, f"sum({code})")


def _makes(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """Whether the values of some things add up to a number."""
    pair = ast.Call(node.func, node.args[:2], [])
    what, code = _gathered(context, pair, scope, keys)
    check_kind(context, node.args[1], what, "number")
    return Value(YES_NO, f"makes({code}, {number(context, node.args[2], scope).code})")


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
    check_kind(context, node.args[-1], what, "number")
    return Value(NUMBER, f"{word}({code}, default=0)")


def _best(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """The thing with the highest or lowest value; nothing where several are equal."""
    sign = "-" if getattr(node.func, "id", "") == "worst" else ""
    listed, one, inner, asked = _each(context, node, scope, keys.get("where"))
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
        values = tuple(numbers(least.value, most.value))
    return Value(list_of(Type("number", values=values)), f"numbers({least.code}, {most.code})")


def _same(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """Cards that are the same in a field; wild ones are as one likes."""
    listed, one, inner, wild = _each(context, node, scope, keys.get("wild", _NEVER))
    what = value(context, node.args[1], inner)
    kept = _if(negate(wild))
    return Value(YES_NO, f"(len({{{what.code} for {one} in {listed.code}{kept}}}) <= 1)")


def _run(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """Cards whose numbers follow each other; wild ones fill gaps."""
    listed, one, inner, wild = _each(context, node, scope, keys.get("wild", _NEVER))
    what = number(context, node.args[1], inner)
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
    if not are_comparable(first.type.items, other.type.items):
        wrong(context, two, other.type.items, first.type.items.kind)
    return Value(YES_NO, f"(not {{*{first.code}}}.isdisjoint({other.code}))")


def _ahead(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """The space one on in a way."""
    found, boards = _on_board(context, node.args[0], scope)
    way = _way(context, node.args[1], scope)
    if not boards or way is None:
        return names.UNKNOWN
    table = _ahead_table(context, boards)
    return Value(found.type.maybe(), f"{table}[{way}][{found.code}]")


def _ahead_table(context: CompileContext, boards: Sequence[Zone]) -> str:
    """The name of a table by way and place of the next space; -1 where there is none."""
    return _table_by_way(context, "ahead", boards, _next, -1)


def _table_by_way(
    context: CompileContext,
    word: str,
    boards: Sequence[Zone],
    read: Callable[[str, Geometry], Sequence[Any]],
    none: Any,
    ways: Sequence[str] = (),
) -> str:
    """The name of a table by way (all, and none at last, if none are named) and place."""
    rows = [
        names.by_place(context, f"{word}_{way}", boards, partial(read, way), none)
        for way in ways or (*names.ways(context), "")
    ]
    return context.constant(word, tuple(context.constants[row] for row in rows))


def _next(way: str, board: Geometry) -> Sequence[int]:
    return board.ahead.get(way) or [-1] * len(board.spaces)


def _rays(context: CompileContext, boards: Sequence[Zone]) -> str:
    """The name of a table by way and place of the spaces that lie there, the nearest first."""

    def rays(way: str, board: Geometry) -> list[tuple[int, ...]]:
        ahead = board.ahead.get(way, ())
        return [tuple(_ray(ahead, at)) for at in range(len(board.spaces))]

    return _table_by_way(context, "rays", boards, rays, ())


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
        others = f"{one} for {one} in {rays}[{way}][{found.code}]{_if(negate(asked))}"
        return Value(space.maybe(), f"next(({others}), -1)")
    ways = listed.code if listed is not None else f"({way},)"
    code = f"walk({rays}, {ways}, {found.code}, lambda {one}: {asked.code})"
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
    table = _table_by_way(context, "track", boards, _next, -1, ("on", "back"))
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


def _sum_effects(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """How much the effects of a kind say on a piece or a space, those with these keys alone."""
    held = value(context, node.args[0], scope)
    kind = _literal(context, node.args[1], scope)
    wanted = {key: _literal(context, one, scope) for key, one in keys.items()}
    if kind not in KINDS:
        hint = f"kinds: {', '.join(KINDS)}"
        context.report("play-word", spot(node), f"`{kind}` is no kind of effect", hint)
        return names.UNKNOWN
    if held.type.kind != "space":
        held = check_kind(context, node.args[0], held, "piece")

    def effects_by_place() -> Sequence[Sequence[Effect]]:
        tables = context.tables
        if held.type.kind != "space":
            return [*(one.effects for one in tables.pieces), ()]
        found: list[Sequence[Effect]] = [()] * tables.zone_count
        for zone in tables.zones.values():
            for at in zone.places(len(tables.seats)) if zone.board is not None else ():
                assert zone.board is not None
                found[at] = zone.board.spaces[(at - zone.at) % zone.size].effects
        return found

    key = repr((held.type.kind == "space", kind, wanted))
    if key not in context.sayings:
        many = tuple(sum(_much(one, kind, wanted) for one in those) for those in effects_by_place())
        context.sayings[key] = context.constant("said", many), max(many)
    table, most = context.sayings[key]
    return Value(NUMBER, f"{table}[{held.code}]", span=(0, most))


def _scored(context: CompileContext, node: ast.Call, scope: Scope, keys: Keys) -> Value:
    """The points that effects of a piece score now, for who acts; a set-up does without them."""
    held = check_kind(context, node.args[0], value(context, node.args[0], scope), "piece")
    seat = scope.seat.code if scope.seat is not None else "-1"
    return effects.scored(context, node, _literal(context, node.args[1], scope), held, seat)


def _literal(context: CompileContext, node: ast.expr, scope: Scope) -> object:
    """A word, number or truth that stands in a formula, or was given to its name."""
    if isinstance(node, ast.Name) and node.id not in scope.names:
        return {"nothing": None, "true": True, "false": False}.get(node.id, node.id)
    found = value(context, node, scope)
    if not found.known:
        hint = "write a word or a number"
        context.report("play-value", spot(node), "this is not the same in every game", hint)
    return found.value


def _much(effect: Effect, kind: object, wanted: Mapping[str, object]) -> int:
    """The amount of an effect of a kind with these keys; 0 of any other."""
    if type(effect).__name__.lower() != kind:
        return 0
    if any(getattr(effect, key, None) != one for key, one in wanted.items()):
        return 0
    match effect:
        case Act(limit=much) | Reach(uses=much):
            return ALL if much is None else much
        case Allow(waive=waive, uses=uses, more=more):
            return more if waive is None else ALL if uses is None else uses
        case Special():
            return 1
        case other:
            return ALL if other.amount is None else other.amount


Work = Callable[[CompileContext, ast.Call, Scope, Keys], Value]
_OF_EFFECTS = tuple(dict.fromkeys(one.name for kind in get_args(Effect) for one in fields(kind)))
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
    "lot": (_find, 1, 2, ()),
    "makes": (_makes, 3, 3, ("where",)),
    "max": (_extreme, 1, 20, ("where",)),
    "min": (_extreme, 1, 20, ("where",)),
    "numbers": (_numbers, 2, 2, ()),
    "on": (_on, 2, 2, ()),
    "past": (_walk, 2, 3, ()),
    "path": (_on, 2, 2, ()),
    "run": (_run, 2, 2, ("wild",)),
    "said": (_sum_effects, 2, 2, _OF_EFFECTS),
    "same": (_same, 2, 2, ("wild",)),
    "scale": (_scale, 2, 2, ()),
    "scored": (_scored, 2, 2, ()),
    "shares": (_shares, 2, 2, ()),
    "slide": (_walk, 2, 3, ()),
    "sum": (_sum, 1, 2, ("where",)),
    "values": (_values, 1, 2, ()),
    "walk": (_walk, 2, 3, ()),
    "worst": (_best, 2, 2, ("where", "ties")),
}
"""What each function gives, how many things it is given at least and at most, and its keys."""
