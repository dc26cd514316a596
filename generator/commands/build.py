"""From an output to a command: options from its dataclass, and what it made told."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer

from generator.console import progress, show
from generator.drawing.libcairo import wanting
from generator.options.choices import Language
from generator.options.protocol import Context, Made, Output
from validator.command import ProjectDir, as_command, parameter, parameters_of
from validator.findings import has_errors


def command_of(output: Output[Any]) -> Callable[..., None]:
    """The function that typer makes a command of; all take ``--project``, some ``--language``."""

    def command(*, project: Path | None, language: str = "", **chosen: Any) -> None:
        context = Context(project, progress, language)
        with wanting():
            for made in output.make(context, output.options(**chosen)):
                tell(made)

    return as_command(command, output.name, output.options.__doc__, _parameters(output))


def _parameters(output: Output[Any]) -> Iterator[inspect.Parameter]:
    yield from parameters_of(output.options)
    if output.translates:
        yield parameter("language", Language, "")
    yield parameter("project", ProjectDir, None)


def tell(made: Made) -> None:
    """Say what was made; an error among the findings ends the command with status 1.

    So does a status that was asked for, with that one.
    """
    show(made.findings, made.least)
    if made.aside:
        typer.echo(made.aside, err=True)
    if made.told is not None:
        typer.echo(made.told.removesuffix("\n"))
    if has_errors(made.findings):
        raise typer.Exit(1)
    if made.status:
        raise typer.Exit(made.status)
