"""``trilith pictures`` and ``trilith preview``: faces as pictures, to show and to look at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from generator import options
from generator.atomic import below
from generator.failures import WrongUseError
from generator.options import (
    Context,
    InkChoice,
    Output,
    OutputResult,
    PictureKind,
    stop_on_errors,
)


class PictureFormat(StrEnum):
    """Picture formats."""

    PNG = "png"
    JPG = "jpg"


@dataclass(frozen=True, slots=True)
class PictureOptions:
    """Make pictures of cards for a rulebook, a virtual table or a crowdfunding page.

    Writes OUT/GAME/faces/, sprites/ (with sprites.json), or hand.png and spread.png of the
    cards named by their ids.
    """

    game: options.GameName
    cards: Annotated[
        list[str] | None, typer.Argument(metavar="[CARD]...", help="Cards of a hand or spread.")
    ] = None
    only: options.Only = None
    kind: Annotated[
        PictureKind,
        typer.Option(
            "--as", help="faces: a file each. sprites: sheets for virtual tables. hand, spread."
        ),
    ] = PictureKind.FACES
    dpi: Annotated[float, typer.Option("--dpi", help="Dots an inch.")] = 150.0
    form: Annotated[PictureFormat, typer.Option("--format", help="png or jpg.")] = PictureFormat.PNG
    bleed: Annotated[bool, typer.Option("--bleed", help="Faces with their bleed.")] = False
    side: Annotated[str, typer.Option("--side", help="Of a hand: front or back.")] = "front"
    ground: Annotated[
        str | None, typer.Option("--ground", help="Colour behind a hand; transparent without it.")
    ] = None
    out: options.Out = None
    draft: options.Draft = False
    ink: options.InkOption = InkChoice.NORMAL


def make_pictures(context: Context, options: PictureOptions) -> Iterator[OutputResult]:
    """Write what ``--as`` asks for."""
    from generator.outputs.kit import drawer_of, open_game
    from generator.outputs.pictures import (
        PictureJob,
        write_faces,
        write_scene,
        write_sprites,
    )
    from generator.printing.selection import only_of

    game, templates = open_game(context, options.game, options.ink, draft=options.draft)
    wanted = only_of(options.only or (), [game]).takes
    drawer, suffix = drawer_of(templates, context.watch), f".{options.form.value}"
    out = context.folder(options.out)
    job = PictureJob(game, templates, out, wanted, drawer, options.dpi, suffix)
    if options.kind is PictureKind.FACES:
        files, findings = write_faces(job, bleed=options.bleed)
    elif options.kind is PictureKind.SPRITES:
        files, findings = write_sprites(job)
    else:
        files, findings = write_scene(
            job,
            options.cards or (),
            options.kind,
            side=options.side,
            ground=options.ground,
            force=options.out is None,
        )
    many = f"{len(files)} files in {files[0].parent}" if len(files) > 1 else ""
    told = many or (str(files[0]) if files else None)
    yield OutputResult(findings, told)


PICTURES = Output("pictures", PictureOptions, make_pictures, translates=True)


@dataclass(frozen=True, slots=True)
class PreviewOptions:
    """Draw faces as PNG files, and all of them on contact.png, to look at while designing.

    Writes OUT/GAME/preview/. Exit status 1 if there are errors; what can be drawn is drawn.
    """

    game: Annotated[
        str | None, typer.Argument(help="A game of the project; leave out with --template.")
    ] = None
    only: options.Only = None
    template: Annotated[
        str | None, typer.Option("--template", help="Draw a template instead, such as henge/luck.")
    ] = None
    data: Annotated[
        Path | None,
        typer.Option("--data", help="YAML of a record, or several, to fill it with."),
    ] = None
    size: Annotated[str, typer.Option("--size", help="Size of what --template draws.")] = "poker"
    dpi: Annotated[float, typer.Option("--dpi", min=20, max=1200, help="Dots an inch.")] = 150
    out: options.Out = None
    draft: options.Draft = False
    ink: options.InkOption = InkChoice.NORMAL
    bleed: Annotated[bool, typer.Option("--bleed", help="Show the bleed as well.")] = False


def _records(path: Path) -> list[Mapping[str, Any]]:
    from validator.catalogue.source import read_source

    source, findings = read_source(path, str(path))
    stop_on_errors(findings)
    if source is None:
        return []
    data = source.data.get("components", [source.data]) if isinstance(source.data, dict) else None
    return [item for item in data or source.data if isinstance(item, dict)]


def draw_preview(context: Context, options: PreviewOptions) -> Iterator[OutputResult]:
    """Draw the faces of a game, or of a template."""
    from generator.design.faces import BLEED_MM
    from generator.outputs.kit import drawer_of, open_game, templates_of
    from generator.outputs.pictures import fill_template, find_faces, write_preview

    folder = context.folder(options.out)
    if options.template is not None:
        templates = templates_of(context.root, options.ink, draft=options.draft)
        records = _records(options.data) if options.data else [{}]
        faces, findings = fill_template(templates, options.template, options.size, records)
        folder = below(folder, "preview")
    elif options.game is not None:
        game, templates = open_game(context, options.game, options.ink, draft=options.draft)
        faces, findings = find_faces(game, templates, options.only or ())
        folder = below(folder, game.id, "preview")
    else:
        raise WrongUseError("name a game, or a template with --template")
    crop_mm = 0.0 if options.bleed else BLEED_MM
    drawer = drawer_of(templates, context.watch)
    written = write_preview(faces, folder, options.dpi, crop_mm, drawer)
    told = f"{len(faces)} faces, all on {written[-1]}" if written else "no face drawn"
    yield OutputResult(findings, told)


PREVIEW = Output("preview", PreviewOptions, draw_preview, translates=True)
