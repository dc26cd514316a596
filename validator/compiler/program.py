"""A play script compiled for a table: its course, its ends, its points, and the source as a whole.

Nothing that a project says reaches the source but through nodes of syntax (numbers, texts) and the
table of constants; every name in it is made here or is one of the words of this package.
"""

from __future__ import annotations

import builtins
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any

from validator.catalogue.formulas import Formula
from validator.catalogue.model import WhenEmpty, place_in
from validator.catalogue.script import End, Script, Step, nodes
from validator.compiler import expressions, functions, names, steps, storing
from validator.compiler.choosing import WORTH
from validator.compiler.context import (
    PIECE,
    SEAT,
    YES_NO,
    CompileContext,
    Scope,
    TooLongError,
    Type,
    Value,
)
from validator.compiler.runtime import support
from validator.compiler.runtime.match import ScriptMatch
from validator.compiler.runtime.picks import OptionSpec, Pick, Picks
from validator.compiler.runtime.program import SOURCE, Halt, Program, Scoring, ScriptFault, Unmet
from validator.compiler.tables import CAUSE, FINAL, FIRST, NOBODY, PASSED, ROUND, Tables, mistakable
from validator.findings import Place, did_you_mean
from validator.play.observers import group_names

ACTING = "seat"
"""What functions of points call the seat that they are asked of."""


def compile_script(
    tables: Tables, script: Script, whole: bool = True
) -> tuple[Program | None, CompileContext]:
    """The program of a table, and the context with what is wrong; None where there are faults.

    If it is not made ``whole`` there is no program, and all faults but that it is too long.
    """
    context = CompileContext(tables, script)
    context.block, context.ends = steps.block, _ends_of_turn
    context.loop, context.call = steps.loop, functions.call
    context.ends_now = lambda context, scope: _ends(context, scope, ("now",))
    _check_counted(context)
    try:
        _write_groups(context)
        you = context.slot()
        _write_setup(context)
        context.writer.begin("start")
        steps.block(context, script.begin, Scope())
        if script.round:
            _by_rounds(context)
        elif "turn" in script.places:
            _by_turns(context, you)
        _write_points(context)
        if whole and not any(one.severity == "error" for one in context.findings):
            return _assemble(context), context
    except (TooLongError, RecursionError, MemoryError):
        message = "the script comes to more source than is compiled"
        hint = "names, effects and procedures are written out where they are used: nest them less"
        place = script.places.get("turn" if script.turn else "round", script.place)
        context.report("play-long", place, message, hint)
    return None, context


def _check_counted(context: CompileContext) -> None:
    """See that what piles are counted by is a number that the script remembers of the table."""
    memories = context.tables.memories
    numbers = [name for name, one in memories.items() if one.what.kind == "number"]
    for name, piles in context.counted_by.items():
        if name not in numbers or memories[name].what.index:
            pile = context.tables.piles[piles[0]]
            hint = did_you_mean(name, numbers, "write it under `remember` of play.yaml")
            message = f"the script remembers no number {name!r}"
            context.report("play-name", place_in(pile, "counted"), message, hint)


def _write_setup(context: CompileContext) -> None:
    """Write how a table is set up."""
    context.in_setup = True
    context.writer.begin("deal")
    steps.block(context, context.tables.game.setup.steps, Scope())
    context.writer.line("return start")
    context.in_setup = False


def _write_groups(context: CompileContext) -> None:
    """Write what finds the connected pieces of a space, for each group of each board."""
    writer = context.writer
    for zone in context.tables.zones.values():
        for word, group in (zone.board.groups if zone.board is not None else {}).items():
            writer.begin(names.group_name(zone.at, word), "m, space")
            scope = Scope(thing=Value(PIECE, "one", zones=(zone.name,)))
            same = expressions.value(context, group.same.tree, scope).code if group.same else "0"
            where = expressions.holds(context, group.where, scope)
            there = Value(YES_NO, "one >= 0")
            fits = expressions.several([there, where], every=True).code
            on = [Value(Type("space", board=zone.name), code) for code in ("space", "other", "s")]
            top = [found.code for at in on if (found := names.field_of(context, at, "piece"))]
            writer.line(f"one = {top[0]}")
            writer.line(f"if space < 0 or not ({fits}): return []")
            writer.line(f"wanted, found, seen = {same}, [space], {{space}}")
            near = f"for other in {names.beside_table(context, [zone])}[near]:"
            with writer.block("for near in found:"), writer.block(near):
                writer.line(f"one = {top[1]}")
                with writer.block(f"if other not in seen and {fits} and {same} == wanted:"):
                    writer.line("seen.add(other)", "found.append(other)")
            writer.line(f"return [{top[2]} for s in found] if len(found) >= {group.size} else []")


