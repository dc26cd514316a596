"""Where folds and cuts fall with board of 1 and 2 mm, beside the lines that are drawn.

``python tests/generator/printing/folding/thick_board.py`` writes docs/folding.md and its picture;
the tests beside it hold both to the code that lays the sheets. Lengths in mm.

The print is outside and is the hinge: it keeps its length. Board is glued on behind it, panel by
panel. Where two boards meet at an inner angle, each ends where their inner faces meet, which is its
thickness divided by the tangent of half the angle before the fold; a board that meets paper alone
stands on it.
"""

import math
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from net_page import nets_picture, nets_section

from generator.drawing.cutlines import cut_lines
from generator.printing.documents import block_depth_mm
from generator.printing.folding import Identity, block, flat, foot_mm, gutterfold, tent
from generator.printing.imposition import Drawing
from generator.printing.papers import layouts

DOCS = Path(__file__).resolve().parents[4] / "docs"
BOARDS = (1.0, 2.0)
WHO = Identity("piece", "deck")


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
        return [round(panel.end, 2) for panel in self.panels[:-1]]

    def boards(self, thickness):
        """What is cut of board for each backed panel: from where to where along the strip."""
        found = []
        for number, panel in enumerate(self.panels):
            if panel.backed:
                before = self._cutback(number - 1, number, thickness)
                after = self._cutback(number, number + 1, thickness)
                found.append(
                    (panel.name, round(panel.start + before, 2), round(panel.end - after, 2))
                )
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
    from shippedfaces import shipped_faces

    pairs, _ = shipped_faces("stonehenge")
    lines = cut_lines(next(pair.front for pair in pairs if "capstone" in pair.component))
    assert lines is not None
    return [standee(), stone(), capstone(lines.scores, lines.cut)]


def folded(model, thickness):
    """The print as a line, seen from the end, and the boards behind it (to its right)."""
    # A standee begins with its foot, along the table; other pieces with a side.
    x, y, heading = 0.0, 0.0, math.radians(180 if model.name == "standee" else 90)
    line, boards = [(x, y)], []
    cuts = {(name, start): (start, end) for name, start, end in model.boards(thickness)}
    spans = iter(cuts.values())
    for panel in model.panels:
        along, right = (math.cos(heading), math.sin(heading)), heading - math.pi / 2
        inward = (math.cos(right) * thickness, math.sin(right) * thickness)
        if panel.backed:
            start, end = (at - panel.start for at in next(spans))
            low = (x + along[0] * start, y + along[1] * start)
            high = (x + along[0] * end, y + along[1] * end)
            behind = [tuple(map(sum, zip(at, inward, strict=True))) for at in (high, low)]
            boards.append((low, high, *behind))
        length = panel.end - panel.start
        x, y = x + along[0] * length, y + along[1] * length
        line.append((x, y))
        heading -= math.radians(180 - panel.angle)
    return line, boards


def registration_error(creases, board):
    """How far a back can come to lie from its front, folded about ``creases`` around ``board``.

    The paper goes about the board's edge; what of its thickness the creases do not hold in place
    may go to either side.
    """
    return abs(board - (creases[-1] - creases[0]))


# What follows writes the page and its picture.

FLAT = 0.42
"""Scale of the flat strips in the picture; what is seen from the end is at full size."""
ROWS_MM = {"gutterfold": 46, "standee": 70, "stone": 56, "capstone": 40}
COLOURS = {"print": "#7a5534", "board": "#d9cdb2", "fold": "#a4412a", "ink": "#2a241e"}


def page():
    """The text of docs/folding.md."""
    parts = [_HEAD, _gutterfold_table(), _MIDDLE]
    parts += [_table(model) for model in models()]
    return "\n".join([*parts, _TAIL]) + nets_section()


