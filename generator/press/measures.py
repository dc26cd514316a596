"""What stands on a page, measured as it is printed: lines, letters, and what lies near the trim.

All is read from the PDF page, every matrix of the page and of groups in it counted in, in mm from
the top left corner of the trim size. Whether something is seen, and on what ground, is looked up
in a picture of the page.
"""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import Any, TypeAlias

import pypdfium2.raw as pdfium

from generator.svg.inside import Matrix, Point, TrimOutline, at, times

Box: TypeAlias = "tuple[float, float, float, float]"
"""Left, top, right and bottom."""
Contour: TypeAlias = "list[Point]"
"""Points of a line; a closed one ends where it begins."""

SLIM = 5.0
"""A filled shape that is so many times longer than wide is a line."""
_PIECES = (8, 64)
"""Least and most pieces that stand for a curve; between these they are 1 mm long."""


def matrix_on_page(item: Any, page: Matrix) -> Matrix:
    """What takes the coordinates of an object of pdfium to mm; ``page`` takes those of its page."""
    chain = []
    holder = item.container
    while holder is not None:
        chain.append(tuple(holder.get_matrix().get()))
        holder = holder.container
    for inner in reversed(chain):
        page = times(page, inner)
    return page


def path_contours(item: Any, matrix: Matrix) -> list[Contour]:
    """The contours of a path; ``matrix`` takes its own coordinates to mm."""
    count = range(pdfium.FPDFPath_CountSegments(item))
    return list(_contours((pdfium.FPDFPath_GetPathSegment(item, n) for n in count), matrix))


def clip_contours(item: Any, matrix: Matrix) -> Iterator[list[Contour]]:
    """The contours of each path that an object is cut to."""
    clip = pdfium.FPDFPageObj_GetClipPath(item)
    for number in range(max(0, pdfium.FPDFClipPath_CountPaths(clip))):
        count = pdfium.FPDFClipPath_CountPathSegments(clip, number)
        segments = [pdfium.FPDFClipPath_GetPathSegment(clip, number, n) for n in range(count)]
        yield list(_contours(segments, matrix))


def _contours(segments: Iterable[Any], matrix: Matrix) -> Iterator[Contour]:
    x, y = ctypes.c_float(), ctypes.c_float()
    path: Contour = []
    bend: list[Point] = []
    for segment in segments:
        pdfium.FPDFPathSegment_GetPoint(segment, x, y)
        point, kind = at(matrix, x.value, y.value), pdfium.FPDFPathSegment_GetType(segment)
        if kind == pdfium.FPDF_SEGMENT_MOVETO:
            if len(path) > 1:
                yield path
            path = [point]
        elif kind == pdfium.FPDF_SEGMENT_LINETO:
            path.append(point)
        else:
            bend.append(point)
            if len(bend) == 3:
                path += _curve((path[-1], *bend))
                bend.clear()
        if pdfium.FPDFPathSegment_GetClose(segment):
            path.append(path[0])
    if len(path) > 1:
        yield path


def _curve(points: Sequence[Point]) -> list[Point]:
    length = sum(math.dist(a, b) for a, b in pairwise(points))
    count = min(max(_PIECES[0], math.ceil(length)), _PIECES[1])
    return [_on_curve(points, n / count) for n in range(1, count + 1)]


def _on_curve(points: Sequence[Point], share: float) -> Point:
    rest = 1 - share
    weights = (rest**3, 3 * rest * rest * share, 3 * rest * share * share, share**3)
    x, y = (sum(w * p[way] for w, p in zip(weights, points, strict=True)) for way in (0, 1))
    return x, y


