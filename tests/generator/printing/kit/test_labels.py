"""Sheets are labelled in letters that their font has."""

from dataclasses import replace

from shippedfaces import shipped_faces
from shippedgames import catalogue

from generator.printing.kit.documents import documents, stocks
from generator.printing.kit.selection import copies_needed
from generator.printing.sheets.options import PrintOptions

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
