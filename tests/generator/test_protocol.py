"""A new output is one module and one line: its command and options follow from that."""

import sys
from dataclasses import dataclass, replace
from typing import Annotated, get_type_hints

import pytest
import typer
from typer.testing import CliRunner

from generator.cli import application
from generator.commands.registry import COMMANDS, Command, behind
from generator.failures import DataError, FailedError, WrongUseError
from generator.options import Context, GameName, Out, Output, OutputResult
from validator.findings import Finding, Place, Severity

HERE = sys.modules[__name__]


@dataclass(frozen=True, slots=True)
class NameOptions:
    """Write the names of all components to a file."""

    game: GameName
    upper: Annotated[bool, typer.Option("--upper", help="In capitals.")] = False
    most: Annotated[int, typer.Option("--most", min=1, help="Letters of a name.")] = 99
    out: Out = None


def make(context, options):
    game = context.game(options.game)
    names = [component.name for component in game.components()]
    findings = tuple(
        Finding("names-long", Severity.ERROR, game.id, component.place, f"{component.name} is long")
        for component in game.components()
        if len(component.name) > options.most
    )
    path = context.folder(options.out) / f"{game.id}.names"
    path.parent.mkdir(parents=True, exist_ok=True)
    with context.watch("naming") as tell:
        tell(len(names), len(names), "done")
        text = "\n".join(names)
        path.write_text(text.upper() if options.upper else text)
    yield OutputResult(findings, f"{len(names)} names", aside=f"wrote {path}")


OUTPUT = Output("names", NameOptions, make)
OUTPUTS = [found for found in map(behind, COMMANDS) if isinstance(found, Output)]
WITH_NAMES = {**COMMANDS, "names": Command(f"{__name__}:OUTPUT", "GAME", "lists names")}


WRONG = Finding("kind", Severity.ERROR, "fog", Place("a.yaml", 3), "no kind")


def names(*words):
    app = application(["check", "names"], WITH_NAMES)
    return CliRunner().invoke(app, ["names", *map(str, words)])


def test_one_line_of_registration_makes_a_command(tiny):
    result = names("fog", "--upper", "--project", tiny)
    assert result.exit_code == 0, result.output
    path = tiny / "output" / "fog.names"
    assert "CANDLE" in path.read_text().splitlines()
    count = len(path.read_text().splitlines())
    assert (result.stdout, result.stderr) == (f"{count} names\n", f"wrote {path}\n")


def test_its_help_comes_from_its_dataclass_and_its_docstring():
    told = names("--help").output
    assert "Write the names of all components to a file." in told
    for option, about in (("--upper", "In capitals."), ("--most", "[default: 99; x>=1]")):
        assert option in told and about in told
    assert "--project" in told and "A game of the project." in told


def test_its_errors_are_shown(tiny):
    result = names("fog", "--most", 3, "--project", tiny)
    assert result.exit_code == 1
    assert "components/fog/cards.yaml:" in result.stderr and "[names-long]" in result.stderr


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (WrongUseError("choose another"), 2, "trilith: choose another"),
        (FailedError("the disk is full"), 1, "trilith: the disk is full"),
        (DataError([WRONG]), 1, "a.yaml:3:1: error: no kind [kind]"),
    ],
)
def test_a_failure_is_told_by_its_type(monkeypatch, tiny, error, status, said):
    def fails(context, options):
        raise error
        yield OutputResult()

    monkeypatch.setattr(HERE, "OUTPUT", replace(OUTPUT, make=fails))
    result = names("fog", "--project", tiny)
    assert result.exit_code == status
    assert said in result.stderr and "Traceback" not in result.output


def test_a_fault_of_the_program_is_not_called_wrong_use(monkeypatch, tiny):
    def broken(context, options):
        raise ValueError("a fault")
        yield OutputResult()

    monkeypatch.setattr(HERE, "OUTPUT", replace(OUTPUT, make=broken))
    assert isinstance(names("fog", "--project", tiny).exception, ValueError)


def test_an_error_keeps_the_rest_from_being_made(monkeypatch, tiny):
    begun = []

    def two(context, options):
        yield OutputResult(findings=(WRONG,))
        begun.append("second")
        yield OutputResult()

    monkeypatch.setattr(HERE, "OUTPUT", replace(OUTPUT, make=two))
    assert names("fog", "--project", tiny).exit_code == 1
    assert begun == []


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.name)
def test_an_output_has_its_own_name_and_is_made_of_its_options(output):
    assert behind(output.name) is output
    assert (output.options.__doc__ or "").strip().endswith(".")
    context, options = list(get_type_hints(output.make).values())[:2]
    assert (context, options) == (Context, output.options)
