"""The command line: what ``trilith`` can do (see the registry), and how it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Annotated

import typer

from generator.commands.registry import COMMANDS, Command, behind, command_of
from generator.console import report_failures
from generator.options import Output
from validator.findings import GameFaultError

RULES_BROKEN = 3
"""Exit status where a rules module breaks the table: a fault of the program, not of the data."""


def application(
    names: Collection[str] | None = None, commands: Mapping[str, Command] = COMMANDS
) -> typer.Typer:
    """The command line of these commands, of which only the named ones can be run; all if None.

    The others are there by name and summary, and are not imported.
    """
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
    for name, command in commands.items():
        function: Callable[..., None] = _name_only
        if names is None or name in names:
            found = behind(name, commands)
            function = report_failures(command_of(found) if isinstance(found, Output) else found)
        app.command(name, short_help=command.summary)(function)
    app.callback()(options)
    return app


def _name_only() -> None:
    """Stand in a list of commands."""


def commands_of(words: Sequence[str]) -> Collection[str] | None:
    """The commands that a command line runs: the first that it names; none where help is all.

    Completion asks for the options of any command.
    """
    if "_TRILITH_COMPLETE" in os.environ:
        return None
    return [word for word in words if word in COMMANDS][:1]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(version("trilith"))
        raise typer.Exit


def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Options before the command."""


def main() -> None:
    """Run the command line."""
    try:
        application(commands_of(sys.argv[1:]))()
    except GameFaultError as error:
        sys.stderr.write(f"trilith: {error}\n")
        sys.exit(RULES_BROKEN)


if __name__ == "__main__":
    main()
