"""Variants: options that contradict a rule, kept apart from what the rules leave open."""

from dataclasses import replace

import pytest

from generator.commands.rules import list_rulings
from validator.catalogue.model import Ruling
from validator.findings import Place
from validator.rules.facts import Rule, Rulebook
from validator.rules.values import check_variants, variants_of

HERE = Place("components/fog/game.yaml", 9)
RULES = Rulebook("FOG", (Rule("FOG-TURN-02", "A seat without a card skips.", "Turn", HERE),))
ASKED = Ruling(
    id="FOG-HAND",
    question="What does a seat without a card do?",
    options={"skips": "it skips", "waits": "it waits for a card", "draws": "it draws two"},
    default="skips",
    place=Place("components/fog/game.yaml", 5),
    variants={"draws": ("FOG-TURN-02",)},
    variant_places={"draws": HERE},
)


@pytest.fixture
def game(shipped):
    return replace(shipped.games["crossing_stonehenge"], id="fog", rulings=(ASKED,))


def with_variants(game, **variants):
    places = dict.fromkeys(variants, HERE)
    return replace(game, rulings=(replace(ASKED, variants=variants, variant_places=places),))


def test_the_shipped_games_have_variants_and_nothing_is_wrong_with_them(shipped):
    departed = {
        (ruling.id, option)
        for game in shipped.games.values()
        for ruling in game.rulings
        for option in ruling.variants
    }
    assert {("X-BG-10", "playable"), ("X-CS-06", "unlimited"), ("X-FD-16", "free")} <= departed
    assert check_variants(shipped) == ()


@pytest.mark.parametrize(
    ("game_id", "identity", "option", "rule"),
    [
        ("crossing_stonehenge", "X-CS-09", "forbidden", "CS-MOVE-08"),
        ("battle_of_the_gods", "X-BG-06", "outside", "BG-DEF-05"),
        ("battle_of_the_gods", "X-BG-12", "god_too", "BG-ACT-04"),
        ("high_council", "X-HC-03", "majority", "HC-WIN-01"),
    ],
)
def test_an_option_against_what_a_rule_says_is_no_reading(shipped, game_id, identity, option, rule):
    ruling = next(one for one in shipped.games[game_id].rulings if one.id == identity)
    assert rule in ruling.variants[option]
    assert option not in ruling.readings


def test_options_and_rules_that_are_not_there_are_told_at_the_line(game):
    (option,) = variants_of(with_variants(game, drows=("FOG-TURN-02",)), RULES)
    assert (option.code, option.place) == ("variant-unknown", HERE)
    assert option.hint == "did you mean 'draws'?"
    (rule,) = variants_of(with_variants(game, draws=("FOG-TURN-20",)), RULES)
    assert (rule.code, rule.place) == ("variant-unknown", HERE)
    assert "FOG-TURN-20" in rule.message
    assert not [*variants_of(with_variants(game, draws=("FOG-TURN-20",)), None)]


def test_a_default_that_departs_says_why(game):
    (told,) = variants_of(with_variants(game, skips=("FOG-TURN-02",)), RULES)
    assert (told.code, told.place) == ("variant-default", HERE)
    ruling = replace(ASKED, default="draws", default_because="Otherwise nobody plays again.")
    assert not [*variants_of(replace(game, rulings=(ruling,)), RULES)]


def test_a_question_is_open_as_long_as_two_readings_are_left():
    assert ASKED.is_open
    assert ASKED.readings == ("skips", "waits")
    closed = replace(ASKED, variants={"draws": ("FOG-TURN-02",), "waits": ("FOG-TURN-02",)})
    assert not closed.is_open
    assert replace(ASKED, options={"skips": "it skips"}, variants={}).is_open


def test_variants_are_listed_apart_with_the_rules_that_they_depart_from():
    both = [ASKED, replace(ASKED, id="FOG-END", options={"skips": "-", "draws": "+"})]
    lines = list(list_rulings(both))
    at = lines.index("Variants: options that contradict a rule")
    above, below = "\n".join(lines[:at]), "\n".join(lines[at:])
    assert "FOG-HAND" in above and "* skips" in above and "waits" in above
    assert "draws" not in above and "FOG-END" not in above
    assert below.count("draws: it draws two (departs from FOG-TURN-02)") == 1
    assert "FOG-END" in below and "* skips: -" in below


def test_why_a_reading_is_in_force_is_listed_once_with_its_question():
    because = "The rules say so."
    lines = list(list_rulings([replace(ASKED, default_because=because)]))
    at = lines.index("Variants: options that contradict a rule")
    said = [(where < at, line.strip()) for where, line in enumerate(lines) if because in line]
    assert said == [(True, f"in force because: {because}")]
    closed = replace(ASKED, options={"skips": "-", "draws": "+"}, default_because=because)
    assert sum(because in line for line in list_rulings([closed])) == 1


def test_why_a_variant_is_in_force_is_listed():
    ruling = replace(ASKED, default="draws", default_because="Otherwise nobody plays again.")
    text = "\n".join(list_rulings([ruling]))
    assert "* draws: it draws two (departs from FOG-TURN-02)" in text
    assert "in force because: Otherwise nobody plays again." in text
