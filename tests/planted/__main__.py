"""``make planted``: 1,000 comparisons of versions that play alike, and 200 of each planted edit."""

import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from os import cpu_count
from pathlib import Path
from statistics import median

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from planted.sampled import Edit, Pool, compared, played, shift_of_wins, tells_a_shift  # noqa: E402
from proofs import ROOT  # noqa: E402

from validator.catalogue.load import load  # noqa: E402

POOL = 3000
APART, CARD = 0.0, 0.8
"""Both sides have luck of their own; four games of five go the same way, as after a card edit."""
CASES = (
    ("alike, luck of their own", Edit(APART, 0.0), 4000, 500),
    ("alike, 4 of 5 games the same", Edit(CARD, 0.0), 4000, 500),
    ("seat 1 wins 3 % more, 4 of 5 games the same", Edit(CARD, 0.03), 8000, 200),
    ("seat 1 wins 3 % more, luck of their own", Edit(APART, 0.03), 30_000, 200),
)
"""What is compared, how, games at most, and how often."""

_POOL: list[Pool] = []


def _begin(pool):
    _POOL[:] = [pool]


def _one(edit, budget, seed):
    known = compared(_POOL[0], edit, budget, seed)
    return known.games, shift_of_wins(known).differs, tells_a_shift(known)


def main():
    """Run all cases; 1 where one of them does not keep what is promised."""
    pool = played(load(ROOT, ["battle_of_the_gods"])[0], POOL)
    kept = True
    alarms = nulls = 0
    with ProcessPoolExecutor(cpu_count(), initializer=_begin, initargs=(pool,)) as config:
        for name, edit, budget, runs in CASES:
            found = list(config.map(partial(_one, edit, budget), range(runs), chunksize=5))
            games = median(one[0] for one in found)
            if edit.shift:
                told = sum(one[1] for one in found)
                kept &= told >= 0.95 * runs
                said = f"found in {told} of {runs}"
            else:
                told = sum(one[2] for one in found)
                alarms, nulls = alarms + told, nulls + runs
                said = f"{told} false alarms in {runs}"
            print(f"{name}: {said}; {games:,.0f} of {budget:,} games (median)", flush=True)
    print(f"false alarms: {alarms} in {nulls}")
    return 0 if kept and alarms <= 0.05 * nulls else 1


if __name__ == "__main__":
    sys.exit(main())
