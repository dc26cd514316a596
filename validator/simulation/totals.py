"""What is seen and counted of many games: whole numbers, so that order never matters."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

from validator.catalogue.setup_script import FaceVisibility
from validator.play.driver import PlayedGame
from validator.play.match import Tally
from validator.play.observers import Observer, Watcher, owner_of
from validator.play.rules import Frame, Match, Option, Outcome
from validator.simulation.chunks import Sums, first_game
from validator.simulation.statistics import Histogram, add, add_each

if TYPE_CHECKING:  # few games have a script
    from validator.compiler.runtime.match import ScriptMatch

WATCHED = 200
"""Of so many games of a line it is seen what they use."""


@dataclass(slots=True)
class UsageTotals(Sums):
    """How often an option was taken, by its number, and a seat asked; in how many games a zone ...

    ``held`` anything as the game began, and in how many anything ``moved`` into it or out of it.
    """

    taken: Histogram = field(default_factory=dict)
    asked: Histogram = field(default_factory=dict)
    held: dict[str, int] = field(default_factory=dict)
    moved: dict[str, int] = field(default_factory=dict)


class _Places(list[int]):
    """Where each piece of a game lies; keeps every place that one left or came to."""

    __slots__ = ("touched",)

    def __init__(self, places: Iterable[int]) -> None:
        super().__init__(places)
        self.touched: set[int] = set()

    def __setitem__(self, piece: Any, place: Any) -> None:
        self.touched |= {self[piece], place}
        super().__setitem__(piece, place)


class Usage(Observer):
    """An observer that counts what a game of a play script uses."""

    def __init__(self, totals: UsageTotals) -> None:
        self.totals = totals
        self.places = _Places(())

    def before(self, match: Match) -> None:
        """See what lies where, and follow the pieces from now on; a copy does not."""
        played = cast("ScriptMatch", match)
        played.at = self.places = _Places(played.at)
        for zone in played.program.tables.zones.values():
            holds = any(played.z[place] for place in zone.places(len(played.out)))
            held = self.totals.held
            held[zone.name] = held.get(zone.name, 0) + holds

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Count who was asked, and what was taken."""
        add(self.totals.asked, seat)
        self.hear(match, seat, what, options[index])

    def hear(self, match: Match, seat: int, what: str, deed: Option) -> None:
        """Count what a rule took for a seat."""
        spec = getattr(deed, "spec", None)
        if spec is not None:
            add(self.totals.taken, spec.number)

    def after(self, match: Match, outcome: Outcome) -> None:
        """Count the zones that pieces left or came to."""
        played = cast("ScriptMatch", match)
        for zone in played.program.tables.zones.values():
            touched = self.places.touched.intersection(zone.places(len(played.out)))
            moved = self.totals.moved
            moved[zone.name] = moved.get(zone.name, 0) + bool(touched)


@dataclass(slots=True)
class LeadTotals(Sums):
    """Who led in games that one seat, or one team, won alone, by the points as turns began.

    In ``games`` of these, ``led`` are those in which anybody was ahead before the end; ``changes``
    has how often the lead came to another, ``decided`` after how many per cent of its turns the
    winner led for good, ``behind`` in how many another was ahead at half of its turns.
    """

    games: int = 0
    led: int = 0
    behind: int = 0
    changes: Histogram = field(default_factory=dict)
    decided: Histogram = field(default_factory=dict)


