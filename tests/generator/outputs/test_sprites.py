import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from generator.outputs.pictures import TABLETOP_SIMULATOR, SheetRule, plan_sheets, sprite_sheets

FACE = (63, 88)


def test_the_figures_of_tabletop_simulator():
    assert TABLETOP_SIMULATOR.usable == 69
    assert len(plan_sheets(69, FACE, TABLETOP_SIMULATOR)) == 1
    one, two = plan_sheets(70, FACE, TABLETOP_SIMULATOR)
    assert (one.count, two.count, two.first) == (35, 35, 35)


def test_a_small_deck_gets_a_small_sheet():
    (plan,) = plan_sheets(5, FACE, TABLETOP_SIMULATOR)
    assert (plan.columns, plan.rows) == (6, 2)
    assert plan.cell == FACE


def test_large_faces_shrink_and_keep_their_shape():
    (plan,) = plan_sheets(69, (750, 1050), TABLETOP_SIMULATOR)
    assert max(plan.size) <= 4096
    assert plan.cell[0] / plan.cell[1] == pytest.approx(750 / 1050, abs=0.01)


@given(
    st.integers(0, 300),
    st.integers(1, 12),
    st.integers(1, 8),
    st.tuples(st.integers(1, 2000), st.integers(1, 2000)),
    st.booleans(),
)
def test_every_face_has_one_cell_and_the_last_stays_free(count, columns, rows, face, hide):
    rule = SheetRule(columns, rows, 4096, hide and columns * rows > 1)
    plans = plan_sheets(count, face, rule)
    assert [index for p in plans for index in range(p.first, p.first + p.count)] == list(
        range(count)
    )
    for plan in plans:
        assert plan.count <= plan.columns * plan.rows - (1 if rule.hide_last else 0)
        assert max(plan.size) <= 4096


def test_faces_lie_in_reading_order_and_the_back_is_hidden_last():
    colours = [(index * 20, 255 - index * 20, 0) for index in range(12)]
    faces = [Image.new("RGB", FACE, colour) for colour in colours]
    ((plan, sheet),) = sprite_sheets(faces, hidden=Image.new("RGB", FACE, (0, 0, 255)))
    assert (plan.columns, plan.rows) == (10, 2)
    assert sheet.size == (630, 176)
    for index, colour in enumerate(colours):
        x, y = plan.corner(index)
        assert sheet.getpixel((x + 30, y + 40)) == colour
    assert sheet.getpixel((629, 175)) == (0, 0, 255)
    assert sheet.getpixel((5 * 63 + 30, 88 + 40)) == (255, 255, 255)


def test_no_faces_no_sheet():
    assert list(sprite_sheets([])) == []
