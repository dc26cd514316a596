import io

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import ImageChops
from pressfiles import paper, saved, words_of
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from generator.drawing.draw import draw
from generator.press.outlines import outline_text
from generator.recolour import ColourError
from generator.typeset.fonts import FontKey, registry_of_trilith

SANS = "OutlineTest"
DPI = 144


@pytest.fixture(scope="module", autouse=True)
def sans():
    pdfmetrics.registerFont(
        TTFont(SANS, str(registry_of_trilith().path(FontKey("Source Sans Pro"))))
    )


def seen(data):
    document = pdfium.PdfDocument(data)
    image = document[0].render(scale=DPI / 72).to_pil().convert("L")
    document.close()
    return image


def alike(one, other):
    """Whether two pages look the same but for how edges are smoothed: ink, and where it is."""
    first, second = seen(one), seen(other)
    rough = ImageChops.difference(first.reduce(4), second.reduce(4)).getextrema()[1]
    return rough < 40 and first.getextrema()[0] == second.getextrema()[0]


def fonts(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return [o for o in pdf.objects if isinstance(o, pikepdf.Dictionary) and "/BaseFont" in o]


WAYS = {
    "plain": [("textOut", "Hengebot")],
    "turned": [("setTextTransform", 0.8, 0.6, -0.6, 0.8, 40, 20), ("textOut", "aslant")],
    "edged": [("setTextRenderMode", 2), ("textOut", "Edge")],
    "unseen": [
        ("setTextRenderMode", 3),
        ("textOut", "ghost"),
        ("setTextRenderMode", 0),
        ("textOut", "!"),
    ],
}
"""What is done to a text of a page, in order."""


def page_of(steps):
    def page(canvas):
        text = canvas.beginText(10, 90)
        text.setFont(SANS, 26)
        for name, *values in steps:
            getattr(text, name)(*values)
        canvas.drawText(text)
        canvas.circle(20, 20, 8, fill=1)

    return page


@pytest.mark.parametrize("steps", WAYS.values(), ids=WAYS)
def test_a_text_looks_the_same_as_shapes(steps):
    data = paper(page_of(steps))
    shapes = outline_text(data)
    assert fonts(data)
    assert fonts(shapes) == []
    assert words_of(data).strip()
    assert not words_of(shapes).strip()
    assert seen(data).getextrema()[0] < 20
    assert alike(data, shapes)


def test_what_was_saved_and_restored_is_so_for_letters_too():
    with pikepdf.open(io.BytesIO(paper(page_of([("textOut", "M")])))) as pdf:
        page = pdf.pages[0]
        name = next(str(name) for name in page.resources.Font if "+" in str(name))
        content = (
            f"BT {name} 60 Tf ET q BT {name} 20 Tf 1 0 0 1 10 110 Tm (M) Tj ET Q "
            "BT 1 0 0 1 40 40 Tm (M) Tj ET"
        )
        page.obj.Contents = pdf.make_stream(content.encode())
        data = saved(pdf)
    assert seen(data).getextrema()[0] < 20
    assert alike(data, outline_text(data))


def test_drawn_faces_keep_their_look_and_lose_their_fonts(face_of):
    words = '{{ text(20, 20, "Fjörd", size=20, anchor="middle") }}'
    face = face_of(words + '{{ text(20, 40, "Ωμέγα ≥ 3", font="title", anchor="middle") }}')
    (data,) = draw([face]).pdfs
    shapes = outline_text(data)
    assert fonts(shapes) == []
    assert "Fjörd" in words_of(data)
    assert words_of(shapes).strip() == ""
    assert alike(data, shapes)


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        ([("setTextRenderMode", 7), ("textOut", "clip")], "clip"),
        ([("setCharSpace", 2), ("textOut", "far")], "`Tc` moves"),
        ([("textLine", "one"), ("textOut", "two")], r"`T\*` moves"),
    ],
)
def test_letters_that_cannot_be_outlined_are_refused(steps, why):
    with pytest.raises(ColourError, match=why):
        outline_text(paper(page_of(steps)))
