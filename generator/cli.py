"""The command line: what ``trilith`` can do, one command a line."""

from __future__ import annotations

import importlib
import importlib.metadata
import sys
from collections.abc import Iterable, Mapping
from typing import Annotated

import typer

from generator.drawing.libcairo import require
from validator.trials.pool import GameFaultError

RULES_BROKEN = 3
"""Exit status where a rules module breaks the table: a fault of the program, not of the data."""

COMMANDS: Mapping[str, str] = {
    "check": "validator.command:check",
    "new": "generator.commands.data:new",
    "list": "generator.commands.data:list_cards",
    "explain": "generator.commands.data:explain",
    "rulings": "generator.commands.data:rulings",
    "setup": "generator.commands.table:setup",
    "print": "generator.commands.paper:print_games",
    "calibrate": "generator.commands.printer:calibrate",
    "shop": "generator.commands.shop:shop",
    "diff": "generator.commands.changes:diff",
    "pictures": "generator.commands.pictures:pictures",
    "preview": "generator.commands.paper:preview",
    "simulate": "generator.commands.table:simulate",
    "replay": "generator.commands.table:replay",
    "piles": "generator.commands.evidence:piles",
    "report": "generator.commands.evidence:report",
    "rules": "generator.commands.evidence:rules",
}
"""Each command and the function that carries it out, imported when it is needed."""


def application(names: Iterable[str] = COMMANDS) -> typer.Typer:
    """The command line with these commands; all of them by default."""
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
    for name in names:
        module, _, function = COMMANDS[name].partition(":")
        app.command(name)(getattr(importlib.import_module(module), function))
    app.callback()(options)
    return app


def wanted(words: Iterable[str]) -> Iterable[str]:
    """The commands that a command line needs: the first one it names, or all for help.

    Drawing takes half a second to import, which `trilith check` need not pay.
    """
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
    """Run the command line; a broken pipe ends it quietly."""
    try:
        require()
        application(wanted(sys.argv[1:]))()
    except GameFaultError as error:
        sys.stderr.write(f"trilith: {error}\n")
        sys.exit(RULES_BROKEN)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


if __name__ == "__main__":
    main()
