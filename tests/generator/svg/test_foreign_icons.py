from types import SimpleNamespace

import pytest
from lxml import etree

from generator.svg.icon import draw_on_grid
from generator.svg.lint import lint
from generator.svg.style import IconError

SVG = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
GAME_ICONS = f"""<svg {SVG} viewBox="0 0 512 512" style="height: 512px; width: 512px;">
<path d="M0 0h512v512H0z" fill="#000" fill-opacity="1"></path>
<g class="" transform="translate(0,0)" style="">
<path d="M256 40L470 460H42z" fill="#fff" fill-opacity="1"></path></g></svg>"""
INKSCAPE = f"""<svg {SVG} width="32mm" height="48mm" viewBox="0 0 32 48"
 xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
 xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" sodipodi:docname="lamp.svg">
<sodipodi:namedview id="base" pagecolor="#fff"><inkscape:grid/></sodipodi:namedview>
<defs id="defs2">
<linearGradient id="stops"><stop style="stop-color:#ffcc00;stop-opacity:1" offset="0"/>
<stop style="stop-color:#d40000;stop-opacity:0.5" offset="100%"/></linearGradient>
<linearGradient xlink:href="#stops" id="lg2" x1="4" y1="4" x2="28" y2="40"
 gradientUnits="userSpaceOnUse" gradientTransform="translate(0,1)"/></defs>
<metadata><format>image/svg+xml</format></metadata>
<g inkscape:label="Layer 1" transform="translate(-2,1)" style="display:inline">
<rect style="fill:url(#lg2);stroke:#003380;stroke-width:0.5mm;-inkscape-stroke:none"
 width="24" height="30" x="6" y="4"/>
<path style="display:none;fill:red" d="M0 0h9v9z"/></g></svg>"""
ILLUSTRATOR = f"""<svg {SVG} id="Layer_1" data-name="Layer 1" viewBox="0 0 100 60"><defs>
<style>.cls-1,.cls-2{{fill:#2a9d8f;}}.cls-2{{fill:rgba(231,111,81,.5)}}.cls-3{{clip-path:url(#c)}}</style>
<rect id="r" x="10" y="5" width="80" height="50"/><clipPath id="c"><use xlink:href="#r"/></clipPath>
</defs><g class="cls-3"><circle class="cls-1" cx="50" cy="30" r="50"/>
<circle class="cls-2" cx="60" cy="40" r="30"/></g></svg>"""


def drawn(text):
    root, coloured = draw_on_grid(etree.fromstring(text))
    assert not lint(root, icon=True)
    return SimpleNamespace(root=root, coloured=coloured)


def refused(text):
    with pytest.raises(IconError) as caught:
        draw_on_grid(etree.fromstring(text))
    return caught.value.issues


def shapes(found):
    """The shapes that are drawn, by tag, without the clip around what overreaches."""
    return [
        (etree.QName(node).localname, dict(node.attrib))
        for node in found.root.iter()
        if etree.QName(node).localname in ("path", "rect", "circle", "use")
        and etree.QName(node.getparent()).localname != "clipPath"
    ]


def square(content, attributes='viewBox="0 0 40 40"'):
    return f"<svg {SVG} {attributes}>{content}</svg>"


def test_white_on_a_black_ground_takes_the_colour_of_the_text():
    found = drawn(GAME_ICONS)
    assert not found.coloured
    assert shapes(found) == [("path", {"d": "M256 40L470 460H42z", "fill": "currentColor"})]
    assert found.root[0].get("transform") == "translate(0 0) scale(0.046875)"


def test_an_inkscape_file_keeps_its_gradient_and_loses_what_the_program_keeps():
    found = drawn(INKSCAPE)
    assert found.coloured
    [(tag, rect)] = shapes(found)
    assert tag == "rect"
    assert (rect["stroke"], rect["stroke-width"]) == ("#003380", "1.88976")
    gradient = next(found.root.iter("{*}linearGradient"))
    assert rect["fill"] == f"url(#{gradient.get('id')})"
    assert [dict(stop.attrib) for stop in gradient] == [
        {"offset": "0", "stop-color": "#ffcc00"},
        {"offset": "1", "stop-color": "#d40000", "stop-opacity": "0.5"},
    ]
    assert gradient.get("gradientTransform") == "translate(0,1)"


