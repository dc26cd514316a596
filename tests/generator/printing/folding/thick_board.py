"""Where folds and cuts fall with board of 1 and 2 mm, beside the lines that are drawn.

docs/folding.md shows it; tests hold its tables to these rows. Lengths in mm.

The print is outside and is the hinge: it keeps its length. Board is glued on behind it, panel by
panel. Where two boards meet at an inner angle, each ends where their inner faces meet, which is its
thickness divided by the tangent of half the angle before the fold; a board that meets paper alone
stands on it.
"""

import math
from dataclasses import dataclass
from itertools import pairwise

from shippedfaces import shipped_faces
from shippedgames import ROOT

from generator.drawing.cutlines import cut_lines
from generator.printing.documents import block_depth_mm
from generator.printing.folding import Identity, block, flat, foot_mm, gutterfold, tent
from generator.printing.imposition import Drawing
from generator.printing.papers import layouts

BOARDS = (1.0, 2.0)
WHO = Identity("piece", "deck")


def docs(name):
    """What a file of docs says."""
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Panel:
    """A flat part of a strip: where it begins and ends on the sheet, and whether board backs it.

    ``angle`` is the inner angle (degrees) at its end, to the next panel.
    """

    name: str
    start: float
    end: float
    angle: float
    backed: bool = True


@dataclass(frozen=True)
class Model:
    """A kind of folded piece: its panels in order along the strip; ``closed`` if ends meet."""

    name: str
    panels: tuple[Panel, ...]
    closed: bool = False

    def folds(self):
        """Where it is folded along the strip."""
        return [panel.end for panel in self.panels[:-1]]

    def boards(self, thickness):
        """What is cut of board for each backed panel: from where to where along the strip."""
        found = []
        for number, panel in enumerate(self.panels):
            if panel.backed:
                before = self._cutback(number - 1, number, thickness)
                after = self._cutback(number, number + 1, thickness)
                found.append((panel.start + before, panel.end - after))
        return found

    def _cutback(self, one, other, thickness):
        """How far board ends before the fold between two panels."""
        count = len(self.panels)
        angle = self.panels[one % count].angle
        if not self.closed and (one < 0 or other == count):
            return 0.0
        # A tab lies behind the panel that it is glued to, so its corner is that panel's own.
        both = self.panels[one % count].backed and self.panels[other % count].backed
        if both or self.closed:
            return thickness / math.tan(math.radians(angle / 2))
        return max(0.0, thickness / math.tan(math.radians(angle)))


def coin(board):
    """The strip of a gutterfold, cut through a coin of 25 mm, as it is drawn for ``board``."""
    front = Drawing("front", 25, 25, 3)
    layout = layouts()["gutterfold"]
    piece = gutterfold(flat(WHO, front, front), layout.fold_gap_mm, board)
    edges = [0.0, *piece.creases, piece.height]
    names = ["front", "spine", "back"] if board else ["front", "back"]
    return Model(
        "gutterfold",
        tuple(
            Panel(name, start, end, 90 if board else 0, backed=False)
            for name, (start, end) in zip(names, pairwise(edges), strict=True)
        ),
    )


def standee():
    """A standee of 24 x 44 mm: foot, front, back, foot."""
    front = Drawing("front", 24, 44, 3)
    piece = tent(WHO, front, front)
    edges = [0.0, *(score.points[0][1] for score in piece.scores), piece.height]
    top = 2 * math.degrees(math.asin(foot_mm(44) / 2 / 44))
    base = (180 - top) / 2
    rows = (("foot", base, False), ("front", top, True), ("back", base, True), ("foot", 0, False))
    return Model("standee", tuple(_panels(edges, rows)))


def stone():
    """A large upright of 18 x 30 mm: tab, base, front, top, back."""
    front = Drawing("front", 18, 30, 3)
    piece = block(WHO, front, front, block_depth_mm(front))
    edges = [0.0, *(score.points[0][1] for score in piece.scores), piece.height]
    names = (("tab", False), ("base", True), ("front", True), ("top", True), ("back", True))
    rows = [(name, 90.0, backed) for name, backed in names]
    return Model("stone", tuple(_panels(edges, rows)), closed=True)


def capstone(scores, cut):
    """The net of a capstone, through its middle from the top: side, top, side, base, tab."""
    level = {a[1] for a, b in scores if a[1] == b[1]}
    edges = sorted({min(y for _, y in cut), *level, max(y for _, y in cut)})
    rows = [(name, 90.0, name != "tab") for name in ("side", "top", "side", "base", "tab")]
    return Model("capstone", tuple(_panels(edges, rows)), closed=True)


def _panels(edges, rows):
    for (name, angle, backed), (start, end) in zip(rows, pairwise(edges), strict=True):
        yield Panel(name, start, end, angle, backed)


def models():
    """The kinds that are folded but for gutterfolds, as they are drawn."""
    pairs, _ = shipped_faces("stonehenge")
    lines = cut_lines(next(pair.front for pair in pairs if "capstone" in pair.component))
    return [standee(), stone(), capstone(lines.scores, lines.cut)]


def folded(model):
    """The print as a line, seen from the end."""
    # A standee begins with its foot, along the table; other pieces with a side.
    x, y, heading = 0.0, 0.0, math.radians(180 if model.name == "standee" else 90)
    line = [(x, y)]
    for panel in model.panels:
        length = panel.end - panel.start
        x, y = x + math.cos(heading) * length, y + math.sin(heading) * length
        line.append((x, y))
        heading -= math.radians(180 - panel.angle)
    return line


def registration_error(creases, board):
    """How far a back can come to lie from its front, folded about ``creases`` around ``board``.

    The paper goes about the board's edge; what of its thickness the creases do not hold in place
    may go to either side.
    """
    return abs(board - (creases[-1] - creases[0]))


def gutterfold_row(drawn, board):
    """A line of the table of gutterfolds, drawn for one board and folded around another."""
    creases = coin(drawn).folds()
    needed = [creases[0], creases[0] + board] if board else [creases[0]]
    words = f"{board:g} mm" if board else "none"
    option = f", `--board {drawn:g}`" if drawn else ""
    error = registration_error(creases, board)
    return f"| {words}{option} | {numbers(creases)} | {numbers(needed)} | {error:.1f} mm |"


def panel_rows(model):
    """The lines of a piece's table, and where it is folded."""
    yield f"Folds are drawn at {numbers(model.folds())}, and needed there."
    backed = [panel for panel in model.panels if panel.backed]
    for panel, *spans in zip(backed, *(model.boards(board) for board in BOARDS), strict=True):
        cells = (f"{start:.1f} to {end:.1f}" for start, end in ((panel.start, panel.end), *spans))
        yield f"| {panel.name} | {' | '.join(cells)} |"


def numbers(values):
    return ", ".join(f"{value:.1f}" for value in values)