def paint_of(item: Any, matrix: Matrix) -> tuple[bool, float]:
    """Whether a path is filled, and how wide (mm) its stroke is where it is thinnest; 0: none.

    Where ``matrix`` enlarges one way more than the other, the lesser is its smaller singular value.
    """
    fill, stroke, width = ctypes.c_int(), ctypes.c_int(), ctypes.c_float()
    pdfium.FPDFPath_GetDrawMode(item, fill, stroke)
    pdfium.FPDFPageObj_GetStrokeWidth(item, width)
    a, b, c, d, _, _ = matrix
    mean, area = (a * a + b * b + c * c + d * d) / 2, a * d - b * c
    least = math.sqrt(max(0.0, mean - math.sqrt(max(0.0, mean * mean - area * area))))
    return bool(fill.value), width.value * least if stroke.value else 0.0


def box_of(points: Sequence[Point], more: float = 0.0) -> Box:
    """The box around points, ``more`` mm larger on each side."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - more, min(ys) - more, max(xs) + more, max(ys) + more


def holds(outer: Box, inner: Box, slack: float = 0.0) -> bool:
    """Whether a box lies in another, or out of it by no more than ``slack``."""
    low = all(a <= b + slack for a, b in zip(outer[:2], inner[:2], strict=True))
    return low and all(a >= b - slack for a, b in zip(outer[2:], inner[2:], strict=True))


def slim_shapes(contours: Sequence[Contour]) -> Iterator[tuple[float, Contour]]:
    """Filled shapes as slim as a line: how wide they are (mm) on average, and their outline.

    A contour in another is a hole in it. The width is that of the strip of the same area and the
    same length of outline.
    """
    boxes = [box_of(path) for path in contours]
    for one, path in enumerate(contours):
        others = [n for n in range(len(contours)) if n != one]
        if any(holds(boxes[n], boxes[one]) for n in others):
            continue
        parts = [path, *(contours[n] for n in others if holds(boxes[one], boxes[n]))]
        area = 2 * _area(path) - sum(map(_area, parts))
        half = sum(math.dist(a, b) for part in parts for a, b in pairwise([*part, part[0]])) / 2
        width = (half - math.sqrt(max(0.0, half * half - 4 * area))) / 2
        if 0 < width * SLIM <= half - width:
            yield width, path


def _area(path: Contour) -> float:
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*path, path[0]]))) / 2


def points_along(path: Contour, step: float) -> Iterator[Point]:
    """Points on a contour, no more than ``step`` mm apart."""
    for a, b in pairwise(path):
        count = max(1, math.ceil(math.dist(a, b) / step))
        for n in range(count):
            yield a[0] + (b[0] - a[0]) * n / count, a[1] + (b[1] - a[1]) * n / count
    yield path[-1]


MM = 25.4 / 72
"""Millimetres of a point."""
LOOK_DPI = 150.0
"""Resolution of the picture in which grounds are looked up."""
SEEN = 20
"""By how many levels (of 255) of a colour something differs from its ground if it is seen: what
differs less is shading, whose loss nobody misses."""
_PIXEL_MM = 25.4 / LOOK_DPI
_STEP_MM = 0.5
_BESIDE_MM = 0.25
"""How far beside an edge its ground is looked up."""
_EVEN_MM = 0.04
"""By how much the distance of an edge from the trim may vary if it runs along it."""
_LEAST_RUN_MM = 5.0
"""Shorter edges along the trim are seen by nobody as parallel to it; on small pieces a quarter of
the shorter side is enough."""
_MANY = 8
"""A path of so many pieces is a pattern, which may be cut anywhere."""
_PLATE_MM = 20.0
"""Shapes that are larger both ways are grounds, not plates on which something stands."""

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """Something on a page, and the box that it fills.

    ``size`` is the width of a line or the size of letters (pt), or how far (mm) an edge or a thing
    reaches out of the trim, which is negative inside. ``is_light``: lighter than its ground.
    """

    size: float
    box: Box
    is_light: bool = False
    text: str = ""


class PageLook:
    """A pdfium page of a face that is trimmed at ``edge``, and its picture."""

    def __init__(self, page: Any, bleed_mm: float, edge: TrimOutline) -> None:
        self.edge, self._page, self._bleed = edge, page, bleed_mm
        picture = page.render(scale=LOOK_DPI / 72).to_pil().convert("RGB")
        self._size, self._levels = picture.size, picture.tobytes()
        high = page.get_height() * MM - bleed_mm
        self._matrix: Matrix = (MM, 0, 0, -MM, -bleed_mm, high)
        kinds = [pdfium.FPDF_PAGEOBJ_PATH, pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_SHADING]
        self._items = [
            (item, matrix_on_page(item, self._matrix)) for item in page.get_objects(kinds)
        ]
        self._paths = [
            (path_contours(item, whole), *paint_of(item, whole))
            for item, matrix in self._items
            if item.type == pdfium.FPDF_PAGEOBJ_PATH
            for whole in (times(matrix, tuple(item.get_matrix().get())),)
        ]

    def lines(self, least: float, least_light: float) -> Iterator[Mark]:
        """Lines that are seen and thinner than ``least`` pt, or ``least_light`` if they are light.

        They are strokes, and filled shapes that are as slim as a line.
        """
        for contours, is_filled, width in self._paths:
            strokes = [(width, path) for path in contours] if width else []
            for broad, path in (*strokes, *(slim_shapes(contours) if is_filled else ())):
                line = self._line(broad, path) if broad / MM < least_light else None
                if line and line.size < (least_light if line.is_light else least):
                    yield line

    @cached_property
    def letters(self) -> tuple[Mark, ...]:
        """Letters: their size is that of their font, as the page enlarges it."""
        return tuple(self._letters())

    def _letters(self) -> Iterator[Mark]:
        kinds = [pdfium.FPDF_PAGEOBJ_TEXT]
        for item in self._page.get_objects(kinds, textpage=self._page.get_textpage()):
            words = " ".join(item.extract().split())
            if not words:
                continue
            matrix = matrix_on_page(item, self._matrix)
            whole = times(matrix, tuple(item.get_matrix().get()))
            size = item.get_font_size() * math.hypot(*whole[2:4]) / MM
            left, bottom, right, top = item.get_bounds()
            box = box_of([at(matrix, x, y) for x in (left, right) for y in (bottom, top)])
            yield Mark(size, box, self._is_light(box), words)

    def edges(self, least: float, most: float) -> Iterator[Mark]:
        """Edges along the trim that are seen, from ``least`` to ``most`` mm outside of it."""
        for path, half in self._outlines():
            if self._reach(box_of(path, half)) > least:
                for reach, run in self._runs(path, half):
                    if least < reach < most and self._is_seen(run, half):
                        yield Mark(reach, box_of(run, half))

    def things(self, least: float, icons: Sequence[Box]) -> Iterator[Mark]:
        """Icons and plates inside the trim that reach more than ``least`` mm out of it.

        ``icons`` are the squares that icons are drawn in; a plate is a shape on which letters or
        an icon stand.
        """
        stand = [*icons, *(mark.box for mark in self.letters)]
        for contours, _, width in self._paths:
            points = [point for path in contours for point in path]
            if not points:
                continue
            box, reach = box_of(points, width / 2), max(map(self.edge.over, points)) + width / 2
            if least < reach <= 0 and min(box[2] - box[0], box[3] - box[1]) <= _PLATE_MM:
                is_icon = any(holds(icon, box, 0.1) for icon in icons)
                if is_icon or any(holds(box, one) for one in stand):
                    yield Mark(reach, box)

    def _reach(self, box: Box) -> float:
        return max(self.edge.over((x, y)) for x in box[::2] for y in box[1::2])

    def _colour(self, x: float, y: float) -> Colour:
        wide, high = self._size
        column, row = (int((value + self._bleed) / _PIXEL_MM) for value in (x, y))
        spot = 3 * (min(max(row, 0), high - 1) * wide + min(max(column, 0), wide - 1))
        return self._levels[spot], self._levels[spot + 1], self._levels[spot + 2]

    def _line(self, width: float, path: Contour) -> Mark | None:
        """A line ``width`` mm wide along ``path``, if most of it is seen."""
        away, share = width / 2 + _PIXEL_MM, min(1.0, width / _PIXEL_MM)
        seen, light = [], []
        for (x, y), (along, down) in _ways(path):
            one, other, *near = (
                self._colour(x + far * down, y - far * along)
                for far in (away, -away, 0, -_PIXEL_MM / 2, _PIXEL_MM / 2)
            )
            on = max(near, key=lambda colour: _differ(colour, one) + _differ(colour, other))
            seen.append(min(_differ(on, one), _differ(on, other)) / share)
            light.append(sum(on) > max(sum(one), sum(other)))
        if not seen or median(seen) < SEEN:
            return None
        return Mark(width / MM, box_of(path, width / 2), 2 * sum(light) > len(light))

    def _is_light(self, box: Box) -> bool:
        """Whether what stands in a box is lighter than what lies around it."""
        left, top, right, bottom = box
        shares = [n / 12 for n in range(13)]
        across = [left + (right - left) * share for share in shares]
        rows = [top + (bottom - top) * share for share in shares]
        rim = [sum(self._colour(x, y)) for x in across for y in (top - 0.3, bottom + 0.3)]
        inside = [sum(self._colour(x, y)) for x in across for y in rows]
        return max(inside) + min(inside) > 2 * median(rim)

    def _outlines(self) -> Iterator[tuple[Contour, float]]:
        """All that ends somewhere: paths, with half the width of their stroke, clips, pictures."""
        clips = set()
        for contours, _, width in self._paths:
            if len(contours) < _MANY:
                yield from ((path, width / 2) for path in contours)
        for item, matrix in self._items:
            if item.type == pdfium.FPDF_PAGEOBJ_IMAGE:
                left, bottom, right, top = item.get_bounds()
                ends = ((left, bottom), (right, bottom), (right, top), (left, top), (left, bottom))
                yield [at(matrix, x, y) for x, y in ends], 0.0
            clips |= {tuple(path) for found in clip_contours(item, matrix) for path in found}
        yield from ((list(path), 0.0) for path in sorted(clips))

    def _runs(self, path: Contour, half: float) -> Iterator[tuple[float, list[Point]]]:
        """Pieces of a contour that run along the trim, and how far outside of it."""
        least = min(_LEAST_RUN_MM, min(self.edge.width, self.edge.height) / 4)
        run: list[tuple[float, Point]] = []
        for point in (*points_along(path, _STEP_MM), None):
            over = math.inf if point is None else self.edge.over(point) + half
            if run and abs(over - run[0][0]) > _EVEN_MM:
                points = [spot for _, spot in run]
                if sum(math.dist(a, b) for a, b in pairwise(points)) >= least:
                    yield median(reach for reach, _ in run), points
                run = []
            if point is not None:
                run.append((over, point))

    def _is_seen(self, run: Sequence[Point], half: float) -> bool:
        """Whether colours differ across an edge (of a stroke, ``half`` as wide), for most of it."""
        found = []
        for x, y in run[1:-1]:
            right = self.edge.over((x + 0.01, y)) - self.edge.over((x - 0.01, y))
            down = self.edge.over((x, y + 0.01)) - self.edge.over((x, y - 0.01))
            length = math.hypot(right, down) or 1.0
            inner, outer = (
                self._colour(x + right / length * far, y + down / length * far)
                for far in (0 if half else -_BESIDE_MM, half + _BESIDE_MM)
            )
            found.append(_differ(inner, outer))
        return bool(found) and median(found) >= SEEN


def _differ(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def _ways(path: Contour) -> Iterator[tuple[Point, Point]]:
    """Up to 16 points that are spread along a contour, and which way it goes there."""
    pairs = [(a, b) for a, b in pairwise(points_along(path, 1.0)) if a != b]
    for a, b in pairs[:: max(1, len(pairs) // 16)]:
        length = math.dist(a, b)
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        yield middle, ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
