"""How time and memory grow with the number of distinct cards of a deck."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from generator.starter import write_starter

ROOT = Path(__file__).parent.parent
SIZES = (500, 1000, 2000, 5000)
"""Distinct cards; ascending, for the peak memory of child processes is that of the largest."""


def run() -> list[tuple[str, str]]:
    figures = []
    for count in SIZES:
        with tempfile.TemporaryDirectory() as folder:
            project = Path(folder)
            write_deck(project, count)
            seconds = print_cold(project)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        figures.append(
            (
                f"print {count:,} distinct cards from cold",
                f"{seconds:.1f} s, {seconds / count * 1000:.1f} ms a card, {peak:.0f} MB at most",
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


def print_cold(project: Path) -> float:
    """Seconds that a first print takes, in a process of its own."""
    words = [sys.executable, "-m", "generator.cli", "print", "fog", "--project", str(project)]
    start = time.perf_counter()
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    return time.perf_counter() - start
