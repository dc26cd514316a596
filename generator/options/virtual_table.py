"""What ``trilith table`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from generator.options.choices import Draft, GameName, Out, Rulings, Seed
from generator.options.protocol import Output


class Program(StrEnum):
    """The virtual tables that a table can be laid for."""

    TTS = "tts"
    PCIO = "pcio"


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


OUTPUT = Output(
    "table", TableOptions, "generator.outputs.tables.virtual_table:make", translates=True
)
