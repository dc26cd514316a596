"""No option that names a place to write replaces what a set reads, a source, or another's file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer.main
from commandline import run

from generator.cli import application
from generator.outputs.report import figures
from generator.starter import write_starter

FOREIGN = b"mine: years of work\n"
READ = {
    ("compare", "with"), ("merge", "files"), ("play", "resume"), ("preview", "data"),
    ("replay", "record"), ("shop", "icc"),
}  # fmt: skip
"""Options that name a file or folder to read; ``--project`` of every command is another."""


@dataclass(frozen=True)
class Writing:
    """A command whose option names a place to write, and a file that it writes there.

    Without a ``file`` the option names the file itself, as ``name`` ends.
    """

    words: tuple[str, ...]
    option: str
    file: str = ""
    name: str = "out"


SIMULATE = ("simulate", "fog", "--players", "2", "--games", "4", "--jobs", "1")
WRITING = {
    ("calibrate", "out"): Writing(("calibrate",), "--out", "calibrate.pdf"),
    ("compare", "out"): Writing(
        ("compare", "fog", "--against-policy", "greedy", "--policy", "random", "--players", "2",
         "--games", "80"),
        "--out", "fog/compare/index.html",
    ),
    ("merge", "out"): Writing(("merge", "SHARD"), "--out", "simulation.txt"),
    ("pictures", "out"): Writing(("pictures", "fog", "--as", "sprites"), "--out",
                                 "fog/sprites/sprites.json"),
    ("play", "save"): Writing(("play", "fog", "--players", "2"), "--save", name="game.json"),
    ("preview", "out"): Writing(("preview", "fog", "--only", "candle"), "--out",
                                "fog/preview/candle.png"),
    ("print", "out"): Writing(("print", "fog"), "--out", "fog/print/a4/cards.pdf"),
    ("publish", "out"): Writing(("publish", "fog", "--as", "layout"), "--out",
                                "fog/publish/layout/cards.csv"),
    ("replay", "save"): Writing(("replay", "fog", "--players", "2"), "--save", name="game.json"),
    ("report", "out"): Writing(("report", "fog", "--games", "10"), "--out",
                               "fog/report/index.html"),
    ("sheet", "to"): Writing(("sheet", "out", "fog"), "--to", name="all.xlsx"),
    ("shop", "out"): Writing(("shop", "fog", "--to", "thegamecrafter", "--allow-missing"),
                             "--out"),
    ("simulate", "out"): Writing(SIMULATE, "--out", "simulation.txt"),
    ("table", "out"): Writing(("table", "fog", "--players", "2", "--to", "pcio"), "--out"),
}  # fmt: skip
"""Every option that names a place to write, by command and parameter."""
MORE = {
    "a shard": Writing((*SIMULATE, "--shard", "1/1"), "--out", "shards/simulate-1-of-1.json"),
    "a hand": Writing(("pictures", "fog", "candle", "--as", "hand"), "--out", "fog/hand.png"),
    "CSV": Writing(("sheet", "out", "fog", "card"), "--to", name="cards.csv"),
    "the base of CSV": Writing(("sheet", "out", "fog", "card"), "--to", "../cards.csv.base",
                               "cards.csv"),
}  # fmt: skip
"""What the same options write besides."""


def typed_options() -> set[tuple[str, str]]:
    """Every parameter of every command that is a path, but ``--project``."""
    group: Any = typer.main.get_command(application())
    return {
        (name, parameter.opts[0].lstrip("-"))
        for name, command in group.commands.items()
        for parameter in command.params
        if "path" in type(parameter.type).__name__.lower() and parameter.name != "project"
    }


def test_every_option_that_names_a_place_is_known_here() -> None:
    assert typed_options() == READ | WRITING.keys()


def carried_out(writing: Writing, root: Path, target: Path, status: int = 0) -> str:
    shard = root / "output/shards/simulate-1-of-1.json"
    if "SHARD" in writing.words and not shard.exists():
        run(*SIMULATE, "--shard", "1/1", "--project", root)
    words = [str(shard) if word == "SHARD" else word for word in writing.words]
    return run(*words, writing.option, target, "--project", root, status=status).output


@pytest.fixture(scope="module")
def fog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    write_starter(root, "Fog")
    return root


@pytest.fixture(scope="module", autouse=True)
def played_once() -> Iterator[None]:
    """The games of a report are played once: what is looked at here is where it is written."""
    made: list[figures.Figures] = []
    gather = figures.gather

    def gather_once(*given: Any) -> figures.Figures:
        made.extend([] if made else [gather(*given)])
        return made[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "gather", gather_once)
        yield


@pytest.mark.parametrize(
    "writing", [*WRITING.values(), *MORE.values()], ids=[*map("-".join, WRITING), *MORE]
)
def test_what_trilith_did_not_write_stays(fog: Path, tmp_path: Path, writing: Writing) -> None:
    place = tmp_path / "elsewhere" / writing.name
    carried_out(writing, fog, place)
    carried_out(writing, fog, place)  # over what it wrote itself
    file = place / writing.file if writing.file else place
    if file.is_dir():
        file = next(one for one in sorted(file.rglob("*")) if one.is_file() and one.name[0] != ".")
    where = file.relative_to(tmp_path / "elsewhere") if ".." not in str(file) else Path(file.name)
    shutil.rmtree(tmp_path / "elsewhere")
    foreign = tmp_path / "elsewhere" / where
    foreign.parent.mkdir(parents=True)
    foreign.write_bytes(FOREIGN)
    told = carried_out(writing, fog, place, status=2)
    assert foreign.name in told
    assert foreign.read_bytes() == FOREIGN


def test_a_sheet_that_a_set_reads_is_replaced_only_by_force(fog: Path, tmp_path: Path) -> None:
    root = tmp_path / "project"
    shutil.copytree(fog, root)
    cards = root / "components/fog/cards.xlsx"
    run("sheet", "out", "fog", "card", "--to", cards, "--project", root)
    path = root / "components/fog/cards.yaml"
    head = path.read_text("utf-8").partition("\ncomponents:")[0]
    path.write_text(f"{head}\ncomponents: {{from: cards.xlsx}}\n", encoding="utf-8")
    before = cards.read_bytes()
    told = run("sheet", "out", "fog", "coin", "--to", cards, "--project", root, status=2).output
    assert "a set reads" in told
    path.write_text("kind: [\n", encoding="utf-8")  # nobody knows what it would read
    run("sheet", "out", "fog", "coin", "--to", cards, "--project", root, status=1)
    assert cards.read_bytes() == before
    path.write_text(f"{head}\ncomponents: {{from: cards.xlsx}}\n", encoding="utf-8")
    run("sheet", "out", "fog", "coin", "--to", cards, "--project", root, "--force")
    assert cards.read_bytes() != before


@pytest.mark.parametrize("command", ["play", "replay"])
@pytest.mark.parametrize("file", ["cards.yaml", "printed.json", "rulebook.md"])
def test_no_record_takes_the_place_of_a_source(
    fog: Path, tmp_path: Path, command: str, file: str
) -> None:
    root = tmp_path / "project"
    shutil.copytree(fog, root)
    path = root / "components/fog" / file
    before = path.read_bytes() if path.exists() else b'{"kind": "printed"}'
    path.write_bytes(before)
    run(command, "fog", "--players", 2, "--save", path, "--project", root, status=2)
    assert path.read_bytes() == before
    link = tmp_path / "link.json"
    link.symlink_to(path)
    run(command, "fog", "--players", 2, "--save", link, "--project", root, status=2)
    assert link.is_symlink()
