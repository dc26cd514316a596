"""The study of folds around board: its page is what the code gives, and its pieces go together."""

import math

import pytest
from net_page import nets_picture
from thick_board import BOARDS, DOCS, coin, folded, models, page, picture, registration_error


def test_the_page_and_its_picture_are_up_to_date():
    """If not: python tests/generator/printing/folding/thick_board.py."""
    assert (DOCS / "folding.md").read_text(encoding="utf-8") == page()
    assert (DOCS / "folding.svg").read_text(encoding="utf-8") == picture()
    assert (DOCS / "nets.svg").read_text(encoding="utf-8") == nets_picture()


@pytest.mark.parametrize("board", BOARDS)
def test_two_creases_hold_backs_behind_their_fronts_and_one_does_not(board):
    drawn = coin(board).folds()
    assert registration_error(drawn, drawn[0] - 25, board, 25) < 0.05
    lone = coin(0).folds()
    assert registration_error(lone, lone[0] - 25, board, 25) == board
    front, spine, back = coin(board).panels
    assert spine.end - spine.start == pytest.approx(board)
    assert front.end - front.start == pytest.approx(back.end - back.start)


def test_pieces_close_when_they_are_folded_where_the_lines_are():
    tent, block, net = models()
    line, _ = folded(tent, 1)
    assert math.dist(line[1], line[4]) < 0.01 and math.dist(line[0], line[3]) < 0.01
    for model in (block, net):
        line, _ = folded(model, 1)
        first = model.panels[1 if model.panels[0].name == "tab" else 0]
        start = line[1] if model.panels[0].name == "tab" else line[0]
        end = line[-1] if model.panels[0].name == "tab" else line[-2]
        assert math.dist(start, end) < 0.01, first.name
