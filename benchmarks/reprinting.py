"""What Henge's kit, and its almanac with the site, take: cold, unchanged, and after one edit.

Seconds by the clock, and of the processor in the process and those that it starts: the latter mean
something on a busy machine as well. The least of three is told of whatever can be done again.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMMANDS = {
    "the kit of Henge": ("print", "henge"),
    "its almanac and site": ("publish", "henge", "--as", "almanac", "--as", "site"),
}
Taken = tuple[float, float]
"""Seconds by the clock, and of the processor."""


def run() -> list[tuple[str, str]]:
    figures = []
    for what, words in COMMANDS.items():
        with tempfile.TemporaryDirectory() as folder:
            project = Path(folder)
            for name in ("components", "templates"):
                shutil.copytree(ROOT / name, project / name)
            figures += [(f"{what}, {how}", told) for how, told in _measured(project, words)]
    return figures


def _measured(project: Path, words: tuple[str, ...]) -> list[tuple[str, str]]:
    def cold(number: int) -> None:
        for kept in ("kept", "output"):
            shutil.rmtree(project / kept, ignore_errors=True)

    return [
        ("from cold", _least(project, words, cold)),
        ("nothing changed", _least(project, words, lambda number: None)),
        ("one card edited", _least(project, words, lambda number: edit(project, number))),
    ]


def _least(project: Path, words: tuple[str, ...], before: Callable[[int], None]) -> str:
    taken = []
    for number in range(3):
        before(number)
        taken.append(command(project, words))
    wall, processor = (min(one) for one in zip(*taken, strict=True))
    return f"{wall:.2f} s, {processor:.2f} s of the processor"


def edit(project: Path, number: int) -> None:
    """Give a card of Henge another name."""
    path = project / "components" / "henge" / "luck.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    row = next(n for n, line in enumerate(lines) if line.strip().startswith("name: Long Ropes"))
    lines[row] = f"    name: Long Ropes {number}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def command(project: Path, words: tuple[str, ...]) -> Taken:
    """What a command takes in a process of its own."""
    whole = [sys.executable, "-m", "generator.cli", *words, "--project", str(project)]
    start, before = time.perf_counter(), _processor()
    around = {**os.environ, "XDG_CACHE_HOME": str(project / "kept")}
    subprocess.run(whole, cwd=ROOT, check=True, capture_output=True, env=around)
    return time.perf_counter() - start, _processor() - before


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
