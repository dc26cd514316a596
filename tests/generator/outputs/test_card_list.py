"""The card list: every card, in words, in three forms."""

import csv
import io
import json
from dataclasses import replace

import pytest

from generator.outputs.card_list import as_csv, as_json, as_markdown, entries, plain
from validator.catalogue.load import load


@pytest.fixture
def fog(tiny):
    return load(tiny)[0].games["fog"]


def test_cards_only_unless_all_is_asked_for(fog):
    assert {entry.component_set.id for entry in entries(fog)} == {"card"}
    everything = {entry.component_set.id for entry in entries(fog, every_form=True)}
    assert everything == {"card", "coin", "mat"}


@pytest.mark.parametrize(
    ("name", "cards", "everything"),
    [("high_council", 64, 80), ("crossing_stonehenge", 0, 7), ("stonehenge", 65, 84)],
)
def test_of_a_shared_box_only_what_is_used(shipped, name, cards, everything):
    game = shipped.games[name]
    assert len(entries(game)) == cards
    assert len(entries(game, every_form=True)) == everything


def test_icons_become_words_once(fog):
    assert plain("Gain 2 {coin} coins.", fog) == "Gain 2 coins."
    assert plain("Pay {coin}.", fog) == "Pay coin."
    assert plain("{coin} **now**", fog) == "coin now"


def test_json_round_trips_every_card(fog):
    cards = json.loads(as_json(entries(fog)))
    assert [card["id"] for card in cards] == [one.id for one in fog.sets["card"].components]
    bonfire = next(card for card in cards if card["id"] == "bonfire")
    assert bonfire["fields"] == {"cost": 3, "icon": "fire"}
    assert bonfire["text"] == "Score 3 points."
    assert bonfire["copies"] == 5


def test_csv_has_a_column_a_field(fog):
    rows = list(csv.DictReader(io.StringIO(as_csv(entries(fog, every_form=True)))))
    assert {"cost", "value", "spaces"} <= set(rows[0])
    mat = next(row for row in rows if row["id"] == "mat-red")
    assert mat["cost"] == ""
    assert mat["spaces"] == "Coins, Cards played, Points"


def test_markdown_marks_what_the_rules_do_not_state_unless_a_game_is_ones_own(fog):
    text = as_markdown(entries(fog))
    assert "## Light cards (30)" in text
    assert "| Fireflies | 4 | 3+ | 0 | firefly | Gain 2 coins. |" in text
    assert "†" not in text
    listed = [replace(one, game=replace(one.game, rule_prefix="FOG")) for one in entries(fog)]
    text = as_markdown(listed)
    assert "| Fireflies † | 4 | 3+ | 0 | firefly | Gain 2 coins. |" in text
    assert text.rstrip().endswith("our own reconstruction.")


def renamed(fog, name):
    """A list whose first card has a name of a stranger's choice."""
    first, *others = entries(fog)
    return [replace(first, component=replace(first.component, name=name)), *others]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+1 point", "'+1 point"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("-2", "-2"),
        ("+1.5", "+1.5"),
        ("Fog = Light", "Fog = Light"),
    ],
)
def test_no_cell_of_a_csv_is_a_formula(fog, name, cell):
    rows = list(csv.DictReader(io.StringIO(as_csv(renamed(fog, name)))))
    assert rows[0]["name"] == cell


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<script>x</script>", "&lt;script>x&lt;/script>"),
        ("\\<img>", "\\\\&lt;img>"),
        ("![p](http://example.org)", "!\\[p\\](http://example.org)"),
        ("a|b", "a\\|b"),
    ],
)
def test_a_name_in_markdown_is_text(fog, name, shown):
    assert f"| {shown}" in as_markdown(renamed(fog, name))
    game = replace(fog, name=name)
    assert f"# {shown}, revision" in as_markdown([replace(one, game=game) for one in entries(fog)])
