"""A rule broken on purpose in a copy of each engine is caught by the referee."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from playtables import TABLES, Seated, seated
from shippedgames import ROOT

from validator.play.driver import make_policies, parse_policy, play_match
from validator.play.observers import Referee, RefereeError
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

BREAKS = {
    "battle_of_the_gods": (
        "self.deck.discards.append(card)",
        "pass",
        "a played card vanishes",
    ),
    "crossing_stonehenge": (
        "self.captives.extend(taken)",
        "pass",
        "a captive vanishes",
    ),
    "first_druid": (
        "state.bars[state.spirits[day]] += 1",
        "pass",
        "a bar does not go back",
    ),
    "henge": ("player.on_path[area] += 1", "pass", "a druid placed vanishes"),
    "high_council": (
        "state.hands[taker].append(card)",
        "state.hands[taker].extend([card, card])",
        "a card given is doubled",
    ),
}
"""Game: a line of its engine, what it becomes, and what that breaks."""


@pytest.fixture
def copies(tmp_path: Path) -> Iterator[Path]:
    sys.path.insert(0, str(tmp_path))
    yield tmp_path
    sys.path.remove(str(tmp_path))
    for name in [name for name in sys.modules if name.startswith("broken_")]:
        del sys.modules[name]


def break_engine(game: str, folder: Path) -> str:
    """Copy the engine as ``broken_<game>`` with its one line changed; return that name."""
    line, changed, _ = BREAKS[game]
    name = f"broken_{game}"
    found = 0
    shutil.copytree(ROOT / "validator" / "games" / game, folder / name)
    for path in (folder / name).rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found += text.count(line)
        text = text.replace(line, changed)
        path.write_text(text.replace(f"validator.games.{game}", name), encoding="utf-8")
    assert found == 1, f"{line!r} stands {found} times"
    return name


def test_every_engine_has_a_broken_copy() -> None:
    assert set(BREAKS) == {spot[0] for spot in TABLES}


@pytest.mark.parametrize("game", BREAKS)
def test_the_referee_catches(game: str, copies: Path) -> None:
    module = import_module(break_engine(game, copies))
    spots = [spot for spot in TABLES if spot[0] == game]
    assert any(_caught(module, spot, index) for index in range(20) for spot in spots), BREAKS[game][
        3
    ]


def _caught(module: object, spot: Seated, index: int) -> bool:
    game, configuration = seated(spot)
    table = module.prepare(game, configuration, resolve_rulings(game))  # type: ignore[attr-defined]
    streams = Streams(1, game.id, table.frame.table, index)
    policies = make_policies(parse_policy("random", table.frame), streams)
    try:
        play_match(table, streams, policies, [Referee(table.frame)])
    except RefereeError:
        return True
    return False
