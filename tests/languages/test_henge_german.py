"""Henge in German: all of it is there, and reads as it was read through."""

import re

import polib
import pytest
from shippedgames import ROOT, game_of

from generator.outputs.card_list import entries
from generator.printing.documents import set_up_steps
from generator.publish.rulebook.calls import Data
from generator.publish.rulebook.checks import check_manuscript
from generator.publish.rulebook.manuscript import manuscript, read_manuscript
from validator.catalogue.load import load
from validator.rules.facts import rulebook_of


@pytest.fixture(scope="module")
def henge():
    catalogue, findings = load(ROOT, ["henge"], "de")
    assert not findings
    return catalogue.games["henge"]


FOLDER = ROOT / "components" / "henge"
PO = polib.pofile(str(FOLDER / "languages" / "de.po"))
RULEBOOK = (FOLDER / "rulebook.de.md").read_text("utf-8")
TEXTS = {
    "spring-raise-the-roof": "Erhalte 5 Punkte für jeden deiner errichteten Steine in der "
    "Rolle eines Decksteins (höchstens 10).",
    "eog-costly-taste": "Erhalte 3 Punkte für jeden deiner errichteten Steine mit Kosten ab 7 "
    "(höchstens 9).",
    "spring-five-hearths": "Wenn deine Druiden mindestens 5 verschiedene Gebiete abdecken, "
    "erhältst du 9 Punkte.",
    "spring-twin-gables": "Erhalte 4 Punkte für jedes deiner Paare aus je einem großen und einem "
    "kleinen errichteten Stein (höchstens 12).",
    "eog-vigil-altar": "Erhalte 2 Punkte für jeden deiner Druiden am Altar (höchstens 8).",
    "eog-unspent-luck": "Erhalte 1 Punkt für jede deiner Glückskarten (höchstens 6).",
    "eog-great-ring": "Erhalte 1 Punkt für jeden Deckstein auf dem Spielplan (höchstens 6).",
    "upgrade-luck": "Bringe dein Glücksprivileg 1 Schritt voran.",
    "luck-third-sight": "Bringe deine Glücksleiste 1 Schritt voran.",
    "luck-shims-and-wedges": "Ignoriere einmal die Größe eines Steins.",
    "luck-torchlight-procession": "Du darfst 1 weiteren Druiden setzen.",
    "luck-wandering-acolyte": "Du darfst 1 Druiden auch in ein angrenzendes Gebiet setzen.",
    "luck-borrowed-robes": "Ein Druide ist kostenlos.",
    "luck-whetstone": "Jede Gravur kostet 1 Münze weniger.",
    "luck-good-omens": "Erhalte 1 Punkt für jeden deiner in diesem Zug gesetzten Druiden. "
    "Ziehe Glückskarten entsprechend deinem Glücksprivileg.",
    "luck-market-day": "Du darfst 1 Glückskarte abwerfen, um 4 Münzen zu erhalten.",
    "luck-straight-to-work": "Du darfst eine Unteraktion Errichten ausführen (höchstens 1).",
    "luck-strong-backs": "Rücke auf einer deiner Transportleisten 2 Schritte vor.",
    "reward-b-chariot": "Erhalte 1 Reisemarke. Erhalte 3 Punkte.",
}


def test_texts_of_cards_are_good_german(henge):
    said = {one.component.id: one.text for one in entries(henge, every_form=True)}
    assert {name: said[name].replace("\n", " ") for name in TEXTS} == TEXTS


AMISS = {
    "a possessive that does not agree": r"\bjede[nsr]? deiner [^.;]*\b(ihre|seine)[rsnm]?\b",
    "a clause in the plural about one": r"\bjede[nsr]? deiner [^.;]*, die\b",
    "a number that is declined": r"\b(Einer|Zweier|Dreier) bis\b",
    "a step on what is no track": r"\b[Rr]ücke auf \S+ \S+privileg(ien)?\b",
    "two participles before a noun": r"\w+enden (errichtet|graviert|gesetzt)e[nrs]? [A-ZÄÖÜ]",
    "a second word for kostenlos": r"\b(gratis|umsonst|freie[nrms]? Schritte?)\b",
}


@pytest.mark.parametrize("fault", AMISS)
def test_nothing_is_amiss_in_what_is_printed(henge, fault):
    printed = [one.text for one in entries(henge, every_form=True)]
    printed += [one.msgstr for one in PO] + [RULEBOOK]
    assert [text for text in printed if re.search(AMISS[fault], text)] == []


