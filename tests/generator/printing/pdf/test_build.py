from __future__ import annotations

import io
import math
from collections.abc import Iterator
from dataclasses import replace

import pikepdf
import pytest
from print_fakes import MM, TITLE, book_of, card, drawings_of, flats, switched_off

from generator.printing.decks import PieceDeck
from generator.printing.imposition import Document, Flip
from generator.printing.options import PrintOptions
from generator.printing.planning import grid_document, shelf_document
from generator.printing.print_files import build_pdf

PIECES = tuple(card(1 + n % 2) for n in range(11))


def plan(flip: Flip = Flip.LONG) -> Document:
    deck = PieceDeck("stone", "Stone cards", PIECES)
    return grid_document("cards.pdf", "cards", TITLE, [deck], PrintOptions(flip=flip))


@pytest.fixture(scope="module")
def data() -> bytes:
    return build_pdf(plan(), book_of(drawings_of(PIECES)))


@pytest.fixture
def pdf(data: bytes) -> Iterator[pikepdf.Pdf]:
    with pikepdf.Pdf.open(io.BytesIO(data)) as opened:
        yield opened


def test_each_face_comes_in_once(pdf: pikepdf.Pdf) -> None:
    forms = {form.objgen for page in pdf.pages for form in page.obj.Resources.XObject.values()}
    assert len(forms) == 3


def test_pages_are_the_paper_with_trim_inside_bleed(pdf: pikepdf.Pdf) -> None:
    for page in pdf.pages:
        assert [float(v) for v in page.mediabox] == pytest.approx(
            [0, 0, 210 * MM, 297 * MM], abs=0.01
        )
        trim, bleed = ([float(v) for v in box] for box in (page.trimbox, page.obj.BleedBox))
        assert 0 <= bleed[0] < trim[0] < trim[2] < bleed[2] <= 210 * MM
        assert trim[0] - bleed[0] == pytest.approx(3 * MM, abs=0.01)


def test_all_sheet_fonts_are_embedded_and_subset(data: bytes) -> None:
    without_faces = build_pdf(
        Document("x.pdf", "x", "x", tuple(_bare(page) for page in plan().pages)), book_of([])
    )
    with pikepdf.Pdf.open(io.BytesIO(without_faces)) as pdf:
        fonts = [
            o
            for o in pdf.objects
            if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"
        ]
        assert fonts
        for font in fonts:
            assert str(font.BaseFont)[1:8].endswith("+"), font.BaseFont
            assert "/FontFile2" in font.FontDescriptor


def _bare(page):  # type: ignore[no-untyped-def]
    return replace(page, placed=())


def test_equal_input_gives_equal_bytes(data: bytes) -> None:
    assert build_pdf(plan(), book_of(drawings_of(PIECES))) == data


def test_viewers_are_told_how_to_print(pdf: pikepdf.Pdf) -> None:
    wishes = pdf.Root.ViewerPreferences
    assert wishes.PrintScaling == "/None"
    assert wishes.Duplex == "/DuplexFlipLongEdge"


def test_short_edge_is_told_too() -> None:
    data = build_pdf(plan(Flip.SHORT), book_of(drawings_of(PIECES)))
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


def test_labels_outline_and_metadata_name_the_deck(pdf: pikepdf.Pdf) -> None:
    assert str(pdf.Root.PageLabels.Nums[1].P) == "Stone cards 1 front"
    with pdf.open_outline() as outline:
        assert [item.title for item in outline.root] == ["Stone cards"]
    with pdf.open_metadata() as meta:
        assert meta["dc:title"] == "Henge · revision 19: cards"


def _dark(data: bytes, box: tuple[float, float, float, float], off: tuple[str, ...] = ()) -> int:
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
def test_layers_can_be_switched(
    data: bytes, layer: str, box: tuple[float, float, float, float]
) -> None:
    assert _dark(data, box) > 20
    assert _dark(data, box, (layer,)) == 0


def test_bleed_of_round_pieces_is_round() -> None:
    coins = flats("c", 25, 25, 2, "round", back=False)
    document = shelf_document("c.pdf", "c", TITLE, [coins], PrintOptions())
    box = document.pages[0].placed[0].clip
    data = build_pdf(document, book_of(drawings_of(coins.pieces)))
    corner = (box.x, box.y, box.x + 2.5, box.y + 2.5)
    middle = (box.centre[0] - 2, box.centre[1] - 2, box.centre[0] + 2, box.centre[1] + 2)
    assert _dark(data, corner) == 0
    assert _dark(data, middle) > 100


def test_the_environment_dates_nothing(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert build_pdf(plan(), book_of(drawings_of(PIECES))) == data
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        assert not {"/CreationDate", "/ModDate"} & set(pdf.docinfo.keys())
        with pdf.open_metadata() as meta:
            assert not [key for key in meta if "Date" in key]
