"""A drawing that is not XML is told at the tag of the template that is to be mended."""

from __future__ import annotations

import pytest

from generator.design.icons import first_fault

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


def test_a_sound_drawing_has_no_fault():
    assert first_fault("<svg><!-- <g> --><g a='1'><path d=\"x\"/></g>&amp;</svg>") is None


def test_what_only_the_parser_knows_is_told_without_lines_of_the_made_drawing(drawn):
    (one,) = drawn(TOP + '<g opacity="1" opacity="1"/>')[1]
    assert one.place.line == 4
    assert one.message == "the drawing is not XML: Attribute opacity redefined"


def test_a_byte_order_mark_in_a_template_is_no_text(drawn):
    svg, findings = drawn('\ufeff<circle cx="3" cy="3" r="2"/>')
    assert findings == []
    assert "\ufeff" not in svg
