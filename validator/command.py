"""``trilith check``, which is also ``python -m validator``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from validator.findings import has_errors
from validator.project import NotAProjectError, find_project
from validator.report import FORMATS
from validator.run import check as run_check
from validator.usage import UsageError

WRONG_USE = 2
"""Exit status of a command that was called wrongly; 1 means that errors were found."""

GameNames = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all of the project if none.")
]
ProjectDir = Annotated[
    Path | None,
    typer.Option("--project", help="Folder with components/; default: the nearest one upwards."),
]


class ReportFormat(StrEnum):
    """Forms of a report on the command line."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


def check(
    games: GameNames = None,
    report: Annotated[
        ReportFormat, typer.Option("--format", help="How to print the findings.")
    ] = ReportFormat.TEXT,
    simulate: Annotated[
        bool,
        typer.Option("--simulate", help="Play every table too: which piles run out, what stalls."),
    ] = False,
    project: ProjectDir = None,
) -> None:
    """Check component data: schema, counts, references, set-up at every player count, text fit.

    Every finding has its file, line and column and says how to mend it. Exit status: 0 no
    errors, 1 errors, 2 wrong use. `trilith explain CODE` tells what a finding means.
    """
    root = project_root(project)
    try:
        findings = run_check(root, games or None, simulate=simulate)
    except UsageError as error:
        raise fail(str(error)) from error
    typer.echo(FORMATS[report.value](findings))
    raise typer.Exit(1 if has_errors(findings) else 0)


def project_root(given: Path | None) -> Path:
    """The project folder, or a clear line and exit status 2 where there is none."""
    try:
        return find_project(given, Path.cwd())
    except NotAProjectError as error:
        raise fail(str(error)) from error


def fail(message: str, status: int = WRONG_USE) -> typer.Exit:
    """Print ``trilith: message`` to standard error; the caller raises what comes back."""
    typer.echo(f"trilith: {message}", err=True)
    return typer.Exit(status)
