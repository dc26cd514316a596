"""Nothing is printed where printers do not reach: every paper, layout and kind of piece."""

from __future__ import annotations

import itertools

import pytest
from print_fakes import card

from generator.printing.boards.tiles import Board, tiled_board
from generator.printing.folding.foldups import Identity, block, flat, tent
from generator.printing.layout.decks import Deck, LayoutError, Title
from generator.printing.layout.document import Document
from generator.printing.layout.geometry import Edges, Rect, bounds
from generator.printing.layout.imposition import Drawing, Flip
from generator.printing.layout.marks import MarkMode, MarkStyle
from generator.printing.layout.papers import LayoutKind, layouts, papers
from generator.printing.layout.shapes import Caption, Circle, Shape
from generator.printing.pdf.canvas import pens, text_width_mm
from generator.printing.printers.calibration import calibration_sheet
from generator.printing.sheets.options import PrintOptions
from generator.printing.sheets.planning import grid_document, shelf_document

TITLE = Title("Henge", "19")
HAIR_MM = 0.1
"""Half the width of the widest line that may begin at the margin."""
ON_SHEETS = sorted(key for key, value in layouts().items() if value.kind is not LayoutKind.SINGLE)


def some(kind: str, width: float, height: float, count: int, shape: str = "rect") -> Deck:
    front, back = (Drawing(f"{kind}-{side}", width, height, 3) for side in "fb")
    make = {
        "flat": lambda who: flat(who, front, back, shape),
        "plain": lambda who: flat(who, front, None, shape),
        "tent": lambda who: tent(who, front, back),
        "block": lambda who: block(who, front, back, 12),
    }[kind]
    name = f"{kind} {shape}"
    return Deck(name, name, tuple(make(Identity(name, name, n)) for n in range(count)))


ROWS = (
    some("flat", 25, 25, 17, "round"),
    some("flat", 30, 26, 9, "hex"),
    some("flat", 30, 30, 12),
    some("plain", 10, 10, 40),
    some("tent", 24, 44, 5),
    some("block", 18, 30, 5),
)


def box_of(shape: Shape) -> Rect:
    """What a shape covers, with half of its line (mm)."""
    if isinstance(shape, Caption):
        width = text_width_mm(shape.text, shape.size, shape.bold)
        start = {"start": 0.0, "middle": -width / 2, "end": -width}[shape.anchor]
        low, high = -0.2 * shape.size * 0.3528, 0.7 * shape.size * 0.3528
        x, y = shape.at
        if shape.rotation % 180 == 90:
            return Rect(x - high, y + start, high - low, width)
        return Rect(x + start, y + low, width, high - low)
    edge = Edges.all(pens()[shape.style].width_mm / 2 if pens()[shape.style].stroke else 0.0)
    if isinstance(shape, Circle):
        return Rect(*shape.centre, 0, 0).grown(Edges.all(shape.radius)).grown(edge)
    return bounds([Rect(x, y, 0, 0) for x, y in shape.points]).grown(edge)


def leaves(document: Document, paper: str) -> list[tuple[int, object, Rect]]:
    """What lies beyond the printable area, with the number of its page."""
    found: list[tuple[int, object, Rect]] = []
    edge = Edges.all(HAIR_MM - papers()[paper].margin_mm)
    for number, page in enumerate(document.pages, start=1):
        area = Rect(0, 0, page.width, page.height).grown(edge)
        things = [(shape, box_of(shape)) for shape in page.shapes]
        things += [(face.component, face.clip) for face in page.placed]
        for thing, box in things:
            if box.x < area.x or box.y < area.y or box.right > area.right or box.top > area.top:
                found.append((number, thing, box))
    return found


@pytest.mark.parametrize(("paper", "layout"), [*itertools.product(sorted(papers()), ON_SHEETS)])
def test_cards_and_their_marks_stay_inside(paper: str, layout: str) -> None:
    cut = ("svg",) if layouts()[layout].registration else ()
    sizes = [Drawing("m", 44, 67, 3), Drawing("t", 70, 120, 3)]
    decks = [
        Deck("stone", "Poker", tuple(card(n) for n in range(9))),
        *(Deck(d.key, d.key, (flat(Identity(d.key, d.key), d, d),)) for d in sizes),
    ]
    for deck, mode in itertools.product(decks, MarkMode):
        marks = MarkStyle(mode, length_mm=10.0)
        options = PrintOptions(paper=paper, layout=layout, cut=cut, marks=marks)
        try:
            document = grid_document("cards.pdf", "cards", TITLE, [deck], options)
        except LayoutError:
            continue
        assert leaves(document, paper) == []


@pytest.mark.parametrize("pack", [False, True])
@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("layout", ["auto", "gutterfold"])
def test_rows_of_other_pieces_stay_inside(paper: str, layout: str, pack: bool) -> None:
    options = PrintOptions(paper=paper, layout=layout, pack=pack)
    assert leaves(shelf_document("chits.pdf", "chits", TITLE, ROWS, options), paper) == []


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("flip", list(Flip))
def test_sheets_for_a_cutting_machine_stay_inside(paper: str, flip: Flip) -> None:
    options = PrintOptions(paper=paper, cut=("svg",), flip=flip)
    assert leaves(shelf_document("chits.pdf", "chits", TITLE, ROWS, options), paper) == []
    deck = Deck("stone", "Poker", tuple(card(n) for n in range(9)))
    assert leaves(grid_document("cards.pdf", "cards", TITLE, [deck], options), paper) == []


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("flip", list(Flip))
def test_the_duplex_test_sheet_stays_inside(paper: str, flip: Flip) -> None:
    assert leaves(calibration_sheet(papers()[paper], flip), paper) == []


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("length", [3.0, 10.0])
def test_tiles_of_boards_stay_inside(paper: str, length: float) -> None:
    board = Board("board", "board", "The board", Drawing("b", 500, 420, 3))
    options = PrintOptions(paper=paper, marks=MarkStyle(length_mm=length))
    assert leaves(tiled_board("board.pdf", TITLE, board, options), paper) == []
