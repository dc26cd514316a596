import io

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image
from pressfiles import to_cmyk, translucent_pages, words_of

from generator.drawing.draw import draw
from generator.press.flatten import Plates, most_ink
from generator.press.inks import open_profile
from generator.press.press_files import PrintingCondition, Standard, separate_book

PRESS = PrintingCondition(open_profile("fogra39"))
CARD = """
<rect x="-3" y="-3" width="46" height="66" fill="#2a1a10"/>
<rect x="2" y="30" width="36" height="28" fill="#f7f0df"/>
<rect x="4" y="4" width="10" height="10" fill="#808080"/>
{{ box(4, 32, 32, 24, "Score two points for each stone", fill="#2a241e", size=9) }}
"""


@pytest.fixture
def card(face_of):
    return face_of(CARD)


def plates_of(book, face, dpi=150):
    number, page = book.pages[face.key]
    with Plates(book.pdfs[number]) as plates:
        return plates.page(page, dpi)


def area(image, x, y, width, height, dpi=150):
    scale = dpi / 25.4
    box = ((3 + x) * scale, (3 + y) * scale, (3 + x + width) * scale, (3 + y + height) * scale)
    return image.crop(tuple(round(value) for value in box))


def test_letters_and_neutral_greys_are_on_the_black_plate_alone(card):
    page = plates_of(separate_book(draw([card]), PRESS), card)
    cyan, magenta, yellow, black = (band.getextrema() for band in area(page, 4, 32, 32, 24).split())
    ground = area(page, 3, 57, 4, 1).getpixel((2, 2))
    for (_, high), level in zip((cyan, magenta, yellow), ground[:3], strict=True):
        assert high <= level + 2  # under and beside the letters only the paper's tint
    assert black[1] == 255
    assert black[0] == ground[3] < 10
    *colours, black = area(page, 6, 6, 6, 6).getpixel((5, 5))
    assert colours == [0, 0, 0]
    assert 100 < black < 180


@pytest.mark.parametrize("most", [3.0, 2.4, 2.0, 1.6])
def test_no_spot_exceeds_the_ink_limit(card, most):
    book = separate_book(draw([card]), PrintingCondition(open_profile("fogra39"), most))
    ink, _, _ = most_ink(plates_of(book, card), 150)
    assert 1.2 < ink <= most + 0.01


PICTURE = '{{ picture("art.%s", 0, 0, 40, 60, fit="stretch") }}'


@pytest.mark.parametrize(
    ("image", "suffix", "expected"),
    [
        (Image.new("RGB", (60, 90), (200, 30, 0)), "png", (0, 241, 252, 40)),
        (Image.new("RGB", (60, 90), (200, 30, 0)), "jpg", (0, 241, 252, 40)),
        (Image.new("RGBA", (60, 90), (200, 30, 0, 128)), "png", (0, 121, 126, 20)),
        (Image.new("L", (60, 90), 90), "png", (0, 0, 0, 177)),
        (Image.new("RGB", (60, 90), (90, 90, 90)), "png", (0, 0, 0, 177)),
        (Image.new("L", (60, 90), 90), "jpg", (0, 0, 0, 177)),
    ],
)
def test_pictures_of_the_project_become_inks(studio, face_of, image, suffix, expected):
    image.save(studio / f"art.{suffix}")
    face = face_of(PICTURE % suffix)
    page = plates_of(separate_book(draw([face]), PRESS), face, 72)
    assert page.getpixel((60, 90)) == pytest.approx(expected, abs=4)


GRADIENTS = """
<defs>
<linearGradient id="{{ uid }}sky" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="#3a6ea5"/><stop offset="1" stop-color="#f2d98b"/></linearGradient>
<linearGradient id="{{ uid }}mist" x1="0" y1="0" x2="1" y2="0">
<stop offset="0" stop-color="#ffffff" stop-opacity="0"/><stop offset="1" stop-color="#ffffff"/>
</linearGradient>
<radialGradient id="{{ uid }}sun"><stop offset="0" stop-color="#ffe9a0"/>
<stop offset="0.5" stop-color="#e2a323"/><stop offset="1" stop-color="#b5522f"/></radialGradient>
</defs>
<rect x="-3" y="-3" width="46" height="66" fill="url(#{{ uid }}sky)"/>
<rect x="0" y="40" width="40" height="10" fill="url(#{{ uid }}mist)"/>
<circle cx="20" cy="20" r="10" fill="url(#{{ uid }}sun)"/>
<g opacity="0.5"><rect x="0" y="52" width="20" height="8" fill="#2c7345"/>
<rect x="10" y="52" width="20" height="8" fill="#b3322b"/></g>
<path d="M2 36 H38" stroke="url(#{{ uid }}sky)" stroke-width="2" fill="none"/>
"""


def test_gradients_and_veils_of_real_drawings_look_as_they_did(face_of):
    face = face_of(GRADIENTS)
    book = draw([face])
    inks = separate_book(book, PRESS)
    before, after = (
        pdfium.PdfDocument(one.pdfs[0])[0].render(scale=2).to_pil().convert("RGB")
        for one in (book, inks)
    )
    for x in range(8, before.width - 8, 12):
        for y in range(8, before.height - 8, 12):
            pairs = zip(before.getpixel((x, y)), after.getpixel((x, y)), strict=True)
            assert max(abs(a - b) for a, b in pairs) < 60, (x, y)
    with pikepdf.open(io.BytesIO(inks.pdfs[0])) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream):
                assert thing.stream_dict.get("/ShadingType") is None
                assert b"/DeviceRGB" not in thing.stream_dict.unparse()
                assert thing.stream_dict.get("/Subtype") != "/Image"  # nothing was rasterised


def test_pictures_with_holes_are_flattened_where_nothing_may_be_translucent(studio, face_of):
    Image.new("RGBA", (60, 90), (200, 30, 0, 128)).save(studio / "art.png")
    face = face_of(PICTURE % "png" + '{{ text(20, 30, "Owl") }}')
    data = draw([face]).pdfs[0]
    assert translucent_pages(to_cmyk(data, PRESS, "Card")) == [0]
    opaque = to_cmyk(data, PrintingCondition(PRESS.profile, standard=Standard.X1A), "Card")
    assert translucent_pages(opaque) == []
    assert words_of(opaque) == "Owl"
    with Plates(opaque) as plates:
        assert plates.page(0, 72).getpixel((60, 150)) == pytest.approx((0, 121, 126, 20), abs=4)
