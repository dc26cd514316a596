from __future__ import annotations

import math

import pytest

from generator.printing.cutting import contour
from generator.printing.geometry import Rect
from generator.printing.imposition import Outline


def test_corners_are_quarter_circles_and_round_pieces_circles() -> None:
    card_line = contour(Outline(Rect(0, 0, 63.5, 88.9), "rect", 3, 3))
    assert card_line.arcs.count(True) == 4
    ring = contour(Outline(Rect(0, 0, 25, 25), "round", 0, 3))
    assert all(math.dist(p, (12.5, 12.5)) == pytest.approx(12.5) for p in ring.points)
    assert contour(Outline(Rect(0, 0, 10, 10), "rect", 0, 3)).arcs == (False,) * 4
    assert len(contour(Outline(Rect(0, 0, 30, 26), "hex", 0, 3)).points) == 6
