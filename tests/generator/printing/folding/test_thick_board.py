"""The study of folds around board: its page is what the code gives, and its pieces go together."""

from __future__ import annotations

import itertools
import math

import pytest
from net_page import nets_picture
from thick_board import (
    BOARDS,
    DOCS,
    coin,
    folded,
    models,
    page,
    picture,
    registration_error,
    standee,
    stone,
)


def test_the_page_and_its_picture_are_up_to_date() -> None:
    """If not: python tests/generator/printing/folding/thick_board.py."""
    assert (DOCS / "folding.md").read_text(encoding="utf-8") == page()
    assert (DOCS / "folding.svg").read_text(encoding="utf-8") == picture()
    assert (DOCS / "nets.svg").read_text(encoding="utf-8") == nets_picture()


@pytest.mark.parametrize("board", BOARDS)
def test_two_creases_hold_backs_behind_their_fronts_and_one_does_not(board: float) -> None:
    drawn = coin(board).folds()
    assert registration_error(drawn, drawn[0] - 25, board, 25) < 0.05
    lone = coin(0).folds()
    assert registration_error(lone, lone[0] - 25, board, 25) == board
    front, spine, back = coin(board).panels
    assert spine.end - spine.start == pytest.approx(board)
    assert front.end - front.start == pytest.approx(back.end - back.start)


@pytest.mark.parametrize("board", [0.5, *BOARDS])
def test_boards_cut_as_told_lie_side_by_side_behind_the_print(board: float) -> None:
    """Seen from the end none overlaps another, and neighbours that meet touch."""
    for model in models():
        _, boards = folded(model, board)
        for one, other in itertools.combinations(boards, 2):
            assert not _overlap(one.corners, other.corners), (model.name, one.name, other.name)
        backed = [number for number, panel in enumerate(model.panels) if panel.backed]
        for (at, one), (then, other) in itertools.pairwise(zip(backed, boards, strict=True)):
            if then == at + 1:
                assert math.dist(one.corners[2], other.corners[3]) < 0.03


@pytest.mark.parametrize("board", BOARDS)
def test_boards_that_are_not_cut_short_would_not_go_together(board: float) -> None:
    """So that the test above can fail: whole panels overlap at each corner."""
    model = stone()
    spans = [(panel.start, panel.end) for panel in model.panels if panel.backed]
    whole = [end - start for start, end in spans]
    cut = [end - start for _, start, end in model.boards(board)]
    assert [one - other for one, other in zip(whole, cut, strict=True)] == [2 * board] * 4


def test_pieces_close_when_they_are_folded_where_the_lines_are() -> None:
    tent, block, net = models()
    line, _ = folded(tent, 1)
    assert math.dist(line[1], line[4]) < 0.01 and math.dist(line[0], line[3]) < 0.01
    for model in (block, net):
        line, _ = folded(model, 1)
        first = model.panels[1 if model.panels[0].name == "tab" else 0]
        start = line[1] if model.panels[0].name == "tab" else line[0]
        end = line[-1] if model.panels[0].name == "tab" else line[-2]
        assert math.dist(start, end) < 0.01, first.name


def test_a_standees_board_ends_far_below_its_top() -> None:
    """By the formula: thickness over the tangent of half the angle, which is 8 over 44."""
    (_, _, end), _ = standee().boards(1.0)
    assert 60 - end == pytest.approx(1 / math.tan(math.asin(8 / 44)), abs=0.01)


def _overlap(one: tuple[tuple[float, float], ...], other: tuple[tuple[float, float], ...]) -> bool:
    """Tell whether two convex quadrilaterals share more than an edge (separating axes)."""
    for quad in (one, other):
        for a, b in itertools.pairwise((*quad, quad[0])):
            axis = (b[1] - a[1], a[0] - b[0])
            spans = [
                [(x * axis[0] + y * axis[1]) / math.hypot(*axis) for x, y in shape]
                for shape in (one, other)
            ]
            if max(spans[0]) <= min(spans[1]) + 0.02 or max(spans[1]) <= min(spans[0]) + 0.02:
                return False
    return True
