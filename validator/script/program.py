"""A play script made into a program: a flat list of steps, its course and its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from validator.catalogue.play_script import (
    Add,
    Assign,
    CarryOut,
    Choose,
    DrawStep,
    Each,
    Eliminate,
    EndGame,
    Expr,
    If,
    Leave,
    Move,
    PayStep,
    Perform,
    Play,
    Repeat,
    Reveal,
    Roll,
    Shuffle,
    Step,
    Test,
    TurnsStep,
    WordValue,
    nodes,
)
from validator.findings import Place
from validator.play.match import Tally
from validator.play.rules import Outcome
from validator.rng import Streams
from validator.script import choices, counters, moves, steps
from validator.script.compile_context import (
    CompileContext,
    Compilers,
    Scope,
    TooLongError,
    always,
)
from validator.script.conditions import maybe
from validator.script.layout import (
    DIRECTION,
    EXTRA,
    PASSED,
    ROUND,
    START,
    TURNS,
    YOU,
    ScriptLayout,
    kinds,
)
from validator.script.references import group
from validator.script.state import FUEL, Op, Scoring, ScriptMatch, ScriptProgram
from validator.script.steps import fork
from validator.script.values import card, number, seat, value

Winners: TypeAlias = Callable[[ScriptMatch], tuple[int, ...]]
NOBODY_ACTS = Scope()
"""Where no seat acts."""


def scoring(shop: CompileContext) -> Scoring:
    """The points of a script."""
    play, slot = shop.play, shop.register()
    scope = Scope(seat=slot)
    return Scoring(
        slot,
        tuple((item.what, number(shop, item.value, scope).run) for item in play.score),
        tuple((number(shop, tie.value, scope).run, tie.least) for tie in play.ties),
        play.least_wins,
        play.teams,
    )


def finish(shop: CompileContext, says: str) -> int:
    """Where a game ends for a reason, won by points."""
    if says not in shop.ends:
        shop.ends[says] = shop.emit(_end(lambda m: m.program.scoring.best(m), says))
    return shop.ends[says]


def _end(winners: Winners, says: str, finished: bool = True) -> Op:
    def op(m: ScriptMatch) -> int:
        m.outcome = Outcome(winners(m), tuple(m.scores()), says, finished)
        return -1

    return op


def emit_stop(shop: CompileContext, says: str) -> int:
    """Where a game is stopped that goes on for ever."""
    return shop.emit(_end(lambda m: (), says, finished=False))


def end_game(shop: CompileContext, step: EndGame, scope: Scope, after: int) -> int:
    """The game ends at once."""
    return _ending(shop, step.winners, step.says, step.place, scope)


def _ending(
    shop: CompileContext, winners: Expr | None, says: str, place: Place, scope: Scope
) -> int:
    says = says or "the game is over"
    word = winners.value if isinstance(winners, WordValue) else None
    if winners is None or word == "best":
        if not shop.play.score and not shop.play.ties:
            hint = "add `score`, or `winners: all`, `nobody` or a seat"
            shop.report("play-winner", place, "nothing says who wins", hint)
        return finish(shop, says)
    if word == "nobody":
        return shop.emit(_end(lambda m: (), says))
    expr = WordValue(winners.place, "seats") if word == "all" else winners
    seats = group(shop, expr, scope).run

    def find_winners(m: ScriptMatch) -> tuple[int, ...]:
        return tuple(sorted(m.program.scoring.with_partners(seats(m), len(m.out))))

    return shop.emit(_end(find_winners, says))


def tests(shop: CompileContext, scope: Scope, after: int, *, of_turn: bool, of_round: bool) -> int:
    """The ends that are looked at here, one after the other; else it goes on at ``after``."""
    for end in reversed(shop.play.ends):
        if of_round if end.after_round else of_turn:
            inner = replace(scope, seat=-1) if end.after_round else scope
            test = maybe(shop, end.when, inner)
            over = _ending(shop, end.winners, end.says, end.place, inner)
            if not test.constant or test.value:
                after = shop.emit(fork(test.run, over, after))
    return after


def by_turns(shop: CompileContext) -> int:
    """Seats have turns in order until the game ends."""
    play, seats = shop.play, len(shop.layout.seats)
    head, done, passing = shop.reserve(), shop.reserve(), shop.reserve()
    over = tests(shop, NOBODY_ACTS, _next_round(shop, head), of_turn=False, of_round=True)

    def pass_on(m: ScriptMatch) -> int:
        n = m.n
        if n[EXTRA]:
            n[EXTRA] = 0
            return head
        m.r[YOU] = (m.r[YOU] + n[DIRECTION]) % seats
        n[PASSED] += 1
        if n[PASSED] < seats:
            return head
        n[PASSED] = 0
        return over

    shop.code[passing] = pass_on
    scope = Scope(seat=YOU, turn=done)
    shop.code[head] = _turn(shop, scope, (head, passing), play.turn, play.skip)
    return _open(shop, head, play.first)


def _next_round(shop: CompileContext, head: int) -> int:
    def op(m: ScriptMatch) -> int:
        m.n[ROUND] += 1
        return head

    return shop.emit(op)


def _open(shop: CompileContext, head: int, first: Expr | None) -> int:
    """Where a game begins: what is done once, then the seat that has the first turn."""
    find_first = _seat_or_start(shop, first, NOBODY_ACTS)

    def op(m: ScriptMatch) -> int:
        m.r[YOU] = find_first(m)
        return head

    return block(shop, shop.play.begin, NOBODY_ACTS, shop.emit(op))


def _seat_or_start(
    shop: CompileContext, first: Expr | None, scope: Scope
) -> Callable[[ScriptMatch], int]:
    """What gives a seat; the start seat where none is named."""
    read = (lambda m: m.n[START]) if first is None else seat(shop, first, scope).run

    def find(m: ScriptMatch) -> int:
        found: int = read(m)
        return found if found >= 0 else int(m.n[START])

    return find


def _turn(
    shop: CompileContext,
    scope: Scope,
    ways: tuple[int, int],
    written: Sequence[Step],
    skip: Test | None,
) -> Op:
    """The turn of the seat that acts in a scope; ``ways`` are where it begins, and the next seat.

    What it comes to is looked at where the scope says that a turn ends.
    """
    slot, alone, (here, passing) = scope.seat, Scope(seat=scope.seat), ways
    skips = always(False) if skip is None else maybe(shop, skip, alone)
    tested = tests(shop, alone, passing, of_turn=True, of_round=False)
    shop.code[scope.turn] = lambda m: tested
    body = block(shop, written, scope, scope.turn)
    stall = emit_stop(shop, "no seat has a turn")
    begin = _begin_turn(shop, slot)
    skipped = None if skips.constant and not skips.value else skips.run

    def op(m: ScriptMatch) -> int:
        if m.out[m.r[slot]] or (skipped is not None and skipped(m)):
            m.fuel -= 1
            return passing if m.fuel > 0 else stall
        m.pc = here
        begin(m)
        return body

    return op


def _begin_turn(shop: CompileContext, slot: int) -> Callable[[ScriptMatch], None]:
    """Announce a turn; what is remembered of a turn is back at its start."""
    memories = shop.layout.memories.values()
    fresh = [(one.at, shop.layout.fresh[one.at]) for one in memories if one.name[:5] == "turn."]

    def begin(m: ScriptMatch) -> None:
        m.ask.turn(m.r[slot])
        n = m.n
        m.r[YOU] = m.r[slot]
        n[TURNS] += 1
        m.fuel = FUEL
        for at, start in fresh:
            n[at] = start

    return begin


def by_rounds(shop: CompileContext) -> int:
    """Rounds until the game ends; without ``turns`` each counts as a turn of the start seat."""
    head, done = shop.reserve(), shop.reserve()
    has_turns = any(isinstance(node, TurnsStep) for node in nodes(shop.play))
    again = _next_round(shop, head)
    tested = tests(shop, NOBODY_ACTS, again, of_turn=not has_turns, of_round=True)
    shop.code[done] = lambda m: tested
    body = block(shop, shop.play.round, Scope(round=done), done)
    stall = emit_stop(shop, "no seat has a turn")
    begin = _begin_turn(shop, YOU)

    def round_of_turns(m: ScriptMatch) -> int:
        m.fuel -= 1
        m.r[YOU] = m.n[START]
        return body if m.fuel > 0 else stall

    def turn_of_all(m: ScriptMatch) -> int:
        m.r[YOU] = m.n[START]
        m.pc = head
        begin(m)
        return body

    shop.code[head] = round_of_turns if has_turns else turn_of_all
    return _open(shop, head, None)


def turns(shop: CompileContext, step: TurnsStep, scope: Scope, after: int) -> int:
    """Each seat has a turn, from the first on."""
    if scope.round < 0 or scope.turn >= 0:
        hint = "write it into `round`; a game with `turn` has turns without it"
        shop.report("play-place", step.place, "there are no turns to have here", hint)
        return after
    slot, left, seats = shop.register(), shop.register(), len(shop.layout.seats)
    head, done, passing = shop.reserve(), shop.reserve(), shop.reserve()
    inner = Scope(seat=slot, names=scope.names, turn=done, round=scope.round, path=scope.path)
    one = shop.emit(_turn(shop, inner, (head, passing), step.then, step.skip))
    find_first = _seat_or_start(shop, step.first, scope)

    def pass_on(m: ScriptMatch) -> int:
        if m.n[EXTRA]:
            m.n[EXTRA] = 0
            return head
        m.r[slot] = (m.r[slot] + m.n[DIRECTION]) % seats
        m.r[left] -= 1
        return head

    def begin(m: ScriptMatch) -> int:
        m.r[slot] = find_first(m)
        m.r[left] = seats
        return head

    shop.code[passing] = pass_on
    shop.code[head] = lambda m: one if m.r[left] > 0 else after
    return shop.emit(begin)


# A play script made into a program: a flat list of steps, each of which says where it goes on.
#
# It is written from the end to the beginning, so that each step knows what follows. All that lives
# on between two steps is in the lists of the match; procedures and effects are written out where
# they are used, so that the place in the program is one number.


def block(shop: CompileContext, written: Sequence[Step], scope: Scope, after: int) -> int:
    """Steps one after the other; where they begin."""
    for step in reversed(written):
        after = _step(shop, step, scope, after)
    return after


def _step(shop: CompileContext, step: Step, scope: Scope, after: int) -> int:
    if step.each is not None and not (isinstance(step, Choose) and step.together):
        one = replace(step, each=None)
        every = isinstance(step.each, WordValue) and step.each.value == "seat"
        expr = WordValue(step.each.place, "seats") if every else step.each
        seats, slot = group(shop, expr, scope).run, shop.register()
        inner = replace(scope, seat=slot)
        return steps.loop(
            shop, slot, seats, lambda inside, head: _step(shop, one, inside, head), inner, after
        )
    test = maybe(shop, step.when, scope)
    then = VERBS[type(step)](shop, step, scope, after)
    if test.constant:
        return then if test.value else after
    return shop.emit(fork(test.run, then, after))


VERBS: Mapping[type, Callable[[CompileContext, Any, Scope, int], int]] = {
    Add: counters.add,
    Assign: counters.assign,
    CarryOut: steps.carry_out,
    Choose: choices.choose,
    DrawStep: moves.draw,
    Each: steps.each,
    Eliminate: steps.eliminate,
    EndGame: end_game,
    If: steps.branch,
    Leave: steps.leave,
    Move: moves.move,
    PayStep: moves.pay,
    Perform: steps.perform,
    Repeat: steps.repeat,
    Reveal: moves.reveal,
    Roll: counters.roll,
    Shuffle: moves.shuffle,
    TurnsStep: turns,
}
"""What makes each kind of step ready."""
KIT = Compilers(value, number, seat, card, maybe, block, finish)


def compile_play(layout: ScriptLayout, play: Play) -> tuple[ScriptProgram | None, CompileContext]:
    """The program of a table, and the workshop with what is wrong; None where it is too long."""
    shop = CompileContext(layout, play, KIT)
    nothing = ScriptProgram(layout, (), -1, -1, 0, Scoring())
    shop.blank = ScriptMatch(nothing, Streams(0, "", "", 0), Tally(0, ()))
    try:
        points = scoring(shop)
        shop.stall = emit_stop(shop, "a loop does not end")
        entry = by_rounds(shop) if "round" in play.places else by_turns(shop)
    except TooLongError:
        message = "the script comes to more steps than can be played"
        hint = "effects and procedures are written out wherever they are used: use them less often"
        shop.report("play-long", play.places.get("turn", play.place), message, hint)
        return None, shop
    code = tuple(op for op in shop.code if op is not None)
    assert len(code) == len(shop.code), "what is kept free in the program is filled"
    alike = kinds(layout, shop.moved)
    return ScriptProgram(layout, code, entry, shop.stall, shop.registers, points, alike), shop
