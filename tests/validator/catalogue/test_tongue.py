from __future__ import annotations

from validator.catalogue.words.language import Tongue, tongue_of


def test_a_sentence_is_said_in_the_language_or_in_english():
    assert tongue_of("de").say("Set up") == tongue_of("de-AT").say("Set up") == "Spielaufbau"
    assert tongue_of("de").say("nobody wrote this") == "nobody wrote this"
    assert tongue_of("xx").say("Set up") == tongue_of("").say("Set up") == "Set up"


def test_a_part_says_the_form_that_a_sentence_asks_of_it():
    class Stone:
        def __format__(self, form: str) -> str:
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
