"""Sums behind the worth of cards: whole numbers only, so that ranges can be merged in any cut."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

from validator.trials.stats import Z95

FEWEST = 5
"""Games from which on an interval is given."""
UNSEEN = 3.0
"""Games in which something else may happen, at most, that no game showed (with 95 %)."""


@dataclass(frozen=True, slots=True)
class Worth:
    """A mean for each time that effects were carried out, with its 95 % interval.

    Both ends are None where fewer than ``FEWEST`` games speak for it.
    """

    mean: float
    low: float | None
    high: float | None

    @property
    def reach(self) -> float:
        """Half the interval; without end where there is none."""
        return float("inf") if self.low is None else self.mean - self.low


@dataclass(slots=True)
class Paired:
    """Differences of one figure over games: their sum, their squares, and products with uses."""

    total: int = 0
    squares: int = 0
    products: int = 0

    def add(self, change: int, uses: int) -> None:
        """Count one game in which the effects were carried out ``uses`` times."""
        self.total += change
        self.squares += change * change
        self.products += change * uses

    def merge(self, other: Paired) -> None:
        """Add those of other games."""
        self.total += other.total
        self.squares += other.squares
        self.products += other.products


@dataclass(slots=True)
class Trial:
    """One card tried: what its own effects brought the seats that used it, over what else it did.

    ``uses`` is how often they were carried out in ``games``, ``used_squares`` the sum of their
    squares by game. ``better`` and ``worse`` are the games in which those seats came out better or
    worse by the card's own effects; ``unended`` games, in which one of the two did not end, and
    ``broken`` ones, in which the rules failed without the effects, count for nothing else.
    """

    games: int = 0
    uses: int = 0
    used_squares: int = 0
    better: int = 0
    worse: int = 0
    unended: int = 0
    broken: int = 0
    points: Paired = field(default_factory=Paired)
    wins: Paired = field(default_factory=Paired)

    def add(self, points: int, wins: int, uses: int) -> None:
        """Count one game: the change of the points and of the wins of all seats that used it."""
        self.games += 1
        self.uses += uses
        self.used_squares += uses * uses
        self.better += points > 0 or (points == 0 and wins > 0)
        self.worse += points < 0 or (points == 0 and wins < 0)
        self.points.add(points, uses)
        self.wins.add(wins, uses)

    def merge(self, other: Trial) -> None:
        """Add other games."""
        self.games += other.games
        self.uses += other.uses
        self.used_squares += other.used_squares
        self.better += other.better
        self.worse += other.worse
        self.unended += other.unended
        self.broken += other.broken
        self.points.merge(other.points)
        self.wins.merge(other.wins)

    def worth_in_points(self) -> Worth | None:
        """The mean change of the points of who used it; None if nobody did."""
        return self._worth(self.points)

    def worth_in_wins(self) -> Worth | None:
        """The mean change of the wins, 1 for a game that is won by it; None if nobody used it."""
        worth = self._worth(self.wins)
        if worth is None or worth.low is None or worth.high is None:
            return worth
        return Worth(worth.mean, max(worth.low, -1.0), min(worth.high, 1.0))

    def _worth(self, figure: Paired) -> Worth | None:
        """The mean a use: a ratio of sums by game, and the interval of such an estimator.

        It is linearised: Cochran, Sampling Techniques, chapter 6. What did not happen in n games
        may still happen in 3/n of them (the rule of three: Hanley and Lippman-Hand, JAMA 249,
        1983), so the interval reaches as far at least: by a point, or a win, in each of these.
        """
        if not self.uses:
            return None
        mean = figure.total / self.uses
        if self.games < FEWEST:
            return Worth(mean, None, None)
        rest = figure.squares - 2 * mean * figure.products + mean * mean * self.used_squares
        spread = max(rest, 0.0) * self.games / (self.games - 1)
        reach = max(Z95 * sqrt(spread), UNSEEN) / self.uses
        return Worth(mean, mean - reach, mean + reach)


@dataclass(slots=True)
class Trials:
    """The trials of a job, in its order."""

    of: list[Trial] = field(default_factory=list)

    def merge(self, other: Trials) -> None:
        """Add other games of the same job."""
        for mine, more in zip(self.of, other.of, strict=True):
            mine.merge(more)


@dataclass(slots=True)
class Counts:
    """Cards counted over games, by number.

    ``used`` is how often the effects of a card were carried out, ``used_in`` the numbers of the
    games in which they were; ``held`` what lies in hands at the end.
    """

    games: int = 0
    drawn: list[int] = field(default_factory=list)
    played: list[int] = field(default_factory=list)
    held: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    used_in: list[list[int]] = field(default_factory=list)

    def merge(self, other: Counts) -> None:
        """Add games that follow."""
        self.games += other.games
        for mine, more in (
            (self.drawn, other.drawn),
            (self.played, other.played),
            (self.held, other.held),
            (self.used, other.used),
        ):
            mine[:] = [a + b for a, b in zip(mine, more, strict=True)]
        for games, later in zip(self.used_in, other.used_in, strict=True):
            games.extend(later)


def no_counts(cards: int) -> Counts:
    """The counts of no games."""
    return Counts(0, [0] * cards, [0] * cards, [0] * cards, [0] * cards, [[] for _ in range(cards)])
