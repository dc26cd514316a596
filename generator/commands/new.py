"""The command that starts a game of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
import yaml

from generator.shipped import FIRST, starters
from validator.command import ProjectDir
from validator.project import NotAProjectError, find_project


def new(
    name: Annotated[str, typer.Argument(help="Name of the game, such as 'Fog and Light'.")],
    like: Annotated[
        str, typer.Option("--like", help=f"Game to start from: {', '.join(starters())}.")
    ] = FIRST,
    project: ProjectDir = None,
) -> None:
    """Start a game of your own: a small one that works, with comments that teach the format.

    Writes components/NAME/ into the project (here, if there is none yet).
    """
    from generator.starter import write_starter

    try:
        root = find_project(project, Path.cwd())
    except NotAProjectError:
        root = project or Path.cwd()
    written = write_starter(root, name, like)
    for path in written:
        typer.echo(path.relative_to(root))
    game = written[0].parent.name
    players = _players(written[0].parent)
    typer.echo(f"\nNow try:\n  trilith check {game}\n  trilith setup {game} --players {players}")
    typer.echo(f"  trilith print {game}\n  trilith list {game}")


def _players(folder: Path) -> int:
    """A number of players that the game allows: the one in the middle."""
    tables = yaml.safe_load((folder / "game.yaml").read_text(encoding="utf-8"))["configurations"]
    players: int = tables[len(tables) // 2]["players"]
    return players
