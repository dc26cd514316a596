from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from generator.drawing.draw import draw
from generator.drawing.raster import Rasteriser, difference

GOLDEN = Path(__file__).parents[2] / "golden" / "engine.png"
"""What the drawing engine made of :data:`ENGINE`; delete it and run this test to renew it."""
ENGINE = """\
<defs>
  <linearGradient id="{{ uid }}sky" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="#3b4668"/><stop offset="1" stop-color="#e8975a"/>
  </linearGradient>
  <clipPath id="{{ uid }}disc"><circle cx="20" cy="12" r="9"/></clipPath>
</defs>
<rect x="-3" y="-3" width="46" height="66" fill="url(#{{ uid }}sky)"/>
<g clip-path="url(#{{ uid }}disc)"><rect width="40" height="30" fill="#2f6b52"/>
<path d="M5 20C12 6 18 20 24 9S34 12 36 22Z" fill="#f7f0df" opacity=".7"/></g>
<g transform="rotate(-8 20 30)"><rect x="4" y="25" width="32" height="11" rx="2" fill="#f7f0df"
  stroke="#2a241e" stroke-width=".5" stroke-dasharray="2 1"/>
{{ text(20, 32, "Ætheling", font="title", size=15, anchor="middle", track=0.02) }}</g>
{{ box(4, 40, 32, 17, "Gain 2 {coin}, then **draw** {coin} office cards.", size=10, min=8,
  align="center", valign="middle") }}
"""


def scene():
    image = Image.new("RGB", (200, 300), "#f7f0df")
    pen = ImageDraw.Draw(image)
    pen.rectangle((20, 20, 120, 90), fill="#2f6b52")
    pen.ellipse((60, 120, 160, 220), outline="#2a241e", width=3)
    pen.text((30, 240), "Henge", fill="#2a241e")
    return image


def test_equal_pictures_show_the_same():
    assert difference(scene(), scene()) is None


def test_a_shift_by_a_pixel_is_not_seen():
    assert difference(scene(), ImageChops.offset(scene(), 1, 0)) is None
    assert difference(scene(), ImageChops.offset(scene(), 1, 1)) is None


def test_softer_edges_are_not_seen():
    assert difference(scene(), scene().filter(ImageFilter.GaussianBlur(0.4))) is None


def test_a_speck_is_seen_where_it_is():
    speck = scene()
    ImageDraw.Draw(speck).rectangle((165, 260, 169, 266), fill="#000000")
    found = difference(scene(), speck)
    assert (found.x, found.y, found.pixels) == (160, 256, 35)


def test_what_is_gone_is_seen_as_well():
    blank = scene()
    ImageDraw.Draw(blank).rectangle((25, 235, 80, 255), fill="#f7f0df")
    assert difference(scene(), blank)
    assert difference(blank, scene())


@pytest.mark.parametrize("change", [(1, 0), (0, 1)])
def test_another_size_is_another_picture(change):
    size = tuple(a + b for a, b in zip(scene().size, change, strict=True))
    assert difference(scene(), scene().resize(size))


def test_a_colour_that_changes_a_little_everywhere_passes_and_much_does_not():
    assert difference(scene(), scene().point(lambda level: max(0, level - 10))) is None
    assert difference(scene(), scene().point(lambda level: max(0, level - 60)))


def test_the_engine_draws_what_it_drew(face_of):
    face = face_of(ENGINE)
    with Rasteriser(draw([face])) as rasteriser:
        image = rasteriser.image(face.key, 100)
    if not GOLDEN.exists():
        image.save(GOLDEN, optimize=True)
        pytest.fail(f"{GOLDEN.name} was missing and has been made: look at it and keep it")
    with Image.open(GOLDEN) as golden:
        assert difference(golden.convert("RGB"), image) is None
