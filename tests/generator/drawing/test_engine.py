import io
import math
import re
from contextlib import closing
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import cairocffi
import pytest
from cairosvg.helpers import transform
from cairosvg.parser import Tree
from cairosvg.surface import Surface
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from PIL import Image, ImageChops, ImageCms, ImageFilter
from shippedfaces import shipped_faces, shipped_templates

from generator.design.face import DrawError
from generator.design.faces import faces_of
from generator.drawing.colours import CONDITION, srgb_profile
from generator.drawing.cutlines import cut_lines
from generator.drawing.draw import draw
from generator.drawing.painter import outline
from generator.drawing.raster import Rasteriser, encode_image, open_pdf, render_page
from generator.drawing.surface import GrowingPdf, draw_picture
from generator.svg.inside import parse_transform
from generator.svg.lint import OURS, is_understood, lint
from validator.executor import Executor
from validator.processes import Limits

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="60mm" height="60mm" viewBox="-5 -5 60 60">'
DRAWINGS = {
    "paths": '<path d="M5 5c9-3 12 8 20 2s4 9 9 9q5-5 9 0t6 3l-3 9h-6v6H9V30z" fill="#357" '
    'stroke="#a30" stroke-width="1.5" stroke-linejoin="round"/>'
    '<path d="M5 40a8 6 20 1 0 9-9A5 5 0 0 1 30 44M33 33m2 2L40 50Z" fill="none" stroke="black"/>',
    "shapes": '<rect x="1" y="2" width="20" height="9" rx="3" fill="#cc3"/><circle cx="30" cy="9" '
    'r="7" fill="none" stroke="red" stroke-dasharray="2 1" stroke-linecap="round"/><ellipse '
    'cx="10" cy="30" rx="9" ry="4"/><polygon points="30,30 45,33 36,44" fill-opacity=".4"/>'
    '<polyline points="2,45 9,49 18,41" fill="none" stroke="#083" stroke-opacity=".5"/>'
    '<line x1="20" y1="50" x2="49" y2="47" stroke="blue" stroke-width="2"/>',
    "groups": '<g transform="translate(9 9) rotate(20) scale(1.5)" opacity=".5" fill="#060">'
    '<rect width="9" height="9"/><g opacity=".5"><rect x="5" y="5" width="9" height="9"/></g>'
    '<g transform="skewX(20) matrix(1 0 0 1 3 3)"><rect x="9" width="3" height="3" '
    'stroke="red" opacity=".6"/></g></g>',
    "gradients": '<defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="#f00"/><stop '
    'offset="1" stop-color="#00f" stop-opacity=".2"/></linearGradient><radialGradient id="b" '
    'gradientUnits="userSpaceOnUse" cx="30" cy="30" r="15" gradientTransform="scale(1 1.2)">'
    '<stop offset="20%" stop-color="white"/><stop offset="1" stop-color="#040"/>'
    '</radialGradient></defs><path d="M2 2H25L20 20Z" fill="url(#a)" stroke="url(#b)" '
    'stroke-width="3"/><circle cx="30" cy="36" r="14" fill="url(#b)" opacity=".8"/>',
    "clips": '<defs><clipPath id="c"><circle cx="20" cy="20" r="15"/><rect x="30" y="30" '
    'width="9" height="9" transform="rotate(10 30 30)"/></clipPath><clipPath id="d"><path '
    'd="M0 0H20V50H0Z"/></clipPath></defs><g clip-path="url(#c)"><rect width="50" height="50" '
    'fill="#850"/><g clip-path="url(#d)"><rect width="50" height="50" fill="#08f"/></g></g>',
    "holes": '<path fill-rule="evenodd" d="M5 5H45V45H5ZM15 15H35V35H15Z"/><g fill-rule="evenodd">'
    '<path d="M0 0H4V4H0ZM1 1H3V3H1Z" fill="red"/></g>',
}


class ByCairosvg(GrowingPdf):
    """Drawn by cairosvg itself, but for our pictures; letters are left out."""

    def paint(self, svg, width, height):
        CairosvgSurface(Tree(bytestring=svg.encode(), unsafe=False), self)


class CairosvgSurface(Surface):
    def __init__(self, tree, book):
        self.book = book
        super().__init__(tree, None, 96)

    def _create_surface(self, width, height):
        return self.book.pdf, width, height

    def draw(self, node):
        if node.get(OURS) == "picture":
            draw_picture(self.context, node, self.book)
        elif node.get(OURS) != "icon":
            super().draw(node)


def differing_pixels(svg, width, height, tmp_path):
    books = [GrowingPdf(tmp_path), ByCairosvg(tmp_path)]
    for book in books:
        book.add(svg, width, height)
    images = []
    for book in books:
        with open_pdf(book.finish()) as document:
            images.append(render_page(document, 0, 100))
    extrema = ImageChops.difference(*images).getextrema()
    return max(high for _, high in extrema)


@pytest.mark.parametrize("name", sorted(DRAWINGS))
def test_both_ways_draw_the_same(name, tmp_path):
    svg = f"{HEAD}{DRAWINGS[name]}</svg>"
    assert lint(etree.fromstring(svg)) == []
    assert differing_pixels(svg, 60, 60, tmp_path) <= 2


