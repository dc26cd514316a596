import itertools

import pytest
from print_fakes import TITLE, cards, flats
from printreach import ROWS, leaves

from generator.printing.boards import Board, tile_board
from generator.printing.decks import LayoutError
from generator.printing.geometry import Paper
from generator.printing.imposition import Drawing, Flip
from generator.printing.marks import MarkMode, MarkStyle
from generator.printing.options import PrintOptions
from generator.printing.papers import LayoutKind, layouts, papers
from generator.printing.planning import grid_document, shelf_document
from generator.printing.printers import calibration_sheet

ON_SHEETS = sorted(key for key, value in layouts().items() if value.kind is not LayoutKind.SINGLE)


@pytest.mark.parametrize(("paper", "layout"), [*itertools.product(sorted(papers()), ON_SHEETS)])
def test_cards_and_their_marks_stay_inside(paper, layout):
    cut = ("svg",) if layouts()[layout].registration else ()
    decks = [cards(9), flats("m", 44, 67, 1), flats("t", 70, 120, 1)]
    for deck, mode in itertools.product(decks, MarkMode):
        marks = MarkStyle(mode, length_mm=10.0)
        options = PrintOptions(paper=paper, layout=layout, cut=cut, marks=marks)
        try:
            document = grid_document("cards.pdf", "cards", TITLE, [deck], options)
        except LayoutError:
            continue
        assert leaves(document, papers()[paper]) == []


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"pack": True},
        {"layout": "gutterfold"},
        {"layout": "gutterfold", "pack": True},
        {"cut": ("svg",)},
        {"cut": ("svg",), "flip": Flip.SHORT},
    ],
    ids=str,
)
def test_rows_of_other_pieces_and_sheets_for_a_cutting_machine_stay_inside(paper, choices):
    options = PrintOptions(paper=paper, **choices)
    assert leaves(shelf_document("chits.pdf", "chits", TITLE, ROWS, options), papers()[paper]) == []
    if options.cut:
        whole = grid_document("cards.pdf", "cards", TITLE, [cards(9)], options)
        assert leaves(whole, papers()[paper]) == []


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("flip", list(Flip))
def test_the_duplex_test_sheet_stays_inside(paper, flip):
    assert leaves(calibration_sheet(papers()[paper], flip), papers()[paper]) == []


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("length", [3.0, 10.0])
def test_tiles_of_boards_stay_inside(paper, length):
    board = Board("board", "board", "The board", Drawing("b", 500, 420, 3))
    options = PrintOptions(paper=paper, marks=MarkStyle(length_mm=length))
    assert leaves(tile_board("board.pdf", TITLE, board, options), papers()[paper]) == []


OTHERS = (
    Paper("a5", "A5", 148, 210, 5),
    Paper("photo", "Photo", 102, 152, 3),
    Paper("legal", "US Legal", 215.9, 355.6, 6.35),
    Paper("sra3", "SRA3", 320, 450, 8),
    Paper("wide", "Wide margins", 210, 297, 20),
)


@pytest.mark.parametrize("layout", ["auto", "gutterfold"])
@pytest.mark.parametrize("paper", OTHERS, ids=lambda paper: paper.id)
def test_nothing_leaves_the_margins_of_any_paper(paper, layout):
    options = PrintOptions(paper=paper.id, own_papers=(paper,), layout=layout)
    rows = [deck for deck in ROWS if deck.pieces[0].height < 70]
    assert leaves(shelf_document("chits.pdf", "chits", TITLE, rows, options), paper) == []
    for pack in (False, True) if layout == "auto" else ():
        options = PrintOptions(paper.id, own_papers=(paper,), pack=pack)
        assert leaves(grid_document("c.pdf", "c", TITLE, [cards(9)], options), paper) == []
