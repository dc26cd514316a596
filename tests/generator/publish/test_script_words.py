"""The site's script says numbers in the forms of the language that its sentences are in."""

import pytest

from generator.publish.site import script_words
from validator.catalogue.words.language import ENGLISH, Tongue

RUSSIAN = "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2"
FORMS = ("{number} деталь", "{number} детали", "{number} деталей")


def said(tongue, number):
    words = script_words(tongue)
    return words["components"][int(words["form"][number])].replace("{number}", str(number))


@pytest.mark.parametrize("number", [0, 1, 2, 21, 101])
def test_english_sentences_take_english_forms_in_any_project(number):
    assert said(Tongue("ru", {}, {}, RUSSIAN), number) == said(ENGLISH, number)
    assert said(ENGLISH, number) == f"{number} component{'' if number == 1 else 's'}"


def test_translated_sentences_take_the_forms_of_their_language():
    russian = Tongue("ru", {}, {("", "{number} component"): FORMS}, RUSSIAN)
    assert [said(russian, number) for number in (1, 3, 11, 21)] == [
        "1 деталь",
        "3 детали",
        "11 деталей",
        "21 деталь",
    ]
