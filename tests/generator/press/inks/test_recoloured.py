import io

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image
from pressfiles import operators, paper, saved, separate_pdf, to_cmyk, translucent_pages, words_of
from reportlab.lib.utils import ImageReader

from generator.press.flatten import Plates, flatten, most_ink
from generator.press.inks import PROFILES, black_letters, open_profile, overprint_black
from generator.press.outlines import outline_text
from generator.press.press_files import PrintingCondition, Standard, finish
from generator.press.transparency import alpha_of, transparent
from generator.recolour import ColourError
from generator.typeset.fonts import FontKey, registry_of_trilith


@pytest.fixture
def separate(fogra):
    return lambda data: separate_pdf(data, PrintingCondition(fogra))


def test_letters_and_art_of_one_colour_part_ways(separate):
    box = "10 10 50 50 re f"
    letters = "BT /F1 12 Tf 10 100 Td (Grey Sarsen) Tj ET"
    found = operators(separate(paper(f"0.165 0.141 0.118 rg {box} {letters} {box}")))
    colours = [line for line in found if line.endswith(" k")]
    assert len(colours) == 3
    assert colours[1] == "0 0 0 1 k"
    assert colours[0] == colours[2] != colours[1]
    names = [line.split()[-1] for line in found]
    painting = [name for name in names if name in ("k", "re", "Tj")]
    assert painting == ["k", "re", "k", "Tj", "k", "re"]
    assert not {"rg", "RG", "g", "G"} & set(names)


@pytest.mark.parametrize(
    ("page", "wanted"),
    [
        ("0.9 0.1 0.1 rg 0.1 0.1 0.9 RG 10 10 m 50 10 l 50 50 l B", "k K m l l B"),
        ("1 0 0 rg 0 0 9 9 re f q 0 0 1 rg 9 0 9 9 re f Q 20 0 9 9 re f", "k re k re Q re"),
        ("1 0 0 rg 0 0 9 9 re f q .5 g 9 0 9 9 re f Q .5 g 9 9 9 9 re f", "k re k re Q k re"),
    ],
    ids=["never inside a path", "restored with the state", "set anew after that"],
)
def test_inks_are_set_where_they_are_used(separate, page, wanted):
    names = [line.split()[-1] for line in operators(separate(paper(page)))]
    assert " ".join(name for name in names if name in wanted.split()) == wanted


def test_nothing_becomes_a_picture_and_text_stays_text(separate):
    def page(canvas):
        canvas.linearGradient(0, 0, 144, 144, ((0.2, 0.4, 0.8), (1, 0.6, 0.1)))
        canvas.drawString(10, 100, "Heel stone")

    data = separate(paper(page))
    assert words_of(data) == "Heel stone"
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert "/XObject" not in pdf.pages[0].resources
        (shading,) = pdf.pages[0].resources.Shading.values()
        assert shading.ColorSpace == "/DeviceCMYK"
        table = shading.Function.read_bytes()
    assert len(table) == 33 * 4
    assert table[:4] != table[-4:]


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_pictures_become_inks_at_their_own_resolution(separate, kind):
    source = io.BytesIO()
    Image.new("RGB", (30, 20), (180, 40, 30)).save(source, kind)

    def page(canvas):
        canvas.drawImage(ImageReader(source), 10, 10, 60, 40)

    data = separate(paper(page))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (image,) = pdf.pages[0].resources.XObject.values()
        assert (image.Width, image.Height, image.ColorSpace) == (30, 20, "/DeviceCMYK")
        assert ("/DCTDecode" in str(image.Filter)) == (kind == "JPEG" and "/Decode" in image)
    shown = pdfium.PdfDocument(data)[0].render(scale=1).to_pil().getpixel((40, 144 - 30))
    assert shown[0] > 140
    assert max(shown[1:3]) < 90


def test_forms_are_changed_once_and_inherit_the_ink(separate):
    def page(canvas):
        canvas.beginForm("stone")
        canvas._code.append("0 0 10 10 re f 0 0.5 0 rg 10 0 10 10 re f")
        canvas.endForm()
        canvas._code.append("0.8 0.1 0.1 rg")
        canvas.doForm("stone")
        canvas.doForm("stone")

    data = separate(paper(page))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (form,) = pdf.pages[0].resources.XObject.values()
        inside = pikepdf.unparse_content_stream(pikepdf.parse_content_stream(form)).decode()
    assert inside.count(" k\n") == 1
    names = [line.split()[-1] for line in operators(data)]
    assert "k" in names[: names.index("Do")]


