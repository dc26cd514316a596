import math
from dataclasses import replace

import pytest
from thick_board import (
    BOARDS,
    coin,
    docs,
    folded,
    gutterfold_row,
    models,
    panel_rows,
    registration_error,
)

from generator.printing.folding import GLUE_TAB_MM, Identity, block, flat, foot_mm, gutterfold, tent
from generator.printing.geometry import Caption, Edges, Path, Rect, Style
from generator.printing.imposition import Drawing, FaceSide, Slot, put
from generator.printing.marks import MarkStyle, has_unmarked_cut, marks_for
from generator.printing.papers import papers
from generator.printing.sheet_fonts import text_width_mm

WHO = Identity("druid", "druid", 2)
FRONT = Drawing("front", 24, 44, 3)
BACK = Drawing("back", 24, 44, 3)


def folds(piece):
    return [g.points[0][1] for g in piece.guides if isinstance(g, Path) and g.style is Style.FOLD]


def test_a_standee_meets_head_to_head_at_the_top_fold_on_feet_deep_enough_to_stand_on():
    assert [foot_mm(height) for height in (10, 30, 90)] == [8, 12, 16]
    piece, foot = tent(WHO, FRONT, BACK), foot_mm(44)
    front, back = piece.fronts
    assert front.box == Rect(0, foot, 24, 44) and front.rotation == 0
    assert back.box == Rect(0, foot + 44, 24, 44) and back.rotation == 180
    assert folds(piece) == [foot, foot + 44, foot + 88]
    assert piece.height == 2 * (44 + foot)
    assert piece.backs == ()
    lone = tent(WHO, FRONT, None).fronts
    assert [(part.drawing.key, part.side) for part in lone] == [
        ("front", FaceSide.FRONT),
        ("front", FaceSide.BACK),
    ]


def test_a_stone_folds_into_a_block_with_a_flat_top():
    piece = block(WHO, FRONT, None, 12)
    front, back = piece.fronts
    assert front.box.y == GLUE_TAB_MM + 12
    assert back.box.y - front.box.top == 12
    assert back.rotation == 180
    assert folds(piece) == [6, 18, 62, 74]
    assert piece.height == 6 + 12 + 44 + 12 + 44


@pytest.mark.parametrize(("width", "lines"), [(42, ["Small upright"]), (14, ["Small", "upright"])])
def test_a_stone_says_on_its_base_what_it_is(width, lines):
    face = replace(FRONT, width=width)
    piece = block(WHO, face, None, 12, "Small upright")
    words = [shape for shape in piece.guides if isinstance(shape, Caption) and shape.bold]
    assert [shape.text for shape in words] == lines
    assert all(GLUE_TAB_MM + 3 < shape.at[1] < GLUE_TAB_MM + 9 for shape in words)
    assert all(text_width_mm(shape.text, shape.size, True) <= width - 2 for shape in words)


def test_strips_have_outlines_and_no_marks():
    piece = block(WHO, FRONT, None, 12, "Large upright")
    outlines = put(piece, Slot(Rect(50, 50, piece.width, piece.height), 0, Edges.all(3))).outlines
    marks = marks_for(outlines, papers()["a4"], MarkStyle())
    assert [mark.style for mark in marks] == [Style.OUTLINE, Style.OUTLINE_LIGHT]
    assert not has_unmarked_cut(outlines, marks)


def test_art_runs_past_a_fold_but_not_over_the_whole_tab():
    sheet = put(tent(WHO, FRONT, BACK), Slot(Rect(50, 50, 24, 120), 0, Edges.all(3)))
    front, back = sheet.fronts
    assert 0 < front.box.y - front.clip.y < 1
    assert front.clip.top == front.box.top
    assert back.clip.y == back.box.y


def test_gutterfold_is_cut_at_both_trims():
    plain = flat(WHO, FRONT, None)
    assert gutterfold(plain, 5) is plain
    piece = gutterfold(flat(WHO, FRONT, BACK), 5)
    assert piece.height == 2 * 44 + 2 * (3 + 5)
    assert piece.cuts == (Rect(0, 0, 24, 44), Rect(0, 60, 24, 44))
    assert piece.creases == (52,)
    sheet = put(piece, Slot(Rect(0, 0, 24, piece.height), 0, Edges.all(3)))
    assert [outline.box for outline in sheet.outlines] == list(piece.cuts)


# --- the study of folds around board: its page, and its pieces, which go together -----------------

FLAT = 0.42
"""Scale of the flat strips in the picture."""


@pytest.mark.parametrize(
    ("drawn", "board"), [(0, 0), (0, 1), (0, 2), (1, 1), (2, 2), (2, 1)], ids=str
)
def test_the_page_says_how_far_a_back_may_lie_from_its_front(drawn, board):
    assert gutterfold_row(drawn, board) in docs("folding.md")


def test_the_page_and_its_picture_say_where_pieces_fold_and_board_ends():
    for model in [coin(1), coin(2), *models()]:
        for row in panel_rows(model) if model.name != "gutterfold" else ():
            assert row in docs("folding.md")
        for fold in model.folds():
            assert f'<line x1="{fold * FLAT:.2f}"' in docs("folding.svg"), model.name


@pytest.mark.parametrize("board", BOARDS)
def test_two_creases_hold_backs_behind_their_fronts_and_one_does_not(board):
    assert registration_error(coin(board).folds(), board) < 0.05
    assert registration_error(coin(0).folds(), board) == board
    front, spine, back = coin(board).panels
    assert spine.end - spine.start == pytest.approx(board)
    assert front.end - front.start == pytest.approx(back.end - back.start)


def test_pieces_close_when_they_are_folded_where_the_lines_are():
    tent, block, net = models()
    line = folded(tent)
    assert math.dist(line[1], line[4]) < 0.01 and math.dist(line[0], line[3]) < 0.01
    for model in (block, net):
        line = folded(model)
        tab_first = model.panels[0].name == "tab"
        start, end = (line[1], line[-1]) if tab_first else (line[0], line[-2])
        assert math.dist(start, end) < 0.01, model.name
