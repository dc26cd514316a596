"""A sample of what ``make planted`` proves; a statistic that is too sure of itself fails it."""

from math import sqrt

import pytest
from planted.sampled import Edit, compared, played, shift_of_wins, tells_a_shift

from validator.simulation.compare import Bounded
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
