"""docs/tutorial.md does what it says: each file is written, each command run, the kit is whole."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from commandline import run

ROOT = Path(__file__).parent.parent
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEEDED = {"card": 36, "order": 12, "meadow": 19, "honey": 30, "board": 1, "hive": 4}


def done(folder: Path) -> None:
    """Do the tutorial from top to bottom in an empty folder."""
    for kind, name, text in BLOCK.findall(TUTORIAL):
        if kind == "console":
            run_block(text)
        else:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def run_block(block: str) -> None:
    """Run the commands of a block; its other lines are told by the command above them."""
    output = ""
    for line in block.splitlines():
        if line.startswith("$ "):
            program, *words = shlex.split(line[2:])
            assert program == "trilith"
            output = run(*words).output
        else:
            assert line in output


def test_the_tutorial_ends_with_a_whole_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    done(tmp_path)
    kit = tmp_path / "output/hive_and_heather/print/a4"
    names = {path.name for path in kit.glob("*.pdf")}
    assert {"cards.pdf", "chits.pdf", "mats.pdf", "board-village.pdf", "cover.pdf"} <= names
    assert (tmp_path / "output/hive_and_heather/preview/orchard.png").is_file()
    assert json.loads((kit / "placements.json").read_text("utf-8"))
    assert json.loads(run("check", "--format", "json").output) == []


def test_every_set_of_the_tutorial_is_in_its_parts_list():
    (game,) = (text for _, name, text in BLOCK.findall(TUTORIAL) if name.endswith("game.yaml"))
    parts = {name: int(count) for name, count in re.findall(r"set: (\w+), count: (\d+)", game)}
    assert parts == NEEDED


def test_links_and_pictures_are_there():
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", TUTORIAL):
        assert (ROOT / "docs" / target).is_file(), target
