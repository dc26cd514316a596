"""Intervals for a mean that hold at any time, by betting against what it might be.

Whoever claims that the mean of bounded values is at most ``m`` offers a fair bet: a stake of the
share ``c`` of one's wealth is worth ``1 - c + c * x / m`` after a value ``x``, both counted from
the lower bound. Were the claim true, wealth would not grow on average, and the chance that it
*ever* grows to ``1 / alpha`` is at most ``alpha`` (Ville's inequality). So one may look after every
game and stop when one likes; the interval holds what no bettor got rich against.

The method is that of I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables
by betting", Journal of the Royal Statistical Society B 86 (2024). Of the strategies there this is a
fixed mixture of constant stakes: half the wealth is bet on a higher mean, half on a lower one, each
spread evenly over ``STAKES``. The wealth then depends on how often each value came and not on the
order, so that parts of a run add up, and it is monotone in ``m``, so that the bound is found by
halving.

Values are counted in a mapping from value to how often it came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, inf, log, log1p

Counts = Mapping[float, int]

STAKES = tuple(0.98 * 2 ** (-at / 2) for at in range(18))
"""Shares of the wealth that are bet: 0.98 down to 0.0027, each the next one over the root of 2.

Large stakes find large shifts within tens of games, small ones small shifts within millions. None
is 1: the bettor must not be ruined by one value.
"""
HALVINGS = 40


@dataclass(frozen=True, slots=True)
class Bounded:
    """Values between ``low`` and ``high``, and the chance ``alpha`` to err about their mean.

    ``alpha`` is shared by both sides of the mean.
    """

    low: float
    high: float
    alpha: float

    def above(self, counts: Counts, at: float) -> bool:
        """Tell whether it is shown that the mean is higher than ``at``."""
        if at < self.low:
            return True
        return at < self.high and _log_wealth(self._from_low(counts), at - self.low) >= self._rich

    def below(self, counts: Counts, at: float) -> bool:
        """Tell whether it is shown that the mean is lower than ``at``."""
        return Bounded(-self.high, -self.low, self.alpha).above(_turned(counts), -at)

    def interval(self, counts: Counts) -> tuple[float, float]:
        """The means that nothing was shown against; from ``low`` to ``high`` without values."""
        turned = Bounded(-self.high, -self.low, self.alpha)
        return self._lowest(counts), -turned._lowest(_turned(counts))

    @property
    def _rich(self) -> float:
        """The logarithm of the wealth that counts as proof on one side."""
        return log(2 / self.alpha)

    def _from_low(self, counts: Counts) -> list[tuple[float, int]]:
        return [(value - self.low, times) for value, times in counts.items() if times]

    def _lowest(self, counts: Counts) -> float:
        """The lowest mean that nothing was shown against."""
        shifted = self._from_low(counts)
        games = sum(times for _, times in shifted)
        if not games:
            return self.low
        # at the mean that was seen no stake has won, at the lower bound every one has
        low, high = 0.0, sum(value * times for value, times in shifted) / games
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if middle > 0 and _log_wealth(shifted, middle) >= self._rich:
                low = middle
            else:
                high = middle
        return self.low + low


def _turned(counts: Counts) -> Counts:
    return {-value: times for value, times in counts.items()}


def _log_wealth(shifted: list[tuple[float, int]], mean: float) -> float:
    """The logarithm of what a unit has become that was bet on more than ``mean``; both from 0."""
    if mean <= 0:
        return inf if any(value > 0 for value, _ in shifted) else 0.0
    gains = [(value / mean - 1, times) for value, times in shifted]
    logs = [sum(times * log1p(stake * gain) for gain, times in gains) for stake in STAKES]
    top = max(logs)
    return top + log(sum(exp(one - top) for one in logs) / len(logs))
