import pytest

from generator.typeset.fonts import FontKey, registry_of_trilith
from generator.typeset.text import PlacedLine, fit_line
from generator.typeset.words import typographic


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Fox's Door", "Fox’s Door"),
        ("Elders' Blessing", "Elders’ Blessing"),
        ("the '90s", "the ’90s"),
        ("say 'yes' or \"no\"", "say ‘yes’ or “no”"),
        ("(\"'Yes,' she said.\")", "(“‘Yes,’ she said.”)"),
        ('**"Now"** and *"then"*', "**“Now”** and *“then”*"),
        ("a {it's} icon", "a {it's} icon"),
        (r"5\' 6\"", r"5\' 6\""),
        ("plain", "plain"),
        ('צה"ל', 'צה"ל'),
    ],
)
def test_straight_marks_become_curved(typed, printed):
    assert typographic(typed) == printed
    assert typographic(printed) == printed


def test_a_backslash_keeps_a_mark_straight():
    font = registry_of_trilith().font(FontKey("Source Sans Pro"))
    assert fit_line(r"5\' 6\"", font, PlacedLine(0, 0, 9)).runs[0].text == "5' 6\""


class Bare:
    """A font of plain letters."""

    language = ""

    def has(self, character):
        return character.isascii()


def test_a_font_without_curved_marks_keeps_the_straight_ones():
    assert typographic("Fox's", Bare()) == "Fox's"
