"""A value that its schema refuses is told what to write instead, in plain words."""

from __future__ import annotations

import pytest

from validator.catalogue.load import load


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("1984", 'put quotes round it: "1984"'),
        ("1.10", 'put quotes round it: "1.10"'),
        ("true", 'put quotes round it: "true"'),
        ("{coin}", 'put quotes round it: "{coin}"'),
        ("[coin]", 'put quotes round it: "[coin]"'),
        ("yes", 'put quotes round it: "yes"; or write true or false'),
        ("1984-05-06", 'put quotes round it: "1984-05-06"'),
        ("", "write it behind the colon (Printed name.)"),
    ],
)
def test_a_name_that_is_no_text_to_yaml(tiny, edit, written: str, hint: str):
    edit(tiny / "components/fog/cards.yaml", "name: Bonfire", f"name: {written}")
    (one,) = load(tiny)[1]
    assert one.hint == hint


def test_a_mark_without_quotes_names_no_rule_of_a_game(tiny, edit):
    edit(tiny / "components/fog/cards.yaml", 'players: "3+"', "players: 5")
    (one,) = load(tiny)[1]
    assert one.hint == 'put quotes round it: "5"'
    edit(tiny / "components/fog/cards.yaml", "players: 5", 'players: "5-"')
    (one,) = load(tiny)[1]
    assert "HEN" not in one.hint and "always in quotes" in one.hint


@pytest.mark.parametrize(
    ("file", "old", "new", "hint"),
    [
        ("coins.yaml", "copies: 24", 'copies: "24"', "take the quotes away: 24"),
        ("coins.yaml", "copies: 24", "copies: 2.5", "write a whole number ("),
        ("game.yaml", "title_players: [2, 4]", "title_players: 2", "put brackets round it: [2]"),
        ("setup.yaml", "to: deck", "to: 5", 'put quotes round it: "5"'),
        ("coins.yaml", "name: Coin,", "name: Coin, and more,", "inside { } a comma ends a text"),
        ("coins.yaml", "value: 1,", "value: 1, flavour: x,", "a key of your own is described"),
    ],
)
def test_other_kinds_of_values(tiny, edit, file: str, old: str, new: str, hint: str):
    edit(tiny / "components/fog" / file, old, new)
    (one,) = load(tiny)[1]
    assert hint in one.hint


def test_a_record_is_named_by_its_id_and_a_step_is_counted_from_one(tiny, edit):
    edit(tiny / "components/fog/cards.yaml", "name: Bonfire", "name: 1984")
    edit(tiny / "components/fog/setup.yaml", "count: 3, each: seat", "count: three, each: seat")
    card, step = load(tiny)[1]
    assert card.message.endswith("at components.bonfire.name")
    assert step.message.endswith("at steps.5.count")
