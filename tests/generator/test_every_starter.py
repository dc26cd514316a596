"""Every game that ``trilith new --like`` starts from is whole: nothing to mend, and it prints."""

from __future__ import annotations

from pathlib import Path

import commandline
import pytest

from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.printing.documents import documents, stocks
from generator.printing.options import PrintOptions
from generator.printing.selection import copies_needed
from generator.starter import starters, write_starter
from validator.catalogue.load import load
from validator.findings import Severity
from validator.run import check


@pytest.fixture(scope="module", params=starters())
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with one game, which has the name of the starter that it is like."""
    root = tmp_path_factory.mktemp(request.param)
    write_starter(root, request.param, request.param)
    return root


def run(root: Path, *words: str) -> str:
    return commandline.run(*words, "--project", root).output


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


def test_it_is_played_and_told(project: Path):
    [game] = load(project)[0].games.values()
    players = str(game.configurations[-1].players)
    played = run(project, "simulate", game.id, "--games", "4", "--players", players)
    assert "4 games" in played
    assert "the end: " in run(project, "replay", game.id, "--players", players)


def test_every_option_of_its_rulings_is_played(project: Path):
    [game] = load(project)[0].games.values()
    for ruling in game.rulings:
        for option in ruling.options:
            words = ("--games", "1", "--ruling", f"{ruling.id}={option}")
            assert " 0 stalled" in run(project, "simulate", game.id, *words)


def test_its_kit_is_planned_with_every_piece(project: Path):
    """At the fullest table all pieces are printed: none is left in the box."""
    [game] = load(project)[0].games.values()
    templates, _ = load_templates(project)
    assert templates is not None
    pairs, findings = faces_of(game, templates)
    assert findings == ()
    found = stocks(game, pairs, copies_needed(game))
    assert {stock.set.id for stock in found} == set(game.sets)
    assert all(plan.pages for plan in documents(game, found, PrintOptions()))
