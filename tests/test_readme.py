"""The README tells the truth: its tour runs, its commands exist, its files are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from commandline import run
from gitrepo import git
from typer.main import get_command

from generator.cli import application
from generator.commands.registry import COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_tour_runs_in_an_empty_folder(tmp_path, monkeypatch):
    """From a sheet of cards to a printed kit: files are written and commands run as they stand."""
    monkeypatch.chdir(tmp_path)
    typed = []
    for kind, name, text in BLOCK.findall(README):
        if name:
            (tmp_path / name).write_text(text, encoding="utf-8")
        elif kind == "console":
            lines = [line[2:] for line in text.splitlines() if line.startswith("$ ")]
            typed += lines
            for line in lines:
                invoke(line)
    assert [line.split()[1] for line in typed][::5] == ["new", "print"]
    kit = tmp_path / "output/fog_and_light/print/letter"
    assert (kit / "cards.pdf").read_bytes().startswith(b"%PDF")
    assert "bonfire" in (kit / "placements.json").read_text("utf-8")
    assert "Score 4 points." in invoke("trilith list fog_and_light --format md"), (
        "as the sheet has it"
    )


def invoke(line: str) -> str:
    program, *words = shlex.split(line)
    assert program == "trilith"
    return run(*words).output


def test_the_page_of_what_was_built_is_in_the_repository():
    """What lies in `output/` is ignored but for this page, which was lost once."""
    assert (ROOT / "output" / "README.md").is_file()
    if (ROOT / ".git").exists():
        # a clone may belong to somebody else
        listed = git(ROOT, "-c", f"safe.directory={ROOT}", "ls-files", "output")
        assert listed.split() == ["output/README.md"]


def test_every_command_is_in_the_table_and_none_is_invented():
    told = set(re.findall(r"^\| `trilith (\w+)", README, re.MULTILINE))
    assert told == set(get_command(application()).commands)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_says_of_each_command_what_help_says_of_it(name: str):
    command = COMMANDS[name]
    words = " ".join(["trilith", name, *command.usage.split()])
    assert f"| `{words}` | {command.summary} |" in README.splitlines()


@pytest.mark.parametrize("name", sorted(get_command(application()).commands))  # type: ignore[attr-defined]
def test_every_command_has_help_and_takes_a_project(name: str):
    told = run(name, "--help").output
    assert "--project" in told or name == "cache"  # it is that of all projects


def test_pictures_and_links_are_there():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).is_file(), target


def test_make_does_what_the_readme_says():
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^    make *(\w*) ", README, re.MULTILINE):
        assert re.search(rf"^{target or 'all'}:", recipe, re.MULTILINE), target
    assert "trilith print henge" in recipe
