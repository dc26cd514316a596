import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.printing.geometry import Edges, Rect, rotate_about, turn_point, turn_within

LENGTHS = st.floats(0.5, 200)


def test_turns_are_counter_clockwise():
    assert turn_within(Rect(0, 8, 4, 2), 4, 10, 90) == Rect(0, 0, 2, 4)
    assert turn_within(Rect(0, 0, 1, 2), 4, 10, 180) == Rect(3, 8, 1, 2)
    assert rotate_about(2, 1, 90, (1, 1)) == pytest.approx((1, 2))
    once = turn_point(1, 2, 4, 10, 90)
    twice = turn_point(*once, 10, 4, 90)
    assert twice == pytest.approx((3, 8))


@given(LENGTHS, LENGTHS, st.sampled_from([0, 90, 180, 270]))
def test_turned_boxes_stay_inside_the_turned_piece(width, height, rotation):
    box = turn_within(Rect(width / 4, height / 3, width / 2, height / 3), width, height, rotation)
    wide, high = (height, width) if rotation % 180 else (width, height)
    assert box.x >= 0 and box.y >= 0
    assert box.right <= wide + 1e-9 and box.top <= high + 1e-9


def test_edges_turn_with_the_piece():
    assert Edges(left=1, bottom=2, right=3, top=4).turn(90) == Edges(4, 1, 2, 3)
    assert Edges(left=1, bottom=2, right=3, top=4).turn(180) == Edges(3, 4, 1, 2)


def test_rectangles_that_touch_do_not_overlap():
    assert not Rect(0, 0, 1, 1).overlaps(Rect(1, 0, 1, 1))
    assert Rect(0, 0, 1, 1).overlaps(Rect(0.9, 0, 1, 1))
    assert Rect(0, 0, 1, 1).cut(Rect(2, 0, 1, 1)) is None
    assert Rect(0, 0, 2, 2).cut(Rect(1, 1, 5, 5)) == Rect(1, 1, 1, 1)
