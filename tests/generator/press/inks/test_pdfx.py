import io

import pikepdf
import pytest

from generator.press.inks import PROFILES, open_profile
from generator.press.press_files import (
    PrintingCondition,
    Standard,
    finish,
    separate_pdf,
    to_cmyk,
    translucent_pages,
)
from generator.press.transparency import transparent


def card(canvas):
    canvas.setFillColorRGB(0.9, 0.8, 0.6)
    canvas.rect(0, 0, 144, 144, stroke=0, fill=1)
    canvas.setFillColorRGB(0, 0, 0)
    canvas.drawString(20, 60, "Mossback")


def veiled(canvas):
    card(canvas)
    canvas.setFillAlpha(0.5)
    canvas.rect(0, 0, 50, 50, stroke=0, fill=1)


@pytest.fixture
def pressed(paper, fogra):
    def run(standard, *pages):
        return to_cmyk(paper(*pages), PrintingCondition(fogra, 3.0, standard), "Henge: stone")

    return run


@pytest.mark.parametrize("standard", Standard)
def test_what_both_standards_ask_for(pressed, standard):
    with pikepdf.open(io.BytesIO(pressed(standard, card, veiled))) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFX"
        assert str(intent.OutputConditionIdentifier) == "FOGRA39"
        profile = (PROFILES / "fogra39.icc").read_bytes()
        assert intent.DestOutputProfile.read_bytes() == profile
        assert intent.DestOutputProfile.N == 4
        for page in pdf.pages:
            assert list(page.obj.TrimBox) == list(page.mediabox)
        info = {str(key): str(value) for key, value in pdf.docinfo.items()}
        assert info["/Title"] == "Henge: stone"
        assert info["/Trapped"] == "/False"
        assert info["/CreationDate"] == info["/ModDate"]
        assert "/ID" in pdf.trailer
        assert not pdf.is_encrypted
        assert pdf.check_pdf_syntax() == []


def test_x4_names_itself_in_xmp(pressed):
    data = pressed(Standard.X4, veiled)
    assert data.startswith(b"%PDF-1.6")
    with pikepdf.open(io.BytesIO(data)) as pdf, pdf.open_metadata() as meta:
        assert meta["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] == "PDF/X-4"
        assert meta["pdf:Trapped"] == "False"
        assert meta["dc:title"] == "Henge: stone"
    assert translucent_pages(data) == (0,)


def test_x1a_is_of_an_old_version_and_without_transparency(pressed):
    data = pressed(Standard.X1A, card, veiled)
    assert data.startswith(b"%PDF-1.4")
    assert b"/ObjStm" not in data
    assert b"/Group" not in data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert not any(transparent(page.obj) for page in pdf.pages)
        assert "/XObject" not in pdf.pages[0].resources  # what was opaque stays vector


def test_trim_boxes_are_kept_and_layers_dropped_where_unknown(paper, fogra):
    with pikepdf.open(io.BytesIO(separate_pdf(paper(card), PrintingCondition(fogra)))) as pdf:
        pdf.pages[0].obj.TrimBox = pikepdf.Array([9, 9, 135, 135])
        pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=[], D=pikepdf.Dictionary())
        data = finish(pdf, Standard.X1A, fogra, "Stone")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert list(pdf.pages[0].obj.TrimBox) == [9, 9, 135, 135]
        assert "/OCProperties" not in pdf.Root


def test_a_users_own_condition_is_named_as_such(paper, tmp_path):
    path = tmp_path / "own.icc"
    path.write_bytes((PROFILES / "swop.icc").read_bytes())
    data = to_cmyk(paper(card), PrintingCondition(open_profile(path)), "Stone")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == "Custom"
        assert "/RegistryName" not in intent
        assert "TR 003" in str(intent.Info)


@pytest.mark.parametrize("standard", Standard)
def test_equal_input_gives_equal_bytes(pressed, standard):
    assert pressed(standard, card, veiled) == pressed(standard, card, veiled)
