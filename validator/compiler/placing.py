"""What a set-up has beside play as source: pieces out of the box, deals, and what is only told."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import replace

from validator.catalogue.formulas import Formula, spot
from validator.catalogue.model import Game
from validator.catalogue.script import Step
from validator.catalogue.setup_script import BOX
from validator.compiler import expressions
from validator.compiler.context import (
    NUMBER,
    PIECE,
    PLACES,
    CompileContext,
    Made,
    Scope,
    Type,
    Value,
    constant,
    literal,
)
from validator.findings import did_you_mean


def value_at(step: Step, key: str) -> Formula | None:
    """The formula under a key of a step, if there is one."""
    found = step.values.get(key)
    return found if isinstance(found, Formula) else None


def tree_at(step: Step, key: str) -> ast.expr:
    """The syntax of the formula that a key of a step must have."""
    found = step.values[key]
    assert isinstance(found, Formula)
    return found.tree


def place_of(context: CompileContext, tree: ast.expr, scope: Scope) -> Value:
    """A zone or a space to which pieces go."""
    found = expressions.value(context, tree, scope)
    if found.type.kind not in (*PLACES, "unknown"):
        context.report(
            "play-value",
            spot(tree),
            f"`{ast.unparse(tree)}` is no zone and no space",
            "name a zone of setup.yaml, or a space of a board",
        )
    return (
        found if found.zones or not found.type.board else replace(found, zones=(found.type.board,))
    )


def targets_of(context: CompileContext, tree: ast.expr, scope: Scope) -> list[Value]:
    """The zone or space to which pieces go, or each of a list."""
    listed = tree.elts if isinstance(tree, ast.List) else [tree]
    return [place_of(context, one, scope) for one in listed]


def name_result(context: CompileContext, step: Step, scope: Scope, type_: Type, code: str) -> Scope:
    """What names mean behind a step that names what it moved, rolled or gave."""
    name = step.values.get("as")
    if not isinstance(name, str):
        return scope
    held = context.slot()
    context.writer.line(f"{held} = {code}")
    return scope.bind(**{name: Value(type_, held)})


def check_seats(context: CompileContext, each: Formula, over: Value) -> None:
    """Report what names no seats where seats are meant."""
    items = over.type.items
    if items is not None and items.kind not in ("seat", "unknown"):
        hint = "write `seats`, `others`, `humans`, `bots` or one seat"
        context.report("play-value", each.place, f"`{each.text}` is no group of seats", hint)


def require(context: CompileContext, step: Step, exact: object, count: Value, there: str) -> None:
    """Write a fault for fewer pieces than a step must move (``exact``: if it must move so many).

    In a set-up it is told, and goes on.
    """
    if exact is None:
        return
    with context.writer.block(f"if {there} < {count.code}:"):
        if context.in_setup:
            _lack(context, step, count.code, there)
            return
        place = context.constant("place", step.place)
        message = literal("fewer pieces lie there than are moved: write `at_most`")
        context.writer.line(f"raise ScriptFault({place}, {message})")


def _lack(context: CompileContext, step: Step, wanted: str, there: str) -> None:
    """Write that fewer pieces were there than a set-up wants."""
    sources: tuple[Formula, ...] = step.values.get("from", ())
    where = " and ".join(source.text for source in sources) or BOX
    place = step.places.get("count", step.places.get("where", step.place))
    told = context.constant("lack", (place, where, pieces_in_words(context.tables.game, step)))
    context.writer.line(f"m.lack({told}, {wanted}, {there})")


def pieces_in_words(game: Game, step: Step) -> tuple[str, str]:
    """What people call one and several of the pieces that a step of a set-up moves."""
    called = step.values.get("called")
    sets = step.values.get("set", ())
    found = game.sets.get(sets) if isinstance(sets, str) else None
    if called:
        return called, called
    return (found.singular, found.name) if found is not None else ("piece", "pieces")


def put(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Pieces of the box go to zones, or one for each sign of a picture to a board."""
    tree = tree_at(step, "to")
    if "picture" in step.values:
        return _draw_picture(context, step, expressions.value(context, tree, scope), scope), scope
    count = value_at(step, "count")
    targets = targets_of(context, tree, scope)
    if len(targets) > 1 and count is None:
        hint = "say how many pieces go into each of them"
        context.report("play-value", spot(tree), "several zones and no `count`", hint)
    for target in targets:
        held = _from_box(context, step, target.zones, scope)
        many = constant(NUMBER, 1)
        if count is not None:
            many = expressions.how_many(context, count, scope)
        require(context, step, count or step.place, many, f"len({held})")
        some = f"{held}[:max({many.code}, 0)]" if count is not None else held
        context.writer.line(f"m.move({some}, {target.code})")
    return True, scope


