"""A play script made into a program: a flat list of steps, its course and its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from validator.catalogue.play_script import (
    Add,
    Assign,
    CarryOut,
    Choose,
    DrawStep,
    Each,
    Eliminate,
    EndGame,
    EndRule,
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
from validator.play.rules import O, Option, Outcome
from validator.rng import Streams
from validator.script import choices, counters, moves
from validator.script import steps as carrying
from validator.script import steps as steering
from validator.script.choices import Pick
from validator.script.compile_context import (
    CompileContext,
    CompiledExpr,
    CompiledPredicate,
    Compilers,
    Scope,
    TooLongError,
    always,
)
from validator.script.conditions import maybe
from validator.script.hidden_zones import HiddenZone
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
from validator.script.state import FUEL, Halt, Op, ScriptMatch, ScriptProgram
from validator.script.steps import fork
from validator.script.values import card, number, seat, value

# What an option is worth, looked one step ahead: for the greedy player and for draining.
#
# A copy of the game takes the option and goes on until somebody chooses, a turn begins, luck comes
# in, or a step would look into a zone that the seat does not see; what it then comes to is worth
# the seat's own points, what it holds, and what is remembered of it.


WON = 1_000_000_000
"""What winning is worth, more than any points."""
POINT = 1_000
"""What a point is worth against a piece held."""


class _LookaheadStop:
    """Stops a game that is looked ahead where somebody would be asked."""

    def choose(self, seat: int, what: str, options: Sequence[O]) -> O:
        raise Halt

    def turn(self, seat: int) -> None:
        raise Halt

    def tell(self, seat: int, what: str, deed: Option) -> None:
        raise Halt


_AHEAD = _LookaheadStop()


def ratings(match: ScriptMatch, seat: int, options: Sequence[Option], sign: int) -> list[int]:
    """How good each option is for a seat; ``sign`` is -1 where fewest points win."""
    unseen = _unseen(match, seat)
    return [_worth(_after(match, option, unseen), seat, sign) for option in options]


def _unseen(match: ScriptMatch, seat: int) -> tuple[int, ...]:
    """The places of the zones that a seat does not see: those of others that are not open."""
    places: list[int] = []
    for zone in match.program.layout.zones.values():
        if zone.of_seats and (zone.hidden or zone.own):
            others = (other for other in range(len(match.out)) if other != seat)
            places.extend(zone.at + other for other in others)
        elif zone.hidden or zone.own:
            places.append(zone.at)
    return tuple(places)


def _after(match: ScriptMatch, option: Option, unseen: Sequence[int] | None) -> ScriptMatch:
    """A copy of the game that took the option and went on, as far as can be seen.

    ``unseen`` are the places of zones into which it cannot look; without, it goes on to whatever
    is decided next.
    """
    tally = match.tally
    other = match.copy_with(Tally(len(tally.drawn), [gauge.size for gauge in tally.gauges]))
    other.ask = _AHEAD
    other.blind = unseen is not None
    for place in unseen or ():
        other.z[place] = HiddenZone(other.z[place])
    if isinstance(option, Pick):
        with suppress(Halt):
            other.go(option.take(other))
    return other


def _worth(match: ScriptMatch, seat: int, sign: int) -> int:
    points = 0
    with suppress(Halt):
        points = match.program.judge.points(match, seat)
    worth = sign * (POINT * points + _holdings(match, seat) + match.hoped)
    if match.outcome is not None and match.outcome.finished:
        worth += WON if seat in match.outcome.winners else -WON
    return worth


def _holdings(match: ScriptMatch, seat: int) -> int:
    """How much a seat has: pieces, and numbers that are remembered of it."""
    layout = match.program.layout
    pieces = sum(len(match.z[zone.at + seat]) for zone in layout.zones.values() if zone.of_seats)
    numbers = (
        match.n[one.at + seat]
        for one in layout.memories.values()
        if one.of_seats and one.what.kind == "number"
    )
    return pieces + int(sum(numbers))


def drains(match: ScriptMatch, pile: str, options: Sequence[Option]) -> list[int]:
    """How many pieces each option takes from a pile before somebody is asked again."""
    layout = match.program.layout
    zones = [layout.zones[one.zone].at for one in layout.piles if one.id == pile]
    if not zones:
        return [0] * len(options)
    at = zones[0]
    before = len(match.z[at])
    return [before - len(_after(match, option, None).z[at]) for option in options]


Winners = Callable[[ScriptMatch], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a game: items, each read for the seat in register ``slot``."""

    slot: int
    seats: int
    names: tuple[str, ...]
    items: tuple[CompiledExpr, ...]
    colours: tuple[str, ...]
    least_wins: bool
    ties: tuple[tuple[CompiledExpr, bool], ...]
    teams: int

    def scores(self, match: ScriptMatch) -> list[int]:
        """Points of each seat as they stand."""
        return [self.points(match, seat) for seat in range(self.seats)]

    def points(self, match: ScriptMatch, seat: int) -> int:
        """Points of one seat."""
        return sum(self._of(match, seat))

    def account(self, match: ScriptMatch) -> list[str]:
        """The scores as lines, item by item."""
        if not self.items:
            return []
        lines = []
        for at, colour in enumerate(self.colours):
            parts = zip(self.names, self._of(match, at), strict=True)
            lines.append(f"{colour}: {', '.join(f'{name} {points}' for name, points in parts)}")
        return lines

    def _of(self, match: ScriptMatch, seat: int) -> list[int]:
        match.r[self.slot] = seat
        return [item.run(match) for item in self.items]

    def rate(self, match: ScriptMatch, seat: int, options: Sequence[Option]) -> list[int]:
        """How good each option is, looked one step ahead."""
        return ratings(match, seat, options, -1 if self.least_wins else 1)

    def drain(self, match: ScriptMatch, pile: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties a pile."""
        return drains(match, pile, options)

    def best(self, match: ScriptMatch) -> tuple[int, ...]:
        """The seats that win by points, tie breaks and teams, of those that are not out."""
        playing = [seat for seat in range(self.seats) if not match.out[seat]]
        if not self.items and not self.ties:
            return ()
        points = self._share(self.scores(match))
        left = _top(playing, points, -1 if self.least_wins else 1)
        for code, least in self.ties:
            left = _top(left, self._share(self._read(match, code)), -1 if least else 1)
        return self.with_partners(left)

    def _read(self, match: ScriptMatch, code: CompiledExpr) -> list[int]:
        values = []
        for at in range(self.seats):
            match.r[self.slot] = at
            values.append(code.run(match))
        return values

    def _share(self, points: list[int]) -> list[int]:
        """What partners have together, for each of them."""
        if not self.teams:
            return points
        return [sum(points[seat % self.teams :: self.teams]) for seat in range(self.seats)]

    def with_partners(self, winners: Sequence[int]) -> tuple[int, ...]:
        """The seats and all that are of their teams."""
        if not self.teams:
            return tuple(winners)
        teams = {seat % self.teams for seat in winners}
        return tuple(seat for seat in range(self.seats) if seat % self.teams in teams)


def _top(seats: Sequence[int], points: Sequence[int], sign: int) -> list[int]:
    best = max((sign * points[seat] for seat in seats), default=0)
    return [seat for seat in seats if sign * points[seat] == best]


NO_POINTS = Scoring(0, 0, (), (), (), least_wins=False, ties=(), teams=0)


def scoring(shop: CompileContext) -> Scoring:
    """The points of a script."""
    play = shop.layout.game.play
    slot = shop.register()
    scope = Scope(seat=slot)
    items = play.score if play else ()
    ties = play.ties if play else ()
    return Scoring(
        slot,
        len(shop.layout.seats),
        tuple(item.what for item in items),
        tuple(shop.kit.number(shop, item.value, scope) for item in items),
        tuple(seat.colour or str(seat) for seat in shop.layout.seats),
        bool(play and play.least_wins),
        tuple((shop.kit.number(shop, tie.value, scope), tie.least) for tie in ties),
        play.teams if play else 0,
    )


def finish(shop: CompileContext, says: str) -> int:
    """Where a game ends for a reason, won by points."""
    if says not in shop.ends:
        shop.ends[says] = shop.emit(_end(shop, shop.scoring.best, says))
    return shop.ends[says]


def _end(shop: CompileContext, winners: Winners, says: str, finished: bool = True) -> Op:
    def op(m: ScriptMatch) -> int:
        m.outcome = Outcome(winners(m), tuple(m.scores()), says, finished)
        return -1

    return op


def emit_stop(shop: CompileContext, says: str) -> int:
    """Where a game is stopped that goes on for ever."""
    return shop.emit(_end(shop, lambda m: (), says, finished=False))


def end_game(shop: CompileContext, step: EndGame, scope: Scope) -> int:
    """The game ends at once."""
    return _ending(shop, step.winners, step.says, step.place, scope)


def _ending(
    shop: CompileContext, winners: Expr | None, says: str, place: Place, scope: Scope
) -> int:
    said = says or "the game is over"
    if winners is None or (isinstance(winners, WordValue) and winners.value == "best"):
        play = shop.layout.game.play
        if play is not None and not play.score and not play.ties:
            hint = "add `score`, or `winners: all`, `nobody` or a seat"
            shop.report("play-winner", place, "nothing says who wins", hint)
        return finish(shop, said)
    return shop.emit(_end(shop, _winners(shop, winners, scope), said))


def _winners(shop: CompileContext, winners: Expr, scope: Scope) -> Winners:
    word = winners.value if isinstance(winners, WordValue) else None
    if word == "nobody":
        return lambda m: ()
    expr = WordValue(winners.place, "seats") if word == "all" else winners
    seats = group(shop, expr, scope).run
    return lambda m: tuple(sorted(shop.scoring.with_partners(seats(m))))


def tests(shop: CompileContext, scope: Scope, after: int, *, of_turn: bool, of_round: bool) -> int:
    """The ends that are looked at here, one after the other; else it goes on at ``after``."""
    play = shop.layout.game.play
    for end in reversed(play.ends if play else ()):
        if (end.after_round and of_round) or (not end.after_round and of_turn):
            after = _test(shop, end, scope, after)
    return after


def _test(shop: CompileContext, end: EndRule, scope: Scope, after: int) -> int:
    inner = replace(scope, seat=-1) if end.after_round else scope
    test = shop.kit.maybe(shop, end.when, inner)
    over = _ending(shop, end.winners, end.says, end.place, inner)
    return after if test.constant and not test.value else shop.emit(fork(test.run, over, after))


NOBODY_ACTS = Scope()
"""Where no seat acts."""


def by_turns(shop: CompileContext, play: Play) -> int:
    """Seats have turns in order until the game ends."""
    head, done, passing = shop.reserve(), shop.reserve(), shop.reserve()
    scope = Scope(seat=YOU, turn=done)
    skip = _skip(shop, play.skip, Scope(seat=YOU))
    over = shop.emit(_next_round(head))
    over = tests(shop, NOBODY_ACTS, over, of_turn=False, of_round=True)
    shop.code[passing] = _pass_on(len(shop.layout.seats), head, over)
    tested = tests(shop, Scope(seat=YOU), passing, of_turn=True, of_round=False)
    shop.code[done] = lambda m: tested
    body = shop.kit.block(shop, play.turn, scope, done)
    stall = emit_stop(shop, "no seat has a turn")
    shop.code[head] = _turn(shop, YOU, head, (body, passing, stall), skip)
    first = None if play.first is None else shop.kit.seat(shop, play.first, NOBODY_ACTS).run
    opening = shop.emit(_open(head, first))
    return shop.kit.block(shop, play.begin, NOBODY_ACTS, opening)


def _skip(shop: CompileContext, test: Test | None, scope: Scope) -> CompiledPredicate:
    return always(False) if test is None else shop.kit.maybe(shop, test, scope)


def _open(head: int, first: Callable[[ScriptMatch], int] | None) -> Op:
    def op(m: ScriptMatch) -> int:
        seat = m.n[START] if first is None else first(m)
        m.r[YOU] = seat if seat >= 0 else m.n[START]
        return head

    return op


def _turn(
    shop: CompileContext, slot: int, here: int, ways: tuple[int, int, int], skip: CompiledPredicate
) -> Op:
    """Begin the turn of the seat in a register; ``ways`` are its steps, the next seat, no end."""
    body, passing, stall = ways
    begin = _begin_turn(shop, slot)
    skipped = None if skip.constant and not skip.value else skip.run

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
    fresh = [
        (one.at, shop.layout.fresh[one.at])
        for one in shop.layout.memories.values()
        if one.name.startswith("turn.")
    ]

    def begin(m: ScriptMatch) -> None:
        m.ask.turn(m.r[slot])
        n = m.n
        m.r[YOU] = m.r[slot]
        n[TURNS] += 1
        m.fuel = FUEL
        for at, start in fresh:
            n[at] = start

    return begin


def _pass_on(seats: int, head: int, over: int) -> Op:
    def op(m: ScriptMatch) -> int:
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

    return op


def _next_round(head: int) -> Op:
    def op(m: ScriptMatch) -> int:
        m.n[ROUND] += 1
        return head

    return op


def by_rounds(shop: CompileContext, play: Play) -> int:
    """Rounds until the game ends; without ``turns`` each counts as a turn of the start seat."""
    head, done = shop.reserve(), shop.reserve()
    has_turns = any(isinstance(node, TurnsStep) for node in nodes(play))
    again = shop.emit(_next_round(head))
    tested = tests(shop, NOBODY_ACTS, again, of_turn=not has_turns, of_round=True)
    shop.code[done] = lambda m: tested
    body = shop.kit.block(shop, play.round, Scope(round=done), done)
    stall = emit_stop(shop, "no seat has a turn")
    shop.code[head] = _round(body, stall) if has_turns else _turn_of_all(shop, head, body)
    opening = shop.emit(_open(head, None))
    return shop.kit.block(shop, play.begin, NOBODY_ACTS, opening)


def _round(body: int, stall: int) -> Op:
    def op(m: ScriptMatch) -> int:
        m.fuel -= 1
        m.r[YOU] = m.n[START]
        return body if m.fuel > 0 else stall

    return op


def _turn_of_all(shop: CompileContext, here: int, body: int) -> Op:
    begin = _begin_turn(shop, YOU)

    def op(m: ScriptMatch) -> int:
        m.r[YOU] = m.n[START]
        m.pc = here
        begin(m)
        return body

    return op


def turns(shop: CompileContext, step: TurnsStep, scope: Scope, after: int) -> int:
    """Each seat has a turn, from the first on."""
    if scope.round < 0 or scope.turn >= 0:
        hint = "write it into `round`; a game with `turn` has turns without it"
        shop.report("play-place", step.place, "there are no turns to have here", hint)
        return after
    seat, left = shop.register(), shop.register()
    head, done, passing = shop.reserve(), shop.reserve(), shop.reserve()
    seats = len(shop.layout.seats)
    inner = Scope(seat=seat, names=scope.names, turn=done, round=scope.round, path=scope.path)
    skip = _skip(shop, step.skip, Scope(seat=seat))
    shop.code[passing] = _next_seat(seat, left, seats, head)
    tested = tests(shop, Scope(seat=seat), passing, of_turn=True, of_round=False)
    shop.code[done] = lambda m: tested
    body = shop.kit.block(shop, step.then, inner, done)
    stall = emit_stop(shop, "no seat has a turn")
    one = shop.emit(_turn(shop, seat, head, (body, passing, stall), skip))
    first = None if step.first is None else shop.kit.seat(shop, step.first, scope).run
    shop.code[head] = lambda m: one if m.r[left] > 0 else after
    return shop.emit(_open_turns(seat, left, seats, first, head))


def _open_turns(
    seat: int, left: int, seats: int, first: Callable[[ScriptMatch], int] | None, head: int
) -> Op:
    def op(m: ScriptMatch) -> int:
        begins = m.n[START] if first is None else first(m)
        m.r[seat] = begins if begins >= 0 else m.n[START]
        m.r[left] = seats
        return head

    return op


def _next_seat(seat: int, left: int, seats: int, head: int) -> Op:
    def op(m: ScriptMatch) -> int:
        if m.n[EXTRA]:
            m.n[EXTRA] = 0
            return head
        m.r[seat] = (m.r[seat] + m.n[DIRECTION]) % seats
        m.r[left] -= 1
        return head

    return op


# A play script made into a program: a flat list of steps, each of which says where it goes on.
#
# It is written from the end to the beginning, so that each step knows what follows. All that lives
# on between two steps is in the lists of the match; procedures and effects are written out where
# they are used, so that the place in the program is one number.


def block(shop: CompileContext, steps: Sequence[Step], scope: Scope, after: int) -> int:
    """Steps one after the other; where they begin."""
    for step in reversed(steps):
        after = _step(shop, step, scope, after)
    return after


def _step(shop: CompileContext, step: Step, scope: Scope, after: int) -> int:
    """A step with its ``each`` and ``when``."""
    if step.each is not None and not (isinstance(step, Choose) and step.together):
        one = replace(step, each=None)
        every = isinstance(step.each, WordValue) and step.each.value == "seat"
        expr = WordValue(step.each.place, "seats") if every else step.each
        seats = group(shop, expr, scope).run
        return steering.for_each(
            shop,
            lambda m: tuple(seats(m)),
            lambda inner, head: _step(shop, one, inner, head),
            scope,
            after,
        )
    if step.when is None:
        return _verb(shop, step, scope, after)
    test = maybe(shop, step.when, scope)
    then = _verb(shop, step, scope, after)
    if test.constant:
        return then if test.value else after
    return shop.emit(steering.fork(test.run, then, after))


def _verb(shop: CompileContext, step: Step, scope: Scope, after: int) -> int:
    match step:
        case Move():
            return moves.move(shop, step, scope, after)
        case DrawStep():
            return moves.draw(shop, step, scope, after)
        case Shuffle():
            return moves.shuffle(shop, step, scope, after)
        case Reveal():
            return moves.reveal(shop, step, scope, after)
        case PayStep():
            return moves.pay(shop, step, scope, after)
        case Assign():
            return counters.assign(shop, step, scope, after)
        case Add():
            return counters.add(shop, step, scope, after)
        case Roll():
            return counters.roll(shop, step, scope, after)
        case CarryOut():
            return carrying.carry_out(shop, step, scope, after)
        case _:
            return _compile_control(shop, step, scope, after)


def _compile_control(shop: CompileContext, step: Step, scope: Scope, after: int) -> int:
    match step:
        case Choose():
            return choices.choose(shop, step, scope, after)
        case If():
            return steering.branch(shop, step, scope, after)
        case Each():
            return steering.each(shop, step, scope, after)
        case Repeat():
            return steering.repeat(shop, step, scope, after)
        case Perform():
            return steering.perform(shop, step, scope, after)
        case TurnsStep():
            return turns(shop, step, scope, after)
        case Leave():
            return steering.leave(shop, step, scope, after)
        case Eliminate():
            return steering.eliminate(shop, step, scope, after)
        case EndGame():
            return end_game(shop, step, scope)
        case _:
            return after


KIT = Compilers(value, number, seat, card, maybe, block, finish)


def compile_play(layout: ScriptLayout, play: Play) -> tuple[ScriptProgram | None, CompileContext]:
    """The program of a table, and the workshop with what is wrong; None where it is too long."""
    shop = CompileContext(layout, KIT)
    nothing = ScriptProgram(layout, (), -1, -1, 0, NO_POINTS)
    shop.blank = ScriptMatch(nothing, Streams(0, "", "", 0), Tally(0, ()))
    try:
        shop.scoring = scoring(shop)
        shop.stall = emit_stop(shop, "a loop does not end")
        entry = by_rounds(shop, play) if "round" in play.places else by_turns(shop, play)
    except TooLongError:
        message = "the script comes to more steps than can be played"
        hint = "effects and procedures are written out wherever they are used: use them less often"
        shop.report("play-long", play.places.get("turn", play.place), message, hint)
        return None, shop
    code = tuple(op if op is not None else _nowhere for op in shop.code)
    alike = kinds(layout, shop.moved)
    return ScriptProgram(layout, code, entry, shop.stall, shop.registers, shop.scoring, alike), shop


def _nowhere(m: ScriptMatch) -> int:
    raise ValueError("the program has a gap")
