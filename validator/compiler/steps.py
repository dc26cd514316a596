"""Steps of a script as source: straight lines between decisions, a function where one is made."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace

from validator.catalogue.formulas import Formula, spot
from validator.catalogue.model import WhenEmpty
from validator.catalogue.script import Procedure, Step, nodes
from validator.catalogue.setup_script import BOX
from validator.compiler import choosing, effects, expressions, names, placing
from validator.compiler.context import (
    ASKING,
    FALSE,
    NUMBER,
    PIECE,
    PLACES,
    SEAT,
    YES_NO,
    ZONE,
    CompileContext,
    Recursion,
    Scope,
    Type,
    Value,
    constant,
    list_of,
    literal,
)
from validator.compiler.match import FUEL
from validator.compiler.tables import DIRECTION, EXTRA, FIRST, NOBODY, TURN_SEAT, TURNS, MemorySlot
from validator.findings import Place, Severity, did_you_mean

Made = tuple[bool, Scope]
"""Whether the game goes on behind a step, and what names mean there."""


def asks(context: CompileContext, steps: Sequence[Step]) -> bool:
    """Tell whether somebody may decide in steps, so that they are no straight line."""
    inside = (one for one in nodes(tuple(steps)) if isinstance(one, Step))
    return any(
        one.verb in ASKING or (one.verb == "run" and one.values["what"] in context.asking)
        for one in inside
    )


def block(context: CompileContext, steps: Sequence[Step], scope: Scope) -> bool:
    """Write steps one after the other; tell whether the game goes on behind them."""
    for step in steps:
        context.count_read()
        goes_on, scope = _step(context, step, scope)
        if not goes_on:
            return False
    return True


def _step(
    context: CompileContext, step: Step, scope: Scope, of_seat: bool = False
) -> tuple[bool, Scope]:
    """Write a step, of one of its seats or of all; whether it goes on, and what names mean."""
    each = step.values.get("each")
    if isinstance(each, Formula) and step.verb != "together" and not of_seat:
        over = _at_table(context, each.tree, scope)
        _be_seats(context, each, over)
        if each.text == "seat":
            hint = "write `seats` for all of them, or take `each` out"
            context.report("play-value", each.place, "`seat` is only who acts", hint)
        if step.values.get("order") == "reverse":
            over = replace(over, code=f"{over.code}[::-1]")
        loop(
            context,
            over,
            [step],
            lambda it, _: _step(context, step, replace(scope, seat=it), of_seat=True)[0],
        )
        return True, scope
    context.writer.note(step.place)
    with names.hoisting(context):
        asked = expressions.holds(context, step.values.get("when"), scope)
    if asked.known and not asked.value:
        return True, scope
    if asked.known:
        return _do(context, step, scope)
    branch(context, asked, [step], lambda: _do(context, step, scope)[0], None)
    return True, scope


def _do(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Write what a step does; in a set-up also that it was done, for those who tell of it."""
    if not context.in_setup or step.verb in _OF_OTHERS:
        return VERBS[step.verb](context, step, scope)
    who = scope.seat.code if scope.seat is not None else "-1"
    context.setup_steps.append(step)
    mark = f"m.mark({len(context.setup_steps) - 1}, {who})"
    if step.verb in ASKING:
        context.writer.line(mark)
        return VERBS[step.verb](context, step, scope)
    made = VERBS[step.verb](context, step, scope)
    context.writer.line(mark)
    return made


_OF_OTHERS = ("if", "each", "repeat", "run")
"""Verbs that only have other steps done."""


def _at_table(context: CompileContext, tree: ast.expr, scope: Scope) -> Value:
    """The seats of ``each``; of a list those with numbers that nobody has here are left out."""
    if not isinstance(tree, ast.List):
        return expressions.things(context, tree, scope)
    total = len(context.tables.seats)

    def is_there(one: ast.expr) -> bool:
        at = one.slice if isinstance(one, ast.Subscript) else None
        return (
            not isinstance(at, ast.Constant) or not isinstance(at.value, int) or at.value <= total
        )

    listed = [expressions.seat(context, one, scope).code for one in filter(is_there, tree.elts)]
    return Value(list_of(SEAT), f"[{', '.join(listed)}]")


