import pytest
from bidi import get_display
from fontfiles import dejavu
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.typeset.fonts import FontKey, open_font, shape
from generator.typeset.markup import base_level, levels, runs_right_to_left, visual_order
from generator.typeset.text import Fonts, PlacedLine, TextBox, fit_box, fit_line

PLAIN = open_font(FontKey("DejaVu Sans"), dejavu())
BOLD = open_font(FontKey("DejaVu Sans", 700), dejavu("-Bold"))
FONTS = Fonts(PLAIN, BOLD, PLAIN, BOLD)
HEBREW = "שלום"


def glyphs(text, direction):
    return [glyph for glyph, _, _ in shape(PLAIN, text, 0.0, direction).glyphs]


def boxed(text, **changes):
    values = {"x": 5, "y": 5, "width": 40, "height": 40, "size": 10, "least": 10}
    return fit_box(text, FONTS, TextBox(**{**values, **changes}))


def left_to_right(fitted):
    parts = [(run.x, run.text.strip()) for run in fitted.runs]
    parts += [(icon.x, icon.name) for icon in fitted.icons]
    return [text for _, text in sorted(parts) if text]


def test_the_first_letter_is_the_rightmost():
    assert glyphs(HEBREW, "rtl") == [*reversed(glyphs(HEBREW, "ltr"))]
    (run,) = fit_line(HEBREW, PLAIN, PlacedLine(10, 5, 10)).runs
    assert (run.x, run.direction) == (10, "rtl")
    assert run.width == pytest.approx(run.glyphs.advance * 10 * 25.4 / 72)


def test_bytes_of_the_text_lead_to_its_glyphs_in_the_order_of_reading():
    shaped = shape(PLAIN, "שָלום", 0.0, "rtl")
    assert shaped.clusters[0] == (4, 2)  # the first letter with its vowel
    assert sum(count for _, count in shaped.clusters) == len(shaped.glyphs)


def test_arabic_letters_join_and_brackets_are_mirrored():
    alone = [glyphs(letter, "rtl")[0] for letter in reversed("سلم")]
    assert len(glyphs("سلم", "rtl")) == 3
    assert all(one != other for one, other in zip(glyphs("سلم", "rtl"), alone, strict=True))
    assert glyphs("(א)", "rtl")[0] == glyphs("(", "ltr")[0]
    assert glyphs("(א", "rtl")[-1] == glyphs(")", "ltr")[0]


def test_a_line_mixes_directions_styles_and_icons():
    fitted = boxed("קחו 3 {coin} **מטבעות** Coin", width=90)
    assert left_to_right(fitted) == ["Coin", "מטבעות", "coin", "3", "קחו"]
    bold = next(run for run in fitted.runs if run.text.strip() == "מטבעות")
    assert bold.font is BOLD
    assert [run.text.strip() for run in fitted.runs if run.direction == "ltr"] == ["Coin", "3"]


def test_lines_are_broken_in_the_order_of_reading():
    fitted = boxed("אחת שתיים שלוש ארבע חמש שש שבע", width=22)
    lines = {}
    for run in fitted.runs:
        lines[run.y] = run.text + lines.get(run.y, "")
    assert " ".join(lines[y].strip() for y in sorted(lines)) == "אחת שתיים שלוש ארבע חמש שש שבע"
    assert len(lines) > 1


def test_a_paragraph_starts_where_it_is_read_from():
    fitted = boxed(f"{HEBREW} a\nab {HEBREW}")
    first, *_, last = sorted(fitted.runs, key=lambda run: (run.y, run.x))
    ends = [run.x + run.width for run in fitted.runs if run.y == first.y]
    assert max(ends) == pytest.approx(45)
    assert min(run.x for run in fitted.runs if run.y == last.y) == pytest.approx(5)
    aligned = boxed(HEBREW, align="left")
    assert aligned.runs[0].x == pytest.approx(5)


LETTERS = "abאבجد"
OTHERS = " .,:+-#%!&()[]{}12٣٤\u0301\u05bc\u200f\u200e"


def shown(text):
    return "".join(text[at] for at in visual_order(levels(text, base_level(text))))


@settings(max_examples=300)
@given(st.text(LETTERS + OTHERS, max_size=14), st.sampled_from("aא"))
def test_lines_lie_as_another_implementation_lays_them(text, letter):
    """The letter at both ends sets the paragraph's direction, and leaves no space at its end."""
    whole = f"{letter}{text}{letter}"
    assert shown(whole) == get_display(whole)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ab אב גד ef", "ab דג בא ef"),
        ("אב (ab) 1.5%", "1.5% )ab( בא"),  # brackets are mirrored when they are drawn
        ("ab (אב) גד", "ab (בא) דג"),
        ("a\ufffcאב", "a\ufffcבא"),
        ("!", "!"),
        ("", ""),
    ],
)
def test_worked_examples(text, line):
    assert shown(text) == line


def test_only_such_letters_run_right_to_left():
    assert runs_right_to_left("a א")
    assert runs_right_to_left("٣")
    assert not runs_right_to_left("Ängste – naïve 12 ☃")


def test_what_is_not_seen_lies_with_what_is_before_it():
    assert levels("א\u200dבa", 0) == (1, 1, 1, 0)
