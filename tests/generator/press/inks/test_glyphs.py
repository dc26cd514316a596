import io

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from pikepdf import Array, Dictionary, Name, Pdf

from generator.press.outlines import PdfFont
from generator.recolour import ColourError

SQUARE = ((100, 0), (500, 0), (500, 400), (100, 400))
WANTED = (("m", (0.1, 0.0)), ("l", (0.5, 0.0)), ("l", (0.5, 0.4)), ("l", (0.1, 0.4)))
"""The letter A as a square, in sizes of the font; the rest of its outline closes it."""


def file_of(kind):
    """A font file of a kind, in which the letter A is a square."""
    compact = kind != "FontFile2"
    pens = [T2CharStringPen(600, None) if compact else TTGlyphPen(None) for _ in range(2)]
    pens[1].moveTo(SQUARE[0])
    for point in SQUARE[1:]:
        pens[1].lineTo(point)
    pens[1].closePath()
    shapes = [pen.getCharString() if compact else pen.glyph() for pen in pens]
    glyphs = dict(zip((".notdef", "A"), shapes, strict=True))
    builder = FontBuilder(1000, isTTF=not compact)
    builder.setupGlyphOrder([*glyphs])
    builder.setupCharacterMap({65: "A"})
    if compact:
        builder.setupCFF("Square", {}, glyphs, {})
    else:
        builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({".notdef": (600, 0), "A": (600, 100)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupPost()
    target = io.BytesIO()
    builder.save(target)
    if kind == "Type1C":
        return bytes(TTFont(target).getTableData("CFF "))
    return target.getvalue()


@pytest.fixture
def pdf():
    with Pdf.new() as new:
        yield new


def descriptor(pdf, kind):
    if kind == "FontFile2":
        return Dictionary(FontFile2=pdf.make_stream(file_of(kind)))
    return Dictionary(FontFile3=pdf.make_stream(file_of(kind), Subtype=Name(f"/{kind}")))


KINDS = pytest.mark.parametrize("kind", ["FontFile2", "Type1C", "OpenType"])


@KINDS
def test_a_simple_font(pdf, kind):
    font = PdfFont(
        Dictionary(
            Subtype=Name.TrueType,
            Encoding=Name.WinAnsiEncoding,
            FirstChar=65,
            Widths=Array([600]),
            FontDescriptor=descriptor(pdf, kind),
        )
    )
    ((outline, advance), unknown) = font.letters(b"A\x95")
    assert set(WANTED) <= {(op, tuple(round(v, 6) for v in at)) for op, at in outline}
    assert advance == pytest.approx(0.6)
    assert unknown == ((), 0)


@KINDS
@pytest.mark.parametrize(
    ("widths", "advance"), [([1, [600]], 0.6), ([0, 7, 700], 0.7), ([5, [100]], 0.9)]
)
def test_a_font_of_two_bytes_a_letter(pdf, kind, widths, advance):
    inner = Dictionary(
        FontDescriptor=descriptor(pdf, kind),
        DW=900,
        W=Array([Array(one) if isinstance(one, list) else one for one in widths]),
    )
    font = PdfFont(
        Dictionary(Subtype=Name.Type0, Encoding=Name("/Identity-H"), DescendantFonts=Array([inner]))
    )
    ((outline, found),) = font.letters(b"\x00\x01")
    assert set(WANTED) <= {(op, tuple(round(v, 6) for v in at)) for op, at in outline}
    assert found == pytest.approx(advance)


def test_a_map_from_codes_to_glyphs(pdf):
    inner = Dictionary(
        FontDescriptor=descriptor(pdf, "FontFile2"), CIDToGIDMap=pdf.make_stream(b"\0\0\0\0\0\1")
    )
    wide = Dictionary(Subtype=Name.Type0, Encoding=Name("/Identity-H"))
    wide.DescendantFonts = Array([inner])
    (first, _), (second, _) = PdfFont(wide).letters(b"\x00\x01\x00\x02")
    assert first == ()
    assert len(second) >= 4


@pytest.mark.parametrize("about", [{}, {"FontDescriptor": Dictionary(FontName=Name.Gone)}])
def test_a_font_that_is_not_embedded(about):
    with pytest.raises(ColourError, match=r"Gone"):
        PdfFont(Dictionary(Subtype=Name.Type1, BaseFont=Name.Gone, **about))
