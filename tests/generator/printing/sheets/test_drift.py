import math
from dataclasses import replace

import pytest
from print_fakes import TITLE, book_of, cards, flats

from generator.book.drift import (
    CUT_MM,
    TURN_DEGREES,
    drift_limit,
    fold_limit,
    grounds_of,
    say_what_is_borne,
)
from generator.printing.decks import PieceDeck
from generator.printing.imposition import FaceSide
from generator.printing.options import PrintOptions
from generator.printing.planning import grid_document, shelf_document
from validator.catalogue.words.language import ENGLISH


def document(**asked):
    return grid_document("cards.pdf", "cards", TITLE, [cards(8)], PrintOptions(**asked))


def test_a_drift_is_borne_by_what_bleed_and_gaps_leave_beside_cut_and_turn():
    turn = math.radians(TURN_DEGREES)
    # Two by four lying cards: 286 mm high with 3 mm of bleed, 272 mm without.
    assert drift_limit(document()) == pytest.approx(3 - CUT_MM - turn * 272 / 2)
    # On Letter the gaps of 3 mm leave half of it; they lie along the sheet, 183.8 mm wide.
    assert drift_limit(document(paper="letter")) == pytest.approx(1.5 - CUT_MM - turn * 183.8 / 2)
    assert drift_limit(document(layout="3x3")) < 0


def backs_of(plan, paint=lambda canvas, width, height: None):
    """What is found of the grounds of a file's backs, each ``paint``ed on blue."""
    pages = (page for page in plan.pages if page.side is FaceSide.BACK)
    found = {one.drawing.key: one.drawing for page in pages for one in page.placed}
    return grounds_of([plan], book_of(found.values(), paint))


@pytest.mark.parametrize("asked", [{"paper": "letter"}, {"cut": ("svg",)}])
@pytest.mark.parametrize("count", [8, 5, 3])
def test_a_plain_ground_goes_on_into_the_next_back_and_bears_a_millimetre(asked, count):
    plan = grid_document("c.pdf", "c", TITLE, [cards(count)], PrintOptions(**asked))
    assert drift_limit(plan) < 0.8
    assert drift_limit(plan, backs_of(plan)) >= 1.0

    def stripe(canvas, width, height):
        canvas.setFillColorRGB(1, 1, 1)
        canvas.rect(0, height / 2, width, 5, fill=1, stroke=0)

    assert backs_of(plan, stripe) == {}


def test_pieces_with_other_backs_begin_a_sheet_where_that_takes_no_more():
    def plan(first, second):
        more = (replace(piece, deck="a") for piece in cards(second, "b").pieces)
        deck = PieceDeck("a", "a", (*cards(first, "a").pieces, *more))
        return grid_document("c.pdf", "c", TITLE, [deck], PrintOptions(paper="letter"))

    assert drift_limit(plan(5, 5), backs_of(plan(5, 5))) >= 1.0
    together = plan(3, 5)  # what may be the same colour beside each other need not be parted
    assert len(together.pages) == 2
    grounds = {"back-a": (1, 2, 3), "back-b": (1, 2, 200)}
    assert drift_limit(together, grounds) < 0.8


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
