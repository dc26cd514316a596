"""The same engines compiled unchanged by mypyc: how much faster, and are the bytes the same.

Takes about a minute; needs mypy (a development dependency) and a C compiler. The compiled
copy lives in a temporary folder: next to the sources it would hide later edits from Python.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
CORE = (
    "rng",
    *(f"play/{name}" for name in ("tally", "deck", "rules", "driver", "policies")),
    *(f"trials/{name}" for name in ("stats", "totals")),
)
MEASURE = """
import hashlib, json, sys, time
from pathlib import Path
from validator.catalogue.load import load
from validator.play.playable import playable
from validator.trials.simulate import Experiment, as_json, simulate
catalogue, _ = load(Path(sys.argv[1]))
figures = {}
for game in playable(catalogue):
    for policy, count in (("random", 30), ("greedy", 6)):
        start = time.perf_counter()
        results = simulate(catalogue, Experiment((game.id,), count=count, policy=policy))
        speed = len(results) * count / (time.perf_counter() - start)
        data = json.dumps(as_json(results)).encode()
        figures[f"{game.id}, {policy}"] = (speed, hashlib.sha256(data).hexdigest())
print(json.dumps(figures))
"""


def run() -> list[tuple[str, str]]:
    if shutil.which("cc") is None:
        return [("compiled by mypyc", "not measured: no C compiler here")]
    with tempfile.TemporaryDirectory() as folder:
        copies = [Path(folder) / name for name in ("plain", "compiled")]
        for copy in copies:
            shutil.copytree(ROOT / "validator", copy / "validator")
        built = compile_engines(copies[1])
        if built.returncode != 0:
            last = (built.stdout or built.stderr).strip().splitlines()[-1:]
            return [("compiled by mypyc", f"not measured: {' '.join(last)}")]
        plain, compiled = (measure(copy) for copy in copies)
    return [(name, _figure(plain[name], compiled[name])) for name in plain]


def compile_engines(folder: Path) -> subprocess.CompletedProcess[str]:
    core = [f"validator/{name}.py" for name in CORE]
    command = [sys.executable, "-m", "mypyc", *core, "validator/games"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def measure(folder: Path) -> dict[str, tuple[float, str]]:
    """Games a second and the hash of the results, from the copy in ``folder``."""
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, str(ROOT)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return {name: (speed, digest) for name, (speed, digest) in json.loads(done.stdout).items()}


def _figure(plain: tuple[float, str], compiled: tuple[float, str]) -> str:
    same = "same bytes" if plain[1] == compiled[1] else "OTHER BYTES"
    ratio = compiled[0] / plain[0]
    return f"{plain[0]:7,.0f} -> {compiled[0]:7,.0f} games/s, {ratio:.1f} x, {same}"