def _gutterfold_table():
    rows = ["| board | creases drawn at | creases needed at | back off its front, at most |"]
    rows += ["|---|---|---|---|"]
    for drawn, board in ((0.0, 0.0), (0.0, 1.0), (0.0, 2.0), (1.0, 1.0), (2.0, 2.0), (2.0, 1.0)):
        creases = coin(drawn).folds()
        needed = [creases[0], creases[0] + board] if board else [creases[0]]
        error = registration_error(creases, board)
        words = f"{board:g} mm" if board else "none"
        option = f", `--board {drawn:g}`" if drawn else ""
        rows.append(
            f"| {words}{option} | {_numbers(creases)} | {_numbers(needed)} | {error:.1f} mm |"
        )
    return "\n".join(rows)


def _table(model):
    folds = _numbers(model.folds())
    rows = [f"**{_TITLES[model.name]}** Folds are drawn at {folds}, and needed there.\n"]
    rows += [
        "| board behind | panel | with 1 mm from, to | with 2 mm from, to |",
        "|---|---|---|---|",
    ]
    one, two = (model.boards(board) for board in BOARDS)
    backed = [panel for panel in model.panels if panel.backed]
    for panel, (_, a, b), (_, c, d) in zip(backed, one, two, strict=True):
        whole = f"{panel.start:.1f} to {panel.end:.1f}"
        rows.append(f"| {panel.name} | {whole} | {a:.1f} to {b:.1f} | {c:.1f} to {d:.1f} |")
    return "\n".join(rows) + "\n"


def _numbers(values):
    return ", ".join(f"{value:.1f}" for value in values)


def picture():
    """The picture of docs/folding.md: each kind seen from its end, on paper and on board."""
    kinds = [[coin(board) for board in (0.0, *BOARDS)], *([model] * 3 for model in models())]
    parts = []
    y = 14.0
    for kind in kinds:
        parts.append(_text(14, y + ROWS_MM[kind[0].name] / 2 - 4, kind[0].name))
        for column, (model, board) in enumerate(zip(kind, (0.0, *BOARDS), strict=True)):
            place = f"translate({30 + column * 62} {y:g})"
            parts.append(f'<g transform="{place}">{_cell(model, board)}</g>')
        y += ROWS_MM[kind[0].name]
    heads = ("as drawn, on paper alone", "1 mm board", "2 mm board")
    parts += [_text(55 + 62 * column, 7, words) for column, words in enumerate(heads)]
    size = f'width="216mm" height="{y:g}mm" viewBox="0 0 216 {y:g}"'
    ground = f'<rect width="216" height="{y:g}" fill="#ffffff"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
    return "\n".join([svg, ground, *parts, "</svg>\n"])


def _flat(model, board):
    """The strip as it is printed, with its folds, and the board that is glued behind it."""
    start, end = model.panels[0].start * FLAT, model.panels[-1].end * FLAT
    boards = model.boards(board) if board else []
    parts = [
        f'<rect x="{a * FLAT:.2f}" y="1.4" width="{(b - a) * FLAT:.2f}" height="4.2" '
        f'fill="{COLOURS["board"]}"/>'
        for _, a, b in boards
    ]
    whole = f'x="{start:.2f}" y="0" width="{end - start:.2f}" height="7"'
    parts.append(f'<rect {whole} fill="none" {_STROKE}/>')
    for fold in model.folds():
        at = f'x1="{fold * FLAT:.2f}" y1="-1.5" x2="{fold * FLAT:.2f}" y2="8.5"'
        dashes = 'stroke-width=".35" stroke-dasharray="1.2 .8"'
        parts.append(f'<line {at} stroke="{COLOURS["fold"]}" {dashes}/>')
    return "".join(parts)


def _cell(model, board):
    """A piece seen from its end, and its strip under it."""
    if model.name == "gutterfold":
        seen, high = _gutterfold_seen(model, board)
    else:
        seen, high = _seen(model, board)
    return f'{seen}<g transform="translate(0 {high + 5:.2f})">{_flat(model, board)}</g>'


