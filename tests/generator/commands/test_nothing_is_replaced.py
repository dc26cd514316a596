"""No option that names a place to write replaces what a set reads, a source, or another's file."""

import shutil

import pytest
import typer.main
from commandline import run
from playtables import heavy_where

from generator.cli import application
from generator.outputs.report import figures

FOREIGN = b"mine: years of work\n"
READ = {
    ("compare", "with"), ("merge", "files"), ("play", "resume"), ("preview", "data"),
    ("replay", "record"), ("shop", "icc"),
}  # fmt: skip
"""Options that name a file or folder to read; ``--project`` of every command is another."""
SIMULATE = "fog --players 2 --games 4 --jobs 1"
COMPARE = "fog --against-policy greedy --policy random --players 2 --games 80"
WRITING = {
    ("calibrate", "out"): ("", "calibrate.pdf"),
    ("compare", "out"): (COMPARE, "fog/compare/index.html"),
    ("merge", "out"): ("SHARD", "simulation.txt"),
    ("pictures", "out"): ("fog --as sprites", "fog/sprites/sprites.json"),
    ("play", "save"): ("fog --players 2", "game.json"),
    ("preview", "out"): ("fog --only candle", "fog/preview/candle.png"),
    ("print", "out"): ("fog", "fog/print/a4/cards.pdf"),
    ("publish", "out"): ("fog --as layout", "fog/publish/layout/cards.csv"),
    ("replay", "save"): ("fog --players 2", "game.json"),
    ("report", "out"): ("fog --games 10", "fog/report/index.html"),
    ("sheet", "to"): ("out fog", "all.xlsx"),
    ("shop", "out"): ("fog --to thegamecrafter --allow-missing", ""),
    ("simulate", "out"): (SIMULATE, "simulation.txt"),
    ("table", "out"): ("fog --players 2 --to pcio", ""),
}
"""Every option that names a place to write, by command and parameter: words before it, and a file
that is written, the first of all where none is named.
"""
MORE = {
    "a shard": ("simulate", "out", f"{SIMULATE} --shard 1/1", "shards/simulate-1-of-1.json"),
    "a hand": ("pictures", "out", "fog candle --as hand", "fog/hand.png"),
    "CSV": ("sheet", "to", "out fog card", "cards.csv"),
    "the base of CSV": ("sheet", "to", "out fog card", "cards.csv.base"),
}
"""What the same options write besides."""
CASES = {"-".join(key): (*key, *rest) for key, rest in WRITING.items()} | MORE


LONG = ("compare", "pictures", "publish", "report", "shop", "table")
"""Commands that take a second; printing and simulating stand for these in every run."""


def typed_options():
    """Every parameter of every command that is a path, but ``--project``."""
    group = typer.main.get_command(application())
    return {
        (name, parameter.opts[0].lstrip("-"))
        for name, command in group.commands.items()
        for parameter in command.params
        if "path" in type(parameter.type).__name__.lower() and parameter.name != "project"
    }


def test_every_option_that_names_a_place_is_known_here():
    assert typed_options() == READ | WRITING.keys()


@pytest.fixture(scope="module")
def shard(common_fog):
    run("simulate", *SIMULATE.split(), "--shard", "1/1", "--project", common_fog)
    return common_fog / "output/shards/simulate-1-of-1.json"


@pytest.fixture(scope="module", autouse=True)
def played_once():
    """The games of a report are played once: what is looked at here is where it is written."""
    made = []
    gather = figures.gather

    def gather_once(*given):
        made.extend([] if made else [gather(*given)])
        return made[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "gather", gather_once)
        yield


@pytest.mark.parametrize("name", heavy_where(CASES, lambda one: CASES[one][0] in LONG))
def test_what_trilith_did_not_write_stays(common_fog, shard, tmp_path, name):
    command, option, words, file = CASES[name]
    folder = tmp_path / "elsewhere"
    place = folder if option == "out" else folder / file.removesuffix(".base")
    line = [command, *(shard if word == "SHARD" else word for word in words.split())]
    line += [f"--{option}", place, "--project", common_fog]
    for _ in range(2):
        run(*line)  # the second time over what it wrote itself
    made = sorted(one for one in folder.rglob("*") if one.is_file() and one.name[0] != ".")
    foreign = folder / file if file else made[0]
    assert foreign in made
    shutil.rmtree(folder)
    foreign.parent.mkdir(parents=True)
    foreign.write_bytes(FOREIGN)
    assert foreign.name in run(*line, status=2).output
    assert foreign.read_bytes() == FOREIGN


def test_a_sheet_that_a_set_reads_is_replaced_only_by_force(fog):
    cards = fog / "components/fog/cards.xlsx"
    run("sheet", "out", "fog", "card", "--to", cards, "--project", fog)
    path = fog / "components/fog/cards.yaml"
    head = path.read_text("utf-8").partition("\ncomponents:")[0]
    path.write_text(f"{head}\ncomponents: {{from: cards.xlsx}}\n", encoding="utf-8")
    before = cards.read_bytes()
    told = run("sheet", "out", "fog", "coin", "--to", cards, "--project", fog, status=2).output
    assert "a set reads" in told
    path.write_text("kind: [\n", encoding="utf-8")  # nobody knows what it would read
    run("sheet", "out", "fog", "coin", "--to", cards, "--project", fog, status=1)
    assert cards.read_bytes() == before
    path.write_text(f"{head}\ncomponents: {{from: cards.xlsx}}\n", encoding="utf-8")
    run("sheet", "out", "fog", "coin", "--to", cards, "--project", fog, "--force")
    assert cards.read_bytes() != before


@pytest.mark.parametrize("command", ["play", "replay"])
@pytest.mark.parametrize("file", ["cards.yaml", "printed.json", "rulebook.md"])
def test_no_record_takes_the_place_of_a_source(fog, command, file):
    path = fog / "components/fog" / file
    before = path.read_bytes() if path.exists() else b'{"kind": "printed"}'
    path.write_bytes(before)
    run(command, "fog", "--players", 2, "--save", path, "--project", fog, status=2)
    assert path.read_bytes() == before
    link = fog / "link.json"
    link.symlink_to(path)
    run(command, "fog", "--players", 2, "--save", link, "--project", fog, status=2)
    assert link.is_symlink()
