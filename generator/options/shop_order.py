"""What ``trilith shop`` can be asked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from generator.options.choices import Out
from generator.options.protocol import Output


@dataclass(frozen=True, slots=True)
class ShopOptions:
    """Make the files a print shop wants, with a preflight report that names card and field.

    Writes OUT/GAME/shop/NAME/, with the order as order.txt and order.csv: how many of each, and
    which back belongs to which front. Exit status 1 if the shop does not make everything, or if
    the preflight finds errors. Shops of your own go into shops.yaml in the project's folder.
    """

    game: Annotated[str | None, typer.Argument(help="A game; leave out to list shops.")] = None
    to: Annotated[str | None, typer.Option("--to", metavar="NAME", help="The shop.")] = None
    icc: Annotated[
        Path | None, typer.Option("--icc", help="An ICC profile of your own for CMYK files.")
    ] = None
    customer: Annotated[
        str | None,
        typer.Option("--customer", metavar="NAME", help="Who orders, where file names say it."),
    ] = None
    allow_missing: Annotated[
        bool, typer.Option("--allow-missing", help="Leave out what the shop does not make.")
    ] = False
    out: Out = None


OUTPUT = Output(
    "shop",
    ShopOptions,
    "generator.outputs.shop_order:make",
    translates=True,
)
