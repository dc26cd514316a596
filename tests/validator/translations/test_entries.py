"""What is told of a translation beside its text."""

from __future__ import annotations

import pytest

from validator.catalogue.translating.po import Message, read_po
from validator.catalogue.translating.wanted import Wanted
from validator.catalogue.words.grammar import grammar_of
from validator.checks.translations import faults_of_text
from validator.findings import Place


def message(english: str, said: str) -> Message:
    po = read_po(f'msgctxt "card/owl cry"\nmsgid "{english}"\nmsgstr "{said}"\n', "el.po")
    assert not po.faults
    return po.messages[0]


def codes(english: str, said: str) -> list[str]:
    wanted = Wanted("card/owl cry", english, Place("cards.yaml", 1, 1))
    found = faults_of_text(message(english, said), wanted, grammar_of("el"), inflected=False)
    return [one.code for one in found]


@pytest.mark.parametrize("said", ["Γιατί;", "Γιατί\u037e", "なぜ？"])
def test_a_question_may_end_as_its_language_ends_one(said):
    assert not codes("Why?", said)
    assert codes("Why.", said) == ["translation-ending"]
