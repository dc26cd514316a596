"""What an option is worth, looked one step ahead: for the greedy player and for draining.

A copy of the game takes the option and goes on until somebody chooses, a turn begins, luck comes
in, or a step would look into a zone that the seat does not see; what it then comes to is worth the
seat's own points, what it holds, and what is remembered of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from validator.play.rules import O, Option
from validator.play.tally import Tally
from validator.script.refusing import Unseen
from validator.script.state import Halt, Match
from validator.script.steps.picks import Pick

WON = 1_000_000_000
"""What winning is worth, more than any points."""
POINT = 1_000
"""What a point is worth against a piece held."""


class _Ahead:
    """Stops a game that is looked ahead where somebody would be asked."""

    def choose(self, seat: int, what: str, options: Sequence[O]) -> O:
        raise Halt

    def turn(self, seat: int) -> None:
        raise Halt

    def tell(self, seat: int, what: str, deed: Option) -> None:
        raise Halt


_AHEAD = _Ahead()


def ratings(match: Match, seat: int, options: Sequence[Option], sign: int) -> list[int]:
    """How good each option is for a seat; ``sign`` is -1 where fewest points win."""
    unseen = _unseen(match, seat)
    return [_worth(_after(match, option, unseen), seat, sign) for option in options]


def _unseen(match: Match, seat: int) -> tuple[int, ...]:
    """The places of the zones that a seat does not see: those of others that are not open."""
    places: list[int] = []
    for zone in match.program.layout.zones.values():
        if zone.of_seats and (zone.hidden or zone.own):
            others = (other for other in range(len(match.out)) if other != seat)
            places.extend(zone.at + other for other in others)
        elif zone.hidden or zone.own:
            places.append(zone.at)
    return tuple(places)


def _after(match: Match, option: Option, unseen: Sequence[int] | None) -> Match:
    """A copy of the game that took the option and went on, as far as can be seen.

    ``unseen`` are the places of zones into which it cannot look; without, it goes on to whatever
    is decided next.
    """
    tally = match.tally
    other = match.copy_with(Tally(len(tally.drawn), [gauge.size for gauge in tally.gauges]))
    other.ask = _AHEAD
    other.blind = unseen is not None
    for place in unseen or ():
        other.z[place] = Unseen(other.z[place])
    if isinstance(option, Pick):
        with suppress(Halt):
            other.go(option.take(other))
    return other


def _worth(match: Match, seat: int, sign: int) -> int:
    points = 0
    with suppress(Halt):
        points = match.program.judge.points(match, seat)
    worth = sign * (POINT * points + _held(match, seat) + match.hoped)
    if match.outcome is not None and match.outcome.finished:
        worth += WON if seat in match.outcome.winners else -WON
    return worth


def _held(match: Match, seat: int) -> int:
    """How much a seat has: pieces, and numbers that are remembered of it."""
    layout = match.program.layout
    pieces = sum(len(match.z[zone.at + seat]) for zone in layout.zones.values() if zone.of_seats)
    numbers = (
        match.n[one.at + seat]
        for one in layout.memories.values()
        if one.of_seats and one.what.kind == "number"
    )
    return pieces + int(sum(numbers))


def drains(match: Match, pile: str, options: Sequence[Option]) -> list[int]:
    """How many pieces each option takes from a pile before somebody is asked again."""
    layout = match.program.layout
    zones = [layout.zones[one.zone].at for one in layout.piles if one.id == pile]
    if not zones:
        return [0] * len(options)
    at = zones[0]
    before = len(match.z[at])
    return [before - len(_after(match, option, None).z[at]) for option in options]
