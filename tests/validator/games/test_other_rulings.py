"""Every ruling of every game but Henge the other way, watched by the referee; and who wins.

Henge's are in ``test_henge_setup.py``, with tables chosen for what they cost.
"""

from dataclasses import replace

import pytest
from gametable import table_of, wins
from matches import play_game
from playtables import SLOW, heavy_where
from shippedgames import catalogue, game_of

GAMES = [game.id for game in catalogue().games.values() if game.is_played and game.id != "henge"]

OTHERS = [
    (name, ruling.id, option)
    for name in GAMES
    for ruling in game_of(name).rulings
    for option in ruling.options
    if option != ruling.default
]


@pytest.mark.parametrize(
    "every", [False, pytest.param(True, marks=pytest.mark.heavy)], ids=["largest", "all"]
)
@pytest.mark.parametrize(
    ("name", "ruling", "option"), heavy_where(OTHERS, lambda one: one[0] in SLOW)
)
def test_a_game_under_another_ruling_keeps_the_laws(name, ruling, option, every):
    tables = game_of(name).configurations
    for configuration in tables if every else tables[-1:]:
        table = table_of(name, configuration.players, f"{ruling}={option}")
        table = replace(table, frame=replace(table.frame, turn_cap=150))
        for policy in ("random", "greedy"):
            played = play_game(table, policy, 0)
            assert 0 < played.turns <= 150
            assert not played.outcome.stuck, played.outcome.reason


@pytest.mark.parametrize("name", GAMES)
def test_every_default_is_what_is_played_without_a_word(name):
    game = game_of(name)
    players = game.configurations[0].players
    spelt = table_of(name, players, *(f"{one.id}={one.default}" for one in game.rulings))
    plain = table_of(name, players)
    assert play_game(spelt, "random", 7).choices == play_game(plain, "random", 7).choices


@pytest.mark.parametrize(
    ("name", "players", "games", "least"),
    [
        *(("battle_of_the_gods", 2, 40, 36), ("battle_of_the_gods", 3, 40, 26)),
        *(("battle_of_the_gods", 4, 40, 22), ("first_druid", 3, 20, 18)),
        *(("first_druid", 4, 20, 18), ("first_druid", 5, 20, 18)),
        *(("high_council", 2, 20, 17), ("high_council", 4, 20, 17)),
    ],
)
def test_greedy_beats_random(name, players, games, least):
    """By lot a seat would win one game in as many as there are seats, a faction every other."""
    policy = ",".join(["random"] * (players - 1) + ["greedy"])
    if name == "high_council":
        policy = ",".join(["random", "greedy"] * (players // 2))
    assert wins(table_of(name, players), policy, players - 1, games) >= least
