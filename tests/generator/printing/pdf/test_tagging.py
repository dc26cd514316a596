import io
from dataclasses import replace

import pikepdf
import pytest
from print_fakes import book_of, card, drawings_of
from shippedgames import catalogue

from generator.printing.decks import PieceDeck, Title
from generator.printing.imposition import FaceSide, ReadOut
from generator.printing.options import PrintOptions
from generator.printing.planning import grid_document
from generator.printing.print_files import build_pdf
from generator.printing.selection import piece_texts

PIECES = tuple(card(1 + n % 2) for n in range(11))
PLAN = grid_document(
    "cards.pdf", "cards", Title("Fog", "1"), [PieceDeck("stone", "Stones", PIECES)], PrintOptions()
)
FRONTS = {piece.component: f"{piece.component}: Draw a card." for piece in PIECES}


def finished(told, author=""):
    plan = replace(PLAN, told=told, author=author)
    return pikepdf.Pdf.open(io.BytesIO(build_pdf(plan, book_of(drawings_of(PIECES)))))


@pytest.fixture(scope="module")
def pdf():
    deck = PLAN.pages[0].placed[0].deck
    with finished(ReadOut(FRONTS, {deck: "Back: Stones"}), "Ada Moor") as opened:
        yield opened


def marks(page):
    """Depth of marks and what stands in each: (tag, number of faces), as they end."""
    open_ones, found = [], []
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "BMC" | "BDC":
                open_ones.append([str(operands[0]), 0])
            case "EMC":
                found.append(tuple(open_ones.pop()))
            case "Do":
                for mark in open_ones:
                    mark[1] += 1
    assert not open_ones
    return found


def test_every_face_is_a_figure_with_its_text_in_order(pdf):
    figures = list(pdf.Root.StructTreeRoot.K.K)
    expected = [
        "Back: Stones" if placed.side is FaceSide.BACK else FRONTS[placed.component]
        for page in PLAN.pages
        for placed in page.placed
    ]
    assert [(figure.S, str(figure.Alt)) for figure in figures] == [
        ("/Figure", text) for text in expected
    ]
    assert pdf.Root.MarkInfo.Marked
    numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
    for page, plan in zip(pdf.pages, PLAN.pages, strict=True):
        elements = numbers[2 * int(page.obj.StructParents) + 1]
        assert [int(element.K) for element in elements] == list(range(len(plan.placed)))
        assert all(element.Pg.objgen == page.obj.objgen for element in elements)


def test_lines_marks_and_labels_are_artifacts(pdf):
    for page, plan in zip(pdf.pages, PLAN.pages, strict=True):
        found = marks(page)
        assert [faces for tag, faces in found if tag == "/Figure"] == [1] * len(plan.placed)
        assert [faces for tag, faces in found if tag == "/Artifact"] == [0]


def test_without_words_a_file_is_not_tagged_and_has_an_author_only_if_one_is_known(pdf):
    assert str(pdf.docinfo["/Author"]) == "Ada Moor"
    with pdf.open_metadata() as meta:
        assert list(meta["dc:creator"]) == ["Ada Moor"]
    with finished(None) as plain:
        assert "/StructTreeRoot" not in plain.Root
        assert "/Author" not in plain.docinfo
        assert "/Artifact" not in {tag for page in plain.pages for tag, _ in marks(page)}


def test_what_is_told_of_a_piece_is_its_name_and_text():
    game = catalogue().games["henge"]
    placed = replace(PLAN.pages[0].placed[0], deck="luck")
    ids = ("luck-elders-blessing", "stone-larkstone", "coin-5")
    page = replace(
        PLAN.pages[0], placed=tuple(replace(placed, component=component) for component in ids)
    )
    told = piece_texts(game, replace(PLAN, pages=(page,)))
    assert set(told.fronts) == set(ids)
    assert told.fronts["luck-elders-blessing"] == (
        "Elders’ Blessing (Luck card): Ignore the area’s icons for a level-up once."
    )
    assert told.fronts["stone-larkstone"].startswith("Larkstone (Stone card): size small")
    assert told.backs == {"luck": "Back: Luck cards"}
