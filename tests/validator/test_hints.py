"""Which name was meant."""

from __future__ import annotations

from validator.hints import closest, did_you_mean

KNOWN = ("end_of_round", "at_once", "full_circle")


def test_the_closest_name_is_asked_for() -> None:
    assert closest("at_onc", KNOWN) == "at_once"
    assert did_you_mean("at_onc", KNOWN, "known: 3") == "did you mean 'at_once'?"


def test_what_is_like_nothing_is_told_otherwise() -> None:
    assert closest("zzz", KNOWN) is None
    assert closest("zzz", ()) is None
    assert did_you_mean("zzz", KNOWN, "known: 3") == "known: 3"
