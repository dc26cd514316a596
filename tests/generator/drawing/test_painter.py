"""The fast painter must draw what cairosvg itself draws."""

import re
from types import SimpleNamespace

import cairocffi
import pytest
from cairosvg.helpers import transform
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import ImageChops
from shippedfaces import shipped_templates

from generator.design.face import key_of
from generator.design.faces import faces_of
from generator.drawing.painter import outline, steps
from generator.drawing.raster import open_pdf, render_page
from generator.drawing.surface import GrowingPdf
from generator.drawing.svgtree import read, walk
from generator.svg.inside import parse_transform
from generator.svg.lint import is_understood, lint

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


def differing_pixels(svg, width, height, tmp_path):
    books = [GrowingPdf(tmp_path), GrowingPdf(tmp_path, stock=True)]
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
    from lxml import etree

    svg = f"{HEAD}{DRAWINGS[name]}</svg>"
    assert lint(etree.fromstring(svg)) == []
    assert differing_pixels(svg, 60, 60, tmp_path) <= 2


@pytest.mark.parametrize("wanted", ["luck-long-ropes", "mat-red", "coin-1"])
def test_both_ways_draw_the_same_shipped_faces(shipped, wanted, tmp_path):
    game = shipped.games["henge"]
    pairs, _ = faces_of(game, shipped_templates(), wanted=lambda c: c.id == wanted)
    for face in (pairs[0].front, pairs[0].back):
        if face is not None:
            svg = re.sub(r"<text .*?</text>", "", face.svg)
            assert differing_pixels(svg, *face.page_mm, tmp_path) <= 2


def test_a_rounded_corner_does_not_take_away_the_shape_before_it(tmp_path):
    svg = (
        f'{HEAD}<defs><clipPath id="c"><circle cx="10" cy="10" r="9"/><rect x="30" y="30" '
        'width="15" height="15" rx="3"/></clipPath></defs>'
        '<rect width="50" height="50" fill="#000000" clip-path="url(#c)"/></svg>'
    )
    book = GrowingPdf(tmp_path)
    book.add(svg, 60, 60)
    with open_pdf(book.finish()) as document:
        image = render_page(document, 0, 25.4)
    assert image.getpixel((15, 15)) == (0, 0, 0)
    assert image.getpixel((42, 42)) == (0, 0, 0)
    assert image.getpixel((30, 30)) == (255, 255, 255)


def test_a_path_is_read_once():
    steps.cache_clear()
    assert steps("path", ("M0 0L5 5",)) is steps("path", ("M0 0L5 5",))
    assert [call[0] for call in outline("path", ("M0 0L5 5Z",))][-2:] == ["line_to", "close_path"]


def test_attributes_are_inherited_as_svg_says():
    root = read(f'{HEAD}<g fill="red" opacity=".5" id="g"><rect stroke="blue"/></g></svg>')
    rect = list(walk(root))[-1]
    assert rect == {"fill": "red", "stroke": "blue"}
    assert rect.parent.tag == "g"
    assert key_of("a") != key_of("b")


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
