import pytest
from lxml import etree

from generator.svg.lint import MAX_DEPTH, contrast, grey_of, least_contrast, lint, luminance, rgb

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'


def issues(content, **options):
    return lint(etree.fromstring(f"{HEAD}{content}</svg>"), **options)


GOOD = [
    '<path d="M.5.5 1-1e-3-1.5,2 h1 2v-1zm1 1a1 1 0 01.5.5 1,1,0,1,0,2,2t1 1s1 2 3 4Z"/>',
    '<path d="M0 0C1.4-1.6 3.4.2 2.6 2L-1e-3 4Z" fill="#fff" fill-rule="evenodd"/>',
    '<g transform="translate(1 2) rotate(-3.5, 1, 1) scale(.5)" opacity=".3"><rect width="1" '
    'height="2" rx=".1" stroke="none"/></g>',
    '<defs><linearGradient id="a" x1="0" x2="100%"><stop offset=".5" stop-color="#123456" '
    'stop-opacity="0.5"/></linearGradient></defs><circle cx="1" cy="1" r="1" fill="url(#a)"/>',
    '<defs><clipPath id="c"><path d="M0 0H1V1Z"/></clipPath></defs><g clip-path="url(#c)">'
    '<ellipse rx="1" ry="2"/></g>',
    '<polygon points="0,0 1,1 2,0"/><line x1="0" y1="0" x2="1" y2="1" stroke="black" '
    'stroke-dasharray="1 .5" stroke-linecap="round"/>',
]

WRITTEN = (
    '<text data-trilith="run" x="1" y="1" font-size="3" xml:space="preserve">Henge &amp; &#34;'
)


@pytest.mark.parametrize(
    "content",
    [
        f"{WRITTEN}</text>",
        f"{WRITTEN}s</text>".replace("&#34;", "stones"),
        f"{WRITTEN}<g/></text>",
        f"{WRITTEN}</text>".replace("<text ", '<text data-font="/etc/passwd" '),
        f"{WRITTEN}</text>".replace('x="1"', 'x="2"'),
        f"{WRITTEN}</text>".replace("text", "image"),
    ],
)
def test_what_only_looks_like_it_is_not(content):
    ours = {WRITTEN} if content != f"{WRITTEN}</text>" else ()
    assert "is not drawn" in issues(content, ours=ours)[0].message


BAD = [
    ("<filter id='f'/>", "<filter> is not drawn"),
    ("<text x='1' y='1'>Henge</text>", "<text> is not drawn"),
    ("<image href='a.png'/>", "<image> is not drawn"),
    ("<mask id='m'/>", "<mask> is not drawn"),
    ("<use href='#a'/>", "<use> is not drawn"),
    ("<style>rect {fill: red}</style>", "<style> is not drawn"),
    ("<pattern id='p'/>", "<pattern> is not drawn"),
    ("<foreignObject/>", "<foreignObject> is not drawn"),
    ("<rect width='1' height='1' style='fill: red'/>", "attribute style"),
    ("<rect width='1' height='1' class='a'/>", "attribute class"),
    ("<rect width='1' height='1' paint-order='stroke'/>", "attribute paint-order"),
    ("<g mix-blend-mode='multiply'/>", "attribute mix-blend-mode"),
    ("<rect width='1' height='1' clip-rule='evenodd'/>", "attribute clip-rule"),
    ("<rect width='1' height='1' filter='url(#f)'/>", "attribute filter"),
    ("<rect width='1' height='1' fill='currentColor'/>", "not a colour"),
    ("<rect width='1' height='1' fill='hsl(1, 2%, 3%)'/>", "not a colour"),
    ("<rect width='1' height='1' fill='#11223344'/>", "not a colour"),
    ("<rect width='1' height='1' fill='rgba(0,0,0,.5)'/>", "not a colour"),
    ("<rect width='1' height='1' fill='url(#gone)'/>", "does not exist"),
    ("<rect width='1' height='1' clip-path='url(#gone)'/>", "does not exist"),
    ("<rect width='1' height='1' fill='url(other.svg#a)'/>", "not a reference"),
    ("<defs><clipPath id='c'/></defs><rect width='1' height='1' fill='url(#c)'/>", "a gradient"),
    ("<rect width='1mm' height='1'/>", "is not understood"),
    ("<rect width='50%' height='1'/>", "is not understood"),
    ("<path d='M1 2 url'/>", "is not understood"),
    ("<g transform='rotate(30 1)'/>", "is not understood"),
    ("<path d='X1 2'/>", "is not understood"),
    ("<g transform='turn(30)'/>", "is not understood"),
    ("<g transform='rotate(30deg)'/>", "is not understood"),
    ("<g opacity='1.5'/>", "is not understood"),
    ("<g transform='matrix(1 0 0 1 5)'/>", "is not understood"),
    ("<g transform='scale()'/>", "is not understood"),
    ("<path d='M0 0L5'/>", "is not understood"),
    ("<path d='L0 0'/>", "is not understood"),
    ("<path d='M0 0C1 2 3 4 5'/>", "is not understood"),
    ("<path d='M0 0A1 1 0 2 0 5 5'/>", "is not understood"),
    ("<path d=''/>", "is not understood"),
    ("<polygon points='0 0 1'/>", "is not understood"),
    ("<polygon points=''/>", "is not understood"),
    ("<circle r='-1'/>", "is not understood"),
    ("<rect width='-1' height='1'/>", "is not understood"),
    ("<path d='M0 0' stroke-dasharray='1 -1'/>", "is not understood"),
    ("<path d='M0 0' stroke-linecap='flat'/>", "is not understood"),
    ("<defs><clipPath id='c'><path d='M0 0' clip-path='url(#c)'/></clipPath></defs>", "a clip on"),
    ("<defs><clipPath id='c'><g/></clipPath></defs>", "in a clipPath"),
    ("<defs><clipPath id='c' clip-path='url(#c)'/></defs>", "attribute clip-path"),
    ("<rect id='a' width='1' height='1'/><rect id='a' width='1' height='1'/>", "stands twice"),
    ("<g>words</g>", "'words'"),
    ("<g stroke-linecap='round'><path d='M0 0' stroke-linecap='butt'/></g>", "does not undo"),
    ("<path d='M1+2 3'/>", "not understood"),
    ("<g stroke-dasharray='1'><path d='M1e+2 3' stroke-dasharray='none'/></g>", "does not undo"),
    ("<svg/>", "<svg> is not drawn"),
    (
        "<defs><linearGradient id='a'/></defs><line x1='0' x2='1' y1='0' y2='0' stroke='url(#a)'/>",
        "a line has no area",
    ),
]