def _be_seats(context: CompileContext, each: Formula, over: Value) -> None:
    items = over.type.items
    if items is not None and items.kind not in ("seat", "unknown"):
        hint = "write `seats`, `others`, `humans`, `bots` or one seat"
        context.report("play-value", each.place, f"`{each.text}` is no group of seats", hint)


def branch(
    context: CompileContext,
    asked: Value,
    inside: Sequence[Step],
    then: Callable[[], bool],
    otherwise: Callable[[], bool] | None,
) -> bool:
    """Write one way or another; straight where nobody decides, else a function for what follows."""
    writer = context.writer
    if not asks(context, inside):
        with writer.block(f"if {asked.code}:"):
            one = then()
        two = True
        if otherwise is not None:
            with writer.block("else:"):
                two = otherwise()
        return one or two
    first, behind = writer.name("then"), writer.name("behind")
    second = writer.name("else") if otherwise is not None else behind
    writer.line(f"return {first} if {asked.code} else {second}")
    writer.begin(first)
    if then():
        writer.line(f"return {behind}")
    if otherwise is not None:
        writer.begin(second)
        if otherwise():
            writer.line(f"return {behind}")
    writer.begin(behind)
    return True


def loop(
    context: CompileContext,
    over: Value,
    inside: Sequence[Step],
    body: Callable[[Value, str], bool],
) -> None:
    """Write something for each of several things, which are listed as the loop begins.

    What writes it is given one of them, and what leaves the loop.
    """
    writer = context.writer
    items = over.type.items or NUMBER
    listed = over.code if over.code.startswith("range(") else f"tuple({over.code})"
    if not asks(context, inside):
        one = writer.name("x")
        with writer.block(f"for {one} in {listed}:"):
            _burn(context)
            body(Value(items, one, zones=over.zones), "break")
        return
    left, slot = context.slot(), context.slot()
    again, behind = writer.name("again"), writer.name("behind")
    writer.lines_of(f"{left} = {listed}", f"return {again}")
    writer.begin(again)
    with writer.block(f"if not {left}:"):
        writer.line(f"return {behind}")
    writer.lines_of(f"{slot} = {left}[0]", f"{left} = {left}[1:]")
    _burn(context)
    if body(Value(items, slot, zones=over.zones), behind):
        writer.line(f"return {again}")
    writer.begin(behind)


def _burn(context: CompileContext, end: str = "stall") -> None:
    """Write what stops a loop that does not end."""
    context.writer.line("m.fuel -= 1")
    with context.writer.block("if m.fuel < 0:"):
        context.writer.line(f"return {end}")


def _bound(context: CompileContext, step: Step, scope: Scope, type_: Type, code: str) -> Scope:
    """What names mean behind a step that names what it moved, rolled or gave."""
    name = step.values.get("as")
    if not isinstance(name, str):
        return scope
    held = context.slot()
    context.writer.line(f"{held} = {code}")
    return scope.bind(**{name: Value(type_, held)})


def _move(context: CompileContext, step: Step, scope: Scope) -> Made:
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
        return True, _bound(context, step, scope, PIECE.maybe(), f"{moved[0]}[0]")
    return True, _bound(context, step, scope, list_of(PIECE), f"tuple({moved[0]})")


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
    return True, _bound(context, step, scope, found.type, found.code)


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
    call = f"m.move({pieces}, {to}{', True' if bottom else ''})"
    single = not several and not bottom
    context.writer.line(f"m.move_one({found.code}, {to})" if single else call)


def _draw(context: CompileContext, step: Step, scope: Scope) -> Made:
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
            writer.lines_of(f"m.end(None, {says})", "return None")
    return True, _bound(context, step, scope, PIECE.maybe(), drawn)


def _ends_game(context: CompileContext, zone: str) -> bool:
    pile = context.tables.zones[zone].pile
    return pile >= 0 and context.tables.piles[pile].when_empty is WhenEmpty.ENDS_GAME


