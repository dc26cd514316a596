"""Crop marks, and the labels and captions beside pieces.

Labels lie in two strips, at the top and bottom of the page or (turned) at its sides,
whichever margin is wider, in the gaps between crop marks.

A mark runs on from an edge of a trim box, outside it, and stops before it reaches another
piece. Between two pieces it lies on their bleed, at the sheet's edge outside of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from generator.printing.geometry import (
    Caption,
    Circle,
    Paper,
    Path,
    Point,
    Rect,
    Shape,
    Style,
    line,
    map_shape,
)
from generator.printing.imposition import Outline, contour

BAND_MM = 2.6
"""Height of a strip: a line of 7 pt with its descenders."""

_BASELINE_MM = 0.65
"""Way from the foot of a strip to its baseline."""

SIZES_PT = (7.0, 6.5, 6.0, 5.5, 5.0)
RULERS_MM = (50, 30, 20)
PAD_MM = 1.2
APART_MM = 5.0


def label_shapes(
    head: Sequence[tuple[str, bool]],
    foot: Sequence[str],
    paper: Paper,
    block: Rect,
    marks: Sequence[Shape],
) -> tuple[Shape, ...]:
    """Lay a label in the margins around ``block`` (the bleeds of all pieces), clear of marks.

    ``head`` says what the sheet is, each text with whether it is bold, ``foot`` how to print it.
    """
    beside = min(block.x, paper.width_mm - block.right)
    above = min(block.y, paper.height_mm - block.top)
    if above >= beside or above >= paper.margin_mm + BAND_MM:
        return tuple(_upright(head, foot, paper, marks))
    # Lay the page on its side, its left edge up, and turn what was laid back again.
    lying = Paper(paper.id, paper.name, paper.height_mm, paper.width_mm, paper.margin_mm)
    lain = [map_shape(mark, lambda p: (p[1], paper.width_mm - p[0]), -90) for mark in marks]
    shapes = _upright(head, foot, lying, lain)
    return tuple(map_shape(shape, lambda p: (paper.width_mm - p[1], p[0]), 90) for shape in shapes)


def _upright(
    head: Sequence[tuple[str, bool]], foot: Sequence[str], paper: Paper, marks: Sequence[Shape]
) -> Iterator[Shape]:
    low, high = paper.margin_mm, paper.height_mm - paper.margin_mm - BAND_MM
    yield from _words(head, high + _BASELINE_MM, _gaps(paper, marks, high))
    yield from _ruler_in(foot, low + _BASELINE_MM, _gaps(paper, marks, low))


def _gaps(paper: Paper, marks: Sequence[Shape], low: float) -> list[tuple[float, float]]:
    """What marks leave free of the band of ``BAND_MM`` above ``low``: from where to where (mm)."""
    blocked = []
    for mark in marks:
        if isinstance(mark, Path):
            xs, ys = zip(*mark.points, strict=True)
            if min(ys) < low + BAND_MM and max(ys) > low:
                blocked.append((min(xs), max(xs)))
    gaps: list[tuple[float, float]] = []
    start = paper.margin_mm
    for left, right in sorted(blocked):
        if left - start > 2 * PAD_MM:
            gaps.append((start, left - PAD_MM))
        start = max(start, right + PAD_MM)
    return [*gaps, (start, paper.width_mm - paper.margin_mm)]


def _words(
    words: Sequence[tuple[str, bool]], baseline: float, gaps: Sequence[tuple[float, float]]
) -> list[Caption]:
    """Set the words one after another into the gaps, at the largest size that takes them all."""
    from generator.printing.sheet_fonts import text_width_mm

    for size in SIZES_PT:
        found: list[Caption] = []
        free = list(gaps)
        for text, bold in words:
            width = text_width_mm(text, size, bold)
            while free and free[0][1] - free[0][0] < width:
                free.pop(0)
            if not free:
                break
            left, right = free[0]
            found.append(Caption((left, baseline), text, size, Style.LABEL, bold=bold))
            free[0] = (left + width + APART_MM, right)
        else:
            break
    return found


def _ruler_in(
    how: Sequence[str], baseline: float, gaps: Sequence[tuple[float, float]]
) -> Iterator[Shape]:
    """A ruler in the first gap that takes it, then the words on how to print."""
    from generator.printing.sheet_fonts import text_width_mm

    plain = [(words, False) for words in how]
    for length in RULERS_MM:
        words = f"{length} mm"
        need = length + 1 + text_width_mm(words, 6.0, bold=False)
        for number, (left, right) in enumerate(gaps):
            if right - left >= need:
                yield from ruler(left, baseline - 0.4, length)
                yield Caption((left + length + 1, baseline), words, 6.0, Style.LABEL)
                rest = ((left + need + APART_MM, right), *gaps[number + 1 :])
                yield from _words(plain, baseline, rest)
                return
    yield from _words(plain, baseline, gaps)


def ruler(x: float, y: float, length: int) -> tuple[Path, ...]:
    """A ruler of ``length`` mm from ``x``: a tick each 10 mm, shorter ones each 5 mm."""
    ticks = [
        line(x + mm, y, x + mm, y + (2.0 if mm % 10 == 0 else 1.1), Style.RULER)
        for mm in range(0, length + 1, 5)
    ]
    return (line(x, y, x + length, y, Style.RULER), *ticks)


GAP_MM = 0.5
"""The least way between a mark and the trim box it belongs to."""

OUTLINES = ((Style.OUTLINE, 0.08), (Style.OUTLINE_LIGHT, 0.2))
"""How far outside the trim (mm) the middles of a cut outline's two lines lie, dark and white.

