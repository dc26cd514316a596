"""Every legal table of every shipped game, and of small ones that are played from data."""

from itertools import groupby

import pytest
from shippedgames import catalogue, small_games

from validator.catalogue.seats import find_configuration

TABLES = [
    (game.id, table.players, table.bots)
    for game in catalogue().games.values()
    if game.is_played
    for table in game.configurations
]
SLOW = ("crossing_stonehenge", "first_druid", "henge", "high_council")
"""Games that take long to compile or to play."""
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
    return game, find_configuration(game, players, bots)


def sampled(spots, quick=lambda spot: True):
    """The tables, of which only the smallest and the largest of each game are not heavy.

    Of a game that is slow it is the smallest alone, and of one that is not ``quick`` none.
    """
    found = []
    for game, tables in groupby(spots, lambda spot: spot[0]):
        listed = list(tables)
        ends = listed[:1] if game in SLOW else (listed[0], listed[-1])
        light = [one for one in ends if quick(one)]
        found += [
            one if one in light else pytest.param(one, marks=pytest.mark.heavy) for one in listed
        ]
    return found


def heavy_where(cases, test=SLOW.__contains__):
    """Cases of a test, of which those that pass ``test`` are heavy; each is a value or a tuple."""
    return [
        pytest.param(*(one if isinstance(one, tuple) else [one]), marks=pytest.mark.heavy)
        if test(one)
        else one
        for one in cases
    ]


def table_ids(spot):
    return f"{spot[0]}-{spot[1]}+{spot[2]}"
