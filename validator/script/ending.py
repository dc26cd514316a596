"""How a game ends: what is looked at, who wins, and what the points are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from validator.catalogue.playing.script import End
from validator.catalogue.playing.steps import EndGame
from validator.catalogue.playing.words import Expr, Word
from validator.findings import Place
from validator.play.rules import Option, Outcome
from validator.script.ahead import drains, ratings
from validator.script.meaning.gathering import group
from validator.script.state import Match, Op
from validator.script.steps.steering import fork
from validator.script.workshop import Code, Scope, Workshop

Winners = Callable[[Match], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a game: items, each read for the seat in register ``slot``."""

    slot: int
    seats: int
    names: tuple[str, ...]
    items: tuple[Code, ...]
    colours: tuple[str, ...]
    least_wins: bool
    ties: tuple[tuple[Code, bool], ...]
    teams: int

    def scores(self, match: Match) -> list[int]:
        """Points of each seat as they stand."""
        return [self.points(match, seat) for seat in range(self.seats)]

    def points(self, match: Match, seat: int) -> int:
        """Points of one seat."""
        return sum(self._of(match, seat))

    def account(self, match: Match) -> list[str]:
        """The scores as lines, item by item."""
        if not self.items:
            return []
        lines = []
        for seat, colour in enumerate(self.colours):
            parts = zip(self.names, self._of(match, seat), strict=True)
            lines.append(f"{colour}: {', '.join(f'{name} {points}' for name, points in parts)}")
        return lines

    def _of(self, match: Match, seat: int) -> list[int]:
        match.r[self.slot] = seat
        return [item.run(match) for item in self.items]

    def rate(self, match: Match, seat: int, options: Sequence[Option]) -> list[int]:
        """How good each option is, looked one step ahead."""
        return ratings(match, seat, options, -1 if self.least_wins else 1)

    def drain(self, match: Match, pile: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties a pile."""
        return drains(match, pile, options)

    def best(self, match: Match) -> tuple[int, ...]:
        """The seats that win by points, tie breaks and teams, of those that are not out."""
        playing = [seat for seat in range(self.seats) if not match.out[seat]]
        if not self.items and not self.ties:
            return ()
        points = self._shared(self.scores(match))
        left = _top(playing, points, -1 if self.least_wins else 1)
        for code, least in self.ties:
            left = _top(left, self._shared(self._read(match, code)), -1 if least else 1)
        return self.with_partners(left)

    def _read(self, match: Match, code: Code) -> list[int]:
        values = []
        for seat in range(self.seats):
            match.r[self.slot] = seat
            values.append(code.run(match))
        return values

    def _shared(self, points: list[int]) -> list[int]:
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


def scoring(shop: Workshop) -> Scoring:
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


def finish(shop: Workshop, says: str) -> int:
    """Where a game ends for a reason, won by points."""
    if says not in shop.ends:
        shop.ends[says] = shop.emit(_end(shop, shop.scoring.best, says))
    return shop.ends[says]


def _end(shop: Workshop, winners: Winners, says: str, finished: bool = True) -> Op:
    def op(m: Match) -> int:
        m.outcome = Outcome(winners(m), tuple(m.scores()), says, finished)
        return -1

    return op


def stalled(shop: Workshop, says: str) -> int:
    """Where a game is stopped that goes on for ever."""
    return shop.emit(_end(shop, lambda m: (), says, finished=False))


def end_game(shop: Workshop, step: EndGame, scope: Scope) -> int:
    """The game ends at once."""
    return _ending(shop, step.winners, step.says, step.common.place, scope)


def _ending(shop: Workshop, winners: Expr | None, says: str, place: Place, scope: Scope) -> int:
    said = says or "the game is over"
    if winners is None or (isinstance(winners, Word) and winners.value == "best"):
        play = shop.layout.game.play
        if play is not None and not play.score and not play.ties:
            hint = "add `score`, or `winners: all`, `nobody` or a seat"
            shop.report("play-winner", place, "nothing says who wins", hint)
        return finish(shop, said)
    return shop.emit(_end(shop, _winners(shop, winners, scope), said))


def _winners(shop: Workshop, winners: Expr, scope: Scope) -> Winners:
    word = winners.value if isinstance(winners, Word) else None
    if word == "nobody":
        return lambda m: ()
    expr = Word(winners.place, "seats") if word == "all" else winners
    seats = group(shop, expr, scope).run
    return lambda m: tuple(sorted(shop.scoring.with_partners(seats(m))))


def tests(shop: Workshop, scope: Scope, after: int, *, of_turn: bool, of_round: bool) -> int:
    """The ends that are looked at here, one after the other; else it goes on at ``after``."""
    play = shop.layout.game.play
    for end in reversed(play.ends if play else ()):
        if (end.after_round and of_round) or (not end.after_round and of_turn):
            after = _test(shop, end, scope, after)
    return after


def _test(shop: Workshop, end: End, scope: Scope, after: int) -> int:
    inner = replace(scope, seat=-1) if end.after_round else scope
    test = shop.kit.maybe(shop, end.when, inner)
    over = _ending(shop, end.winners, end.says, end.place, inner)
    return after if test.constant and not test.value else shop.emit(fork(test.run, over, after))
