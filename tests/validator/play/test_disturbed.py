"""Games of other boxes and orders, and rules that are broken on purpose."""

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from matches import Watching, play_game
from playtables import SCRIPTED, TABLES, game_named, heavy_where, seated
from shippedgames import ROOT, game_of

from generator.starter import starters, write_starter
from validator.catalogue.load import load
from validator.catalogue.model import Form
from validator.compiler import table
from validator.compiler.runtime.match import ScriptMatch
from validator.play.modules import find_module
from validator.play.observers import RefereeError
from validator.play.rulings import resolve_rulings
from validator.rng import Rng

EVERY = [*TABLES, *SCRIPTED]
GAMES = sorted({spot[0] for spot in EVERY})
SEATS = 5
"""Copies kept of a piece that set-up may give to everyone."""
NEEDED = {"marker": 8}
"""Copies kept of a piece of which set-up gives everyone more (HEN-PSET-18)."""
WORDS = ("actions", "season", "sub_actions", "timing", "type")
"""Fields of cards with words that scripts of Henge name: a card of each word is kept."""
RUN_OUT = {"henge": [("X-HEN-08=reshuffle",), ("X-HEN-08=stop",), ("X-HEN-06-BANK=limited",)]}
"""What is done by ruling where cards or coins have run out."""
TURNS = 120
"""Cap for these games: the referee counts the whole table at each step."""
LOOSE = (Form.CARD, Form.CHIT, Form.COIN, Form.TOKEN, Form.MARKER, Form.STANDEE, Form.UPRIGHT)
"""Forms of which a box could hold fewer; boards and mats are needed whole."""


def shrink(game, percent, seed):
    """The game with only ``percent`` of each set left (at least one piece of a kind that is
    needed: cards with a field that set-up looks for, and one of every colour)."""
    rng = Rng(seed, 11, 13)
    sets = {
        name: _less(one, percent.get(name, 100), rng) if one.form in LOOSE else one
        for name, one in game.sets.items()
    }
    return replace(game, sets=sets)


def _less(one, percent, rng):
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
    first = {}
    for at, component in enumerate(one.components):
        for field in WORDS:
            value = component.fields.get(field, ())
            for word in value if isinstance(value, (list, tuple)) else (value,):
                first.setdefault((field, word), at)
    kept = {*order[: max(1, len(order) * percent // 100)], *first.values()}
    return replace(
        one,
        components=tuple(
            component
            for at, component in enumerate(one.components)
            if at in kept or "starter_area" in component.fields
        ),
    )


def tables_of(name):
    return [spot for spot in EVERY if spot[0] == name]


@pytest.mark.parametrize("name", heavy_where(GAMES))
@settings(
    max_examples=30,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(data=st.data())
def test_nothing_is_lost_when_everything_runs_out(name, data):
    spot = data.draw(st.sampled_from(tables_of(name)), label="table")
    _, configuration = seated(spot)
    whole = game_named(name)
    loose = [one.id for one in whole.sets.values() if one.form in LOOSE]
    percent = {one: data.draw(st.sampled_from((100, 60, 30, 12)), label=one) for one in loose}
    game = shrink(whole, percent, data.draw(st.integers(0, 99), label="which"))
    policy = data.draw(st.sampled_from(("random", "greedy")), label="policy")
    ruling = data.draw(st.sampled_from(RUN_OUT.get(name, [()])), label="ruling")
    table = find_module(game).prepare(game, configuration, resolve_rulings(game, ruling))
    short = replace(table, frame=replace(table.frame, turn_cap=TURNS))
    played = play_game(short, policy, data.draw(st.integers(0, 99), label="game"))
    assert 0 < played.turns <= TURNS
    assert not played.outcome.stuck, played.outcome.reason


# --- games whose records stand in another order are the same games, so their pairs are alike -----
SHIPPED = ("battle_of_the_gods", "crossing_stonehenge", "first_druid", "henge", "high_council")
TAKEN = {"high_council": ("trilithon", "bar")}
"""Sets of which a set-up takes some, or that give colours their order, as the file lists them."""


class Deeds(Watching):
    """Notes every decision."""

    def __init__(self):
        self.told = []

    def step(self, match, seat, what, options, index):
        self.told.append((seat, what, options[index].say()))


def played(game, policy):
    """A game of each table: all that was decided, and how it ended."""
    found = []
    for configuration in game.configurations[:4]:
        table = find_module(game).prepare(game, configuration, resolve_rulings(game))
        deeds = Deeds()
        ended = play_game(table, policy, 0, False, [deeds])
        found.append((deeds.told, ended.outcome.winners, ended.outcome.scores))
    return found


def reversed_records(game):
    """The game with the records of each set the other way round."""
    taken = TAKEN.get(game.id, ())
    sets = {
        name: one if name in taken else replace(one, components=one.components[::-1])
        for name, one in game.sets.items()
    }
    return replace(game, sets=sets)


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("name", heavy_where(SHIPPED))
def test_records_of_a_shipped_game_may_stand_in_any_order(name, policy):
    game = game_of(name)
    assert played(reversed_records(game), policy) == played(game, policy)


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("name", starters())
def test_records_of_a_starter_may_stand_in_any_order(tmp_path, name, policy):
    write_starter(tmp_path, name, name)
    (game,) = load(tmp_path)[0].games.values()
    assert played(reversed_records(game), policy) == played(game, policy)


# --- games don't depend on the order of sets: other hash seeds, same bytes -----------------------
SCRIPT = """
import json, sys
from pathlib import Path
from validator.catalogue.load import load
from validator.simulation.trials import TableChoice, as_json, simulate
catalogue, _ = load(Path(sys.argv[1]))
for policy in ("random", "greedy"):
    print(json.dumps(as_json(simulate(catalogue, TableChoice(), 1, policy))))
"""


def start(seed):
    """One game of every table by each policy, in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(ROOT)],
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.heavy
def test_every_game_is_the_same_under_any_hash_seed():
    running = [start(seed) for seed in ("1", "2")]
    first, second = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert first.count('"game"') == 42
    assert second == first


# --- A rule broken on purpose in what plays every game from data is caught by the referee --------
def test_every_game_is_played_by_what_is_broken_here():
    assert {find_module(game_named(name)) for name in GAMES} == {table}


@pytest.mark.parametrize("name", SHIPPED)
def test_the_referee_catches(name, monkeypatch):
    """A piece that is moved, once, is doubled where it arrives."""
    game, configuration = seated(tables_of(name)[0])
    dealt = table.prepare(game, configuration, resolve_rulings(game))
    move_one = ScriptMatch.move_one

    def doubled(match, piece, to, *at):
        monkeypatch.setattr(ScriptMatch, "move_one", move_one)
        move_one(match, piece, to, *at)
        match.z[to].append(piece)

    class Breaking(Watching):
        def turn(self, match, number, seat):
            monkeypatch.setattr(ScriptMatch, "move_one", doubled)

    with pytest.raises(RefereeError, match="made 1 x"):
        play_game(dealt, observers=[Breaking()])