def _by_turns(context: CompileContext, you: str) -> None:
    """Seats have turns in order until the game ends."""
    script, writer, total = context.script, context.writer, len(context.tables.seats)
    head, done, passing = "turn", "turn_done", "pass_on"
    writer.line(f"{you} = {steps.seat_or_first(context, script.first, Scope())}")
    writer.line(f"return {head}")
    writer.begin(head)
    scope = Scope(seat=Value(SEAT, you), turn=done)
    missed = steps.turn(context, scope, (head, passing), script.turn, script.skip)
    steps.pass_on(context, passing if missed else "", you, head)
    writer.line(f"n[{PASSED}] += 1")
    with writer.block(f"if n[{PASSED}] < {total}:"):
        writer.line(f"return {head}")
    writer.line(f"n[{PASSED}] = 0")
    _ends(context, Scope(), ("round",))
    _next_round(context)
    writer.line(f"return {head}")


def _next_round(context: CompileContext) -> None:
    context.writer.line(f"n[{ROUND}] += 1")
    storing.begin_all_anew(context, "round")


def _by_rounds(context: CompileContext) -> None:
    """Rounds until the game ends; without ``turns`` each counts as a turn of the first seat."""
    writer, script = context.writer, context.script
    has_turns = any(isinstance(one, Step) and one.verb == "turns" for one in nodes(script))
    writer.line("return new_round")
    writer.begin("new_round")
    writer.line("m.fuel -= 1")
    with writer.block("if m.fuel < 0:"):
        writer.line("return idle" if has_turns else "return stall")
    if not has_turns:
        storing.begin_all_anew(context, "turn")
        steps.begin_turn(context, f"n[{FIRST}]", "new_round")
    if steps.block(context, script.round, Scope(round="round_done")):
        writer.line("return round_done")
    writer.begin("round_done")
    _ends(context, Scope(), ("round",) if has_turns else ("turn", "round"))
    _next_round(context)
    writer.line("return new_round")


def _ends(context: CompileContext, scope: Scope, after: Sequence[str]) -> None:
    """Write the ends that are looked at here."""
    writer = context.writer
    for number, end in enumerate(context.script.ends, 1):
        writer.note(end.place)
        if end.rounds and "round" in after:
            with writer.block(f"if n[{FINAL}] == {number} and n[{ROUND}] >= n[{CAUSE}]:"):
                steps.end_game(context, end.winners, end.says, end.place, scope)
        if end.rounds and end.after in after:
            _write_cause(context, number, end, scope, f"n[{ROUND}] + {end.rounds}")
        elif end.after in after:
            with names.hoisting(context):
                asked = expressions.test(context, end.when.tree, scope)
            if asked.known and not asked.value:
                continue
            with writer.block(f"if {asked.code}:"):
                steps.end_game(context, end.winners, end.says, end.place, scope)


def _ends_of_turn(context: CompileContext, scope: Scope) -> None:
    """Write what is looked at as a turn ends."""
    writer = context.writer
    _ends(context, scope, ("turn", "now"))
    assert scope.seat is not None
    laps = [(at, end) for at, end in enumerate(context.script.ends, 1) if end.after == "lap"]
    for number, end in laps:
        with writer.block(f"if n[{FINAL}] == {number} and n[{CAUSE}] == {scope.seat.code}:"):
            steps.end_game(context, end.winners, end.says, end.place, scope)
    for number, end in laps:
        _write_cause(context, number, end, scope, scope.seat.code)


def _write_cause(context: CompileContext, number: int, end: End, scope: Scope, cause: str) -> None:
    """Write that an end is near, and what has to come once more before it."""
    asked = expressions.test(context, end.when.tree, scope)
    with context.writer.block(f"if not n[{FINAL}] and {asked.code}:"):
        context.writer.line(f"n[{FINAL}] = {number}", f"n[{CAUSE}] = {cause}")


