"""Effects in German, sentence by sentence: every verb, every option, every case."""

import re

import pytest
from effectdata import effect

from validator.catalogue.effects import KINDS
from validator.catalogue.model import Game
from validator.catalogue.setup_script import Setup, ZoneLabel
from validator.catalogue.words import phrases
from validator.catalogue.words.effect_text import sentence, what_lacks
from validator.catalogue.words.grammar import Term
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
SENTENCES = [
    ("gain coin", "Erhalte 1 {coin} Münze."),
    ("gain 3 coin", "Erhalte 3 {coin} Münzen."),
    ("gain coin who each", "Jeder Spieler erhält 1 {coin} Münze."),
    ("gain coin who others", "Jeder andere Spieler erhält 1 {coin} Münze."),
    ("gain coin who left", "Der Spieler links von dir erhält 1 {coin} Münze."),
    ("gain coin who right", "Der Spieler rechts von dir erhält 1 {coin} Münze."),
    ("gain coin who one-other", "Ein anderer Spieler deiner Wahl erhält 1 {coin} Münze."),
    ("gain druid", "Erhalte 1 {druid} Druiden."),
    ("gain 2 coin per stone", "Erhalte 2 {coin} Münzen für jeden deiner Steine."),
    ("gain coin per (installed where size=large area=heel)",
     "Erhalte 1 {coin} Münze für jeden deiner großen errichteten Steine an der {heel} Ferse."),
    ("gain coin who left per card",
     "Der Spieler links von dir erhält 1 {coin} Münze für jede deiner Karten."),
    ("gain coin when (installed at_least 1)",
     "Wenn du mindestens 1 errichteten Stein hast, erhältst du 1 {coin} Münze."),
    ("gain coin who others when (druid at_most 2)",
     "Wenn du höchstens 2 {druid} Druiden hast, erhält jeder andere Spieler 1 {coin} Münze."),
    ("pay 2 coin", "Zahle 2 {coin} Münzen."),
    ("pay coin who each", "Jeder Spieler zahlt 1 {coin} Münze."),
    ("pay 2 coin to (draw card)", "Du darfst 2 {coin} Münzen zahlen, um 1 Karte zu ziehen."),
    ("pay coin to (draw 3 card keep 1; gain coin)",
     "Du darfst 1 {coin} Münze zahlen, um 3 Karten zu ziehen und 1 zu behalten und 1 {coin} Münze "
     "zu erhalten."),
    ("pay coin who others to (draw card)",
     "Jeder andere Spieler darf 1 {coin} Münze zahlen, um 1 Karte zu ziehen."),
    ("pay coin to (gain coin who left)",
     "Du darfst 1 {coin} Münze zahlen. Wenn du das tust, gilt: Der Spieler links von dir erhält 1 "
     "{coin} Münze."),
    ("pay coin to (discount stone; draw card)",
     "Du darfst 1 {coin} Münze zahlen. Wenn du das tust, gilt: Jeder Stein kostet 1 {coin} Münze "
     "weniger. Ziehe 1 Karte."),
    ("draw card", "Ziehe 1 Karte."),
    ("draw 3 card keep 1", "Ziehe 3 Karten und behalte 1."),
    ("draw card by level", "Ziehe Karten entsprechend deiner {luck} Glücksgabe."),
    ("draw card who right", "Der Spieler rechts von dir zieht 1 Karte."),
    ("draw 2 card who each keep 1", "Jeder Spieler zieht 2 Karten und behält 1."),
    ("draw card who each by level",
     "Jeder Spieler zieht Karten entsprechend seiner {luck} Glücksgabe."),
    ("discard card", "Wirf 1 Karte ab."),
    ("discard 2 druid", "Wirf 2 {druid} Druiden ab."),
    ("discard all card", "Wirf alle deine Karten ab."),
    ("discard all card who others", "Jeder andere Spieler wirft alle seine Karten ab."),
    ("discard card to (gain 4 coin)",
     "Du darfst 1 Karte abwerfen, um 4 {coin} Münzen zu erhalten."),
    ("discard all card to (pay coin to (place druid where remote))",
     "Du darfst alle deine Karten abwerfen, um 1 {coin} Münze zu zahlen, um 1 {druid} Druiden in "
     "{remote} ein entferntes Gebiet zu setzen."),
    ("discard card who left to (gain coin who each)",
     "Der Spieler links von dir darf 1 Karte abwerfen. Geschieht das, gilt: Jeder Spieler erhält "
     "1 {coin} Münze."),
    ("place druid where remote", "Setze 1 {druid} Druiden in {remote} ein entferntes Gebiet."),
    ("place 2 stone where remote free",
     "Setze 2 Steine kostenlos in {remote} ein entferntes Gebiet."),
    ("advance road", "Bringe deinen Weg 1 Schritt voran."),
    ("advance 2 luck-track", "Bringe deine {luck} Glücksleiste 2 Schritte voran."),
    ("advance road which any", "Rücke auf einem deiner Wege 1 Schritt vor."),
    ("advance 2 luck-track which any",
     "Rücke auf einer deiner {luck} Glücksleisten 2 Schritte vor."),
    ("advance road which all", "Rücke auf allen deinen Wegen 1 Schritt vor."),
    ("advance road which shared", "Bringe den Weg 1 Schritt voran."),
    ("advance end road which shared", "Rücke bis ans Ende des Wegs vor."),
    ("pay coin to (advance road which shared)",
     "Du darfst 1 {coin} Münze zahlen, um den Weg 1 Schritt voranzubringen."),
    ("advance end road", "Rücke bis ans Ende deines Wegs vor."),
    ("advance end luck-track which any",
     "Rücke bis ans Ende einer deiner {luck} Glücksleisten vor."),
    ("advance end road which all", "Rücke auf allen deinen Wegen bis ans Ende vor."),
    ("score 2 vp", "Erhalte 2 {vp} Punkte."),
    ("score 2 vp per (installed where size=large area=heel) most 8",
     "Erhalte 2 {vp} Punkte für jeden deiner großen errichteten Steine an der {heel} Ferse "
     "(höchstens 8)."),
    ("score 4 vp per pair", "Erhalte 4 {vp} Punkte für jedes deiner Paare aus zwei Steinen."),
    ("score 1 vp every 3 per coin", "Erhalte 1 {vp} Punkt für je 3 deiner {coin} Münzen."),
    ("score 1 vp per (lintel whose all)",
     "Erhalte 1 {vp} Punkt für jeden {lintel} Deckstein auf dem Spielplan."),
    ("score 1 vp every 2 per (stone where carved=true whose all)",
     "Erhalte 1 {vp} Punkt für je 2 verzierte Steine auf dem Spielplan."),
    ("score 1 vp per (druid distinct area) most 5",
     "Erhalte 1 {vp} Punkt für jedes Gebiet mit deinen {druid} Druiden "
     "(höchstens 5)."),
    ("score 1 vp every 2 per (druid distinct area whose all)",
     "Erhalte 1 {vp} Punkt für je 2 verschiedene Gebiete mit {druid} Druiden."),
    ("score 1 vp every 3 per (druid distinct gift)",
     "Erhalte 1 {vp} Punkt für je 3 verschiedene Gaben mit deinen {druid} Druiden."),
    ("score 1 vp per (installed distinct gift whose all)",
     "Erhalte 1 {vp} Punkt für jede Gabe mit errichteten Steinen."),
    ("score 6 vp when (installed most)",
     "Wenn du mehr errichtete Steine hast als jeder andere Spieler, erhältst du 6 {vp} Punkte."),
    ("score 6 vp when (coin at_most 0)",
     "Wenn du höchstens 0 {coin} Münzen hast, erhältst du 6 {vp} Punkte."),
    ("score 6 vp when (stone where carved=true at_least 4 at_most 4)",
     "Wenn du genau 4 verzierte Steine hast, erhältst du 6 {vp} Punkte."),
    ("score 6 vp most 12 when (stone at_least 2 at_most 5)",
     "Wenn du mindestens 2 und höchstens 5 Steine hast, erhältst du 6 {vp} Punkte (höchstens 12)."),
    ("score 2 vp per coin when (lintel at_least 3 whose all)",
     "Wenn es mindestens 3 {lintel} Decksteine gibt, erhältst du 2 {vp} Punkte für jede deiner "
     "{coin} Münzen."),
    ("score 9 vp when (druid distinct area at_least 4)",
     "Wenn deine {druid} Druiden mindestens 4 verschiedene Gebiete abdecken, erhältst du 9 "
     "{vp} Punkte."),
    ("score 9 vp when (druid distinct area at_most 1 whose all)",
     "Wenn alle {druid} Druiden höchstens 1 verschiedenes Gebiet abdecken, erhältst du 9 {vp} "
     "Punkte."),
    ("score 9 vp when (installed distinct gift at_least 2 at_most 3)",
     "Wenn deine errichteten Steine mindestens 2 und höchstens 3 verschiedene Gaben abdecken, "
     "erhältst du 9 {vp} Punkte."),
    ("score 9 vp when (druid distinct area most)",
     "Wenn deine {druid} Druiden mehr verschiedene Gebiete abdecken als die jedes anderen "
     "Spielers, erhältst du 9 {vp} Punkte."),
    ("score 2 vp per (stone where became=true) most 8",
     "Erhalte 2 {vp} Punkte für jeden deiner Steine, die Decksteine wurden (höchstens 8)."),
    ("gain coin per (stone where became=true)",
     "Erhalte 1 {coin} Münze für jeden deiner Steine, die Decksteine wurden."),
    ("score 2 vp when (stone where became=true at_least 1)",
     "Wenn du mindestens 1 Stein, der ein Deckstein wurde, hast, erhältst du 2 {vp} Punkte."),
    ("pay coin to (gain coin per (stone where became=true))",
     "Du darfst 1 {coin} Münze zahlen, um 1 {coin} Münze für jeden deiner Steine, die Decksteine "
     "wurden, zu erhalten."),
    ("score 1 vp when (stone where became=true most)",
     "Wenn du mehr Steine, die Decksteine wurden, hast als jeder andere Spieler, erhältst du 1 "
     "{vp} Punkt."),
    ("act install", "Du darfst eine Unteraktion {install} Errichten ausführen."),
    ("act carve limit 1", "Du darfst eine Unteraktion Verzieren ausführen (höchstens 1)."),
    ("act carve area remote",
     "Du darfst eine Unteraktion Verzieren in {remote} einem entfernten Gebiet ausführen."),
    ("act carve area area-heel free limit 2",
     "Du darfst eine kostenlose Unteraktion Verzieren an der {heel} Ferse ausführen "
     "(höchstens 2)."),
    ("pay coin to (act carve)",
     "Du darfst 1 {coin} Münze zahlen, um eine Unteraktion Verzieren auszuführen."),
    ("discount stone", "Jeder Stein kostet 1 {coin} Münze weniger."),
    ("discount 2 card uses 1", "Eine Karte kostet 2 {coin} Münzen weniger."),
    ("discount 2 stone uses 2", "Bis zu 2 Steine kosten 2 {coin} Münzen weniger."),
    ("discount all druid", "Jeder {druid} Druide ist kostenlos."),
    ("discount all druid uses 1", "Ein {druid} Druide ist kostenlos."),
    ("discount all card uses 3", "Bis zu 3 Karten sind kostenlos."),
    ("reach druid remote uses 1",
     "Du darfst 1 {druid} Druiden auch in {remote} ein entferntes Gebiet setzen."),
    ("reach stone remote",
     "Du darfst jeden deiner Steine auch in {remote} ein entferntes Gebiet setzen."),
    ("allow buy stone", "Du darfst 1 weiteren Stein kaufen."),
    ("allow place druid more 2", "Du darfst 2 weitere {druid} Druiden setzen."),
    ("allow hold card", "Du darfst 1 weitere Karte halten."),
    ("pay coin to (allow buy stone)",
     "Du darfst 1 {coin} Münze zahlen, um 1 weiteren Stein kaufen zu dürfen."),
    ("allow waive size", "Ignoriere die Größe eines Steins."),
    ("allow waive size uses 1", "Ignoriere einmal die Größe eines Steins."),
    ("allow waive size uses 2", "Ignoriere zweimal die Größe eines Steins."),
    ("allow waive size uses 3", "Ignoriere 3-mal die Größe eines Steins."),
    ("special steine-tauschen", "Steine tauschen."),
]  # fmt: skip


@pytest.mark.parametrize(("words", "said"), SENTENCES)
def test_an_effect_reads_like_a_german_rulebook(words, said):
    assert sentence(effect(words), GAME) == said


def test_every_kind_of_effect_is_here():
    assert {words.split()[0] for words, _ in SENTENCES} == set(KINDS)


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
    gain = effect("gain stone per (area where size=large)")
    said = "Erhalte 1 errichteten Stein für jedes deiner großen fernen Gebiete."
    assert sentence(gain, game) == sentence(gain, plain) == said
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
    assert what_lacks(text, (effect("pay 2 coin to (draw card)"),), GAME) == missing


def test_a_german_noun_is_known_in_all_its_forms():
    gain = effect("gain 2 installed")
    assert what_lacks("2 deiner errichteten Steine", (gain,), GAME) == ()
    assert what_lacks("2 großen errichteten Steinen", (gain,), GAME) == ()
    assert what_lacks("2 errichtende Steine", (gain,), GAME) == ("installed",)
