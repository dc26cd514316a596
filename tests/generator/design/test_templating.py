import re
from itertools import product

import pytest
from fogfaces import draw_with
from PIL import Image

from generator.design import lookup
from generator.design.canvas import Canvas
from generator.design.lookup import References, references, template_folders
from generator.design.templates import load_templates
from validator.findings import Place

CANVAS = Canvas(40, 60, 3)


def one(findings):
    assert len(findings) == 1
    return findings[0]


def test_the_unit_is_the_millimetre_and_the_origin_the_trim_box(drawn):
    svg, findings = drawn('<rect x="0" y="0" width="{{ w }}" height="{{ h }}" rx="{{ bleed }}"/>')
    assert not findings
    assert svg.startswith(
        '<svg xmlns="http://www.w3.org/2000/svg" width="46mm" height="66mm" viewBox="-3 -3 46 66">'
    )
    assert '<rect x="0" y="0" width="40" height="60" rx="3"/>' in svg


@pytest.mark.parametrize(
    ("text", "code", "at", "said"),
    [
        ("\n{{ c.cots }}", "template-failed", "2:6", "'cots'"),
        ("\n  {{ cost }}", "template-failed", "2:6", "'cost' is undefined"),
        ("\n\n<g>{% if %}", "template-syntax", "3:4", "Expected an expression"),
        ("\n{{ theme.colours.inc }}", "template-failed", "2:18", "'inc'"),
        ('{{ icon("cion", 1, 1, 5) }}', "icon-unknown", "1:1", "did you mean 'coin'"),
        ('{{ text(1, 1, "a", font="bodyy") }}', "template-failed", "1:26", "did you mean 'body'"),
        ('{{ text("1", 1, "a") }}', "template-failed", "1:1", "is not a number"),
        ('{{ text(1, 1, "a", fill="hsl(1,1%,1%)") }}', "template-failed", "1:26", "plain colour"),
        ('{{ text(1, 1, "a", anchor="left") }}', "template-failed", "1:28", "start, middle, end"),
        ("{{ c.name }} {{ c.cots }}", "template-failed", "1:19", "'cots'"),
        ("\n{{ c.name }} {{ c.name }", "template-syntax", "2:14", "unexpected '}'"),
        ('<g>{{ text(1, 1, "a", colour="x") }}', "template-failed", "1:23", "Pen.text() got an un"),
        ("{{ box(1, 2) }}", "template-failed", "1:1", "Pen.box() missing 3 required"),
        ('{{ box(1, 1, -5, 9, "a") }}', "template-failed", "1:1", "more than 0"),
        ('\n{{ picture("gone.png", 1, 1, 5, 5) }}', "picture-missing", "2:1", "no picture"),
        ('{{ picture("../x.png", 1, 1, 5, 5) }}', "picture-unusable", "1:1", "outside"),
        ('{{ picture("/etc/passwd", 1, 1, 5, 5) }}', "picture-unusable", "1:1", "not a path"),
        ('\n<g><rect width="1" height="1" filter="u"/></g>', "svg-unsupported", "2:31", "filter"),
        ("\n<g>\n<rect></g>", "svg-syntax", "3:1", "not XML"),
        ('{{ picture("a.png", 1, 2, 20, 20, focus=[2, 0]) }}', "template-failed", "1:1", "0 to 1"),
        ('{{ picture("a.png", 1, 2, 20, 20, focus=[0.5]) }}', "template-failed", "1:1", "0 to 1"),
        ('{{ picture("a.png", 1, 2, 20, 20, focus="top") }}', "template-failed", "1:42", "0 to 1"),
        ('{{ text(5, 3, "6", underline="some") }}', "template-failed", "1:31", "not one of turned"),
        ('{{ spot("a b", 1, 2) }}', "template-failed", "1:10", "'a b' is not the name of a zone"),
        ('{{ spot("deck", 1, "2") }}', "template-failed", "1:1", "y='2' is not a number"),
        ('{{ spot("deck", 1, 2, -3, 4) }}', "template-failed", "1:1", "w=-3 must be more than 0"),
        ('<g data-trilith="spot"/>', "svg-unsupported", "1:4", "data-trilith"),
        ('{% import "_Frame.svg.j2" as f %}', "template-missing", "1:1", "did you mean '_frame'"),
        ('{% include "../secret.svg.j2" %}', "template-missing", "1:1", "secret"),
        ('\n{% include "other.svg.j2" %}', "template-missing", "2:1", "other.svg.j2"),
        ('{% include "' + "x" * 300 + '.svg.j2" %}', "template-missing", "1:1", "xxx"),
        ('{{ icon("' + "x" * 300 + '", 1, 2, 3) }}', "icon-unknown", "1:1", "xxx"),
        ('{{ picture("' + "x" * 300 + '.png", 1, 2, 3, 4) }}', "picture-missing", "1:1", "xxx"),
        ('{{ text(1, 9, "☃") }}', "glyph-missing", "1:1", "U+2603"),
        ('\n{{ box(1, 1, 30, 9, "an **old stone") }}', "text-markup", "2:1", "no partner"),
        ('\n{{ text(1, 9, "**old**") }}', "text-markup", "2:1", "one line"),
        ('\n{{ text(1, 9, "wide words", width=3, min=7) }}', "text-overflow", "2:1", "mm wide"),
        ('{{ box(1, 1, 30, 9, "an *old* stone") }}', "font-missing", "1:1", "no italic font"),
    ],
)
def test_what_is_wrong_is_said_at_its_place_in_the_template(drawn, studio, text, code, at, said):
    (studio / "secret.svg.j2").write_text("<g/>")
    finding = one(drawn(text)[1])
    assert (finding.code, str(finding.place)) == (code, f"templates/card.svg.j2:{at}")
    assert said in f"{finding.message}; {finding.hint}"
    assert finding.game == "fog"


