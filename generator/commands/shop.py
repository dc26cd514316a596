"""``trilith shop``: files for a print shop, as its profile asks, with a preflight report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.failures import WrongUseError
from generator.options import Context, Out, Output, OutputResult, stop_on_errors
from validator.findings import Severity

if TYPE_CHECKING:
    from generator.press.shops import Shop


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


def order_files(context: Context, options: ShopOptions) -> Iterator[OutputResult]:
    """Write the order, or list the shops where none is named."""
    from generator.press.shops import load_shops

    shops, findings = load_shops(context.root)
    stop_on_errors(findings)
    if options.game is None or options.to is None:
        rows = [
            f"{one.id:<18} {one.name}: {one.files.upper()}, {one.colour.upper()}"
            for one in shops.values()
        ]
        yield OutputResult(told="\n".join([*rows, "choose one: trilith shop GAME --to NAME"]))
    elif options.to not in shops:
        raise WrongUseError(f"there is no shop {options.to!r}; there are {', '.join(shops)}")
    else:
        yield _write_order(context, options.game, shops[options.to], options)


def _write_order(context: Context, name: str, shop: Shop, options: ShopOptions) -> OutputResult:
    from generator.outputs.kit import drawer_of, open_game
    from generator.outputs.shop.files import OrderChoices, press_of, write_order_files

    game, templates = open_game(context, name)
    customer = None if options.customer is None else "-".join(re.findall(r"\w+", options.customer))
    if customer == "":
        raise WrongUseError("--customer needs letters or digits, which file names can hold")
    choices = OrderChoices(press_of(shop, options.icc), customer, options.allow_missing)
    with context.watch(f"files for {shop.name}") as tell:
        files, findings = write_order_files(
            game,
            templates,
            context.folder(options.out),
            shop,
            choices,
            drawer=drawer_of(templates),
            progress=tell,
        )
    if files is None:
        return OutputResult(findings=findings, least=Severity.NOTE)
    pages = sum(files.files.values())
    told = (
        f"{len(files.files)} files, {pages} pages for {shop.name} in {files.folder}\n"
        "read preflight.txt there before ordering; order.txt goes along with the files"
    )
    told += f"\n{shop.note}" if shop.note else ""
    return OutputResult(findings, told, least=Severity.NOTE)


OUTPUT = Output("shop", ShopOptions, order_files, translates=True)
