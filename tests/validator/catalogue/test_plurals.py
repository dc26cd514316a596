"""Plurals that a game does not state."""

from __future__ import annotations

import pytest

from validator.catalogue.load import load
from validator.catalogue.words.grammar import default_plural, plural


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("card", "cards"),
        ("Berry", "Berries"),
        ("day", "days"),
        ("witch", "witches"),
        ("piece of cake", "pieces of cake"),
        ("werewolf", "werewolves"),
        ("fisherman", "fishermen"),
        ("talisman", "talismans"),
        ("person", "people"),
        ("Die", "Dice"),
        ("sheep", "sheep"),
        ("box", "boxes"),
        ("Light card (blue)", "Light card (blues)"),
        ("", ""),
    ],
)
def test_the_plural_of_a_noun(one, many):
    assert plural(one) == many


def test_only_english_has_a_default():
    assert default_plural("Karte", "de") == "Karte"
    assert default_plural("card", "en-GB") == "cards"


def test_a_term_without_many_has_its_plural_and_one_with_keeps_it(tiny, edit):
    game = tiny / "components" / "fog" / "game.yaml"
    edit(game, "\nterms:", "\nterms:\n  leaf: {one: leaf}\n  dwarf: {one: dwarf, many: dwarrows}")
    catalogue, findings = load(tiny, ["fog"])
    assert not findings
    terms = catalogue.games["fog"].terms
    assert (terms["leaf"].many, terms["dwarf"].many) == ("leaves", "dwarrows")
