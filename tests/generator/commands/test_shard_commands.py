"""Shards together give what the whole gives; broken ones, records and ledgers are told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

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


BROKEN = {
    "deep": "[" * 100_000,
    "digits": '{"kind": ' + "9" * 5000 + "}",
    "cut short": '{"kind": "printed", "game": "fog"',
    "not UTF-8": b'{"kind": "\xff"}',
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_broken_ledger_is_told_and_kept(tiny: Path, content: str | bytes) -> None:
    ledger = tiny / "components/fog/printed.json"
    raw = content if isinstance(content, bytes) else content.encode()
    ledger.write_bytes(raw)
    is_first = content == BROKEN["deep"]  # a whole kit is made before it is marked: once will do
    for word in ("--changed", "--mark-printed") if is_first else ("--changed",):
        told = run("print", "fog", word, "--project", tiny, status=1).output
        assert told.count("ledger-unusable") == 1
        assert "components/fog/printed.json:1:1" in told
    assert ledger.read_bytes() == raw


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("words", [("replay", "--record"), ("play", "--resume")])
def test_a_broken_record_is_told_in_a_line(
    tiny: Path, words: tuple[str, ...], content: str | bytes
) -> None:
    record = tiny / "game.json"
    record.write_bytes(content if isinstance(content, bytes) else content.encode())
    told = run(*words, record, "--project", tiny, status=2).stderr
    assert told.startswith("trilith: ")
    assert len(told.splitlines()) <= 2


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    write_starter(root, "Fog")
    line = ["simulate", "fog", "--games", 8, "--players", 2, "--jobs", 1, "--project", root]
    for number in (1, 2):
        run(*line, "--shard", f"{number}/2")
    return root


def figures(shard: dict[str, Any]) -> dict[str, Any]:
    sums: dict[str, Any] = shard["done"][0]["sums"]
    return sums


IMPOSSIBLE: dict[str, Callable[[dict[str, Any]], object]] = {
    "no sums": lambda shard: shard["done"][0].update(sums=None),
    "no games": lambda shard: figures(shard).update(games=0),
    "more games than were played": lambda shard: figures(shard).update(games=5),
    "a count below 0": lambda shard: figures(shard)["wins"].__setitem__(0, -1),
    "finished below 0": lambda shard: figures(shard).update(finished=-1),
    "a count that nobody counts to": lambda shard: figures(shard)["turns"].update({"18": 10**40}),
    "a list too short": lambda shard: figures(shard)["drawn"].pop(),
    "no list": lambda shard: figures(shard).update(scores=None),
    "half a game": lambda shard: figures(shard).update(draws=0.5),
    "signs that a terminal obeys": lambda shard: figures(shard)["reasons"].update({"\x1b[2J": 1}),
    "a version that a terminal obeys": lambda shard: shard.update(trilith="\x1b]0;x\x07"),
    "no list of what is done": lambda shard: shard.update(done=None),
    "a start of 5,000 digits": lambda shard: shard["done"][0].update(start="9" * 5000),
}


@pytest.mark.parametrize("change", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_shard_that_cannot_be_is_refused_in_a_line(
    shards: Path, tmp_path: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    first, second = sorted((shards / "output" / "shards").iterdir())
    shard = json.loads(first.read_text("utf-8"))
    change(shard)
    changed = tmp_path / first.name
    changed.write_text(json.dumps(shard), encoding="utf-8")
    told = run("merge", changed, second, "--project", shards, status=1)
    assert (told.stdout, len(told.stderr.splitlines())) == ("", 1)
    assert "\x1b" not in told.stderr
    assert "shard" in told.stderr
