"""Do texts and icons stay on their piece? Follows transforms, so turned ones count too."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from lxml import etree

from generator.svg.lint import OURS, SVG_NS
from generator.svg.transforms import Matrix, Point, at, matrix_of

TOLERANCE_MM = 0.05
"""How far a letter may reach over the trim edge before it counts as cut off."""
WIDTH = "data-width"
"""Attribute that holds the width of a run of text, in user units."""
NAME = "data-name"
"""Attribute that holds the name of an icon."""

_TEXT = f"{{{SVG_NS}}}text"

Box: TypeAlias = "tuple[float, float, float, float]"
"""Left, top, right and bottom."""
_UPRIGHT = [1, 0, 0, 1]  # a matrix that only moves things begins so
_TAILS = frozenset("gjpqy,;()[]{}|_QJ$/")
_RISE, _FALL = 0.66, 0.2  # of the letter size: capitals above, tails below the baseline


@dataclass(frozen=True, slots=True)
class Outline:
    """The trim edge of a piece of ``width`` x ``height`` mm.

    ``shape`` is rect, round, hex (points left and right) or custom, with its ``corners``.
    """

    width: float
    height: float
    shape: str = "rect"
    corners: tuple[Point, ...] = ()

    def over(self, point: Point) -> float:
        """How far a point reaches over the edge, in mm; 0 or less where it does not."""
        if self.shape == "custom":
            return _over_outline(point, self.corners)
        half_width, half_height = self.width / 2, self.height / 2
        x, y = abs(point[0] - half_width), abs(point[1] - half_height)
        return _EDGES[self.shape](x, y, half_width, half_height)

    def holds(self, box: Box, matrix: Matrix) -> bool:
        """Tell at once that a box lies on the piece, in most cases; else a closer look tells."""
        left, top, right, bottom = box
        *turn, across, down = matrix
        if turn != _UPRIGHT or self.shape != "rect" or right < left:
            return False
        is_across = left + across >= 0 and right + across <= self.width
        return is_across and top + down >= 0 and bottom + down <= self.height


@dataclass(frozen=True, slots=True)
class Outside:
    """A text or icon that reaches over the trim edge, by ``by_mm`` at its worst point."""

    text: str
    by_mm: float


def texts_outside(root: etree._Element, edge: Outline) -> Iterator[Outside]:
    """Texts that reach over the edge of a piece."""
    for node in root.iter(_TEXT):
        if node.get(OURS) == "run" and node.get(WIDTH):
            box, matrix = _letters(node), matrix_of(node)
            if edge.holds(box, matrix):
                continue
            over = max(map(edge.over, _corners(box, matrix)))
            if over > TOLERANCE_MM:
                yield Outside(node.text or "", over)


def icons_outside(root: etree._Element, edge: Outline) -> Iterator[Outside]:
    """Names of icons that reach over the edge of a piece; an icon is taken as a disc."""
    for node in root.iter(_TEXT):
        if node.get(OURS) == "icon":
            x, y, size = (float(node.get(name, "0")) for name in ("x", "y", "font-size"))
            matrix = matrix_of(node)
            if edge.holds((x, y, x + size, y + size), matrix):
                continue
            over = max(map(edge.over, _rim(x, y, size / 2, matrix)))
            if over > TOLERANCE_MM:
                yield Outside(str(node.get(NAME)), over)


def _rim(x: float, y: float, r: float, matrix: Matrix) -> Iterator[Point]:
    """Points around the disc that an icon is taken to be, whose top left is at ``x``, ``y``."""
    for turn in range(16):
        angle = math.tau * turn / 16
        yield at(matrix, x + r + r * math.cos(angle), y + r + r * math.sin(angle))


def corners_of(node: etree._Element) -> Iterator[Point]:
    """The corners of a run of text on the drawing (mm), all transforms followed."""
    return _corners(_letters(node), matrix_of(node))


def _letters(node: etree._Element) -> Box:
    """What the letters of a run take up, in its own units."""
    x, y, size = (float(node.get(name, "0")) for name in ("x", "y", "font-size"))
    length = float(node.get(WIDTH, "0"))
    fall = _FALL * size if _has_tails(node.text) else 0.0
    return x, y - _RISE * size, x + length, y + fall


def _corners(box: Box, matrix: Matrix) -> Iterator[Point]:
    left, top, right, bottom = box
    for x in (left, right):
        for y in (top, bottom):
            yield at(matrix, x, y)


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
    return not _TAILS.isdisjoint(text or "")