class Leads(Observer):
    """An observer that notes who leads as each turn begins; -1 where several do."""

    def __init__(self, frame: Frame, totals: LeadTotals) -> None:
        self.frame, self.totals = frame, totals
        self.leaders: list[int] = []

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Note who leads by the points as they stand."""
        points: Histogram = {}
        for at, score in enumerate(match.scores()):
            if at not in self.frame.bots:
                add(points, side_of(self.frame, at), score)
        most = (min if self.frame.least_wins else max)(points.values())
        ahead = [side for side, score in points.items() if score == most]
        self.leaders.append(ahead[0] if len(ahead) == 1 else -1)

    def after(self, match: Match, outcome: Outcome) -> None:
        """Count the game, if one side won it alone."""
        winners = {side_of(self.frame, seat) for seat in outcome.winners}
        if not outcome.finished or len(winners) != 1 or not self.leaders:
            return
        (winner,) = winners
        totals, leaders = self.totals, self.leaders
        totals.games += 1
        ahead = [side for side in leaders if side >= 0]
        totals.led += bool(ahead)
        totals.behind += leaders[len(leaders) // 2] not in (-1, winner)
        add(totals.changes, sum(one != two for one, two in pairwise([*ahead, winner])))
        apart = [at for at, side in enumerate(leaders, 1) if side != winner]
        add(totals.decided, round(100 * max(apart, default=0) / len(leaders)))


def side_of(frame: Frame, seat: int) -> int:
    """The side that a seat wins with: its team, or itself."""
    return seat % frame.teams if frame.teams else seat


class Sampler(Watcher):
    """Keeps the peak use of each supply without a pile and, if asked, pile levels.

    Of a supply with a pile is in use what the pile lacks, which the tally is told as it is taken.
    """

    def __init__(self, frame: Frame, curves: list[dict[int, Histogram]], tracks: bool) -> None:
        self.peaks = [0] * len(frame.supplies)
        self.loose = [at for at, supply in enumerate(frame.supplies) if not supply.pile]
        self.curves = curves
        self.tracks = tracks

    def before(self, match: Match) -> None:
        """See the table after set-up."""
        self._see(match)

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Sample the table at the start of a turn."""
        self._see(match)
        if self.tracks:
            for curve, level in zip(self.curves, match.levels(), strict=True):
                add(curve.setdefault(number, {}), level)

    def after(self, match: Match, outcome: Outcome) -> None:
        """See the end."""
        self._see(match)

    def _see(self, match: Match) -> None:
        used = match.used() if self.loose else ()
        for supply in self.loose:
            self.peaks[supply] = max(self.peaks[supply], used[supply])


KEPT_STALLED = 20
"""How many stalled games are remembered by number, for their replay commands."""

GameLine = tuple[int, int, tuple[int, ...]]
"""One game of a tracked run: turns, highest score, winners."""


@dataclass(slots=True)
class PileTotals(Sums):
    """One pile over many games: in how many it was seen empty, on which turn, how low it got."""

    exhausted: int = 0
    first: Histogram = field(default_factory=dict)
    reshuffles: Histogram = field(default_factory=dict)
    least: Histogram = field(default_factory=dict)
    reach: Histogram = field(default_factory=dict)
    first_game: int = field(default=-1, metadata={"merge": first_game})


def _longer(mine: tuple[int, int], more: tuple[int, int]) -> tuple[int, int]:
    """The longer of two games, the first of equal ones."""
    return max(mine, more, key=itemgetter(0))


def _join(mine: list[list[int]], more: list[list[int]]) -> list[list[int]]:
    return [[*games, *later] for games, later in zip(mine, more, strict=True)]