def _from_box(context: CompileContext, step: Step, into: Sequence[str], scope: Scope) -> str:
    """Write which pieces of the box a step or a sign means; the name of the list of them."""
    writer, game, box = context.writer, context.tables.game, context.tables.zones[BOX].at
    named = step.values["set"]
    sets = [named] if isinstance(named, str) else named
    for one in sets:
        if one not in game.sets:
            hint = did_you_mean(one, game.sets, f"sets: {', '.join(game.sets)}")
            context.report("play-value", step.places["set"], f"there is no set {one!r}", hint)
    for zone in into:
        context.placed.setdefault(zone, set()).update(sets)
        context.filled.add(zone)
    one, held, pieces = writer.name("x"), writer.name("placed"), enumerate(context.tables.pieces)
    known = context.constant("set", frozenset(at for at, piece in pieces if piece.set_id in sets))
    inner = replace(scope, thing=Value(PIECE, one, zones=(BOX,)))
    asked = expressions.holds(context, value_at(step, "where"), inner)
    test = "" if asked.known and asked.value else f" and {asked.code}"
    writer.line(f"{held} = [{one} for {one} in z[{box}] if {one} in {known}{test}]")
    return held


def _draw_picture(context: CompileContext, step: Step, target: Value, scope: Scope) -> bool:
    """Write a piece of each sign of a picture onto its space."""
    zone = context.tables.zones.get(target.type.board)
    board = zone.board if zone is not None else None
    fields = [space.fields for space in board.spaces] if board is not None else []
    rows = list(dict.fromkeys(one.get("row") for one in fields))
    columns = list(dict.fromkeys(one.get("column") for one in fields))
    signs = [line.split() for line in step.values["picture"]]
    problem = _picture_problem(signs, len(rows), len(columns), step.values["legend"])
    if zone is None or len(rows) * len(columns) != len(fields):
        problem = "a picture lies on a board of `squares`"
    if problem or zone is None:
        hint = "one line a row, one sign a column, parted by spaces"
        context.report("play-value", step.places.get("picture", step.place), problem, hint)
        return True
    flat = [sign for line in signs for sign in line]
    for sign, meant in step.values["legend"].items():
        spaces = tuple(zone.at + at for at, one in enumerate(flat) if one == sign)
        held = _from_box(context, meant, (zone.name,), scope)
        with context.writer.block(f"if len({held}) < {len(spaces)}:"):
            _lack(context, meant, str(len(spaces)), f"len({held})")
        where = context.constant("spaces", spaces)
        context.writer.line(f"m.lay_out({held}, {where}, {literal(sign)})")
    return True


def _picture_problem(
    signs: Sequence[Sequence[str]], rows: int, columns: int, legend: Collection[str]
) -> str:
    """What is wrong with a picture; nothing where it fits the board."""
    if len(signs) != rows:
        return f"the picture has {len(signs)} lines for {rows} rows"
    for number, line in enumerate(signs, 1):
        if len(line) != columns:
            return f"line {number} of the picture has {len(line)} signs for {columns} columns"
        for sign in line:
            if sign != "." and sign not in legend:
                return f"the sign {sign!r} in line {number} of the picture is not in the legend"
    return ""


def tell(context: CompileContext, step: Step, scope: Scope) -> Made:
    """``say`` and ``expect``: nothing moves, and people are told."""
    if not context.in_setup:
        hint = "write it into the steps of setup.yaml"
        context.report("play-place", step.place, f"`{step.verb}` is for the set-up guide", hint)
    elif "holds" in step.values:
        held = expressions.test(context, step.values["holds"].tree, scope)
        with context.writer.block(f"if not {held.code}:"):
            refuted = (step.places["holds"], step.values["fault"])
            context.writer.line(f"m.refute({context.constant('refuted', refuted)})")
    elif step.verb == "expect":
        zone = place_of(context, tree_at(step, "what"), scope)
        formula = value_at(step, "count")
        many = expressions.how_many(context, formula, scope).code if formula is not None else "None"
        rules = ", ".join(step.values.get("rules", ()))
        told = (step.places.get("count", step.place), step.values["what"].text, rules)
        there = f"len(z[{zone.code}])"
        context.writer.line(f"m.expect({context.constant('expected', told)}, {there}, {many})")
    return True, scope
