"""The command that checks; as ``python -m validator`` it compares with no earlier state."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_type_hints

import typer

from validator.findings import Finding, UsageError, has_errors, printable
from validator.progress import ChunksError, Watch, watch_nothing
from validator.project import NotAProjectError, find_project

if TYPE_CHECKING:
    from validator.catalogue.file_cache import FileCache
    from validator.report import News

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
"""Compares findings of a project (root, findings, games, simulated) with an earlier state of it.

Raises UnknownNewsError where that state cannot be had this time.
"""


class UnknownNewsError(Exception):
    """An earlier state of the project is there, but could not be read whole."""


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """What a check is asked: the same question about the same project has the same answer."""

    games: tuple[str, ...]
    report: ReportFormat
    simulate: bool
    everything: bool
    language: str


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """Check component data: schema, counts, references, set-up at every player count, text fit.

    Every finding has its file, line and column and says how to mend it; what the last commit
    did not give yet comes first. Exit status: 0 no errors, 1 errors, 2 wrong use.
    `trilith explain CODE` tells what a finding means.
    """

    games: GameNames = None
    report: Report = ReportFormat.TEXT
    simulate: Simulate = False
    jobs: Jobs = 0
    cluster: Cluster = None
    everything: Everything = False
    language: Language = ""
    project: ProjectDir = None


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a check says, with its exit status.

    It is ``lasting`` where it would be said again, whatever else the machine had to do.
    """

    text: str
    status: int
    lasting: bool


Make: TypeAlias = "Callable[[FileCache, AbstractContextManager[object]], CheckReport]"
"""Makes what a check says: with what may have been read of the project already, and in a context
that is entered as soon as all of it has been.
"""
Recall: TypeAlias = "Callable[[Path, CheckRequest, Make], CheckReport]"
"""What the check of a project says: said before and still true, or else what the function makes."""

_FLEETING = frozenset({"template-too-slow", "template-too-large", "drawing-failed"})
"""Codes of findings that tell of limits of time and memory."""


def parameters_of(options: type[Any]) -> Iterator[inspect.Parameter]:
    """The fields of a dataclass of options as parameters of a command."""
    hints = get_type_hints(options, include_extras=True)
    for field in fields(options):
        default = inspect.Parameter.empty if field.default is MISSING else field.default
        yield parameter(field.name, hints[field.name], default)


def parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    """One parameter of a command."""
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)


def as_command(
    run: Callable[..., None], name: str, doc: str | None, parameters: Iterable[inspect.Parameter]
) -> Callable[..., None]:
    """A function as typer makes a command of it: with a name, a help text and these parameters."""
    shown = list(parameters)
    run.__name__, run.__doc__ = name, doc
    run.__annotations__ = {one.name: one.annotation for one in shown}
    run.__signature__ = inspect.Signature(shown)  # type: ignore[attr-defined]
    return run


def anew(root: Path, asked: CheckRequest, make: Make) -> CheckReport:
    """Remember nothing."""
    from validator.catalogue.file_cache import FileCache

    del asked
    return make(FileCache(root), nullcontext())


def make_check_command(
    since: Since | None = None, watch: Watch = watch_nothing, recall: Recall = anew
) -> Callable[..., None]:
    """The command that checks and tells what is new, if ``since`` says so; ``watch`` shows how far.

    What was said before is said again as ``recall`` has it.
    """

    def check(project: Path | None, jobs: int, cluster: str | None, **given: Any) -> None:
        root = project_root(project)
        asked = CheckRequest(tuple(given.pop("games") or ()), **given)

        def make(kept: FileCache, once_read: AbstractContextManager[object]) -> CheckReport:
            return _check(kept, once_read, asked, since, watch, jobs, cluster or "")

        said = anew(root, asked, make) if cluster else recall(root, asked, make)
        typer.echo(said.text)
        raise typer.Exit(said.status)

    return as_command(check, "check", CheckOptions.__doc__, parameters_of(CheckOptions))


def _check(
    kept: FileCache,
    once_read: AbstractContextManager[object],
    asked: CheckRequest,
    since: Since | None,
    watch: Watch,
    jobs: int,
    cluster: str,
) -> CheckReport:
    """Check a project, by so many processes or a cluster, and say what was found."""
    from validator.run import Means, check
    from validator.simulation.chunks import open_kept
    from validator.simulation.shards import RunConfig

    root, games = kept.root, asked.games or None
    try:
        findings = check(
            root,
            games,
            simulate=asked.simulate,
            language=asked.language,
            means=Means(
                RunConfig(jobs or os.cpu_count() or 1, cluster=cluster, kept=open_kept(root, say)),
                watch,
                kept,
                once_read,
            ),
        )
    except UsageError as error:
        raise fail(str(error)) from error
    except ChunksError as error:
        raise fail(str(error), status=1) from error
    lasting = _FLEETING.isdisjoint(finding.code for finding in findings)
    try:
        news = None
        if since is not None and not asked.language:
            news = since(root, findings, games, asked.simulate)
    except UnknownNewsError:
        news, lasting = None, False
    text = _report_text(findings, news, asked.report, everything=asked.everything)
    return CheckReport(text, 1 if has_errors(findings) else 0, lasting)


def _report_text(
    findings: Sequence[Finding], news: News | None, report: ReportFormat, *, everything: bool
) -> str:
    from validator.report import as_github, as_json, digest

    match report:
        case ReportFormat.JSON:
            return as_json(findings, news)
        case ReportFormat.GITHUB:
            return as_github(findings)
        case _:
            return digest(findings, news, everything=everything)


check = make_check_command()


def project_root(given: Path | None) -> Path:
    """The project folder, or a clear line and exit status 2 where there is none."""
    try:
        return find_project(given, Path.cwd())
    except NotAProjectError as error:
        raise fail(str(error)) from error


def say(message: str) -> None:
    """Say something beside the result."""
    typer.echo(f"trilith: {printable(message)}", err=True)


def fail(message: str, status: int = WRONG_USE) -> typer.Exit:
    """Print ``trilith: message`` to standard error; the caller raises what comes back."""
    say(message)
    return typer.Exit(status)
