"""Intervals and percentiles against worked values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validator.simulation.statistics import mean, merge, percentile, summary, wilson


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (29, 29, 0.8830, 1.0),
    ],
)
def test_wilson_as_published(hits: int, trials: int, low: float, high: float) -> None:
    rate, lower, upper = wilson(hits, trials)
    assert rate == hits / trials
    assert (lower, upper) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_nothing_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 0.0, 1.0)


@given(st.lists(st.integers(-50, 50), min_size=1), st.integers(1, 100))
def test_percentile_is_the_smallest_value_with_enough_below(
    values: list[int], percent: int
) -> None:
    histogram: dict[int, int] = {}
    for value in values:
        merge(histogram, {value: 1})
    found = percentile(histogram, percent)
    at_most = [sum(other <= value for other in values) for value in sorted(set(values))]
    enough = [
        value
        for value, count in zip(sorted(set(values)), at_most, strict=True)
        if count * 100 >= percent * len(values)
    ]
    assert found == enough[0]


def test_summary() -> None:
    assert summary({2: 1, 4: 2, 10: 1}) == {"min": 2, "mean": 5.0, "p50": 4, "p95": 10, "max": 10}
    assert summary({}) is None
    assert mean({}) == 0.0
