"""Effects in German, sentence by sentence: every verb, every option, every case."""

import re

import pytest
from effectdata import do

from validator.catalogue.build import parse_effect
from validator.catalogue.effects import KINDS
from validator.catalogue.model import Game, Term
from validator.catalogue.setup_script import Setup, ZoneLabel
from validator.catalogue.words import phrases
from validator.catalogue.words.effect_text import sentence, what_lacks
from validator.catalogue.words.language import tongue_of
from validator.catalogue.words.plain_names import with_plain_names
from validator.findings import Place

HERE = Place("game.yaml")
TERMS = [
    Term("coin", "Münze", "Münzen", "coin", "f"),
    Term("card", "Karte", "Karten", None, "f"),
    Term("vp", "Punkt", "Punkte", "vp", "m"),
    Term("stone", "Stein", "Steine", None, "m"),
    Term("installed", "errichtet~ Stein", "errichtet~ Steine", None, "m"),
    Term("druid", "Druide", "Druiden", "druid", "m-n"),
    Term("lintel", "Deckstein", "Decksteine", "lintel", "m"),
    Term("pair", "Paar aus zwei Steinen", "Paare aus zwei Steinen", None, "n"),
    Term("size-large", "groß~", "groß~"),
    Term("carved", "verziert~", "verziert~"),
    Term("became", ", der ein Deckstein wurde", ", die Decksteine wurden"),
    Term("area-heel", "an der {heel} Ferse", "an der {heel} Ferse"),
    Term("area", "Gebiet", "Gebiete", None, "n"),
    Term("gift", "Gabe", "Gaben", None, "f"),
    Term("install", "Errichten", "Errichten", "install", "n"),
    Term("carve", "Verzieren", "Verzieren", None, "n"),
    Term("remote", "ein~ entfernt~ Gebiet", "entfernt~ Gebiete", "remote", "n"),
    Term("level", "Glücksgabe", "Glücksgaben", "luck", "f"),
    Term("road", "Weg", "Wege", None, "m"),
    Term("luck-track", "Glücksleiste", "Glücksleisten", "luck", "f"),
    Term("size", "d~ Größe eines Steins", "d~ Größen von Steinen", None, "f"),
]
GAME = Game("g", "G", "1", HERE, terms={one.id: one for one in TERMS}, language="de")

COIN = do("gain", what="coin")
DRAW = do("draw", what="card")
SCORE = do("score", what="vp", amount=1)
LARGE = {"of": "installed", "where": {"size": "large", "area": "heel"}}
BECAME = {"of": "stone", "where": {"became": True}}
AREAS = {"of": "druid", "distinct": "area"}

