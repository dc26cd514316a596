"""Files for a print shop, as its profile asks, with a preflight report beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from generator.failures import WrongUseError
from generator.options.protocol import Context, Made, stop_on_errors
from generator.options.shop_order import ShopOptions
from generator.outputs.drawn import drawer_of, game_opened
from generator.outputs.shop.files import Choices, ShopFiles, shop_files
from generator.outputs.shop.inks import press_of
from generator.press.shop.shops import Shop, load_shops
from validator.findings import Severity


def make(context: Context, options: ShopOptions) -> Iterator[Made]:
    """Write the order, or list the shops where none is named."""
    shops, findings = load_shops(context.root)
    stop_on_errors(findings)
    if options.game is None or options.to is None:
        yield Made(told=_listed(shops.values()))
    elif options.to not in shops:
        raise WrongUseError(f"there is no shop {options.to!r}; there are {', '.join(shops)}")
    else:
        yield _ordered(context, options.game, shops[options.to], options)


def _listed(shops: Iterable[Shop]) -> str:
    rows = [f"{one.id:<18} {one.name}: {one.files.upper()}, {one.colour.upper()}" for one in shops]
    return "\n".join([*rows, "choose one: trilith shop GAME --to NAME"])


def _ordered(context: Context, name: str, shop: Shop, options: ShopOptions) -> Made:
    game, templates = game_opened(context, name)
    customer = _named(options.customer)
    choices = Choices(press_of(shop, options.icc), customer, options.allow_missing)
    with context.watch(f"files for {shop.name}") as tell:
        files, findings = shop_files(
            game,
            templates,
            context.folder(options.out),
            shop,
            choices,
            drawer=drawer_of(templates),
            progress=tell,
        )
    if files is None:
        return Made(findings=findings, least=Severity.NOTE)
    paths = tuple(files.folder / name for name in files.files)
    return Made(paths, findings, told=_told(files, shop), least=Severity.NOTE)


def _named(customer: str | None) -> str | None:
    """A customer's name as it can stand in a file name.

    Raises:
        WrongUseError: nothing of it can.
    """
    if customer is None:
        return None
    name = "-".join(re.findall(r"\w+", customer))
    if not name:
        raise WrongUseError("--customer needs letters or digits, which file names can hold")
    return name


def _told(files: ShopFiles, shop: Shop) -> str:
    pages = sum(files.files.values())
    lines = [
        f"{len(files.files)} files, {pages} pages for {shop.name} in {files.folder}",
        "read preflight.txt there before ordering; order.txt goes along with the files",
    ]
    return "\n".join([*lines, shop.note] if shop.note else lines)