@pytest.mark.parametrize("wanted", ["luck-long-ropes", "mat-red", "coin-1"])
def test_both_ways_draw_the_same_shipped_faces(shipped, wanted, tmp_path):
    game = shipped.games["henge"]
    pairs, *_ = faces_of(game, shipped_templates(), wanted=lambda c: c.id == wanted)
    for face in (pairs[0].front, pairs[0].back):
        if face is not None:
            svg = re.sub(r"<text .*?</text>", "", face.svg)
            assert differing_pixels(svg, *face.page_mm, tmp_path) <= 2


def test_a_rounded_corner_does_not_take_away_the_shape_before_it(tmp_path):
    book = GrowingPdf(tmp_path)
    book.add(
        f'{HEAD}<defs><clipPath id="c"><circle cx="10" cy="10" r="9"/><rect x="30" y="30" '
        'width="15" height="15" rx="3"/></clipPath></defs>'
        '<rect width="50" height="50" fill="#000000" clip-path="url(#c)"/></svg>',
        60,
        60,
    )
    with open_pdf(book.finish()) as document:
        image = render_page(document, 0, 25.4)
    assert [image.getpixel((at, at))[0] for at in (15, 42, 30)] == [0, 0, 255]


ARITIES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "Z": 0}
NUMBERS = st.sampled_from(["1", "-2", ".5", "-.25", "3e1", "0", "12.75", "1e-2"])


@st.composite
def commands(pick):
    letter = pick(st.sampled_from([*ARITIES, "A"]))
    if letter == "A":
        flags = pick(st.sampled_from(["0 0 ", "0 1,", "1 0", "11"]))
        three, two = (" ".join(pick(st.lists(NUMBERS, min_size=n, max_size=n))) for n in (3, 2))
        numbers = f"{three} {flags}{two}"
    else:
        count = ARITIES[letter] * pick(st.integers(1, 2))
        numbers = " ".join(pick(st.lists(NUMBERS, min_size=count, max_size=count)))
    return (letter if pick(st.booleans()) else letter.lower()) + numbers


@settings(max_examples=600)
@given(st.lists(commands(), max_size=6).map("".join))
def test_every_path_that_passes_the_lint_can_be_drawn(tail):
    path = f"M1 2{tail}"
    assert is_understood("path", "d", path)
    context = cairocffi.Context(cairocffi.PDFSurface(None, 9, 9))
    for name, arguments in outline("path", (path,)):
        getattr(context, name)(*arguments)


@settings(max_examples=500)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["translate", "scale", "rotate", "skewX", "matrix"]),
            st.lists(st.sampled_from(["1", "-2.5", "0", ".5", "3e1"]), min_size=1, max_size=6),
        ),
        max_size=3,
    )
)
def test_every_transform_that_passes_the_lint_can_be_drawn(steps):
    text = " ".join(f"{name}({' '.join(values)})" for name, values in steps)
    if is_understood("g", "transform", text):
        recorder = cairocffi.Context(cairocffi.PDFSurface(None, 9, 9))
        transform(SimpleNamespace(context=recorder), text)
        assert len(parse_transform(text)) == 6


def test_what_cairo_refuses_is_told_of_the_drawing_in_which_it_stands(tmp_path):
    shapes = '<rect width="9" height="9" transform="scale(1e300) scale(1e300)"/>'
    book = GrowingPdf(tmp_path)
    with pytest.raises(cairocffi.CairoError):
        book.add(f'{HEAD}{shapes}<rect width="9" height="9"/></svg>', 60, 60)


def test_a_face_has_the_pixels_of_its_size_and_its_trim_box_starts_at_the_origin(face_of):
    face = face_of(
        '<rect x="-3" y="-3" width="46" height="66" fill="#008000"/>'
        '<rect x="0" y="0" width="10" height="10" fill="#000000"/>'
    )
    with Rasteriser(draw([face])) as rasteriser:
        whole = rasteriser.image(face.key, 254)
        trimmed = rasteriser.image(face.key, 254, crop_mm=3)
    assert whole.size == (460, 660)
    assert trimmed.size == (400, 600)
    assert trimmed.getpixel((1, 1)) == trimmed.getpixel((98, 98)) == (0, 0, 0)
    assert whole.getpixel((200, 300)) == trimmed.getpixel((102, 102)) == (0, 128, 0)


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
def test_a_file_knows_its_resolution_and_a_jpeg_its_profile(tmp_path, suffix):
    image = Image.new("RGB", (30, 20), "#123456")
    path = tmp_path / f"face{suffix}"
    path.write_bytes(encode_image(image, path.suffix, 300))
    with Image.open(path) as read:
        assert read.size == (30, 20)
        assert read.info["dpi"] == pytest.approx((300, 300), abs=0.1)
        assert suffix == ".png" or read.info["icc_profile"] == srgb_profile()
    assert encode_image(image, suffix, 300) == path.read_bytes()