def _shuffle(context: CompileContext, step: Step, scope: Scope) -> Made:
    for zone in step.values["what"]:
        context.writer.line(f"m.shuffle({placing.place_of(context, zone.tree, scope).code})")
    return True, scope


def _reveal(context: CompileContext, step: Step, scope: Scope) -> Made:
    pieces, to = _pieces(context, step, scope), placing.value_at(step, "to")
    told = "None"
    if to is not None:
        seats = expressions.things(context, to.tree, scope)
        _be_seats(context, to, seats)
        told = f"tuple({seats.code})"
    who = scope.seat.code if scope.seat is not None else f"n[{FIRST}]"
    context.writer.line(f"m.reveal({who}, {pieces}, {told})")
    return True, scope


def _flip(context: CompileContext, step: Step, scope: Scope) -> Made:
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
    written = ast.unparse(named)
    known = list(context.tables.memories)
    otherwise = f"write it under `remember`: {{{written}: 0 to 9}}"
    hint = did_you_mean(written, known, otherwise)
    context.report("play-word", spot(tree), f"`{written}` is not remembered", hint)
    return None


def _set(context: CompileContext, step: Step, scope: Scope) -> Made:
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


def _add(context: CompileContext, step: Step, scope: Scope) -> Made:
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


def _roll(context: CompileContext, step: Step, scope: Scope) -> Made:
    sides, faces = step.values.get("sides", 6), step.values.get("faces")
    shown = tuple(faces) if faces else tuple(range(1, int(sides) + 1))
    what: tuple[Formula, ...] = step.values.get("what", ())
    dice = int(step.values.get("dice", 1)) if len(what) <= 1 else 1
    table = context.constant("faces", shown)
    code = f"m.roll({table}, {dice})"
    for one in what:
        memory = find_memory(context, one.tree, scope)
        if memory is not None:
            slot, place = memory
            least, most = dice * min(shown), dice * max(shown)
            outside = least < slot.what.least or most > slot.what.most
            if outside and not slot.what.beyond:
                _doubt_range(context, slot, one.place, f"{least} to {most} may come here")
            store(context, slot, place, Value(NUMBER, code, span=(least, most)), one.place)
    return True, scope if what else _bound(context, step, scope, NUMBER, code)