SENTENCES = [
    # gain
    (COIN, "Erhalte 1 {coin} Münze."),
    (COIN | {"amount": 3}, "Erhalte 3 {coin} Münzen."),
    (COIN | {"who": "each"}, "Jeder Spieler erhält 1 {coin} Münze."),
    (COIN | {"who": "others"}, "Jeder andere Spieler erhält 1 {coin} Münze."),
    (COIN | {"who": "left"}, "Der Spieler links von dir erhält 1 {coin} Münze."),
    (COIN | {"who": "right"}, "Der Spieler rechts von dir erhält 1 {coin} Münze."),
    (COIN | {"who": "one-other"}, "Ein anderer Spieler deiner Wahl erhält 1 {coin} Münze."),
    (do("gain", what="druid"), "Erhalte 1 {druid} Druiden."),
    (
        COIN | {"amount": 2, "per": {"of": "stone"}},
        "Erhalte 2 {coin} Münzen für jeden deiner Steine.",
    ),
    (
        COIN | {"per": LARGE},
        "Erhalte 1 {coin} Münze für jeden deiner großen errichteten Steine an der {heel} Ferse.",
    ),
    (
        COIN | {"who": "left", "per": {"of": "card"}},
        "Der Spieler links von dir erhält 1 {coin} Münze für jede deiner Karten.",
    ),
    (
        COIN | {"when": {"of": "installed", "at_least": 1}},
        "Wenn du mindestens 1 errichteten Stein hast, erhältst du 1 {coin} Münze.",
    ),
    (
        COIN | {"who": "others", "when": {"of": "druid", "at_most": 2}},
        "Wenn du höchstens 2 {druid} Druiden hast, erhält jeder andere Spieler 1 {coin} Münze.",
    ),
    # pay, draw, discard
    (do("pay", what="coin", amount=2), "Zahle 2 {coin} Münzen."),
    (do("pay", what="coin", who="each"), "Jeder Spieler zahlt 1 {coin} Münze."),
    (
        do("pay", what="coin", amount=2, to=[DRAW]),
        "Du darfst 2 {coin} Münzen zahlen, um 1 Karte zu ziehen.",
    ),
    (
        do("pay", what="coin", to=[DRAW | {"amount": 3, "keep": 1}, COIN]),
        "Du darfst 1 {coin} Münze zahlen, um 3 Karten zu ziehen und 1 zu behalten und "
        "1 {coin} Münze zu erhalten.",
    ),
    (
        do("pay", what="coin", who="others", to=[DRAW]),
        "Jeder andere Spieler darf 1 {coin} Münze zahlen, um 1 Karte zu ziehen.",
    ),
    (
        do("pay", what="coin", to=[COIN | {"who": "left"}]),
        "Du darfst 1 {coin} Münze zahlen. Wenn du das tust, gilt: "
        "Der Spieler links von dir erhält 1 {coin} Münze.",
    ),
    (
        do("pay", what="coin", to=[do("discount", of="stone"), DRAW]),
        "Du darfst 1 {coin} Münze zahlen. Wenn du das tust, gilt: "
        "Jeder Stein kostet 1 {coin} Münze weniger. Ziehe 1 Karte.",
    ),
    (DRAW, "Ziehe 1 Karte."),
    (DRAW | {"amount": 3, "keep": 1}, "Ziehe 3 Karten und behalte 1."),
    (DRAW | {"by": "level"}, "Ziehe Karten entsprechend deiner {luck} Glücksgabe."),
    (DRAW | {"who": "right"}, "Der Spieler rechts von dir zieht 1 Karte."),
    (DRAW | {"who": "each", "amount": 2, "keep": 1}, "Jeder Spieler zieht 2 Karten und behält 1."),
    (
        DRAW | {"who": "each", "by": "level"},
        "Jeder Spieler zieht Karten entsprechend seiner {luck} Glücksgabe.",
    ),
    (do("discard", what="card"), "Wirf 1 Karte ab."),
    (do("discard", what="druid", amount=2), "Wirf 2 {druid} Druiden ab."),
    (do("discard", what="card", amount="all"), "Wirf alle deine Karten ab."),
    (
        do("discard", what="card", amount="all", who="others"),
        "Jeder andere Spieler wirft alle seine Karten ab.",
    ),
    (
        do("discard", what="card", to=[COIN | {"amount": 4}]),
        "Du darfst 1 Karte abwerfen, um 4 {coin} Münzen zu erhalten.",
    ),
    (
        do(
            "discard",
            what="card",
            amount="all",
            to=[do("pay", what="coin", to=[do("place", what="druid", where="remote")])],
        ),
        "Du darfst alle deine Karten abwerfen, um 1 {coin} Münze zu zahlen, um "
        "1 {druid} Druiden in {remote} ein entferntes Gebiet zu setzen.",
    ),
    (
        do("discard", what="card", who="left", to=[COIN | {"who": "each"}]),
        "Der Spieler links von dir darf 1 Karte abwerfen. Geschieht das, gilt: "
        "Jeder Spieler erhält 1 {coin} Münze.",
    ),
    # place, advance
    (
        do("place", what="druid", where="remote"),
        "Setze 1 {druid} Druiden in {remote} ein entferntes Gebiet.",
    ),
    (
        do("place", what="stone", where="remote", amount=2, free=True),
        "Setze 2 Steine kostenlos in {remote} ein entferntes Gebiet.",
    ),
    (do("advance", track="road"), "Gehe 1 Schritt auf deinem Weg vor."),
    (
        do("advance", track="luck-track", amount=2),
        "Gehe 2 Schritte auf deiner {luck} Glücksleiste vor.",
    ),
    (do("advance", track="road", which="any"), "Gehe 1 Schritt auf einem deiner Wege vor."),
    (
        do("advance", track="luck-track", which="any", amount=2),
        "Gehe 2 Schritte auf einer deiner {luck} Glücksleisten vor.",
    ),
    (do("advance", track="road", which="all"), "Gehe 1 Schritt auf allen deinen Wegen vor."),
    (do("advance", track="road", amount="end"), "Gehe bis ans Ende deines Wegs vor."),
    (
        do("advance", track="luck-track", amount="end", which="any"),
        "Gehe bis ans Ende einer deiner {luck} Glücksleisten vor.",
    ),
    (
        do("advance", track="road", amount="end", which="all"),
        "Gehe auf allen deinen Wegen bis ans Ende vor.",
    ),
    # score
    (do("score", what="vp", amount=2), "Erhalte 2 {vp} Punkte."),
    (
        do("score", what="vp", amount=2, per=LARGE, most=8),
        "Erhalte 2 {vp} Punkte für jeden deiner großen errichteten Steine an der {heel} Ferse "
        "(höchstens 8).",
    ),
    (
        do("score", what="vp", amount=4, per={"of": "pair"}),
        "Erhalte 4 {vp} Punkte für jedes deiner Paare aus zwei Steinen.",
    ),
    (
        do("score", what="vp", amount=1, every=3, per={"of": "coin"}),
        "Erhalte 1 {vp} Punkt für je 3 deiner {coin} Münzen.",
    ),
    (
        do("score", what="vp", amount=1, per={"of": "lintel", "whose": "all"}),
        "Erhalte 1 {vp} Punkt für jeden {lintel} Deckstein auf dem Spielplan.",
    ),
    (
        do(
            "score",
            what="vp",
            amount=1,
            every=2,
            per={"of": "stone", "where": {"carved": True}, "whose": "all"},
        ),
        "Erhalte 1 {vp} Punkt für je 2 verzierte Steine auf dem Spielplan.",
    ),
    (
        do("score", what="vp", amount=1, per=AREAS, most=5),
        "Erhalte 1 {vp} Punkt für jedes unterschiedliche Gebiet deiner {druid} Druiden "
        "(höchstens 5).",
    ),
    (
        do("score", what="vp", amount=1, every=2, per=AREAS | {"whose": "all"}),
        "Erhalte 1 {vp} Punkt für je 2 unterschiedliche Gebiete aller {druid} Druiden.",
    ),
    (
        do("score", what="vp", amount=1, every=3, per=AREAS | {"distinct": "gift"}),
        "Erhalte 1 {vp} Punkt für je 3 unterschiedliche Gaben deiner {druid} Druiden.",
    ),
    (
        do(
            "score",
            what="vp",
            amount=1,
            per={"of": "installed", "distinct": "gift", "whose": "all"},
        ),
        "Erhalte 1 {vp} Punkt für jede unterschiedliche Gabe aller errichteten Steine.",
    ),
    # conditions
    (
        do("score", what="vp", amount=6, when={"of": "installed", "most": True}),
        "Wenn du mehr errichtete Steine hast als jeder andere Spieler, erhältst du 6 {vp} Punkte.",
    ),
    (
        do("score", what="vp", amount=6, when={"of": "coin", "at_most": 0}),
        "Wenn du höchstens 0 {coin} Münzen hast, erhältst du 6 {vp} Punkte.",
    ),
    (
        do(
            "score",
            what="vp",
            amount=6,
            when={"of": "stone", "where": {"carved": True}, "at_least": 4, "at_most": 4},
        ),
        "Wenn du genau 4 verzierte Steine hast, erhältst du 6 {vp} Punkte.",
    ),
    (
        do(
            "score", what="vp", amount=6, most=12, when={"of": "stone", "at_least": 2, "at_most": 5}
        ),
        "Wenn du mindestens 2 und höchstens 5 Steine hast, erhältst du 6 {vp} Punkte "
        "(höchstens 12).",
    ),
    (
        do(
            "score",
            what="vp",
            amount=2,
            per={"of": "coin"},
            when={"of": "lintel", "at_least": 3, "whose": "all"},
        ),
        "Wenn es mindestens 3 {lintel} Decksteine gibt, erhältst du 2 {vp} Punkte für jede deiner "
        "{coin} Münzen.",
    ),
    (
        do("score", what="vp", amount=9, when=AREAS | {"at_least": 4}),
        "Wenn deine {druid} Druiden mindestens 4 unterschiedliche Gebiete abdecken, erhältst du "
        "9 {vp} Punkte.",
    ),
    (
        do("score", what="vp", amount=9, when=AREAS | {"at_most": 1, "whose": "all"}),
        "Wenn alle {druid} Druiden höchstens 1 unterschiedliches Gebiet abdecken, erhältst du "
        "9 {vp} Punkte.",
    ),
    (
        do(
            "score",
            what="vp",
            amount=9,
            when={"of": "installed", "distinct": "gift", "at_least": 2, "at_most": 3},
        ),
        "Wenn deine errichteten Steine mindestens 2 und höchstens 3 unterschiedliche Gaben "
        "abdecken, erhältst du 9 {vp} Punkte.",
    ),
    (
        do("score", what="vp", amount=9, when=AREAS | {"most": True}),
        "Wenn deine {druid} Druiden mehr unterschiedliche Gebiete abdecken als die jedes anderen "
        "Spielers, erhältst du 9 {vp} Punkte.",
    ),
    # clauses behind a noun
    (
        do("score", what="vp", amount=2, per=BECAME, most=8),
        "Erhalte 2 {vp} Punkte für jeden deiner Steine, die Decksteine wurden (höchstens 8).",
    ),
    (
        do("gain", what="coin", per=BECAME),
        "Erhalte 1 {coin} Münze für jeden deiner Steine, die Decksteine wurden.",
    ),
    (
        do("score", what="vp", amount=2, when=BECAME | {"at_least": 1}),
        "Wenn du mindestens 1 Stein, der ein Deckstein wurde, hast, erhältst du 2 {vp} Punkte.",
    ),
    (
        do("pay", what="coin", to=[do("gain", what="coin", per=BECAME)]),
        "Du darfst 1 {coin} Münze zahlen, um 1 {coin} Münze für jeden deiner Steine, die "
        "Decksteine wurden, zu erhalten.",
    ),
    (
        do("score", what="vp", amount=1, when=BECAME | {"most": True}),
        "Wenn du mehr Steine, die Decksteine wurden, hast als jeder andere Spieler, erhältst du "
        "1 {vp} Punkt.",
    ),
    # act
    (do("act", action="install"), "Du darfst eine Unteraktion {install} Errichten ausführen."),
    (
        do("act", action="carve", limit=1),
        "Du darfst eine Unteraktion Verzieren ausführen (höchstens 1).",
    ),
    (
        do("act", action="carve", area="remote"),
        "Du darfst eine Unteraktion Verzieren in {remote} einem entfernten Gebiet ausführen.",
    ),
    (
        do("act", action="carve", area="area-heel", free=True, limit=2),
        "Du darfst eine kostenlose Unteraktion Verzieren an der {heel} Ferse ausführen "
        "(höchstens 2).",
    ),
    (
        do("pay", what="coin", to=[do("act", action="carve")]),
        "Du darfst 1 {coin} Münze zahlen, um eine Unteraktion Verzieren auszuführen.",
    ),
    # discount, reach, allow
    (do("discount", of="stone"), "Jeder Stein kostet 1 {coin} Münze weniger."),
    (do("discount", of="card", amount=2, uses=1), "Eine Karte kostet 2 {coin} Münzen weniger."),
    (
        do("discount", of="stone", amount=2, uses=2),
        "Bis zu 2 Steine kosten 2 {coin} Münzen weniger.",
    ),
    (do("discount", of="druid", amount="all"), "Jeder {druid} Druide ist kostenlos."),
    (do("discount", of="druid", amount="all", uses=1), "Ein {druid} Druide ist kostenlos."),
    (do("discount", of="card", amount="all", uses=3), "Bis zu 3 Karten sind kostenlos."),
    (
        do("reach", what="druid", area="remote", uses=1),
        "Du darfst 1 {druid} Druiden auch in {remote} ein entferntes Gebiet setzen.",
    ),
    (
        do("reach", what="stone", area="remote"),
        "Du darfst jeden deiner Steine auch in {remote} ein entferntes Gebiet setzen.",
    ),
    (do("allow", verb="buy", what="stone"), "Du darfst 1 weiteren Stein kaufen."),
    (
        do("allow", verb="place", what="druid", more=2),
        "Du darfst 2 weitere {druid} Druiden setzen.",
    ),
    (do("allow", verb="hold", what="card"), "Du darfst 1 weitere Karte halten."),
    (
        do("pay", what="coin", to=[do("allow", verb="buy", what="stone")]),
        "Du darfst 1 {coin} Münze zahlen, um 1 weiteren Stein kaufen zu dürfen.",
    ),
    (do("allow", waive="size"), "Ignoriere die Größe eines Steins."),
    (do("allow", waive="size", uses=1), "Ignoriere einmal die Größe eines Steins."),
    (do("allow", waive="size", uses=2), "Ignoriere zweimal die Größe eines Steins."),
    (do("allow", waive="size", uses=3), "Ignoriere 3-mal die Größe eines Steins."),
    (do("special", rule="steine-tauschen"), "Steine tauschen."),
]