Each is 0.12 mm wide, so that one of them shows on any ground, and neither lies on the piece.
"""

SHORTEST_MM = 0.8
"""Shortest mark that is printed (own choice: it can be seen and cut along)."""

LEAST_MARK_MM = GAP_MM + SHORTEST_MM
"""Room that a mark takes outside of a trim, at least."""


class MarkMode(StrEnum):
    """Which crop marks are printed: at every piece, at the sheet's edges only, or none."""

    ALL = "all"
    EDGES = "edges"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """Which marks, how long and how wide (mm).

    With ``clear`` they keep off all of the bleed, and no line follows the edge of a piece: so on
    backs, which drift under fronts, where one cuts.
    """

    mode: MarkMode = MarkMode.ALL
    length_mm: float = 3.0
    width_mm: float = 0.15
    clear: bool = False

    @property
    def of_backs(self) -> MarkStyle:
        """The same marks where a drift of the backs brings none of them onto a piece."""
        mode = MarkMode.NONE if self.mode is MarkMode.NONE else MarkMode.EDGES
        return replace(self, mode=mode, clear=True)


def marks_for(outlines: Sequence[Outline], paper: Paper, style: MarkStyle) -> tuple[Shape, ...]:
    """Return the crop marks of rectangular pieces and the cut outlines of the others.

    Strips to fold are of many lengths, so that marks of one would lie on the next: they have
    outlines, too. The outline of a net is part of its face; pieces in a frame have lines of their
    own. One cuts from the front, so that what lies behind it has none.
    """
    if style.mode is MarkMode.NONE:
        return ()
    area = paper.printable
    # Marks that are clear keep off the bleed of other pieces as well.
    boxes = [(one.box, one.bleed if style.clear else 0.0) for one in outlines]
    loose = [outline for outline in outlines if not outline.nicks and not outline.behind]
    square = (one for one in loose if one.shape == "rect" and not one.is_strip)
    found = dict.fromkeys(m for one in square for m in _crop_marks(one, boxes, area, style))
    plain = () if style.clear else loose
    shaped = [one for one in plain if one.is_strip or one.shape not in ("rect", "net", "rim")]
    return (*found, *(line for outline in shaped for line in _outline(outline)))


def has_unmarked_cut(outlines: Sequence[Outline], marks: Sequence[Shape]) -> bool:
    """Tell whether some straight cut has no crop mark in its line, so that none shows where it is.

    ``marks`` are those of ``outlines``; pieces that are no rectangles are cut along a line.
    """
    cuts: set[tuple[str, float]] = set()
    for mark in marks:
        if isinstance(mark, Path) and mark.style is Style.CROP:
            (x1, y1), (x2, y2) = mark.points
            upright = abs(x1 - x2) < abs(y1 - y2)
            cuts.add(("x", round(x1, 3)) if upright else ("y", round(y1, 3)))
    loose = (one for one in outlines if not one.behind and not one.is_strip)
    boxes = (one.box for one in loose if one.shape == "rect")
    return any(
        (way, round(at, 3)) not in cuts
        for box in boxes
        for way, at in (("x", box.x), ("x", box.right), ("y", box.y), ("y", box.top))
    )


def _crop_marks(
    outline: Outline, boxes: Sequence[tuple[Rect, float]], area: Rect, style: MarkStyle
) -> Iterator[Path]:
    box = outline.box
    for x, right in ((box.x, -1), (box.right, 1)):
        for y, up in ((box.y, -1), (box.top, 1)):
            for dx, dy in ((right, 0), (0, up)):
                free, outer = _free_way(boxes, area, (x, y), dx, dy)
                room = free if outer else free / 2
                most = room if style.clear else room - style.length_mm
                start = max(GAP_MM, min(outline.bleed, most))
                end = min(start + style.length_mm, room)
                if end - start >= SHORTEST_MM and (outer or style.mode is not MarkMode.EDGES):
                    yield line(
                        round(x + dx * start, 4),
                        round(y + dy * start, 4),
                        round(x + dx * end, 4),
                        round(y + dy * end, 4),
                        Style.CROP,
                    )


def _free_way(
    boxes: Sequence[tuple[Rect, float]], area: Rect, corner: Point, dx: int, dy: int
) -> tuple[float, bool]:
    """How far a way along a trim edge from a corner is free, and whether no piece is in it.

    It is free up to the next piece and what is kept clear around it, or else to the end of the
    printable area.
    """
    x, y = corner
    if dx:
        start, way, low, high = x, dx, area.x, area.right
        spans = [
            (b.x, b.right, c) for b, c in boxes if -0.2 <= y - b.y + c <= b.height + 2 * c + 0.2
        ]
    else:
        start, way, low, high = y, dy, area.y, area.top
        spans = [(b.y, b.top, c) for b, c in boxes if -0.2 <= x - b.x + c <= b.width + 2 * c + 0.2]
    starts = [(near if way > 0 else far, clear) for near, far, clear in spans]
    ahead = [abs(s - start) - clear for s, clear in starts if (s - start) * way > -1e-6]
    if ahead:
        return max(0.0, min(ahead)), False
    return max(0.0, high - start if way > 0 else start - low), True


def _outline(outline: Outline) -> Iterator[Shape]:
    """Two thin lines just outside the trim of a piece that is no rectangle, dark and white.

    Without bleed its neighbour may begin at the very trim, and there is one line for both, of
    dark and white dashes.
    """
    box = outline.box
    for style, by in OUTLINES if outline.bleed else ((Style.SHARED_CUT, 0.0),):
        if outline.shape == "round":
            yield Circle(box.centre, min(box.width, box.height) / 2 + by, style)
        else:
            yield Path(contour(outline, by).points, style, closed=True)
