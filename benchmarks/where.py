"""Where the time of random games goes, by profile: shares, not seconds (profiling slows calls)."""

from __future__ import annotations

import cProfile
import pstats
from pathlib import Path

from validator.catalogue.load import load
from validator.play.modules import Plan, playable, prepare
from validator.play.rulings import resolve_rulings
from validator.simulation.trials import run_range

ROOT = Path(__file__).parent.parent
GAMES = 20
PARTS = (
    ("greedy.py", "greedy"),
    ("validator/games/", "rules"),
    ("play/driver.py", "driver and policies"),
    ("play/policies.py", "driver and policies"),
    ("play/rng.py", "luck"),
    ("play/deck.py", "decks and counts"),
    ("play/tally.py", "decks and counts"),
    ("play/totals.py", "sampling and sums"),
    ("play/", "set-up"),
)
"""Part of a path, and what its time is called; the first that fits counts."""


def run() -> list[tuple[str, str]]:
    catalogue, _ = load(ROOT)
    figures = []
    for game in playable(catalogue):
        table = game.configurations[-1]
        policies = ("random",) * table.total
        plan = Plan(game, table, resolve_rulings(game), policies, 1)
        prepared = prepare(plan)
        profile = cProfile.Profile()
        profile.runcall(run_range, plan, prepared, 0, GAMES)
        figures.append((f"{game.id}, {table.players} players", _shares(pstats.Stats(profile))))
    return figures


def _shares(stats: pstats.Stats) -> str:
    """Each part's share of the time; what built-in functions take counts for their callers."""
    times: dict[str, float] = {}
    for (file, _, _), (_, _, own, _, callers) in stats.stats.items():  # type: ignore[attr-defined]
        if file == "~":
            for (caller, _, _), (_, _, spent, _) in callers.items():
                times[_part(caller)] = times.get(_part(caller), 0.0) + spent
        else:
            times[_part(file)] = times.get(_part(file), 0.0) + own
    total = sum(times.values())
    ranked = sorted(times.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} {time / total:.0%}" for name, time in ranked if time / total >= 0.01)


def _part(file: str) -> str:
    """What a file's time is called."""
    path = file.replace("\\", "/")
    return next((name for part, name in PARTS if part in path), "other")
