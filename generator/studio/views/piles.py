"""Piles and cards of a table, from games played in the background."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from generator.failures import FailedError
from generator.studio.desk import Desk
from generator.studio.messages import Picture
from generator.studio.views.tables import chosen, number
from validator.catalogue.model import Catalogue, Configuration, Game
from validator.setup.pieces import table_words
from validator.simulation.trials import Experiment, as_json, declared_bounds, simulate

MOST_GAMES = 1_000
"""Games that are played for one answer."""
POLICIES = ("random", "greedy")


def piles(
    desk: Desk, words: Mapping[str, str], show: Callable[[Picture], None]
) -> tuple[str, bytes]:
    """Play ``games`` games at the table of ``players`` and ``bots`` under a ``policy``.

    A game that is not played is answered with what its data declare of piles.

    Raises:
        FailedError: the game cannot be read, or names no table.
        UsageError: it cannot be played.
    """
    del show
    game = desk.game
    if game is None:
        raise FailedError("the game cannot be read; the findings say why")
    if not game.configurations:
        raise FailedError("no table is named; write `configurations` in game.yaml")
    table = chosen(game, words)
    told: dict[str, Any] = {
        "tables": [
            {
                "players": one.players,
                "bots": one.bots,
                "name": table_words(one.players, one.bots, game.tongue),
            }
            for one in game.configurations
        ],
        "players": table.players,
        "bots": table.bots,
        "policies": POLICIES,
        "played": game.is_played,
    }
    if game.is_played:
        told |= _played(desk.catalogue, game, table, words)
    else:
        told["piles"] = [*_declared(game, table)]
    return "application/json", json.dumps(told, ensure_ascii=False).encode()


def _played(
    catalogue: Catalogue, game: Game, table: Configuration, words: Mapping[str, str]
) -> dict[str, Any]:
    policy = words.get("policy", "")
    games = max(1, min(MOST_GAMES, number(words, "games", 20)))
    asked = Experiment(
        (game.id,), table.players, table.bots, games, policy if policy in POLICIES else POLICIES[0]
    )
    (found,) = as_json(simulate(catalogue, asked))
    names = {pile.id: pile.name or pile.id for pile in game.piles}
    then = {pile.id: pile.then for pile in game.piles}
    found["piles"] = [
        {"id": key, "name": names.get(key, key), "then": then.get(key, ""), **figures}
        for key, figures in found["piles"].items()
    ]
    return found


def _declared(game: Game, table: Configuration) -> Iterator[dict[str, Any]]:
    """What the draw rates and the length that the data declare make of each pile."""
    if game.length is None:
        return
    names = {pile.id: pile.name or pile.id for pile in game.piles}
    for size, bound in declared_bounds(game, table):
        yield {
            "id": bound.pile,
            "name": names[bound.pile],
            "size": size,
            "can_run_out": bound.can_run_out,
            "sum": bound.sum,
        }
