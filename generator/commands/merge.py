"""``trilith merge``: the files of all shards of a command, put together to what it would say."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from generator.commands.registry import COMMANDS, behind
from generator.console import progress
from generator.failures import WrongUseError
from generator.options.choices import Out
from generator.options.protocol import Context, Output
from validator.command import ProjectDir


def merge(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", help="The files of all shards.")
    ],
    out: Out = None,
    project: ProjectDir = None,
) -> None:
    """Put together what the shards of a command have played, and tell what it would have told.

    The project's data have to be those that the shards were made from.
    """
    from generator.commands.build import tell
    from generator.options.running import HOW, options_of
    from generator.textfiles import read_text
    from validator.findings import UsageError
    from validator.simulation.chunks import ChunksError
    from validator.simulation.shards import together

    found = together([(str(path), read_text(path)) for path in files])
    output = behind(found.command) if found.command in COMMANDS else None
    try:
        if not isinstance(output, Output) or not set(HOW) <= set(output.options.__annotations__):
            raise ValueError
        options = options_of(found, output.options)
    except ValueError as error:
        message = f"{files[0]} names no command that --shard has, or options that it does not have"
        raise WrongUseError(message) from error
    if out is not None and "out" in output.options.__annotations__:
        options = replace(options, out=out)
    try:
        for made in output.make(Context(project, progress, found=found), options):
            tell(made)
    except UsageError:
        raise
    except (ValueError, LookupError, ArithmeticError) as error:
        message = f"the figures in these files do not fit together ({error}): make all shards anew"
        raise ChunksError(message) from error
