from __future__ import annotations

from validator.catalogue.words.tongue import Tongue, tongue_of


def test_a_sentence_is_said_in_the_language_or_in_english():
    assert tongue_of("de").say("Set up") == tongue_of("de-AT").say("Set up") == "Aufbau"
    assert tongue_of("de").say("nobody wrote this") == "nobody wrote this"
    assert tongue_of("xx").say("Set up") == tongue_of("").say("Set up") == "Set up"


def test_a_part_says_the_form_that_a_sentence_asks_of_it():
    class Stone:
        def __format__(self, form: str) -> str:
            return {"": "Stein", "dative": "dem Stein"}[form]

    german = Tongue("de", {("", "with {stone}"): "mit {stone:dative}"})
    assert german.say("with {stone}", stone=Stone()) == "mit dem Stein"
