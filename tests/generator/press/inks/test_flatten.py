import io

import pikepdf
import pypdfium2 as pdfium
import pytest

from generator.press.flatten import Plates, flatten
from generator.press.transparency import alpha_of, transparent

DPI = 150


def opaque(canvas):
    canvas.setFillColorCMYK(0.1, 0.4, 0.6, 0)
    canvas.rect(0, 0, 144, 144, stroke=0, fill=1)
    canvas.setFillColorCMYK(0, 0, 0, 1)
    canvas.drawString(20, 60, "Mossback")


def translucent(canvas):
    canvas.setFillColorCMYK(0.1, 0.4, 0.6, 0)
    canvas.rect(0, 0, 144, 144, stroke=0, fill=1)
    canvas.setFillColorCMYK(0.8, 0, 0, 0.2)
    canvas.setFillAlpha(0.4)
    canvas.rect(30, 0, 60, 144, stroke=0, fill=1)
    canvas.setFillAlpha(1)
    canvas.setFillColorCMYK(0, 0, 0, 1)
    canvas.drawString(20, 60, "Mossback")


def covered(canvas):
    translucent(canvas)
    canvas.setFillColorCMYK(0.5, 0, 0.9, 0)
    canvas.rect(0, 40, 144, 60, stroke=0, fill=1)


def words(data, page):
    document = pdfium.PdfDocument(data)
    text = document[page].get_textpage().get_text_bounded()
    document.close()
    return text


def test_opaque_files_are_returned_as_they_are(paper):
    data = paper(opaque, opaque)
    assert flatten(data, 3.0) == (data, ())


def test_translucent_art_becomes_a_picture_under_its_letters(paper):
    data, pages = flatten(paper(opaque, translucent), 3.0, DPI)
    assert pages == (1,)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert not any(transparent(page.obj) for page in pdf.pages)
        assert "/XObject" not in pdf.pages[0].resources
        (art,) = pdf.pages[1].resources.XObject.values()
        assert (art.Width, art.Height, art.ColorSpace) == (300, 300, "/DeviceCMYK")
    assert words(data, 1) == "Mossback"


def test_a_flattened_page_prints_the_same_inks(paper):
    before = paper(translucent)
    after, _ = flatten(before, 3.0, DPI)
    with Plates(before) as old, Plates(after) as new:
        one, other = old.page(0, 72), new.page(0, 72)
    for spot in ((10, 20), (50, 20), (120, 20), (35, 84), (60, 120)):
        assert other.getpixel(spot) == pytest.approx(one.getpixel(spot), abs=12)


def test_letters_that_art_covers_do_not_come_to_light(paper):
    before = paper(covered)
    after, _ = flatten(before, 3.0, DPI)
    assert words(after, 0) == ""
    with Plates(before) as old, Plates(after) as new:
        assert new.page(0, 72).getpixel((30, 80)) == old.page(0, 72).getpixel((30, 80))


def test_mixed_inks_obey_the_limit(paper):
    def page(canvas):
        canvas.setFillColorCMYK(1, 0, 0, 0.5)
        canvas.rect(0, 0, 144, 144, stroke=0, fill=1)
        canvas.setFillColorCMYK(0, 1, 1, 0)
        canvas.setFillAlpha(0.9)
        canvas.rect(0, 0, 144, 144, stroke=0, fill=1)

    after, _ = flatten(paper(page), 1.5, DPI)
    with Plates(after) as plates:
        assert sum(plates.page(0, 72).getpixel((70, 70))) <= 1.5 * 255 + 2


def test_large_pages_are_flattened_more_coarsely(paper, monkeypatch):
    monkeypatch.setattr("generator.press.flatten.MOST_PIXELS", 10_000)
    data, _ = flatten(paper(translucent), 3.0, DPI)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (art,) = pdf.pages[0].resources.XObject.values()
        assert (art.Width, art.Height) == (100, 100)


@pytest.mark.parametrize(
    ("state", "alpha"),
    [
        ({}, 1),
        ({"ca": 0.4}, 0.4),
        ({"CA": 0.7, "ca": 1}, 0.7),
        ({"BM": pikepdf.Name.Multiply}, 0),
        ({"BM": pikepdf.Name.Normal}, 1),
        ({"SMask": pikepdf.Name("/None")}, 1),
        ({"SMask": pikepdf.Dictionary(S=pikepdf.Name.Luminosity)}, 0),
    ],
)
def test_how_opaque_a_graphics_state_is(state, alpha):
    assert alpha_of(pikepdf.Dictionary(**state)) == pytest.approx(alpha)
