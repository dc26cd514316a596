"""Odds of draws, against counting every draw by hand."""

from fractions import Fraction
from itertools import combinations

import pytest
from commandline import run

from generator.odds import as_lines, odds


@pytest.mark.parametrize(("size", "fitting", "drawn"), [(7, 3, 4), (5, 5, 2), (6, 1, 6), (4, 0, 2)])
def test_odds_are_what_counting_every_draw_gives(size, fitting, drawn):
    held = [sum(one < fitting for one in draw) for draw in combinations(range(size), drawn)]
    found = odds(size, fitting, drawn)
    assert sum(found) == 1
    for number, share in enumerate(found):
        assert share == Fraction(held.count(number), len(held))


def test_lines_say_exactly_and_as_many_or_more():
    assert list(as_lines(odds(4, 2, 2))) == [
        "    0  16.67 %",
        "    1  66.67 %   1 or more  83.33 %",
        "    2  16.67 %   2 or more  16.67 %",
        "  on average 1",
    ]


def test_a_pile_counts_as_it_is_before_hands_are_dealt(fog):
    told = run("odds", "fog", "deck", "bonfire", "--draw", 5, "--project", fog).output
    copies = 5
    assert f"deck has 30 pieces, {copies} of them wanted" in told
    assert "2 players, 3 players, 4 players" in told.replace("\n", " ")
    assert f"1 or more {float(1 - odds(30, copies, 5)[0]) * 100:6.2f} %" in told


def test_what_is_wrong_is_told(fog):
    asked = ("odds", "fog", "--project", fog)
    assert "did you mean 'deck'" in run(*asked, "dek", "bonfire", status=2).output
    assert "draw at most as many" in run(*asked, "deck", "bonfire", "--draw", 99, status=2).output
    assert "no piece or set" in run(*asked, "deck", "bonfires", status=2).output
    assert "legal tables" in run(*asked, "deck", "bonfire", "--players", 9, status=2).output
