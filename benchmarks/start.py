"""How long short commands take, as ratios to the imports that none can do without.

Both sides are whole processes, run in turn; the least of each counts, in seconds of processor
time (a short command waits for nothing). ``--version`` is measured against the import of yaml,
jsonschema and jinja2, everything else against that of typer and rich.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

from generator.commands.registry import COMMANDS

ROOT = Path(__file__).parent.parent
ROUNDS = 7
DATA, TERMINAL = "import yaml, jsonschema, jinja2", "import typer, rich.console, rich.progress"
SHORT = (
    ("--version", DATA),
    ("--help", TERMINAL),
    *((f"{name} --help", TERMINAL) for name in COMMANDS),
    ("explain size-unknown", TERMINAL),
    ("rulings henge", TERMINAL),
)


def run() -> list[tuple[str, str]]:
    figures = []
    for words, beside in SHORT:
        ours, theirs = in_turn(["-m", "generator.start", *words.split()], ["-c", beside])
        figures.append((f"trilith {words}", f"{ours:.3f} s, {ours / theirs:.2f} times `{beside}`"))
    return figures


def in_turn(ours: list[str], theirs: list[str]) -> tuple[float, float]:
    """The least processor time of two processes of Python, in seconds."""
    times = [(taken(ours), taken(theirs)) for _ in range(ROUNDS)]
    return min(ours for ours, _ in times), min(theirs for _, theirs in times)


def taken(words: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], cwd=ROOT, check=False, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
