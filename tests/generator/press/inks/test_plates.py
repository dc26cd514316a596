import pytest

from generator.press.flatten import Plates, most_ink
from generator.recolour import ColourError


def patches(canvas):
    canvas.setFillColorCMYK(1, 0.5, 0, 0.25)
    canvas.rect(0, 72, 72, 72, stroke=0, fill=1)
    canvas.setFillColorCMYK(0, 0, 0.8, 1)
    canvas.rect(72, 0, 72, 72, stroke=0, fill=1)


def test_each_plate_shows_its_ink(paper):
    with Plates(paper(patches)) as plates:
        page = plates.page(0, 72)
    assert page.mode == "CMYK"
    assert page.getpixel((30, 30)) == pytest.approx((255, 128, 0, 64), abs=1)
    assert page.getpixel((100, 100)) == pytest.approx((0, 0, 204, 255), abs=1)
    assert page.getpixel((30, 100)) == (0, 0, 0, 0)


def test_the_most_ink_is_found_with_its_place(paper):
    with Plates(paper(patches)) as plates:
        ink, x, y = most_ink(plates.page(0, 72), 72)
    assert ink == pytest.approx(1.8, abs=0.01)
    assert (x, y) == pytest.approx((25.4, 25.4), abs=0.5)


def test_later_paint_covers_earlier_ink(paper):
    def page(canvas):
        patches(canvas)
        canvas.setFillColorCMYK(0, 0, 0, 0)
        canvas.rect(72, 0, 72, 72, stroke=0, fill=1)

    with Plates(paper(page)) as plates:
        assert most_ink(plates.page(0, 72), 72)[0] == pytest.approx(1.75, abs=0.01)


def test_translucent_ink_mixes(paper):
    def page(canvas):
        canvas.setFillColorCMYK(0, 1, 0, 0)
        canvas.rect(0, 0, 144, 144, stroke=0, fill=1)
        canvas.setFillColorCMYK(1, 0, 0, 0)
        canvas.setFillAlpha(0.5)
        canvas.rect(0, 0, 144, 144, stroke=0, fill=1)

    with Plates(paper(page)) as plates:
        assert plates.page(0, 72).getpixel((70, 70)) == pytest.approx((128, 128, 0, 0), abs=2)


def test_red_green_and_blue_are_no_inks(paper):
    def page(canvas):
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(0, 0, 9, 9, stroke=0, fill=1)

    with pytest.raises(ColourError, match="red, green and blue"):
        Plates(paper(page))
