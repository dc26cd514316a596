"""The command that carries older projects over to the data format of today."""

from __future__ import annotations

from typing import Annotated

import typer

from validator.command import GameNames, ProjectDir, project_root


def upgrade(
    games: GameNames = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only tell what would change.")
    ] = False,
    project: ProjectDir = None,
) -> None:
    """Carry a project over to the data format of today: a line for each change.

    Only what has to change does, byte by byte; all files are written, or none. Commit before, and
    run `trilith check` afterwards: it tells what only you can decide.
    """
    from generator.upgrade.project import planned, write
    from validator.catalogue.folders import game_names
    from validator.catalogue.schemas import FORMAT

    root = project_root(project)
    changes = planned(root, games or game_names(root))
    for change in changes:
        typer.echo("\n".join(change.lines()))
    if not dry_run:
        write(changes)
    count = sum(len(list(change.lines())) for change in changes)
    if not count:
        typer.echo(f"everything keeps to format {FORMAT} of the data")
    elif dry_run:
        typer.echo(f"{count} changes to come, nothing written")
    else:
        typer.echo(f"{count} changes made; now run `trilith check`")