@dataclass(slots=True)
class Totals(Sums):
    """Everything counted over a range of games; ``people`` are the seats that are no bots.

    ``sides`` has the side of each seat. Of its ``wins`` a seat has those ``alone`` that no other
    side has too; so many games were ``shared``. Unfinished ones count for no side.

    ``stalled`` are the numbers of games that were stopped; ``stuck`` those of them in which
    somebody had nothing to choose. ``offered`` says of options of a play script, by number, in how
    many games anybody could choose them, ``usage`` what else of the script the first games used.

    Only tracked games fill the ``curves`` of piles, the ``series``, and of each card, by number,
    how often it is ``held`` in a hand at the end, how often its effects are ``used``, and the
    numbers of the games that they are ``used_in``.
    """

    people: tuple[int, ...] = field(metadata={"merge": lambda mine, _: mine})
    sides: tuple[int, ...] = field(metadata={"merge": lambda mine, _: mine})
    wins: list[int]
    alone: list[int]
    scores: list[Histogram]
    piles: list[PileTotals]
    peaks: list[Histogram]
    drawn: list[int]
    played: list[int]
    curves: list[dict[int, Histogram]]
    held: list[int]
    used: list[int]
    used_in: list[list[int]] = field(metadata={"merge": _join})
    games: int = 0
    finished: int = 0
    choices: int = 0
    forced: int = 0
    draws: int = 0
    shared: int = 0
    turns: Histogram = field(default_factory=dict)
    rounds: Histogram = field(default_factory=dict)
    margins: Histogram = field(default_factory=dict)
    winner_scores: Histogram = field(default_factory=dict)
    offered: Histogram = field(default_factory=dict)
    usage: UsageTotals = field(default_factory=UsageTotals)
    leads: LeadTotals = field(default_factory=LeadTotals)
    reasons: dict[str, int] = field(default_factory=dict)
    stalled: list[int] = field(default_factory=list, metadata={"merge": operator.add})
    stuck: list[int] = field(default_factory=list, metadata={"merge": operator.add})
    series: list[GameLine] = field(default_factory=list, metadata={"merge": operator.add})
    longest: tuple[int, int] = field(default=(0, 0), metadata={"merge": _longer})

    def add(self, index: int, game: PlayedGame, peaks: Sequence[int]) -> None:
        """Count one game; ``peaks`` is the most of each supply that was in use at once."""
        self.games += 1
        self.choices += len(game.choices)
        self.forced += game.forced
        self._add_end(index, game)
        for pile, gauge in zip(self.piles, game.tally.gauges, strict=True):
            add(pile.reshuffles, gauge.reshuffles)
            add(pile.least, max(gauge.least, 0))
            add(pile.reach, max(gauge.reach, 0))
            if gauge.first:
                pile.exhausted += 1
                add(pile.first, gauge.first)
                if pile.first_game < 0:
                    pile.first_game = index
        for histogram, peak in zip(self.peaks, peaks, strict=True):
            add(histogram, peak)
        add_each(self.drawn, game.tally.drawn)
        add_each(self.played, game.tally.played)
        for option in game.tally.offered:
            add(self.offered, option)

    def track(self, index: int, game: PlayedGame, facing: Callable[[str], FaceVisibility]) -> None:
        """Note the course of one game; in hands is what lies where only its owner sees it."""
        outcome = game.outcome
        self.series.append((game.turns, max(outcome.scores, default=0), outcome.winners))
        for zone, pieces in game.match.census().items():
            if owner_of(zone) >= 0 and facing(zone) is FaceVisibility.OWNER:
                for piece in pieces:
                    if isinstance(piece, int):
                        self.held[piece] += 1
        used = [card for card, _, _ in game.tally.carried]
        for card in used:
            self.used[card] += 1
        for card in {*used}:
            self.used_in[card].append(index)

    def _add_end(self, index: int, game: PlayedGame) -> None:
        """Count how long the game was and how it ended; a stalled game has no winner."""
        add(self.turns, game.turns)
        add(self.rounds, game.rounds)
        if game.turns > self.longest[0]:
            self.longest = (game.turns, index)
        outcome = game.outcome
        self.reasons[outcome.reason] = self.reasons.get(outcome.reason, 0) + 1
        if not outcome.finished:
            self.stalled.append(index)
            if outcome.stuck:
                self.stuck.append(index)
            return
        self.finished += 1
        self.draws += not outcome.winners
        shared = len({self.sides[seat] for seat in outcome.winners}) > 1
        self.shared += shared
        for seat in outcome.winners:
            self.wins[seat] += 1
            self.alone[seat] += not shared
        for histogram, score in zip(self.scores, outcome.scores, strict=True):
            add(histogram, score)
        ranked = sorted((outcome.scores[seat] for seat in self.people), reverse=True)
        add(self.winner_scores, ranked[0])
        add(self.margins, ranked[0] - ranked[1] if len(ranked) > 1 else 0)

    @property
    def equal_share(self) -> float:
        """The share of finished games that each seat of people would win if all won as often."""
        seats = len(self.people) * self.finished
        return sum(self.wins[seat] for seat in self.people) / seats if seats else 0.0


def no_totals(frame: Frame) -> Totals:
    """Return the sums over no games."""
    seats, cards = len(frame.seats), len(frame.cards)
    return Totals(
        people=frame.people,
        sides=tuple(side_of(frame, seat) for seat in range(seats)),
        wins=[0] * seats,
        alone=[0] * seats,
        scores=[{} for _ in range(seats)],
        piles=[PileTotals() for _ in frame.piles],
        peaks=[{} for _ in frame.supplies],
        drawn=[0] * cards,
        played=[0] * cards,
        curves=[{} for _ in frame.piles],
        held=[0] * cards,
        used=[0] * cards,
        used_in=[[] for _ in range(cards)],
    )


def peak_use(frame: Frame, seen: Sequence[int], tally: Tally) -> list[int]:
    """The most of each supply that was in use: what its pile lacked, or was seen if it has none."""
    least = {pile.id: gauge.least for pile, gauge in zip(frame.piles, tally.gauges, strict=True)}
    return [
        supply.box - least[supply.pile] if supply.pile else peak
        for supply, peak in zip(frame.supplies, seen, strict=True)
    ]
