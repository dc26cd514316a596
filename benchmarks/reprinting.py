"""How long ``trilith print henge`` takes: cold, with nothing changed, and after one edit."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run() -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder)
        for name in ("components", "templates"):
            shutil.copytree(ROOT / name, project / name)
        cold, again, unchanged = (command(project) for _ in range(3))
        edited = min(edit_and_print(project, number) for number in range(3))
        pdf = project / "output" / "henge" / "print" / "a4" / "cards.pdf"
        size = pdf.stat().st_size
    return [
        ("the whole Henge kit from cold", f"{cold:.2f} s"),
        ("again, nothing changed", f"{min(again, unchanged):.2f} s"),
        ("again, one card edited", f"{edited:.2f} s"),
        ("the card PDF", f"{size / 1e6:.2f} MB"),
    ]


def edit_and_print(project: Path, number: int) -> float:
    path = project / "components" / "henge" / "luck.yaml"
    lines = path.read_text(encoding="utf-8").splitlines()
    row = next(n for n, line in enumerate(lines) if line.strip().startswith("name: Long Ropes"))
    lines[row] = f"    name: Long Ropes {number}"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return command(project)


def command(project: Path) -> float:
    words = [sys.executable, "-m", "generator.cli", "print", "henge", "--project", str(project)]
    start = time.perf_counter()
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    return time.perf_counter() - start