def test_nouns_and_what_narrows_them_hold_no_word_that_agrees_with_their_number():
    """``each of your`` puts the words for many behind ``jeden``, which is one of them."""
    terms = [one for one in PO if re.match("game terms .* (one|many)$", one.msgctxt or "")]
    words = re.compile(r"\b(ihr|sein)(e[rsnm]?)?\b|, (der|die|das) ")
    assert len(terms) > 100
    assert [one.msgstr for one in terms if words.search(one.msgstr)] == []


@pytest.mark.heavy
def test_no_adjective_has_a_capital_within_a_sentence(henge):
    stems = {stem for one in PO for stem in re.findall(r"\b([A-ZÄÖÜ]\w+)~", one.msgstr)}
    within = re.compile(rf"[\w,] ({'|'.join(sorted(stems))})(e[rsnm]?)?\b")
    assert "Groß" in stems
    told = [text for step in set_up_steps(henge) for _, text in step.lines]
    assert [text for text in told if within.search(text)] == []


def test_no_english_is_left_on_a_card(henge):
    english = game_of("henge")
    before = {one.component.id: one for one in entries(english, every_form=True)}
    same = ["master-druid"]
    for one in entries(henge, every_form=True):
        was = before[one.component.id]
        assert one.component.name != was.component.name or one.component.id in same
        assert not one.text or one.text != was.text


@pytest.mark.heavy
def test_the_set_up_is_told_in_german(henge):
    steps = set_up_steps(henge)
    told = [f"**{tag}:** {text}" if tag else text for step in steps for tag, text in step.lines]
    start = (
        "**Bei 3\N{NO-BREAK SPACE}Plätzen:** Lege die 3-Spieler-Seite des Spielplans auf den Tisch."
    )
    pawn = (
        "Lege den Oberdruiden auf das Rondell. Er kommt auf das erste Feld im Uhrzeigersinn an dem "
    )
    assert told[0] == start
    assert f"{pawn}Gebiet, das auf dem Startstein des Startspielers steht." in told
    assert "Jeder Bot legt 1 Gravurmarke verdeckt vor sich." in told
    later = "Platz für später"
    assert [step.heading for step in steps][-3:] == [later, "Hengebots", later]
    assert "Lege die nicht gewählten Aufwertungskarten in die Schachtel zurück." in told
    assert told[-1] == "Lass Platz für die Hengebot-Karte und die Hengebot-Ablage."
    assert [text for _, text in steps[12].lines] == [
        "Lass Platz für die Glücksablage und die Endwertungsablage.",
        "Jeder Spieler lässt Platz für seine Steine (offen vor sich), seine Belohnungsplättchen, "
        "seine Glückskarten und seine Bonuskarten.",
    ]
    assert len(steps) == len(set_up_steps(game_of("henge")))


@pytest.mark.heavy
def test_the_german_rulebook_says_what_the_data_say(henge):
    catalogue = load(ROOT, ["henge"], "de")[0]
    found = read_manuscript("components/henge/rulebook.de.md", ROOT)
    icons = frozenset(one.stem for one in (ROOT / "templates" / "icons").glob("*.svg")) | {"eog"}
    rules = rulebook_of(catalogue, "henge")
    assert not list(check_manuscript(found, Data(henge, icons), rules))


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Für 2 bis 5 Spieler.", []),
        ("Für 2 bis 6 Spieler.", ["rulebook-players"]),
        ("Einer bis sieben Spieler können mitspielen.", ["rulebook-players"]),
        ("Die 3-Spieler-Seite, nicht die 9-Spieler-Seite.", ["rulebook-players"]),
        ("- 29 Steinkarten\n- 52 Glückskarten", ["rulebook-number"]),
        ("Mischt alle 43 Bonuskarten.", ["rulebook-number"]),
        ("Zieh zwei Glückskarten.", []),
        ("Nimm eine der [[Steinkarten]] und den [[Oberdruiden]].", ["rulebook-unknown"]),
    ],
)
def test_numbers_and_names_are_checked_in_german(henge, text, codes):
    found = manuscript(text, "rulebook.de.md")
    assert [one.code for one in check_manuscript(found, Data(henge, frozenset()))] == codes


def test_one_thing_has_one_name(henge):
    english = game_of("henge")
    names = {}
    for before, now in zip(named(english), named(henge), strict=True):
        names.setdefault(before, set()).add(now.casefold())
    several = {name: found for name, found in names.items() if len(found) > 1}
    assert not several
    assert len(names) > 150


def named(game):
    """Every name that the game gives to its material and its places."""
    for one in game.sets.values():
        yield from (one.name, one.singular)
    yield from (one.name for one in game.components())
    yield from (one.name for one in game.parts)
    yield from (one.name for one in game.piles)
    yield from (one.name for one in game.setup.zones.values())
    yield from (one.heading for one in game.almanac.chapters)
