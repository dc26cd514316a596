"""``trilith sheet``: records out into a spreadsheet, edits in, and published sheets fetched."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from generator.atomic import write_bytes
from generator.failures import DataError
from generator.options import Context
from validator.catalogue.folders import game_names
from validator.command import ProjectDir


class SheetAction(StrEnum):
    """What is done with a sheet."""

    OUT = "out"
    IN = "in"
    PULL = "pull"


class ConflictSide(StrEnum):
    """Whose value holds where sheet and file changed the same one."""

    SHEET = "sheet"
    FILE = "file"


def sheet(
    action: Annotated[SheetAction, typer.Argument(help="out, in or pull.", show_choices=False)],
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
        ConflictSide | None,
        typer.Option("--take", help="in: whose values hold where both changed them."),
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
    context = Context(project)
    match action:
        case SheetAction.OUT:
            send_out(context, game, set_id, to, force=force)
        case SheetAction.IN:
            sheet_wins = None if side is None else side is ConflictSide.SHEET
            take_in(context, game, sheet_wins, dry_run=dry_run)
        case SheetAction.PULL:
            from generator.sheets.transfer import pull

            if game not in game_names(context.root):
                context.catalogue([game])
            for line in pull(context.root, game):
                typer.echo(line)


def send_out(
    context: Context, game: str, set_id: str | None, to: Path | None, *, force: bool
) -> None:
    """Write the records of a game, or of one of its sets, into a file.

    Raises:
        WrongUseError: that would lose edits, and is not forced.
    """
    from generator.sheets.transfer import choose_tables, refuse_to_lose, write_sheet

    catalogue = context.catalogue([game])
    path = to or context.root / f"{game}.xlsx"
    tables = choose_tables(catalogue, game, set_id)
    if not force:
        refuse_to_lose(path, context.root, catalogue)
    write_sheet(path, game, tables, force=force)
    records = sum(len(table.cells) for table in tables)
    for table in tables:
        for field in table.long:
            typer.echo(f"{table.set_id}: {field} is too long for cells and stays in the YAML")
    sets = f"{len(tables)} sets" if len(tables) > 1 else "1 set"
    name = _name_from_here(path)
    typer.echo(f"{name}: {records} records of {sets}; `trilith sheet in {name}` takes edits in")


def take_in(context: Context, game: str, sheet_wins: bool | None, *, dry_run: bool) -> None:
    """Merge the edits of a sheet; where both sides changed a value, one of them wins, if any does.

    Raises:
        DataError: both sides changed values, and nobody said which holds.
    """
    from generator.sheets.files import read_sheet_file, renew
    from generator.sheets.merge import base_now, conflicts, decide, take
    from generator.sheets.transfer import lines, new_texts

    path = context.root / f"{game}.xlsx" if game in game_names(context.root) else Path(game)
    file = read_sheet_file(path, _name_from_here(path))
    catalogue = context.catalogue([file.base.game])
    taken, said = take(file, catalogue)
    if sheet_wins is not None:
        taken = [decide(one, sheet_wins) for one in taken]
    undecided = [found for one in taken for found in conflicts(one, file.base.game)]
    for line in (*said, *(line for one in taken for line in lines(one))):
        typer.echo(line)
    if undecided:
        typer.echo("nothing was written: sheet and files changed the same values", err=True)
        raise DataError(undecided)
    texts = new_texts(context.root, taken)
    if dry_run:
        typer.echo("nothing was written" if texts else "nothing would change")
        return
    for file_path, content in texts.items():
        write_bytes(file_path, content)
    renew(file, base_now(file.base, taken))
    if not texts:
        typer.echo("nothing changed")


def _name_from_here(path: Path) -> str:
    """The path from here, if it leads into this folder."""
    here = Path.cwd()
    return (path.relative_to(here) if path.is_relative_to(here) else path).as_posix()
