"""Every legal table of every shipped game, and of small ones that are played from data."""

from itertools import groupby

import pytest
from shippedgames import catalogue, small_games

TABLES = [
    (game.id, table.players, table.bots)
    for game in catalogue().games.values()
    if game.is_played
    for table in game.configurations
]
SCRIPTED = [
    (game.id, table.players, table.bots)
    for game in small_games().values()
    for table in game.configurations
]


def game_named(name):
    """A shipped game, or a small one that is played from data."""
    return {**catalogue().games, **small_games()}[name]


def seated(spot):
    """The game and the configuration of a table."""
    name, players, bots = spot
    game = game_named(name)
    return game, next(
        table for table in game.configurations if (table.players, table.bots) == (players, bots)
    )


def sampled(spots, quick=lambda spot: True):
    """The tables, of which only the smallest and the largest of each game are not heavy.

    Where a game is not ``quick`` all of them are.
    """
    found = []
    for _, tables in groupby(spots, lambda spot: spot[0]):
        listed = list(tables)
        light = [one for one in (listed[0], listed[-1]) if quick(one)]
        found += [
            one if one in light else pytest.param(one, marks=pytest.mark.heavy) for one in listed
        ]
    return found


def slow_are_heavy(names):
    """Names of games, of which those are heavy that take long to compile or to play."""
    slow = ("crossing_stonehenge", "first_druid", "henge", "high_council")
    return [pytest.param(one, marks=pytest.mark.heavy) if one in slow else one for one in names]


def table_ids(spot):
    return f"{spot[0]}-{spot[1]}+{spot[2]}"
