from dataclasses import replace

import pytest
from effectdata import effect

from validator.catalogue.model import Component, Game
from validator.catalogue.words.effect_text import numbers, sentence, text_of, what_lacks
from validator.catalogue.words.grammar import Term
from validator.findings import Place

HERE = Place("game.yaml")
TERMS = [
    Term("coin", "coin", "coins", "coin"),
    Term("card", "card", "cards"),
    Term("vp", "point", "points", "vp"),
    Term("stone", "stone", "stones"),
    Term("druid", "druid", "druids"),
    Term("size-large", "large", "large"),
    Term("area-heel", "in the Heel", "in the Heel"),
    Term("area", "area", "areas"),
    Term("install", "Install", "Installs", "install"),
    Term("carve", "Carve", "Carves"),
    Term("remote", "a remote area", "remote areas"),
    Term("level", "level", "levels"),
    Term("road", "Road", "Roads"),
    Term("size", "the size of a stone", "sizes"),
]
GAME = Game("g", "G", "1", HERE, (2, 4), terms={term.id: term for term in TERMS})
SENTENCES = [
    ("gain coin", "Gain 1 {coin} coin."),
    ("gain 3 coin", "Gain 3 {coin} coins."),
    ("gain coin who others", "Each other player gains 1 {coin} coin."),
    ("gain 2 coin per stone", "Gain 2 {coin} coins for each of your stones."),
    ("pay 2 coin to (draw card)", "You may pay 2 {coin} coins to draw 1 card."),
    ("pay 2 coin", "Pay 2 {coin} coins."),
    ("draw 3 card keep 1", "Draw 3 cards and keep 1."),
    ("draw card by level", "Draw cards according to your level."),
    ("discard all card", "Discard all your cards."),
    ("place druid where remote free", "Place 1 druid in a remote area for free."),
    ("advance 2 road", "Move 2 steps on your Road."),
    ("advance road which any", "Move 1 step on one of your Roads."),
    ("advance road which shared", "Move 1 step on the Road."),
    ("advance end road which shared", "Move to the end of the Road."),
    ("advance end road which all", "Move to the end of all your Roads."),
    ("score 2 vp most 8 per (stone where size=large area=heel)",
     "Score 2 {vp} points for each of your large stones in the Heel (at most 8)."),
    ("score 1 vp every 3 per coin", "Score 1 {vp} point for every 3 of your {coin} coins."),
    ("score 1 vp per (stone whose all)", "Score 1 {vp} point for each stone on the board."),
    ("score 6 vp when (druid distinct area at_least 4)",
     "If your druids cover at least 4 different areas, score 6 {vp} points."),
    ("score 6 vp when (stone at_most 1)", "If you have at most 1 stone, score 6 {vp} points."),
    ("score 6 vp when (stone most)",
     "If you have more stones than every other player, score 6 {vp} points."),
    ("act install", "You may take an {install} Install sub-action."),
    ("act carve free limit 1", "You may take a free Carve sub-action (limit 1)."),
    ("discount stone", "Each stone costs 1 {coin} coin less."),
    ("discount 2 stone uses 2", "Up to 2 stones cost 2 {coin} coins less."),
    ("discount all stone uses 1", "One stone is free."),
    ("reach stone remote uses 1", "1 stone may go to a remote area."),
    ("allow buy stone more 2", "You may buy 2 more stones."),
    ("allow waive size uses 1", "Ignore the size of a stone once."),
    ("draw 3 card keep 1 who each", "Each player draws 3 cards and keeps 1."),
    ("discard all card who left", "The player on your left discards all their cards."),
    ("pay coin who others to (draw card; gain coin)",
     "Each other player may pay 1 {coin} coin to draw 1 card and gain 1 {coin} coin."),
    ("pay coin to (discount stone)",
     "You may pay 1 {coin} coin. If you do: Each stone costs 1 {coin} coin less."),
    ("discard card to (gain coin when (stone at_least 2))",
     "You may discard 1 card. If you do: If you have at least 2 stones, gain 1 {coin} coin."),
    ("special swap-stones", "Swap stones."),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), SENTENCES)
def test_an_effect_reads_like_a_rulebook(words, said):
    assert sentence(effect(words), GAME) == said
    assert words.startswith("special") or what_lacks(said, (effect(words),), GAME) == ()


@pytest.mark.parametrize(
    ("zones", "whose"), [(("road",), "the"), (("road", "seat.road"), "your"), ((), "your")]
)
def test_a_track_that_is_a_zone_of_the_table_is_nobodys(zones, whose):
    setup = replace(GAME.setup, zones=dict.fromkeys(zones))
    said = sentence(effect("advance 2 road"), replace(GAME, setup=setup))
    assert said == f"Move 2 steps on {whose} Road."


def test_an_unknown_noun_reads_like_its_id():
    assert sentence(effect("gain 2 long-bone"), GAME) == "Gain 2 long bones."


CARD = Component("a", "s", "A", HERE, effects=(effect("gain 3 coin"),))


def test_own_words_go_before_generated_ones():
    assert text_of(CARD, GAME) == "Gain 3 {coin} coins."
    assert text_of(replace(CARD, text="Take three."), GAME) == "Take three."
    assert text_of(replace(CARD, effects=()), GAME) == ""


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Gain 3 coins.", ()),
        ("Three {coin} for you!", ()),
        ("Gain 30 coins.", ("3",)),
        ("Gain 3 shells.", ("coin",)),
        ("Be happy.", ("3", "coin")),
    ],
)
def test_what_a_hand_written_text_lacks(text, missing):
    assert what_lacks(text, CARD.effects, GAME) == missing


def test_numbers_of_nested_and_conditional_effects_count():
    assert numbers(effect("pay 2 coin to (score 6 vp when (stone at_least 4))")) == (2, 6, 4)
