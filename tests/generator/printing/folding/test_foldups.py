import pytest

from generator.printing.folding import GLUE_TAB_MM, Identity, block, flat, foot_mm, gutterfold, tent
from generator.printing.geometry import Edges, Path, Rect, Style
from generator.printing.imposition import Drawing, FaceSide, Slot, put

WHO = Identity("druid", "druid", 2)
FRONT = Drawing("front", 24, 44, 3)
BACK = Drawing("back", 24, 44, 3)


def folds(piece):
    return [g.points[0][1] for g in piece.guides if isinstance(g, Path) and g.style is Style.FOLD]


def test_a_standee_meets_head_to_head_at_the_top_fold():
    piece = tent(WHO, FRONT, BACK)
    front, back = piece.fronts
    foot = foot_mm(44)
    assert front.box == Rect(0, foot, 24, 44) and front.rotation == 0
    assert back.box == Rect(0, foot + 44, 24, 44) and back.rotation == 180
    assert folds(piece) == [foot, foot + 44, foot + 88]
    assert piece.height == 2 * (44 + foot)
    assert piece.backs == ()


def test_a_standee_without_back_shows_its_front_twice():
    piece = tent(WHO, FRONT, None)
    assert [part.drawing.key for part in piece.fronts] == ["front", "front"]
    assert [part.side for part in piece.fronts] == [FaceSide.FRONT, FaceSide.BACK]


@pytest.mark.parametrize(("height", "foot"), [(10, 8), (30, 12), (90, 16)])
def test_feet_are_deep_enough_to_stand_on(height, foot):
    assert foot_mm(height) == foot


def test_a_stone_folds_into_a_block_with_a_flat_top():
    piece = block(WHO, FRONT, None, 12)
    front, back = piece.fronts
    assert front.box.y == GLUE_TAB_MM + 12
    assert back.box.y - front.box.top == 12
    assert back.rotation == 180
    assert folds(piece) == [6, 18, 62, 74]
    assert piece.height == 6 + 12 + 44 + 12 + 44


def test_art_runs_past_a_fold_but_not_over_the_whole_tab():
    sheet = put(tent(WHO, FRONT, BACK), Slot(Rect(50, 50, 24, 120), 0, Edges.all(3)))
    front, back = sheet.fronts
    assert 0 < front.box.y - front.clip.y < 1
    assert front.clip.top == front.box.top
    assert back.clip.y == back.box.y


def test_gutterfold_keeps_a_piece_without_back_as_it_is():
    piece = flat(WHO, FRONT, None)
    assert gutterfold(piece, 5) is piece


def test_gutterfold_is_cut_at_both_trims():
    piece = gutterfold(flat(WHO, FRONT, BACK), 5)
    assert piece.height == 2 * 44 + 2 * (3 + 5)
    assert piece.cuts == (Rect(0, 0, 24, 44), Rect(0, 60, 24, 44))
    assert piece.creases == (52,)
    sheet = put(piece, Slot(Rect(0, 0, 24, piece.height), 0, Edges.all(3)))
    assert [outline.box for outline in sheet.outlines] == list(piece.cuts)
