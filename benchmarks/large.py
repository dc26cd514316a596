"""How time and memory grow with the number of distinct cards of a deck.

Memory is that of all processes together at their worst moment, looked at every 50 ms: what each
has alone and its share of what several have (Linux); elsewhere that of the largest process.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from generator.starter import write_starter

ROOT = Path(__file__).parent.parent
SIZES = (500, 1000, 2000, 5000, 10_000)
"""Distinct cards; ascending, where only the peak memory of the largest process so far is known."""
_LOOK_S = 0.05


def run() -> list[tuple[str, str]]:
    figures = []
    for count in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            project = Path(folder)
            write_deck(project, count)
            seconds, worked, peak = print_cold(project)
        each = f"{seconds / count * 1000:.1f} ms a card ({worked / count * 1000:.1f} of processors)"
        figures.append(
            (
                f"print {count:,} distinct cards from cold",
                f"{seconds:.1f} s, {each}, {peak:.0f} MB at most",
            )
        )
    return figures


def write_deck(project: Path, count: int) -> None:
    """A project whose one deck has ``count`` cards, each with words of its own."""
    write_starter(project, "Fog")
    path = project / "components" / "fog" / "cards.yaml"
    head, _, _ = path.read_text(encoding="utf-8").partition("components:\n")
    cards = (
        f"  - id: card-{number}\n    name: Card {number}\n    cost: {number % 10}\n"
        f"    effects: [{{do: gain, what: coin, amount: {number % 9 + 1}}}]\n"
        for number in range(count)
    )
    path.write_text(head + "components:\n" + "".join(cards), encoding="utf-8")
    game = project / "components" / "fog" / "game.yaml"
    told = game.read_text(encoding="utf-8")
    game.write_text(told.replace("set: card, count: 30", f"set: card, count: {count}"), "utf-8")


def print_cold(project: Path) -> tuple[float, float, float]:
    """Seconds by the clock and of processors that a first print takes, and megabytes at most."""
    words = [sys.executable, "-m", "generator.cli", "print", "fog", "--project", str(project)]
    before, start, peak = _used(), time.perf_counter(), 0.0
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.DEVNULL) as printing:
        while printing.poll() is None:
            peak = max(peak, sum(map(_megabytes, _family(printing.pid))))
            time.sleep(_LOOK_S)
    if printing.returncode:
        raise subprocess.CalledProcessError(printing.returncode, words)
    seconds, after = time.perf_counter() - start, _used()
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, worked, peak or after.ru_maxrss / 1024


def _used() -> resource.struct_rusage:
    return resource.getrusage(resource.RUSAGE_CHILDREN)


def _family(process: int) -> list[int]:
    """A process and all that it started."""
    found = [process]
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):  # it has ended
            for child in path.read_text(encoding="ascii").split():
                found += _family(int(child))
    return found


def _megabytes(process: int) -> float:
    """What a process has in memory, a page that several have in equal parts."""
    with suppress(OSError):
        text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
        sizes = (line.split()[1] for line in text.splitlines() if line.startswith("Pss:"))
        return sum(map(int, sizes)) / 1024
    return 0.0