def _write_points(context: CompileContext) -> None:
    """Write what the score, the tie breaks and the wants come to for a seat."""
    writer, script = context.writer, context.script
    scope = Scope(seat=Value(SEAT, ACTING))
    writer.begin("points", f"m, {ACTING}")

    def read(formula: Formula) -> str:
        writer.note(formula.place)
        return expressions.number(context, formula.tree, scope).code

    first = f" if {ACTING} < {script.teams} else 0"
    parts = [read(item.value) + (first if item.of_team else "") for item in script.score]
    writer.line(f"return [{', '.join(parts)}]")
    for at, tie in enumerate(script.ties):
        writer.begin(f"tie_{at}", f"m, {ACTING}")
        writer.line(f"return {read(tie.value)}")
    wanted = [f"{want.weight} * {read(want.value)}" for want in script.wants]
    if wanted:
        writer.begin("wants", f"m, {ACTING}")
        writer.line(f"return {' + '.join(wanted)}")
    for at, bound in enumerate(script.bounds):
        writer.begin(f"bound_{at}", f"m, {ACTING}")
        writer.line(f"return {read(bound.most) if bound.most else None}")


_USES = ("z", "n", "r", "at", "owner")


def source_of(context: CompileContext) -> tuple[str, tuple[tuple[int, Place], ...]]:
    """The source as a whole, a function after the other; steps by the lines where they begin."""
    lines: list[str] = []
    steps: list[tuple[int, Place]] = []
    for name, body in context.writer.functions.items():
        text = "\n".join(body)
        uses = [f"{word} = m.{word}" for word in _USES if re.search(rf"\b{word}\[", text)]
        lines.append(f"def {name}({context.writer.given[name]}):")
        lines += [f"    {made}" for made in uses]
        begun = context.writer.steps.get(name, ())
        steps += [(len(lines) + at + 1, place) for at, place in begun]
        lines += body or ["    return None"]
        lines.append("")
    return "\n".join(lines), tuple(steps)


def _space_names(context: CompileContext) -> dict[int, str]:
    """What spaces are called by their places: by their ids, with the zone where others are so.

    Other boards of this table, that is: those that it does not have count for nothing.
    """
    tables = context.tables
    called, seats = {at: name for name, at in tables.zone_at.items()}, len(tables.seats)
    boards = [(zone, zone.board) for zone in tables.zones.values() if zone.board is not None]
    ids = {
        at: space.id
        for zone, board in boards
        for at, space in zip(zone.places(seats), cycle(board.spaces), strict=False)
    }
    there = (zone for zone, _ in boards if is_at_table(context, zone.name))
    many = Counter(ids[at] for zone in there for at in zone.places(seats))
    return {at: one if many[one] <= 1 else called[at] for at, one in ids.items()}


def is_at_table(context: CompileContext, zone: str) -> bool:
    """Tell whether there is a zone at a table; those that the set-up does not name there are."""
    label = context.tables.game.setup.zones.get(zone)
    if label is None or label.when is None:
        return True
    return expressions.test(context, label.when.tree, Scope()).value is not False


def _words_of(context: CompileContext) -> Callable[[str, Any], str]:
    """What says a thing that was picked, by its kind."""
    tables, spaces, ways = context.tables, _space_names(context), names.ways(context)
    called = {at: name for name, at in tables.zone_at.items()}

    def words(kind: str, value: Any) -> str:
        if isinstance(value, tuple):
            said = (words(kind, one) for one in value)
            return group_names(said) if kind.startswith("piece") else ", ".join(said)
        match kind:
            case "id":
                return str(tables.pieces[value].id)
            case "stands":
                return f" on {spaces[value]}" if value in spaces else ""
            case "piece" | "piece at":
                return tables.pieces[value].name if value >= 0 else ""
            case "seat":
                return tables.seats[value].colour or str(tables.seats[value])
            case "space":
                return spaces.get(value, "nowhere")
            case "zone":
                return called.get(value, "")
            case "way":
                return str(ways[value])
            case _:
                return str(value)

    return words


def _alike_of(tables: Tables) -> Callable[[str, Any], Any]:
    """What tells a thing that was picked from another: of cards their design."""

    def alike(kind: str, value: Any) -> Any:
        if kind != "piece":
            return value
        if isinstance(value, tuple):
            return tuple(tables.kind[one] for one in value)
        return tables.kind[value]

    return alike


def first_of(seat: int, otherwise: int) -> int:
    """A seat, or another where it is nobody."""
    return seat if seat >= 0 else otherwise


def _stall(m: ScriptMatch) -> None:
    m.end((), "a loop does not end", finished=False)


