"""Fog as a rules module and Fog from data: on the same luck and choices the same games."""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from shippedgames import ROOT

from generator.starter import write_starter
from validator.catalogue.load import load
from validator.catalogue.model import Configuration, Game
from validator.play import modules
from validator.play.driver import PlayedGame, make_policies, play_match
from validator.play.modules import prepare_table
from validator.play.rules import Match, Option, Prepared
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

GAMES = 120
"""Games at each table; the tables are those of 2, 3 and 4 players."""


class Options:
    """An observer that counts the options of every decision."""

    def __init__(self) -> None:
        self.counts: list[tuple[int, int]] = []

    def before(self, match: Match) -> None:
        pass

    def turn(self, match: Match, number: int, seat: int) -> None:
        pass

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        self.counts.append((seat, len(options)))

    def after(self, match: Match, outcome: object) -> None:
        pass


@pytest.fixture(scope="module")
def fog(tmp_path_factory: pytest.TempPathFactory) -> Game:
    root = tmp_path_factory.mktemp("fog")
    write_starter(root, "Fog")
    catalogue, findings = load(root)
    assert not findings
    return catalogue.games["fog"]


@pytest.fixture
def module(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the module of the guide, installed."""
    guide = Path(ROOT / "docs" / "rules-modules.md").read_text(encoding="utf-8")
    source = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[0]
    made = types.ModuleType("fog_of_the_guide")
    monkeypatch.setitem(sys.modules, made.__name__, made)
    exec(compile(source, "docs/rules-modules.md", "exec"), made.__dict__)
    entry = EntryPoint("fog", made.__name__, modules.GROUP)
    monkeypatch.setattr(modules, "entry_points", lambda group, name: [entry])
    return "fog"


def tables(game: Game, module: str, configuration: Configuration) -> tuple[Prepared, Prepared]:
    rulings = resolve_rulings(game)
    by_module = prepare_table(replace(game, module=module, play=None), configuration, rulings)
    return by_module, prepare_table(replace(game, module=None), configuration, rulings)


def played(table: Prepared, index: int) -> tuple[PlayedGame, Options]:
    streams, options = Streams(7, "fog", table.frame.table, index), Options()
    policies = make_policies(["random"] * len(table.frame.seats), streams)
    return play_match(table, streams, policies, [options]), options


def test_both_play_the_same_games(fog: Game, module: str) -> None:
    for configuration in fog.configurations:
        by_module, by_script = tables(fog, module, configuration)
        for index in range(GAMES):
            one, choices = played(by_module, index)
            other, others = played(by_script, index)
            assert one.outcome == other.outcome
            assert (one.turns, one.choices) == (other.turns, other.choices)
            assert choices.counts == others.counts
            assert one.tally.drawn == other.tally.drawn
            assert one.tally.played == other.tally.played
            hand = [zone for zone in one.match.census() if zone.endswith(".hand")]
            for zone in (*hand, "discard"):
                assert sorted(one.match.census()[zone]) == sorted(other.match.census()[zone]), zone
