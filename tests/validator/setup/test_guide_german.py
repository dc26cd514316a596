"""The set-up guide in German, sentence by sentence: every verb, whoever acts."""

import re
from dataclasses import replace

import pytest
from toybox import TABLES, game

from validator.catalogue.words.language import tongue_of
from validator.setup import guide as sentences
from validator.setup.guide import guide

ZONES = {
    "deck": ("Stapel", "m", ""),
    "row": ("Auslage", "f", "offen in eine Reihe"),
    "help": ("Häufchen", "n", ""),
    "discard": ("abgelegt~ Karten", "f.many", ""),
    "ring": ("Ring", "m", ""),
    "cells": ("Felder", "n.many", ""),
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
        zone: replace(toy.setup.zones[zone], name=name, phrase=phrase, noun=noun)
        for zone, (name, noun, phrase) in ZONES.items()
    }
    sets = {
        key: replace(toy.sets[key], name=many, singular=one, noun=noun)
        for key, (one, many, noun) in SETS.items()
    }
    setup = replace(toy.setup, zones=zones)
    return replace(toy, language="de", sets=sets, setup=setup)


SENTENCES = """
{do: place, set: card, to: deck}
> Lege die 6 Karten in den Stapel.
{do: place, set: board, to: board}
> Lege den Spielplan auf den Tisch.
{do: place, set: pawn, to: discard}
> Lege den Bauern in die abgelegten Karten.
{do: place, set: coin, count: 2, to: "[row, board]"}
> Lege je 2 Münzen offen in eine Reihe und auf den Tisch.
{do: place, set: flag, where: {colour: red}, to: deck}
> Lege die rote Fahne in den Stapel.
{do: place, set: flag, where: {colour: seat.colour}, to: seat.chosen, each: seats}
> Jeder Spieler und Bot nimmt 1 Fahne der eigenen Farbe als seine Auswahl.
{do: place, set: coin, count: 1, to: seat.coins, each: bots}
> Jeder Bot nimmt 1 Münze als seine Münzen.
{do: place, set: coin, count: 2, to: deck, each: first}
> Der Startspieler legt 2 Münzen in den Stapel.
{do: place, set: pawn, to: "find(ring, area == b)", note: Er beginnt.}
> Lege den Bauern in den Ring. Er beginnt.
DECK {do: move, from: deck, where: suit != red, count: 1, to: seat.hand, each:
"[seats[1], seats[3]]"}
> Jeder der Plätze 1 und 3 nimmt 1 Karte aus dem Stapel als seine Hand.
DECK {do: move, from: deck, to: row, called: übrig~ Karten, noun: f}
> Lege die übrigen Karten offen in eine Reihe.
DECK {do: move, from: deck, to: help}
> Lege alles aus dem Stapel in das Häufchen.
DECK {do: move, from: deck, to: help, count: 3}
> Lege 3 Karten aus dem Stapel in das Häufchen.
HANDS {do: move, from: seat.hand, to: board, count: 1, each: humans}
> Jeder Spieler legt 1 Karte aus seiner Hand auf den Tisch.
{do: return, from: [deck, row], where: not fits}
> Nimm alle Karten, deren Spielerzahl-Zeichen 3 Plätze ausschließt, aus dem Stapel und der Auslage
> und lege sie in die Schachtel zurück.
{do: shuffle, what: deck}
> Mische den Stapel.
{do: shuffle, what: [deck, help]}
> Mische den Stapel und das Häufchen getrennt voneinander.
DECK {do: deal, from: deck, to: row, count: 1}
> Lege 1 Karte aus dem Stapel offen in eine Reihe.
DECK {do: deal, from: deck, to: seat.hand, count: 2, each: seats}
> Teile 2 Karten aus dem Stapel an jeden Spieler und Bot aus: seine Hand.
DECK {do: deal, from: deck, to: "seats[2].hand", count: 1}
> Teile 1 Karte aus dem Stapel an Platz 2 aus: seine Hand.
DECK {do: choose, CHOICE, called: ander~ Karte, noun: f}]}]}
> Jeder Spieler wählt eine andere Karte aus dem Stapel und legt sie in seine Auswahl.
DECK {do: choose, order: reverse, CHOICE, called: Hut, noun: m}]}]}
> In umgekehrter Zugreihenfolge wählt jeder Spieler einen Hut aus dem Stapel und legt ihn in seine
> Auswahl.
DECK {do: choose, CHOICE}]}]}
> Jeder Spieler wählt eine davon aus dem Stapel und legt sie in seine Auswahl.
HANDS {do: return, from: seat.hand, called: d~ ander~ Karte, noun: f.one, each: humans}
> Jeder Spieler legt die andere Karte in die Schachtel zurück.
DECK {do: return, from: deck}
> Lege den Rest aus dem Stapel in die Schachtel zurück.
DECK {do: return, from: deck, count: 2}
> Lege 2 Karten aus dem Stapel in die Schachtel zurück.
DECK {do: move, from: deck, to: discard, count: 4} {do: expect, what: discard}
> Kontrolliere: In den abgelegten Karten liegen jetzt 4.
{do: place, to: cells, legend: {x: {set: flag, where: {colour: blue}}}, picture: [. x, . .]}
> Lege das Material in 2 Reihen aus. Reihe A: blaue Fahnen auf A10. Reihe B: leer.
{do: say, text: Ihr könnt beginnen.}
> Ihr könnt beginnen.
"""
"""Steps, and behind each the sentence for it."""


WORDS = {
    "DECK ": "{do: place, set: card, to: deck} ",
    "HANDS ": "{do: place, set: card, where: {id: ant}, count: 1, to: seat.hand, each: seats} ",
    "CHOICE": "each: humans, says: wählt, options: [{id: take, pick: {card: deck}, "
    "then: [{do: move, what: card, to: seat.chosen",
}


@pytest.mark.parametrize(
    ("steps", "said"),
    re.findall(r"^((?:[A-Z]+ )?\{[^>]+)\n> (.+(?:\n> .+)*)", SENTENCES, re.MULTILINE),
)
def test_a_step_reads_like_a_german_rulebook(steps, said):
    for word, meant in WORDS.items():
        steps = steps.replace(word, meant)
    told = guide(german(*re.split(r"(?<=\}) (?=\{do)", steps)), TABLES[1])
    *_, line = (line for line in told if "Platz für" not in line)
    assert line.partition(" ")[2] == said.replace("\n>", "")
    assert line != told[-1]


def test_room_is_left_for_what_the_set_up_does_not_fill():
    toy = german("{do: place, set: card, to: deck}", "{do: place, set: coin, to: board}")
    assert guide(toy, TABLES[1])[-2:] == [
        "3. Lass Platz für die Auslage (offen in eine Reihe), das Häufchen und die abgelegten "
        "Karten.",
        "4. Jeder Spieler lässt Platz für seine Hand, seine Auswahl und seine Münzen.",
    ]


def test_every_sentence_is_translated_and_asks_for_forms_that_exist():
    tongue = tongue_of("de")
    for key in sentences.MESSAGES:
        words = tongue.sentences[key]
        assert words, key
        for form in re.findall(r"\{[a-z_]+:([^}]*)\}", words):
            assert tongue.grammar.fault_of_form(form) == "", (key, form)
        if key[0] == "noun class":
            assert tongue.grammar.fault_of(words) == "", key
