"""Which names of a game in German are told to lack their class."""

from __future__ import annotations

from dataclasses import replace

from shippedgames import game_of

from validator.catalogue.words.plain_names import with_plain_names
from validator.checks.names import check_inflected, terms_as_nouns

HENGE = game_of("henge")


def test_terms_that_only_narrow_a_count_are_not_inflected():
    terms = terms_as_nouns(HENGE)
    assert {"coin", "druid", "stone-size", "privilege", "remote"} <= terms
    assert not {"size-large", "area-heel", "carved", "min-cost-7"} & terms


def test_every_name_that_sentences_inflect_is_asked_for_its_class():
    german = replace(HENGE, language="de")
    found = [*check_inflected(german, ())]
    assert {one.code for one in found} == {"noun-class-missing"}
    told = {one.message.split("'")[1] for one in found}
    assert {"coin", "Luck card", "Stone deck", "Spring card"} <= told
    assert "large" not in told
    assert not [*check_inflected(HENGE, ())]


def test_adjectives_need_no_class():
    terms = {**HENGE.terms, "size-large": replace(HENGE.terms["size-large"], one="groß~")}
    german = with_plain_names(replace(HENGE, language="de", terms=terms))
    assert german.terms["size-large"].one == "groß"
    assert not [one for one in check_inflected(german, ()) if "groß" in one.message]
