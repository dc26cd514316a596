"""Which tables a game allows, and what a table is called."""

from __future__ import annotations

from validator.catalogue.model import Configuration, Game, Refusal
from validator.catalogue.words.tongue import ENGLISH, Tongue
from validator.usage import UsageError


def find_configuration(game: Game, players: int, bots: int = 0) -> Configuration:
    """The configuration of ``game`` for this many humans and bots.

    Raises:
        UsageError: the rules do not allow it; the message says why, the hint what is legal.
    """
    for configuration in game.configurations:
        if (configuration.players, configuration.bots) == (players, bots):
            return configuration
    raise UsageError(refusal_text(game, players, bots), f"legal tables: {legal_tables(game)}")


def refusal_text(game: Game, players: int, bots: int = 0) -> str:
    """Why ``game`` cannot be played by this many humans and bots."""
    table = f"{game.name} cannot be set up for {table_words(players, bots)}"
    for refusal in game.refusals:
        if (refusal.players, refusal.bots) == (players, bots):
            return f"{table}: {_reason(refusal)}"
    return f"{table}: the rules name no such table"


def _reason(refusal: Refusal) -> str:
    source = f" ({refusal.finding})" if refusal.finding else ""
    return refusal.reason.rstrip(".") + source


def legal_tables(game: Game) -> str:
    """The legal tables of ``game`` in words, such as ``2 players, 4 players``."""
    if not game.configurations:
        return "none (this folder holds parts for other games)"
    return ", ".join(table_words(one.players, one.bots) for one in game.configurations)


def table_words(players: int, bots: int, tongue: Tongue = ENGLISH) -> str:
    """A table in words: ``1 player and 2 bots``."""
    people = tongue.count("{number} player", "{number} players", players)
    if bots == 0:
        return people
    automated = tongue.count("{number} bot", "{number} bots", bots)
    return tongue.say("{people} and {bots}", people=people, bots=automated)


def table_name(configuration: Configuration) -> str:
    """A table as addresses and file names say it: ``2+1``, humans and bots."""
    return f"{configuration.players}+{configuration.bots}"
