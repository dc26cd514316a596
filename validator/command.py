"""The command that checks; as ``python -m validator`` it compares with no earlier state."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from validator.chunks.failures import ChunksError
from validator.findings import Finding, has_errors
from validator.progress import Watch, unwatched
from validator.project import NotAProjectError, find_project
from validator.usage import UsageError

if TYPE_CHECKING:
    from validator.news import News

WRONG_USE = 2
"""Exit status of a command that was called wrongly; 1 means that errors were found."""


class ReportFormat(StrEnum):
    """Forms of a report on the command line."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"


GameNames = Annotated[
    list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; all of the project if none.")
]
ProjectDir = Annotated[
    Path | None,
    typer.Option("--project", help="Folder with components/; default: the nearest one upwards."),
]

Report = Annotated[ReportFormat, typer.Option("--format", help="How to print the findings.")]
Simulate = Annotated[
    bool, typer.Option("--simulate", help="Play every table too: which piles run out, what stalls.")
]
Jobs = Annotated[int, typer.Option("--jobs", min=0, help="Processes that play; 0: one a core.")]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", help="Play on the workers of this dask scheduler."
    ),
]
Everything = Annotated[
    bool, typer.Option("--all", help="Show also the questions that rulings settle.")
]
Language = Annotated[
    str, typer.Option("--language", metavar="TAG", help="As it is in a language, as de.")
]


Since: TypeAlias = Callable[[Path, Sequence[Finding], Sequence[str] | None, bool], "News | None"]
"""Compares findings of a project (root, findings, games, simulated) with an earlier state of it."""


def nothing_earlier(
    root: Path, findings: Sequence[Finding], games: Sequence[str] | None, simulate: bool
) -> None:
    """Compare with nothing."""
    del root, findings, games, simulate


def checking(since: Since, watch: Watch = unwatched) -> Callable[..., None]:
    """The command that checks and tells what is new, as ``since`` says; ``watch`` shows how far."""

    def check(
        games: GameNames = None,
        report: Report = ReportFormat.TEXT,
        simulate: Simulate = False,
        jobs: Jobs = 0,
        cluster: Cluster = None,
        everything: Everything = False,
        language: Language = "",
        project: ProjectDir = None,
    ) -> None:
        """Check component data: schema, counts, references, set-up at every player count, text fit.

        Every finding has its file, line and column and says how to mend it; what the last commit
        did not give yet comes first. Exit status: 0 no errors, 1 errors, 2 wrong use.
        `trilith explain CODE` tells what a finding means.
        """
        from validator.chunks.crew import Crew
        from validator.chunks.kept import kept_in
        from validator.run import check as run_check

        root = project_root(project)
        crew = Crew(jobs or os.cpu_count() or 1, cluster=cluster or "", kept=kept_in(root, say))
        try:
            findings = run_check(
                root,
                games or None,
                simulate=simulate,
                language=language,
                crew=crew,
                watch=watch,
            )
        except UsageError as error:
            raise fail(str(error)) from error
        except ChunksError as error:
            raise fail(str(error), status=1) from error
        news = None if language else since(root, findings, games or None, simulate)
        typer.echo(_told(findings, news, report, everything=everything))
        raise typer.Exit(1 if has_errors(findings) else 0)

    return check


def _told(
    findings: Sequence[Finding], news: News | None, report: ReportFormat, *, everything: bool
) -> str:
    """The findings in the form that was asked for."""
    from validator.digest import digest
    from validator.report import as_github, as_json

    match report:
        case ReportFormat.JSON:
            return as_json(findings, news)
        case ReportFormat.GITHUB:
            return as_github(findings)
        case _:
            return digest(findings, news, everything=everything)


check = checking(nothing_earlier)


def project_root(given: Path | None) -> Path:
    """The project folder, or a clear line and exit status 2 where there is none."""
    try:
        return find_project(given, Path.cwd())
    except NotAProjectError as error:
        raise fail(str(error)) from error


def say(message: str) -> None:
    """Say something beside the result."""
    typer.echo(f"trilith: {message}", err=True)


def fail(message: str, status: int = WRONG_USE) -> typer.Exit:
    """Print ``trilith: message`` to standard error; the caller raises what comes back."""
    say(message)
    return typer.Exit(status)
