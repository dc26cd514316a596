"""Nouns with what agrees with them, plurals, and where a language is found."""

import pytest
import yaml
from effectdata import effect

from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.catalogue.words import grammar
from validator.catalogue.words import language as tongue
from validator.catalogue.words.effect_text import sentence
from validator.catalogue.words.grammar import Nominal, Term, grammar_from, grammar_of
from validator.catalogue.words.language import Tongue, fill_placeholders, tongue_of
from validator.findings import Place

GERMAN = grammar_of("de")


def plain_noun(one, many, noun="", icon=None):
    return Term("", one, many, icon, noun)


STONE = plain_noun("errichtet~ Stein", "errichtet~ Steine", "m")
DRUID = plain_noun("Druide", "Druiden", "m-n", "druid")
COIN = plain_noun("Münze", "Münzen", "f", "coin")
CHIT = plain_noun("Plättchen", "Plättchen", "n")
PAIR = plain_noun("Paar aus einem großen und einem kleinen Stein", "Paare aus zwei Steinen", "n")
AREA = plain_noun("ein~ angrenzend~ Gebiet", "angrenzend~ Gebiete", "n", "adjacent")
HEART = plain_noun("Herz", "Herzen", "n; gen.one = Herzens; dat.one = Herzen")
LARGE = plain_noun("groß~", "groß~")
HOLLOW = plain_noun("in der Mulde", "in der Mulde")
AS_LINTEL = plain_noun("als Deckstein dienend~", "als Deckstein dienend~")
GREAT = plain_noun("Groß~ Stein", "Groß~ Steine", "m")
BECAME = plain_noun(", der ein Deckstein wurde", ", die Decksteine wurden")


def german(noun, form, count=None, **more):
    return format(Nominal(GERMAN, noun, count, count is not None, **more), form)


@pytest.mark.parametrize(
    ("noun", "form", "count", "said"),
    [
        (COIN, "acc", 1, "1 {coin} Münze"),
        (COIN, "acc", 3, "3 {coin} Münzen"),
        (COIN, "dein.gen.many", None, "deiner {coin} Münzen"),
        (COIN, "jed.acc.one", None, "jede {coin} Münze"),
        (COIN, "jed.acc.one.alone", None, "jede"),
        (DRUID, "acc", 1, "1 {druid} Druiden"),
        (DRUID, "d.gen.one", None, "des {druid} Druiden"),
        (DRUID, "acc.weiter~", 2, "2 weitere {druid} Druiden"),
        (DRUID, "acc.weiter~", 1, "1 weiteren {druid} Druiden"),
        (STONE, "acc", 1, "1 errichteten Stein"),
        (STONE, "nom", 1, "1 errichteter Stein"),
        (STONE, "acc", 4, "4 errichtete Steine"),
        (STONE, "jed.acc.one", None, "jeden errichteten Stein"),
        (STONE, "dein.dat.many", None, "deinen errichteten Steinen"),
        (STONE, "gen", 1, "1 errichteten Steins"),
        (CHIT, "dat", 2, "2 Plättchen"),
        (GREAT, "d.acc.many", None, "die großen Steine"),
        (GREAT, "acc", 2, "2 große Steine"),
        (GREAT, "nom.many", None, "Große Steine"),
        (PAIR, "dat", 2, "2 Paaren aus zwei Steinen"),
        (PAIR, "d.gen.one", None, "des Paars aus einem großen und einem kleinen Stein"),
        (AREA, "acc.one", None, "{adjacent} ein angrenzendes Gebiet"),
        (AREA, "dat.one", None, "{adjacent} einem angrenzenden Gebiet"),
        (AREA, "d.dat.many", None, "den {adjacent} angrenzenden Gebieten"),
        (HEART, "d.dat.one", None, "dem Herzen"),
        (HEART, "d.gen.one", None, "des Herzens"),
        (COIN, "er.acc.one.alone", None, "sie"),
    ],
)
def test_a_german_noun_takes_the_form_that_is_asked(noun, form, count, said):
    assert german(noun, form, count) == said


def test_filters_agree_too_and_stand_before_or_behind():
    asked = [("dein.gen.many", None, LARGE), ("acc", 1, LARGE, HOLLOW)]
    asked += [("nom", 1, BECAME), ("nom", 2, BECAME), ("jed.acc.one", None, AS_LINTEL)]
    assert [german(STONE, form, count, filters=(*by,)) for form, count, *by in asked] == [
        "deiner großen errichteten Steine",
        "1 großen errichteten Stein in der Mulde",
        "1 errichteter Stein, der ein Deckstein wurde,",
        "2 errichtete Steine, die Decksteine wurden,",
        "jeden als Deckstein dienenden errichteten Stein",
    ]


def test_alone_a_noun_stands_in_the_nominative():
    assert grammar.plain(STONE.one, GERMAN, STONE.noun) == "errichteter Stein"
    assert grammar.plain(STONE.many, GERMAN, STONE.noun, "many") == "errichtete Steine"
    assert grammar.plain("coins", grammar_of("")) == "coins"


