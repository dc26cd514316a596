"""Every legal table of every shipped game that can be played."""

from __future__ import annotations

from shippedgames import catalogue

from validator.catalogue.model import Configuration, Game

Seated = tuple[str, int, int]
"""A game, its humans and its bots."""


TABLES: list[Seated] = [
    (game.id, table.players, table.bots)
    for game in catalogue().games.values()
    if game.module is not None
    for table in game.configurations
]


def seated(spot: Seated) -> tuple[Game, Configuration]:
    """The game and the configuration of a table."""
    name, players, bots = spot
    game = catalogue().games[name]
    return game, next(
        table for table in game.configurations if (table.players, table.bots) == (players, bots)
    )


def table_ids(spot: Seated) -> str:
    return f"{spot[0]}-{spot[1]}+{spot[2]}"
