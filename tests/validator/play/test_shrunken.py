"""Games with most of their cards and pieces missing: what runs out once in a hundred thousand
full games runs out at once here, and nothing may be lost or made by it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playtables import SCRIPTED, TABLES, Seated, game_named, seated

from validator.catalogue.model import ComponentSet, Form, Game
from validator.play.driver import make_policies, parse_policy, play_match
from validator.play.modules import find_module
from validator.play.observers import Referee
from validator.play.rulings import resolve_rulings
from validator.rng import Rng, Streams

EVERY = [*TABLES, *SCRIPTED]
GAMES = sorted({spot[0] for spot in EVERY})
SEATS = 5
"""Copies kept of a piece that set-up may give to everyone."""
NEEDED = {"marker": 8}
"""Copies kept of a piece of which set-up gives everyone more (HEN-PSET-18)."""
TURNS = 120
"""Cap for these games: the referee counts the whole table at each step."""
LOOSE = (Form.CARD, Form.CHIT, Form.COIN, Form.TOKEN, Form.MARKER, Form.STANDEE, Form.UPRIGHT)
"""Forms of which a box could hold fewer; boards and mats are needed whole."""


def shrink(game: Game, percent: dict[str, int], seed: int) -> Game:
    """The game with only ``percent`` of each set left (at least one piece of a kind that is
    needed: cards with a field that set-up looks for, and one of every colour)."""
    rng = Rng(seed, 11, 13)
    sets = {
        name: _less(one, percent.get(name, 100), rng) if one.form in LOOSE else one
        for name, one in game.sets.items()
    }
    return replace(game, sets=sets)


def _less(one: ComponentSet, percent: int, rng: Rng) -> ComponentSet:
    if len(one.components) < 12:
        fewer = [
            replace(component, copies=max(least, component.copies * percent // 100))
            for least, component in (
                (min(NEEDED.get(one.id, SEATS), piece.copies), piece) for piece in one.components
            )
        ]
        return replace(one, components=tuple(fewer))
    order = list(range(len(one.components)))
    rng.shuffle(order)
    kept = set(order[: max(1, len(order) * percent // 100)])
    return replace(
        one,
        components=tuple(
            component
            for at, component in enumerate(one.components)
            if at in kept or "starter_area" in component.fields
        ),
    )


def tables_of(name: str) -> list[Seated]:
    return [spot for spot in EVERY if spot[0] == name]


@pytest.mark.parametrize("name", GAMES)
@settings(
    max_examples=30,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_nothing_is_lost_when_everything_runs_out(name: str, data: Any) -> None:
    spot = data.draw(st.sampled_from(tables_of(name)), label="table")
    _, configuration = seated(spot)
    whole = game_named(name)
    loose = [one.id for one in whole.sets.values() if one.form in LOOSE]
    percent = {one: data.draw(st.sampled_from((100, 60, 30, 12)), label=one) for one in loose}
    game = shrink(whole, percent, data.draw(st.integers(0, 99), label="which"))
    policy = data.draw(st.sampled_from(("random", "greedy")), label="policy")
    table: Any = find_module(game).prepare(game, configuration, resolve_rulings(game))
    short = replace(table, frame=replace(table.frame, turn_cap=TURNS))
    streams = Streams(data.draw(st.integers(0, 99), label="seed"), name, "shrunken", 0)
    policies = make_policies(parse_policy(policy, short.frame), streams)
    played = play_match(short, streams, policies, [Referee(short.frame)])
    assert 0 < played.turns <= TURNS
    assert not played.outcome.stuck, played.outcome.reason
