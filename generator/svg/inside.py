"""Does every text stay on its piece? Follows transforms, so turned text counts too."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lxml import etree

from generator.svg.lint import OURS, SVG_NS

TOLERANCE_MM = 0.05
"""How far a letter may reach over the trim edge before it counts as cut off."""
WIDTH = "data-width"
"""Attribute that holds the width of a run of text, in user units."""

_RISE, _FALL = 0.66, 0.2  # of the letter size: capitals above, tails below the baseline
_STEP = re.compile(r"(\w+)\s*\(([^)]*)\)")

Matrix = tuple[float, float, float, float, float, float]
Point = tuple[float, float]
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)


@dataclass(frozen=True, slots=True)
class Outside:
    """A text that reaches over the trim edge, by ``by_mm`` at its worst corner."""

    text: str
    by_mm: float


def texts_outside(
    root: etree._Element,
    width: float,
    height: float,
    shape: str = "rect",
    outline: tuple[Point, ...] = (),
) -> Iterator[Outside]:
    """Texts that reach over the edge of a piece of ``width`` x ``height`` mm.

    ``shape`` is rect, round, hex (points left and right) or custom, with its ``outline``.
    """
    for node in root.iter(f"{{{SVG_NS}}}text"):
        if node.get(OURS) == "run" and node.get(WIDTH):
            if shape == "custom":
                over = max(_over_outline(corner, outline) for corner in corners_of(node))
            else:
                middle = ((x - width / 2, y - height / 2) for x, y in corners_of(node))
                edge = _EDGES[shape]
                over = max(edge(abs(x), abs(y), width / 2, height / 2) for x, y in middle)
            if over > TOLERANCE_MM:
                yield Outside(node.text or "", over)


def corners_of(node: etree._Element) -> Iterator[Point]:
    """The corners of a run of text on the drawing (mm), all transforms followed."""
    x, y, size = (float(node.get(name, "0")) for name in ("x", "y", "font-size"))
    length = float(node.get(WIDTH, "0"))
    matrix = matrix_of(node)
    fall = _FALL * size if _has_tails(node.text) else 0.0
    for left in (x, x + length):
        for top in (y - _RISE * size, y + fall):
            yield at(matrix, left, top)


def _over_rect(x: float, y: float, half_width: float, half_height: float) -> float:
    return max(x - half_width, y - half_height)


def _over_round(x: float, y: float, half_width: float, half_height: float) -> float:
    away = math.hypot(x / half_width, y / half_height)
    return (away - 1) * min(half_width, half_height)


def _over_hex(x: float, y: float, half_width: float, half_height: float) -> float:
    run = half_width / 2  # a slanted side goes from the point to half of the flat side
    slanted = ((x - half_width) * half_height + y * run) / math.hypot(half_height, run)
    return max(y - half_height, slanted)


def _over_outline(point: Point, outline: tuple[Point, ...]) -> float:
    """How far a point lies outside of a polygon; 0 if it lies inside."""
    x, y = point
    sides = [*zip(outline, outline[1:] + outline[:1], strict=True)]
    crossed = sum(
        (a[1] > y) != (b[1] > y) and x < a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1])
        for a, b in sides
    )
    return 0.0 if crossed % 2 else min(_distance(point, a, b) for a, b in sides)


def _distance(point: Point, a: Point, b: Point) -> float:
    """Distance of a point from the line between two others."""
    along_x, along_y = b[0] - a[0], b[1] - a[1]
    length = along_x**2 + along_y**2
    part = ((point[0] - a[0]) * along_x + (point[1] - a[1]) * along_y) / length if length else 0
    part = min(1.0, max(0.0, part))
    return math.dist(point, (a[0] + part * along_x, a[1] + part * along_y))


_EDGES = {"rect": _over_rect, "round": _over_round, "hex": _over_hex}


def _has_tails(text: str | None) -> bool:
    return any(letter in "gjpqy,;()[]{}|_QJ$/" for letter in text or "")


def matrix_of(node: etree._Element | None) -> Matrix:
    """The matrix that takes an element's own coordinates to those of the drawing (mm)."""
    matrix = _IDENTITY
    while node is not None:
        own = node.get("transform")
        if own:
            matrix = _times(parse_transform(str(own)), matrix)
        node = node.getparent()
    return matrix


@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Matrix:
    """The matrix (a, b, c, d, e, f) of a ``transform`` attribute (linted)."""
    matrix = _IDENTITY
    for name, values in _STEP.findall(text):
        numbers = [float(number) for number in re.findall(r"[-+]?[\d.]+(?:[eE][-+]?\d+)?", values)]
        matrix = _times(matrix, _step(name, numbers))
    return matrix


def _step(name: str, n: list[float]) -> Matrix:
    first, second = n[0], n[1] if len(n) > 1 else None
    if name == "translate":
        return (1, 0, 0, 1, first, second or 0)
    if name == "scale":
        return (first, 0, 0, first if second is None else second, 0, 0)
    if name == "skewX":
        return (1, 0, math.tan(math.radians(first)), 1, 0, 0)
    if name == "skewY":
        return (1, math.tan(math.radians(first)), 0, 1, 0, 0)
    if name == "rotate":
        x, y = (n[1], n[2]) if len(n) == 3 else (0.0, 0.0)
        return _rotation(math.radians(first), x, y)
    a, b, c, d, e, f = n
    return (a, b, c, d, e, f)


def _rotation(angle: float, x: float, y: float) -> Matrix:
    """Rotation by ``angle`` (radians, clockwise on paper) about a point."""
    cos, sin = math.cos(angle), math.sin(angle)
    return (cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y)


def _times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


def at(matrix: Matrix, x: float, y: float) -> Point:
    """A point taken through a matrix."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
