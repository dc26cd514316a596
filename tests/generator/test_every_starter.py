"""A game is started: any name will do, and what comes of every starter is whole and prints."""

import commandline
import pytest

from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.failures import FailedError, WrongUseError
from generator.printing.documents import documents, stocks
from generator.printing.options import PrintOptions
from generator.printing.selection import copies_needed
from generator.starter import FIRST, game_id, starters, write_starter
from validator.catalogue.load import load
from validator.findings import Severity
from validator.run import check


@pytest.fixture(scope="module", params=starters())
def project(request, tmp_path_factory):
    root = tmp_path_factory.mktemp(request.param)
    write_starter(root, request.param, request.param)
    return root


def run(root, *words):
    return commandline.run(*words, "--project", root).output


def test_it_has_nothing_to_mend(project):
    assert [found for found in check(project) if found.severity is not Severity.NOTE] == []


def test_no_letter_stands_in_for_a_picture(project):
    [game] = load(project)[0].games.values()
    for deck in game.sets.values():
        if deck.template == "basic/card":
            assert [card.id for card in deck.components if "icon" not in card.fields] == []
        if deck.back == "basic/chit_back":
            assert game.terms[deck.id].icon


def test_it_is_set_up_at_every_table_and_listed(project):
    [game] = load(project)[0].games.values()
    for table in game.configurations:
        told = run(project, "setup", game.id, "--players", str(table.players))
        assert f"{game.name} for {table.players} players" in told
    listed = run(project, "list", game.id)
    decks = [deck for deck in game.sets.values() if deck.form == "card"]
    cards = [card for deck in decks for card in deck.components]
    assert all(card.name in listed for card in cards)


def test_what_to_try_next_can_be_tried(tmp_path):
    # the table that `new` names is one that the game allows: Hearts has no other than four
    told = run(tmp_path, "new", "Hearts", "--like", "hearts")
    assert "trilith setup hearts --players 4\n" in told


def test_it_is_played_and_told(project):
    [game] = load(project)[0].games.values()
    players = str(game.configurations[-1].players)
    played = run(project, "simulate", game.id, "--games", "4", "--players", players)
    assert "4 games" in played
    assert "the end: " in run(project, "replay", game.id, "--players", players)


def test_every_option_of_its_rulings_is_played(project):
    [game] = load(project)[0].games.values()
    for ruling in game.rulings:
        for option in ruling.options:
            words = ("--games", "1", "--ruling", f"{ruling.id}={option}")
            assert " 0 stalled" in run(project, "simulate", game.id, *words)


def test_its_kit_is_planned_with_every_piece(project):
    # at the fullest table all pieces are printed: none is left in the box
    [game] = load(project)[0].games.values()
    templates, _ = load_templates(project)
    pairs, findings, *_ = faces_of(game, templates)
    assert findings == ()
    found = stocks(game, pairs, copies_needed(game))
    assert {stock.set.id for stock in found} == set(game.sets)
    assert all(plan.pages for plan in documents(game, found, PrintOptions()))


FOLDERS = {
    "Fog and Light": "fog_and_light",
    "Fog & Light!": "fog_light",
    "Été à Brême": "ete_a_breme",
    "../x": "x",
    "7 Stones": "7_stones",
}


def test_the_folder_is_named_after_the_game():
    assert {name: game_id(name) for name in FOLDERS} == FOLDERS
    for name in ("", "...", "漢字"):
        with pytest.raises(WrongUseError, match="no letter or digit"):
            game_id(name)


@pytest.mark.parametrize("name", ['Say "Fog"', "Fog: a \\ game", "Fog\n and\tLight", "no", "012"])
def test_any_name_makes_a_game_without_errors(tmp_path, name):
    write_starter(tmp_path, name)
    catalogue, findings = load(tmp_path)
    assert findings == ()
    assert [game.name for game in catalogue.games.values()] == [" ".join(name.split())]


def test_the_first_starter_is_the_one_that_is_written_where_none_is_named(tmp_path):
    assert starters()[0] == FIRST
    written = write_starter(tmp_path, "Fog")
    with pytest.raises(WrongUseError, match="exists already"):
        write_starter(tmp_path, "Fog")
    again = write_starter(tmp_path, "Fog again", FIRST)
    assert [path.name for path in written] == [path.name for path in again]


def test_an_unknown_starter_is_refused_with_the_one_that_is_meant(tmp_path):
    with pytest.raises(WrongUseError, match="did you mean 'goofspiel'"):
        write_starter(tmp_path, "Bids", "goof_spiel")
    with pytest.raises(WrongUseError, match="there are fog, crazy_eights, "):
        write_starter(tmp_path, "Mates", "chess")
    assert not (tmp_path / "components").exists()


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "components").write_text("in the way")
    with pytest.raises(FailedError, match="cannot write"):
        write_starter(tmp_path, "Fog")


def test_links_in_a_project_are_not_written_through(tmp_path, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    (outside / "game.json").write_text("mine")
    schemas = tmp_path / "components" / ".schemas"
    schemas.mkdir(parents=True)
    (schemas / "game.json").symlink_to(outside / "game.json")
    (tmp_path / ".gitignore").symlink_to(outside / "not there")
    write_starter(tmp_path, "Fog")
    assert [path.name for path in outside.iterdir()] == ["game.json"]
    assert (outside / "game.json").read_text() == "mine"
    assert not (schemas / "game.json").is_symlink()


def test_a_game_whose_place_is_a_link_is_not_written(tmp_path):
    (tmp_path / "components").mkdir()
    (tmp_path / "components" / "fog").symlink_to(tmp_path / "nowhere")
    with pytest.raises(WrongUseError, match="is a link"):
        write_starter(tmp_path, "Fog")


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("generator.starter._write", full)
    with pytest.raises(FailedError, match="No space left"):
        write_starter(tmp_path, "Fog")
    assert [*(tmp_path / "components").iterdir()] == []