def test_masks_are_no_ink(separate):
    with pikepdf.open(io.BytesIO(paper("0 0 144 144 re f"))) as pdf:
        mask = pdf.make_stream(
            b"0.5 0.5 0.5 rg 0 0 144 144 re f",
            Type=pikepdf.Name.XObject,
            Subtype=pikepdf.Name.Form,
            BBox=[0, 0, 144, 144],
            Group=pikepdf.Dictionary(S=pikepdf.Name.Transparency, CS=pikepdf.Name.DeviceRGB),
        )
        soft = pikepdf.Dictionary(S=pikepdf.Name.Luminosity, G=mask)
        pdf.pages[0].resources.ExtGState = pikepdf.Dictionary(m=pikepdf.Dictionary(SMask=soft))
        pdf.pages[0].contents_add(b"/m gs", prepend=True)
        data = saved(pdf)
    with pikepdf.open(io.BytesIO(separate(data))) as pdf:
        changed = pdf.pages[0].resources.ExtGState.m.SMask.G
        assert changed.Group.CS == "/DeviceGray"
        assert b"0.5 g" in changed.read_bytes()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("/Spot cs 1 scn 0 0 9 9 re f", "Separation"),
        ("BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI", "inline picture"),
    ],
)
def test_what_cannot_be_converted_is_named(separate, content, message):
    with pikepdf.open(io.BytesIO(paper(content))) as pdf:
        spot = pikepdf.Array([pikepdf.Name.Separation])
        pdf.pages[0].resources.ColorSpace = pikepdf.Dictionary(Spot=spot)
        data = saved(pdf)
    with pytest.raises(ColourError, match=message):
        separate(data)


DPI = 150


def opaque(canvas, veil=False):
    canvas.setFillColorCMYK(0.1, 0.4, 0.6, 0)
    canvas.rect(0, 0, 144, 144, stroke=0, fill=1)
    if veil:
        canvas.setFillColorCMYK(0.8, 0, 0, 0.2)
        canvas.setFillAlpha(0.4)
        canvas.rect(30, 0, 60, 144, stroke=0, fill=1)
        canvas.setFillAlpha(1)
    canvas.setFillColorCMYK(0, 0, 0, 1)
    canvas.drawString(20, 60, "Mossback")


def translucent(canvas):
    opaque(canvas, veil=True)


def covered(canvas):
    translucent(canvas)
    canvas._code.append("0.5 0 0.9 0 k 0 40 144 60 re f")


def test_opaque_files_are_returned_as_they_are():
    data = paper(opaque, opaque)
    assert flatten(data, 3.0) == (data, ())


def test_translucent_art_becomes_a_picture_under_its_letters():
    data, pages = flatten(paper(opaque, translucent), 3.0, DPI)
    assert pages == (1,)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert not any(transparent(page.obj) for page in pdf.pages)
        assert "/XObject" not in pdf.pages[0].resources
        (art,) = pdf.pages[1].resources.XObject.values()
        assert (art.Width, art.Height, art.ColorSpace) == (300, 300, "/DeviceCMYK")
    assert words_of(data, 1) == "Mossback"


def test_a_flattened_page_prints_the_same_inks():
    before = paper(translucent)
    after, _ = flatten(before, 3.0, DPI)
    with Plates(before) as old, Plates(after) as new:
        one, other = old.page(0, 72), new.page(0, 72)
    for spot in ((10, 20), (50, 20), (120, 20), (35, 84), (60, 120)):
        assert other.getpixel(spot) == pytest.approx(one.getpixel(spot), abs=12)


def test_letters_that_art_covers_do_not_come_to_light():
    before = paper(covered)
    after, _ = flatten(before, 3.0, DPI)
    assert words_of(after) == ""
    assert inks_of(after, (30, 80)) == inks_of(before, (30, 80))


def test_mixed_inks_obey_the_limit():
    def page(canvas):
        canvas._code.append("1 0 0 0.5 k 0 0 144 144 re f 0 1 1 0 k")
        canvas.setFillAlpha(0.9)
        canvas.rect(0, 0, 144, 144, stroke=0, fill=1)

    after, _ = flatten(paper(page), 1.5, DPI)
    assert sum(inks_of(after, (70, 70))) <= 1.5 * 255 + 2


def test_large_pages_are_flattened_more_coarsely(monkeypatch):
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


# --- solid black letters printed over their ground, and the ink that this makes ------------------


def page_of(black=(0, 0, 0, 1), alpha=1.0):
    def page(canvas):
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.ttfonts import TTFont

        path = registry_of_trilith().path(FontKey("Source Sans Pro", 600))
        pdfmetrics.registerFont(TTFont("OverprintTest", str(path)))
        canvas.setFillColorCMYK(0.5, 0.2, 0.0, 0.1)
        canvas.rect(0, 0, 144, 144, stroke=0, fill=1)
        canvas.setFillColorCMYK(*black)
        canvas.setFillAlpha(alpha)
        text = canvas.beginText(24, 30)
        text.setFont("OverprintTest", 120)
        text.textOut("I")
        canvas.drawText(text)
        canvas.setFillAlpha(1)
        canvas.setFillColorCMYK(0, 0, 0, 1)
        canvas.rect(100, 100, 30, 30, stroke=0, fill=1)

    return page


OVERPRINTED = (128, 51, 0, 255)  # A black letter on its ground


def inks_of(data, spot=(41, 74)):
    """The inks of a pixel, from the top left: in the stem of the letter unless told."""
    with Plates(data) as plates:
        return plates.page(0, 72).getpixel(spot)