@pytest.mark.parametrize(
    "text",
    [
        '{{ "a" * 10 ** 9 }}',
        '{{ ("a" * 90000) ~ "" }}{% for i in range(100) %}{{ "a" * 90000 }}{% endfor %}',
        "{% for i in range(90000) %}{% for j in range(90000) %}{% endfor %}{% endfor %}",
        "{{ 9 ** 99999 }}",
        "{{ 2.0 ** 65 }}",
        '{{ "%9999999d" % 1.5 }}',
        '{{ "a".ljust(10 ** 9) }}',
        '{{ "a" | center(1000000000) }}',
        '{{ "%999999999d" % 3 }}',
        '{{ ("a" * 90000) | replace("a", "b" * 90000) }}',
        "{{ [0] * 10 ** 9 }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ c.__class__ }}",
        "{% set x = namespace() %}{{ x.__init__.__globals__ }}",
        "{{ 1 / 0 }}",
        "{% do theme.update(ink='grey') %}",
        "{% do theme.colours.clear() %}",
        "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
        "{% for a in [1] %}" * 25 + "{% endfor %}" * 25,
    ],
)
def test_a_template_can_neither_escape_nor_run_away(drawn, text):
    finding = one(drawn(text)[1])
    assert finding.code in ("template-failed", "template-syntax")


@pytest.mark.parametrize(
    ("text", "fields", "shown"),
    [
        ("{{ text(1, 9, c.name) }}", {"name": "<Fire> & “Ice”"}, "&lt;Fire&gt; &amp; “Ice”</text>"),
        ("{{ text(1, 9, c.items) }}", {"items": "three"}, ">three</text>"),
        ('\ufeff<circle cx="3" r="2"/><!-- <g> -->', {}, '<circle cx="3" r="2"/>'),
    ],
    ids=["names are escaped", "a field wins over a method", "no byte order mark"],
)
def test_what_is_sound_is_drawn(drawn, text, fields, shown):
    svg, findings = drawn(text, c=fields)
    assert not findings
    assert shown in svg
    assert "\ufeff" not in svg


def test_markup_and_icons_in_a_box(drawn):
    svg, findings = drawn("{{ box(2, 2, 36, 20, 'Gain **2** {coin}.') }}")
    assert not findings
    assert 'font-weight="700"' in svg
    assert 'fill="#112233"' in svg
    assert svg.count("<circle") == 1


def test_text_that_is_too_long_is_blamed_on_the_record(templates_of):
    asked = []

    def place_of(value, key):
        asked.append((value, key))
        return Place("components/fog/cards.yaml", 7, 5)

    templates = templates_of(card='{{ box(2, 2, 9, 5, c.text, field="text") }}')
    card = {"text": "many words " * 20}
    _, findings = draw_with(templates, {"c": card}, CANVAS, place_of=place_of)
    assert str(one(findings).place) == "components/fog/cards.yaml:7:5"
    assert one(findings).code == "text-overflow"
    assert asked == [(card["text"], "text")]


def test_a_projects_template_wins_over_the_built_in_one(studio, templates_of, root):
    templates = templates_of(scenes="<rect width='1' height='1'/>")
    folders = template_folders(studio)
    assert lookup.find_file(templates.folders, "scenes.svg.j2")[1] == "templates/scenes.svg.j2"
    assert list(folders) == ["templates", "(built-in) templates"]
    assert list(template_folders(root)) == ["templates"]


