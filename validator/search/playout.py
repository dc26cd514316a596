"""One imagined game: brought to the decision, dealt anew there, and played on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from validator.play.anew import CanHide, Known, deal_anew
from validator.play.driver import NoOptions, Stalled
from validator.play.policies import best
from validator.play.rules import Frame, O, Option, Outcome
from validator.rng import Streams
from validator.search.halving import WHOLE, Trial

AHEAD = 24
"""Choices that an imagined game is played on for; what is not at its end then counts as it stands.

Fewer do not show what an option is good for, more add luck that has nothing to do with it: with
100 imagined games a decision, 12 won half of 60 games of Battle of the Gods against greedy
players, 24 won two thirds of 60, and going on to the end about half of 30.
"""


@dataclass(frozen=True, slots=True)
class Decision:
    """What is decided: by whom, at which table, behind which choices since ``start``.

    ``start`` is a copy from the start of the turn; ``known`` is what the seat knows of what it
    cannot see.
    """

    frame: Frame
    start: CanHide
    made: tuple[int, ...]
    seat: int
    known: Known

    def attempt(self, option: int, streams: Streams) -> Trial:
        """Play an imagined game with the luck of ``streams`` in which ``option`` is taken."""
        match = cast(CanHide, self.start.copy())
        try:
            outcome = match.play(_Course(self, match, option, streams))
        except (Stalled, NoOptions):
            return Trial(WHOLE // 2, lead(self.frame, match.scores(), self.seat))
        return Trial(_share(outcome, self.seat), lead(self.frame, outcome.scores, self.seat))


class _Course:
    """What an imagined game asks: repeats, deals anew, takes the option, and plays on greedily."""

    __slots__ = ("decision", "left", "match", "option", "repeated", "rng", "streams")

    def __init__(self, decision: Decision, match: CanHide, option: int, streams: Streams) -> None:
        self.decision = decision
        self.match = match
        self.option = option
        self.streams = streams
        self.rng = streams.rng("choices")
        self.repeated = 0
        self.left = AHEAD

    def choose(self, seat: int, what: str, options: Sequence[O]) -> O:
        """Answer a decision."""
        if len(options) < 2:
            if not options:
                raise NoOptions(f"seat {seat + 1} has no option for {what!r}")
            return options[0]
        made = self.decision.made
        if self.repeated < len(made):
            self.repeated += 1
            return options[made[self.repeated - 1]]
        if self.repeated == len(made):
            self.repeated += 1
            deal_anew(self.match, self.decision.seat, self.decision.known, self.streams)
        if self.option >= 0 and seat == self.decision.seat:
            option, self.option = self.option, -1
            return options[option]
        self.left -= 1
        if self.left < 0:
            raise Stalled("looked ahead far enough")
        return options[best(self.match.rate(seat, what, options), self.rng)]

    def turn(self, seat: int) -> None:
        """Begin a turn."""
        tally = self.match.tally
        tally.turn += 1
        if tally.turn > self.decision.frame.turn_cap:
            raise Stalled("no end")

    def tell(self, seat: int, what: str, deed: Option) -> None:
        """Nobody listens."""


def _share(outcome: Outcome, seat: int) -> int:
    if not outcome.finished or not outcome.winners:
        return WHOLE // 2
    return WHOLE // len(outcome.winners) if seat in outcome.winners else 0


def lead(frame: Frame, scores: Sequence[int], seat: int) -> int:
    """How far a seat with its partners is in front of the best of the others."""
    sign = -1 if frame.least_wins else 1
    teams = frame.teams or len(scores)
    points = [sign * sum(scores[team::teams]) for team in range(teams)]
    own = points.pop(seat % teams)
    return own - max(points) if points else own
