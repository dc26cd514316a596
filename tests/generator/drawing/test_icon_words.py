"""Icons in texts are read as words where no noun says them already."""

import io

import pikepdf
import pytest

from generator.design.faces import face_from
from generator.design.templates import Canvas, DrawingSubject
from generator.drawing.draw import draw
from validator.catalogue.model import Term

TERMS = {"coin": Term("coin", "coin", "coins", "coin")}
CANVAS = Canvas(40, 60, 3)


@pytest.fixture
def spoken(templates_of, studio):
    """Draw a box with a text; return the words that stand for its icons in the PDF."""

    def draw_it(text):
        subject = DrawingSubject("fog", lambda value, key: None, TERMS)
        templates = templates_of(card="{{ box(2, 2, 36, 40, c.text) }}")
        svg, findings = templates.draw("card", {"c": {"text": text}}, CANVAS, subject)
        assert not findings
        pdf = draw([face_from(svg, CANVAS, str(studio))]).pdfs[0]
        with pikepdf.open(io.BytesIO(pdf)) as opened:
            return [
                str(operands[1]["/ActualText"])
                for operands, operator in pikepdf.parse_content_stream(opened.pages[0])
                if str(operator) == "BDC" and "/ActualText" in operands[1]
            ]

    return draw_it


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Gain 3 {coin}, then stop.", ["coins"]),
        ("Gain 1 {coin}.", ["coin"]),
        ("Gain 3 {coin} coins.", []),
        ("A {coin} coin, 2 {coin} and {coin}.", ["coins", "coin"]),
    ],
)
def test_an_icon_is_read_as_its_noun_unless_that_follows(spoken, text, words):
    assert spoken(text) == words