def test_what_a_drawing_depends_on(templates_of):
    templates = templates_of(
        _macros="{% macro m(c) %}{{ c }}{% endmacro %}",
        plain='{% import "_macros.svg.j2" as m %}{# c.name #}<g id="c"/>{{ m.m(1) }}',
        named="{{ text(1, 1, c.name) }}",
        deep='{% include "named.svg.j2" %}',
        dynamic="{% include set.id %}",
    )
    fields = {n: templates.fields_read(n) for n in ("named", "deep", "dynamic", "plain")}
    assert fields == {"named": {"name"}, "deep": {"name"}, "dynamic": None, "plain": None}
    files = [file for file, _ in lookup.closure(templates.folders, ["plain"])]
    assert files == ["templates/plain.svg.j2", "templates/_macros.svg.j2"]


def test_a_broken_theme_leaves_no_templates(studio):
    (studio / "templates" / "theme.yaml").write_text("kind: theme\ncolours: red\n")
    templates, findings = load_templates(studio)
    assert templates is None
    assert {f.place.file for f in findings} == {"templates/theme.yaml"}


def test_a_template_names_no_file_but_by_the_drawing_functions(studio, drawn):
    Image.new("RGB", (300, 200), "red").save(studio / "red.png")
    good, findings = drawn('{{ picture("red.png", 1, 2, 30, 20) }}')
    assert not findings
    element = re.search(r"<image [^>]*>", good).group()
    for forged in (
        f'<image data-trilith="picture" data-sha256="0" href="{studio}/red.png" x="1" y="2" '
        'width="9" height="9" preserveAspectRatio="none"/>',
        element,
        element.replace("red.png", "/etc/passwd"),
    ):
        assert one(drawn(forged)[1]).code == "svg-unsupported"
    both = '{{ picture("red.png", 1, 2, 30, 20) | replace("red.png", "/dev/zero") }}'
    assert one(drawn(both)[1]).code == "svg-unsupported"


def test_an_icon_names_no_file(studio):
    image = '<image data-trilith="picture" data-sha256="0" href="/etc/passwd"/></svg>'
    icon = studio / "templates" / "icons" / "coin.svg"
    icon.write_text(icon.read_text().replace("</svg>", image))
    assert [f.code for f in load_templates(studio)[1]] == ["svg-unsupported"]


def test_a_template_whose_comments_never_end_is_read_once():
    assert references("{#" * 1_000_000 + "{{ c.name }}") == References((), frozenset())
    assert references("{% import " * 400_000).fields is None


@pytest.mark.parametrize(
    ("template", "fields"),
    [
        ("{{ c.cost + c.name|length }} {# c.text #} 'c'", {"cost", "name"}),
        ("{% set c = 3 %}{{ m(c=2) }}", set()),
        ("{% if c.cost == 3 and 'c.name' %}", {"cost"}),
        ("{{ c }}", None),
        ("{{ m(c) }}{{ c.name }}", None),
        ("{{ c['name'] }}", None),
        ("{{ c.get('name') }}", None),
        ("{{ c.items }}", None),
        ("{% for key in c %}", None),
        ("{{ c . name }}", None),
    ],
)
def test_the_fields_that_a_template_reads(template, fields):
    assert references(template).fields == fields


def test_a_draft_shows_the_name_where_a_picture_is_missing(templates_of):
    template = '{{ picture("art/back.png", 0, 0, w, h) }}{{ c.cost }}'
    templates = templates_of(back=template, plain="{{ c.cost }}")
    assert templates.fields_read("back") == {"cost"}
    templates.pen.draft = True
    assert templates.fields_read("back") == {"cost", "name"}
    assert templates.fields_read("plain") == {"cost"}


