"""The command that sends records out into a sheet, takes edits in, and pulls a published sheet."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from generator.options.protocol import Context
from validator.command import ProjectDir


class Action(StrEnum):
    """What is done with a sheet."""

    OUT = "out"
    IN = "in"
    PULL = "pull"


class Side(StrEnum):
    """Whose value holds where sheet and file changed the same one."""

    SHEET = "sheet"
    FILE = "file"


def sheet(
    action: Annotated[Action, typer.Argument(help="out, in or pull.", show_choices=False)],
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game; or, to take in, a sheet.")],
    set_id: Annotated[
        str | None, typer.Argument(metavar="[SET]", help="Only this set goes out.")
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--to", help="out: the file; .xlsx or .csv. Default: GAME.xlsx.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="in: say what would change, and change nothing.")
    ] = False,
    side: Annotated[
        Side | None, typer.Option("--take", help="in: whose values hold where both changed them.")
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="out: write over edits not taken in, or another file.")
    ] = False,
    project: ProjectDir = None,
) -> None:
    """Edit the records of a game in a spreadsheet.

    `out` writes them into a workbook with choices, notes and limits from the schema (or one set as
    CSV). `in` merges what was changed there into the YAML, value by value; what both sides changed
    is listed and nothing is written until it is decided. `pull` fetches the sheets that sets name
    by `url` into their files. docs/sheets.md tells how lists and effects are written in a cell.
    """
    from generator.sheets import command

    context = Context(project)
    match action:
        case Action.OUT:
            command.send_out(context, game, set_id, to, force=force)
        case Action.IN:
            sheet_wins = None if side is None else side is Side.SHEET
            command.take_in(context, game, sheet_wins, dry_run=dry_run)
        case Action.PULL:
            command.pull_all(context, game)
