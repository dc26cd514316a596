"""Commands that make pictures: every face, sprite sheets, hands and spreads."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from generator.atomic import OutputError
from generator.commands.paper import templates_of
from generator.commands.print_options import Ink, InkOption, Out
from generator.console import loaded_game, stop_on_errors
from generator.design.templating import Templates
from generator.drawing.draw import draw
from generator.outputs import pictures as drawing
from generator.outputs.scenes import Look
from validator.catalogue.model import Game
from validator.command import ProjectDir, fail


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


def pictures(
    game: Annotated[str, typer.Argument(help="A game of the project.")],
    cards: Annotated[
        list[str] | None, typer.Argument(metavar="[CARD]...", help="Cards of a hand or spread.")
    ] = None,
    kind: Annotated[
        Kind,
        typer.Option(
            "--as", help="faces: a file each. sprites: sheets for virtual tables. hand, spread."
        ),
    ] = Kind.FACES,
    dpi: Annotated[float, typer.Option("--dpi", help="Dots an inch.")] = 150.0,
    form: Annotated[Format, typer.Option("--format", help="png or jpg.")] = Format.PNG,
    bleed: Annotated[bool, typer.Option("--bleed", help="Faces with their bleed.")] = False,
    side: Annotated[str, typer.Option("--side", help="Of a hand: front or back.")] = "front",
    ground: Annotated[
        str | None, typer.Option("--ground", help="Colour behind a hand; transparent without it.")
    ] = None,
    out: Out = None,
    ink: InkOption = Ink.NORMAL,
    project: ProjectDir = None,
) -> None:
    """Make pictures of cards for a rulebook, a virtual table or a crowdfunding page.

    Writes OUT/GAME/faces/, sprites/ (with sprites.json), or hand.png and spread.png of the
    cards named by their ids.
    """
    root, found = loaded_game(game, project)
    templates = templates_of(root, ink)
    target = out or root / "output"
    drawer = partial(draw, store=templates.store)
    try:
        if kind is Kind.FACES:
            files, findings = drawing.face_files(
                found,
                templates,
                target,
                dpi=dpi,
                suffix=f".{form.value}",
                bleed=bleed,
                drawer=drawer,
            )
        elif kind is Kind.SPRITES:
            files, findings = drawing.sprite_files(
                found, templates, target, dpi=dpi, suffix=f".{form.value}", drawer=drawer
            )
        else:
            path = target / game / f"{kind.value}.{form.value}"
            _scene(found, templates, path, cards or [], kind, dpi, side, ground)
            files, findings = (path,), ()
    except (drawing.PictureChoiceError, ValueError) as error:
        raise fail(str(error)) from error
    except OutputError as error:
        raise fail(str(error), status=1) from error
    stop_on_errors(findings)
    typer.echo(f"{len(files)} files in {files[0].parent}" if len(files) > 1 else f"{files[0]}")


def _scene(
    game: Game,
    templates: Templates,
    path: Path,
    cards: list[str],
    kind: Kind,
    dpi: float,
    side: str,
    ground: str | None,
) -> None:
    findings = drawing.scene_file(
        game,
        templates,
        path,
        cards,
        kind=kind.value,
        dpi=dpi,
        look=Look(ground=ground),
        side=side,
        drawer=partial(draw, store=templates.store),
    )
    stop_on_errors(findings)
