"""How long publishing takes from cold, how big it is, and how fast a browser searches the site.

The time of a search is that of the handler that runs at each key, and of style and layout after
it, until the page could be painted: what a reader waits for while typing.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.large import write_deck

ROOT = Path(__file__).parent.parent
CARDS = 5000
WORDS = (
    "c",
    "ca",
    "car",
    "card",
    "card 4",
    "card 42",
    "card 421",
    "gain 7",
    "coins",
    "nothing",
    "",
)
_TYPE = """
const [words] = arguments, box = document.getElementById("q"), times = [];
for (const word of words) {
  const start = performance.now();
  box.value = word;
  box.dispatchEvent(new Event("input", {bubbles: true}));
  document.body.getBoundingClientRect();
  times.push(performance.now() - start);
}
return times;
"""


def run() -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        figures = _henge(Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        figures += _searched(Path(folder))
    return figures


def _henge(out: Path) -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as project:
        for name in ("components", "templates"):
            shutil.copytree(ROOT / name, Path(project) / name)
        seconds = _published("henge", Path(project), out)
    sizes = {
        folder.name: sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        for folder in sorted((out / "henge" / "publish").iterdir())
        if folder.is_dir()
    }
    return [
        ("trilith publish henge, a new process and no cache", f"{seconds:.2f} s"),
        *((f"henge: size of the {name}", f"{size / 1e6:.2f} MB") for name, size in sizes.items()),
    ]


def _searched(project: Path) -> list[tuple[str, str]]:
    write_deck(project, CARDS)
    seconds = _published("fog", project, project / "output", "--as", "site")
    site = project / "output" / "fog" / "publish" / "site"
    with _browser() as browser:
        start = time.perf_counter()
        browser.get((site / "index.html").as_uri())
        opened = time.perf_counter() - start
        times = [one for _ in range(5) for one in browser.execute_script(_TYPE, WORDS)]
    size = (site / "index.html").stat().st_size / 1e6
    return [
        (f"site of {CARDS:,} cards, a new process and no cache", f"{seconds:.1f} s"),
        (f"its gallery ({size:.1f} MB) opened in Chromium", f"{opened:.2f} s"),
        (
            f"a key typed in its search ({len(times)} keys)",
            f"{statistics.median(times):.1f} ms, {max(times):.1f} ms at most",
        ),
    ]


def _published(game: str, project: Path, out: Path, *more: str) -> float:
    words = ["publish", game, "--project", str(project), "--out", str(out), *more]
    start = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "generator.cli", *words], cwd=ROOT, check=True, capture_output=True
    )
    return time.perf_counter() - start


@contextmanager
def _browser() -> Iterator[Any]:
    sys.path.insert(0, str(ROOT / "tests"))
    from chromium import chromium

    with chromium() as browser:
        yield browser
