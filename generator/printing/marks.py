"""Crop marks, and the labels and captions beside pieces.

Labels lie in two strips, at the top and bottom of the page or (turned) at its sides,
whichever margin is wider, in the gaps between crop marks.

A mark runs on from an edge of a trim box, outside it, and stops before it reaches another
piece. Between two pieces it lies on their bleed, at the sheet's edge outside of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Protocol

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
from generator.printing.imposition import Outline


class TextMeasure(Protocol):
    """Measures text."""

    def __call__(self, text: str, size: float, bold: bool) -> float:
        """The width in mm of ``text`` at ``size`` points, in the bold font or the regular."""


BAND_MM = 2.6
"""Height of a strip: a line of 7 pt with its descenders."""

SIZES_PT = (7.0, 6.5, 6.0, 5.5, 5.0)
RULERS_MM = (50, 30, 20)
PAD_MM = 1.2
APART_MM = 5.0


@dataclass(frozen=True, slots=True)
class Label:
    """The words on a sheet: what it is (bold), which page it is, how to print it, what then."""

    what: str
    which: str
    how: str
    then: str = ""


@dataclass(frozen=True, slots=True)
class Strip:
    """A free band: where its baseline lies, and the gaps between marks in it (mm)."""

    baseline: float
    gaps: tuple[tuple[float, float], ...]


def label_shapes(
    label: Label, paper: Paper, block: Rect, marks: Sequence[Shape], measure: TextMeasure
) -> tuple[Shape, ...]:
    """Lay the label in the margins around ``block`` (the bleeds of all pieces), clear of marks."""
    beside = min(block.x, paper.width_mm - block.right)
    above = min(block.y, paper.height_mm - block.top)
    if above >= beside or above >= paper.margin_mm + BAND_MM:
        return _upright(label, paper, marks, measure)
    # Lay the page on its side, its left edge up, and turn what was laid back again.
    lying = Paper(paper.id, paper.name, paper.height_mm, paper.width_mm, paper.margin_mm)
    lain = [map_shape(mark, lambda p: (p[1], paper.width_mm - p[0]), -90) for mark in marks]
    shapes = _upright(label, lying, lain, measure)
    return tuple(map_shape(shape, lambda p: (paper.width_mm - p[1], p[0]), 90) for shape in shapes)


def _upright(
    label: Label, paper: Paper, marks: Sequence[Shape], measure: TextMeasure
) -> tuple[Shape, ...]:
    top = _strip(paper, marks, paper.height_mm - paper.margin_mm - BAND_MM)
    bottom = _strip(paper, marks, paper.margin_mm)
    return (
        *_words(((label.what, True), (label.which, False)), top, measure),
        *_ruler_in([words for words in (label.how, label.then) if words], bottom, measure),
    )


def _strip(paper: Paper, marks: Sequence[Shape], low: float) -> Strip:
    """The band of ``BAND_MM`` above ``low``, with the gaps that marks leave free."""
    high = low + BAND_MM
    blocked = []
    for mark in marks:
        if not isinstance(mark, Path):
            continue
        xs, ys = zip(*mark.points, strict=True)
        if min(ys) < high and max(ys) > low:
            blocked.append((min(xs), max(xs)))
    gaps: list[tuple[float, float]] = []
    start = paper.margin_mm
    for left, right in sorted(blocked):
        if left - start > 2 * PAD_MM:
            gaps.append((start, left - PAD_MM))
        start = max(start, right + PAD_MM)
    gaps.append((start, paper.width_mm - paper.margin_mm))
    return Strip(low + 0.65, tuple(gaps))


def _words(
    words: Sequence[tuple[str, bool]], strip: Strip, measure: TextMeasure
) -> tuple[Caption, ...]:
    """Set the words one after another into the gaps, at the largest size that takes them all."""
    for size in SIZES_PT:
        found = _set(words, strip, size, measure)
        if len(found) == len(words):
            return found
    return found


def _set(
    words: Sequence[tuple[str, bool]], strip: Strip, size: float, measure: TextMeasure
) -> tuple[Caption, ...]:
    found: list[Caption] = []
    gaps = list(strip.gaps)
    for text, bold in words:
        width = measure(text, size, bold)
        while gaps and gaps[0][1] - gaps[0][0] < width:
            gaps.pop(0)
        if not gaps:
            break
        left, right = gaps[0]
        found.append(Caption((left, strip.baseline), text, size, Style.LABEL, bold=bold))
        gaps[0] = (left + width + APART_MM, right)
    return tuple(found)


def _ruler_in(how: Sequence[str], strip: Strip, measure: TextMeasure) -> tuple[Shape, ...]:
    """A ruler in the first gap that takes it, then the words on how to print."""
    plain = [(words, False) for words in how]
    gaps = list(strip.gaps)
    for length in RULERS_MM:
        words = f"{length} mm"
        need = length + 1 + measure(words, 6.0, bold=False)
        for number, (left, right) in enumerate(gaps):
            if right - left >= need:
                gaps[number] = (left + need + APART_MM, right)
                rest = Strip(strip.baseline, tuple(gaps[number:]))
                return (
                    *ruler(left, strip.baseline - 0.4, length),
                    Caption((left + length + 1, strip.baseline), words, 6.0, Style.LABEL),
                    *_words(plain, rest, measure),
                )
    return _words(plain, strip, measure)


@lru_cache(maxsize=16)
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
    """Which marks, how long and how wide (mm); the pen's own width where None."""

    mode: MarkMode = MarkMode.ALL
    length_mm: float = 3.0
    width_mm: float = 0.15


