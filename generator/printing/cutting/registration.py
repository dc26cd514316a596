"""The marks by which a cutting machine finds a printed sheet."""

from __future__ import annotations

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
