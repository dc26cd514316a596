"""Imagined games: what a seat cannot see is dealt anew, an option taken, and the game played on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import cast

from validator.play.driver import NoOptions, Stalled, best
from validator.play.observers import CanHide, Foresees, Known, deal_anew
from validator.play.rules import AsksTogether, Frame, Match, O, Option, Outcome
from validator.rng import Streams

WHOLE = 60
"""A whole win in an :class:`ImaginedGame`; it can be shared evenly by up to six winners."""
AHEAD = 16
"""Choices that an imagined game is played on for behind the one that is tried.

What is not at its end then counts as it stands; where nobody has points, and no option says what it
is worth, it goes on. Fewer do not show what an option is good for, more add luck that has nothing
to do with it: in Battle of the Gods 8 won half of 12 games against greedy players, 16 won 8 of 10,
and going on to the end about half of 30.
"""
FEW, SEVERAL, MORE = 3, 7, 14
"""Options that are looked at where a game is played on: drawn by lot, the best of them is taken.

Several while nobody has points, as only a win tells there, and is missed among few: against
OpenSpiel's tree search Connect Four had 45 % of 226 games with 3 of them, 53 % of 120 with 7. More
where each says what it is worth, as others have to be tried out: with 6 it won 16 of 24 games of
Goofspiel against greedy players, with all of them 16 of 16.
"""
WIDENING = 4
"""Times that a choice is met in the tree for each square of the options that are tried there."""
CURIOUS = 0.3
"""What draws to options that were seldom tried, for each doubling of all tries: a win squared."""


class Branch:
    """An option in a tree: how often it was tried, and the wins of its seat, of :data:`WHOLE`.

    ``then`` has the options that were tried behind it, by the seat that chose.
    """

    __slots__ = ("then", "tries", "win")

    def __init__(self) -> None:
        self.tries = self.win = 0
        self.then: dict[int, dict[Option, Branch]] = {}


def most_promising(known: Mapping[O, Branch]) -> O:
    """The option that did well, or was seldom tried; by square roots, alike on any machine.

    (UCT on what a seat can see; Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree
    Search, IEEE TCIAIG 2012.)
    """
    curious = CURIOUS * sum([one.tries for one in known.values()]).bit_length()

    def promise(option: O) -> float:
        one = known[option]
        return one.win / WHOLE / one.tries + sqrt(curious / one.tries)

    return max(known, key=promise)


def grow(path: Sequence[tuple[int, Branch]], outcome: Outcome) -> None:
    """Add what a game came to to all that was taken in it, for the seat that took it."""
    for seat, branch in path:
        branch.tries += 1
        branch.win += _share(outcome, seat)


@dataclass(frozen=True, slots=True)
class ImaginedGame:
    """One imagined game: the share of the win, of :data:`WHOLE`, and the lead at its end."""

    win: int
    lead: int


@dataclass(frozen=True, slots=True)
class Decision:
    """What is decided: by whom, at which table, behind which choices since ``start``.

    ``start`` is a copy from the start of the turn, or where ``made`` is None from the decision;
    ``known`` is what the seat knows of what it cannot see. ``dealt`` are copies dealt anew, by the
    number of the imagined game, ``tried`` is what was tried behind each option.
    """

    frame: Frame
    start: CanHide
    made: tuple[int, ...] | None
    seat: int
    known: Known
    dealt: dict[int, CanHide] = field(default_factory=dict)
    tried: dict[int, Branch] = field(default_factory=dict)

    def attempt(self, option: int, game: int, streams: Streams) -> ImaginedGame:
        """Play an imagined game with the luck of ``streams`` in which ``option`` is taken."""
        if game not in self.dealt:
            self.dealt[game] = cast(CanHide, self.start.copy())
            if self.made is None:
                deal_anew(self.dealt[game], self.seat, self.known, streams)
        match = cast(CanHide, self.dealt[game].copy())
        behind = self.tried.setdefault(option, Branch())
        course = _ImaginedCourse(self, match, option, streams, behind)
        try:
            outcome = match.play(course)
        except (Stalled, NoOptions):
            outcome = Outcome((), tuple(_wealth(match)), "stopped", finished=False)
        grow(course.path, outcome)
        return ImaginedGame(_share(outcome, self.seat), lead(self.frame, outcome.scores, self.seat))


class _ImaginedCourse:
    """What an imagined game asks: takes the option, climbs a tree, and plays on.

    The tree grows where nobody has points, as little tells there what an option is good for.
    ``path`` is what was taken in it, by whom; ``at`` is its end, None once it was left.
    Where a game can only be copied as turns begin it repeats the choices since, and deals anew.
    """

    def __init__(
        self, decision: Decision, match: CanHide, option: int, streams: Streams, behind: Branch
    ) -> None:
        self.decision, self.match, self.option = decision, match, option
        self.streams, self.rng = streams, streams.rng("choices")
        self.repeating = iter(decision.made or ())
        self.dealt = decision.made is None
        self.left = AHEAD
        self.at: Branch | None = behind
        self.path: list[tuple[int, Branch]] = []

    def choose(self, seat: int, what: str, options: Sequence[O]) -> O:
        """Answer a decision."""
        if len(options) < 2:
            if not options:
                raise NoOptions(f"seat {seat + 1} has no option for {what!r}")
            return options[0]
        if not self.dealt:
            for index in self.repeating:
                return options[index]
            self.dealt = True
            deal_anew(self.match, self.decision.seat, self.decision.known, self.streams)
        if self.option >= 0 and seat == self.decision.seat:
            option, self.option = self.option, -1
            return options[option]
        said = hasattr(self.match, "reckons") and self.match.reckons(options)
        rich = said or any(_wealth(self.match))
        if self.at is not None and not rich and not together_now(self.match):
            return self._climb(self.at, seat, what, options)
        self.left -= 1
        if self.left < 0 and rich:
            raise Stalled("looked ahead far enough")
        few = MORE if said else FEW if rich else SEVERAL
        if len(options) > few:
            drawn = sorted({self.rng.below(len(options)) for _ in range(few)})
            options = [options[at] for at in drawn]
        return options[best(self.match.rate(seat, what, options), self.rng)]

    def _climb(self, at: Branch, seat: int, what: str, options: Sequence[O]) -> O:
        """Take an option that was tried, or while these are few the best of the others."""
        node = cast("dict[O, Branch]", at.then.setdefault(seat, {}))
        known = {option: node[option] for option in options if option in node}
        fresh = [option for option in options if option not in known]
        tries = sum([one.tries for one in known.values()])
        if fresh and len(known) ** 2 <= WIDENING * tries:
            option = fresh[best(self.match.rate(seat, what, fresh), self.rng)]
            node[option], self.at = Branch(), None
        else:
            option = most_promising(known)
            self.at = node[option]
        self.path.append((seat, node[option]))
        return option

    def turn(self, seat: int) -> None:
        """Begin a turn."""
        tally = self.match.tally
        tally.turn += 1
        if tally.turn > self.decision.frame.turn_cap:
            raise Stalled("no end")

    def tell(self, seat: int, what: str, deed: Option) -> None:
        """Nobody listens."""


def _wealth(match: Match) -> Sequence[int]:
    """The points of each seat as they stand, with what it wants, if the match knows that."""
    # asked for by name, as `isinstance` of a protocol takes longer than ten decisions
    return cast(Foresees, match).prospects() if hasattr(match, "prospects") else match.scores()


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


def together_now(match: Match) -> int:
    """The number of a choice that seats make together while it is made, else 0."""
    return cast(AsksTogether, match).together if hasattr(match, "together") else 0