def marks_for(outlines: Sequence[Outline], paper: Paper, style: MarkStyle) -> tuple[Shape, ...]:
    """Return the crop marks of rectangular pieces and the cut outlines of the others.

    The outline of a net is part of its face; pieces in a frame have lines of their own. Sheets
    that are cut alike share their marks.
    """
    return () if style.mode is MarkMode.NONE else _marks(tuple(outlines), paper, style)


@lru_cache(maxsize=16)
def _marks(outlines: tuple[Outline, ...], paper: Paper, style: MarkStyle) -> tuple[Shape, ...]:
    loose = [outline for outline in outlines if not outline.nicks]
    square = [outline for outline in loose if outline.shape == "rect"]
    lanes = _Lanes([outline.box for outline in outlines], paper)
    found: dict[Path, None] = {}
    for outline in square:
        for mark in _crop_marks(outline, lanes, style):
            found.setdefault(mark)
    shaped = [outline for outline in loose if outline.shape not in ("rect", "net", "rim")]
    return (*found, *(line for outline in shaped for line in _outline(outline)))


def has_unmarked_cut(outlines: Sequence[Outline], marks: Sequence[Shape]) -> bool:
    """Tell whether some straight cut has no crop mark in its line, so that none shows where it is.

    ``marks`` are those of ``outlines``; pieces that are no rectangles are cut along a line.
    """
    across: set[float] = set()
    down: set[float] = set()
    for mark in marks:
        if isinstance(mark, Path) and mark.style is Style.CROP:
            (x1, y1), (x2, y2) = mark.points
            if abs(x1 - x2) < abs(y1 - y2):
                down.add(_key(x1))
            else:
                across.add(_key(y1))
    boxes = [outline.box for outline in outlines if outline.shape == "rect"]
    return any(
        _key(box.x) not in down
        or _key(box.right) not in down
        or _key(box.y) not in across
        or _key(box.top) not in across
        for box in boxes
    )


def _key(value: float) -> float:
    return round(value, 3)


@dataclass(frozen=True, slots=True)
class _Ray:
    """A way along a trim edge away from a corner: start, unit vector, and how far it is free.

    The way is free up to the next piece, or (``outer``) to the end of the printable area.
    """

    x: float
    y: float
    dx: int
    dy: int
    free: float
    outer: bool


class _Lanes:
    """Finds how far a straight line from a corner runs before it meets another piece."""

    def __init__(self, boxes: Sequence[Rect], paper: Paper) -> None:
        self._boxes = boxes
        self._paper = paper
        self._columns: dict[float, list[tuple[float, float]]] = {}
        self._rows: dict[float, list[tuple[float, float]]] = {}

    def ray(self, x: float, y: float, dx: int, dy: int) -> _Ray:
        spans = self._across(y) if dx else self._along(x)
        start, way = (x, dx) if dx else (y, dy)
        area = self._paper.printable
        low, high = (area.x, area.right) if dx else (area.y, area.top)
        starts = [near if way > 0 else far for near, far in spans]
        ahead = [abs(s - start) for s in starts if (s - start) * way > -1e-6]
        nearest = min(ahead, default=None)
        if nearest is None:
            free = high - start if way > 0 else start - low
            return _Ray(x, y, dx, dy, max(0.0, free), outer=True)
        return _Ray(x, y, dx, dy, nearest, outer=False)

    def _along(self, x: float) -> list[tuple[float, float]]:
        key = round(x, 3)
        if key not in self._columns:
            self._columns[key] = [
                (b.y, b.top) for b in self._boxes if b.x - 0.2 <= x <= b.right + 0.2
            ]
        return self._columns[key]

    def _across(self, y: float) -> list[tuple[float, float]]:
        key = round(y, 3)
        if key not in self._rows:
            self._rows[key] = [(b.x, b.right) for b in self._boxes if b.y - 0.2 <= y <= b.top + 0.2]
        return self._rows[key]


