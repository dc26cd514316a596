"""Steps of a script as source: straight lines between decisions, a function where one is made."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from validator.catalogue.formulas import Formula
from validator.catalogue.script import Procedure, Step, nodes
from validator.compiler import choosing, effects, expressions, moving, names, placing, storing
from validator.compiler.context import (
    ASKING,
    FALSE,
    NUMBER,
    SEAT,
    YES_NO,
    CompileContext,
    Made,
    Recursion,
    Scope,
    Type,
    Value,
    list_of,
    literal,
)
from validator.compiler.runtime.match import FUEL
from validator.compiler.tables import DIRECTION, EXTRA, FIRST, NOBODY, TURN_SEAT, TURNS
from validator.findings import Place, did_you_mean


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


def _step(context: CompileContext, step: Step, scope: Scope, of_seat: bool = False) -> Made:
    """Write a step, of one of its seats or of all; whether it goes on, and what names mean."""
    each = step.values.get("each")
    if isinstance(each, Formula) and step.verb != "together" and not of_seat:
        over = _at_table(context, each.tree, scope)
        placing.check_seats(context, each, over)
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
    writer.line(f"{left} = {listed}", f"return {again}")
    writer.begin(again)
    with writer.block(f"if not {left}:"):
        writer.line(f"return {behind}")
    writer.line(f"{slot} = {left}[0]", f"{left} = {left}[1:]")
    _burn(context)
    if body(Value(items, slot, zones=over.zones), behind):
        writer.line(f"return {again}")
    writer.begin(behind)


def _burn(context: CompileContext, end: str = "stall") -> None:
    """Write what stops a loop that does not end."""
    context.writer.line("m.fuel -= 1")
    with context.writer.block("if m.fuel < 0:"):
        context.writer.line(f"return {end}")


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
        context.writer.line(*come_back if goes_on else ())
        return goes_on, scope
    behind, held = context.writer.name("given"), context.slot()
    context.given[behind] = Value(names.UNKNOWN.type, held)
    context.writer.line(f"{held} = None")
    if block(context, procedure.steps, replace(inner, given=behind)):
        context.writer.line(f"return {behind}")
    context.writer.begin(behind)
    context.writer.line(*come_back)
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
        writer.line(*come_back, f"if not {stack}: return {after}")
        writer.line(f"{stack}, r[{recursion.kept}], {back} = {stack}", f"return {back}")
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
    return replace(kind, values=(), optional=kind.kind in ("piece", "space", "seat"))


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
    for slot in storing.slots_of(context, "action"):
        saved, places = context.slot(), slot.places()
        there = f"n[{places.start}:{places.stop}]"
        context.writer.line(f"{saved} = {there}", storing.begin_anew(slot))
        come_back.append(f"{there} = {saved}")
    return come_back


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
        storing.begin_all_anew(context, "action")
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
    context.writer.line(f"m.end({code}, {literal(says or 'the game is over')})", "return None")


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
    context.writer.line(f"{held.code} = {found.code}", f"return {scope.given}")
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
    writer.line(f"{left} = {total}", f"return {head}")
    writer.begin(head)
    with writer.block(f"if {left} <= 0:"):
        writer.line(f"return {behind}")
    passing = writer.name("pass_on")
    inner = replace(scope, seat=Value(SEAT, slot), turn=done, loop="")
    then: Sequence[Step] = step.values.get("then", ())
    missed = turn(context, inner, (head, passing), then, placing.value_at(step, "skip"))
    pass_on(context, passing if missed else "", slot, head)
    writer.line(f"{left} -= 1", f"return {head}")
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
            writer.line(f"n[{EXTRA}] = 0", f"return {head}")
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
    storing.begin_all_anew(context, "turn")
    begin_turn(context, seat, here)
    if block(context, written, scope):
        writer.line(f"return {scope.turn}")
    writer.begin(scope.turn)
    context.ends(context, alone)
    return not missed.known or bool(missed.value)


def begin_turn(context: CompileContext, seat: str, here: str) -> None:
    """Write that a turn begins, and is announced."""
    context.writer.line(f"m.pc = {here}", f"m.ask.turn({seat})", f"n[{TURN_SEAT}] = {seat}")
    context.writer.line(f"n[{TURNS}] += 1", f"m.fuel = {FUEL}", f"m.note_position({seat})")


VERBS: Mapping[str, Callable[[CompileContext, Step, Scope], Made]] = {
    "add": storing.add,
    "ask": choosing.ask,
    "carried": lambda context, step, scope: (step.values["write"](scope), scope),
    "choose": choosing.choose,
    "deal": moving.move,
    "draw": moving.draw,
    "each": _each,
    "effects": effects.carry_out,
    "eliminate": _eliminate,
    "end_game": _end_game,
    "end_round": _leave,
    "end_turn": _leave,
    "expect": placing.tell,
    "extra_turn": _leave,
    "flip": moving.flip,
    "give": _give,
    "if": _if,
    "move": moving.move,
    "pay": _pay,
    "place": placing.put,
    "repeat": _repeat,
    "return": moving.move,
    "reveal": moving.reveal,
    "reverse": _leave,
    "roll": storing.roll,
    "run": _run,
    "say": placing.tell,
    "set": storing.assign,
    "shuffle": moving.shuffle,
    "stop": _leave,
    "together": choosing.together,
    "turns": turns,
}
"""What writes each kind of step; one that is ``carried`` is made here, and writes itself."""
