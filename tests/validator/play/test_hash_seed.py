"""Games don't depend on the order of sets: other hash seeds, same bytes."""

from __future__ import annotations

import os
import subprocess
import sys

from playtables import ROOT

SCRIPT = """
import json, sys
from pathlib import Path
from validator.catalogue.load import load
from validator.trials.simulate import Experiment, as_json, simulate
catalogue, _ = load(Path(sys.argv[1]))
for policy in ("random", "greedy"):
    print(json.dumps(as_json(simulate(catalogue, Experiment(count=2, policy=policy)))))
"""


def figures(seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(ROOT)],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_every_game_is_the_same_under_any_hash_seed() -> None:
    first = figures("1")
    assert first.count('"game"') == 42
    assert figures("2") == first
