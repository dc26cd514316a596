import pytest
from lxml import etree

from generator.svg.inside import TrimOutline, parse_transform, texts_outside


def outside(svg, width=40, height=60, shape="rect", outline=()):
    found = texts_outside(etree.fromstring(svg), TrimOutline(width, height, shape, outline))
    return [(text, round(over, 2)) for text, over in found]


@pytest.mark.parametrize(
    ("text", "point", "expected"),
    [
        ("translate(3)", (1, 2), (4, 2)),
        ("translate(3, 4)", (1, 2), (4, 6)),
        ("scale(2)", (1, 2), (2, 4)),
        ("scale(2 -1)", (1, 2), (2, -2)),
        ("rotate(90)", (1, 2), (-2, 1)),
        ("rotate(90 5 5)", (5, 6), (4, 5)),
        ("skewX(45)", (1, 2), (3, 2)),
        ("skewY(45)", (1, 2), (1, 3)),
        ("matrix(1 0 0 1 5 6)", (1, 2), (6, 8)),
        ("translate(10 0) rotate(90)", (1, 0), (10, 1)),
        ("rotate(90) translate(10 0)", (1, 0), (0, 11)),
    ],
)
def test_transforms_as_svg_defines_them(text, point, expected):
    a, b, c, d, e, f = parse_transform(text)
    x, y = point
    assert (a * x + c * y + e, b * x + d * y + f) == pytest.approx(expected)


def test_the_overhang_is_measured(drawn):
    svg, _ = drawn('{{ text(40, 30, "H", size=72) }}')
    ((text, by),) = outside(svg)
    assert text == "H"
    assert by == pytest.approx(0.652 * 25.4, abs=0.02)


@pytest.mark.parametrize(
    ("shape", "x", "y", "over"),
    [
        ("rect", 1, 5, False),
        ("round", 1, 5, True),
        ("round", 12, 20, False),
        ("hex", 1, 5, True),
        ("hex", 1, 20, True),
        ("hex", 12, 5, False),
        ("hex", 4, 21, False),
    ],
)
def test_the_shape_of_the_piece_counts(drawn, shape, x, y, over):
    svg, _ = drawn(f'{{{{ text({x}, {y}, "HHHHHH", size=10) }}}}')
    assert bool(outside(svg, 40, 40, shape)) == over


@pytest.mark.parametrize(("x", "y", "by"), [(12, 38, 0), (30, 38, 0), (2, 38, 0.15), (1, 8, 14.45)])
def test_an_outline_of_ones_own_counts(drawn, x, y, by):
    svg, _ = drawn(f'{{{{ text({x}, {y}, "HHH", size=10) }}}}')
    arrow = ((0.0, 40.0), (20.0, 0.0), (40.0, 40.0))
    found = [over for _, over in outside(svg, 40, 40, "custom", arrow)]
    assert found == (pytest.approx([by], abs=0.02) if by else [])
