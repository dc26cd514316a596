"""A table after set-up for a virtual table: every piece where the set-up puts it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import typer

from generator.failures import WrongUseError
from generator.outputs.choices import Draft, GameName, Out, Rulings, Seed
from generator.outputs.drawn import drawer_of, templates_of
from generator.outputs.protocol import Context, Made, Output, stop_on_errors
from generator.outputs.tables.files import Program, table_files
from validator.play.rulings import resolve_rulings
from validator.setup.deal import set_up
from validator.setup.legal import find_configuration


@dataclass(frozen=True, slots=True)
class TableOptions:
    """Lay a table for a virtual table: decks shuffled, hands dealt, pieces on their places.

    Writes OUT/GAME/tables/PROGRAM-PLAYERS+BOTS/, with a picture of the table. How to load it:
    docs/virtual-tables.md. Exit status: 0 made, 1 the data does not allow it, 2 no such table.
    """

    game: GameName
    players: Annotated[int, typer.Option("--players", min=0, help="Number of human players.")]
    to: Annotated[
        Program,
        typer.Option("--to", help="tts: Tabletop Simulator. pcio: playingcards.io."),
    ]
    bots: Annotated[int, typer.Option("--bots", min=0, help="Number of bots.")] = 0
    seed: Seed = 1
    rulings: Rulings = None
    images_at: Annotated[
        str,
        typer.Option(
            "--images-at",
            metavar="URL",
            help="Of tts: where you host the pictures; without it only you see them.",
        ),
    ] = ""
    out: Out = None
    draft: Draft = False


def make(context: Context, options: TableOptions) -> Iterator[Made]:
    """Make it."""
    if options.images_at and options.to is not Program.TTS:
        raise WrongUseError("a .pcio file holds its pictures; --images-at is for --to tts")
    game = context.game(options.game)
    configuration = find_configuration(game, options.players, options.bots)
    rulings = resolve_rulings(game, options.rulings or ())
    result = set_up(game, configuration, options.seed, rulings)
    stop_on_errors(result.problems)
    templates = templates_of(context.root, draft=options.draft)
    written = table_files(
        result,
        templates,
        drawer_of(templates, context.watch),
        context.folder(options.out),
        options.to,
        options.images_at,
    )
    yield Made(written.files, written.findings, written.told, written.aside)


OUTPUT = Output(
    "table", TableOptions, "generator.outputs.tables.virtual_table:make", translates=True
)
