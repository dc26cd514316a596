import itertools
import math

import pytest
from printreach import box_of

from generator.printing.geometry import Circle, Edges, Path, Rect, bounds
from generator.printing.grids import fit_grid
from generator.printing.imposition import Outline, grow_polygon, hexagon
from generator.printing.marks import OUTLINES, MarkMode, MarkStyle, marks_for
from generator.printing.papers import layouts, papers

A4 = papers()["a4"]


def outlines(layout="auto", paper="a4"):
    grid = fit_grid(papers()[paper], layouts()[layout], 63.5, 88.9, 3)
    assert grid is not None
    return [Outline(slot.box, "rect", 3, 3) for slot in grid.slots]


@pytest.mark.parametrize("layout", ["auto", "3x3", "2x3", "2x2"])
@pytest.mark.parametrize("paper", sorted(papers()))
def test_marks_never_touch_a_component(layout, paper):
    lines = outlines(layout, paper)
    marks = marks_for(lines, papers()[paper], MarkStyle())
    assert marks
    for mark, line in itertools.product(marks, lines):
        assert not box_of(mark).overlaps(line.box)


@pytest.mark.parametrize("layout", ["auto", "cutter", "4x2"])
@pytest.mark.parametrize("paper", sorted(papers()))
def test_marks_of_backs_touch_no_bleed_though_gaps_are_narrower_than_two(layout, paper):
    lines = outlines(layout, paper)
    marks = marks_for(lines, papers()[paper], MarkStyle().of_backs)
    for mark, line in itertools.product(marks, lines):
        assert not box_of(mark).overlaps(line.box.grow(Edges.all(1.25)))


@pytest.mark.parametrize(("style", "wanted"), [(MarkStyle(), 3), (MarkStyle(length_mm=5), 5)])
def test_every_corner_of_a_lone_card_has_two_marks_where_the_bleed_ends(style, wanted):
    marks = marks_for([Outline(Rect(60, 100, 63.5, 88.9), "rect", 0, 3)], A4, style)
    corners = [(x, y) for x in (60, 123.5) for y in (100, 188.9)]
    assert len(marks) == 8
    for mark in marks:
        assert math.dist(*mark.points) == pytest.approx(wanted)
        ways = [math.dist(*pair) for pair in itertools.product(mark.points, corners)]
        assert min(ways) == pytest.approx(3)


def test_edges_mode_keeps_the_outer_marks_and_leaves_the_inside_empty():
    every, edges = (
        set(marks_for(outlines(), A4, MarkStyle(mode))) for mode in (MarkMode.ALL, MarkMode.EDGES)
    )
    assert edges < every
    assert len(edges) == 2 * (2 * 2) + 2 * (4 * 2)
    inner = Rect(13.1, 12.5, 183.8, 272)
    for mark in edges:
        assert not bounds([Rect(*at, 1e-3, 1e-3) for at in mark.points]).overlaps(inner)


def test_round_pieces_get_a_line_outside_their_trim():
    rings = marks_for([Outline(Rect(50, 50, 25, 25), "round", 0, 3)], A4, MarkStyle())
    edge = 12.5
    for ring in rings:
        assert isinstance(ring, Circle)
        assert ring.centre == (62.5, 62.5)
        assert ring.radius - 0.06 >= edge
        edge = ring.radius + 0.059
    assert [ring.style for ring in rings] == ["outline", "outline_light"]
    assert rings[0].radius < 12.6


@pytest.mark.parametrize("turned", [False, True])
def test_hexagons_grow_evenly(turned):
    box = Rect(0, 0, 30, 30 * math.sqrt(3) / 2)
    if turned:
        box = Rect(0, 0, box.height, box.width)
    inner, outer = (hexagon(box, by, turned=turned) for by in (0, 1))
    for at in range(6):
        (a, b), (c, d) = ((points[at - 1], points[at]) for points in (inner, outer))
        x, y = (c[0] + d[0]) / 2, (c[1] + d[1]) / 2
        area = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0])
        assert abs(area) / math.dist(a, b) == pytest.approx(1)


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
