"""From an output to a command: options from its dataclass, and what it made told."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any, get_type_hints

import typer

from generator.console import progress, show
from generator.drawing.libcairo import wanting
from generator.options.choices import Language
from generator.options.protocol import Context, Made, Output
from validator.command import ProjectDir
from validator.findings import has_errors


def command_of(output: Output[Any]) -> Callable[..., None]:
    """The function that typer makes a command of; all take ``--project``, some ``--language``."""

    def command(*, project: Path | None, language: str = "", **chosen: Any) -> None:
        context = Context(project, progress, language)
        with wanting():
            for made in output.make(context, output.options(**chosen)):
                tell(made)

    parameters = list(_parameters(output))
    command.__name__ = output.name
    command.__doc__ = output.options.__doc__
    command.__annotations__ = {one.name: one.annotation for one in parameters}
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return command


def _parameters(output: Output[Any]) -> Iterator[inspect.Parameter]:
    hints = get_type_hints(output.options, include_extras=True)
    for field in fields(output.options):
        default = inspect.Parameter.empty if field.default is MISSING else field.default
        yield _parameter(field.name, hints[field.name], default)
    if output.translates:
        yield _parameter("language", Language, "")
    yield _parameter("project", ProjectDir, None)


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)


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
