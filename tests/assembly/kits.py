"""Kits as a user gets them from the command line, and what they should hold."""

import json
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import product
from pathlib import Path

from assembly.reading import Face, Gallery

LAYOUTS = (
    "auto", "3x3", "4x2", "2x2", "2x3", "4x4", "gutterfold", "punchboard", "single", "cutter",
)  # fmt: skip
MORE = {"auto": ("--tuck-boxes",), "cutter": ("--tuck-boxes", "--cut", "svg")}
"""What else some layouts are printed with."""
PAPERS, FLIPS = ("a4", "letter"), ("long", "short")


class GameOfKits:
    """A game of a project: pictures of its faces, how many of each piece, and its kits."""

    def __init__(self, project, game, work):
        self.project, self.game, self.work = project, game, work / game
        for name, more in (("faces", ["--bleed"]), ("trim", [])):
            self._run("pictures", game, "--out", self.work / name, *more)
        faces = self.work / "faces" / game / "faces"
        trims = self.work / "trim" / game / "faces"
        found = {
            path.stem: Face(path, trims / path.relative_to(faces)) for path in faces.glob("*/*.png")
        }
        self.gallery = Gallery(found.values())
        self.names = {face.key: name for name, face in found.items()}
        listed = json.loads(self._run("list", game, "--all", "--format", "json"))
        self.wanted = Counter()
        for one in listed:
            front, back = (found.get(f"{one['id']}-{side}") for side in ("front", "back"))
            if front.path.parent.name != "board":
                self.wanted[front.key, back and back.key] += one["copies"]

    def print_kit(self, paper="a4", layout="auto", flip="long", *more):
        """Print it and return its folder; None where the paper does not take the layout."""
        words = ["--paper", paper, "--layout", layout, "--flip", flip, *more]
        out = self.work / "kit"
        try:
            self._run("print", self.game, "--out", out, *words)
        except subprocess.CalledProcessError as error:
            if error.returncode != 1 or "print-layout" not in error.stderr + error.stdout:
                raise
            return None
        return out / self.game / "print" / paper

    def _run(self, *words):
        trilith = Path(sys.executable).with_name("trilith")
        done = subprocess.run(
            [trilith, *map(str, words)],
            cwd=self.project,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout


def ways_of_printing(layouts=(), papers=(), flips=()):
    """Every paper with every layout, the usual one with both flips, others with either in turn."""
    for paper, layout, flip in product(papers or PAPERS, layouts or LAYOUTS, flips or FLIPS):
        turn = (PAPERS.index(paper) + LAYOUTS.index(layout)) % 2
        if flips or layout == "auto" or flip == FLIPS[turn]:
            yield paper, layout, flip, *MORE.get(layout, ())


def sheets_of(folder):
    """What tells a kit from others that are printed just so: the bytes of its sheets."""
    sheets = (path for path in sorted(folder.glob("*.pdf")) if path.stem != "cover")
    return tuple(sha256(path.read_bytes()).hexdigest() for path in sheets)
