"""What commands share: options, the progress bar, and how failures read on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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


@contextmanager
def counting(title: str, total: int) -> Iterator[Callable[[int], None]]:
    """A progress bar for ``total`` equal steps; what it gives is told how many more are done."""
    done = 0
    with progress(title) as tell:
        tell(0, total, "")

        def more(steps: int) -> None:
            nonlocal done
            done += steps
            tell(done, total, "")

        yield more


def read(path: Path) -> str:
    """The text of a file; leaves with a clear line and exit status 2 where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise fail(f"cannot read {path}: {reason}") from error


def save(path: Path, text: str) -> None:
    """Write a whole text file or leave the old one; tells where, or why it cannot be done."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise fail(f"cannot write {path}: {error.strerror or error}") from error
    typer.echo(f"wrote {path}", err=True)


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
