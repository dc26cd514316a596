"""Pictures of a game: every face, sprite sheets, a hand or a spread of cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import typer

from generator.outputs.choices import Draft, GameName, Ink, InkOption, Only, Out
from generator.outputs.drawn import drawer_of, templates_of
from generator.outputs.pictures.files import (
    Scene,
    SceneKind,
    Shot,
    Subject,
    face_files,
    scene_file,
    sprite_files,
)
from generator.outputs.pictures.scenes import Look
from generator.outputs.protocol import Context, Made, Output
from generator.printing.kit.only import only_of


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


def make(context: Context, options: PictureOptions) -> Iterator[Made]:
    """Make it."""
    game = context.game(options.game)
    templates = templates_of(context.root, options.ink, draft=options.draft)
    wanted = only_of(options.only or (), [game]).takes
    subject = Subject(game, templates, wanted, drawer_of(templates, context.watch))
    out = context.folder(options.out)
    shot = Shot(options.dpi, f".{options.form.value}")
    if options.kind is Kind.FACES:
        files, findings = face_files(subject, out, shot, bleed=options.bleed)
    elif options.kind is Kind.SPRITES:
        files, findings = sprite_files(subject, out, shot)
    else:
        kind = SceneKind(options.kind.value)
        scene = Scene(options.cards or (), kind, options.side, Look(ground=options.ground))
        files, findings = scene_file(subject, out, scene, shot)
    many = f"{len(files)} files in {files[0].parent}" if len(files) > 1 else ""
    told = many or (str(files[0]) if files else None)
    yield Made(files, findings, told)


OUTPUT = Output(
    "pictures",
    PictureOptions,
    "generator.outputs.face_pictures:make",
    translates=True,
)
