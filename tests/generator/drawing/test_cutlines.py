"""A face that says where it is cut and folded: the lines a machine follows are those one sees."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from shippedfaces import shipped_faces

from generator.drawing.cutlines import cut_lines
from generator.drawing.draw import draw
from generator.drawing.raster import Rasteriser

DPI = 254
"""Ten dots a millimetre."""


@pytest.fixture(scope="module", params=["capstone", "support"])
def net(request):
    pairs, _ = shipped_faces("stonehenge")
    face = next(pair.front for pair in pairs if request.param in pair.component)
    with Rasteriser(draw([face])) as rasteriser:
        return face, cut_lines(face), rasteriser.image(face.key, DPI, face.bleed_mm).convert("L")


def darkness(image, lines, closed):
    """The part of a line's points with something dark within 0.1 mm."""
    seen, dark = 0, 0
    for line in lines:
        for (x0, y0), (x1, y1) in pairwise([*line, line[0]] if closed else line):
            steps = max(2, int(math.dist((x0, y0), (x1, y1)) * 4))
            for step in range(1, steps):
                x = (x0 + (x1 - x0) * step / steps) * 10
                y = (y0 + (y1 - y0) * step / steps) * 10
                box = (round(x) - 1, round(y) - 1, round(x) + 2, round(y) + 2)
                seen += 1
                dark += min(image.crop(box).tobytes()) < 100
    return dark / seen


def test_the_cut_line_of_a_net_is_the_edge_that_is_printed(net):
    face, lines, image = net
    assert darkness(image, [lines.cut], closed=True) > 0.99
    xs, ys = zip(*lines.cut, strict=True)
    assert len(lines.cut) > 12
    assert min(xs) > 0 and max(xs) < face.width_mm and min(ys) > 0 and max(ys) < face.height_mm


def test_the_score_lines_of_a_net_are_the_dashes_that_are_printed(net):
    _, lines, image = net
    assert len(lines.scores) >= 7
    assert darkness(image, lines.scores, closed=False) > 0.5


def test_transforms_and_curves_are_followed(face_of):
    face = face_of(
        '<g transform="translate(10 20) rotate(90)"><path id="{{ uid }}cut" '
        'd="M0 0H8A4 4 0 0 1 8 8H0Z" fill="#888888"/></g>'
        '<path id="{{ uid }}score" d="M2 20V28M6 20V28" stroke="#000000"/>'
    )
    lines = cut_lines(face)
    assert lines.scores == (((2, 20), (2, 28)), ((6, 20), (6, 28)))
    xs, ys = zip(*lines.cut, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((2, 10, 20, 32), abs=0.02)
    arc = [point for point in lines.cut if point[1] > 28.01]
    assert len(arc) > 6
    assert all(math.dist(point, (6, 28)) == pytest.approx(4, abs=0.02) for point in arc)


def test_most_faces_say_nothing_of_cuts(face_of):
    assert cut_lines(face_of('<rect x="0" y="0" width="5" height="5"/>')) is None
