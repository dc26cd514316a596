import math

import pytest
from print_fakes import TITLE, cards, flats

from generator.book.drift import (
    CUT_MM,
    TURN_DEGREES,
    drift_limit,
    fold_limit,
    say_what_is_borne,
)
from generator.printing.options import PrintOptions
from generator.printing.planning import grid_document, shelf_document
from validator.catalogue.words.language import ENGLISH


def document(**asked):
    return grid_document("cards.pdf", "cards", TITLE, [cards(8)], PrintOptions(**asked))


def test_a_drift_is_borne_by_what_bleed_and_gaps_leave_beside_cut_and_turn():
    turn = math.radians(TURN_DEGREES)
    # Two by four lying cards: 286 mm high with 3 mm of bleed, 272 mm without.
    assert drift_limit(document()) == pytest.approx(3 - CUT_MM - turn * 272 / 2)
    # On Letter the gaps of 3.1 mm leave half of it; they lie along the sheet, 183.8 mm wide.
    assert drift_limit(document(paper="letter")) == pytest.approx(1.55 - CUT_MM - turn * 183.8 / 2)
    assert drift_limit(document(layout="3x3")) < 0


def test_a_round_piece_moves_with_both_ways_of_a_turn():
    one = shelf_document("c.pdf", "c", TITLE, [flats("c", 25, 25, 1, "round")], PrintOptions())
    box = one.pages[1].placed[0].box
    far = math.hypot(box.right - 105, box.top - 148.5), math.hypot(box.x - 105, box.top - 148.5)
    least = 3 - CUT_MM - math.radians(TURN_DEGREES) * max(far)
    assert drift_limit(one) == pytest.approx(least, abs=1e-6)


def test_a_fold_that_is_off_moves_the_back_by_twice_as_much():
    assert fold_limit(document(layout="gutterfold")) == pytest.approx((1.5 - CUT_MM) / 2, abs=0.2)


@pytest.mark.parametrize(
    ("layout", "begins"), [("auto", "Backs"), ("3x3", "Not so"), ("gutterfold", "Folds")]
)
def test_the_cover_says_what_its_sheets_bear(layout, begins):
    options = PrintOptions(layout=layout)
    (words,) = say_what_is_borne([document(layout=layout)], options, ENGLISH)
    assert words.startswith(begins)
