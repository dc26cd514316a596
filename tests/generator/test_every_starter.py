"""Every game that ``trilith new --like`` starts from is whole: nothing to mend, and it prints."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli import application
from generator.starter import starters
from validator.catalogue.load import load
from validator.findings import Severity
from validator.run import check


@pytest.fixture(scope="module", params=starters())
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with one game, which has the name of the starter that it is like."""
    root = tmp_path_factory.mktemp(request.param)
    run(root, "new", request.param, "--like", request.param)
    return root


def run(root: Path, command: str, *words: str) -> str:
    result = CliRunner().invoke(application([command]), [command, *words, "--project", str(root)])
    assert result.exit_code == 0, result.output
    return result.output


def test_it_has_nothing_to_mend(project: Path):
    assert [found for found in check(project) if found.severity is not Severity.NOTE] == []


def test_it_is_set_up_at_every_table_and_listed(project: Path):
    [game] = load(project)[0].games.values()
    for table in game.configurations:
        told = run(project, "setup", game.id, "--players", str(table.players))
        assert f"{game.name} for {table.players} players" in told
    listed = run(project, "list", game.id)
    decks = [deck for deck in game.sets.values() if deck.form == "card"]
    cards = [card for deck in decks for card in deck.components]
    assert all(card.name in listed for card in cards)


def test_what_to_try_next_can_be_tried(tmp_path: Path):
    """The table that ``new`` names is one that the game allows: Hearts has no other than four."""
    told = run(tmp_path, "new", "Hearts", "--like", "hearts")
    assert "trilith setup hearts --players 4\n" in told
