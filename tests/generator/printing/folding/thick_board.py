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
    """A flat part of a strip: where it begins and ends on the sheet.

    ``angle`` is the inner angle (degrees) at its end, to the next panel.
    """

    name: str
    start: float
    end: float
    angle: float

    @property
    def backed(self):
        """Tell whether board is glued behind it."""
        return self.name not in ("foot", "tab")


class Model:
    """A kind of folded piece: its panels in order along the strip; ``closed`` if ends meet."""

    def __init__(self, name, edges, names, angles=None):
        self.name = name
        self.closed = angles is None
        spans = zip(names.split(), pairwise(edges), angles or [90] * (len(edges) - 1), strict=True)
        self.panels = [Panel(name, start, end, angle) for name, (start, end), angle in spans]

    def folds(self):
        """Where it is folded along the strip."""
        return [panel.end for panel in self.panels[:-1]]

    def boards(self, thickness):
        """What is cut of board for each backed panel: from where to where along the strip."""
        return [
            (
                panel.start + self._cutback(number - 1, number, thickness),
                panel.end - self._cutback(number, number + 1, thickness),
            )
            for number, panel in enumerate(self.panels)
            if panel.backed
        ]

    def _cutback(self, one, other, thickness):
        """How far board ends before the fold between two panels."""
        count = len(self.panels)
        angle = math.radians(self.panels[one % count].angle)
        if not self.closed and (one < 0 or other == count):
            return 0.0
        # A tab lies behind the panel that it is glued to, so its corner is that panel's own.
        both = self.panels[one % count].backed and self.panels[other % count].backed
        if both or self.closed:
            return thickness / math.tan(angle / 2)
        return max(0.0, thickness / math.tan(angle))


def coin(board):
    """The strip of a gutterfold, cut through a coin of 25 mm, as it is drawn for ``board``."""
    front = Drawing("front", 25, 25, 3)
    piece = gutterfold(flat(WHO, front, front), layouts()["gutterfold"].fold_gap_mm, board)
    names, angles = ("front spine back", [90] * 3) if board else ("front back", [0] * 2)
    return Model("gutterfold", [0.0, *piece.creases, piece.height], names, angles)


def standee():
    """A standee of 24 x 44 mm."""
    front = Drawing("front", 24, 44, 3)
    top = 2 * math.degrees(math.asin(foot_mm(44) / 2 / 44))
    base = (180 - top) / 2
    edges = _scored(tent(WHO, front, front))
    return Model("standee", edges, "foot front back foot", [base, top, base, 0])


def stone():
    """A large upright of 18 x 30 mm."""
    front = Drawing("front", 18, 30, 3)
    edges = _scored(block(WHO, front, front, block_depth_mm(front)))
    return Model("stone", edges, "tab base front top back")


def _scored(piece):
    return [0.0, *(score.points[0][1] for score in piece.scores), piece.height]


def capstone(scores, cut):
    """The net of a capstone, through its middle from the top."""
    level = {a[1] for a, b in scores if a[1] == b[1]}
    edges = sorted({min(y for _, y in cut), *level, max(y for _, y in cut)})
    return Model("capstone", edges, "side top side base tab")


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