def _idle(m: ScriptMatch) -> None:
    m.end((), "no seat has a turn", finished=False)


def _assemble(context: CompileContext) -> Program:
    """Run the source, which only defines functions, and gather what a game needs of it.

    Raises:
        TooLongError: its parts nest too deeply.
    """
    tables, (source, begun) = context.tables, source_of(context)
    shared = {name: getattr(support, name) for name in _SUPPORT}
    scope: dict[str, Any] = {"__builtins__": _BUILTINS, **shared, **context.constants}
    scope |= {"ScriptFault": ScriptFault, "Halt": Halt, "Unmet": Unmet, "stall": _stall}
    scope |= {"first_of": first_of, "none": (NOBODY,), "idle": _idle}
    try:
        made = compile(source, SOURCE, "exec")
    except SyntaxError as fault:
        if "too many" not in str(fault):  # brackets, loops or indents inside of each other
            raise
        raise TooLongError from fault
    exec(made, scope)
    words, alike = _words_of(context), _alike_of(tables)
    for name, (identity, number, state, says, picked, *rest) in context.menus.items():
        where = (*rest, words, alike)
        spec = OptionSpec(identity, number, scope[state], says, picked, *where)
        spec = replace(spec, worth=scope.get(f"{state}{WORTH}"))
        scope[name] = Picks(spec) if picked else Pick(spec, ())
    for name, states in context.states.items():
        scope[name] = tuple(scope[state] for state in states)
    return replace(_program(context, source, scope), steps=begun)


_SUPPORT = (
    *("best", "beyond", "choices", "distance", "groups", "is_run", "makes", "numbers", "of_each"),
    *("on_board", "on_track", "one_of", "otherwise", "path_track", "quotient", "remainder"),
    *("settle", "unlike", "walk"),
)
_BUILTINS = {
    name: getattr(builtins, name)
    for name in (
        *("abs", "all", "any", "dict", "len", "list", "max", "min", "next", "range", "reversed"),
        *("set", "sorted", "sum", "tuple", "zip"),
    )
}
"""All that source may call beside the functions of this package."""


def _program(context: CompileContext, source: str, scope: Mapping[str, Any]) -> Program:
    tables, script = context.tables, context.script
    places = tables.zone_count + 1
    own, seen = [False] * places, [False] * places
    piles: list[tuple[int, Sequence[range]]] = [(-1, ())] * places
    called = [""] * places
    renewed: list[tuple[int, ...]] = [()] * places
    ends, spaces = set[int](), set[int]()
    holds: list[tuple[int, frozenset[int]] | None] = [None] * places
    for zone in tables.zones.values():
        for place in zone.places(len(tables.seats)):
            own[place], called[place] = zone.own, zone.name
            seen[place] = not zone.own and not zone.hidden
            renewed[place] = tuple(tables.sources_of_renewal(zone, place))
            if zone.board is not None:
                spaces.add(place)
                marks = tables.marks(zone.board)
                if zone.board.holds is not None or marks:
                    holds[place] = zone.board.holds or len(tables.pieces), marks
            if zone.pile >= 0 and tables.piles[zone.pile].counted is None:
                piles[place] = zone.pile, tuple(zone.each(len(tables.seats)))
                if tables.piles[zone.pile].when_empty is WhenEmpty.ENDS_GAME:
                    ends.add(place)
    scoring = Scoring(
        tuple(item.says for item in script.score),
        scope["points"],
        tuple((scope[f"tie_{at}"], tie.least) for at, tie in enumerate(script.ties)),
        scope.get("wants"),
        script.least_wins,
        script.teams,
    )
    remembers = "m.was[" in source
    return Program(
        tables=tables,
        kind=tables.kind,
        cards=tables.cards,
        source=source,
        constants=context.constants,
        deal=scope["deal"],
        start=scope["start"],
        setup_steps=tuple(context.setup_steps),
        scoring=scoring,
        bounds=tuple((one, scope[f"bound_{at}"]) for at, one in enumerate(script.bounds)),
        kinds=mistakable(tables, context.placed, context.moved),
        piles=tuple(piles),
        renewed_by=tuple(renewed),
        ends_game=frozenset(ends),
        own=tuple(own),
        seen=tuple(seen),
        names=tuple(called),
        slots=context.slots,
        spaces=frozenset(spaces),
        remembers=remembers,
        repeats="m.repeats" in source,
        holds=tuple(holds),
        called=tuple(piece.id for piece in tables.pieces),
    )
