"""Shards on the command line: what they give together is what the whole gives."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commandline import run

from generator.starter import write_starter

GAME = "fog"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    write_starter(root, "Fog")
    return root


LINES = {
    "simulate": ["simulate", GAME, "--games", 20, "--players", 3],
    "json": ["simulate", GAME, "--games", 20, "--format", "json", "--policy", "greedy"],
    "piles": ["piles", GAME, "--games", 10],
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_shards_together_tell_what_the_whole_tells(line, project: Path) -> None:
    own = ["--project", project, "--jobs", 1]
    whole = run(*line, *own).stdout
    for number in (1, 2, 3):
        made = run(*line, *own, "--shard", f"{number}/3")
        assert made.stdout == ""
        assert f"{line[0]}-{number}-of-3.json" in made.stderr
    files = sorted((project / "output" / "shards").glob(f"{line[0]}-*.json"))
    assert run("merge", *files, "--project", project).stdout == whole
    missing = run("merge", *files[1:], "--project", project, status=1)
    assert (missing.stdout, "missing: shard 1/3" in missing.stderr) == ("", True)


def test_a_report_in_shards_is_the_same_page(project: Path, tmp_path: Path) -> None:
    line = ["report", GAME, "--games", 10, "--project", project, "--jobs", 1, "--out", tmp_path]
    run(*line)
    page = tmp_path / GAME / "report" / "index.html"
    whole = page.read_text()
    page.unlink()
    for number in (1, 2):
        run(*line, "--shard", f"{number}/2")
    assert not page.exists()
    files = sorted((tmp_path / "shards").iterdir())
    run("merge", *files, "--project", project, "--out", tmp_path)
    assert page.read_text() == whole


def test_shards_of_data_that_has_changed_are_told(project: Path, tmp_path: Path) -> None:
    line = ["simulate", GAME, "--games", 4, "--project", project, "--jobs", 1, "--out", tmp_path]
    run(*line, "--shard", "1/1")
    [path] = (tmp_path / "shards").iterdir()
    cards = project / "components" / GAME / "game.yaml"
    before = cards.read_text()
    cards.write_text(before.replace("players: 2", "players: 2, note: changed", 1))
    told = run("merge", path, "--project", project, status=1)
    cards.write_text("# moved down\n" + before)
    whole = run("merge", path, "--project", project)
    cards.write_text(before)
    assert "made from other data" in told.stderr
    assert whole.stdout.startswith("Fog")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"command": "print"}, "names no command"),
        ({"command": "new"}, "names no command"),
        ({"command": "nothing"}, "names no command"),
        ({"options": {"count": "many"}}, "options that it does not have"),
        ({"options": {"evil": 1}}, "options that it does not have"),
        ({"options": {"out": "/somewhere"}}, "options that it does not have"),
        ({"command": "compare", "options": {"game": GAME, "folder": "/etc"}}, "options that it"),
    ],
)
def test_a_file_that_names_something_else_is_told(change, said, project, tmp_path: Path) -> None:
    line = ["simulate", GAME, "--games", 4, "--project", project, "--jobs", 1, "--out", tmp_path]
    run(*line, "--shard", "1/1")
    [path] = (tmp_path / "shards").iterdir()
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    assert said in run("merge", path, "--project", project, status=2).stderr


def test_what_was_played_is_played_once(project: Path) -> None:
    line = ["simulate", GAME, "--games", 5, "--project", project, "--jobs", 1]
    assert run(*line).stdout == run(*line).stdout == run(*line[:-1], 2).stdout


def test_a_shard_names_no_folder(project: Path, tmp_path: Path) -> None:
    line = ["compare", GAME, "--with", project, "--policy", "greedy", "--against-policy", "random"]
    own = ["--players", 3, "--games", 300, "--jobs", 1, "--project", project, "--out", tmp_path]
    told = run(*line, *own, "--shard", "1/2", status=2)
    assert "--shard cannot go with an option that names another folder" in told.stderr
