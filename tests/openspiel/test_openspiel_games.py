"""Games play as OpenSpiel plays them: same options at each decision, same returns.

``make openspiel`` plays a thousand games of each; these are the first few of them.
"""

from dataclasses import replace

import pytest
from needed import in_ci
from openspiel.mirror import compare, prepared
from openspiel.twins import PAIRINGS

if not in_ci():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

import pyspiel
from openspiel.bots import match

GAMES = {
    "gin_rummy": 1,
    "cribbage": 3,
    "hearts": 2,
    "breakthrough": 3,
    "hex": 3,
    "nine_mens_morris": 3,
    "othello": 3,
    "backgammon": 2,
}
"""Games of each table; 10 if not said."""


OTHERWISE = [
    ("CHE-DRAW=steps", 14),
    ("BAC-WORTH=one", 0),
    ("GOOF-TIE=waits", 0),
    ("C8-COUNT=pips", 0),
    ("HEA-BREAK=hearts", 1),
    ("FISH-DEALT=short", 600),
    ("FISH-EMPTY=asks", 24),
    ("PIG-HOLD=rolls_first", 0),
    ("SPA-BROKEN=broken", 0),
    ("CRIB-END=at_once", 0),
    ("CRIB-FLUSH=nothing", 25),
    ("GIN-BACK=never", 0),
    ("GIN-WALL=dead", 0),
]
"""What OpenSpiel does not do at the first of ``PAIRINGS`` with another ruling, and such a game."""


@pytest.mark.parametrize("pairing", PAIRINGS, ids=lambda pairing: pairing.name)
def test_options_and_returns_are_those_of_openspiel(pairing):
    table = prepared(pairing)
    for index in pairing.games(GAMES.get(pairing.game, 10)):
        assert compare(pairing, table, index, pyspiel.load_game) > 0


@pytest.mark.parametrize(("ruling", "index"), OTHERWISE, ids=str)
def test_where_openspiel_differs_from_the_usual_rules_a_ruling_says_so(ruling, index):
    identity = ruling.partition("=")[0]
    pairing = next(one for one in PAIRINGS if f"{identity}=" in " ".join(one.rulings))
    same = tuple(one for one in pairing.rulings if not one.startswith(f"{identity}="))
    other = replace(pairing, rulings=(*same, ruling))
    with pytest.raises(AssertionError):
        compare(other, prepared(other), index, pyspiel.load_game)


def test_a_match_against_bots_goes_on_where_it_was(tmp_path):
    said = match("connect_four", 3, 4, tmp_path / "whole")
    match("connect_four", 2, 4, tmp_path / "parts")
    assert match("connect_four", 3, 4, tmp_path / "parts") == said
    whole, parts = (tmp_path / one / "connect_four-4.txt" for one in ("whole", "parts"))
    assert parts.read_text() == whole.read_text()
    assert len(whole.read_text().splitlines()) == 3
    assert " of 3 games won" in said


def test_bots_play_hearts_where_no_cards_are_passed(tmp_path):
    match("hearts", 1, 2, tmp_path)
    [line] = (tmp_path / "hearts-2.txt").read_text().splitlines()
    assert float(line.split()[2]) == 78  # four times 26, less the points of the deal
