"""The marks by which a cutting machine finds a printed sheet."""

from __future__ import annotations

from itertools import pairwise

from generator.printing.layout.geometry import Edges, Rect, bounds
from generator.printing.layout.papers import registration
from generator.printing.layout.shapes import Path, Style, rectangle


def registration_marks(width: float, height: float) -> tuple[Path, ...]:
    """Return the marks of a page: a square at the top left, angles at two more corners."""
    marks = registration()
    inset, arm, line = marks.inset_mm, marks.arm_mm, marks.line_mm
    left, bottom, right, top = inset, inset, width - inset, height - inset
    side = marks.square_mm
    return (
        rectangle(left, top - side, side, side, Style.REGISTRATION),
        _angle(right, top, -arm, -arm, line),
        _angle(left, bottom, arm, arm, line),
    )


def clear_zones(width: float, height: float) -> tuple[Rect, ...]:
    """Return what stays empty around the lines of the marks: nothing else is printed there.

    An angle takes what lies about its arms, not what it embraces.
    """
    clear = Edges.all(registration().clear_mm)
    marks = registration_marks(width, height)
    return tuple(box.grown(clear) for mark in marks for box in boxes_of(mark))


def boxes_of(path: Path) -> tuple[Rect, ...]:
    """Return the boxes around the single lines of a path."""
    ends = (*path.points, path.points[0]) if path.closed else path.points
    return tuple(bounds([Rect(x, y, 0.01, 0.01) for x, y in line]) for line in pairwise(ends))


def _angle(x: float, y: float, across: float, down: float, line: float) -> Path:
    """An L with its corner at x, y and arms of the given (signed) lengths, as an area."""
    dx, dy = (line if across > 0 else -line), (line if down > 0 else -line)
    points = (
        (x, y),
        (x + across, y),
        (x + across, y + dy),
        (x + dx, y + dy),
        (x + dx, y + down),
        (x, y + down),
    )
    return Path(points, Style.REGISTRATION, closed=True)
