"""Commands for a project as a whole: ``trilith new`` and ``cache``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
import yaml

from generator.installed import FIRST, starters
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
    folder = written[0].parent
    tables = yaml.safe_load((folder / "game.yaml").read_text(encoding="utf-8"))["configurations"]
    game, players = folder.name, tables[len(tables) // 2]["players"]
    typer.echo(f"\nNow try:\n  trilith check {game}\n  trilith setup {game} --players {players}")
    typer.echo(f"  trilith print {game}\n  trilith list {game}")


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Remove all of it.")] = False,
) -> None:
    """Tell where drawn faces, finished games and the like are kept for next time, and how much.

    It holds what was made before of all your projects, up to 1 GB; nothing in it is needed, as
    everything is made again where it is missing.
    """
    from validator import cache as kept

    folder, megabytes = kept.cache_folder(), kept.size() / 1e6
    if clear:
        kept.clear()
    typer.echo(f"{folder}: {megabytes:,.1f} MB{' removed' if clear else ''}")
