from __future__ import annotations

from generator.printing.cutting import registration_marks
from generator.printing.papers import registration


def test_marks_have_the_figures_machines_need() -> None:
    marks = registration()
    assert marks.inset_mm >= 10 and 5 <= marks.arm_mm <= 20 and 0.5 <= marks.line_mm <= 1
    square, right, left = registration_marks(210, 297)
    assert square.points[3] == (10, 287)
    assert right.points[0] == (200, 287) and left.points[0] == (10, 10)
