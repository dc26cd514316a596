from statistics import median

import pytest
from fogfaces import draw_with
from lxml import etree
from PIL import Image

from generator.design.faces import face_from
from generator.design.templates import Canvas, load_templates
from generator.drawing.draw import draw
from generator.drawing.raster import Rasteriser
from generator.svg.inside import corners_of
from generator.svg.lint import OURS, SVG_NS, luminance

DPI = 300
SCALE = DPI / 25.4
CANVAS = Canvas(60, 80, 3)
TEMPLATE = """
<defs><linearGradient id="{{ uid }}g"><stop offset="0" stop-color="GROUND"/>
<stop offset="1" stop-color="#301040"/></linearGradient></defs>
<rect x="-3" y="-3" width="66" height="86" fill="GROUND"/>
{{ text(30, 10, "On the ground", size=12, fill="LETTERS", anchor="middle") }}
<g fill="GROUND" stroke="none"><rect x="4" y="14" width="52" height="9"/></g>
{{ text(30, 20, "On a group", size=12, fill="LETTERS", anchor="middle") }}
<rect x="4" y="25" width="52" height="9" fill="url(#{{ uid }}g)"/>
{{ text(30, 31, "On a gradient", size=12, fill="LETTERS", anchor="middle") }}
{{ picture("art.png", 4, 36, 52, 9, "cover") }}
{{ text(30, 42, "On a picture", size=12, fill="LETTERS", anchor="middle") }}
<line x1="4" y1="51" x2="56" y2="51" stroke="GROUND" stroke-width="8"/>
{{ text(30, 52.6, "On a stroke", size=12, fill="LETTERS", anchor="middle") }}
<path d="M4 57h52v8h-52z"/>
{{ text(30, 62.6, "On bare black", size=12, fill="LETTERS", anchor="middle") }}
{{ icon("coin", 20, 66, 13, fill="GROUND") }}
{{ text(26.5, 74, "36", size=14, fill="LETTERS", anchor="middle") }}
<g opacity=".4">{{ text(47, 74, "faint", size=12, fill="LETTERS", anchor="middle") }}</g>
"""


@pytest.fixture
def inked(studio):
    Image.new("RGB", (480, 160), "#2a0a30").save(studio / "art.png")

    def draw_it(template):
        (studio / "templates" / "card.svg.j2").write_text(template, encoding="utf-8")
        templates, _ = load_templates(studio, "low")
        svg, findings = draw_with(templates, {}, CANVAS)
        assert not findings
        face = face_from(svg, CANVAS, str(studio))
        with Rasteriser(draw([face], ink="low")) as rasteriser:
            return etree.fromstring(face.svg), rasteriser.image(face.key, DPI)

    return draw_it


def luminances(image):
    return [luminance((value / 255,) * 3) for value in image.convert("L").tobytes()]


@pytest.mark.parametrize(
    ("ground", "letters"),
    [
        ("#7a5534", "#fbf6e8"),
        ("#000000", "#ffffff"),
        ("#ffffff", "#000000"),
        ("#23609c", "#efc02f"),
        ("#808080", "#1a1815"),
    ],
)
def test_every_text_stands_out(inked, ground, letters):
    root, image = inked(TEMPLATE.replace("GROUND", ground).replace("LETTERS", letters))
    runs = [node for node in root.iter(f"{{{SVG_NS}}}text") if node.get(OURS) == "run"]
    assert len(runs) == 8
    assert all(len(set(colour)) == 1 for _, colour in image.getcolors(1 << 24))
    for run in runs:
        xs, ys = zip(*corners_of(run), strict=True)
        box = (min(xs) - 0.3, min(ys) - 0.3, max(xs) + 0.3, max(ys) + 0.3)
        found = luminances(image.crop(tuple(round((at + CANVAS.bleed) * SCALE) for at in box)))
        darkest, usual = min(found), median(found)
        assert (usual + 0.05) / (darkest + 0.05) >= 4.5, run.text


def test_an_icon_alone_is_dark_on_whatever_was_dark(inked):
    _, image = inked(
        '<circle cx="30" cy="40" r="12" fill="#b3322b"/>'
        '{{ icon("coin", 24, 34, 12, fill="#ffffff") }}'
    )
    assert image.getpixel((round(33 * SCALE), round(43 * SCALE)))[0] < 130
    assert image.getpixel((round(33 * SCALE), round(52.5 * SCALE)))[0] > 220


def test_what_was_dark_keeps_an_outline_and_little_ink_is_used(inked):
    _, image = inked('<rect x="10" y="10" width="40" height="20" fill="#35492b"/>')
    across = [image.getpixel((x, round(23 * SCALE)))[0] for x in range(image.width)]
    edge = round(13 * SCALE)
    assert min(across[edge - 4 : edge + 4]) < 150 < min(across[edge + 6 : edge + 60])
    _, whole = inked('<rect x="-3" y="-3" width="66" height="86" fill="#2a1505"/>')
    assert min(luminances(whole)) > 0.15
    assert median(luminances(whole)) > 0.75


@pytest.mark.parametrize("fill", ["#777777", "#ffffff"])
def test_an_icon_that_stands_alone_can_be_seen(inked, fill):
    _, image = inked(f'{{{{ icon("coin", 20, 30, 20, fill="{fill}") }}}}')
    assert 1.05 / (min(luminances(image)) + 0.05) >= 4.5
