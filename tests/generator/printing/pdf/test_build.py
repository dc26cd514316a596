import io
import math

import pikepdf
import pytest
from print_fakes import MM, TITLE, book_of, card, drawings_of, flats, switched_off
from reportlab.pdfbase import pdfmetrics

from generator.printing.decks import PieceDeck
from generator.printing.imposition import Flip
from generator.printing.options import PrintOptions
from generator.printing.pdf import register_fonts
from generator.printing.planning import grid_document, shelf_document
from generator.printing.print_files import build_pdf
from generator.printing.sheet_fonts import BOLD, POINTS, REGULAR, text_width_mm

PIECES = tuple(card(1 + n % 2) for n in range(11))


def plan(flip=Flip.LONG):
    deck = PieceDeck("stone", "Stone cards", PIECES)
    return grid_document("cards.pdf", "cards", TITLE, [deck], PrintOptions(flip=flip))


@pytest.fixture(scope="module")
def data():
    return build_pdf(plan(), book_of(drawings_of(PIECES)))


@pytest.fixture
def pdf(data):
    with pikepdf.Pdf.open(io.BytesIO(data)) as opened:
        yield opened


def test_each_face_comes_in_once_and_fonts_of_sheets_in_part(pdf):
    forms = {form.objgen for page in pdf.pages for form in page.obj.Resources.XObject.values()}
    assert len(forms) == 3
    fonts = {
        str(item.BaseFont)
        for item in pdf.objects
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font"
    }
    assert len(fonts - {"/Helvetica"}) > 0
    assert all(name[7] == "+" for name in fonts - {"/Helvetica"})


def test_pages_are_the_paper_with_trim_inside_bleed(pdf):
    for page in pdf.pages:
        assert [float(v) for v in page.mediabox] == pytest.approx(
            [0, 0, 210 * MM, 297 * MM], abs=0.01
        )
        trim, bleed = ([float(v) for v in box] for box in (page.trimbox, page.obj.BleedBox))
        assert 0 <= bleed[0] < trim[0] < trim[2] < bleed[2] <= 210 * MM
        assert trim[0] - bleed[0] == pytest.approx(3 * MM, abs=0.01)


@pytest.mark.parametrize(("flip", "edge"), [(Flip.LONG, "Long"), (Flip.SHORT, "Short")])
def test_viewers_are_told_how_to_print(flip, edge):
    data = build_pdf(plan(flip), book_of(drawings_of(PIECES)))
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        wishes = pdf.Root.ViewerPreferences
        assert wishes.PrintScaling == "/None"
        assert wishes.Duplex == f"/DuplexFlip{edge}Edge"


def test_labels_outline_and_metadata_name_the_deck(pdf):
    assert str(pdf.Root.PageLabels.Nums[1].P) == "Stone cards 1 front"
    with pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Stone cards"]
    with pdf.open_metadata() as meta:
        assert meta["dc:title"] == "Henge · revision 19: cards"


def _dark(data, box, off=()):
    """Dark pixels of a box (mm, from the bottom left) on page 1, with some layers off."""
    scale = 200 / 25.4
    image = switched_off(data, off, 200).convert("L")
    left, bottom, right, top = (value * scale for value in box)
    area = image.crop(
        (int(left), int(image.height - top), math.ceil(right), int(image.height - bottom))
    )
    return sum(area.histogram()[:160])


@pytest.mark.parametrize(
    ("layer", "box"),
    [
        ("Art", (30, 240, 60, 260)),
        ("Crop marks", (5, 200, 10, 290)),
        ("Labels and ruler", (15, 288.2, 60, 290.6)),
    ],
)
def test_layers_can_be_switched(data, layer, box):
    assert _dark(data, box) > 20
    assert _dark(data, box, (layer,)) == 0


def test_bleed_of_round_pieces_is_round():
    coins = flats("c", 25, 25, 2, "round", back=False)
    document = shelf_document("c.pdf", "c", TITLE, [coins], PrintOptions())
    box = document.pages[0].placed[0].clip
    data = build_pdf(document, book_of(drawings_of(coins.pieces)))
    corner = (box.x, box.y, box.x + 2.5, box.y + 2.5)
    middle = (box.centre[0] - 2, box.centre[1] - 2, box.centre[0] + 2, box.centre[1] + 2)
    assert _dark(data, corner) == 0
    assert _dark(data, middle) > 100


def test_the_environment_dates_nothing(data, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert build_pdf(plan(), book_of(drawings_of(PIECES))) == data
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        assert not {"/CreationDate", "/ModDate"} & set(pdf.docinfo.keys())
        with pdf.open_metadata() as meta:
            assert not [key for key in meta if "Date" in key]


TEXTS = [
    "",
    "Henge 1.0 · cards.pdf · 1/4",
    "Über Äxte – „Tal“",
    "AVATAR Ty",
    "letters it lacks: ᚨ漢",
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("bold", [False, True])
def test_a_text_is_as_wide_as_reportlab_sets_it(text, bold):
    register_fonts()
    wide = pdfmetrics.stringWidth(text, BOLD if bold else REGULAR, 7.5) / POINTS
    assert text_width_mm(text, 7.5, bold) == pytest.approx(wide, rel=1e-12)
