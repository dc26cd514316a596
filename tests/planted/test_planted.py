"""A sample of what ``make planted`` proves; a statistic that is too sure of itself fails it."""

from collections import Counter
from math import sqrt
from random import Random

import pytest
from planted.sampled import Edit, compared, played, shift_of_wins, tells_a_shift

from validator.simulation.compare import Bounded, _reckon_games
from validator.simulation.pairs import FigureKind

RUNS = range(12)
SAME_LUCK, OWN_LUCK = 0.8, 0.0
BUDGET = 600


@pytest.fixture(scope="module")
def pool(shipped):
    return played(shipped, 300)


def alarms(pool, alike):
    ended = (compared(pool, Edit(alike, 0.0), BUDGET, seed) for seed in RUNS)
    return sum(map(tells_a_shift, ended))


@pytest.mark.parametrize("alike", [SAME_LUCK, OWN_LUCK])
def test_versions_that_play_alike_raise_no_alarm(pool, alike):
    assert alarms(pool, alike) == 0


def test_an_interval_for_one_look_at_one_figure_would_not_pass(pool, monkeypatch):
    """The usual 95 % interval, in the place of the one that holds for all figures at any time."""

    def above(self, counts, at):
        games = sum(counts.values())
        mean = sum(value * times for value, times in counts.items()) / games
        square = sum(value * value * times for value, times in counts.items()) / games
        return mean - 1.96 * sqrt(max(square - mean * mean, 0) / games) > at

    monkeypatch.setattr(Bounded, "above", above)
    assert alarms(pool, OWN_LUCK) > len(RUNS) / 2


def test_a_planted_shift_is_found_and_where_to(pool):
    """Ten points within 600 games; three take thousands (`make planted`)."""
    first = pool.share(FigureKind.WINS, 0)
    ended = [compared(pool, Edit(SAME_LUCK, 0.1), BUDGET, seed) for seed in RUNS]
    wins = [shift_of_wins(one) for one in ended]
    assert all(one.differs and one != ("better" if first > 0.5 else "worse") for one in wins)


@pytest.mark.parametrize(("differ", "shift"), [(0.05, 0.03), (0.25, 0.1)])
def test_as_many_games_as_are_told_find_a_shift_and_half_of_them_do_not(differ, shift):
    """At the last look alone; to have looked before finds no fewer."""
    bounds, luck, runs = Bounded(-1, 1, 0.01), Random(4), 60
    needed = _reckon_games(bounds, differ, shift)

    def found(games):
        return sum(
            bounds.above(
                Counter(
                    luck.choices(
                        (1, -1, 0), (differ + shift, differ, 1 - 2 * differ - shift), k=games
                    )
                ),
                0,
            )
            for _ in range(runs)
        )

    assert found(needed) >= 0.88 * runs, "95 of 100, less two standard errors"
    assert found(needed // 2) <= 0.75 * runs
