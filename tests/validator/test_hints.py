"""Which name was meant."""

from __future__ import annotations

import pytest

from validator.findings import as_id, closest, did_you_mean

KNOWN = ("end_of_round", "at_once", "full_circle")


def test_the_closest_name_is_asked_for() -> None:
    assert closest("at_onc", KNOWN) == "at_once"
    assert did_you_mean("at_onc", KNOWN, "known: 3") == "did you mean 'at_once'?"


def test_what_is_like_nothing_is_told_otherwise() -> None:
    assert closest("zzz", KNOWN) is None
    assert closest("zzz", ()) is None
    assert did_you_mean("zzz", KNOWN, "known: 3") == "known: 3"


def test_capitals_and_what_joins_words_make_no_difference() -> None:
    assert closest("LAMB.PNG", ("ewe.png", "lamb.png")) == "lamb.png"
    assert closest("Full Circle", KNOWN) == "full_circle"


@pytest.mark.parametrize(
    ("name", "wanted"),
    [("Harbour Night", "harbour_night"), ("Été - à Brême", "ete_a_breme"), ("a-b_c", "a-b_c")],
)
def test_the_id_of_a_name(name: str, wanted: str) -> None:
    assert as_id(name) == wanted


def test_a_name_without_a_letter_has_no_id() -> None:
    assert as_id("漢字") == ""