def test_a_picture_that_needs_too_much_memory_is_a_failure_in_one_line(monkeypatch, face_of):
    monkeypatch.setattr("generator.drawing.raster.limits_for", lambda pixels: Limits(10, 1))
    book = draw([face_of('<circle cx="9" cy="9" r="4"/>')])
    with (
        Rasteriser(book) as rasteriser,
        pytest.raises(DrawError, match="more memory than it may have"),
    ):
        rasteriser.image(next(iter(book.pages)), 4000)


def test_a_worker_that_is_replaced_is_given_the_pages_again(face_of):
    with closing(Executor(1)) as pool:
        book = draw([face_of('<circle cx="9" cy="9" r="4"/>')], pool=pool)
        with Rasteriser(book) as rasteriser:
            (key,) = book.pages
            first = rasteriser.image(key, 50)
            pool.workers[0].end()
            assert rasteriser.image(key, 50).tobytes() == first.tobytes()


# --- the sRGB profile that files carry, and how a file of pictures says so -----------------------


def profile():
    return ImageCms.ImageCmsProfile(io.BytesIO(srgb_profile()))


def test_the_profile_names_itself_and_is_of_a_version_that_old_files_may_hold():
    assert ImageCms.getProfileDescription(profile()).strip() == CONDITION
    assert srgb_profile()[8:10] == b"\x02\x10"
    assert srgb_profile()[12:24] == b"mntrRGB XYZ "
    assert len(srgb_profile()) < 1024


def test_its_colours_are_those_of_srgb():
    ramp, lab = Image.linear_gradient("L"), ImageCms.createProfile("LAB")
    colours = Image.merge("RGB", [ramp, ramp.rotate(90), Image.radial_gradient("L")])
    seen = [
        ImageCms.applyTransform(colours, ImageCms.buildTransform(source, lab, "RGB", "LAB", 1))
        for source in (profile(), ImageCms.createProfile("sRGB"))
    ]
    assert all(high <= 1 for _, high in ImageChops.difference(*seen).getextrema())


@pytest.mark.parametrize("mode", ["RGB", "RGBA", "L"])
def test_a_png_says_that_it_is_srgb_before_its_pixels(mode):
    data = encode_image(Image.new(mode, (30, 20)), ".png", 300)
    assert 0 < data.index(b"\0\0\0\1sRGB\0") < data.index(b"IDAT")


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


def worst_tile(one, other):
    """The most pixels of a tile of 8 mm that differ, as an eye would see it: shifts by one pass."""
    marks = ImageChops.lighter(strays(one, other), strays(other, one))
    places = product(range(0, marks.width, 32), range(0, marks.height, 32))
    return max(marks.crop((x, y, x + 32, y + 32)).histogram()[255] for x, y in places)


def strays(one, other):
    """255 where a pixel is outside of what lies around its place in the other picture."""
    above = ImageChops.subtract(one, other.filter(ImageFilter.MaxFilter(3)))
    below = ImageChops.subtract(other.filter(ImageFilter.MinFilter(3)), one)
    red, green, blue = ImageChops.lighter(above, below).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 if level > 40 else 0 for level in range(256)])


def test_the_engine_draws_what_it_drew(face_of):
    face = face_of(ENGINE)
    with Rasteriser(draw([face])) as rasteriser:
        image = rasteriser.image(face.key, 100)
    if not GOLDEN.exists():
        image.save(GOLDEN, optimize=True)
        pytest.fail(f"{GOLDEN.name} was missing and has been made: look at it and keep it")
    with Image.open(GOLDEN) as golden:
        assert worst_tile(golden.convert("RGB"), image) <= 8


# A face that says where it is cut and folded: the lines a machine follows are those one sees


@pytest.mark.parametrize("name", ["capstone", "support"])
def test_the_nets_of_a_shipped_game_have_an_edge_and_folds(name):
    face = next(pair.front for pair in shipped_faces("stonehenge")[0] if name in pair.component)
    lines = cut_lines(face)
    xs, ys = zip(*lines.cut, strict=True)
    assert len(lines.cut) > 12
    assert min(xs) > 0 and max(xs) < face.width_mm and min(ys) > 0 and max(ys) < face.height_mm
    assert len(lines.scores) >= 7


def test_transforms_and_curves_are_followed(face_of):
    face = face_of(
        '<g transform="translate(10 20) rotate(90)"><path id="{{ uid }}cut" '
        'd="M0 0H8A4 4 0 0 1 8 8H0Z" fill="#888888"/></g>'
        '<path id="{{ uid }}score" d="M2 20V28M6 20V28" stroke="#000000"/>'
    )
    assert cut_lines(face_of('<rect x="0" y="0" width="5" height="5"/>')) is None
    lines = cut_lines(face)
    assert lines.scores == (((2, 20), (2, 28)), ((6, 20), (6, 28)))
    xs, ys = zip(*lines.cut, strict=True)
    assert (min(xs), max(xs), min(ys), max(ys)) == pytest.approx((2, 10, 20, 32), abs=0.02)
    arc = [point for point in lines.cut if point[1] > 28.01]
    assert len(arc) > 6
    assert all(math.dist(point, (6, 28)) == pytest.approx(4, abs=0.02) for point in arc)