OUTSIDE, SMALL = ["text-outside"], ["text-small"]


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ('{{ icon("coin", 30, 20, 10) }}', []),
        ('{{ icon("coin", 30.2, 20, 10) }}', ["icon-outside"]),
        ('{{ icon("coin", -3, 20, 10) }}', ["icon-outside"]),
        ('{{ icon("coin", -3, 20, 10, bleeds=true) }}', []),
        ('<g transform="scale(2)">{{ icon("coin", 15, 10, 6) }}</g>', ["icon-outside"]),
        ('<g transform="rotate(45 20 30)">{{ icon("coin", 0, 55, 5) }}</g>', ["icon-outside"]),
        ('{{ text(20, 30, "a {coin} b", anchor="middle") }}', []),
        ('{{ text(39, 30, "{coin}") }}', ["icon-outside"]),
        ('{{ text(20, 30, "Henge", anchor="middle") }}', []),
        ('{{ text(38, 30, "Henge") }}', OUTSIDE),
        ('{{ text(2, 30, "Henge", anchor="end") }}', OUTSIDE),
        ('{{ text(2, 1, "Henge") }}', OUTSIDE),
        ('{{ text(2, 60, "Henge") }}', OUTSIDE),  # the g
        ('{{ text(2, 60, "HENCE") }}', []),
        ('<g transform="rotate(90 38 5)">{{ text(38, 5, "Henge") }}</g>', []),
        ('<g transform="rotate(-90 38 5)">{{ text(38, 5, "Henge") }}</g>', OUTSIDE),
        ('<g transform="translate(0 20)"><g>{{ text(2, 50, "Henge") }}</g></g>', OUTSIDE),
        ('{{ text(2, 30, "Henge", size=60) }}', OUTSIDE),
        ('{{ text(2, 30, "HHHH", track=-9) }}', OUTSIDE),  # set backwards
        ('{{ text(5, 30, "Henge", size=6) }}', []),
        ('{{ text(5, 30, "Henge", size=5.9) }}', SMALL),
        ('<g transform="scale(0.5)">{{ text(5, 30, "Henge", size=8) }}</g>', SMALL),
        ('<g transform="rotate(40) scale(2)">{{ text(9, 3, "Henge", size=3) }}</g>', []),
        ('{{ box(5, 5, 20, 3, "many small words in a box", size=9, min=3) }}', SMALL),
    ],
)
def test_icons_and_letters_beyond_the_edge_or_too_small_are_told(drawn, template, expected):
    found = drawn(template)[1]
    assert [one.code for one in found][:1] == expected
    assert all(one.severity.value == "warning" for one in found if one.code == "text-small")


@pytest.mark.parametrize(
    ("number", "marked"), [*product(["6", "9", "66"], [True]), *product(["8", "69", "16"], [False])]
)
def test_a_number_that_turns_into_another_is_underlined(drawn, number, marked):
    call = f'text(20, 30, "{number}", anchor="middle", underline="turned")'
    svg, findings = drawn("{{ " + call + " }}")
    assert not findings
    bars = re.findall(r'<path d="M([\d.]+) ([\d.]+)H([\d.]+)"', svg)
    assert bool(bars) is marked
    for left, y, right in bars:
        assert (float(left) + float(right)) / 2 == pytest.approx(20, abs=0.01)
        assert float(y) > 30


def test_underline_is_turned_or_a_plain_yes(drawn):
    assert "<path" in drawn('{{ text(5, 30, "Henge", underline=true) }}')[0]
    assert "<path" not in drawn('{{ text(5, 30, "6") }}')[0]


TOP = '{% import "_frame.svg.j2" as frame with context %}\n<g>\n<path d="M0 0"/></g>\n'


@pytest.mark.parametrize(
    ("text", "line", "column", "message", "hint"),
    [
        ('<g>\n  <circle r="2">\n</g>', 5, 3, "<circle> is not closed", "end it with `/>`"),
        ('<g>\n  <circle r="{{ 2 }}">\n</g>', 5, 3, "<circle> is not closed", "end it with `/>`"),
        ("<g>\n", 4, 1, "<g> is not closed", "write </g>"),
        ("<path/>\n</g>", 5, 1, "</g> closes nothing", "take it out"),
        ("<circle r=2/>", 4, 1, "<circle> cannot be read", "each value in quotes"),
        ('<circle r="2 cx="3"/>', 4, 1, "<circle> cannot be read", "each value in quotes"),
        ('<g id="a & b"/>', 4, 10, "a bare &", "write &amp;"),
        ('{% if w > 3 %}<g x="&lt;">{% endif %}', 4, 15, "<g> is not closed", "write </g>"),
    ],
)
def test_a_fault_is_told_at_its_tag(drawn, text, line, column, message, hint):
    (one,) = drawn(TOP + text)[1]
    assert one.code == "svg-syntax"
    assert (one.place.line, one.place.column) == (line, column)
    assert message in one.message
    assert hint in one.hint
    assert "line" not in one.message


def test_what_only_the_parser_knows_is_told_without_lines_of_the_made_drawing(drawn):
    (one,) = drawn(TOP + '<g opacity="1" opacity="1"/>')[1]
    assert one.place.line == 4
    assert one.message == "the drawing is not XML: Attribute opacity redefined"


def test_a_text_is_set_for_its_language_and_both_zeros_are_one_place(tmp_path):
    pen = load_templates(tmp_path)[0].pen
    pen.begin()
    assert pen.text(-0.0, -0.0, "Fog") == pen.text(0, 0, "Fog")
    assert 'x="-0' not in pen.text(-0.0, -0.0, "Fog")
    plain = pen.box(0, 0, 20, 20, '"Fog"')
    assert pen.box(-0.0, -0.0, 20, 20, '"Fog"') == plain
    pen.begin(game={"language": "de"})
    assert pen.box(0, 0, 20, 20, '"Fog"') != plain
