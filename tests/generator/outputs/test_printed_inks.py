"""What `--ink grey` and `--ink low` leave of colours on every page of a kit, and in pictures."""

import pypdfium2
import pytest
from PIL import Image, ImageChops

from generator.options import InkChoice
from generator.outputs.kit import drawer_of, print_kit, templates_of
from generator.outputs.pictures import find_faces, write_preview
from generator.printing.options import PrintOptions
from validator.catalogue.load import load

OWN = """
<defs><radialGradient id="{{ uid }}g"><stop offset="0" stop-color="#ff0000"/>
<stop offset="1" stop-color="#0000ff" stop-opacity=".5"/></radialGradient></defs>
<rect x="-3" y="-3" width="{{ w + 6 }}" height="{{ h + 6 }}" fill="#7a5534"/>
<rect x="4" y="30" width="{{ w - 8 }}" height="20" fill="url(#{{ uid }}g)"/>
{{ picture("art.png", 4, 52, 20, 14) }}{{ picture("art.jpg", 30, 52, 20, 14) }}
{{ text(w / 2, 12, c.name, fill="#ffee00", anchor="middle") }}
"""


@pytest.fixture
def project(tiny):
    """A game whose cards have colours of their own: plain ones, a gradient, two pictures."""
    art = Image.linear_gradient("L").resize((64, 48))
    coloured = Image.merge("RGB", (art, ImageChops.invert(art), Image.new("L", art.size, 90)))
    coloured.save(tiny / "art.png")
    coloured.save(tiny / "art.jpg")
    (tiny / "templates").mkdir(exist_ok=True)
    (tiny / "templates" / "own.svg.j2").write_text(OWN, "utf-8")
    cards = tiny / "components" / "fog" / "cards.yaml"
    text = cards.read_text("utf-8")
    cards.write_text(text.replace("template: basic/card ", "template: own "), "utf-8")
    return tiny


def chroma(image):
    """How far the colours of an image are from grey, 0 to 255."""
    red, green, blue = image.convert("RGB").split()
    pairs = ((red, green), (green, blue), (red, blue))
    return max(ImageChops.difference(one, other).getextrema()[1] for one, other in pairs)


def pages_of(folder):
    for path in sorted(folder.glob("*.pdf")):
        document = pypdfium2.PdfDocument(path.read_bytes())
        for number, page in enumerate(document, start=1):
            yield f"{path.name} {number}", page.render(scale=50 / 72).to_pil()


def printed(project, out, ink):
    templates = templates_of(project, ink)
    kit, _ = print_kit(load(project)[0].games["fog"], templates, out, PrintOptions(ink=ink.value))
    return kit.folder


@pytest.mark.parametrize("ink", [InkChoice.GREY, InkChoice.LOW])
def test_no_page_of_a_kit_has_a_colour(project, tmp_path, ink):
    found = {name: chroma(page) for name, page in pages_of(printed(project, tmp_path, ink))}
    assert {name.split()[0] for name in found} >= {"cards.pdf", "chits.pdf", "cover.pdf"}
    assert {name: value for name, value in found.items() if value} == {}


def test_a_kit_in_colour_has_colours_on_every_file(project, tmp_path):
    found = {
        name: chroma(page) for name, page in pages_of(printed(project, tmp_path, InkChoice.NORMAL))
    }
    assert min(found["cards.pdf 1"], found["cover.pdf 1"], found["chits.pdf 1"]) > 40


def test_previews_have_no_colour_either(project, tmp_path):
    templates = templates_of(project, InkChoice.GREY)
    faces, _ = find_faces(load(project)[0].games["fog"], templates, ["candle"])
    files = write_preview(faces, tmp_path, 50, 3.0, drawer_of(templates))
    assert files
    for path in files:
        with Image.open(path) as image:
            assert chroma(image) == 0 or path.name == "contact.png", path.name
