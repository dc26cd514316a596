"""Sheets are labelled in letters that their font has, large enough to be read."""

from dataclasses import replace

import pytest
from shippedfaces import shipped_faces
from shippedgames import catalogue

from generator.printing.documents import documents, stocks
from generator.printing.fold_figures import block, chits, draw_cutting, gutterfold, net, tent, tiles
from generator.printing.geometry import Caption, Style
from generator.printing.options import PrintOptions
from generator.printing.selection import copies_needed

NAME = "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}"


def labels(name):
    game = catalogue().games["stonehenge"]
    pairs, _ = shipped_faces("stonehenge")
    other = replace(game, name=name)
    found = stocks(other, pairs, copies_needed(other))
    return [plan.title for plan in documents(other, found, PrintOptions())]


def test_a_name_that_sheets_cannot_spell_is_labelled_by_its_id():
    assert all(title.startswith("stonehenge · ") for title in labels(NAME))
    assert all(title.startswith("Ring · ") for title in labels("Ring"))


@pytest.mark.parametrize("name", ["henge", "stonehenge"])
def test_no_word_on_a_piece_is_smaller_than_six_points(name):
    """Labels at the edge of a sheet may be, where they would not fit."""
    game = catalogue().games[name]
    found = stocks(game, shipped_faces(name)[0], copies_needed(game))
    for options in (PrintOptions(), PrintOptions(layout="gutterfold")):
        for plan in documents(game, found, options):
            shapes = {shape for page in plan.pages for shape in page.shapes}
            words = {s for s in shapes if isinstance(s, Caption) and s.style is Style.NOTE}
            assert all(word.size >= 6 for word in words), plan.file


@pytest.mark.parametrize("figure", [draw_cutting, tent, block, tiles, gutterfold, chits, net])
def test_no_word_of_a_figure_is_smaller_than_six_points(figure):
    assert all(s.size >= 6 for s in figure() if isinstance(s, Caption))
