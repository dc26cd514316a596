import pytest
from print_fakes import TITLE, book_of, cards, drawings_of, flats

from generator.book.outlay import (
    Cutting,
    Ink,
    cheaper_print,
    count_sheets,
    cut_apart,
    outlay_of,
    say_order,
    say_work,
)
from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.outputs.kit import measure_inks
from generator.printing.documents import stocks
from generator.printing.geometry import Rect
from generator.printing.options import PrintOptions
from generator.printing.planning import grid_document, shelf_document
from validator.catalogue.load import load

A4 = Rect(0, 0, 210, 297)


def grid(columns, rows, gutter):
    return tuple(
        Rect(20 + x * (50 + gutter), 20 + y * (50 + gutter), 50, 50)
        for x in range(columns)
        for y in range(rows)
    )


@pytest.mark.parametrize(
    ("boxes", "count"),
    [
        (grid(1, 1, 0), 4),
        (grid(3, 3, 0), 4 + 3 * 4),  # edge on edge a line is one cut for two
        (grid(2, 4, 6), 4 + 2 * 8),  # along the longer way first, not 8 + 4 * 4
        (grid(3, 2, 6), 4 + 2 * 6),
        # a windmill: after its four sides no line goes through
        ((Rect(0, 0, 60, 30), Rect(60, 0, 30, 60), Rect(30, 60, 60, 30), Rect(0, 30, 30, 60)), 12),
    ],
)
def test_cuts_are_as_few_as_straight_lines_through_the_paper_allow(boxes, count):
    assert cut_apart(Rect(-5, -5, 220, 307), boxes).count == count


def test_no_cut_goes_through_a_piece_that_is_cut_out_by_hand():
    box, above, beside = Rect(50, 50, 50, 50), Rect(40, 110, 70, 70), Rect(110, 40, 70, 70)
    assert cut_apart(A4, (box,), (above,)).upright is False
    assert cut_apart(A4, (box,), (above, beside)) == Cutting(4)


def test_a_file_tells_its_paper_its_cuts_in_order_and_its_ink():
    deck = cards(9)
    book = book_of(drawings_of(deck.pieces))
    plan = grid_document("cards.pdf", "cards", TITLE, [deck], PrintOptions())
    found = outlay_of(plan, measure_inks(book))
    assert say_work([found]) == "2 sheets of paper, 24 straight cuts"
    order = "4 cuts from top to bottom, then 8 cuts from left to right in each of 2 strips"
    assert say_order(found) == order
    # the fakes are painted in RGB 0.2 0.4 0.6, bleed and all; 9 of them are on four sides
    ink = Ink(0.4, 0.2, 0.0, 0.4)
    shown = sum(face.clip.width * face.clip.height for page in plan.pages for face in page.placed)
    share = shown / 4 / (210 * 297)
    for name in Ink.__slots__:
        assert getattr(found.ink, name) == pytest.approx(share * getattr(ink, name), abs=0.005)


def test_strips_are_cut_apart_folded_and_cut_out_through_both_layers():
    options = PrintOptions(layout="gutterfold", board_mm=2.0, bleed_mm=1.5, exact_bleed=True)
    plan = grid_document("cards.pdf", "cards", TITLE, [cards(2)], options)
    found = outlay_of(plan, {})
    (page,) = plan.pages
    assert len(page.outlines) == 4
    assert (found.cuts, found.folds) == (4 + 2, 2)
    assert say_order(found).startswith("each strip when it is glued: ")


def test_round_pieces_are_counted_and_not_cut_straight():
    plan = shelf_document("chits.pdf", "", TITLE, [flats("c", 25, 25, 7, "round")], PrintOptions())
    found = outlay_of(plan, {})
    assert (found.cuts, found.shapes) == (0, 7)


def test_what_would_take_less_paper_is_told_as_it_is_typed_and_takes_what_is_said(tiny):
    game = load(tiny)[0].games["fog"]
    pairs, *_ = faces_of(game, load_templates(tiny)[0], bleed_mm=3.0)
    found = stocks(game, pairs, {one.id: 5 * one.copies for one in game.components()})

    def told(**chosen):
        return cheaper_print(game, found, PrintOptions(**chosen))

    def sheets(**chosen):
        return count_sheets(game, found, PrintOptions(**chosen))

    assert told() == told(layout="4x2") == ""
    board = {"layout": "gutterfold", "board_mm": 1.0}
    narrow = sheets(**board, bleed_mm=2.0, exact_bleed=True)
    assert told(**board) == (
        f"{sheets(**board)} sheets are many; {narrow} with --bleed 2; "
        f"{sheets()} without --layout gutterfold --board 1"
    )
    assert narrow < sheets(**board) / 1.5
    many = told(skip=frozenset({1, 2, 3, 4, 5}))
    assert many.endswith(f"{sheets()} without --skip 1,2,3,4,5")
