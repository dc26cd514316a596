"""The line to cut around a piece: corners, and quarter circles where it is rounded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.printing.layout.geometry import Rect
from generator.printing.layout.imposition import Outline
from generator.printing.layout.marks import hexagon
from generator.printing.layout.nicks import cut_lines, edge_of
from generator.printing.layout.shapes import Path, Point, Style


@dataclass(frozen=True, slots=True)
class Contour:
    """A closed line to cut: its corners, and whether the way on from each is a quarter circle."""

    points: tuple[Point, ...]
    arcs: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class CutPlan:
    """What a machine does to a sheet of ``width`` x ``height`` mm: lines to score, lines to cut.

    ``marks`` are the areas that it finds the sheet by. ``slits`` are cut first: they are lines with
    nicks between them, so that pieces stay in their frame.
    """

    title: str
    width: float
    height: float
    cuts: tuple[Contour, ...]
    scores: tuple[Path, ...]
    marks: tuple[Path, ...]
    slits: tuple[Path, ...] = ()


def contour(outline: Outline) -> Contour:
    """Return the line to cut along for one piece."""
    if outline.shape in ("custom", "net"):
        return Contour(outline.points, (False,) * len(outline.points))
    if outline.shape == "hex":
        points = hexagon(outline.box, 0.0, turned=outline.rotation % 180 == 90)
        return Contour(points, (False,) * 6)
    box = outline.box
    round_ = min(box.width, box.height) / 2
    radius = round_ if outline.shape == "round" else min(outline.corner, round_)
    if radius <= 0:
        corners = ((box.x, box.y), (box.right, box.y), (box.right, box.top), (box.x, box.top))
        return Contour(corners, (False,) * 4)
    return _rounded(box, radius)


def _rounded(box: Rect, r: float) -> Contour:
    points = (
        (box.x + r, box.y),
        (box.right - r, box.y),
        (box.right, box.y + r),
        (box.right, box.top - r),
        (box.right - r, box.top),
        (box.x + r, box.top),
        (box.x, box.top - r),
        (box.x, box.y + r),
    )
    return Contour(points, (False, True) * 4)


def slits(outline: Outline) -> Iterator[Path]:
    """Return the lines to cut along for a piece that nicks hold in its frame."""
    for points in cut_lines(edge_of(outline)):
        yield Path(points, Style.CUT)


def around(area: Path) -> Contour:
    """Return the edge of a printed area."""
    return Contour(area.points, (False,) * len(area.points))
