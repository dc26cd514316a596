"""Two revisions in one run: each benchmark in turn in both, the best figure of each side."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROUNDS = 3
"""How often each side runs; the machine disturbs a figure downwards only, so the best counts."""


def against(revision: str, name: str) -> list[tuple[str, str]]:
    """Run benchmark ``name`` at ``revision`` and here; figures are speeds, the first of a line.

    Raises:
        subprocess.CalledProcessError: git does not know the revision, or a run failed.
    """
    best: tuple[dict[str, float], dict[str, float]] = ({}, {})
    with tempfile.TemporaryDirectory() as folder:
        then = Path(folder) / "then"
        subprocess.run(
            ["git", "-C", str(ROOT), "worktree", "add", "--quiet", "--detach", str(then), revision],
            check=True,
        )
        try:
            for _ in range(ROUNDS):
                for side, root in zip(best, (then, ROOT), strict=True):
                    for what, figure in speeds(root, name).items():
                        side[what] = max(figure, side.get(what, 0.0))
        finally:
            remove = ["worktree", "remove", "--force", str(then)]
            subprocess.run(["git", "-C", str(ROOT), *remove], check=True)
    old, new = best
    return [
        (what, f"{old[what]:10,.0f} then {new[what]:10,.0f} now, {new[what] / old[what]:.2f} times")
        for what in new
        if what in old
    ]


def speeds(root: Path, name: str) -> dict[str, float]:
    """What a benchmark of the checkout ``root`` prints: the first number of each line."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", name],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        check=True,
        capture_output=True,
        text=True,
    )
    found = {}
    for line in done.stdout.splitlines():
        what, figure = line[2:60].rstrip(), re.search(r"\d[\d,]*(\.\d+)?", line[60:])
        if line.startswith("  ") and figure is not None:
            found[what] = float(figure.group().replace(",", ""))
    return found
