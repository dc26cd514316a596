"""Crop marks and cut outlines for the pieces on one side of a sheet.

A mark runs on from an edge of a trim box, outside it, and stops before it reaches another
piece. Between two pieces it lies on their bleed, at the sheet's edge outside of it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from generator.printing.layout.geometry import Paper, Rect
from generator.printing.layout.imposition import Outline
from generator.printing.layout.shapes import Circle, Path, Point, Shape, Style, line

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
            yield Path(grown_polygon(outline.points, by), style, closed=True)
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


def grown_polygon(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """Return a polygon with each side moved ``by`` mm outwards; sharp corners are not cut off."""
    doubled = sum(a[0] * b[1] - b[0] * a[1] for a, b in _sides(points))
    outwards = by if doubled > 0 else -by
    moved = [_moved(a, b, outwards) for a, b in _sides(points) if a != b]
    return tuple(_meeting(moved[i - 1], moved[i]) for i in range(len(moved)))


def _sides(points: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    return list(zip(points, (*points[1:], points[0]), strict=True))


def _moved(a: Point, b: Point, by: float) -> tuple[Point, Point]:
    """A side moved to its right by ``by`` mm."""
    way = math.dist(a, b)
    dx, dy = (b[1] - a[1]) / way * by, (a[0] - b[0]) / way * by
    return (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)


def _meeting(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point:
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