def _seen(model, board):
    line, boards = folded(model, board)
    left, top = min(x for x, _ in line), max(y for _, y in line)

    def at(point):
        return f"{point[0] - left + 6:.2f},{top - point[1]:.2f}"

    parts = [_polygon(map(at, corners)) for corners in boards if board]
    parts.append(f'<polyline points="{" ".join(map(at, line))}" fill="none" {_STROKE}/>')
    for point in line[1:-1]:
        x, y = at(point).split(",")
        parts.append(f'<circle cx="{x}" cy="{y}" r=".8" {_DOT}/>')
    return "".join(parts), top - min(y for _, y in line)


def _gutterfold_seen(model, board):
    """The strip about its board, its end to the right; the board is drawn five times as thick."""
    thick, end = 5 * max(board, 0.3), 4 + model.panels[0].end
    fill = COLOURS["board"]
    parts = []
    if board:
        parts.append(
            f'<rect x="4" y="0" width="{end - 5:.1f}" height="{thick:.1f}" fill="{fill}"/>'
        )
    parts.append(f'<path d="M4 0H{end:.1f}V{thick:.1f}H4" fill="none" {_STROKE}/>')
    for y in (0.0, thick) if board else (thick / 2,):
        parts.append(f'<circle cx="{end:.1f}" cy="{y:.1f}" r=".8" {_DOT}/>')
    folds = ", ".join(f"{fold:.0f}" for fold in model.folds())
    parts.append(_text(4 + model.panels[0].end / 2, thick + 6, f"creases at {folds} mm"))
    return "".join(parts), thick + 6


def _polygon(points):
    edge = 'stroke="#8d8472" stroke-width=".15"'
    return f'<polygon points="{" ".join(points)}" fill="{COLOURS["board"]}" {edge}/>'


def _text(x, y, words):
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="4" text-anchor="middle" '
        f'fill="{COLOURS["ink"]}">{words}</text>'
    )


_STROKE = f'stroke="{COLOURS["print"]}" stroke-width=".5"'
_DOT = f'fill="{COLOURS["fold"]}"'
_TITLES = {
    "standee": "Standee of 24 x 44 mm.",
    "stone": "Stone, a large upright of 18 x 30 mm.",
    "capstone": "Paper model, the capstone of a trilithon, through its middle from top to bottom.",
}
_HEAD = """# Folding around board

Where folds and cuts fall when what is folded is backed with board of 1 or 2 mm, beside the lines
that are drawn. The print is outside and keeps its length; lengths are in mm along the strip, from
its lower end (paper models: from the top of the drawing). Paper of 0.2 mm adds about as much at a
fold, which is less than a hand folds by. The figures and the picture are made from the code that
lays the sheets, by `python tests/generator/printing/folding/thick_board.py`.

![Each kind seen from its end, on paper alone and with board](folding.svg)

## Gutterfold: board between front and back

A coin of 25 mm with 3 mm of bleed. With one crease the edge of the board takes its thickness from
one side or the other, nobody knows which: the back may lie that far from its front. Two creases,
as far apart as the board is thick, leave it no choice. A strip is cut from the front; the cut goes
through the back at the same place, so that the back's edge is off by the same length.
"""
_MIDDLE = """
One crease around 2 mm can show white at a back whose bleed was narrowed to 1.5 mm; so give
`--board` the thickness that you have.

## Board behind each panel

Folds stay where they are drawn, for the print is the hinge. Board is cut short of them, so that
inner faces just meet: by its own thickness where panels stand at right angles.
"""
_TAIL = """At the top of a standee front and back lean on each other at a sharp angle, and board has
to end far below the fold: card of up to 0.3 mm does better. In a stone and a paper model the tab is
glued behind its panel first, and the board over it.
"""


if __name__ == "__main__":
    import sys

    sys.path[:0] = [str(DOCS.parent / "tests"), str(DOCS.parent / "tests" / "generator")]
    (DOCS / "folding.md").write_text(page(), encoding="utf-8")
    (DOCS / "folding.svg").write_text(picture(), encoding="utf-8")
    (DOCS / "nets.svg").write_text(nets_picture(), encoding="utf-8")
