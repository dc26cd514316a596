"""Steps that move, draw, shuffle, show and flip pieces, as source."""

from __future__ import annotations

import ast
from contextlib import nullcontext
from dataclasses import replace

from validator.catalogue.formulas import Formula
from validator.catalogue.model import WhenEmpty
from validator.catalogue.script import Step
from validator.catalogue.setup_script import BOX
from validator.compiler import expressions, names, placing
from validator.compiler.context import (
    NUMBER,
    PIECE,
    PLACES,
    ZONE,
    CompileContext,
    Made,
    Scope,
    Value,
    constant,
    list_of,
    literal,
)
from validator.compiler.tables import FIRST


def move(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Pieces go to a zone: those named, or those of zones, all or so many from the top."""
    tree = placing.value_at(step, "to")
    targets = [Value(ZONE, str(context.tables.zones[BOX].at), zones=(BOX,))]
    if step.verb != "return" and tree is not None:
        targets = placing.targets_of(context, tree.tree, scope)
    bottom = ", True" if step.values.get("at") == "bottom" else ""
    for target in targets[:-1]:
        _move_to(context, step, target, bottom, scope)
    return _move_to(context, step, targets[-1], bottom, scope)


def _move_to(context: CompileContext, step: Step, target: Value, bottom: str, scope: Scope) -> Made:
    """Write a move to one zone or space."""
    what = placing.value_at(step, "what")
    if what is not None:
        return _move_named(context, step, what, target, scope)
    sources: tuple[Formula, ...] = step.values.get("from", ())
    if not sources:
        hint = "add `from: ZONE`, or `what: PIECE`"
        context.report("play-value", step.place, "nothing says what is moved", hint)
    moved: list[str] = []
    for source in sources:
        found = placing.place_of(context, source.tree, scope)
        for zone in target.zones:
            context.flow(found.zones, zone, source.place)
        moved.append(_move_from(context, step, found, target, bottom, scope))
    one = step.values.get("count")
    if not moved:
        return True, scope
    if isinstance(one, Formula) and one.text == "1":
        return True, placing.name_result(context, step, scope, PIECE.maybe(), f"{moved[0]}[0]")
    return True, placing.name_result(context, step, scope, list_of(PIECE), f"tuple({moved[0]})")


def _move_from(
    context: CompileContext, step: Step, source: Value, target: Value, bottom: str, scope: Scope
) -> str:
    """Write a move out of a zone; the name of the list of what was moved."""
    writer, where = context.writer, placing.value_at(step, "where")
    exact = placing.value_at(step, "count")
    limit = exact or placing.value_at(step, "at_most")
    count = None if limit is None else expressions.how_many(context, limit, scope)
    if step.verb == "deal" and exact is None:
        count, exact = constant(NUMBER, 1), step.values["from"][0]
    held, there, so_many = writer.name("moved"), f"z[{source.code}]", "-1 - {}:-1"
    if where is not None:
        one = writer.name("x")
        inner = replace(scope, thing=Value(PIECE, one, zones=source.zones), size=max(scope.size, 2))
        with names.hoisting(context):
            asked = expressions.test(context, where.tree, inner)
        writer.line(f"{held} = [{one} for {one} in {there}[::-1] if {asked.code}]")
        there, so_many = held, "{}"
    if count is None:
        writer.line(f"{held} = {there}[:]")
    else:
        placing.require(context, step, exact, count, f"len({there})")
        most = count.code if count.known else f"max({count.code}, 0)"
        writer.line(f"{held} = {there}[:{so_many.format(most)}]")
    writer.line(f"m.move({held}, {target.code}{bottom})")
    return held


def _move_named(
    context: CompileContext, step: Step, what: Formula, target: Value, scope: Scope
) -> Made:
    found = expressions.value(context, what.tree, scope)
    if found.type.kind in PLACES or found.type.kind == "board":
        found = expressions.things(context, what.tree, scope)
    items = found.type.items if found.type.items is not None else found.type
    if items.kind not in ("piece", "unknown"):
        expressions.wrong(context, what.tree, found.type, "piece")
        return True, scope
    for zone in target.zones:
        context.flow(found.zones or ("",), zone, what.place)
    _write_named(context, step, what, found, target.code, scope)
    return True, placing.name_result(context, step, scope, found.type, found.code)


def _write_named(
    context: CompileContext, step: Step, what: Formula, found: Value, to: str, scope: Scope
) -> None:
    """Write a move of pieces by their name, and that cards which were picked are played by it."""
    several, bottom = found.type.kind == "list", step.values.get("at") == "bottom"
    picked = isinstance(what.tree, ast.Name) and what.tree.id in scope.names
    if picked and step.verb == "move" and context.tables.cards and not context.script.effects:
        with context.writer.block(f"for piece in {found.code}:") if several else nullcontext():
            context.writer.line(f"m.play_card({'piece' if several else found.code}, {to})")
    pieces = f"list({found.code})" if several else f"({found.code},)"
    context.writer.line(f"m.move({pieces}, {to}{', True' if bottom else ''})")


def draw(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Pieces are taken one by one from the top of a pile, which may be made anew."""
    source = placing.place_of(context, step.values["from"][0].tree, scope)
    target = placing.place_of(context, placing.tree_at(step, "to"), scope)
    for zone in target.zones:
        context.flow(source.zones, zone, step.place)
    for name in source.zones:
        context.drawn.setdefault(name, step.place)
        pile = context.tables.zones[name].pile
        discard = context.tables.piles[pile].discard if pile >= 0 else None
        if discard:
            context.moved.add((discard, name))
    up_to = placing.value_at(step, "up_to")
    limit = up_to or placing.value_at(step, "count") or placing.value_at(step, "at_most")
    count = "1" if limit is None else expressions.how_many(context, limit, scope).code
    if up_to is not None:
        count = f"{count} - len(z[{target.code}])"
    writer = context.writer
    ends = any(_ends_game(context, name) for name in source.zones)
    named = isinstance(step.values.get("as"), str)
    if not ends and not named:
        writer.line(f"m.draw({source.code}, {target.code}, {count})")
        return True, scope
    drawn = writer.name("drawn")
    writer.line(f"{drawn} = m.draw({source.code}, {target.code}, {count})")
    if ends:
        pile_name = context.tables.piles[context.tables.zones[source.zones[0]].pile]
        with writer.block(f"if {drawn} == -2:"):
            says = literal(f"{pile_name.name or pile_name.id} ran out")
            writer.line(f"m.end(None, {says})", "return None")
    return True, placing.name_result(context, step, scope, PIECE.maybe(), drawn)


def _ends_game(context: CompileContext, zone: str) -> bool:
    pile = context.tables.zones[zone].pile
    return pile >= 0 and context.tables.piles[pile].when_empty is WhenEmpty.ENDS_GAME


def shuffle(context: CompileContext, step: Step, scope: Scope) -> Made:
    """The order of zones is left to luck."""
    for zone in step.values["what"]:
        context.writer.line(f"m.shuffle({placing.place_of(context, zone.tree, scope).code})")
    return True, scope


def reveal(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Pieces are shown to all, or to some seats."""
    pieces, to = _pieces(context, step, scope), placing.value_at(step, "to")
    told = "None"
    if to is not None:
        seats = expressions.things(context, to.tree, scope)
        placing.check_seats(context, to, seats)
        told = f"tuple({seats.code})"
    who = scope.seat.code if scope.seat is not None else f"n[{FIRST}]"
    context.writer.line(f"m.reveal({who}, {pieces}, {told})")
    return True, scope


def flip(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Pieces are turned over, or to a face that is named."""
    slot = context.tables.memories.get("piece.face")
    if slot is None:
        hint = "write it into play.yaml"
        context.report("play-place", step.place, "pieces are only flipped in play", hint)
        return True, scope
    context.written.add(slot.name)
    writer, one = context.writer, context.writer.name("x")
    place, to = names.memory_place(slot, one), step.values.get("to")
    face = literal(to) if to else f"'down' if {place} == 'up' else 'up'"
    with writer.block(f"for {one} in {_pieces(context, step, scope)}:"):
        writer.line(f"{place} = {face}")
    return True, scope


def _pieces(context: CompileContext, step: Step, scope: Scope) -> str:
    """What a step does something to where it lies: a piece, or several, as source of a list."""
    tree = placing.tree_at(step, "what")
    found = expressions.value(context, tree, scope)
    if found.type.kind in (*PLACES, "list"):
        found = expressions.things(context, tree, scope)
        if found.type.items is None or found.type.items.kind == "piece":
            return found.code
    return f"({expressions.piece(context, tree, scope).code},)"
