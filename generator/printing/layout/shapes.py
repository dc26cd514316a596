"""What is drawn on a sheet besides faces: lines, areas and captions, in millimetres.

Plain values, so that layout functions can be tested without a PDF. What a style looks like
stands in ``data/pens.yaml``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from generator.printing.layout.geometry import Rect

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
    BADGE = "badge"
    BADGE_WORD = "badge_word"


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


def kept_inside(path: Path, area: Rect) -> Path:
    """Return a line across or up the page, ended where ``area`` ends."""
    points = tuple(
        (min(max(x, area.x), area.right), min(max(y, area.y), area.top)) for x, y in path.points
    )
    return replace(path, points=points)


def mapped(shape: Shape, move: Callable[[Point], Point], rotation: float) -> Shape:
    """Return ``shape`` with every point moved; captions turn by ``rotation`` degrees as well."""
    match shape:
        case Path():
            return replace(shape, points=tuple(move(point) for point in shape.points))
        case Circle():
            return replace(shape, centre=move(shape.centre))
        case Caption():
            return replace(shape, at=move(shape.at), rotation=shape.rotation + rotation)
