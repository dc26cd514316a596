"""How long ``trilith check`` takes, as a whole command and by its stages."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from validator.catalogue.load import load
from validator.registry import run_checks

ROOT = Path(__file__).parent.parent


def run() -> list[tuple[str, str]]:
    figures = [(f"trilith check {name}", command(name)) for name in ("", "henge")]
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


def command(*games: str) -> str:
    words = [sys.executable, "-m", "generator.cli", "check", *filter(None, games)]
    start = time.perf_counter()
    subprocess.run(words, cwd=ROOT, check=False, capture_output=True)
    return f"{time.perf_counter() - start:.2f} s"
