"""What the terminal shows of a command: its progress, its findings, and how it fails."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from time import monotonic
from typing import ParamSpec

import typer

from generator.failures import DataError, EndedError, FailedError, Interrupted, WrongUseError
from validator.command import fail
from validator.findings import Finding, Severity, UsageError
from validator.progress import ChunksError, InterruptedRun, Progress
from validator.project import NotAProjectError

P = ParamSpec("P")
_INTERRUPTED = 130


_LONGEST_NAME = 200


@contextmanager
def progress(title: str) -> Iterator[Progress]:
    """How far it is, on standard error: a bar on a terminal, elsewhere a line now and then.

    It is drawn anew as it is told of progress, not by a thread: workers can be forked only where
    none runs.
    """
    if ON_PAGE or not sys.stderr.isatty():
        yield lines_of(title)
        return
    from rich import progress as bars
    from rich.console import Console

    console = Console(stderr=True)
    columns = (
        bars.TextColumn("{task.description}"),
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TimeElapsedColumn(),
        bars.TimeRemainingColumn(),
        bars.TextColumn("left"),
    )
    hidden = not console.is_terminal  # such as one that TERM calls dumb
    with bars.Progress(
        *columns, console=console, transient=True, disable=hidden, auto_refresh=False
    ) as bar:
        task = bar.add_task(title, total=None)

        def tell(done: int, total: int | None, what: str) -> None:
            said = f"{title}: {what}" if what else title
            bar.update(task, completed=done, total=total, description=said, refresh=True)

        yield tell


ON_PAGE = "TRILITH_PAGE" in os.environ
"""Whether the studio's page shows what is printed, where the next line may take a line's place."""
EVERY_S, _END = (0.3, "\r") if ON_PAGE else (10.0, "\n")
"""Seconds between two lines about progress in a log; what takes less says nothing there."""


def lines_of(title: str, clock: Callable[[], float] = monotonic) -> Progress:
    """Tell progress in lines, the first after :data:`EVERY_S` seconds, with the time left.

    A stage that begins anew, or has another total, has a time of its own.
    """
    begun = said = clock()
    stage: tuple[int, int | None] = (0, None)

    def tell(done: int, total: int | None, what: str) -> None:
        nonlocal begun, said, stage
        now = clock()
        if done < stage[0] or stage[1] not in (None, total):
            begun = now
        stage = done, total
        if now - said < EVERY_S:
            return
        said = now
        doing = f"{title}: {what}" if what else title
        if not total:
            typer.echo(f"{doing}: {done:,}{_END}", err=True, nl=False)
            return
        left = f", about {(now - begun) * (total - done) / done:,.0f} s left" if done else ""
        typer.echo(f"{doing}: {done:,} of {total:,}{left}{_END}", err=True, nl=False)

    return tell


def show(findings: Sequence[Finding], least: Severity) -> None:
    """Print the findings of severity ``least`` and worse to standard error, if there are any."""
    order = list(Severity)
    shown = [one for one in findings if order.index(one.severity) <= order.index(least)]
    if shown:
        from validator.report import digest

        typer.echo(digest(shown, None, everything=True), err=True)


def report_failures(command: Callable[P, None]) -> Callable[P, None]:
    """The same command, which says why it fails in one line and ends with 1, or 2 if misused.

    An interrupt of what can be gone on with says how, and ends with 130; other interrupts and
    closed pipes are for whoever started the command to see.
    """

    @wraps(command)
    def guard(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except (WrongUseError, UsageError, NotAProjectError) as error:
            raise fail(str(error)) from error
        except (FailedError, ChunksError) as error:
            raise fail(str(error), status=1) from error
        except DataError as error:
            show(error.findings, Severity.ERROR)
            raise typer.Exit(1) from error
        except (Interrupted, InterruptedRun) as interrupt:
            fail(str(interrupt))
            raise EndedError(_INTERRUPTED) from interrupt
        except BrokenPipeError:
            raise
        except OSError as error:
            reason, name = error.strerror or str(error), str(error.filename)
            if error.filename is None:
                raise fail(f"cannot go on: {reason}", status=1) from error
            shown = name if len(name) <= _LONGEST_NAME else f"{name[:40]}...{name[-40:]}"
            raise fail(f"cannot use {shown}: {reason}", status=1) from error

    return guard
