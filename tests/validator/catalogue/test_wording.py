from dataclasses import replace

import pytest
from effectdata import do

from validator.catalogue.build import parse_effect
from validator.catalogue.model import Component, Game, Term
from validator.catalogue.words.effect_text import numbers, sentence, text_of, what_lacks
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
    (do("gain", what="coin"), "Gain 1 {coin} coin."),
    (do("gain", what="coin", amount=3), "Gain 3 {coin} coins."),
    (do("gain", what="coin", who="others"), "Each other player gains 1 {coin} coin."),
    (do("gain", what="coin", amount=2, per={"of": "stone"}),
     "Gain 2 {coin} coins for each of your stones."),
    (do("pay", what="coin", amount=2, to=[do("draw", what="card")]),
     "You may pay 2 {coin} coins to draw 1 card."),
    (do("pay", what="coin", amount=2), "Pay 2 {coin} coins."),
    (do("draw", what="card", amount=3, keep=1), "Draw 3 cards and keep 1."),
    (do("draw", what="card", by="level"), "Draw cards according to your level."),
    (do("discard", what="card", amount="all"), "Discard all your cards."),
    (do("place", what="druid", where="remote", free=True),
     "Place 1 druid in a remote area for free."),
    (do("advance", track="road", amount=2), "Move 2 steps on your Road."),
    (do("advance", track="road", which="any"), "Move 1 step on one of your Roads."),
    (do("advance", track="road", amount="end", which="all"), "Move to the end of all your Roads."),
    (
        do(
            "score",
            what="vp",
            amount=2,
            most=8,
            per={"of": "stone", "where": {"size": "large", "area": "heel"}},
        ),
        "Score 2 {vp} points for each of your large stones in the Heel (at most 8).",
    ),
    (do("score", what="vp", amount=1, every=3, per={"of": "coin"}),
     "Score 1 {vp} point for every 3 of your {coin} coins."),
    (do("score", what="vp", amount=1, per={"of": "stone", "whose": "all"}),
     "Score 1 {vp} point for each stone on the board."),
    (do("score", what="vp", amount=6, when={"of": "druid", "distinct": "area", "at_least": 4}),
     "If your druids cover at least 4 different areas, score 6 {vp} points."),
    (do("score", what="vp", amount=6, when={"of": "stone", "at_most": 1}),
     "If you have at most 1 stone, score 6 {vp} points."),
    (do("score", what="vp", amount=6, when={"of": "stone", "most": True}),
     "If you have more stones than every other player, score 6 {vp} points."),
    (do("act", action="install"), "You may take an {install} Install sub-action."),
    (do("act", action="carve", free=True, limit=1),
     "You may take a free Carve sub-action (limit 1)."),
    (do("discount", of="stone"), "Each stone costs 1 {coin} coin less."),
    (do("discount", of="stone", amount=2, uses=2), "Up to 2 stones cost 2 {coin} coins less."),
    (do("discount", of="stone", amount="all", uses=1), "One stone is free."),
    (do("reach", what="stone", area="remote", uses=1), "1 stone may go to a remote area."),
    (do("allow", verb="buy", what="stone", more=2), "You may buy 2 more stones."),
    (do("allow", waive="size", uses=1), "Ignore the size of a stone once."),
    (do("draw", what="card", amount=3, keep=1, who="each"),
     "Each player draws 3 cards and keeps 1."),
    (do("discard", what="card", amount="all", who="left"),
     "The player on your left discards all their cards."),
    (do("pay", what="coin", who="others", to=[do("draw", what="card"), do("gain", what="coin")]),
     "Each other player may pay 1 {coin} coin to draw 1 card and gain 1 {coin} coin."),
    (do("pay", what="coin", to=[do("discount", of="stone")]),
     "You may pay 1 {coin} coin. If you do: Each stone costs 1 {coin} coin less."),
    (do("discard", what="card", to=[do("gain", what="coin", when={"of": "stone", "at_least": 2})]),
     "You may discard 1 card. If you do: If you have at least 2 stones, gain 1 {coin} coin."),
    (do("special", rule="swap-stones"), "Swap stones."),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "expected"), SENTENCES)
def test_an_effect_reads_like_a_rulebook(raw, expected):
    assert sentence(parse_effect(raw), GAME) == expected
    assert raw["do"] == "special" or what_lacks(expected, (parse_effect(raw),), GAME) == ()


def test_an_unknown_noun_reads_like_its_id():
    effect = parse_effect({"do": "gain", "what": "long-bone", "amount": 2})
    assert sentence(effect, GAME) == "Gain 2 long bones."


def component(**fields):
    effect = parse_effect({"do": "gain", "what": "coin", "amount": 3})
    return replace(Component("a", "s", "A", HERE, effects=(effect,)), **fields)


def test_own_words_go_before_generated_ones():
    assert text_of(component(), GAME) == "Gain 3 {coin} coins."
    assert text_of(component(text="Take three."), GAME) == "Take three."
    assert text_of(component(effects=()), GAME) == ""


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
    assert what_lacks(text, component().effects, GAME) == missing


def test_numbers_of_nested_and_conditional_effects_count():
    raw = do(
        "pay",
        what="coin",
        amount=2,
        to=[do("score", what="vp", amount=6, when={"of": "stone", "at_least": 4})],
    )
    assert numbers(parse_effect(raw)) == (2, 6, 4)
