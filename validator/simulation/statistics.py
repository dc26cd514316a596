"""Statistics from whole numbers: intervals, percentiles, summaries of histograms."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import lru_cache
from math import exp, lgamma, log, log1p
from statistics import NormalDist

Histogram = dict[int, int]
"""How often each value was seen."""
Z95 = 1.959963984540054
"""Normal quantile of a two-sided 95 % interval."""


ERROR = 0.05
"""The chance to err of an interval that is told by itself."""


def unseen(error: float = ERROR) -> float:
    """Games in which something else may happen, at most, that no game showed.

    Either end of an interval misses by half of ``error`` (Hanley and Lippman-Hand, JAMA 249, 1983).
    """
    return log(2 / error)


def share_of(hits: int, trials: int, error: float = ERROR) -> tuple[float, float, float]:
    """Return (rate, low, high): the share and its interval (of 95 %); (0, 0, 1) of nothing.

    It is exact, so that it holds at least that often, for rare things too (Clopper and Pearson,
    Biometrika 26, 1934).
    """
    if trials == 0:
        return 0.0, 0.0, 1.0
    high = 1 - _least_share(trials - hits, trials, error / 2)
    return hits / trials, _least_share(hits, trials, error / 2), high


@lru_cache(4096)
def _least_share(hits: int, trials: int, error: float) -> float:
    """The share at which so many hits or more come with the chance ``error``, by halving."""
    low, high = 0.0, hits / trials
    for _ in range(40 if hits else 0):
        middle = (low + high) / 2
        low, high = (low, middle) if _at_least(hits, trials, middle) > error else (middle, high)
    return low


def _at_least(hits: int, trials: int, share: float) -> float:
    """The chance of so many hits or more, which are more than ``share`` of all."""
    ways = lgamma(trials + 1) - lgamma(hits + 1) - lgamma(trials - hits + 1)
    total, term = 0.0, exp(ways + hits * log(share) + (trials - hits) * log1p(-share))
    while term > 1e-12 * total:
        total += term
        hits += 1
        term *= (trials - hits + 1) / hits * share / (1 - share)
    return total


def student(freedom: int, error: float = ERROR) -> float:
    """How many standard errors an interval of a mean reaches, with so many degrees of freedom.

    That of 95 % to a thousandth from 4 on: Abramowitz and Stegun, Handbook (1964), 26.7.5.
    """
    z, n = NormalDist().inv_cdf(1 - error / 2), freedom
    near = z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
    more = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    last = 79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z
    return near + more + last / (92160 * n**4)


def percentile(histogram: Mapping[int, int], percent: int) -> int:
    """Return the smallest value at or below which ``percent`` of the counts lie (0 of nothing)."""
    wanted = sum(histogram.values()) * percent
    seen = 0
    value = 0
    for value in sorted(histogram):
        seen += histogram[value] * 100
        if seen >= wanted:
            return value
    return value


def mean(histogram: Mapping[int, int]) -> float:
    """Return the mean of a histogram (0 of nothing)."""
    count = sum(histogram.values())
    return sum(value * times for value, times in histogram.items()) / count if count else 0.0


def summary(histogram: Mapping[int, int]) -> dict[str, float] | None:
    """Return min, mean, p50, p95 and max of a histogram; None of nothing."""
    if not histogram:
        return None
    return {
        "min": min(histogram),
        "mean": round(mean(histogram), 3),
        "p50": percentile(histogram, 50),
        "p95": percentile(histogram, 95),
        "max": max(histogram),
    }


def add(histogram: dict[int, int], value: int, times: int = 1) -> None:
    """Count ``value`` ``times`` times."""
    histogram[value] = histogram.get(value, 0) + times


def add_each(sums: list[int], numbers: list[int]) -> None:
    """Add to each sum its number."""
    sums[:] = map(operator.add, sums, numbers)
