"""Names that covers and sheets print have letters in some font, or are told of."""

from dataclasses import replace

import pytest
from fontfiles import dejavu
from shippedgames import catalogue

from generator.design.face import has_letters, names_without_letters
from generator.typeset.fonts import FontKey, open_font, registry_of_trilith

SANS = registry_of_trilith().font(FontKey("Source Sans Pro"))
WIDE = open_font(FontKey("Wide"), dejavu())
NAME = "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}"


@pytest.fixture(scope="module")
def game():
    return catalogue().games["crossing_stonehenge"]


def test_shipped_names_have_their_letters(game):
    assert not list(names_without_letters(game, {"body": SANS}))


def test_a_name_without_a_font_is_told_of_where_it_stands(game):
    (finding,) = names_without_letters(replace(game, name=f"{NAME} 2"), {"body": SANS})
    assert finding.code == "glyph-missing"
    assert finding.severity.value == "warning"
    assert "U+05E9" in finding.message
    assert finding.place.file.endswith("crossing_stonehenge/game.yaml")


def test_the_themes_font_will_do(game):
    assert not list(names_without_letters(replace(game, name=NAME), {"body": WIDE}))


def test_sheets_need_letters_of_their_own_font():
    assert has_letters("Henge")
    assert not has_letters(NAME)
