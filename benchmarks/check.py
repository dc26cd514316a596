"""How long ``trilith check`` takes, as a whole command and by its stages.

*Cold* is without a cache, *again* with nothing changed, *after an edit* with a new line in a file.
Each by the clock, and what all its processes together took of the processors.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from validator.catalogue.load import load
from validator.data_checks import run_checks

ROOT = Path(__file__).parent.parent
EDITED = "components/henge/game.yaml"


def run() -> list[tuple[str, str]]:
    figures = [figure for name in ("", "henge") for figure in commands(name)]
    start = time.perf_counter()
    catalogue, _ = load(ROOT)
    loaded = time.perf_counter()
    run_checks(catalogue)
    checked = time.perf_counter()
    return [
        *figures,
        ("of it: read and build the catalogue", f"{loaded - start:.2f} s"),
        ("of it: cross-checks", f"{checked - loaded:.2f} s"),
    ]


def commands(*games: str) -> list[tuple[str, str]]:
    """The command on a copy of the shipped games, from cold, again, and after an edit."""
    said = " ".join(("trilith check", *filter(None, games)))
    with tempfile.TemporaryDirectory() as folder:
        for name in ("components", "templates"):
            shutil.copytree(ROOT / name, Path(folder, name))
        cold, again = command(folder, *games), command(folder, *games)
        with Path(folder, EDITED).open("a", encoding="utf-8") as file:
            file.write("# edited\n")
        edited = command(folder, *games)
    return [(f"{said}, cold", cold), (f"{said}, again", again), (f"{said}, after an edit", edited)]


def command(folder: str, *games: str) -> str:
    words = [sys.executable, "-m", "generator.start", "check", "--project", folder]
    start, before = time.perf_counter(), os.times()
    subprocess.run([*words, *filter(None, games)], cwd=ROOT, check=False, capture_output=True)
    seconds, after = time.perf_counter() - start, os.times()
    user = after.children_user - before.children_user
    system = after.children_system - before.children_system
    return f"{seconds:.2f} s ({user + system:.2f} s of processors)"
