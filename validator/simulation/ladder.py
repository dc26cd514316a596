"""A ladder of players: each step has one seat play better than all others do, seat after seat.

What skill is worth in a game: where greedy players hardly beat random ones, luck decides; where
searching ones beat greedy ones, there is something to think about.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from validator.catalogue.model import Catalogue
from validator.catalogue.seats import table_words
from validator.play.modules import playable
from validator.play.rules import Frame
from validator.simulation.shards import SERIAL, RunConfig
from validator.simulation.statistics import share_of
from validator.simulation.trials import (
    TableChoice,
    TrialLine,
    TrialResult,
    lines_of,
    play_lines,
)

PLAYERS = ("random", "greedy", "search:16", "search:64")
"""From the ground up; a searching player tries so many games at each decision."""


@dataclass(frozen=True, slots=True)
class LadderStep:
    """One player among others of the step below, at one table: its wins in so many games.

    ``equal`` is the share of games that each seat won on average, which is more than one in so
    many seats where wins are shared.
    """

    table: str
    better: str
    others: str
    wins: int
    games: int
    equal: float

    @property
    def is_sure(self) -> bool:
        """Tell whether the better player wins more than an equal share, with 95 %."""
        return share_of(self.wins, self.games)[1] > self.equal


def plan_steps(
    catalogue: Catalogue, chosen: TableChoice, count: int
) -> list[tuple[TrialLine, int]]:
    """What is played at each table with two people or more: a line for each seat of each step.

    A step has ``count`` games in all, or a few less, as each seat has equally many.

    Raises:
        UsageError: something is asked for that there is not.
    """
    lines = lines_of(playable(catalogue, chosen.games), chosen, _seatings)
    return [(line, max(1, count // len(line.frame.people))) for line in lines]


def climb(planned: Sequence[tuple[TrialLine, int]], config: RunConfig = SERIAL) -> list[LadderStep]:
    """Play what was planned; the steps of each table from the ground up."""
    games = {id(line): each for line, each in planned}
    results = play_lines([line for line, _ in planned], lambda line: games[id(line)], config)
    alike = groupby(results, lambda one: (one.frame.game, one.frame.table, _players(one)))
    return [_step(list(group)) for _, group in alike]


def _seatings(frame: Frame) -> Iterator[str]:
    """The better player at each seat of people in turn, the others as on the step below."""
    people = frame.people
    if len(people) > 1:
        for others, better in pairwise(PLAYERS):
            for place in people:
                yield ",".join(better if at == place else others for at in people)


def _players(result: TrialResult) -> tuple[str, str]:
    """The players of a step: the better one, and the others."""
    words = result.policy.split(",")
    better = max(words, key=PLAYERS.index)
    return better, min(words, key=PLAYERS.index)


def _step(results: Sequence[TrialResult]) -> LadderStep:
    better, others = _players(results[0])
    wins = sum(
        one.totals.wins[one.frame.people[one.policy.split(",").index(better)]] for one in results
    )
    games = sum(one.totals.finished for one in results)
    shares = sum(one.totals.equal_share * one.totals.finished for one in results)
    table = results[0].plan.configuration
    words = f"{results[0].plan.game.name}, {table_words(table.players, table.bots)}"
    return LadderStep(words, better, others, wins, games, shares / games if games else 0.0)


def as_text(steps: Iterable[LadderStep]) -> str:
    """A line for each step below its table, and whether it is sure."""
    lines = []
    for table, group in groupby(steps, lambda one: one.table):
        lines.append(f"{table}: one better player among others")
        for one in group:
            rate, low, high = share_of(one.wins, one.games)
            sure = "surely better" if one.is_sure else "not shown to be better"
            lines.append(
                f"  {one.better:>9} among {one.others:<9} wins {rate:6.1%} of {one.games} games "
                f"({low:.1%} to {high:.1%}), equal is {one.equal:.1%}: {sure}"
            )
    return "\n".join(lines) or "there is no table with two people"


def as_json(steps: Iterable[LadderStep]) -> list[dict[str, Any]]:
    """The steps as plain data."""
    return [
        {name: getattr(one, name) for name in (*LadderStep.__slots__, "is_sure")} for one in steps
    ]
