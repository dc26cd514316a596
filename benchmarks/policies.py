"""How much better a greedy player is than random ones, from every seat in turn."""

from __future__ import annotations

import os
from pathlib import Path

from validator.catalogue.load import load
from validator.play.modules import playable
from validator.play.replay import plan_of
from validator.simulation.shards import RunConfig
from validator.simulation.statistics import share_of
from validator.simulation.trials import run_plans

ROOT = Path(__file__).parent.parent
GAMES = 60
"""Games from each seat."""


def run() -> list[tuple[str, str]]:
    catalogue, _ = load(ROOT)
    figures = []
    for game in playable(catalogue):
        for table in game.configurations:
            if table.players < 2 or table.bots:
                continue
            seats = table.players
            plans = [
                plan_of(catalogue, game.id, seats, 0, _policies(own, seats)) for own in range(seats)
            ]
            sums = run_plans(plans, GAMES, RunConfig(os.cpu_count() or 1))
            won = sum(totals.wins[own] for own, totals in enumerate(sums))
            games = sum(totals.finished for totals in sums)
            share = sum(sum(totals.wins) for totals in sums) / (games * seats)  # partners share
            rate, low, high = share_of(won, games)
            figures.append(
                (
                    f"{game.id}, 1 greedy among {seats}",
                    f"wins {rate:.0%} ({low:.0%} to {high:.0%}) of {games}; "
                    f"an equal share is {share:.0%}",
                )
            )
    return figures


def _policies(own: int, seats: int) -> str:
    return ",".join("greedy" if seat == own else "random" for seat in range(seats))
