import io
from dataclasses import replace

import pikepdf
import pytest
from fogfaces import fog_faces
from pressfiles import saved
from print_fakes import book_of, card, drawings_of, switched_off
from shippedgames import catalogue

from generator.drawing.draw import draw
from generator.printing.decks import PieceDeck, Title
from generator.printing.documents import documents, stocks
from generator.printing.imposition import FaceSide, ReadOut
from generator.printing.options import PrintOptions
from generator.printing.pdf import TITLES, add_layers, mark_face, mark_layers
from generator.printing.planning import grid_document
from generator.printing.print_files import build_pdf
from generator.printing.selection import copies_needed, piece_texts
from validator.catalogue.load import load

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


def art(content):
    return b"/OC /art BDC\n" + content + b"\nEMC\n"


def text(content):
    return b"/OC /text BDC\n" + content + b"\nEMC\n"


FIRST, SECOND = b"BT\n(a)Tj\nET\n", b"BT\n(BT\\\nb)Tj\nET\n"


@pytest.mark.parametrize(
    ("parts", "marked"),
    [
        (
            [b"q 1 0 0 rg ", b"BT\n/f 1 Tf (BT x ET y) Tj\nET\n", b"Q 0 0 5 5 re f"],
            [art, text, art],
        ),
        ([b"0 0 5 5 re f"], [art]),
        ([], []),
        ([FIRST, SECOND], [text, text]),
        ([b"/xBT\ngs ", FIRST], [art, text]),
        ([b"\nBT\n(a)Tj"], [art]),
    ],
    ids=["mixed", "no text", "nothing", "two texts", "a name", "no end"],
)
def test_text_objects_and_the_rest_are_told_apart(parts, marked):
    wanted = [mark(part) for mark, part in zip(marked, parts, strict=True)]
    assert mark_layers(b"".join(parts)) == b"".join(wanted)


def test_layers_have_names_and_no_usage_and_a_face_that_is_marked_is_packed_at_once():
    with pikepdf.new() as pdf:
        content = b"q 1 0 0 rg 0 0 5 5 re f Q\n" * 100
        form = pdf.make_stream(content, Type=pikepdf.Name.XObject)
        mark_face(form, add_layers(pdf))
        assert form.read_bytes() == mark_layers(content)
        assert len(form.read_raw_bytes()) < len(content) / 10
        groups = pdf.Root.OCProperties.OCGs
        assert [str(group.Name) for group in groups] == list(TITLES.values())
        assert not any("/Usage" in group for group in groups)


@pytest.fixture
def cards(tiny):
    game, (pairs, _) = load(tiny)[0].games["fog"], fog_faces(tiny)
    book = draw([face for pair in pairs for face in (pair.front, pair.back) if face])
    plans = documents(game, stocks(game, pairs, copies_needed(game)), PrintOptions())
    return build_pdf(next(plan for plan in plans if plan.file == "cards.pdf"), book)


def test_text_and_art_of_cards_can_be_switched(cards):
    everything = switched_off(cards, ()).tobytes()
    assert switched_off(cards, ("Text",)).tobytes() != everything
    assert switched_off(cards, ("Art",)).tobytes() != everything
    nothing = switched_off(cards, tuple(TITLES.values())).tobytes()
    assert set(nothing) == {255}


def test_marking_layers_changes_nothing_that_is_seen(cards):
    with pikepdf.Pdf.open(io.BytesIO(cards)) as pdf:
        for page in pdf.pages:
            for form in page.obj.Resources.get("/XObject", {}).values():
                plain = form.read_bytes().replace(b"/OC /art BDC", b"").replace(b"EMC", b"")
                form.write(plain.replace(b"/OC /text BDC", b""))
        plainly = saved(pdf)
    assert switched_off(plainly, ()).tobytes() == switched_off(cards, ()).tobytes()
