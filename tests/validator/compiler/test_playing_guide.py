"""docs/playing.md: every script of it is played, and every word of the schema is in one of them."""

import json
import re
from dataclasses import dataclass
from functools import cache

import pytest
import yaml
from matches import play_game
from shippedgames import ROOT

from validator.catalogue.load import load
from validator.compiler.checks import check_scripts
from validator.data_checks import run_checks
from validator.play.modules import prepare_table
from validator.play.rulings import resolve_rulings

GUIDE = ROOT / "docs" / "playing.md"
SCHEMA = ROOT / "validator" / "schemas" / "play.json"


@dataclass(frozen=True)
class Example:
    """A script of the guide, under its heading, with the other files of its game as they were."""

    heading: str
    game: str
    files: dict[str, str]


@cache
def examples():
    """Every play.yaml of the guide; a file stands until one of its name comes."""
    games = {}
    found, heading = [], ""
    pattern = r"^## ([^\n]*)$|^```yaml (\w+)/(\S+)\n(.*?)^```"
    text = GUIDE.read_text(encoding="utf-8")
    for title, game, name, block in re.findall(pattern, text, re.DOTALL | re.MULTILINE):
        heading = title or heading
        if name:
            games.setdefault(game, {})[name] = block
        if name == "play.yaml":
            found.append(Example(heading, game, dict(games[game])))
    return found


def written(root, example):
    """A project with the game of an example."""
    folder = root / "components" / example.game
    folder.mkdir(parents=True)
    for name, text in example.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return root


@pytest.mark.parametrize("example", examples(), ids=lambda one: one.heading)
def test_a_script_of_the_guide_is_sound_and_plays_to_its_end(example, tmp_path):
    catalogue, findings = load(written(tmp_path, example))
    found = [*findings, *run_checks(catalogue), *check_scripts(catalogue)]
    assert [f"{one.place} {one.message}" for one in found] == []
    game = catalogue.games[example.game]
    for configuration in game.configurations:
        table = prepare_table(game, configuration, resolve_rulings(game))
        for index, policy in enumerate(("random", "random", "greedy")):
            outcome = play_game(table, policy, index).outcome
            assert outcome.finished, outcome.reason


def test_every_word_of_the_schema_is_in_a_script_of_the_guide():
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    files = [one.files[name] for one in examples() for name in ("setup.yaml", "play.yaml")]
    used = {word for text in files for word in _said(yaml.safe_load(text))}
    assert sorted(set(_words(schema)) - used - {"noun"}) == []  # which is for other languages


def _words(schema):
    """The keys of a schema's objects, and the words of its lists of choices."""
    if isinstance(schema, dict):
        yield from schema.get("properties", {})
        yield from (word for word in schema.get("enum", ()) if isinstance(word, str))
        if isinstance(schema.get("const"), str):
            yield schema["const"]
        for part in schema.values():
            yield from _words(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _words(part)


def _said(data):
    """Every key and every text of a script."""
    if isinstance(data, dict):
        yield from map(str, data)
        for part in data.values():
            yield from _said(part)
    elif isinstance(data, list):
        for part in data:
            yield from _said(part)
    elif isinstance(data, str):
        yield data
