"""What ``trilith preview`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.options.choices import Draft, Ink, InkOption, Only, Out
from generator.options.protocol import Output


@dataclass(frozen=True, slots=True)
class PreviewOptions:
    """Draw faces as PNG files, and all of them on contact.png, to look at while designing.

    Writes OUT/GAME/preview/. Exit status 1 if there are errors; what can be drawn is drawn.
    """

    game: Annotated[
        str | None, typer.Argument(help="A game of the project; leave out with --template.")
    ] = None
    only: Only = None
    template: Annotated[
        str | None, typer.Option("--template", help="Draw a template instead, such as henge/luck.")
    ] = None
    data: Annotated[
        Path | None,
        typer.Option("--data", help="YAML of a record, or several, to fill it with."),
    ] = None
    size: Annotated[str, typer.Option("--size", help="Size of what --template draws.")] = "poker"
    dpi: Annotated[float, typer.Option("--dpi", min=20, max=1200, help="Dots an inch.")] = 150
    out: Out = None
    draft: Draft = False
    ink: InkOption = Ink.NORMAL
    bleed: Annotated[bool, typer.Option("--bleed", help="Show the bleed as well.")] = False


OUTPUT = Output("preview", PreviewOptions, "generator.outputs.preview:make", translates=True)
