import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.printing.geometry import Edges, Rect, bounds, rotate_about, turn_point, turn_within

LENGTHS = st.floats(0.5, 200)


def test_a_quarter_turn_takes_the_top_to_the_left():
    strip_at_the_top = Rect(0, 8, 4, 2)
    assert turn_within(strip_at_the_top, 4, 10, 90) == Rect(0, 0, 2, 4)


def test_a_half_turn_takes_bottom_left_to_top_right():
    assert turn_within(Rect(0, 0, 1, 2), 4, 10, 180) == Rect(3, 8, 1, 2)


@given(LENGTHS, LENGTHS, st.sampled_from([0, 90, 180, 270]))
def test_turned_boxes_stay_inside_the_turned_piece(width, height, rotation):
    box = turn_within(Rect(width / 4, height / 3, width / 2, height / 3), width, height, rotation)
    wide, high = (height, width) if rotation % 180 else (width, height)
    assert box.x >= 0 and box.y >= 0
    assert box.right <= wide + 1e-9 and box.top <= high + 1e-9


def test_four_quarter_turns_are_none():
    point = (1.0, 2.0)
    for _ in range(2):
        point = turn_point(*point, 4, 10, 90)
        point = turn_point(*point, 10, 4, 90)
    assert point == pytest.approx((1.0, 2.0))


def test_edges_turn_with_the_piece():
    assert Edges(left=1, bottom=2, right=3, top=4).turn(90) == Edges(4, 1, 2, 3)
    assert Edges(left=1, bottom=2, right=3, top=4).turn(180) == Edges(3, 4, 1, 2)


def test_rectangles_that_touch_do_not_overlap():
    assert not Rect(0, 0, 1, 1).overlaps(Rect(1, 0, 1, 1))
    assert Rect(0, 0, 1, 1).overlaps(Rect(0.9, 0, 1, 1))
    assert Rect(0, 0, 1, 1).cut(Rect(2, 0, 1, 1)) is None
    assert Rect(0, 0, 2, 2).cut(Rect(1, 1, 5, 5)) == Rect(1, 1, 1, 1)


def test_bounds_hold_all():
    assert bounds([Rect(0, 0, 1, 1), Rect(3, -2, 1, 1)]) == Rect(0, -2, 4, 3)


def test_a_turn_about_a_point_is_counter_clockwise():
    assert rotate_about(2, 1, 90, (1, 1)) == pytest.approx((1, 2))