def test_classes_and_clips_of_uses_become_attributes_and_shapes():
    found = drawn(ILLUSTRATOR)
    one, two = shapes(found)
    assert one[1]["fill"] == "#2a9d8f"
    assert (two[1]["fill"], two[1]["fill-opacity"]) == ("#e76f51", "0.5")
    clips = list(found.root.iter("{*}clipPath"))
    assert {"x": "10", "y": "5", "width": "80", "height": "50"} in [
        dict(c[0].attrib) for c in clips
    ]


def test_what_browsers_cut_off_is_cut_off():
    over = drawn(square('<circle cx="40" cy="20" r="20" fill="red"/>'))
    assert over.root[-1].get("clip-path") == "url(#view)"
    assert drawn(square('<circle cx="20" cy="20" r="20"/>')).root[-1].get("clip-path") is None


@pytest.mark.parametrize(
    ("content", "coloured"),
    [
        ('<path d="M0 0H9V9Z"/>', False),
        ('<path d="M0 0H9V9Z" fill="#777"/><path d="M9 9H19V19Z" stroke="#777777"/>', True),
        ('<g fill="#777" stroke="#777"><path d="M0 0H9V9Z"/><path d="M9 9H19V19Z"/></g>', False),
        ('<path d="M0 0H9V9Z" fill="crimson"/>', True),
        ('<path d="M0 0H9V9Z" fill="white"/><path d="M9 9H19V19Z"/>', True),
        ('<path d="M0 0H9V9Z" fill="red"/><path d="M9 9H19V19Z" fill="currentColor"/>', False),
        ('<rect width="40" height="40" fill="gold"/><path d="M9 9H19V19Z"/>', False),
    ],
)
def test_one_grey_takes_the_colour_of_the_text(content, coloured):
    found = drawn(square(content))
    assert found.coloured is coloured
    paints = {node.get("fill") for node in found.root.iter("{*}path")}
    assert ("currentColor" in paints) is not coloured


@pytest.mark.parametrize(
    ("attributes", "transform"),
    [
        ('viewBox="0 -960 960 960"', "translate(0 24) scale(0.025)"),
        ('width="48px" height="24pt"', "translate(0 4) scale(0.5)"),
        ('viewBox="10,10,20,40"', "translate(0 -6) scale(0.6)"),
    ],
)
def test_any_view_is_brought_into_the_middle_of_the_square(attributes, transform):
    found = drawn(square('<circle cx="14" cy="3" r="9"/>', attributes))
    assert found.root[-1].get("transform") == transform


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ('<g style="filter:url(#f)"><path d="M0 0H9V9Z"/></g>', "svg-unsupported"),
        ('<path d="M0 0H9V9Z" fil="red"/>', "svg-unsupported"),
        ('<path d="M0 0H9V9Z" style="mask:url(#m)"/>', "svg-unsupported"),
        ("<style>g path {fill: red}</style><path d='M0 0H9V9Z'/>", "svg-unsupported"),
        ('<use xlink:href="other.svg#star"/>', "svg-unsupported"),
        ('<path d="M0 0H9V9Z" fill="color(display-p3 1 0 0 / 2 2)"/>', "svg-colour"),
        ('<path d="M0 0L9"/>', "svg-value"),
        ('<path id="a" d="M0 0H9V9Z" fill="url(#c)"/><clipPath id="c"/>', "svg-reference"),
        ('<rect x="50" y="50" width="9" height="9"/>', "icon-empty"),
        ('<rect width="9" height="9" visibility="hidden"/>', "icon-empty"),
        ('<use xlink:href="#a"/><g id="a"><use xlink:href="#a"/></g>', "svg-unsupported"),
    ],
)
def test_what_is_not_drawn_right_is_told(content, code):
    assert {issue.code for issue in refused(square(content))} == {code}


def test_uses_of_uses_without_end_are_refused():
    levels = "".join(
        f'<g id="l{n}">' + f'<use xlink:href="#l{n + 1}"/>' * 9 + "</g>" for n in range(9)
    )
    bomb = square(f'{levels}<path id="l9" d="M0 0H9V9Z"/>')
    [issue] = refused(bomb)
    assert issue.code == "svg-too-large"
