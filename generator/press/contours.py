"""Paths of a PDF page in mm: their contours, how wide they are drawn, and how slim they are."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

import pypdfium2.raw as pdfium

from generator.svg.inside import Matrix, Point, at, times

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
