"""What an option is worth, looked one step ahead."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from validator.catalogue.setup_script import BOX
from validator.compiler.runtime.match import AHEAD, ScriptMatch
from validator.compiler.runtime.picks import Pick
from validator.compiler.runtime.position import ShownMatch
from validator.compiler.runtime.program import Halt
from validator.play.match import Option, Tally

WON = 1_000_000_000
"""What winning is worth, more than any points."""
POINT = 1_000
"""What a point is worth against a piece held."""


def _stop(*_: object) -> NoReturn:
    raise Halt


class HiddenZone(list[int]):
    """The pieces of a zone that a seat does not see: they can be counted and others laid on them.

    Whoever looks at them stops the game.
    """

    __slots__ = ()
    __contains__ = __delitem__ = __getitem__ = __iter__ = __reversed__ = __setitem__ = _stop
    clear = copy = count = index = insert = pop = remove = reverse = _stop
    sort = _stop  # type: ignore[assignment]


# What an option is worth, looked one step ahead: for the greedy player and for draining.
#
# A copy of the game takes the option and goes on until somebody chooses, a turn begins, luck
# comes in, or a step would look into a zone that the seat does not see; what it then comes to
# is worth the seat's own points, what it wants, what it holds, and what is remembered of it.
# An option with a ``worth`` is not tried out: that is reckoned where the seat stands.


class PlayedMatch(ShownMatch):
    """A game in progress with all that a match is asked: what options are worth, how it stands."""

    __slots__ = ()

    def rate(self, seat: int, what: str, options: Sequence[Any]) -> list[int]:
        """How good each option is for ``seat``: looked one step ahead, as far as it can see."""
        tables = self.program.tables
        unseen = [tables.zone_at[BOX], *(at for _, at in tables.unseen[seat])]
        told = [option for option in options if option.spec.worth]
        worths = iter(_judge(self, told, unseen))
        now = _worth(_ahead(self, None, unseen), seat) if 0 < len(told) < len(options) else 0
        return [
            now + next(worths) if option.spec.worth else _worth(_ahead(self, option, unseen), seat)
            for option in options
        ]

    def reckons(self, options: Sequence[Any]) -> bool:
        """Whether each option says what it is worth, so that rating them is fast."""
        return all(option.spec.worth for option in options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How much each option takes from ``pile`` before somebody is asked again."""
        known = [one.id for one in self.program.tables.piles]
        if pile not in known:
            return [0] * len(options)
        at = known.index(pile)
        left = self.levels()[at]
        return [left - _ahead(self, option, None).levels()[at] for option in options]


def _judge(match: ScriptMatch, options: Sequence[Any], unseen: Sequence[int]) -> list[int]:
    """How much better off options make by their own ``worth``; 0 where that is not seen."""
    zones, bound, ratings = match.z, match.r, []
    match.z, match.r, match.blind = zones.copy(), bound.copy(), True
    try:
        for place in unseen if options else ():
            match.z[place] = HiddenZone(zones[place])
        for option in options:
            option.take(match)
            try:
                ratings.append(POINT * int(option.spec.worth(match)))
            except Halt:
                ratings.append(0)
    finally:
        match.z, match.r, match.blind = zones, bound, False
    return ratings


def _ahead(match: ScriptMatch, option: Option | None, unseen: Sequence[int] | None) -> ScriptMatch:
    """A copy of the game that took the option and went on, as far as can be seen.

    ``unseen`` are the places of zones into which it cannot look; without, it goes on to
    whatever is decided next.
    """
    tally = match.tally
    other = match.copy_with(Tally(len(tally.drawn), [gauge.size for gauge in tally.gauges]))
    other.ask = AHEAD
    other.blind, other.together = unseen is not None, match.together
    for place in unseen or ():
        other.z[place] = HiddenZone(other.z[place])
    if isinstance(option, Pick):
        with suppress(Halt):
            other.go(option.take(other))
    return other


def _worth(match: ScriptMatch, seat: int) -> int:
    scoring = match.program.scoring
    points = wanted = 0
    with suppress(Halt):
        points = sum(scoring.points(match, seat))
        wanted = POINT * scoring.wants(match, seat) if scoring.wants is not None else 0
    worth = POINT * points + match.hoped + (0 if scoring.wants else _holdings(match, seat))
    worth = wanted - worth if scoring.least_wins else wanted + worth
    if match.outcome is not None and match.outcome.finished:
        worth += WON if seat in match.outcome.winners else -WON
    return worth


def _holdings(match: ScriptMatch, seat: int) -> int:
    """How many pieces lie in the zones of a seat, and its own numbers."""
    tables = match.program.tables
    zones = [place for zone in tables.zones.values() for place in zone.of(seat)]
    memories = [one for one in tables.memories.values() if one.what.owner == "seat"]
    numbered = [one.places(seat) for one in memories if one.what.kind == "number"]
    numbers = [match.n[place] for places in numbered for place in places]
    return sum(len(match.z[at]) for at in zones) + int(sum(numbers))
