"""The same 160 cards by trilith from cold, by protograf, and by Squib where somebody has it.

Poker cards on A4 with crop marks: a ground, a band with a title, words that are wrapped, a disc
with a number, and a plain back (Squib makes fronts alone). The decks stand in ``_peers``.
protograf gets an environment of its own in the user's cache, which pip fills when it is first asked
for. All run in turn, in a new folder each time; the least time of each counts.
"""

from __future__ import annotations

import csv
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
DECKS = Path(__file__).parent / "_peers"
PROTOGRAF = "protograf==0.5.2"
"""Newer versions want Python 3.13 (https://pypi.org/project/protograf/)."""
COUNT = 160
ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Peer:
    """A way to make the deck: what lays it into a folder, and the command that is run there."""

    name: str
    lay: Callable[[Path], None]
    command: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """Seconds by the clock and of processors, and bytes of what was made."""

    seconds: float
    worked: float
    size: int


def run() -> list[tuple[str, str]]:
    peers, left_out = [_trilith()], []
    for name, peer in (("protograf", _protograf()), ("Squib", _squib())):
        if isinstance(peer, Peer):
            peers.append(peer)
        else:
            left_out.append((f"{name}: not run", peer))
    rounds = [[_made(peer) for peer in peers] for _ in range(ROUNDS)]
    best = [_least(made) for made in zip(*rounds, strict=True)]
    return [*(_told(peer, one, best[0]) for peer, one in zip(peers, best, strict=True)), *left_out]


def _told(peer: Peer, made: Made, ours: Made) -> tuple[str, str]:
    ratio = "" if made is ours else f", {made.seconds / ours.seconds:.2f} times trilith"
    worked = f"{made.worked:.2f} s of processors, {made.size / 1e6:.2f} MB"
    return f"{COUNT} cards with {peer.name}", f"{made.seconds:.2f} s{ratio}; {worked}"


def _least(made: tuple[Made, ...]) -> Made:
    return Made(min(m.seconds for m in made), min(m.worked for m in made), made[-1].size)


def _made(peer: Peer) -> Made:
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        peer.lay(home)
        before, start = _processors(), time.perf_counter()
        subprocess.run(peer.command, cwd=home, check=True, capture_output=True)
        seconds, worked = time.perf_counter() - start, _processors() - before
        pdfs = [path for path in home.rglob("*.pdf") if path.name in ("cards.pdf", "deck.pdf")]
        return Made(seconds, worked, sum(path.stat().st_size for path in pdfs))


def _processors() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _trilith() -> Peer:
    def lay(home: Path) -> None:
        shutil.copytree(DECKS / "trilith", home, dirs_exist_ok=True)
        _write_cards(home / "components" / "peers" / "cards.csv")

    start = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from generator.start import main; main()"
    )
    return Peer("trilith, from cold", lay, (sys.executable, "-c", start, "print", "peers"))


def _protograf() -> Peer | str:
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    home = cache / "trilith-benchmarks" / PROTOGRAF.replace("==", "-")
    python = home / ("Scripts" if os.name == "nt" else "bin") / "python"
    steps = (
        [sys.executable, "-m", "venv", "--clear", str(home)],
        [str(python), "-m", "pip", "install", "--quiet", PROTOGRAF],
    )
    knows = [str(python), "-c", "import protograf"]
    if not python.exists() or subprocess.run(knows, check=False, capture_output=True).returncode:
        for step in steps:
            done = subprocess.run(step, check=False, capture_output=True, text=True)
            if done.returncode:
                return f"cannot be installed: {done.stderr.strip().splitlines()[-1:]}"
    return Peer(PROTOGRAF, _with_script("deck_protograf.py"), (str(python), "deck_protograf.py"))


def _squib() -> Peer | str:
    ruby = shutil.which("ruby")
    if ruby is None:
        return "there is no ruby on the path"
    if subprocess.run([ruby, "-e", "require 'squib'"], check=False, capture_output=True).returncode:
        return "this ruby has no squib: gem install squib"
    return Peer("Squib", _with_script("deck_squib.rb"), (ruby, "deck_squib.rb"))


def _with_script(name: str) -> Callable[[Path], None]:
    def lay(home: Path) -> None:
        shutil.copy(DECKS / name, home)
        _write_cards(home / "cards.csv")

    return lay


def _write_cards(path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        sheet = csv.writer(file)
        sheet.writerow(("id", "name", "cost", "text"))
        for n in range(COUNT):
            words = f"Take {n % 7 + 1} lanterns from the supply, then move one of your boats"
            sheet.writerow(
                (f"card-{n}", f"Stone {n}", n % 10, f"{words} to any harbour next to card {n}.")
            )
