"""Rules modules: found, as the guide tells to write them, and what they cannot read."""

import re
import sys
import types
from dataclasses import replace
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from generator.starter import write_starter
from validator.catalogue.load import load
from validator.catalogue.model import Catalogue, Ruling
from validator.compiler import table
from validator.data_checks import run_checks
from validator.findings import Severity, UsageError
from validator.manual import explain
from validator.play import modules
from validator.play.modules import GROUP, code_of, find_module
from validator.play.rulings import check_readers, find_missing_modules, ready, resolve_rulings
from validator.simulation.depletion import DepletionEffort, exhaustion
from validator.simulation.trials import TableChoice, as_json, simulate


def test_a_game_that_is_data_is_played_by_the_compiler(shipped):
    assert find_module(shipped.games["henge"]) is table


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        (None, "has no rules module", "`module:` in game.yaml"),
        ("missing", "names the rules module 'missing'", "correct `module:`"),
        ("os.path", "names the rules module 'os.path'", GROUP),
    ],
)
def test_no_module(shipped, name, message, hint):
    with pytest.raises(UsageError) as error:
        find_module(replace(shipped.games["henge"], module=name, play=None))
    assert message in error.value.message
    assert hint in error.value.hint


def test_the_code_of_an_installed_module_is_its_file(shipped, monkeypatch, tmp_path):
    source = tmp_path / "fog_of_somebody.py"
    source.touch()
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("fog", source.stem, GROUP)
    monkeypatch.setattr(modules, "entry_points", lambda group, name: [entry])
    game = shipped.games["henge"]
    assert code_of(replace(game, module="fog")) == (source,)
    assert code_of(game) == ()


# --- docs/rules-modules.md holds a module that works, on the game that `trilith new` writes ------
NAME = "module_of_the_guide"
GUIDE = (Path(__file__).parents[3] / "docs" / "rules-modules.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def blocks():
    return re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    root = tmp_path_factory.mktemp("fog")
    write_starter(root, "Fog")
    return replace(load(root)[0].games["fog"], module="fog")


@pytest.fixture
def make(blocks, monkeypatch):
    """Install a module of the guide: the code block with this number."""

    def install(number, origin=None):
        made = types.ModuleType(NAME)
        if origin:
            made.__spec__ = ModuleSpec(NAME, None, origin=str(origin))
        monkeypatch.setitem(sys.modules, NAME, made)
        exec(compile(blocks[number], "docs/rules-modules.md", "exec"), made.__dict__)
        entry = EntryPoint("fog", NAME, modules.GROUP)

        def installed(group, name="fog"):
            return [entry] if name == "fog" else []

        monkeypatch.setattr(modules, "entry_points", installed)
        return made

    return install


@pytest.fixture
def module(make):
    return make(0)


def test_it_is_found(module, game):
    assert find_module(game) is module


def test_the_module_obeys_the_referee(module, game, blocks):
    tools = {}
    exec(compile(blocks[1], "docs/rules-modules.md", "exec"), tools)
    for configuration in game.configurations:
        table = module.prepare(game, configuration, resolve_rulings(game))
        for policy in ("random", "greedy", "drain:deck", "drain:coins", "search:3"):
            for index in range(3):
                played = tools["play"](table, policy, index)
                assert played.outcome.finished
                assert played.turns == 9 * configuration.total


def test_it_can_be_simulated_and_its_greedy_player_wins(module, game):
    catalogue = Catalogue({game.id: game})
    [figures] = as_json(simulate(catalogue, TableChoice(players=2), 60, "greedy,random"))
    assert figures["finished"] == 60
    assert figures["wins"][0]["low"] > 0.5
    assert figures["cards"]["bonfire"]["played"] > 0
    report = exhaustion(catalogue, TableChoice(), DepletionEffort(5, 2, 2))
    assert [pile.pile.id for pile in report.piles] == ["deck", "coins"] * 3


def test_the_rulings_of_the_guide_are_compared_with_the_data(game, make):
    made = make(2)
    assert made.cards_drawn([], {"FOG-HAND": "draws_two"}) == 2
    assert made.cards_drawn([], {"FOG-HAND": "skips"}) == 1
    options = {"skips": "nothing", "draw_two": "two cards"}
    ruling = Ruling("FOG-HAND", "An empty hand?", options, "skips", game.place)
    found = check_readers(Catalogue({game.id: replace(game, rulings=(ruling,))}))
    assert [(one.code, one.hint) for one in found] == [
        ("ruling-option", "did you mean 'draws_two'?")
    ]


def test_the_check_of_the_guide_runs_on_its_game_and_is_explained(game, make, tmp_path):
    make(3, origin=tmp_path / "fog.py")
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


def with_cards(game, cards):
    return replace(game, sets={**game.sets, cards.id: cards})


# --- what a rules module cannot read is a finding, not a crash -----------------------------------
def told(game):
    (found,) = ready(Catalogue({game.id: game}))
    assert found.severity is Severity.ERROR
    assert found.hint
    return found


def test_the_shipped_games_are_ready(shipped):
    assert ready(shipped) == ()


def test_an_unknown_module_is_refused(game, module):
    catalogue = Catalogue({game.id: replace(game, module="no_such_game")})
    (one,) = find_missing_modules(catalogue)
    assert one.code == "play-refused"
    assert "no_such_game" in one.message
    assert ready(catalogue) == (), "it is told once"
    (near,) = find_missing_modules(Catalogue({game.id: replace(game, module="fgo")}))
    assert near.hint.startswith("did you mean 'fog'?")