def test_a_phrase_hands_the_form_on_that_is_asked_of_it():
    german = Tongue("de", {("", "the {zone} of all"): "{zone:d.*} aller"}, GERMAN)
    phrase = german.part("the {zone} of all", zone=Nominal(GERMAN, STONE, 1))
    row = german.list_parts([phrase, Nominal(GERMAN, COIN, 2, True)])
    assert fill_placeholders("von {row:dat}", {"row": row}) == (
        "von dem errichteten Stein aller and 2 {coin} Münzen"
    )


def test_only_the_names_of_parts_are_placeholders():
    hostile = Tongue("de", {("", "hostile"): "{coin} {n.__class__} {n[0]} {n!r} {} {{n}} {n:9}"})
    assert hostile.say("hostile", n="x") == "{coin} {n.__class__} {n[0]} {n!r} {} {x} x"


POLISH = """
numbers: [one, few, many]
plural: "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
uncounted: few
cases: [nom, acc, gen]
genders: [m, f]
classes:
  f: {gender: f, forms: {acc.one: {add: {"a$": ""}}}}
  m: {gender: m}
words:
  twój:
    stem: tw
    forms:
      one: {m: [ój, ój, ojego], f: [oja, oją, ojej]}
      few: [oje, oje, oich]
endings:
  all: {one: {m: [y, y, ego], f: [a, ą, ej]}, few: [e, e, ych], many: [ych, ych, ych]}
"""
FRENCH = """
numbers: [one, many]
plural: n > 1
genders: [m, f]
classes: {m: {gender: m}, f: {gender: f}}
after_noun: (de|dans) .*|(?!grand~|petit~).*~
words:
  le:
    stem: l
    forms: {one: {m: e, f: a}, many: es}
    before: {"[aeiouhâéèêîôû]": {one: "l'", many: ""}}
  du:
    stem: d
    forms: {one: {m: u, f: e la}, many: es}
    before: {"[aeiouhéè]": {one: "de l'", many: ""}}
endings:
  all: {one: {m: "", f: e}, many: {m: s, f: es}}
"""


@pytest.mark.parametrize(
    ("count", "said"),
    [(1, "1 złotą monetę"), (2, "2 złote monety"), (5, "5 złotych monet"), (22, "22 złote monety")],
)
def test_a_language_with_three_numbers_needs_no_code(count, said):
    coin = plain_noun("moneta", "monety", "f; acc.one = monetę; nom.many = monet; gen.few = monet")
    gold = (plain_noun("złot~", "złot~"),)
    polish = grammar_from(yaml.safe_load(POLISH))
    assert format(Nominal(polish, coin, count, True, gold), "acc") == said
    assert format(Nominal(polish, coin), "twój") == "twoje monety"
    assert format(Nominal(polish, coin), "twój.gen") == "twoich monet"
    assert polish.plural_forms.startswith("nplurals=3; ")


def test_a_language_with_elision_and_adjectives_behind_needs_no_code():
    french = grammar_from(yaml.safe_load(FRENCH))
    water, stone = plain_noun("eau", "eaux", "f"), plain_noun("pierre", "pierres", "f")
    laid = [plain_noun(word, word) for word in ("grand~", "gravé~", "dans le cercle")]
    assert format(Nominal(french, water, 1), "le") == "l'eau"
    assert format(Nominal(french, water, 1), "du") == "de l'eau"
    assert format(Nominal(french, stone, 1), "du") == "de la pierre"
    assert format(Nominal(french, water), "le") == "les eaux"
    assert format(Nominal(french, stone, 0, True), "") == "0 pierre"
    assert (
        format(Nominal(french, stone, 2, True, tuple(laid[:2])), "") == "2 grandes pierres gravées"
    )
    assert format(Nominal(french, stone, 1, False, (laid[0], laid[2])), "le") == (
        "la grande pierre dans le cercle"
    )


@pytest.mark.parametrize(
    ("noun", "fault"),
    [
        ("m", ""),
        ("m-n; gen.one = Herzens", ""),
        ("", "'' is none of its noun classes: m, n, f, m-n, phrase"),
        ("x", "'x' is none of its noun classes"),
        ("m; gen.two = x", "'gen.two' is no form"),
        ("m; gen.one", "'gen.one' is no `nom.one = words`"),
    ],
)
def test_what_is_said_of_a_noun_can_be_wrong(noun, fault):
    assert GERMAN.fault_of(noun).startswith(fault)
    assert bool(GERMAN.fault_of(noun)) == bool(fault)


def test_a_form_of_a_placeholder_can_be_wrong():
    assert GERMAN.fault_of_form("dein.gen.many") == GERMAN.fault_of_form("acc.groß~.*") == ""
    assert GERMAN.fault_of_form("dein.abl").startswith("'abl' is no form: nom, acc, dat, gen")
    assert grammar_of("").fault_of("m") == "it has no noun classes"
    assert tongue_of("de").grammar.plural_forms == "nplurals=2; plural=(n != 1);"


