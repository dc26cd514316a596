"""``trilith table``: a table after set-up for a virtual table, every piece in its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from generator import options
from generator.failures import WrongUseError
from generator.options import Context, Output, OutputResult, TableProgram, stop_on_errors


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Lay a table for a virtual table: decks shuffled, hands dealt, pieces on their places.

    Writes OUT/GAME/tables/PROGRAM-PLAYERS+BOTS/, with a picture of the table. How to load it:
    docs/virtual-tables.md. Exit status: 0 made, 1 the data does not allow it, 2 no such table.
    """

    game: options.GameName
    players: Annotated[int, typer.Option("--players", min=0, help="Number of human players.")]
    to: Annotated[
        TableProgram,
        typer.Option("--to", help="tts: Tabletop Simulator. pcio: playingcards.io."),
    ]
    bots: Annotated[int, typer.Option("--bots", min=0, help="Number of bots.")] = 0
    seed: options.Seed = 1
    rulings: options.Rulings = None
    images_at: Annotated[
        str,
        typer.Option(
            "--images-at",
            metavar="URL",
            help="Of tts: where you host the pictures; without it only you see them.",
        ),
    ] = ""
    out: options.Out = None
    draft: options.Draft = False


def lay_table(context: Context, options: TableOptions) -> Iterator[OutputResult]:
    """Set the table up and write it for a program."""
    from generator.outputs.kit import drawer_of, open_game
    from generator.outputs.tables.files import write_table
    from validator.catalogue.seats import find_configuration
    from validator.play.rulings import resolve_rulings
    from validator.setup.deal import set_up

    if options.images_at and options.to is not TableProgram.TTS:
        raise WrongUseError("a .pcio file holds its pictures; --images-at is for --to tts")
    game, templates = open_game(context, options.game, draft=options.draft)
    configuration = find_configuration(game, options.players, options.bots)
    rulings = resolve_rulings(game, options.rulings or ())
    result = set_up(game, configuration, options.seed, rulings)
    stop_on_errors(result.problems)
    drawer, out = drawer_of(templates, context.watch), context.folder(options.out)
    yield write_table(result, templates, drawer, out, options.to, options.images_at)


OUTPUT = Output("table", TableOptions, lay_table, translates=True)
