"""README, CONTRIBUTING, tutorials and translating.md tell the truth: what they show is there."""

import json
import re
import shlex
from pathlib import Path

import polib
import pytest
from commandline import run
from gitrepo import git
from typer.main import get_command

from generator.cli import application
from generator.commands.registry import COMMANDS
from generator.starter import write_starter
from validator import manual

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
BOARD_GAME = (ROOT / "docs" / "board-game.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TRANSLATING = (ROOT / "docs" / "translating.md").read_text(encoding="utf-8")
NEEDED = {"card": 36, "order": 12, "meadow": 19, "honey": 30, "board": 1, "hive": 4}
BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_tour_runs_in_an_empty_folder(tmp_path, monkeypatch):
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
    listed = invoke("trilith list fog_and_light --format md")
    assert "Score 4 points." in listed, "as the sheet has it"


def invoke(line):
    program, *words = shlex.split(line)
    assert program == "trilith"
    return run(*words).output


def test_the_page_of_what_was_built_is_in_the_repository():
    # what lies in `output/` is ignored but for this page, which was lost once
    assert (ROOT / "output" / "README.md").is_file()
    if (ROOT / ".git").exists():
        # a clone may belong to somebody else
        listed = git(ROOT, "-c", f"safe.directory={ROOT}", "ls-files", "output")
        assert listed.split() == ["output/README.md"]


def test_every_command_is_in_the_table_and_none_is_invented():
    told = set(re.findall(r"^\| `trilith (\w+)", README, re.MULTILINE))
    assert told == set(get_command(application()).commands)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_table_says_of_each_command_what_help_says_of_it(name):
    command = COMMANDS[name]
    words = " ".join(["trilith", name, *command.usage.split()])
    assert f"| `{words}` | {command.summary} |" in README.splitlines()


@pytest.mark.parametrize("name", sorted(get_command(application()).commands))
def test_every_command_has_help_and_takes_a_project(name):
    told = run(name, "--help").output
    assert "--project" in told or name == "cache"  # it is that of all projects


PAGES = {
    "README": (README, ""),
    "CONTRIBUTING": (GUIDE, ""),
    "tutorial": (TUTORIAL, "docs"),
    "board-game": (BOARD_GAME, "docs"),
}


@pytest.mark.parametrize(("text", "folder"), PAGES.values(), ids=PAGES)
def test_pictures_and_links_are_there(text, folder):
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        assert (ROOT / folder / target).exists(), target


def test_make_does_what_the_readme_and_the_guide_say():
    recipe = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^    make *(\w*) ", README + GUIDE, re.MULTILINE):
        assert re.search(rf"^{target or 'all'}:", recipe, re.MULTILINE), target
    assert "trilith print henge" in recipe


def run_block(block):
    """Run the commands of a block; its other lines are told by the command above them."""
    output = ""
    for line in block.splitlines():
        if line.startswith("$ "):
            output = invoke(line[2:])
        else:
            assert line in output


def follow(root, page):
    """Write the files of a page into a project and run its commands, in their order."""
    for kind, name, text in BLOCK.findall(page):
        if kind == "console":
            run_block(text)
        else:
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def test_the_tutorial_ends_with_a_whole_kit(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    follow(tmp_path, TUTORIAL)
    kit = tmp_path / "output/hive_and_heather/print/a4"
    names = {path.name for path in kit.glob("*.pdf")}
    assert {"cards.pdf", "chits.pdf", "mats.pdf", "board-village.pdf", "cover.pdf"} <= names
    assert (tmp_path / "output/hive_and_heather/preview/orchard.png").is_file()
    assert json.loads((kit / "placements.json").read_text("utf-8"))
    assert json.loads(run("check", "--format", "json").output) == []


def test_the_board_game_is_played_and_printed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    follow(tmp_path, BOARD_GAME)
    kit = tmp_path / "output/lily_pond/print/a4"
    assert {"board.pdf", "chits.pdf", "cover.pdf"} <= {path.name for path in kit.glob("*.pdf")}
    assert (tmp_path / "output/lily_pond/preview/board.png").is_file()
    assert json.loads(run("check", "--format", "json").output) == []


def test_every_set_of_the_tutorial_is_in_its_parts_list():
    (game,) = (text for _, name, text in BLOCK.findall(TUTORIAL) if name.endswith("game.yaml"))
    parts = {name: int(count) for name, count in re.findall(r"set: (\w+), count: (\d+)", game)}
    assert parts == NEEDED


def test_the_example_of_a_file_is_what_is_written(tmp_path, monkeypatch):
    write_starter(tmp_path, "Fog")
    monkeypatch.chdir(tmp_path)
    told = run("translate", "fog", "--to", "de").stdout
    assert told.strip() in TRANSLATING
    file = tmp_path / "components" / "fog" / "languages" / "de.po"
    made = {(one.msgctxt, one.msgid): one for one in polib.pofile(str(file))}
    shown = [*polib.pofile("\n".join(re.findall(r"```po\n(.*?)```", TRANSLATING, re.DOTALL)))]
    assert len(shown) == 2
    for one in shown:
        written = made[one.msgctxt, one.msgid]
        if one.occurrences:
            assert (one.occurrences, one.comment) == (written.occurrences, written.comment)


def test_every_finding_is_listed():
    codes = {code for code in manual.pages() if code.startswith("translation-")}
    assert codes
    assert set(re.findall(r"`(translation-[a-z]+)`", TRANSLATING)) == codes
