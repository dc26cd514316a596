"""What changed since the last print: the diff command, and what `print --changed` needs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from generator.changes import diff_report
from generator.changes.diff import diff_games
from generator.changes.ledger import (
    Changes,
    Faces,
    changes,
    faces_now,
    mark_printed,
    read_ledger,
    summary,
    warning,
)
from generator.changes.revisions import Earlier, RevisionError, earlier
from generator.console import loaded_game, stop_on_errors
from generator.design.templating import Templates, load_templates
from generator.store import project_store
from validator.catalogue.model import Game
from validator.command import ProjectDir, fail


class DiffFormat(StrEnum):
    """Forms of a comparison."""

    TEXT = "text"
    MD = "md"
    JSON = "json"


_REPORTS = {
    DiffFormat.TEXT: diff_report.as_text,
    DiffFormat.MD: diff_report.as_markdown,
    DiffFormat.JSON: diff_report.as_json,
}


def diff(
    game: Annotated[str, typer.Argument(help="A game of the project.")],
    revision: Annotated[
        str, typer.Argument(metavar="[GIT-REV]", help="Commit, tag or branch to compare with.")
    ] = "HEAD",
    form: Annotated[
        DiffFormat, typer.Option("--format", help="md is a changelog for testers.")
    ] = DiffFormat.TEXT,
    project: ProjectDir = None,
) -> None:
    """List added, changed and removed cards field by field, against a git revision.

    Cards whose words are the same but whose picture differs are listed as looking different.
    """
    root, now = loaded_game(game, project)
    templates, findings = load_templates(root, store=project_store(root))
    stop_on_errors(findings)
    assert templates is not None
    faces, problems = faces_now(now, templates)
    stop_on_errors(problems)
    before = earlier_of(root, game, revision)
    found = changes(before.faces, faces)
    listed = diff_games(before.game, now, found.redrawn, before.commit)
    typer.echo(_REPORTS[form](listed).rstrip("\n"))


def earlier_of(root: Path, game: str, revision: str) -> Earlier:
    """The game at a git revision, or a clear line and exit status 2."""
    try:
        before, findings = earlier(root, game, revision)
    except RevisionError as error:
        raise fail(str(error)) from error
    for finding in findings:
        typer.echo(f"at {before.commit}: {finding.place}: {finding.message}", err=True)
    return before


def to_print(root: Path, game: Game, templates: Templates, since: str | None) -> dict[str, int]:
    """How many copies of each component differ from the last print, or from a git revision.

    Says what it found, and warns where a template change alters whole decks, before any paper
    is used. Where nothing was marked as printed yet, everything is to be printed.
    """
    faces, findings = faces_now(game, templates)
    stop_on_errors(findings)
    found = changes(_before(root, game, since), faces)
    told = warning(found, game, faces)
    if told:
        typer.echo(f"trilith: {told}", err=True)
    typer.echo(f"{game.name}: {summary(found, faces)}{_leftovers(found)}")
    return found.copies(faces)


def _before(root: Path, game: Game, since: str | None) -> Faces:
    if since is not None:
        return earlier_of(root, game.id, since).faces
    ledger, findings = read_ledger(root, game.id)
    stop_on_errors(findings)
    if ledger is None:
        typer.echo(f"{game.name}: nothing was marked as printed yet (--mark-printed does)")
        return {}
    return ledger.faces


def _leftovers(found: Changes) -> str:
    return f"; take out {', '.join(found.removed)}" if found.removed else ""


def mark(root: Path, game: Game, templates: Templates) -> None:
    """Write into the ledger that all faces of the game are printed as they are now."""
    faces, findings = faces_now(game, templates)
    stop_on_errors(findings)
    path = mark_printed(root, game, faces)
    typer.echo(f"marked as printed in {path.relative_to(root)}; keep it under version control")
