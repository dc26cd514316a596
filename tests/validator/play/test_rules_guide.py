"""docs/rules-modules.md holds a module that works, on the game that ``trilith new`` writes."""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Iterator
from dataclasses import replace
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from generator.starter import write_starter
from validator.catalogue.load import load
from validator.catalogue.model import Catalogue, ComponentSet, Game, Ruling
from validator.manual import explain
from validator.play import modules
from validator.play.rulings import check_readers, resolve_rulings
from validator.registry import run_checks
from validator.simulation.depletion import DepletionEffort, Survey, exhaustion
from validator.simulation.trials import Experiment, as_json, simulate

NAME = "module_of_the_guide"
GUIDE = (Path(__file__).parents[3] / "docs" / "rules-modules.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    root = tmp_path_factory.mktemp("fog")
    write_starter(root, "Fog")
    return replace(load(root)[0].games["fog"], module="fog")


@pytest.fixture
def module(blocks: list[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    made = types.ModuleType(NAME)
    monkeypatch.setitem(sys.modules, NAME, made)
    exec(compile(blocks[0], "docs/rules-modules.md", "exec"), made.__dict__)
    entry = EntryPoint("fog", NAME, modules.GROUP)
    monkeypatch.setattr(modules, "entry_points", lambda group, name: [entry])
    yield made


def test_the_module_obeys_the_referee(module: Any, game: Game, blocks: list[str]) -> None:
    tools: dict[str, Any] = {}
    exec(compile(blocks[1], "docs/rules-modules.md", "exec"), tools)
    for configuration in game.configurations:
        table = module.prepare(game, configuration, resolve_rulings(game))
        for policy in ("random", "greedy", "drain:deck", "drain:coins", "search:3"):
            for index in range(3):
                played = tools["play"](table, policy, index)
                assert played.outcome.finished
                assert played.turns == 9 * configuration.total


def test_it_can_be_simulated_and_its_greedy_player_wins(module: Any, game: Game) -> None:
    catalogue = Catalogue({game.id: game})
    figures = as_json(simulate(catalogue, Experiment(players=2, count=60, policy="greedy,random")))[
        0
    ]
    assert figures["finished"] == 60
    assert figures["wins"][0]["low"] > 0.5
    assert figures["cards"]["bonfire"]["played"] > 0
    report = exhaustion(catalogue, Survey(effort=DepletionEffort(5, 2, 2)))
    assert [pile.pile.id for pile in report.piles] == ["deck", "coins"] * 3


def test_the_rulings_of_the_guide_are_compared_with_the_data(
    game: Game, blocks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made = types.ModuleType(NAME)
    monkeypatch.setitem(sys.modules, NAME, made)
    exec(compile(blocks[2], "docs/rules-modules.md", "exec"), made.__dict__)
    assert made.__dict__["cards_drawn"]([], {"FOG-HAND": "draws_two"}) == 2
    assert made.__dict__["cards_drawn"]([], {"FOG-HAND": "skips"}) == 1
    monkeypatch.setattr(modules, "entry_points", lambda group, name: [EntryPoint("fog", NAME, "")])
    options = {"skips": "nothing", "draw_two": "two cards"}
    ruling = Ruling("FOG-HAND", "An empty hand?", options, "skips", game.place)
    found = check_readers(Catalogue({game.id: replace(game, rulings=(ruling,))}))
    assert [(one.code, one.hint) for one in found] == [
        ("ruling-option", "did you mean 'draws_two'?")
    ]


def test_the_check_of_the_guide_runs_on_its_game_and_is_explained(
    game: Game, blocks: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = types.ModuleType(NAME)
    made.__spec__ = ModuleSpec(NAME, None, origin=str(tmp_path / "fog.py"))
    monkeypatch.setitem(sys.modules, NAME, made)
    exec(compile(blocks[3], "docs/rules-modules.md", "exec"), made.__dict__)
    entry = EntryPoint("fog", NAME, modules.GROUP)
    monkeypatch.setattr(modules, "entry_points", lambda group, name="fog": [entry])
    cards = game.sets["card"]
    first = cards.components[0]
    dear = replace(first, fields={**first.fields, "cost": 12})
    changed = replace(cards, components=(dear, *cards.components[1:]))
    for one, expected in ((game, []), (with_cards(game, changed), [repr(first.id)])):
        found = run_checks(Catalogue({one.id: one}))
        told = [finding.message for finding in found if finding.code == "light-dear"]
        assert [message.split()[0] for message in told] == expected
    other = replace(with_cards(game, changed), module=None)
    assert all(one.code != "light-dear" for one in run_checks(Catalogue({other.id: other})))
    ((path, page),) = re.findall(r"````markdown (\S+)\n(.*?)````", GUIDE, re.DOTALL)
    (tmp_path / path).parent.mkdir()
    (tmp_path / path).write_text(page, encoding="utf-8")
    told = explain("light-dear") or ""
    assert told.startswith("A card costs more than the nine coins that a seat may have.\n\nBad::\n")
    assert told.endswith("\n\nOnly games with `module: fog` are checked for this.")


def with_cards(game: Game, cards: ComponentSet) -> Game:
    return replace(game, sets={**game.sets, cards.id: cards})
