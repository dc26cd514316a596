"""Levels of letters, by hand and against another implementation of the same standard."""

import pytest
from bidi import get_display
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.typeset.markup import base_level, levels, runs_right_to_left, visual_order

LETTERS = "abאבجد"
OTHERS = " .,:+-#%!&()[]{}12٣٤\u0301\u05bc\u200f\u200e"


def shown(text):
    """The characters as they lie on the line."""
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
