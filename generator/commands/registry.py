"""What ``trilith`` can do: one command after the other, in the order of its help; and how an
output becomes one.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
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

    parameters = [*parameters_of(output.options), parameter("project", ProjectDir, None)]
    if output.translates:
        parameters.insert(-1, parameter("language", Language, ""))
    return as_command(command, output.name, output.options.__doc__, parameters)


def tell(made: OutputResult) -> None:
    """Say what was made; an error among the findings, or a status asked for, ends the command."""
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

    A dot stands for this folder. ``usage`` and ``summary`` are what help and the README's table of
    commands say of it.
    """

    where: str
    usage: str
    summary: str


COMMANDS: Mapping[str, Command] = {
    "check": Command(
        ".check:check",
        "[GAME ...]",
        "finds mistakes, contradictions and text that does not fit, new ones first; "
        "`--simulate` also plays",
    ),
    "new": Command(".project:new", "NAME", "starts a game of your own"),
    "list": Command(".list:LIST", "[GAME ...]", "lists every card with its text for a rulebook"),
    "explain": Command(".help:explain", "[CODE]", "tells what a finding means"),
    "help": Command(
        ".help:help_",
        "[TOPIC]",
        "shows the manual: what each file, key and verb means, with an example",
    ),
    "rulings": Command(
        ".rules:rulings", "GAME", "lists what the rules leave open, and the options"
    ),
    "sheet": Command(
        ".sheet:sheet",
        "out GAME",
        "sends records out into a spreadsheet; `in FILE` merges the edits, `pull GAME` fetches",
    ),
    "translate": Command(
        ".translate:OUTPUT",
        "GAME --to TAG",
        "writes the texts of a game into a PO file for translators, or brings it up to date",
    ),
    "setup": Command(".rules:setup", "GAME --players N", "sets the table up and shows every zone"),
    "table": Command(
        ".table:OUTPUT",
        "GAME --players N --to NAME",
        "lays the table for Tabletop Simulator or playingcards.io",
    ),
    "print": Command(
        ".print:OUTPUT",
        "[GAME ...]",
        "makes the print kit: cards, chits, mats, boards, figures, cover",
    ),
    "calibrate": Command(
        ".calibrate:OUTPUT",
        "",
        "prints a test sheet and keeps a printer's duplex drift, for `print --printer`",
    ),
    "shop": Command(
        ".shop:OUTPUT", "GAME --to NAME", "makes a print shop's files, with a preflight report"
    ),
    "diff": Command(
        ".list:DIFF", "GAME [GIT-REV]", "lists what changed, card by card and field by field"
    ),
    "pictures": Command(
        ".pictures:PICTURES",
        "GAME",
        "makes pictures: faces, sprite sheets, hands and spreads of cards",
    ),
    "publish": Command(
        ".publish:OUTPUT",
        "GAME",
        "makes an almanac and a site of all components, the rulebook, and errata",
    ),
    "preview": Command(".pictures:PREVIEW", "GAME", "draws faces as pictures while you design"),
    "studio": Command(
        ".studio:studio",
        "[GAME]",
        "opens a page that redraws what you change; click a word on a card to change it",
    ),
    "play": Command(
        ".play:OUTPUT",
        "GAME",
        "sits you at a table: you play one seat or several, policies the others",
    ),
    "simulate": Command(
        ".simulate:SIMULATE",
        "[GAME ...]",
        "plays many games: length, wins, scores, piles, supplies",
    ),
    "replay": Command(".simulate:REPLAY", "GAME", "tells one game turn by turn"),
    "piles": Command(
        ".simulate:PILES",
        "[GAME ...]",
        "tells of every pile whether it can run out, when, and what then",
    ),
    "odds": Command(
        "generator.odds:ODDS",
        "GAME ZONE WANTED...",
        "counts exactly how likely a draw holds what is wanted",
    ),
    "report": Command(
        ".simulate:REPORT", "[GAME ...]", "writes a page a game with plots, which works offline"
    ),
    "notes": Command(
        "generator.notes:notes",
        "[GAME]",
        "lists what players said at the table; "
        "`add`, `in` and `read` take it in, `done` answers it",
    ),
    "compare": Command(
        ".compare:OUTPUT",
        "GAME [GIT-REV]",
        "plays two versions of a game on the same luck: what shifted, and how sure that is",
    ),
    "tune": Command(
        "generator.tuning:TUNE",
        "GAME",
        "looks for the fewest numbers to change so that a game is what you want, and proves it",
    ),
    "sweep": Command(
        "generator.tuning:SWEEP",
        "GAME FILE:RECORD.FIELD A..B",
        "plays a game with a number at each of its values: what that moves",
    ),
    "merge": Command(
        ".merge:merge", "FILE...", "puts together what `--shard` has played in parts, and tells it"
    ),
    "rules": Command(
        ".rules:rules",
        "GAME",
        "lists every numbered rule: where it is carried out, tested, or only mentioned",
    ),
    "cache": Command(
        ".project:cache",
        "",
        "tells how much is kept of what was made before, and where; `--clear` removes it",
    ),
}
"""Each command by its name."""


def behind(command: str, commands: Mapping[str, Command] = COMMANDS) -> Any:
    """The output or the function that carries a command out."""
    module, _, name = commands[command].where.partition(":")
    return getattr(importlib.import_module(module, __package__), name)


def command_named(name: str) -> Any:
    """A command as typer has it, with its parameters and what reads its words."""
    found = behind(name)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    alone.command(name)(command_of(found) if isinstance(found, Output) else found)
    return typer.main.get_command(alone)
