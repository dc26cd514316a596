"""Intervals hold what is true as often as they say, wherever games can tell."""

import pytest
from planted.intervals import GAMES, of_bets, of_pairs, of_shares, of_worth, skewed, steady

from validator.simulation import statistics

LEAST = 0.94
RUNS = 1000
NOISE = 0.015
"""Two standard errors of a coverage of 95 % in so many runs."""


@pytest.mark.parametrize("games", GAMES)
def test_shares_hold_at_least_as_often_as_they_say(games):
    assert of_shares(games) >= 0.95


@pytest.mark.parametrize(("points", "games"), [(steady, 5), (steady, 60), (skewed, 20)])
def test_worths_hold(points, games):
    assert of_worth(points, games, RUNS) >= LEAST - NOISE


@pytest.mark.parametrize(("points", "games"), [(steady, 5), (skewed, 20)])
def test_paired_changes_hold(points, games):
    assert of_pairs(points, games, RUNS) >= LEAST - NOISE


def test_intervals_of_comparisons_hold():
    assert of_bets(60, 200) >= LEAST


def test_the_normal_interval_of_few_games_would_not_pass(monkeypatch):
    monkeypatch.setattr("validator.simulation.worth.student", lambda freedom, error: statistics.Z95)
    monkeypatch.setattr("validator.simulation.worth.unseen", lambda error: 0.0)
    assert of_worth(steady, 5, RUNS) < LEAST - NOISE
