"""The set-up guide in German, sentence by sentence: every verb, whoever acts."""

import re
from dataclasses import replace

import pytest
from toybox import PLACE, TABLES, game

from validator.catalogue.setup_script import ZoneLabel
from validator.catalogue.words.language import tongue_of
from validator.setup import guide as sentences
from validator.setup.guide import guide

ZONES = {
    "deck": ("Stapel", "m", ""),
    "row": ("Auslage", "f", "offen in eine Reihe"),
    "help": ("Häufchen", "n", ""),
    "discard": ("abgelegt~ Karten", "f.many", ""),
    "ring.*": ("Ring", "m", ""),
    "board": ("Tisch", "m", "auf den Tisch"),
    "seat.hand": ("Hand", "f", ""),
    "seat.chosen": ("Auswahl", "f", ""),
    "seat.coins": ("Münzen", "f.many", ""),
}
SETS = {
    "card": ("Karte", "Karten", "f"),
    "coin": ("Münze", "Münzen", "f"),
    "flag": ("Fahne", "Fahnen", "f"),
    "pawn": ("Bauer", "Bauern", "m-n"),
    "board": ("Spielplan", "Spielpläne", "m"),
}


def german(*steps):
    toy = game(*steps)
    zones = {
        zone: ZoneLabel(name, False, PLACE, phrase, noun=noun)
        for zone, (name, noun, phrase) in ZONES.items()
    }
    sets = {
        key: replace(toy.sets[key], name=many, singular=one, noun=noun)
        for key, (one, many, noun) in SETS.items()
    }
    setup = replace(toy.setup, zones=zones)
    almanac = replace(toy.almanac, labels={"area": "Landschaft"})
    return replace(toy, language="de", sets=sets, setup=setup, almanac=almanac)


SENTENCES = """
{do: place, set: card, to: deck}
> Lege die 6 Karten in den Stapel.
{do: place, set: board, to: board}
> Lege den Spielplan auf den Tisch.
{do: place, set: pawn, to: discard}
> Lege den Bauern in die abgelegten Karten.
{do: place, set: coin, count: 2, to: [deck, row]}
> Lege je 2 Münzen in den Stapel und offen in eine Reihe.
{do: place, set: flag, where: {colour: red}, to: deck}
> Lege die rote Fahne in den Stapel.
{do: place, set: flag, own: colour, to: seat.chosen, each: seat}
> Jeder Spieler und Bot nimmt 1 Fahne der eigenen Farbe als seine Auswahl.
{do: place, set: coin, count: 1, to: seat.coins, each: bot}
> Jeder Bot nimmt 1 Münze als seine Münzen.
{do: place, set: coin, count: 2, to: deck, each: first}
> Der Startspieler legt 2 Münzen in den Stapel.
{do: move, from: deck, set: pawn, count: 1, to: seat.hand, each: [1, 2]}
> Jeder der Plätze 1 und 2 nimmt 1 Bauern aus dem Stapel als seine Hand.
{do: move, from: deck, to: row, what: übrig~ Karten, noun: f}
> Lege die übrigen Karten offen in eine Reihe.
{do: move, from: deck, to: help}
> Lege alles aus dem Stapel in das Häufchen.
{do: move, from: help, to: deck, set: card, count: 3}
> Lege 3 Karten aus dem Häufchen in den Stapel.
{do: move, from: seat.coins, to: board, set: coin, count: 1, each: human}
> Jeder Spieler legt 1 Münze aus seinen Münzen auf den Tisch.
{do: remove, from: [deck, row]}
> Nimm alle Karten, deren Spielerzahl-Zeichen 3 Plätze ausschließt, aus dem Stapel und der Auslage
> und lege sie in die Schachtel zurück.
{do: shuffle, zone: deck}
> Mische den Stapel.
{do: shuffle, zone: [deck, help]}
> Mische den Stapel und das Häufchen getrennt voneinander.
{do: deal, from: deck, to: row, count: 1}
> Lege 1 Karte aus dem Stapel offen in eine Reihe.
{do: deal, from: deck, to: seat.hand, count: 2, each: seat}
> Teile 2 Karten aus dem Stapel an jeden Spieler und Bot als seine Hand aus.
{do: deal, from: deck, to: seat.hand, count: 1, each: [2]}
> Teile 1 Karte aus dem Stapel an Platz 2 als seine Hand aus.
{do: choose, from: row, to: seat.chosen, what: ander~ Karte, noun: f, each: human}
> Jeder Spieler wählt eine andere Karte aus der Auslage und legt sie in seine Auswahl.
{do: choose, from: row, to: seat.chosen, each: human, order: reverse, what: Hut, noun: m}
> In umgekehrter Zugreihenfolge wählt jeder Spieler einen Hut aus der Auslage und legt ihn in seine
> Auswahl.
{do: choose, from: row, to: seat.chosen, each: human, count: 2}
> Jeder Spieler wählt zwei davon aus der Auslage und legt sie in seine Auswahl.
{do: return, from: seat.hand, what: d~ ander~ Karte, noun: f.one, each: human}
> Jeder Spieler legt die andere Karte in die Schachtel zurück.
{do: return, from: deck}
> Lege den Rest aus dem Stapel in die Schachtel zurück.
{do: return, from: deck, set: card, count: 2}
> Lege 2 Karten aus dem Stapel in die Schachtel zurück.
{do: room, zone: [discard, row]}
> Lass Platz für die abgelegten Karten und die Auslage.
{do: expect, zone: discard, count: 4}
> Kontrolliere: In den abgelegten Karten liegen jetzt 4.
{do: locate, set: pawn, board: {set: board}, track: ring, field: area, is: b, to: "ring.{id}"}
> Stelle den Bauern auf den Ring: auf das erste Feld im Uhrzeigersinn, dessen Landschaft b ist.
{do: locate, set: pawn, board: {set: board}, track: ring, field: area, is: '{area}', read:
seat1.hand, to: "ring.{id}"}
> Stelle den Bauern auf den Ring: auf das erste Feld im Uhrzeigersinn, dessen Landschaft mit der
> Hand des Startspielers übereinstimmt.
{do: grid, rows: [A, B], columns: {from: 1, to: 2}, picture: [x x, . .], legend: {x: {set: flag,
where: {colour: blue}}}}
> Lege das Material in 2 Reihen aus. Reihe A: blaue Fahnen auf A1 und A2. Reihe B: leer.
{do: say, text: Ihr könnt beginnen.}
> Ihr könnt beginnen.
"""
"""Steps, and behind each the sentence for it."""


@pytest.mark.parametrize(
    ("step", "said"), re.findall(r"^(\{[^>]+)\n> (.+(?:\n> .+)*)", SENTENCES, re.MULTILINE)
)
def test_a_step_reads_like_a_german_rulebook(step, said):
    assert guide(german(step), TABLES[1])[-1] == "1. " + said.replace("\n>", "")


def test_every_sentence_is_translated_and_asks_for_forms_that_exist():
    tongue = tongue_of("de")
    for key in sentences.MESSAGES:
        words = tongue.sentences[key]
        assert words, key
        for form in re.findall(r"\{[a-z_]+:([^}]*)\}", words):
            assert tongue.grammar.fault_of_form(form) == "", (key, form)
        if key[0] == "noun class":
            assert tongue.grammar.fault_of(words) == "", key
