"""Games whose records stand in another order are the same games, so their pairs are alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from shippedgames import game_of

from generator.starter import starters, write_starter
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.play.driver import make_policies, parse_policy, play_match
from validator.play.modules import find_module
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

SHIPPED = ("battle_of_the_gods", "crossing_stonehenge", "first_druid", "henge", "high_council")
TAKEN = {"high_council": ("trilithon", "bar")}
"""Sets of which a set-up takes some, or that give colours their order, as the file lists them."""


class Deeds:
    """Notes every decision."""

    def __init__(self) -> None:
        self.told: list[tuple[int, str, str]] = []

    def step(self, match: Any, seat: int, what: str, options: Any, index: int) -> None:
        self.told.append((seat, what, options[index].say()))

    def before(self, match: Any) -> None: ...

    def turn(self, match: Any, number: int, seat: int) -> None: ...

    def after(self, match: Any, outcome: Any) -> None: ...


def played(game: Game, policy: str) -> list[tuple[Any, ...]]:
    """Two games of each table: all that was decided, and how it ended."""
    found: list[tuple[Any, ...]] = []
    for configuration in game.configurations[:4]:
        rulings = resolve_rulings(game, ())
        table = find_module(game).prepare(game, configuration, rulings)
        for index in range(2):
            streams, deeds = Streams(3, game.id, table.frame.table, index), Deeds()
            policies = make_policies(parse_policy(policy, table.frame), streams)
            ended = play_match(table, streams, policies, [deeds])
            found.append((deeds.told, ended.outcome.winners, ended.outcome.scores))
    return found


def reversed_records(game: Game) -> Game:
    """The game with the records of each set the other way round."""
    taken = TAKEN.get(game.id, ())
    sets = {
        name: one if name in taken else replace(one, components=one.components[::-1])
        for name, one in game.sets.items()
    }
    return replace(game, sets=sets)


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("name", SHIPPED)
def test_records_of_a_shipped_game_may_stand_in_any_order(name: str, policy: str) -> None:
    game = game_of(name)
    assert played(reversed_records(game), policy) == played(game, policy)


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("name", starters())
def test_records_of_a_starter_may_stand_in_any_order(
    tmp_path: Path, name: str, policy: str
) -> None:
    write_starter(tmp_path, name, name)
    (game,) = load(tmp_path)[0].games.values()
    assert played(reversed_records(game), policy) == played(game, policy)
