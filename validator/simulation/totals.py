"""Sums over many games: whole numbers and histograms only, so that order never matters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from validator.play.driver import PlayedGame
from validator.play.match import Tally
from validator.play.rules import Frame
from validator.simulation.statistics import Histogram, add, add_each, merge

KEPT_STALLED = 20
"""How many stalled games are remembered by number, for their replay commands."""

GameLine = tuple[int, int, tuple[int, ...]]
"""One game of a tracked run: turns, highest score, winners."""


@dataclass(slots=True)
class PileTotals:
    """One pile over many games: in how many it was seen empty, on which turn, how low it got."""

    exhausted: int = 0
    first: Histogram = field(default_factory=dict)
    reshuffles: Histogram = field(default_factory=dict)
    least: Histogram = field(default_factory=dict)
    reach: Histogram = field(default_factory=dict)
    first_game: int = -1

    def merge(self, other: PileTotals) -> None:
        """Add another part of the same run (a later one)."""
        self.exhausted += other.exhausted
        merge(self.first, other.first)
        merge(self.reshuffles, other.reshuffles)
        merge(self.least, other.least)
        merge(self.reach, other.reach)
        if self.first_game < 0:
            self.first_game = other.first_game


@dataclass(slots=True)
class Totals:
    """Everything counted over a range of games; ``people`` are the seats that are no bots.

    ``stalled`` are the numbers of games that were stopped; ``stuck`` those of them in which
    somebody had nothing to choose. ``offered`` says of options of a play script, by number, in how
    many games anybody could choose them.
    """

    people: tuple[int, ...]
    games: int
    finished: int
    choices: int
    forced: int
    turns: Histogram
    wins: list[int]
    draws: int
    scores: list[Histogram]
    margins: Histogram
    winner_scores: Histogram
    reasons: dict[str, int]
    piles: list[PileTotals]
    peaks: list[Histogram]
    drawn: list[int]
    played: list[int]
    stalled: list[int]
    stuck: list[int]
    longest: tuple[int, int]
    curves: list[dict[int, Histogram]]
    series: list[GameLine]
    offered: Histogram

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

    def _add_end(self, index: int, game: PlayedGame) -> None:
        """Count how long the game was and how it ended; a stalled game has no winner."""
        add(self.turns, game.turns)
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
        for seat in outcome.winners:
            self.wins[seat] += 1
        for histogram, score in zip(self.scores, outcome.scores, strict=True):
            add(histogram, score)
        ranked = sorted((outcome.scores[seat] for seat in self.people), reverse=True)
        add(self.winner_scores, ranked[0])
        add(self.margins, ranked[0] - ranked[1] if len(ranked) > 1 else 0)

    def merge(self, other: Totals) -> None:
        """Add a later part of the same run."""
        self.games += other.games
        self.finished += other.finished
        self.choices += other.choices
        self.forced += other.forced
        self.draws += other.draws
        merge(self.turns, other.turns)
        merge(self.offered, other.offered)
        merge(self.margins, other.margins)
        merge(self.winner_scores, other.winner_scores)
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.drawn = [a + b for a, b in zip(self.drawn, other.drawn, strict=True)]
        self.played = [a + b for a, b in zip(self.played, other.played, strict=True)]
        for mine, theirs in zip(self.scores, other.scores, strict=True):
            merge(mine, theirs)
        for mine, theirs in zip(self.peaks, other.peaks, strict=True):
            merge(mine, theirs)
        for pile, more in zip(self.piles, other.piles, strict=True):
            pile.merge(more)
        for reason, times in other.reasons.items():
            self.reasons[reason] = self.reasons.get(reason, 0) + times
        for curve, later in zip(self.curves, other.curves, strict=True):
            for turn, histogram in later.items():
                merge(curve.setdefault(turn, {}), histogram)
        self.stalled.extend(other.stalled)
        self.stuck.extend(other.stuck)
        self.series.extend(other.series)
        if other.longest[0] > self.longest[0]:
            self.longest = other.longest


def no_totals(frame: Frame) -> Totals:
    """Return the sums over no games."""
    seats = len(frame.seats)
    return Totals(
        people=tuple(seat for seat in range(seats) if seat not in frame.bots),
        games=0,
        finished=0,
        choices=0,
        forced=0,
        turns={},
        wins=[0] * seats,
        draws=0,
        scores=[{} for _ in range(seats)],
        margins={},
        winner_scores={},
        reasons={},
        piles=[PileTotals() for _ in frame.piles],
        peaks=[{} for _ in frame.supplies],
        drawn=[0] * len(frame.cards),
        played=[0] * len(frame.cards),
        stalled=[],
        stuck=[],
        longest=(0, 0),
        curves=[{} for _ in frame.piles],
        series=[],
        offered={},
    )


def peak_use(frame: Frame, seen: Sequence[int], tally: Tally) -> list[int]:
    """The most of each supply that was in use: what its pile lacked, or was seen if it has none."""
    least = {pile.id: gauge.least for pile, gauge in zip(frame.piles, tally.gauges, strict=True)}
    return [
        supply.box - least[supply.pile] if supply.pile else peak
        for supply, peak in zip(frame.supplies, seen, strict=True)
    ]
