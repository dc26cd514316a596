"""What ``trilith`` can do: one command after the other, in the order of its help; and how an
output becomes one.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from generator.console import progress, show
from generator.drawing.libcairo import need_cairo
from generator.options import Context, Language, Output, OutputResult
from validator.command import ProjectDir, as_command, parameter, parameters_of
from validator.findings import has_errors


def command_of(output: Output[Any]) -> Callable[..., None]:
    """The function that typer makes a command of; all take ``--project``, some ``--language``."""

    def command(*, project: Path | None, language: str = "", **chosen: Any) -> None:
        context = Context(project, progress, language)
        with need_cairo():
            for made in output.make(context, output.options(**chosen)):
                tell(made)

    return as_command(command, output.name, output.options.__doc__, _parameters(output))


def _parameters(output: Output[Any]) -> Iterator[inspect.Parameter]:
    yield from parameters_of(output.options)
    if output.translates:
        yield parameter("language", Language, "")
    yield parameter("project", ProjectDir, None)


def tell(made: OutputResult) -> None:
    """Say what was made; an error among the findings ends the command with status 1.

    So does a status that was asked for, with that one.
    """
    show(made.findings, made.least)
    if made.aside:
        typer.echo(made.aside, err=True)
    if made.told is not None:
        typer.echo(made.told.removesuffix("\n"))
    if has_errors(made.findings):
        raise typer.Exit(1)
    if made.status:
        raise typer.Exit(made.status)


@dataclass(frozen=True, slots=True)
class Command:
    """A line of the registry: where the output or the function is, imported when it is needed.

    ``usage`` and ``summary`` are what help and the README's table of commands say of it.
    """

    where: str
    usage: str
    summary: str


COMMANDS: Mapping[str, Command] = {
    "check": Command(
        "generator.commands.check:check",
        "[GAME ...]",
        "finds mistakes, contradictions and text that does not fit, new ones first; "
        "`--simulate` also plays",
    ),
    "new": Command("generator.commands.project:new", "NAME", "starts a game of your own"),
    "list": Command(
        "generator.commands.list:LIST",
        "[GAME ...]",
        "lists every card with its text for a rulebook",
    ),
    "explain": Command("generator.commands.help:explain", "[CODE]", "tells what a finding means"),
    "help": Command(
        "generator.commands.help:help_",
        "[TOPIC]",
        "shows the manual: what each file, key and verb means, with an example",
    ),
    "upgrade": Command(
        "generator.commands.project:upgrade",
        "[GAME ...]",
        "carries an older project over to the data format of today, a line for each change",
    ),
    "rulings": Command(
        "generator.commands.rules:rulings",
        "GAME",
        "lists what the rules leave open, and the options",
    ),
    "sheet": Command(
        "generator.commands.sheet:sheet",
        "out GAME",
        "sends records out into a spreadsheet; `in FILE` merges the edits, `pull GAME` fetches",
    ),
    "translate": Command(
        "generator.commands.translate:OUTPUT",
        "GAME --to TAG",
        "writes the texts of a game into a PO file for translators, or brings it up to date",
    ),
    "setup": Command(
        "generator.commands.rules:setup",
        "GAME --players N",
        "sets the table up and shows every zone",
    ),
    "table": Command(
        "generator.commands.table:OUTPUT",
        "GAME --players N --to NAME",
        "lays the table for Tabletop Simulator or playingcards.io",
    ),
    "print": Command(
        "generator.commands.print:OUTPUT",
        "[GAME ...]",
        "makes the print kit: cards, chits, mats, boards, figures, cover",
    ),
    "calibrate": Command(
        "generator.commands.calibrate:OUTPUT",
        "",
        "prints a test sheet and keeps a printer's duplex drift, for `print --printer`",
    ),
    "shop": Command(
        "generator.commands.shop:OUTPUT",
        "GAME --to NAME",
        "makes a print shop's files, with a preflight report",
    ),
    "diff": Command(
        "generator.commands.list:DIFF",
        "GAME [GIT-REV]",
        "lists what changed, card by card and field by field",
    ),
    "pictures": Command(
        "generator.commands.pictures:PICTURES",
        "GAME",
        "makes pictures: faces, sprite sheets, hands and spreads of cards",
    ),
    "publish": Command(
        "generator.commands.publish:OUTPUT",
        "GAME",
        "makes an almanac and a site of all components, the rulebook, and errata",
    ),
    "preview": Command(
        "generator.commands.pictures:PREVIEW", "GAME", "draws faces as pictures while you design"
    ),
    "studio": Command(
        "generator.commands.studio:studio",
        "[GAME]",
        "opens a page that redraws what you change as you save it",
    ),
    "play": Command(
        "generator.commands.play:OUTPUT",
        "GAME",
        "sits you at a table: you play one seat or several, policies the others",
    ),
    "simulate": Command(
        "generator.commands.simulate:SIMULATE",
        "[GAME ...]",
        "plays many games: length, wins, scores, piles, supplies",
    ),
    "replay": Command("generator.commands.simulate:REPLAY", "GAME", "tells one game turn by turn"),
    "piles": Command(
        "generator.commands.simulate:PILES",
        "[GAME ...]",
        "tells of every pile whether it can run out, when, and what then",
    ),
    "report": Command(
        "generator.commands.simulate:REPORT",
        "[GAME ...]",
        "writes a page a game with plots, which works offline",
    ),
    "compare": Command(
        "generator.commands.compare:OUTPUT",
        "GAME [GIT-REV]",
        "plays two versions of a game on the same luck: what shifted, and how sure that is",
    ),
    "merge": Command(
        "generator.commands.merge:merge",
        "FILE...",
        "puts together what `--shard` has played in parts, and tells it",
    ),
    "rules": Command(
        "generator.commands.rules:rules",
        "GAME",
        "lists every numbered rule: where it is carried out, tested, or only mentioned",
    ),
    "cache": Command(
        "generator.commands.project:cache",
        "",
        "tells how much is kept of what was made before, and where; `--clear` removes it",
    ),
}
"""Each command by its name."""


def behind(command: str, commands: Mapping[str, Command] = COMMANDS) -> Any:
    """The output or the function that carries a command out."""
    module, _, name = commands[command].where.partition(":")
    return getattr(importlib.import_module(module), name)
