"""Statistics from whole numbers: intervals, percentiles, summaries of histograms."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import lru_cache
from math import exp, lgamma, log, log1p, sqrt

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


ERROR = 0.05
"""The chance to err of an interval that is told by itself."""


UNSEEN = 3.0
"""Games in which something else may happen, at most, that no game showed (with 95 %)."""


def share_of(hits: int, trials: int, error: float = ERROR) -> tuple[float, float, float]:
    """Return (rate, low, high): the share and its interval (of 95 %); (0, 0, 1) of nothing.

    It is exact, so that it holds at least that often, for rare things too (Clopper and Pearson,
    Biometrika 26, 1934).
    """
    if trials == 0:
        return 0.0, 0.0, 1.0
    low = beta_quantile(error / 2, hits, trials - hits + 1) if hits else 0.0
    high = beta_quantile(1 - error / 2, hits + 1, trials - hits) if hits < trials else 1.0
    return hits / trials, low, high


def student(freedom: int) -> float:
    """How many standard errors a 95 % interval of a mean reaches, with so many degrees of freedom.

    For x beta(n/2, 1/2), n (1 - x) / x is the square of Student's t.
    """
    at = beta_quantile(ERROR, freedom / 2, 0.5)
    return sqrt(freedom * (1 - at) / at)


TINY = 1e-300
"""In the place of a zero that would be divided by."""


@lru_cache(4096)
def beta_quantile(share: float, a: float, b: float) -> float:
    """The value below which ``share`` of a beta distribution lies: by Newton's steps, bracketed."""
    low, high, at = 0.0, 1.0, a / (a + b)
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    for _ in range(200):
        over = _beta_below(at, a, b) - share
        low, high = (low, at) if over > 0 else (at, high)
        slope = exp(scale + (a - 1) * log(at) + (b - 1) * log1p(-at))
        step = at - over / slope if slope else low
        step = step if low < step < high else (low + high) / 2
        if abs(step - at) < 1e-12:
            break
        at = step
    return at


def _beta_below(at: float, a: float, b: float) -> float:
    """The share of a beta distribution below a value: its continued fraction, by Lentz's method.

    Press et al., Numerical Recipes (third edition, 2007), 6.4.
    """
    if at > (a + 1) / (a + b + 2):
        return 1 - _beta_below(1 - at, b, a)
    value, c, d = 1.0, 1.0, 0.0
    for step in range(1, 100_000):
        m = step // 2
        part = m * (b - m) if step % 2 == 0 else -(a + m) * (a + b + m)
        part *= at / ((a + step - 1) * (a + step))
        d = 1 / (1 + part * d or TINY)
        c = 1 + part / c or TINY
        value *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    return exp(scale + a * log(at) + b * log1p(-at)) / (a * value)


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
