"""What ``trilith pictures`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from generator.options.choices import Draft, GameName, Ink, InkOption, Only, Out
from generator.options.protocol import Output


class Kind(StrEnum):
    """What a picture shows."""

    FACES = "faces"
    SPRITES = "sprites"
    HAND = "hand"
    SPREAD = "spread"


class Format(StrEnum):
    """Picture formats."""

    PNG = "png"
    JPG = "jpg"


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """Make pictures of cards for a rulebook, a virtual table or a crowdfunding page.

    Writes OUT/GAME/faces/, sprites/ (with sprites.json), or hand.png and spread.png of the
    cards named by their ids.
    """

    game: GameName
    cards: Annotated[
        list[str] | None, typer.Argument(metavar="[CARD]...", help="Cards of a hand or spread.")
    ] = None
    only: Only = None
    kind: Annotated[
        Kind,
        typer.Option(
            "--as", help="faces: a file each. sprites: sheets for virtual tables. hand, spread."
        ),
    ] = Kind.FACES
    dpi: Annotated[float, typer.Option("--dpi", help="Dots an inch.")] = 150.0
    form: Annotated[Format, typer.Option("--format", help="png or jpg.")] = Format.PNG
    bleed: Annotated[bool, typer.Option("--bleed", help="Faces with their bleed.")] = False
    side: Annotated[str, typer.Option("--side", help="Of a hand: front or back.")] = "front"
    ground: Annotated[
        str | None, typer.Option("--ground", help="Colour behind a hand; transparent without it.")
    ] = None
    out: Out = None
    draft: Draft = False
    ink: InkOption = Ink.NORMAL


OUTPUT = Output(
    "pictures",
    PictureOptions,
    "generator.outputs.face_pictures:make",
    translates=True,
)
