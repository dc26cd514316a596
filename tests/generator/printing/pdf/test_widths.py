import pytest
from reportlab.pdfbase import pdfmetrics

from generator.printing.pdf import register_fonts
from generator.printing.sheet_fonts import BOLD, POINTS, REGULAR, text_width_mm

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
