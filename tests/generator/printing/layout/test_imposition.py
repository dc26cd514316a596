import pytest
from hypothesis import given
from hypothesis import strategies as st
from print_fakes import card, near

from generator.printing.geometry import Edges, Rect, rotate_about, turn_within
from generator.printing.imposition import Flip, Slot, impose, mirror, put, turn_over
from generator.printing.papers import papers

A4 = papers()["a4"]
SLOTS = [Slot(Rect(10, 150, 63.5, 88.9), 0, Edges()), Slot(Rect(100, 20, 88.9, 63.5), 90, Edges())]

BORDERS = Edges(1.5, 1.5, 0, 1.5), Edges(0, 1.5, 1.5, 1.5)


def test_the_last_sheet_keeps_the_grid():
    one, other = impose([card(n) for n in range(3)], SLOTS)
    assert [len(one.fronts), len(other.fronts)] == [2, 1]
    assert other.fronts[0].box == one.fronts[0].box
    assert one.decks == ("stone",)


def test_bleed_takes_the_whole_gap_to_a_slot_that_stays_empty():
    boxes = Rect(10, 100, 63.5, 88.9), Rect(76.5, 100, 63.5, 88.9)
    slots = [
        Slot(box, 0, Edges.all(1.5), border) for box, border in zip(boxes, BORDERS, strict=True)
    ]
    both, alone = impose([card(n) for n in range(3)], slots)
    assert [face.clip.right for face in both.fronts] == [75.0, 141.5]
    assert [face.clip.right for face in alone.fronts] == [76.5]
    assert alone.fronts[0].clip.x == 8.5
    (skipped,) = impose([card(1)], slots, frozenset({1}))
    assert skipped.fronts[0].clip.x == 73.5


@pytest.mark.parametrize(
    ("flip", "slot", "back", "turns"),
    [
        (Flip.LONG, SLOTS[0], Rect(210 - 73.5, 150, 63.5, 88.9), (0, 0)),
        (Flip.LONG, SLOTS[1], Rect(210 - 188.9, 20, 88.9, 63.5), (90, 270)),
        (Flip.SHORT, SLOTS[0], Rect(10, 297 - 238.9, 63.5, 88.9), (0, 180)),
        (Flip.SHORT, SLOTS[1], Rect(100, 297 - 83.5, 88.9, 63.5), (90, 90)),
    ],
)
def test_long_edges_mirror_left_to_right_and_short_ones_top_to_bottom(flip, slot, back, turns):
    sheet = turn_over(put(card(1), slot), A4, flip)
    assert near(sheet.backs[0].box, back, 1e-6)
    assert (sheet.fronts[0].rotation, sheet.backs[0].rotation) == turns


@pytest.mark.parametrize("flip", list(Flip))
@pytest.mark.parametrize("slot", SLOTS)
def test_through_the_paper_back_heads_meet_front_heads(flip, slot):
    sheet = turn_over(put(card(1), slot), A4, flip)
    front, back = sheet.fronts[0], sheet.backs[0]
    tops = {0: (0, 1), 90: (-1, 0), 180: (0, -1), 270: (1, 0)}
    x, y = tops[back.rotation]
    seen_through = (-x, y) if flip is Flip.LONG else (x, -y)
    assert seen_through == tops[front.rotation]
    assert near(mirror(back.box, A4, flip), front.box, 1e-6)


def test_bleed_shows_only_where_there_is_room():
    slot = Slot(Rect(10, 10, 63.5, 88.9), 0, Edges(left=3, bottom=1, right=0, top=3))
    clip = put(card(1), slot).fronts[0].clip
    assert clip == Rect(7, 9, pytest.approx(66.5), pytest.approx(92.9))


LENGTHS = st.floats(0.5, 200)


def test_turns_are_counter_clockwise():
    assert turn_within(Rect(0, 8, 4, 2), 4, 10, 90) == Rect(0, 0, 2, 4)
    assert turn_within(Rect(0, 0, 1, 2), 4, 10, 180) == Rect(3, 8, 1, 2)
    assert rotate_about(2, 1, 90, (1, 1)) == pytest.approx((1, 2))
    once = turn_within(Rect(1, 2, 0, 0), 4, 10, 90)
    twice = turn_within(once, 10, 4, 90)
    assert (twice.x, twice.y) == pytest.approx((3, 8))


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
