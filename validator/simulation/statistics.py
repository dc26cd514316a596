"""Statistics from whole numbers: intervals, percentiles, summaries of histograms."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from math import sqrt

Histogram = dict[int, int]
"""How often each value was seen."""
Z95 = 1.959963984540054
"""Normal quantile of a two-sided 95 % interval."""


def wilson(hits: int, trials: int) -> tuple[float, float, float]:
    """Return (rate, low, high): the share and its Wilson score interval; (0, 0, 1) of nothing."""
    if trials == 0:
        return 0.0, 0.0, 1.0
    rate = hits / trials
    spread = Z95 * Z95 / trials
    middle = rate + spread / 2
    reach = Z95 * sqrt(rate * (1 - rate) / trials + spread / (4 * trials))
    scale = 1 + spread
    low = 0.0 if hits == 0 else (middle - reach) / scale
    high = 1.0 if hits == trials else (middle + reach) / scale
    return rate, low, high


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
