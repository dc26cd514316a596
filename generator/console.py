"""What commands share: options, the progress bar, and how failures read on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Protocol

import typer

from validator.catalogue.load import load
from validator.catalogue.model import Catalogue, Game
from validator.command import fail, project_root
from validator.findings import Finding, Severity, has_errors
from validator.report import as_text

Players = Annotated[int | None, typer.Option("--players", min=0, help="Number of human players.")]
Bots = Annotated[int, typer.Option("--bots", min=0, help="Number of bots.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Same seed, same result.")]
Rulings = Annotated[
    list[str] | None,
    typer.Option("--ruling", metavar="ID=OPTION", help="Play by another ruling; may be repeated."),
]


class Progress(Protocol):
    """Told how far a long job is; ``total`` of None means that nobody knows."""

    def __call__(self, done: int, total: int | None, what: str) -> None:
        """Report that ``done`` of ``total`` steps are finished and ``what`` is next."""


@contextmanager
def progress(title: str) -> Iterator[Progress]:
    """A progress bar on standard error while a terminal shows it; silent in pipes."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)

        def tell(done: int, total: int | None, what: str) -> None:
            bar.update(task, completed=done, total=total, description=f"{title}: {what}")

        yield tell


def loaded(games: Sequence[str] | None, project: Path | None) -> tuple[Path, Catalogue]:
    """The project's root and the catalogue of the named games.

    Leaves with the findings and exit status 1 where the data has errors, 2 for a game that
    does not exist.
    """
    root = project_root(project)
    catalogue, findings = load(root, games or None)
    unknown = [finding for finding in findings if finding.code == "game-unknown"]
    if unknown:
        raise fail(f"{unknown[0].message}; {unknown[0].hint}")
    stop_on_errors(findings)
    return root, catalogue


def loaded_game(name: str, project: Path | None) -> tuple[Path, Game]:
    """The project's root and one game; see :func:`loaded`."""
    root, catalogue = loaded([name], project)
    return root, catalogue.games[name]


def stop_on_errors(findings: Sequence[Finding]) -> None:
    """Print the errors and leave with exit status 1, if there are any."""
    if has_errors(findings):
        errors = [finding for finding in findings if finding.severity is Severity.ERROR]
        typer.echo(as_text(errors), err=True)
        raise typer.Exit(1)
