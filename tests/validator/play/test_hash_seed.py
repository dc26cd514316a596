"""Games don't depend on the order of sets: other hash seeds, same bytes."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from shippedgames import ROOT

SCRIPT = """
import json, sys
from pathlib import Path
from validator.catalogue.load import load
from validator.simulation.trials import Experiment, as_json, simulate
catalogue, _ = load(Path(sys.argv[1]))
for policy in ("random", "greedy"):
    print(json.dumps(as_json(simulate(catalogue, Experiment(count=1, policy=policy)))))
"""


def start(seed: str) -> subprocess.Popen[str]:
    """One game of every table by each policy, in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(ROOT)],
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.heavy
def test_every_game_is_the_same_under_any_hash_seed() -> None:
    running = [start(seed) for seed in ("1", "2")]
    first, second = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert first.count('"game"') == 42
    assert second == first
