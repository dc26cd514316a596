"""Pictures stand upright, keep their focus in view, and are told of where they are coarse."""

import pytest
from PIL import Image, ImageOps

from generator.drawing.draw import draw

DPI = 50.8  # 2 pixels a millimetre
LEFT, TOP = 10, 20
CORNERS = [(0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)]


@pytest.fixture
def shown(face_of):
    """Draw a picture at LEFT, TOP in a box of 24 x 16 mm; return that part of the face."""
    from generator.drawing.raster import Rasteriser

    def show(name, arguments=""):
        face = face_of(f'{{{{ picture("{name}", {LEFT}, {TOP}, 24, 16{arguments}) }}}}')
        with Rasteriser(draw([face])) as rasteriser:
            image = rasteriser.image(face.key, DPI)
        x, y = 2 * (LEFT + face.bleed_mm), 2 * (TOP + face.bleed_mm)
        return image.convert("RGB").crop((x, y, x + 48, y + 32))

    return show


def four_colours(width, height):
    """A picture whose quarters are red, green, blue and white."""
    image = Image.new("RGB", (width, height), "white")
    for colour, spot in (("red", (0, 0)), ("lime", (1, 0)), ("blue", (0, 1))):
        image.paste(colour, (spot[0] * width // 2, spot[1] * height // 2, width, height))
        if spot[0]:
            image.paste("white", (width // 2, height // 2, width, height))
    image.paste("white", (width // 2, height // 2, width, height))
    return image


def colours(image):
    """What stands in each quarter: 1 for each channel that is bright."""
    found = []
    for across, down in CORNERS:
        pixel = image.getpixel((int(across * image.width), int(down * image.height)))
        found.append(tuple(int(channel > 127) for channel in pixel))
    return found


@pytest.mark.parametrize("turn", range(1, 9))
@pytest.mark.parametrize("suffix", ["jpg", "png"])
def test_a_picture_stands_upright_as_its_camera_says(studio, shown, turn, suffix):
    size = (240, 160) if turn < 5 else (160, 240)
    image = four_colours(*size)
    exif = image.getexif()
    exif[0x0112] = turn
    image.save(studio / f"art.{suffix}", exif=exif)
    with Image.open(studio / f"art.{suffix}") as saved:
        upright = ImageOps.exif_transpose(saved)
    assert upright.size == (240, 160)
    assert len(set(colours(upright))) == 4
    assert colours(shown(f"art.{suffix}")) == colours(upright)


def stripes(width, height):
    """Red at the left and top end, blue at the other, white between."""
    image = Image.new("RGB", (width, height), "white")
    along = width > height
    third = (width // 3, height) if along else (width, height // 3)
    image.paste("red", (0, 0, *third))
    image.paste(
        "blue", (width - third[0] if along else 0, 0 if along else height - third[1], width, height)
    )
    return image


@pytest.mark.parametrize(
    ("focus", "seen"),
    [
        ("", {(1, 1, 1)}),
        (", focus=[0.5, 0.5]", {(1, 1, 1)}),
        (", focus=[0.0, 0.0]", {(1, 0, 0)}),
        (", focus=[1, 1]", {(0, 0, 1)}),
    ],
)
@pytest.mark.parametrize("size", [(900, 200), (300, 600)])
def test_what_is_cut_off_keeps_its_focus_in_view(studio, shown, focus, seen, size):
    stripes(*size).save(studio / "art.png")
    assert set(colours(shown("art.png", f', fit="cover"{focus}'))) == seen


@pytest.mark.parametrize("focus", ["[2, 0]", "[0.5]", "'top'", "[0.5, none]"])
def test_a_focus_is_two_parts(studio, drawn, focus):
    stripes(300, 600).save(studio / "art.png")
    _, (finding,) = drawn(f'{{{{ picture("art.png", 1, 2, 20, 20, focus={focus}) }}}}')
    assert "is not two numbers from 0 to 1" in finding.message


@pytest.mark.parametrize(
    ("size", "fit", "dpi"),
    [
        ((60, 40), "contain", 51),
        ((60, 40), "cover", 51),
        ((60, 80), "contain", 102),  # the height fills the box
        ((60, 80), "cover", 51),  # the width does
        ((300, 20), "stretch", 25),
        ((360, 240), "cover", None),
    ],
)
def test_a_coarse_picture_is_told_of(studio, drawn, size, fit, dpi):
    Image.new("RGB", size, "red").save(studio / "art.png")
    call = f'{{{{ picture("art.png", 0, 0, 15, 10, fit="{fit}") }}}}'
    _, findings = drawn(f'<g transform="rotate(20) scale(2)">{call}</g>')
    if dpi is None:
        assert not findings
        return
    (finding,) = findings
    assert (finding.code, finding.severity.value) == ("picture-coarse", "warning")
    assert f"({size[0]} x {size[1]} pixels) is printed at {dpi} dpi" in finding.message


def test_a_turned_picture_is_measured_upright(studio, drawn):
    image = Image.new("RGB", (120, 480), "red")
    exif = image.getexif()
    exif[0x0112] = 6
    image.save(studio / "art.jpg", exif=exif)
    _, findings = drawn('{{ picture("art.jpg", 0, 0, 40, 10) }}')
    assert not findings
