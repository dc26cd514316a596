"""The command line: what ``trilith`` can do (see the registry), and how it ends."""

from __future__ import annotations

import importlib.metadata
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

import typer

from generator.commands.build import command_of
from generator.commands.registry import COMMANDS, behind
from generator.console import failures_told
from generator.drawing.libcairo import require
from generator.outputs.protocol import Output
from validator.trials.pool import GameFaultError

RULES_BROKEN = 3
"""Exit status where a rules module breaks the table: a fault of the program, not of the data."""


def application(
    names: Iterable[str] | None = None, commands: Mapping[str, str] = COMMANDS
) -> typer.Typer:
    """The command line with the named ones of these commands; all of them by default."""
    app = typer.Typer(
        name="trilith",
        help=(
            "Board-game components from YAML: checked, set up, played and printed.\n\n"
            "Start with `trilith new NAME`, or with the games that are there: `trilith check`."
        ),
        no_args_is_help=True,
        add_completion=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in commands if names is None else names:
        found = behind(name, commands)
        function = command_of(found) if isinstance(found, Output) else found
        app.command(name)(failures_told(function))
    app.callback()(options)
    return app


def wanted(words: Sequence[str]) -> Iterable[str]:
    """The commands that a command line needs: the first one it names, or all for help.

    Drawing takes half a second to import, which `trilith check` need not pay.
    """
    if words[:1] == ["--version"]:
        return ("check",)
    first = next((word for word in words if not word.startswith("-")), "")
    return (first,) if first in COMMANDS else COMMANDS


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(importlib.metadata.version("trilith"))
        raise typer.Exit


def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Options before the command."""


def main() -> None:
    """Run the command line."""
    try:
        require()
        application(wanted(sys.argv[1:]))()
    except GameFaultError as error:
        sys.stderr.write(f"trilith: {error}\n")
        sys.exit(RULES_BROKEN)


if __name__ == "__main__":
    main()
