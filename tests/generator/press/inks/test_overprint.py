"""Solid black letters printed over their ground, and the ink that this makes."""

import io

import pikepdf
import pytest

from generator.press.flatten import Plates, most_ink
from generator.press.inks import black_letters, overprint_black
from generator.press.outlines import outline_text
from generator.typeset.fonts import FontKey, registry_of_trilith

GROUND = (0.5, 0.2, 0.0, 0.1)
GROUND_LEVELS = (128, 51, 0, 26)
INSIDE = (41, 74)
"""A pixel in the stem of the letter, from the top left."""


def page_of(black=(0, 0, 0, 1), alpha=1.0):
    def page(canvas):
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        path = registry_of_trilith().path(FontKey("Source Sans Pro", 600))
        pdfmetrics.registerFont(TTFont("OverprintTest", str(path)))
        canvas.setFillColorCMYK(*GROUND)
        canvas.rect(0, 0, 144, 144, stroke=0, fill=1)
        canvas.setFillColorCMYK(*black)
        canvas.setFillAlpha(alpha)
        canvas.setFont("OverprintTest", 120)
        canvas.drawString(24, 30, "I")
        canvas.setFillAlpha(1)
        canvas.setFillColorCMYK(0, 0, 0, 1)
        canvas.rect(100, 100, 30, 30, stroke=0, fill=1)

    return page


def letter(data):
    with Plates(data) as plates:
        return plates.page(0, 72).getpixel(INSIDE)


def told(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return list(black_letters(pdf.pages[0].obj))


def test_letters_knock_out_their_ground_unless_told(paper):
    data = paper(page_of())
    assert letter(data) == (0, 0, 0, 255)
    assert told(data) == [False]


def test_letters_that_overprint_leave_the_ground_below_them(paper):
    data = overprint_black(paper(page_of()))
    assert told(data) == [True]
    assert letter(data) == pytest.approx((*GROUND_LEVELS[:3], 255), abs=1)


def test_the_ink_of_ground_and_letter_adds_up(paper):
    plain = paper(page_of())
    with Plates(plain) as plates:
        assert most_ink(plates.page(0, 72), 72)[0] == pytest.approx(1.0, abs=0.01)
    with Plates(overprint_black(plain)) as plates:
        assert most_ink(plates.page(0, 72), 72)[0] == pytest.approx(1.7, abs=0.01)


def test_only_letters_overprint_not_art(paper):
    with Plates(overprint_black(paper(page_of()))) as plates:
        assert plates.page(0, 72).getpixel((115, 30)) == (0, 0, 0, 255)


@pytest.mark.parametrize(
    ("black", "alpha"), [((0, 0, 0, 0.98), 1), ((0.1, 0, 0, 1), 1), ((0, 0, 0, 1), 0.5)]
)
def test_only_solid_black_and_opaque_letters_overprint(paper, black, alpha):
    data = paper(page_of(black, alpha))
    assert told(overprint_black(data)) == []
    assert letter(overprint_black(data)) == pytest.approx(letter(data), abs=1)


def test_letters_that_overprint_still_do_as_shapes(paper):
    data = outline_text(overprint_black(paper(page_of())))
    assert told(data) == []
    assert letter(data) == pytest.approx((*GROUND_LEVELS[:3], 255), abs=1)


def test_a_state_may_switch_overprint_without_the_mode(paper):
    """With OPM 0 a black of 0 0 0 1 covers all inks (ISO 32000-1, 8.6.7)."""
    with pikepdf.open(io.BytesIO(overprint_black(paper(page_of())))) as pdf:
        pdf.pages[0].obj.Resources.ExtGState["/OverprintOn"].OPM = 0
        target = io.BytesIO()
        pdf.save(target)
    assert told(target.getvalue()) == [False]
    assert letter(target.getvalue()) == (0, 0, 0, 255)
