"""One defect of each kind, planted in a whole translation: each is told at its line."""

import pytest
from shippedgames import ROOT
from translations.planting import OPERATORS, planted, pseudo_po

from validator.catalogue.load import load
from validator.catalogue.translating.po import read_po
from validator.catalogue.translating.wanted import Wanted, texts_of_game
from validator.catalogue.words.grammar import grammar_of
from validator.checks.translations import (
    Translation,
    check_po,
    check_sentences,
    faults_of_text,
    nouns_asked,
)
from validator.findings import Place

FILE = "components/henge/languages/de.po"


@pytest.fixture(scope="module")
def wanted():
    catalogue, _ = load(ROOT, ["henge"])
    return texts_of_game(catalogue.written["henge"], "henge", nouns_asked(catalogue, "henge", "de"))


@pytest.fixture(scope="module")
def right(wanted):
    return pseudo_po(wanted, "de")


@pytest.fixture(scope="module")
def defects(right):
    return {one.operator: one for one in planted(right, FILE, len(OPERATORS), seed=7)}


def look(text, wanted):
    po = read_po(text, FILE)
    return [*check_po(Translation("henge", "de", po, wanted, grammar_of("de")))]


def test_a_whole_translation_has_nothing_to_tell(right, wanted):
    assert look(right, wanted) == []


@pytest.mark.parametrize("operator", OPERATORS)
def test_a_defect_is_told_at_its_line(operator, defects, wanted):
    one = defects[operator]
    found = look(one.text, wanted)
    assert one.is_found(found, FILE), (one.lines, found)
    assert all(finding.hint for finding in found)


SENTENCE = Wanted("", "Move {count} steps for ${price}.", Place("templates/fog/mat.svg.j2", 4))
"""Words of a template."""


@pytest.mark.parametrize(
    ("english", "said", "code"),
    [
        (SENTENCE.english, "Ziehe {count} Schritte zu ${price}.", ""),
        (SENTENCE.english, "Ziehe {count} Schritte für $.", "translation-placeholder"),
        (SENTENCE.english, "Ziehe {count} {count} Schritte zu ${price}.",
         "translation-placeholder"),
        (SENTENCE.english, "Ziehe {anzahl} Schritte zu ${price}.", "translation-placeholder"),
        (SENTENCE.english, "Ziehe {count:no.such} zu ${price}.", "translation-placeholder"),
        (SENTENCE.english, "Ziehe {count.__class__} {count} zu ${price}.",
         "translation-placeholder"),
        (SENTENCE.english, "Ziehe {count} Schritte zu ${price}", "translation-ending"),
        (SENTENCE.english, " Ziehe {count} Schritte zu ${price}.", "translation-space"),
        ("Move {count} paces.", "Ziehe {count} Schritte.", "translation-unknown"),
    ],
)  # fmt: skip
def test_words_of_templates_are_looked_at(english, said, code):
    po = read_po(f'msgid "{english}"\nmsgstr "{said}"\n', FILE)
    one = Translation("henge", "de", po, (SENTENCE,), grammar_of("de"))
    found = {finding.code for finding in check_sentences(one)} - {
        "translation-begun",
        "translation-missing",
    }
    assert found == ({code} if code else set())


# --- what is told of a translation beside its text ------------------------------------------------
def message(english, said):
    po = read_po(f'msgctxt "card/owl cry"\nmsgid "{english}"\nmsgstr "{said}"\n', "el.po")
    assert not po.faults
    return po.messages[0]


def codes(english, said):
    wanted = Wanted("card/owl cry", english, Place("cards.yaml", 1, 1))
    found = faults_of_text(message(english, said), wanted, grammar_of("el"), inflected=False)
    return [one.code for one in found]


@pytest.mark.parametrize("said", ["Γιατί;", "Γιατί\u037e", "なぜ？"])
def test_a_question_may_end_as_its_language_ends_one(said):
    assert not codes("Why?", said)
    assert codes("Why.", said) == ["translation-ending"]