def _pay(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Something is given up in full, or not at all."""
    price = choosing.price(context, step, scope)
    if price is None:
        return True, scope
    otherwise: tuple[Step, ...] = step.values.get("else", ())

    def pay() -> bool:
        price.take()
        return True

    asked = Value(YES_NO, price.met())
    instead = (lambda: block(context, otherwise, scope)) if otherwise else None
    return branch(context, asked, otherwise, pay, instead), scope


def _run(context: CompileContext, step: Step, scope: Scope) -> Made:
    """The steps of a procedure, written out where it is run, unless it is inside itself."""
    known, name = context.script.procedures, str(step.values["what"])
    context.ran.add(name)
    if name not in known:
        hint = did_you_mean(name, known, f"procedures: {', '.join(known) or 'none'}")
        place, message = step.places.get("what", step.place), f"there is no procedure {name!r}"
        context.report("play-procedure", place, message, hint)
        return True, scope
    procedure = known[name]
    given: Mapping[str, Formula] = step.values.get("with", {})
    if set(given) != set(procedure.parameters):
        wanted = ", ".join(procedure.parameters) or "nothing"
        hint = f"write with: {{{', '.join(f'{one}: ...' for one in procedure.parameters)}}}"
        context.report("play-procedure", step.place, f"{name} takes {wanted}", hint)
        return True, scope
    if name in context.recursive:
        return _run_recursively(context, step, procedure, scope), scope
    bound = {key: _keep(context, formula, scope) for key, formula in given.items()}
    inner = replace(scope, names=bound)
    come_back: list[str] = []
    if procedure.action:  # what is done in it leaves nothing but itself
        come_back = _begin_action(context)
        inner = replace(inner, loop="", given="")
    wanted_name = step.values.get("as")
    if not isinstance(wanted_name, str):
        goes_on = block(context, procedure.steps, inner)
        context.writer.lines_of(*come_back if goes_on else ())
        return goes_on, scope
    behind, held = context.writer.name("given"), context.slot()
    context.given[behind] = Value(names.UNKNOWN.type, held)
    context.writer.line(f"{held} = None")
    if block(context, procedure.steps, replace(inner, given=behind)):
        context.writer.line(f"return {behind}")
    context.writer.begin(behind)
    context.writer.lines_of(*come_back)
    if context.given[behind].type == names.UNKNOWN.type:
        hint = "add {do: give, what: VALUE} to its steps"
        context.report("play-procedure", step.place, f"{name} gives nothing back", hint)
    return True, scope.bind(**{wanted_name: context.given[behind]})


def _run_recursively(
    context: CompileContext, step: Step, procedure: Procedure, scope: Scope
) -> bool:
    """The steps of a procedure that runs itself; inside of it, that it begins again."""
    name, writer = str(step.values["what"]), context.writer
    if "as" in step.values:
        hint = "remember the value in `turn.x` instead"
        context.report("play-procedure", step.place, f"{name} runs itself, so it gives none", hint)
    found = {
        key: expressions.value(context, formula.tree, scope)
        for key, formula in step.values.get("with", {}).items()
    }
    for key, one in found.items():
        if one.type.kind in ("board", "family"):
            message = f"{name} runs itself, so it takes no {one.type.kind}"
            hint = "give it a space, or name the board in its steps"
            context.report("play-value", step.values["with"][key].place, message, hint)
    if name in scope.recursions:
        return _begin_again(context, step, scope.recursions[name], found, scope)
    stack, first = context.slot(), context.slots
    seat = scope.seat and Value(SEAT, context.slot())
    given = {key: Value(_any_of(one.type), context.slot()) for key, one in found.items()}
    recursion = Recursion(writer.name("head"), stack, writer.name("kept"), given, seat)
    writer.line(f"{stack} = ()")
    _give_to(context, recursion, found, scope)
    writer.begin(recursion.head)
    recursions = {**scope.recursions, name: recursion}
    # what is done in it leaves nothing but itself
    inner = Scope(seat=seat, names=given, turn=scope.turn, round=scope.round)
    come_back = _begin_action(context) if procedure.action else []
    if block(context, procedure.steps, replace(inner, recursions=recursions)):
        after, back = writer.name("after"), writer.name("back")
        writer.lines_of(*come_back, f"if not {stack}: return {after}")
        writer.lines_of(f"{stack}, r[{recursion.kept}], {back} = {stack}", f"return {back}")
        writer.begin(after)
    context.constants[recursion.kept] = slice(first, context.slots)
    return True


def _begin_again(
    context: CompileContext,
    step: Step,
    recursion: Recursion,
    found: Mapping[str, Value],
    scope: Scope,
) -> bool:
    """Write that a procedure begins inside itself, and goes on behind that."""
    for key, one in found.items():
        first = recursion.given[key].type
        if (one.type.kind, one.type.board) != (first.kind, first.board):
            message, hint = f"{key} is {first} at first, and {one.type} here", "give it one kind"
            context.report("play-value", step.values["with"][key].place, message, hint)
    back = context.writer.name("back")
    _burn(context)
    context.writer.line(f"{recursion.stack} = ({recursion.stack}, r[{recursion.kept}], {back})")
    _give_to(context, recursion, found, scope)
    context.writer.begin(back)
    return True


def _give_to(
    context: CompileContext, recursion: Recursion, found: Mapping[str, Value], scope: Scope
) -> None:
    """Write what a run is given, and that it begins."""
    seats = [(recursion.seat.code, scope.seat.code)] if recursion.seat and scope.seat else []
    kept = [*seats, *((recursion.given[key].code, one.code) for key, one in found.items())]
    if kept:
        places, codes = zip(*kept, strict=True)
        context.writer.line(f"{', '.join(places)} = {', '.join(codes)}")
    context.writer.line(f"return {recursion.head}")


def _any_of(kind: Type) -> Type:
    """The type of whatever a procedure that runs itself may be given there."""
    return replace(kind, values=(), length=0, optional=kind.kind in ("piece", "space", "seat"))


def _keep(context: CompileContext, formula: Formula, scope: Scope) -> Value:
    """What a procedure is given, kept for all of its steps."""
    found = expressions.value(context, formula.tree, scope)
    if found.type.kind in ("board", "family") or found.known:
        return found
    slot = context.slot()
    context.writer.line(f"{slot} = {found.code}")
    return replace(found, code=slot)


def _begin_action(context: CompileContext) -> list[str]:
    """Write that what an action remembers begins anew; what brings back what there was before."""
    come_back: list[str] = []
    for slot in _of_owner(context, "action"):
        saved, places = context.slot(), slot.places()
        there = f"n[{places.start}:{places.stop}]"
        context.writer.lines_of(f"{saved} = {there}", begin_anew(slot))
        come_back.append(f"{there} = {saved}")
    return come_back


def _of_owner(context: CompileContext, owner: str) -> list[MemorySlot]:
    """What is remembered of the turn, the round or an action."""
    return [slot for slot in context.tables.memories.values() if slot.what.owner == owner]


def _each(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Steps for each seat, piece, space or value."""
    listed = step.values["of"]
    tree = listed.tree if isinstance(listed, Formula) else listed[0].tree
    over = expressions.things(context, tree, scope)
    then: tuple[Step, ...] = step.values.get("then", ())
    name = str(step.values.get("as", "it"))

    def body(one: Value, leave: str) -> bool:
        inner = replace(scope.bind(**{name: one}), loop=leave)
        if one.type.kind == "seat":
            inner = replace(inner, seat=one)
        asked = expressions.holds(
            context, placing.value_at(step, "where"), replace(inner, thing=one)
        )
        if asked.known:
            return block(context, then, inner) if asked.value else True
        return branch(context, asked, then, lambda: block(context, then, inner), None)

    loop(context, over, then, body)
    return True, scope


def _repeat(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Steps again and again, so often at most, until a test holds before one of them."""
    most = expressions.how_many(context, step.values["most"], scope)
    then, until = step.values.get("then", ()), placing.value_at(step, "until")

    def body(_: Value, leave: str) -> bool:
        inner = replace(scope, loop=leave)
        if until is not None:
            asked = expressions.test(context, until.tree, inner)
            with context.writer.block(f"if {asked.code}:"):
                context.writer.line("break" if leave == "break" else f"return {leave}")
        return block(context, then, inner)

    loop(context, Value(list_of(NUMBER), f"range({most.code})"), then, body)
    return True, scope


def _if(context: CompileContext, step: Step, scope: Scope) -> Made:
    then: tuple[Step, ...] = step.values.get("then", ())
    otherwise: tuple[Step, ...] = step.values.get("else", ())
    asked = expressions.test(context, placing.tree_at(step, "if"), scope)
    if asked.known:
        return block(context, then if asked.value else otherwise, scope), scope
    goes_on = branch(
        context,
        asked,
        (*then, *otherwise),
        lambda: block(context, then, scope),
        (lambda: block(context, otherwise, scope)) if otherwise else None,
    )
    return goes_on, scope


_LEFT = {
    "stop": ("loop", "an `again`, `repeat` or `each`"),
    "end_turn": ("turn", "a turn"),
    "end_round": ("round", "a `round`"),
    "extra_turn": ("turn", "a turn"),
}
"""What a step leaves, as a scope has it and in words."""


def _leave(context: CompileContext, step: Step, scope: Scope) -> Made:
    """``stop``, ``end_turn``, ``end_round``, ``extra_turn`` and ``reverse``."""
    writer, verb = context.writer, step.verb
    if verb == "reverse":
        writer.line(f"n[{DIRECTION}] = -n[{DIRECTION}]")
        return True, scope
    where, inside = _LEFT[verb]
    target = str(getattr(scope, where))
    if not target:
        hint = f"`{verb}` belongs into {inside}"
        context.report("play-place", step.place, f"there is nothing here to {verb}", hint)
        return True, scope
    if verb == "extra_turn":
        writer.line(f"n[{EXTRA}] = 1")
        return True, scope
    if verb != "stop":
        fresh(context, "action")
    writer.line("break" if target == "break" else f"return {target}")
    return False, scope


def _eliminate(context: CompileContext, step: Step, scope: Scope) -> Made:
    tree = placing.value_at(step, "seat")
    found = scope.seat if tree is None else expressions.seat(context, tree.tree, scope)
    if found is not None:
        with context.writer.block(f"if {found.code} >= 0:"):
            context.writer.line(f"m.out[{found.code}] = True")
    return True, scope


def _end_game(context: CompileContext, step: Step, scope: Scope) -> Made:
    if context.in_setup:
        hint = "write it into play.yaml, under `begin`"
        context.report("play-place", step.place, "no game ends before it begins", hint)
    says = str(step.values.get("says", ""))
    end_game(context, placing.value_at(step, "winners"), says, step.place, scope)
    return False, scope


def end_game(
    context: CompileContext, winners: Formula | None, says: str, place: Place, scope: Scope
) -> None:
    """Write the end of the game."""
    word, code = winners.text if winners is not None else "best", "None"
    if word == "best":
        if not context.script.score and not context.script.ties:
            hint = "add `score`, or `winners: all`, `nobody` or a seat"
            context.report("play-winner", place, "nothing says who wins", hint)
    elif word in ("nobody", "nothing"):
        code = "()"
    elif word == "all":
        code = f"m.seats(0, {len(context.tables.seats)})"
    else:
        assert winners is not None
        found = expressions.things(context, winners.tree, scope)
        code = f"[s for s in {found.code} if s != {NOBODY}]"
    context.writer.lines_of(f"m.end({code}, {literal(says or 'the game is over')})", "return None")


def _give(context: CompileContext, step: Step, scope: Scope) -> Made:
    """A procedure ends, and gives a value back to the step that runs it."""
    if not scope.given:
        hint = "write it into a procedure that is run with `as: NAME`"
        context.report("play-place", step.place, "nobody takes what is given here", hint)
        return True, scope
    found = expressions.value(context, placing.tree_at(step, "what"), scope)
    held = context.given[scope.given]
    if held.type not in (names.UNKNOWN.type, found.type):
        found = replace(found, type=replace(found.type, values=(), optional=True))
    context.given[scope.given] = replace(found, code=held.code, known=False)
    context.writer.lines_of(f"{held.code} = {found.code}", f"return {scope.given}")
    return False, scope


def turns(context: CompileContext, step: Step, scope: Scope) -> Made:
    """Each seat has a turn, from the first on."""
    writer, slot, left = context.writer, context.slot(), context.slot()
    if not scope.round or scope.turn:
        hint = "write it into `round`; a game with `turn` has turns without it"
        context.report("play-place", step.place, "there are no turns to have here", hint)
        return True, scope
    total = len(context.tables.seats)
    head, done, behind = writer.name("turn"), writer.name("turn_done"), writer.name("behind")
    writer.line(f"{slot} = {seat_or_first(context, placing.value_at(step, 'first'), scope)}")
    writer.lines_of(f"{left} = {total}", f"return {head}")
    writer.begin(head)
    with writer.block(f"if {left} <= 0:"):
        writer.line(f"return {behind}")
    passing = writer.name("pass_on")
    inner = replace(scope, seat=Value(SEAT, slot), turn=done, loop="")
    then: Sequence[Step] = step.values.get("then", ())
    missed = turn(context, inner, (head, passing), then, placing.value_at(step, "skip"))
    pass_on(context, passing if missed else "", slot, head)
    writer.lines_of(f"{left} -= 1", f"return {head}")
    writer.begin(behind)
    return True, scope


def pass_on(context: CompileContext, name: str, slot: str, head: str) -> None:
    """Write what is behind a turn: the same seat once more, or the one that is next.

    It is a function of its own, with that name, where turns are passed over.
    """
    writer, total = context.writer, len(context.tables.seats)
    if name:
        writer.line(f"return {name}")
        writer.begin(name)
    if context.extends:
        with writer.block(f"if n[{EXTRA}]:"):
            writer.lines_of(f"n[{EXTRA}] = 0", f"return {head}")
    writer.line(f"{slot} = ({slot} + n[{DIRECTION}]) % {total}")


def seat_or_first(context: CompileContext, formula: Formula | None, scope: Scope) -> str:
    """A seat as source; the one with the first turn where none is named."""
    if formula is None:
        return f"n[{FIRST}]"
    if scope.seat is None:  # `previous` is the seat before the one with the first turn
        scope = replace(scope, seat=Value(SEAT, f"n[{FIRST}]"))
    found = expressions.seat(context, formula.tree, scope)
    return f"first_of({found.code}, n[{FIRST}])"


def turn(
    context: CompileContext,
    scope: Scope,
    ways: tuple[str, str],
    written: Sequence[Step],
    skip: Formula | None,
) -> bool:
    """Write the turn of the seat that acts in a scope; ``ways``: where it begins, the next seat.

    What it comes to is looked at where the scope says that a turn ends. Tell whether turns may be
    passed over.
    """
    assert scope.seat is not None
    writer, seat, (here, passing) = context.writer, scope.seat.code, ways
    alone = Scope(seat=scope.seat)
    asked = expressions.holds(context, skip, alone) if skip is not None else FALSE
    out = Value(YES_NO, f"m.out[{seat}]") if context.eliminates else FALSE
    missed = expressions.several([out, asked], every=False)
    if not missed.known or missed.value:
        with writer.block(f"if {missed.code}:"):
            _burn(context, "idle")
            writer.line(f"return {passing}")
    fresh(context, "turn")
    begin_turn(context, seat, here)
    if block(context, written, scope):
        writer.line(f"return {scope.turn}")
    writer.begin(scope.turn)
    context.ends(context, alone)
    return not missed.known or bool(missed.value)


def begin_turn(context: CompileContext, seat: str, here: str) -> None:
    """Write that a turn begins, and is announced."""
    context.writer.lines_of(f"m.pc = {here}", f"m.ask.turn({seat})", f"n[{TURN_SEAT}] = {seat}")
    context.writer.lines_of(f"n[{TURNS}] += 1", f"m.fuel = {FUEL}", f"m.note_position({seat})")


def fresh(context: CompileContext, owner: str) -> None:
    """Write that what is remembered of the turn, the round or an action is back at its start."""
    context.writer.lines_of(*map(begin_anew, _of_owner(context, owner)))


def begin_anew(slot: MemorySlot) -> str:
    """What sets a memory that is there once, or its family, back to its start, as source."""
    places, start = slot.places(), literal(slot.what.start)
    if not slot.what.index:
        return f"n[{slot.at}] = {start}"
    return f"n[{places.start}:{places.stop}] = [{start}] * {len(places)}"


VERBS: Mapping[str, Callable[[CompileContext, Step, Scope], tuple[bool, Scope]]] = {
    "add": _add,
    "ask": choosing.ask,
    "carried": lambda context, step, scope: (step.values["write"](scope), scope),
    "choose": choosing.choose,
    "deal": _move,
    "draw": _draw,
    "each": _each,
    "effects": effects.carry_out,
    "eliminate": _eliminate,
    "end_game": _end_game,
    "end_round": _leave,
    "end_turn": _leave,
    "expect": placing.tell,
    "extra_turn": _leave,
    "flip": _flip,
    "give": _give,
    "if": _if,
    "move": _move,
    "pay": _pay,
    "place": placing.put,
    "repeat": _repeat,
    "return": _move,
    "reveal": _reveal,
    "reverse": _leave,
    "roll": _roll,
    "run": _run,
    "say": placing.tell,
    "set": _set,
    "shuffle": _shuffle,
    "stop": _leave,
    "together": choosing.together,
    "turns": turns,
}
"""What writes each kind of step; one that is ``carried`` is made here, and writes itself."""
