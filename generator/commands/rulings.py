"""The command that lists what the rules of a game leave open."""

from __future__ import annotations

import typer

from generator.outputs.choices import GameName
from generator.outputs.protocol import Context
from validator.command import ProjectDir


def rulings(game: GameName, project: ProjectDir = None) -> None:
    """List what the rules leave open: each question, its options and the one in force."""
    for ruling in Context(project).game(game).rulings:
        typer.echo(f"{ruling.id} ({ruling.severity})  {ruling.question}")
        for option, meaning in ruling.options.items():
            mark = "*" if option == ruling.default else " "
            typer.echo(f"  {mark} {option}: {meaning}")
        if ruling.rules:
            typer.echo(f"    rules {', '.join(ruling.rules)}")
    typer.echo("* is in force; try another: trilith simulate GAME --ruling ID=OPTION")
