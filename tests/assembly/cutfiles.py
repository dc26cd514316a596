"""Files for cutting machines: that they cut where the marks say, and nowhere else."""

import re

import numpy as np
from assembly.pieces import NEAR


class CutFiles:
    """The cut files of a print file: for each sheet the boxes of its marks and of its cuts."""

    def __init__(self, folder, name):
        self.marks, self.cuts = {}, {}
        for path in folder.glob(f"{name}-cut-*.svg"):
            text = path.read_text(encoding="utf-8")
            title, high = (re.search(words, text)[1] for words in TOLD)
            for number in map(int, re.findall(r"\d+", title)):
                for part, kept in (("registration", self.marks), ("cut", self.cuts)):
                    kept[number - 1] = list(_boxes(text, part, float(high)))

    def faults(self, sheets):
        """What is wrong: ``sheets`` are fronts with the boxes that their marks and lines show."""
        for at, (sheet, boxes) in enumerate(sheets):
            cuts, marks = self.cuts.get(at, []), self.marks.get(at, [])
            for box in boxes:
                if not any(np.abs(np.subtract(box, cut)).max() < NEAR for cut in cuts):
                    yield "a piece that is not cut"
            if len(marks) != 3 or not all(_is_marked(sheet, mark) for mark in marks):
                yield "no mark where the machine looks for one"


TOLD = r"<title>.*?, sheets? (.*?)</title>", r'height="([\d.]+)mm"'
"""Which sheets a file is for, and how high they are."""


def _is_marked(sheet, mark):
    """Whether a sheet is black in the corner of a mark that is nearest to its own."""
    left, low, right, top = mark
    x = left + 0.4 if left < sheet.width / 2 else right - 0.4
    y = low + 0.4 if low < sheet.height / 2 else top - 0.4
    return sheet.look(np.array([(x, y)])).max() < 60


def _boxes(text, part, high):
    """The boxes around the closed lines of a group (mm from the bottom left)."""
    group = re.search(f'<g id="{part}".*?</g>', text, re.DOTALL)
    for line in re.findall(r' d="([^"]*)"', group[0]) if group else ():
        ends = [words.split()[-2:] for words in re.findall(r"[MLA]([^MLAZ]+)", line)]
        points = np.array(ends, float) * (1, -1) + (0, high)
        yield (*points.min(axis=0), *points.max(axis=0))
