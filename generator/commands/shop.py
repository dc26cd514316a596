"""The command that makes files for a print shop."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from generator.atomic import OutputError
from generator.commands.paper import templates_of
from generator.commands.print_options import Ink, Out
from generator.console import loaded_game, progress, stop_on_errors
from generator.drawing.draw import draw
from generator.outputs.shop import ShopFiles, press_of, shop_files
from generator.press.inks.icc import ProfileError
from generator.press.shop.shops import Shop, load_shops
from validator.command import ProjectDir, fail, project_root
from validator.findings import Finding, has_errors
from validator.report import as_text


def shop(
    game: Annotated[str | None, typer.Argument(help="A game; leave out to list shops.")] = None,
    to: Annotated[str | None, typer.Option("--to", metavar="NAME", help="The shop.")] = None,
    icc: Annotated[
        Path | None, typer.Option("--icc", help="An ICC profile of your own for CMYK files.")
    ] = None,
    out: Out = None,
    project: ProjectDir = None,
) -> None:
    """Make the files a print shop wants, with a preflight report that names card and field.

    Writes OUT/GAME/shop/NAME/. Exit status 1 if the preflight finds errors. Shops of your own
    go into shops.yaml in the project's folder.
    """
    shops = _shops(project)
    if game is None or to is None:
        for one in shops.values():
            typer.echo(f"{one.id:<18} {one.name}: {one.files.upper()}, {one.colour.upper()}")
        typer.echo("choose one: trilith shop GAME --to NAME")
        return
    if to not in shops:
        raise fail(f"there is no shop {to!r}; there are {', '.join(shops)}")
    root, found = loaded_game(game, project)
    templates = templates_of(root, Ink.NORMAL)
    try:
        press = press_of(shops[to], icc)
        with progress(f"files for {shops[to].name}") as tell:
            files, findings = shop_files(
                found,
                templates,
                out or root / "output",
                shops[to],
                press=press,
                drawer=partial(draw, store=templates.store),
                progress=tell,
            )
    except ProfileError as error:
        raise fail(str(error)) from error
    except OutputError as error:
        raise fail(str(error), status=1) from error
    _tell(files, findings, shops[to])


def _shops(project: Path | None) -> dict[str, Shop]:
    shops, findings = load_shops(project_root(project))
    stop_on_errors(findings)
    return dict(shops)


def _tell(files: ShopFiles | None, findings: tuple[Finding, ...], shop: Shop) -> None:
    if findings:
        typer.echo(as_text(findings), err=True)
    if files is not None:
        pages = sum(files.files.values())
        typer.echo(f"{len(files.files)} files, {pages} pages for {shop.name} in {files.folder}")
        typer.echo("read preflight.txt there before ordering")
        if shop.note:
            typer.echo(shop.note)
    raise typer.Exit(1 if files is None or has_errors(findings) else 0)