def most_of(data):
    with Plates(data) as plates:
        return most_ink(plates.page(0, 72), 72)[0]


def told(data):
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return list(black_letters(pdf.pages[0].obj))


def test_letters_knock_out_their_ground_unless_they_are_told_to_overprint_it():
    plain = paper(page_of())
    assert told(plain) == [False]
    assert inks_of(plain) == (0, 0, 0, 255)
    assert most_of(plain) == pytest.approx(1.0, abs=0.01)
    over = overprint_black(plain)
    assert told(over) == [True]
    assert inks_of(over) == pytest.approx(OVERPRINTED, abs=1)
    assert most_of(over) == pytest.approx(1.7, abs=0.01)
    assert inks_of(over, (115, 30)) == (0, 0, 0, 255)  # art does not


@pytest.mark.parametrize(
    ("black", "alpha"), [((0, 0, 0, 0.98), 1), ((0.1, 0, 0, 1), 1), ((0, 0, 0, 1), 0.5)]
)
def test_only_solid_black_and_opaque_letters_overprint(black, alpha):
    data = paper(page_of(black, alpha))
    assert told(overprint_black(data)) == []
    assert inks_of(overprint_black(data)) == pytest.approx(inks_of(data), abs=1)


def test_letters_that_overprint_still_do_as_shapes():
    data = outline_text(overprint_black(paper(page_of())))
    assert told(data) == []
    assert inks_of(data) == pytest.approx(OVERPRINTED, abs=1)


def test_a_state_may_switch_overprint_without_the_mode():
    """With OPM 0 a black of 0 0 0 1 covers all inks (ISO 32000-1, 8.6.7)."""
    with pikepdf.open(io.BytesIO(overprint_black(paper(page_of())))) as pdf:
        pdf.pages[0].obj.Resources.ExtGState["/OverprintOn"].OPM = 0
        data = saved(pdf)
    assert told(data) == [False]
    assert inks_of(data) == (0, 0, 0, 255)


@pytest.fixture
def pressed(fogra):
    def run(standard, *pages):
        return to_cmyk(paper(*pages), PrintingCondition(fogra, 3.0, standard), "Henge: stone")

    return run


@pytest.mark.parametrize("standard", Standard)
def test_what_both_standards_ask_for(pressed, standard):
    data = pressed(standard, opaque, translucent)
    assert data == pressed(standard, opaque, translucent)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFX"
        assert str(intent.OutputConditionIdentifier) == "FOGRA39"
        profile = (PROFILES / "fogra39.icc").read_bytes()
        assert intent.DestOutputProfile.read_bytes() == profile
        assert intent.DestOutputProfile.N == 4
        assert all(list(page.obj.TrimBox) == list(page.mediabox) for page in pdf.pages)
        info = {str(key): str(value) for key, value in pdf.docinfo.items()}
        assert info["/Title"] == "Henge: stone"
        assert info["/Trapped"] == "/False"
        assert info["/CreationDate"] == info["/ModDate"]
        assert "/ID" in pdf.trailer
        assert not pdf.is_encrypted
        assert pdf.check_pdf_syntax() == []


def test_x4_names_itself_in_xmp(pressed):
    data = pressed(Standard.X4, translucent)
    assert data.startswith(b"%PDF-1.6")
    with pikepdf.open(io.BytesIO(data)) as pdf, pdf.open_metadata() as meta:
        assert meta["{http://www.npes.org/pdfx/ns/id/}GTS_PDFXVersion"] == "PDF/X-4"
        assert meta["pdf:Trapped"] == "False"
        assert meta["dc:title"] == "Henge: stone"
    assert translucent_pages(data) == [0]


def test_x1a_is_of_an_old_version_and_without_transparency(pressed):
    data = pressed(Standard.X1A, opaque, translucent)
    assert data.startswith(b"%PDF-1.4")
    assert b"/ObjStm" not in data
    assert b"/Group" not in data
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert str(pdf.docinfo["/GTS_PDFXVersion"]) == "PDF/X-1a:2003"
        assert not any(transparent(page.obj) for page in pdf.pages)
        assert "/XObject" not in pdf.pages[0].resources  # what was opaque stays vector


def test_trim_boxes_are_kept_and_layers_dropped_where_unknown(fogra):
    with pikepdf.open(io.BytesIO(separate_pdf(paper(opaque), PrintingCondition(fogra)))) as pdf:
        pdf.pages[0].obj.TrimBox = pikepdf.Array([9, 9, 135, 135])
        pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=[], D=pikepdf.Dictionary())
        data = finish(pdf, Standard.X1A, fogra, "Stone")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert list(pdf.pages[0].obj.TrimBox) == [9, 9, 135, 135]
        assert "/OCProperties" not in pdf.Root


def test_a_users_own_condition_is_named_as_such(tmp_path):
    path = tmp_path / "own.icc"
    path.write_bytes((PROFILES / "swop.icc").read_bytes())
    data = to_cmyk(paper(opaque), PrintingCondition(open_profile(path)), "Stone")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == "Custom"
        assert "/RegistryName" not in intent
        assert "TR 003" in str(intent.Info)
