import io

import pikepdf
import pypdfium2 as pdfium
import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader

from generator.press.inks import Separation
from generator.recolour import ColourError, recolour


@pytest.fixture
def separate(fogra):
    def run(data: bytes, most: float = 3.0) -> bytes:
        with pikepdf.open(io.BytesIO(data)) as pdf:
            recolour(pdf, Separation(fogra, most))
            target = io.BytesIO()
            pdf.save(target)
        return target.getvalue()

    return run


def words(data: bytes) -> str:
    document = pdfium.PdfDocument(data)
    text = document[0].get_textpage().get_text_bounded()
    document.close()
    return text


def test_letters_and_art_of_one_colour_part_ways(paper, operators, separate):
    def page(canvas):
        canvas.setFillColorRGB(0x2A / 255, 0x24 / 255, 0x1E / 255)
        canvas.rect(10, 10, 50, 50, stroke=0, fill=1)
        canvas.drawString(10, 100, "Grey Sarsen")
        canvas.rect(70, 10, 50, 50, stroke=0, fill=1)

    found = operators(separate(paper(page)))
    colours = [line for line in found if line.endswith(" k")]
    assert len(colours) == 3
    assert colours[1] == "0 0 0 1 k"
    assert colours[0] == colours[2] != colours[1]
    painting = [line.split()[-1] for line in found if line.split()[-1] in ("k", "re", "Tj")]
    assert painting == ["k", "re", "k", "Tj", "k", "re"]
    assert not [line for line in found if line.split()[-1] in ("rg", "RG", "g", "G")]


def test_colours_are_never_set_inside_a_path(paper, operators, separate):
    def page(canvas):
        canvas.setFillColorRGB(0.9, 0.1, 0.1)
        canvas.setStrokeColorRGB(0.1, 0.1, 0.9)
        path = canvas.beginPath()
        path.moveTo(10, 10)
        path.lineTo(50, 10)
        path.lineTo(50, 50)
        canvas.drawPath(path, stroke=1, fill=1)

    found = operators(separate(paper(page)))
    start = next(i for i, line in enumerate(found) if line.endswith(" m"))
    end = next(i for i, line in enumerate(found) if line in ("B", "B*"))
    assert all(line.split()[-1] in ("l", "h", "m") for line in found[start:end])
    assert [line.split()[-1] for line in found[start - 2 : start]] == ["k", "K"]


def test_restoring_the_state_restores_the_ink(paper, operators, separate):
    def page(canvas):
        canvas.setFillColorRGB(1, 0, 0)
        canvas.rect(0, 0, 10, 10, stroke=0, fill=1)
        canvas.saveState()
        canvas.setFillColorRGB(0, 0, 1)
        canvas.rect(10, 0, 10, 10, stroke=0, fill=1)
        canvas.restoreState()
        canvas.rect(20, 0, 10, 10, stroke=0, fill=1)

    found = [line for line in operators(separate(paper(page))) if line.split()[-1] in ("k", "Q")]
    assert [line.split()[-1] for line in found] == ["k", "k", "Q"]


def test_nothing_becomes_a_picture_and_text_stays_text(paper, separate):
    def page(canvas):
        canvas.linearGradient(0, 0, 144, 144, ((0.2, 0.4, 0.8), (1, 0.6, 0.1)))
        canvas.drawString(10, 100, "Heel stone")

    data = separate(paper(page))
    assert words(data) == "Heel stone"
    with pikepdf.open(io.BytesIO(data)) as pdf:
        assert "/XObject" not in pdf.pages[0].resources
        (shading,) = pdf.pages[0].resources.Shading.values()
        assert shading.ColorSpace == "/DeviceCMYK"
        table = shading.Function.read_bytes()
    assert len(table) == 33 * 4
    assert table[:4] != table[-4:]


def test_a_gradient_shows_the_colours_it_did(paper, separate):
    def page(canvas):
        canvas.linearGradient(0, 0, 144, 0, ((0.25, 0.4, 0.7), (0.9, 0.7, 0.3), (0.3, 0.5, 0.3)))

    before, after = (
        pdfium.PdfDocument(data)[0].render(scale=1).to_pil().convert("RGB")
        for data in (paper(page), separate(paper(page)))
    )
    for x in range(4, 140, 8):
        pairs = zip(before.getpixel((x, 70)), after.getpixel((x, 70)), strict=True)
        assert max(abs(a - b) for a, b in pairs) < 45  # the viewer's own idea of the inks


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
def test_pictures_become_inks_at_their_own_resolution(paper, separate, kind):
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


def test_forms_are_changed_once_and_inherit_the_ink(paper, operators, separate):
    def page(canvas):
        canvas.beginForm("stone")
        canvas.rect(0, 0, 10, 10, stroke=0, fill=1)
        canvas.setFillColorRGB(0, 0.5, 0)
        canvas.rect(10, 0, 10, 10, stroke=0, fill=1)
        canvas.endForm()
        canvas.setFillColorRGB(0.8, 0.1, 0.1)
        canvas.doForm("stone")
        canvas.doForm("stone")

    data = separate(paper(page))
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (form,) = pdf.pages[0].resources.XObject.values()
        inside = pikepdf.unparse_content_stream(pikepdf.parse_content_stream(form)).decode()
    assert inside.count(" k\n") == 1
    found = operators(data)
    first = next(i for i, line in enumerate(found) if line.endswith("Do"))
    assert [line for line in found[:first] if line.endswith(" k")]


def test_masks_are_no_ink(paper, separate):
    def page(canvas):
        canvas.rect(0, 0, 144, 144, stroke=0, fill=1)

    with pikepdf.open(io.BytesIO(paper(page))) as pdf:
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
        target = io.BytesIO()
        pdf.save(target)
    with pikepdf.open(io.BytesIO(separate(target.getvalue()))) as pdf:
        changed = pdf.pages[0].resources.ExtGState.m.SMask.G
        assert changed.Group.CS == "/DeviceGray"
        assert b"0.5 g" in changed.read_bytes()


@pytest.mark.parametrize(
    ("content", "resources", "message"),
    [
        (b"/Spot cs 1 scn 0 0 9 9 re f", {"ColorSpace": {"Spot": ["/Separation"]}}, "Separation"),
        (b"BI /W 1 /H 1 /BPC 8 /CS /RGB ID abc EI", {}, "inline picture"),
    ],
)
def test_what_cannot_be_converted_is_named(paper, separate, content, resources, message):
    with pikepdf.open(io.BytesIO(paper(lambda canvas: None))) as pdf:
        pdf.pages[0].obj.Contents = pdf.make_stream(content)
        for kind, entries in resources.items():
            table = pikepdf.Dictionary()
            for name, value in entries.items():
                table[f"/{name}"] = pikepdf.Array([pikepdf.Name(item) for item in value])
            pdf.pages[0].resources[f"/{kind}"] = table
        target = io.BytesIO()
        pdf.save(target)
    with pytest.raises(ColourError, match=message):
        separate(target.getvalue())
