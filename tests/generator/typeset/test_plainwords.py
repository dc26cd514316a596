from dataclasses import replace
from itertools import pairwise

import pytest
from shippedgames import game_of

from generator.typeset.words import plain, with_nouns
from validator.catalogue.words.effect_text import text_of
from validator.catalogue.words.grammar import Term
from validator.catalogue.words.plain_names import with_plain_names

HENGE = game_of("henge")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Gain 2 {coin} coins.", "Gain 2 coins."),
        ("Gain 2 {coin}, pay {coin}.", "Gain 2 coins, pay coin."),
        ("You may place 1 more {druid} druid.", "You may place 1 more druid."),
        ("Take a {druid} Druid sub-action.", "Take a Druid sub-action."),
        ("A {druid} first place on a Druid Path.", "A first place on a Druid Path."),
        ("{druid} druids in the {area-heel} Heel", "druids in the Heel"),
        ("with the {coin-level} Coin icon", "with the Coin icon"),
        ("3 more {steps} steps are free", "3 more steps are free"),
        ("Gain 3 {coin} and 1 {travel}.", "Gain 3 coins and 1 Free Travel token."),
        ("{trilithon} **now**", "trilithon now"),
        ("Look at the top 3 {wolf}.", "Look at the top 3 wolves."),
        ("Look at the top 3 {scroll}.", "Look at the top 3 scrolls."),
        ("Look at the top **3** {scroll}.", "Look at the top 3 scrolls."),
        ("Draw 1 {scroll}.", "Draw 1 scroll."),
        ("Draw 2 {scroll} scrolls.", "Draw 2 scrolls."),
        (r"\{scroll\} \*2\* **{scroll}**", "{scroll} *2* scroll"),
    ],
)
def test_an_icon_or_a_term_without_one_becomes_a_word_only_where_none_follows(text, said):
    terms = {**HENGE.terms, "scroll": Term("scroll", "scroll", "scrolls")}
    assert plain(text, replace(HENGE, terms=terms)) == said


def test_no_text_of_the_game_says_a_word_twice():
    for component in HENGE.components():
        words = plain(text_of(component, HENGE), HENGE).lower().replace(".", "").split()
        doubled = [word for word, after in pairwise(words) if word == after]
        assert not doubled, (component.id, doubled)
        assert "{" not in " ".join(words)


def test_a_term_without_an_icon_is_printed_as_its_noun():
    terms = {"berry": Term("berry", "berry", "berries"), "coin": Term("coin", "a", "b", "coin")}
    text = r"Take 3 {berry}, {berry} or 2 {coin}; \{berry}."
    said = r"Take 3 berries, berry or 2 {coin}; \{berry}."
    assert with_nouns(text, terms, {"coin"}) == said
    assert with_nouns("3 {berry}", terms, {"berry"}) == "3 {berry}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Erhalte 1 {druid} Druiden.", "Erhalte 1 Druiden."),
        ("In {remote} einem entfernten Gebiet, {remote} ein entferntes Gebiet.",
         "In einem entfernten Gebiet, ein entferntes Gebiet."),
        ("Zahle 2 {druid}.", "Zahle 2 Druiden."),
    ],
)  # fmt: skip
def test_a_noun_of_another_language_is_known_in_all_its_forms(text, said):
    terms = {
        "druid": Term("druid", "Druide", "Druiden", "druid", "m-n"),
        "remote": Term("remote", "ein~ entfernt~ Gebiet", "entfernt~ Gebiete", "remote", "n"),
    }
    german = replace(HENGE, terms=terms, language="de")
    assert plain(text, with_plain_names(german)) == said
