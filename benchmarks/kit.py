"""How long a whole print kit takes from cold, and how big its files are."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run() -> list[tuple[str, str]]:
    figures = []
    for game in ("henge", "stonehenge"):
        with tempfile.TemporaryDirectory() as folder:
            seconds = _printed(game, Path(folder))
            figures.append((f"trilith print {game}, a new process", f"{seconds:.2f} s"))
            files = sorted(Path(folder).rglob("*.pdf"))
            cards = next(path for path in files if path.name == "cards.pdf").stat().st_size
            whole = sum(path.stat().st_size for path in files)
            figures.append((f"{game}: size of cards.pdf", f"{cards / 1e6:.2f} MB"))
            figures.append((f"{game}: size of {len(files)} PDFs", f"{whole / 1e6:.2f} MB"))
    return figures


def _printed(game: str, out: Path) -> float:
    command = [sys.executable, "-m", "generator.cli", "print", game, "--out", str(out)]
    start = time.perf_counter()
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return time.perf_counter() - start
