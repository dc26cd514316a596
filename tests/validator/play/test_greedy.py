"""The greedy player of each game beats random ones clearly, from any seat."""

from __future__ import annotations

import pytest
from playtables import TABLES, Seated
from shippedgames import catalogue

from validator.play.replay import plan_of
from validator.simulation.statistics import wilson
from validator.simulation.trials import run_plans

GAMES = 16
"""Games from each seat; one process, so that tests share the machine."""

FIRST_WITHOUT_BOTS: dict[str, Seated] = {}
for spot in TABLES:
    if spot[1] > 1 and spot[2] == 0:
        FIRST_WITHOUT_BOTS.setdefault(spot[0], spot)


@pytest.mark.parametrize("spot", FIRST_WITHOUT_BOTS.values(), ids=FIRST_WITHOUT_BOTS.keys())
def test_greedy_beats_random(spot: Seated) -> None:
    """The 95 % interval of its wins over all seats lies above a fair share."""
    game, seats, _ = spot
    policies = [
        ",".join("greedy" if seat == own else "random" for seat in range(seats))
        for own in range(seats)
    ]
    plans = [plan_of(catalogue(), game, seats, 0, policy) for policy in policies]
    sums = run_plans(plans, GAMES)
    won = sum(totals.wins[own] for own, totals in enumerate(sums))
    rate, low, _ = wilson(won, sum(totals.finished for totals in sums))
    assert low > 1 / seats, f"won {rate:.0%} of games"
