"""Games played from data: Fog beside its hand-written module, decisions a second, OpenSpiel.

Fog's module is the one of docs/rules-modules.md; both play the same luck and choices, and the
time is that of the processor, of each pair of games in turns. OpenSpiel's
figures are of its Python interface, as a comparison drives it.
"""

from __future__ import annotations

import random
import re
import sys
import tempfile
import time
import types
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from generator.starter import write_starter
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.play import modules
from validator.play.driver import PlayedGame, make_policies, play_match
from validator.play.modules import prepare_table
from validator.play.rules import Prepared
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

ROOT = Path(__file__).parent.parent
SECONDS = 2.0
"""Least time each figure is measured for."""
SPELLS = 4
"""Spells of playing of which the fastest counts."""
SPEED = ("goofspiel", "crazy_eights")
"""Starters whose speed is measured, by the names that OpenSpiel has too."""


def run() -> list[tuple[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        figures = [fog(Path(folder))]
        for name in SPEED:
            game = starter(Path(folder), name)
            for configuration in game.configurations:
                table = prepare_table(game, configuration, resolve_rulings(game))
                figures.append((f"{name} {table.frame.table}, random", speed_of(table)))
    return figures + [(f"{name}, OpenSpiel", spiel(name)) for name in SPEED]


def starter(root: Path, name: str) -> Game:
    """The starter ``name`` as a game of a project."""
    write_starter(root, name, like=name)
    return load(root, [name])[0].games[name]


def fog(root: Path) -> tuple[str, str]:
    """How fast Fog from data is beside its module, and whether they play the same games."""
    game = starter(root, "fog")
    configuration, rulings = game.configurations[-1], resolve_rulings(game)
    install_module()
    by_module = prepare_table(replace(game, module="fog", play=None), configuration, rulings)
    by_script = prepare_table(game, configuration, rulings)
    took, alike, index = [0.0, 0.0], 0, 0
    while sum(took) < 2 * SECONDS:
        played = []
        for at, table in enumerate((by_module, by_script)):
            start = time.process_time()
            played.append(one(table, index))
            took[at] += time.process_time() - start
        alike += played[0].choices == played[1].choices and played[0].outcome == played[1].outcome
        index += 1
    said = f"{took[0] / took[1]:.2f} of the module's speed, {alike:,} of {index:,} games alike"
    return f"fog {by_script.frame.table} from data", said


def install_module() -> None:
    """Make the module of the guide one that a game may name ``fog``."""
    guide = (ROOT / "docs" / "rules-modules.md").read_text(encoding="utf-8")
    made = types.ModuleType("fog_of_the_guide")
    sys.modules[made.__name__] = made
    exec(re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[0], made.__dict__)
    entry = EntryPoint("fog", made.__name__, modules.GROUP)
    modules.entry_points = lambda **_: [entry]  # type: ignore[assignment]


def one(table: Prepared, index: int) -> PlayedGame:
    """A game between random players."""
    streams = Streams(1, table.frame.game, table.frame.table, index)
    policies = make_policies(["random"] * len(table.frame.seats), streams)
    return play_match(table, streams, policies)


def speed_of(table: Prepared) -> str:
    return fastest(lambda index: len(one(table, index).choices))


def fastest(play: Callable[[int], int]) -> str:
    """The fastest of a few spells of playing: what else runs on the machine slows the others."""
    return max(_spell(play) for _ in range(SPELLS))[1]


def _spell(play: Callable[[int], int]) -> tuple[float, str]:
    decisions = games = 0
    start = time.process_time()
    while (took := time.process_time() - start) < SECONDS / SPELLS:
        decisions += play(games)
        games += 1
    speed = decisions / took
    return speed, f"{games / took:8,.0f} games/s {speed:9,.0f} decisions/s"


def spiel(name: str) -> str:
    """Decisions a second of OpenSpiel's game of that name, between random players."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        return "not installed"
    game, rng = pyspiel.load_game(name), random.Random(1)
    players = game.num_players()
    return fastest(lambda index: _spiel_once(game.new_initial_state(), players, rng))


def _spiel_once(state: Any, players: int, rng: random.Random) -> int:
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(seat) for seat in range(players)]
            decisions += sum(len(actions) > 1 for actions in legal)
            state.apply_actions([rng.choice(actions) for actions in legal])
        else:
            actions = state.legal_actions()
            decisions += len(actions) > 1
            state.apply_action(rng.choice(actions))
    return decisions
