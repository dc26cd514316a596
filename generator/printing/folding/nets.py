"""Nets of paper: panels side by side, where they are folded, and which edges are glued together.

A net is drawn as it is seen printed, counter-clockwise from its bottom left; every fold is a right
angle, away from who looks at it. Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from generator.printing.layout.geometry import Rect
from generator.printing.layout.shapes import Point

Edge = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Flap:
    """What is folded in behind a panel: its corners, first and last on the edge that it turns on.

    ``partner`` is the edge that this edge comes to lie on; ``glued`` tells tabs from flaps that are
    only tucked in.
    """

    points: tuple[Point, ...]
    partner: Edge | None = None
    glued: bool = True

    @property
    def hinge(self) -> Edge:
        """The edge on which it turns."""
        return self.points[0], self.points[-1]


@dataclass(frozen=True, slots=True)
class Net:
    """A net: its size, the line to cut along, its panels by name, and its flaps."""

    width: float
    height: float
    outline: tuple[Point, ...]
    panels: Mapping[str, Rect]
    flaps: tuple[Flap, ...]

    @property
    def scores(self) -> tuple[Edge, ...]:
        """The lines to fold along: where panels meet, and where flaps turn."""
        shared = (meeting(a, b) for a, b in combinations(self.panels.values(), 2))
        return (*(edge for edge in shared if edge), *(flap.hinge for flap in self.flaps))


def net_of(parts: Sequence[Point | Flap], panels: Mapping[str, Rect]) -> Net:
    """Return the net whose outline runs through ``parts``, counter-clockwise.

    A flap stands for all of its corners. What lies left of or below the origin is moved there.
    """
    outline = [
        point for part in parts for point in (part.points if isinstance(part, Flap) else [part])
    ]
    outline = [point for at, point in enumerate(outline) if point != outline[at - 1]]
    width, height = max(x for x, _ in outline), max(y for _, y in outline)
    flaps = tuple(part for part in parts if isinstance(part, Flap))
    return Net(width, height, tuple(outline), panels, flaps)


def tab(start: Point, end: Point, depth: float, partner: Edge) -> Flap:
    """Return a glue tab on the edge from ``start`` to ``end``, outside of it, with slanted ends."""
    way = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / way, (end[1] - start[1]) / way
    # Counter-clockwise around a net its outside is on the right.
    out = (uy * depth, -ux * depth)
    near = (start[0] + ux * depth + out[0], start[1] + uy * depth + out[1])
    far = (end[0] - ux * depth + out[0], end[1] - uy * depth + out[1])
    return Flap((start, near, far, end), partner)


def meeting(one: Rect, other: Rect) -> Edge | None:
    """Return the edge that two panels share, or None."""
    for edge in sides(one):
        for against in sides(other):
            if {_key(point) for point in edge} == {_key(point) for point in against}:
                return edge
    return None


def sides(panel: Rect) -> Iterator[Edge]:
    """The four edges of a panel, counter-clockwise from its bottom."""
    corners = (
        (panel.x, panel.y),
        (panel.right, panel.y),
        (panel.right, panel.top),
        (panel.x, panel.top),
    )
    yield from zip(corners, (*corners[1:], corners[0]), strict=True)


def _key(point: Point) -> tuple[float, float]:
    return round(point[0], 6), round(point[1], 6)
