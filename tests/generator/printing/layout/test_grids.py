import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.printing.geometry import Edges, Rect
from generator.printing.grids import fit_grid, least_bleed
from generator.printing.papers import LayoutKind, layouts, papers

POKER = (63.5, 88.9)


def grid(paper, layout="auto", size=POKER):
    found = fit_grid(papers()[paper], layouts()[layout], *size, 3.0)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("paper", "count"), [("a4", 8), ("letter", 8), ("a3", 16), ("tabloid", 16)]
)
def test_poker_cards_a_sheet_with_bleed(paper, count):
    assert len(grid(paper).slots) == count


def test_a4_keeps_the_full_bleed_and_letter_one_and_a_half_millimetres():
    """On all sides of each card, within what printers reach."""
    assert least_bleed(grid("a4")) == 3
    assert 1.5 <= least_bleed(grid("letter")) < 3


def test_bleed_is_narrowed_only_where_many_more_pieces_fit():
    """On A3 eighteen cards would fit with 1.7 mm; sixteen have their 3 mm."""
    assert least_bleed(grid("a3")) == 3
    eager = replace(layouts()["auto"], narrow_gain=1)
    found = fit_grid(papers()["a3"], eager, *POKER, 3.0)
    assert found is not None and len(found.slots) == 18


def test_three_by_three_keeps_its_place_for_old_cut_files():
    """Version 1 of a layout never moves: 3 x 3 poker cards on A4, edge on edge, centred."""
    slots = grid("a4", "3x3@1").slots
    assert [slot.box for slot in slots[:2]] == [
        Rect(9.75, pytest.approx(192.95), 63.5, 88.9),
        Rect(73.25, pytest.approx(192.95), 63.5, 88.9),
    ]
    assert len(slots) == 9
    # No bleed between cards that share a cut; the full bleed at the outside.
    assert slots[0].room.left == 3 and slots[0].room.right == 0


@pytest.mark.parametrize(("layout", "y"), [("4x2@1", 221), ("cutter@1", 216.95)])
def test_lying_grids_keep_their_place_for_old_cut_files(layout, y):
    found = grid("a4", layout)
    slot = found.slots[0]
    assert slot.box == Rect(pytest.approx(13.1), pytest.approx(y), 88.9, 63.5)
    assert (slot.rotation, len(found.slots)) == (90, 8)


def test_slots_run_in_reading_order():
    boxes = [slot.box for slot in grid("a4").slots]
    assert boxes == sorted(boxes, key=lambda box: (-box.y, box.x))


def test_what_does_not_fit_is_not_laid():
    assert fit_grid(papers()["a4"], layouts()["auto"], 300, 400, 3) is None
    assert fit_grid(papers()["a4"], layouts()["3x3"], 70, 120, 3) is None


@given(
    st.sampled_from(sorted(papers())),
    st.floats(10, 260),
    st.floats(10, 260),
    st.sampled_from([0.0, 1.5, 3.0, 6.0]),
    st.sampled_from(sorted(k for k, v in layouts().items() if v.kind is LayoutKind.GRID)),
)
def test_trims_keep_off_margins_and_bleeds_off_neighbours(paper_id, width, height, bleed, layout):
    paper = papers()[paper_id]
    found = fit_grid(paper, layouts()[layout], width, height, bleed)
    if found is None:
        return
    for slot in found.slots:
        assert slot.box.x >= paper.margin_mm - 1e-6
        assert slot.box.y >= paper.margin_mm - 1e-6
        assert slot.box.right <= paper.width_mm - paper.margin_mm + 1e-6
        assert slot.box.top <= paper.height_mm - paper.margin_mm + 1e-6
        grown = slot.box.grow(slot.room)
        area = paper.printable.grow(Edges.all(1e-6))
        assert grown.x >= area.x and grown.right <= area.right
        assert grown.y >= area.y and grown.top <= area.top
    shown = [slot.box.grow(slot.room) for slot in found.slots[:12]]
    assert not any(a.overlaps(b) for a, b in itertools.combinations(shown, 2))