CATALOGUE = """
msgid ""
msgstr "Language: fr\\nPlural-Forms: nplurals=2; plural=(n > 1);\\n"

msgctxt "command"
msgid "gain {gained} {per}"
msgstr "recevez {gained} {per}"

msgctxt "per"
msgid "for each of your {things}"
msgstr "pour {things:chacun.alone} de vos {things}"

msgctxt "command"
msgid "ignore {rule} twice"
msgstr "ignorez deux fois {rule:le}"
"""


@pytest.fixture
def fresh():
    for known in (grammar_of, tongue_of):
        known.cache_clear()
    yield
    for known in (grammar_of, tongue_of):
        known.cache_clear()


def test_a_language_is_a_description_and_a_catalogue(tmp_path, monkeypatch, fresh):
    described_as = FRENCH.replace("words:", "words:\n  chacun: {forms: {m: '', f: e}}", 1)
    (tmp_path / "fr.yaml").write_text(described_as, encoding="utf-8")
    (tmp_path / "fr.po").write_text(CATALOGUE, encoding="utf-8")
    monkeypatch.setattr(grammar, "FOLDER", tmp_path)
    monkeypatch.setattr(tongue, "FOLDER", tmp_path)
    terms = [
        Term("coin", "pièce", "pièces", "coin", "f"),
        Term("stone", "pierre", "pierres", None, "f"),
        Term("carved", "gravé~", "gravé~"),
        Term("gap", "écart", "écarts", None, "m"),
    ]
    known = {one.id: one for one in terms}
    game = Game("g", "G", "1", Place("game.yaml"), terms=known, language="fr-CH")
    for words, said in (
        ("gain 2 coin per (stone where carved=true)",
         "Recevez 2 {coin} pièces pour chacune de vos pierres gravées."),
        ("allow waive gap uses 2", "Ignorez deux fois l'écart."),
        ("draw gap", "Draw 1 écart."),
    ):  # fmt: skip
        assert sentence(effect(words), game) == said


# --- plurals that a game does not state ----------------------------------------------------------
PLURALS = """card cards, Berry Berries, day days, witch witches, werewolf werewolves, Die Dice,
fisherman fishermen, talisman talismans, person people, sheep sheep, box boxes"""


@pytest.mark.parametrize(
    ("one", "many"),
    [
        *(pair.split() for pair in PLURALS.split(",")),
        ("piece of cake", "pieces of cake"),
        ("Light card (blue)", "Light card (blues)"),
        ("", ""),
    ],
)
def test_the_plural_of_a_noun(one, many):
    assert grammar.plural(one) == many


def test_only_english_has_a_default():
    assert grammar.default_plural("Karte", "de") == "Karte"
    assert grammar.default_plural("card", "en-GB") == "cards"


def test_a_term_without_many_has_its_plural_and_one_with_keeps_it(tiny, edit):
    game = tiny / "components" / "fog" / "game.yaml"
    edit(game, "\nterms:", "\nterms:\n  leaf: {one: leaf}\n  dwarf: {one: dwarf, many: dwarrows}")
    catalogue, findings = load(tiny, ["fog"])
    assert not findings
    terms = catalogue.games["fog"].terms
    assert (terms["leaf"].many, terms["dwarf"].many) == ("leaves", "dwarrows")


# --- tongue --------------------------------------------------------------------------------------
def test_a_sentence_is_said_in_the_language_or_in_english():
    assert tongue_of("de").say("Set up") == tongue_of("de-AT").say("Set up") == "Spielaufbau"
    assert tongue_of("de").say("nobody wrote this") == "nobody wrote this"
    assert tongue_of("xx").say("Set up") == tongue_of("").say("Set up") == "Set up"


def test_a_part_says_the_form_that_a_sentence_asks_of_it():
    class Stone:
        def __format__(self, form):
            return {"": "Stein", "dative": "dem Stein"}[form]

    german = Tongue("de", {("", "with {stone}"): "mit {stone:dative}"})
    assert german.say("with {stone}", stone=Stone()) == "mit dem Stein"


def test_a_sentence_with_a_number_has_a_form_for_each_number():
    english = tongue_of("")
    told = [english.count("{number} card", "{number} cards", number) for number in (0, 1, 2)]
    assert told == ["0 cards", "1 card", "2 cards"]
    forms = {("", "{number} card"): ("{number} karta", "{number} karty", "{number} kart")}
    rule = "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"
    polish = Tongue("pl", {}, forms, rule)
    told = [polish.count("{number} card", "{number} cards", number) for number in (1, 3, 5, 12, 22)]
    assert told == ["1 karta", "3 karty", "5 kart", "12 kart", "22 karty"]
    assert polish.count("{number} die", "{number} dice", 1) == "1 die"
    assert polish.count("{number} die", "{number} dice", 5) == "5 dice"