@pytest.mark.parametrize("content", GOOD)
def test_what_is_drawn_right_passes(content):
    assert issues(content) == []


def test_texts_that_functions_wrote_and_icons_in_the_colour_around_them_pass():
    assert issues(f"{WRITTEN}</text>", ours={WRITTEN}) == []
    assert issues('<rect width="1" height="1" fill="currentColor"/>', icon=True) == []


@pytest.mark.parametrize(("content", "message"), BAD)
def test_what_is_drawn_wrong_is_an_issue(content, message):
    found = issues(content)
    assert len(found) == 1
    assert message in found[0].message
    assert found[0].code.startswith("svg-")


def test_endless_nesting_is_refused_once():
    found = issues("<g>" * (MAX_DEPTH + 20) + "</g>" * (MAX_DEPTH + 20))
    assert [issue.code for issue in found] == ["svg-too-large"]


@pytest.mark.parametrize(
    "content",
    [
        f"<path d='M{'1' * 30_000}!'/>",
        f"<path d='M0 0{'e-' * 15_000}'/>",
        f"<polygon points='{'1' * 30_000}x'/>",
        f"<g transform='translate({'1' * 30_000}x'/>",
        f"<g transform='{'scale(1)' * 5_000}x'/>",
        f"<path d='M0 0' stroke-dasharray='{'1' * 30_000}x'/>",
    ],
)
def test_a_long_wrong_value_is_refused_at_once(content):
    assert len(issues(content)) == 1


def test_colours_are_read_in_all_their_forms():
    assert rgb("#fff") == rgb("#FFFFFF") == rgb("white") == (1, 1, 1)
    assert rgb("#2a241e") == pytest.approx((42 / 255, 36 / 255, 30 / 255))


@pytest.mark.parametrize("wrong", ["", "hsl(1, 2%, 3%)", "#12345678", "rgba(0,0,0,.5)", "nope"])
def test_what_is_not_a_plain_colour_is_none(wrong):
    assert rgb(wrong) is None


def test_contrast_as_wcag_defines_it():
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#fff", "url(#x)") is None


def test_large_bold_text_needs_less():
    assert least_contrast(13.9, 700) == least_contrast(14, 600) == 4.5
    assert least_contrast(14, 700) == least_contrast(18, 400) == 3


@pytest.mark.parametrize("colour", ["#b3322b", "#23609c", "#efc02f", "#000000", "#ffffff"])
def test_the_grey_of_a_colour_has_its_lightness(colour):
    grey = grey_of(colour)
    assert grey[1:3] == grey[3:5] == grey[5:7]
    assert luminance(rgb(grey)) == pytest.approx(luminance(rgb(colour)), abs=0.006)