@pytest.mark.parametrize(("raw", "expected"), SENTENCES)
def test_an_effect_reads_like_a_german_rulebook(raw, expected):
    assert sentence(parse_effect(raw), GAME) == expected


def test_every_kind_of_effect_is_here():
    assert {raw["do"] for raw, _ in SENTENCES} == set(KINDS)


def test_every_phrase_is_translated_and_asks_for_forms_that_exist():
    german = tongue_of("de")
    for key in phrases.MESSAGES:
        assert key in german.sentences, key
        for form in re.findall(r"\{[a-z_]+:([^}]*)\}", german.sentences[key]):
            assert german.grammar.fault_of_form(form) == "", (key, form)


def test_shown_alone_names_have_no_open_stems():
    stem = Term("stone", "errichtet~ Stein", "errichtet~ Steine", None, "m")
    area = Term("area", "ein~ fern~ Gebiet", "fern~ Gebiete", None, "n")
    large = Term("size-large", "groß~", "groß~")
    zones = {"deck": ZoneLabel("offen~ Stapel", False, HERE, noun="m")}
    terms = {one.id: one for one in (stem, area, large)}
    game = Game("g", "G", "1", HERE, terms=terms, language="de", setup=Setup(HERE, zones, ()))
    plain = with_plain_names(game)
    assert [(one.one, one.many) for one in plain.terms.values()] == [
        ("errichteter Stein", "errichtete Steine"),
        ("ein fernes Gebiet", "ferne Gebiete"),
        ("groß", "groß"),
    ]
    assert plain.setup.zones["deck"].name == "offener Stapel"
    effect = parse_effect(
        {"do": "gain", "what": "stone", "per": {"of": "area", "where": {"size": "large"}}}
    )
    said = "Erhalte 1 errichteten Stein für jedes deiner großen fernen Gebiete."
    assert sentence(effect, game) == sentence(effect, plain) == said
    assert with_plain_names(plain) is plain


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("Zahle zwei {coin} Münzen; ziehe eine Karte.", ()),
        ("Zweimal 1 {coin}: Du ziehst 1 deiner Karten.", ()),
        ("Zahle 2 Münzen.", ("1", "card")),
        ("Zahle 3 Muscheln und ziehe Karten", ("2", "1", "coin")),
    ],
)
def test_what_a_german_text_lacks(text, missing):
    effect = parse_effect({"do": "pay", "what": "coin", "amount": 2, "to": [DRAW]})
    assert what_lacks(text, (effect,), GAME) == missing


def test_a_german_noun_is_known_in_all_its_forms():
    effect = parse_effect({"do": "gain", "what": "installed", "amount": 2})
    assert what_lacks("2 deiner errichteten Steine", (effect,), GAME) == ()
    assert what_lacks("2 großen errichteten Steinen", (effect,), GAME) == ()
    assert what_lacks("2 errichtende Steine", (effect,), GAME) == ("installed",)
