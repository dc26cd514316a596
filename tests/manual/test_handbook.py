"""docs/manual says what the schemas, the templates and the examples say, and `trilith help` too."""

import ast
import re

import pytest
from commandline import run
from drawn_fields import faces
from example_uses import documents
from handbook import (
    FOLDER,
    OWN,
    every_topic,
    made,
    without_description,
    without_example,
    word_topics,
)
from snippets import examples, lay

from generator.commands.help import names, topic_text
from validator.catalogue.formulas import FUNCTIONS, read_value
from validator.catalogue.schemas import check_source
from validator.catalogue.source import read_source
from validator.findings import Place, Severity
from validator.run import check

FILES = sorted(OWN.rglob("*.yaml"))


def test_the_committed_pages_are_those_that_are_made():
    committed = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.md")}
    differ = sorted(name for name, text in made().items() if committed.get(name) != text)
    assert not differ, "run `make manual`"
    assert set(committed) == set(made())


def test_every_key_of_every_file_has_a_description():
    assert without_description() == []


def test_every_key_of_every_file_has_an_example():
    assert without_example() == []


def test_the_games_of_the_manual_are_sound():
    """Their claims and rulings tell what they are there to show, as notes."""
    told = [one for one in check(OWN) if one.severity is not Severity.NOTE]
    assert told == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(OWN)))
def test_each_file_of_the_manual_keeps_to_its_schema(path):
    source, findings = read_source(path, path.name)
    assert source is not None
    assert not findings
    assert source.data["kind"] in documents()
    assert check_source(source, source.data["kind"], "") == []


def test_help_shows_each_topic_and_each_key():
    told = set(names())
    for topic in every_topic().values():
        assert topic.name in told
        assert {f"{topic.name}.{key}" for key in topic.keys} <= told


@pytest.mark.parametrize(
    ("asked", "begins", "holds"),
    [
        ("setup.deal", "play.deal\n\nSo many pieces go", ["- `count` (a formula): How many"]),
        ("play.deal", "play.deal\n", ["{do: deal, from: deck, to: seat.hand, count: 2"]),
        ("copies", "components.record.copies\n", []),
        ("count", "", ["play.place.count\n"]),
        ("", "", ["play.deal"]),
        ("yaml-trap", "A word that YAML turns into something else", []),
        ("print", "trilith print [GAME ...]\n\nmakes the print kit", ["`trilith print --help`"]),
        ("setup", "setup\n\nWhat happens on the table", ["trilith setup GAME --players N"]),
        ("formula", "words.formula\n\nWhat a value or a test", ["- `lot` (one that passes"]),
        ("formula.lot", "words.formula.lot\n\n- `lot` (one that passes", ["`lot(seats)`"]),
        ("trump", "words.trump\n\nA suit that beats", ["# cards.yaml"]),
        ("basic/card.cost", "", ["cost: "]),
        ("basic/card.layout.title", "", ["title: {x: 5, right: 5"]),
    ],
)
def test_help_tells_of_verbs_keys_findings_commands_and_templates(asked, begins, holds):
    text = run("help", *asked.split()).output
    assert text.startswith(begins)
    assert all(one in text for one in holds)


def test_every_formula_of_the_manual_is_one():
    for name, (_, written) in FUNCTIONS.items():
        tree = read_value(written, Place("")).tree
        assert isinstance(tree, ast.Call)
        assert tree.func.id == name
    said = word_topics()["words.formula"]
    for written in re.findall(r": `([^`{]{4,})`", said):
        read_value(written, Place(""))


@pytest.mark.parametrize("name", sorted(word_topics().keys() - {"words.formula"}))
def test_a_game_that_a_word_stands_for_is_sound_and_ends(name, tmp_path, monkeypatch):
    (example,) = examples(word_topics()[name])
    lay(example, tmp_path)
    monkeypatch.chdir(tmp_path)
    assert check(tmp_path) == ()
    assert "3 finished" in run("simulate", "fog", "--players", "2", "--games", "3").output


@pytest.mark.parametrize(
    "asked", ["adjacency", "auction", "draft", "trick", "worker placement", "area majority"]
)
def test_help_leads_from_a_word_of_games_to_how_it_is_written(asked):
    assert "# play.yaml" in run("help", asked).output


def test_help_for_a_key_shows_it_in_use():
    for topic in every_topic().values():
        for key in topic.keys:
            if (name := f"{topic.name}.{key}") not in every_topic():
                assert f"{key}:" in topic_text(name).partition("\n    # ")[2], name


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("play.dael", "did you mean 'play.deal'?"),
        ("play.deal.conut", "did you mean 'play.deal.count'?"),
        ("cards.flavour", "its `fields` tell: `trilith help components.fields`"),
        ("dael", "did you mean 'play.deal'?"),
    ],
)
def test_help_for_what_is_not_there_says_what_is(asked, told):
    assert told in run("help", asked, status=2).output


def test_fields_of_templates_are_read_through_the_macros_they_call():
    every = {face.name: face for face in faces()}
    assert every["basic/card"].needed["cost"] is False
    assert {"picture", "focus", "art", "colour"} <= every["basic/card"].needed.keys()
    assert every["henge/board"].needed["areas"] is True
    assert "name" not in every["basic/card"].needed, "which components.record tells"


def test_every_built_in_template_says_what_it_draws():
    assert [face.name for face in faces() if not face.says] == []


def test_help_for_a_box_of_a_template_shows_it_in_use():
    for face in faces():
        for box in face.boxes:
            assert f"{box}:" in topic_text(f"{face.name}.layout.{box}"), box