def _crop_marks(outline: Outline, lanes: _Lanes, style: MarkStyle) -> Iterator[Path]:
    box = outline.box
    for x, dx in ((box.x, -1), (box.right, 1)):
        for y, dy in ((box.y, -1), (box.top, 1)):
            for ray in (lanes.ray(x, y, dx, 0), lanes.ray(x, y, 0, dy)):
                if style.mode is MarkMode.EDGES and not ray.outer:
                    continue
                mark = _mark(ray, outline.bleed, style.length_mm)
                if mark:
                    yield mark


def _mark(ray: _Ray, bleed: float, length: float) -> Path | None:
    room = ray.free if ray.outer else ray.free / 2
    start = max(GAP_MM, min(bleed, room - length))
    end = min(start + length, room)
    if end - start < SHORTEST_MM:
        return None
    return line(
        round(ray.x + ray.dx * start, 4),
        round(ray.y + ray.dy * start, 4),
        round(ray.x + ray.dx * end, 4),
        round(ray.y + ray.dy * end, 4),
        Style.CROP,
    )


def _outline(outline: Outline) -> Iterator[Shape]:
    """Two thin lines just outside the trim of a piece that is no rectangle, dark and white.

    Without bleed its neighbour may begin at the very trim, and there is one line for both, of
    dark and white dashes.
    """
    box = outline.box
    for style, by in OUTLINES if outline.bleed else ((Style.SHARED_CUT, 0.0),):
        if outline.shape == "round":
            yield Circle(box.centre, min(box.width, box.height) / 2 + by, style)
        elif outline.shape == "custom":
            yield Path(grow_polygon(outline.points, by), style, closed=True)
        else:
            grown = hexagon(box, by, turned=outline.rotation % 180 == 90)
            yield Path(grown, style, closed=True)


def hexagon(box: Rect, by: float = 0.0, *, turned: bool = False) -> tuple[Point, ...]:
    """Return the corners of a hexagon in ``box``, each side moved ``by`` mm outwards.

    Its points are left and right; ``turned``, at the top and bottom.
    """
    cx, cy = box.centre
    long, short = (box.height, box.width) if turned else (box.width, box.height)
    reach = by / math.cos(math.radians(30))
    far, near, side = long / 2 + reach, long / 4 + reach / 2, short / 2 + by
    corners = ((far, 0.0), (near, side), (-near, side), (-far, 0.0), (-near, -side), (near, -side))
    return tuple((cx - v, cy + u) if turned else (cx + u, cy + v) for u, v in corners)


def grow_polygon(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """Return a polygon with each side moved ``by`` mm outwards; sharp corners are not cut off."""
    doubled = sum(a[0] * b[1] - b[0] * a[1] for a, b in _sides(points))
    outwards = by if doubled > 0 else -by
    moved = [_move_side(a, b, outwards) for a, b in _sides(points) if a != b]
    return tuple(_intersection(moved[i - 1], moved[i]) for i in range(len(moved)))


def _sides(points: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(points, (*points[1:], points[0]), strict=True))


def _move_side(a: Point, b: Point, by: float) -> tuple[Point, Point]:
    """A side moved to its right by ``by`` mm."""
    way = math.dist(a, b)
    dx, dy = (b[1] - a[1]) / way * by, (a[0] - b[0]) / way * by
    return (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)


def _intersection(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point:
    """Where two lines meet; where the first ends if they run the same way."""
    (x1, y1), (x2, y2) = one
    (x3, y3), (x4, y4) = other
    cross = (x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4)
    if abs(cross) < 1e-9:
        return x2, y2
    first, second = x1 * y2 - y1 * x2, x3 * y4 - y3 * x4
    return (
        (first * (x3 - x4) - (x1 - x2) * second) / cross,
        (first * (y3 - y4) - (y1 - y2) * second) / cross,
    )
