"""The command line: what ``trilith`` can do, one command a line."""

from __future__ import annotations

import importlib.metadata
import sys
from typing import Annotated

import typer

from generator.commands import changes, data, evidence, paper, pictures, printer, shop, table
from generator.libcairo import require
from validator.command import check
from validator.play.trials import GameFaultError

RULES_BROKEN = 3
"""Exit status where a rules module breaks the table: a fault of the program, not of the data."""

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

app.command("check")(check)
app.command("new")(data.new)
app.command("list")(data.list_cards)
app.command("explain")(data.explain)
app.command("rulings")(data.rulings)
app.command("setup")(table.setup)
app.command("print")(paper.print_games)
app.command("calibrate")(printer.calibrate)
app.command("shop")(shop.shop)
app.command("diff")(changes.diff)
app.command("pictures")(pictures.pictures)
app.command("preview")(paper.preview)
app.command("simulate")(table.simulate)
app.command("replay")(table.replay)
app.command("piles")(evidence.piles)
app.command("report")(evidence.report)
app.command("rules")(evidence.rules)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(importlib.metadata.version("trilith"))
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Options before the command."""


def main() -> None:
    """Run the command line; an interrupt and a broken pipe end quietly."""
    try:
        require()
        app()
    except GameFaultError as error:
        sys.stderr.write(f"trilith: {error}\n")
        sys.exit(RULES_BROKEN)
    except KeyboardInterrupt:
        sys.stderr.write("trilith: interrupted; nothing was half-written\n")
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


if __name__ == "__main__":
    main()
