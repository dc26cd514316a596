"""Plane geometry in millimetres: papers, rectangles, lines, and the shapes drawn on a page.

Plain values, so that layout functions can be tested without a PDF. What a style looks like
stands in ``data/pens.yaml``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple, TypeAlias


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle: left, bottom, width and height in mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge (mm)."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The top edge (mm)."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """The point in the middle (mm)."""
        return self.x + self.width / 2, self.y + self.height / 2

    def move(self, dx: float, dy: float) -> Rect:
        """Return the same rectangle ``dx`` to the right and ``dy`` up."""
        return Rect(self.x + dx, self.y + dy, self.width, self.height)

    def grow(self, edges: Edges) -> Rect:
        """Return the rectangle with each edge pushed outwards."""
        return Rect(
            self.x - edges.left,
            self.y - edges.bottom,
            self.width + edges.left + edges.right,
            self.height + edges.bottom + edges.top,
        )

    def overlaps(self, other: Rect, by: float = 1e-6) -> bool:
        """Tell whether the two share an area more than ``by`` mm wide and high."""
        return (
            self.x < other.right - by
            and other.x < self.right - by
            and self.y < other.top - by
            and other.y < self.top - by
        )

    def cut(self, other: Rect) -> Rect | None:
        """Return what the two have in common, or None."""
        x, y = max(self.x, other.x), max(self.y, other.y)
        width = min(self.right, other.right) - x
        height = min(self.top, other.top) - y
        return Rect(x, y, width, height) if width > 0 and height > 0 else None


class Edges(NamedTuple):
    """A length at each edge of a rectangle (mm), such as the bleed that may show there."""

    left: float = 0.0
    bottom: float = 0.0
    right: float = 0.0
    top: float = 0.0

    @staticmethod
    def all(length: float) -> Edges:
        """Return the same length at all four edges."""
        return Edges(length, length, length, length)

    def turn(self, rotation: int) -> Edges:
        """Return the lengths after a turn of ``rotation`` degrees counter-clockwise."""
        # A quarter turn counter-clockwise takes the top edge to the left, left to bottom, ...
        shift = (rotation // 90) % 4
        return Edges(*(self[(i - shift) % 4] for i in range(4)))


NO_EDGES = Edges()


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright; ``margin_mm`` is what printers may leave blank at an edge."""

    id: str
    name: str
    width_mm: float
    height_mm: float
    margin_mm: float

    @property
    def rect(self) -> Rect:
        """The whole page (mm)."""
        return Rect(0, 0, self.width_mm, self.height_mm)

    @property
    def printable(self) -> Rect:
        """What a printer reaches: the page without its margin (mm)."""
        return self.rect.grow(Edges.all(-self.margin_mm))


def bounds(rects: list[Rect]) -> Rect:
    """Return the smallest rectangle around all of ``rects`` (at least one)."""
    x, y = min(r.x for r in rects), min(r.y for r in rects)
    return Rect(x, y, max(r.right for r in rects) - x, max(r.top for r in rects) - y)


def turn_within(box: Rect, width: float, height: float, rotation: int) -> Rect:
    """Turn ``box``, given inside a piece of ``width`` x ``height``, with that whole piece.

    The turn is counter-clockwise by a multiple of 90 degrees; the turned piece's bottom left
    is the origin again.
    """
    quarter = rotation % 360
    if quarter == 90:
        return Rect(height - box.top, box.x, box.height, box.width)
    if quarter == 180:
        return Rect(width - box.right, height - box.top, box.width, box.height)
    if quarter == 270:
        return Rect(box.y, width - box.right, box.height, box.width)
    return box


def rotate_about(
    x: float, y: float, degrees: float, centre: tuple[float, float]
) -> tuple[float, float]:
    """Turn a point counter-clockwise about ``centre`` by any angle."""
    angle = math.radians(degrees)
    dx, dy = x - centre[0], y - centre[1]
    cos, sin = math.cos(angle), math.sin(angle)
    return centre[0] + dx * cos - dy * sin, centre[1] + dx * sin + dy * cos


Point: TypeAlias = tuple[float, float]


class Style(StrEnum):
    """Role of a line, area or caption; the layer it lies in depends on it."""

    CROP = "crop"
    OUTLINE = "outline"
    OUTLINE_LIGHT = "outline_light"
    SHARED_CUT = "shared_cut"
    CUT = "cut"
    APART = "apart"
    FOLD = "fold"
    GLUE = "glue"
    PANEL = "panel"
    VEIL = "veil"
    RULER = "ruler"
    LABEL = "label"
    NOTE = "note"
    CROSS = "cross"
    REGISTRATION = "registration"
    MAP = "map"
    HERE = "here"
    SOLID = "solid"
    STROKE = "stroke"
    ROOM = "room"
    BADGE = "badge"
    BADGE_WORD = "badge_word"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Path:
    """A line through ``points``, or the area they enclose if ``closed``."""

    points: tuple[Point, ...]
    style: Style
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle about ``centre`` with ``radius`` mm."""

    centre: Point
    radius: float
    style: Style


@dataclass(frozen=True, slots=True)
class Caption:
    """One line of text: its baseline point (mm), size in pt and turn in degrees.

    ``anchor`` is start, middle or end. ``bold`` takes the heavier cut of the font.
    """

    at: Point
    text: str
    size: float
    style: Style = Style.LABEL
    anchor: str = "start"
    rotation: float = 0.0
    bold: bool = False


Shape: TypeAlias = Path | Circle | Caption


def line(x1: float, y1: float, x2: float, y2: float, style: Style) -> Path:
    """Return a straight line."""
    return Path(((x1, y1), (x2, y2)), style)


def rectangle(x: float, y: float, width: float, height: float, style: Style) -> Path:
    """Return the outline of an upright rectangle."""
    right, top = x + width, y + height
    return Path(((x, y), (right, y), (right, top), (x, top)), style, closed=True)


def map_shape(shape: Shape, move: Callable[[Point], Point], rotation: float) -> Shape:
    """Return ``shape`` with every point moved; captions turn by ``rotation`` degrees as well."""
    match shape:
        case Path():
            return replace(shape, points=tuple(move(point) for point in shape.points))
        case Circle():
            return replace(shape, centre=move(shape.centre))
        case Caption():
            return replace(shape, at=move(shape.at), rotation=shape.rotation + rotation)
