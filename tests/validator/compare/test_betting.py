"""Intervals by betting: right however often one looks, the same in any order, never too narrow."""

from __future__ import annotations

import random
from collections import Counter
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from validator.simulation.verdicts import Bounded

ALPHA = 0.05
WIN = Bounded(-1, 1, ALPHA)


def test_nothing_is_known_of_nothing():
    assert WIN.interval({}) == (-1, 1)
    assert not WIN.above({}, 0)
    assert not WIN.below({}, 0)


def test_what_lies_outside_of_the_bounds_is_known_without_a_game():
    assert WIN.above({}, -1.1)
    assert WIN.below({}, 1.1)
    assert not WIN.above({1: 10_000}, 1)


def test_pairs_that_never_differ_leave_a_narrow_interval():
    low, high = WIN.interval({0: 1000})
    assert -0.01 < low < 0 < high < 0.01
    assert low == pytest.approx(-high)


def test_a_shift_of_three_points_is_found_where_few_pairs_differ():
    """Of 2,000 pairs 100 differ, 80 of them for the better: 3 points."""
    seen = {-1: 20, 0: 1900, 1: 80}
    assert WIN.above(seen, 0)
    assert not WIN.below(seen, 0)


counts = st.dictionaries(st.integers(-4, 4), st.integers(1, 400), min_size=1)


@settings(max_examples=60)
@given(counts, st.floats(-4, 4), st.sampled_from([0.05, 0.001]))
def test_the_interval_is_what_nothing_was_shown_against(
    seen: dict[float, int], at: float, alpha: float
):
    bounded = Bounded(-4, 4, alpha)
    low, high = bounded.interval(seen)
    mean = sum(value * times for value, times in seen.items()) / sum(seen.values())
    assert -4 <= low <= mean <= high <= 4
    if abs(at - low) > 1e-6:
        assert bounded.above(seen, at) == (at < low)
    if abs(at - high) > 1e-6:
        assert bounded.below(seen, at) == (at > high)


@settings(max_examples=40)
@given(counts)
def test_both_sides_are_treated_alike(seen: dict[float, int]):
    low, high = Bounded(-4, 4, ALPHA).interval(seen)
    turned = Bounded(-4, 4, ALPHA).interval({-value: times for value, times in seen.items()})
    assert (-high, -low) == pytest.approx(turned)


@settings(max_examples=40)
@given(counts)
def test_less_chance_to_err_makes_it_wider(seen: dict[float, int]):
    low, high = Bounded(-4, 4, 0.05).interval(seen)
    wide_low, wide_high = Bounded(-4, 4, 0.001).interval(seen)
    assert wide_low <= low
    assert high <= wide_high


RUNS = 200
VALUES = {
    "two sides with luck of their own": (-1, 0, 0, 1),
    "few pairs differ": (-1, 1, *(0,) * 18),
    "a rare long shot": (-1,) * 19 + (19,),
}


def alarms(values: tuple[int, ...], told) -> float:
    """The share of runs of 2,000 values of mean 0 in which, at one of 40 looks, a shift is told."""
    found = 0
    for run in range(RUNS):
        luck = random.Random(run)
        seen: Counter[float] = Counter()
        for _ in range(40):
            seen.update(luck.choices(values, k=50))
            if told(seen):
                found += 1
                break
    return found / RUNS


@pytest.mark.parametrize("values", VALUES.values(), ids=VALUES.keys())
def test_looking_again_and_again_gives_no_more_false_alarms(values: tuple[int, ...]):
    bounded = Bounded(min(values), max(values), ALPHA)
    share = alarms(values, lambda seen: bounded.above(seen, 0) or bounded.below(seen, 0))
    assert share <= ALPHA


def test_an_interval_for_one_look_would_not_pass():
    """The usual 95 % interval fails the test above: it is no test that cannot fail."""

    def told(seen: Counter[float]) -> bool:
        games = sum(seen.values())
        mean = sum(value * times for value, times in seen.items()) / games
        square = sum(value * value * times for value, times in seen.items()) / games
        return abs(mean) > 1.96 * sqrt(max(square - mean * mean, 1e-9) / games)

    assert alarms(VALUES["two sides with luck of their own"], told) > 3 * ALPHA
