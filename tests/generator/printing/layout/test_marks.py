import itertools
import math

import pytest

from generator.printing.geometry import Circle, Path, Rect
from generator.printing.grids import fit_grid
from generator.printing.imposition import Outline
from generator.printing.marks import OUTLINES, MarkMode, MarkStyle, grow_polygon, hexagon, marks_for
from generator.printing.papers import layouts, papers

A4 = papers()["a4"]


def outlines(layout="auto", paper="a4"):
    grid = fit_grid(papers()[paper], layouts()[layout], 63.5, 88.9, 3)
    assert grid is not None
    return [Outline(slot.box, "rect", 3, 3) for slot in grid.slots]


def length(mark):
    (x1, y1), (x2, y2) = mark.points
    return math.hypot(x2 - x1, y2 - y1)


@pytest.mark.parametrize("layout", ["auto", "3x3", "2x3", "2x2"])
@pytest.mark.parametrize("paper", sorted(papers()))
def test_marks_never_touch_a_component(layout, paper):
    lines = outlines(layout, paper)
    marks = marks_for(lines, papers()[paper], MarkStyle())
    assert marks
    for mark, line in itertools.product(marks, lines):
        assert isinstance(mark, Path)
        half = 0.15 / 2
        xs, ys = zip(*mark.points, strict=True)
        body = Rect(
            min(xs) - half, min(ys) - half, max(xs) - min(xs) + 0.15, max(ys) - min(ys) + 0.15
        )
        assert not body.overlaps(line.box)


def test_every_corner_of_a_lone_card_has_two_marks_of_three_millimetres():
    marks = marks_for([Outline(Rect(60, 100, 63.5, 88.9), "rect", 0, 3)], A4, MarkStyle())
    assert len(marks) == 8
    assert all(isinstance(mark, Path) and length(mark) == pytest.approx(3) for mark in marks)
    # They begin where the bleed ends.
    assert all(
        min(
            math.dist(p, (cx, cy)) for p in mark.points for cx in (60, 123.5) for cy in (100, 188.9)
        )
        == pytest.approx(3)
        for mark in marks
        if isinstance(mark, Path)
    )


def test_marks_stay_on_printable_paper():
    for paper in papers().values():
        for mark in marks_for(outlines("auto", paper.id), paper, MarkStyle()):
            assert isinstance(mark, Path)
            for x, y in mark.points:
                edge = paper.margin_mm - 1e-4
                assert edge <= x <= paper.width_mm - edge
                assert edge <= y <= paper.height_mm - edge


def test_edges_mode_leaves_the_inside_empty():
    lines = outlines("auto")
    inner = Rect(13.1, 12.5, 183.8, 272)
    for mark in marks_for(lines, A4, MarkStyle(MarkMode.EDGES)):
        assert isinstance(mark, Path)
        xs, ys = zip(*mark.points, strict=True)
        body = Rect(min(xs), min(ys), max(xs) - min(xs) + 1e-3, max(ys) - min(ys) + 1e-3)
        assert not body.overlaps(inner)


def test_edges_mode_keeps_the_outer_marks_of_all_mode():
    every = set(marks_for(outlines(), A4, MarkStyle()))
    edges = set(marks_for(outlines(), A4, MarkStyle(MarkMode.EDGES)))
    assert edges < every
    assert len(edges) == 2 * (2 * 2) + 2 * (4 * 2)


def test_no_marks_at_all():
    assert marks_for(outlines(), A4, MarkStyle(MarkMode.NONE)) == ()


def test_length_is_a_setting():
    marks = marks_for([Outline(Rect(60, 100, 20, 20), "rect", 0, 3)], A4, MarkStyle(length_mm=5))
    assert all(isinstance(mark, Path) and length(mark) == pytest.approx(5) for mark in marks)


def test_round_pieces_get_a_line_outside_their_trim():
    rings = marks_for([Outline(Rect(50, 50, 25, 25), "round", 0, 3)], A4, MarkStyle())
    edge = 12.5
    for ring in rings:
        assert isinstance(ring, Circle)
        assert ring.centre == (62.5, 62.5)
        assert ring.radius - 0.06 >= edge
        edge = ring.radius + 0.059
    assert [ring.style for ring in rings] == ["outline", "outline_light"]


@pytest.mark.parametrize("turned", [False, True])
def test_hexagons_grow_evenly(turned):
    box = Rect(0, 0, 30, 30 * math.sqrt(3) / 2)
    if turned:
        box = Rect(0, 0, box.height, box.width)
    inner, outer = hexagon(box, 0, turned=turned), hexagon(box, 1, turned=turned)
    for (a, b), (c, d) in zip(_sides(inner), _sides(outer), strict=True):
        assert _distance(a, b, ((c[0] + d[0]) / 2, (c[1] + d[1]) / 2)) == pytest.approx(1)


def _sides(points):
    return [(points[i], points[(i + 1) % 6]) for i in range(6)]


def _distance(a, b, p):
    area = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return abs(area) / math.dist(a, b)


ARROW = ((0.0, 5.0), (12.0, 5.0), (12.0, 0.0), (20.0, 8.0), (12.0, 16.0), (12.0, 11.0), (0.0, 11.0))


@pytest.mark.parametrize("points", [ARROW, tuple(reversed(ARROW))])
def test_own_outlines_grow_outwards_whichever_way_they_run(points):
    grown = grow_polygon(points, 0.5)
    assert len(grown) == len(points)
    assert min(x for x, _ in grown) == pytest.approx(-0.5)
    assert min(y for _, y in grown) < -0.5
    # A corner that points inwards moves outwards too.
    assert any(math.dist(p, (11.5, 4.5)) < 0.01 for p in grown)


def test_pieces_of_an_own_shape_get_their_own_line():
    outline = Outline(Rect(0, 0, 20, 16), "custom", 0, 3, 0, ARROW)
    lines = marks_for([outline], A4, MarkStyle())
    for line, (_, by) in zip(lines, OUTLINES, strict=True):
        assert isinstance(line, Path) and line.closed
        assert line.points == grow_polygon(ARROW, by)
