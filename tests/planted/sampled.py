"""Comparisons without their games: pairs drawn from games that were played once, judged as always.

Some thousand games of Battle of the Gods by random players are played and read off as a comparison
reads them. A made-up comparison draws a game for each side and number, so that both sides have
exactly the same distribution; a planted edit turns a share of the games that seat 2 won alone into
games that seat 1 won alone. Everything from there on (bounds, looks, stopping, shares of the chance
to err, verdicts) is the code of `trilith compare`.
"""

import random
from dataclasses import dataclass

from validator.play.modules import prepare
from validator.play.replay import plan_of
from validator.simulation.compare import ERROR, Evidence, looks
from validator.simulation.margins import MARGINS
from validator.simulation.pairs import FigureKind, GameFigure, no_pairs, sheets
from validator.simulation.totals import Sampler
from validator.simulation.trials import play_one

GAME = "battle_of_the_gods"


@dataclass(frozen=True)
class Pool:
    """Games that were played, as they are read off."""

    figures: tuple[GameFigure, ...]
    games: tuple[list[int], ...]

    def share(self, kind, of):
        """The mean of a figure."""
        at = self.figures.index(GameFigure(kind, of))
        return sum(game[at] for game in self.games) / len(self.games)


def played(catalogue, games):
    """Play the games to draw from."""
    plan = plan_of(catalogue, GAME, 2, 0, "random", seed=20)
    table = prepare(plan)
    sheet, _ = sheets(table.frame, table.frame)
    quiet = Sampler(table.frame, [], False)
    read = (sheet.read(play_one(plan, table, at, quiet)) for at in range(games))
    return Pool(sheet.figures, tuple(read))


@dataclass(frozen=True)
class Edit:
    """How both sides of a comparison come about.

    ``alike`` is the share of numbers at which both sides play the very same game, ``shift`` how
    many more games seat 1 wins now, as a share of all.
    """

    alike: float
    shift: float


def shift_of_wins(evidence):
    """What is said of seat 1's wins."""
    at = [one.figure for one in evidence.measures].index(GameFigure(FigureKind.WINS, 0))
    return evidence.judged[at].verdict


def tells_a_shift(evidence):
    """Tell whether any figure is said to have shifted."""
    return any(one.verdict.differs for one in evidence.judged)


def compared(pool, edit, budget, seed):
    """What is known at the end of one comparison."""
    luck = random.Random(seed)
    evidence = Evidence(pool.figures, ERROR, MARGINS)
    flips = _flips(pool, edit.shift)
    for start, stop in looks(budget):
        evidence.take(_pairs(pool, edit.alike, flips, range(start, stop), luck))
        if evidence.is_known:
            break
    return evidence


def _pairs(pool, alike, flips, numbers, luck):
    sums = no_pairs(pool.figures)
    for number in numbers:
        before = luck.choice(pool.games)
        now = before if luck.random() < alike else luck.choice(pool.games)
        if flips and luck.random() < flips:
            now = _won_by_first(pool.figures, now)
        sums.add(number, before, now, before is now)
    return sums


def _flips(pool, shift):
    """The share of seat 2's games to be turned so that seat 1 wins so many more of all."""
    if not shift:
        return 0.0
    first, second = (pool.figures.index(GameFigure(FigureKind.WINS, seat)) for seat in (0, 1))
    lost = sum(game[second] and not game[first] for game in pool.games)
    return shift * len(pool.games) / lost


def _won_by_first(figures, game):
    """The same game won by seat 1, if seat 2 had won it alone."""
    at = {figure: number for number, figure in enumerate(figures)}
    first, second = at[GameFigure(FigureKind.WINS, 0)], at[GameFigure(FigureKind.WINS, 1)]
    if game[first] or not game[second]:
        return game
    turned = game.copy()
    turned[first], turned[second] = 1, 0
    turned[at[GameFigure(FigureKind.LEAD, 0)]], turned[at[GameFigure(FigureKind.LEAD, 1)]] = 1, -1
    return turned
