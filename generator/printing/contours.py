"""The edges of pieces: what is cut along, seen of a face, and drawn around it. Lengths in mm."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from generator.printing.geometry import Edges, Point, Rect
from generator.printing.imposition import Outline

_STEPS = 30
"""Sides that stand for a quarter circle: off by 0.02 mm at a radius of 45 mm."""


@dataclass(frozen=True, slots=True)
class Contour:
    """A closed line: its corners; where it is ``rounded`` every second way on is a quarter circle.

    It runs counter-clockwise then, and quarter circles may be none.
    """

    points: tuple[Point, ...]
    rounded: bool = False

    @property
    def ways(self) -> Iterator[tuple[Point, Point, Point | None]]:
        """From where to where it goes; of a quarter circle also the corner that it rounds."""
        for number, start in enumerate(self.points):
            end = self.points[(number + 1) % len(self.points)]
            leads_on = (end[0] > start[0]) == (end[1] > start[1])
            corner = (end[0], start[1]) if leads_on else (start[0], end[1])
            yield start, end, corner if self.rounded and number % 2 else None

    @property
    def polygon(self) -> tuple[Point, ...]:
        """Corners of straight ways that come close to it."""
        return tuple(self._bend()) if self.rounded else self.points

    def _bend(self) -> Iterator[Point]:
        for (x0, y0), (x1, y1), corner in self.ways:
            if corner is not None:
                x, y = x0 + x1 - corner[0], y0 + y1 - corner[1]
                for step in range(_STEPS if (x0, y0) != (x1, y1) else 1):
                    turn = math.pi / 2 * step / _STEPS
                    cos, sin = math.cos(turn), math.sin(turn)
                    yield x + (x0 - x) * cos + (x1 - x) * sin, y + (y0 - y) * cos + (y1 - y) * sin


def contour(outline: Outline, by: float = 0.0) -> Contour:
    """Return the edge of a piece, moved ``by`` mm outwards."""
    if outline.shape in ("custom", "net"):
        return Contour(grow_polygon(outline.points, by) if by else outline.points)
    if outline.shape == "hex":
        return Contour(hexagon(outline.box, by, turned=outline.rotation % 180 == 90))
    half = min(outline.box.width, outline.box.height) / 2
    radius = half if outline.shape == "round" else min(outline.corner, half)
    box, r = outline.box.grow(Edges.all(by)), radius + by if radius else 0.0
    points = (
        *((box.x + r, box.y), (box.right - r, box.y)),
        *((box.right, box.y + r), (box.right, box.top - r)),
        *((box.right - r, box.top), (box.x + r, box.top)),
        *((box.x, box.top - r), (box.x, box.y + r)),
    )
    return Contour(points, rounded=True)


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
    sides = list(zip(points, (*points[1:], points[0]), strict=True))
    doubled = sum(a[0] * b[1] - b[0] * a[1] for a, b in sides)
    outwards = by if doubled > 0 else -by
    moved = [_move_side(a, b, outwards) for a, b in sides if a != b]
    return tuple(_intersection(moved[i - 1], moved[i]) for i in range(len(moved)))


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
