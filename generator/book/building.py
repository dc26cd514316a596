"""How what is printed is built: cut, folded, glued; a step for each thing that has to be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.installed import read_data
from generator.printing import fold_figures
from generator.printing.documents import Stock
from generator.printing.imposition import Document
from generator.printing.options import Dice, PrintOptions
from generator.printing.papers import LayoutKind
from validator.catalogue.words.language import Tongue

KINDS = ("cards", "mats", "chits", "boxes")
"""How the names of files begin whose pieces are worked alike."""


class BuildStep(NamedTuple):
    """A step of building the game: heading, text, and a drawing."""

    heading: str
    text: str
    figure: fold_figures.Figure


def build_steps(
    found: Sequence[Stock], plans: Sequence[Document], options: PrintOptions, tongue: Tongue
) -> Iterator[BuildStep]:
    """The steps of building what is printed, in the order in which they are done."""
    steps = read_data("building.yaml")["steps"]
    for way in _find_ways(found, plans, options):
        step = steps[way]
        figure = fold_figures.in_words(fold_figures.read_figure(step["figure"]), tongue)
        words = tongue.say(step["text"], board=f"{options.board_mm or 0:g}")
        yield BuildStep(tongue.say(step["heading"]), words, figure)


def _find_ways(
    found: Sequence[Stock], plans: Sequence[Document], options: PrintOptions
) -> Iterator[str]:
    """What has to be done, as ``data/building.yaml`` calls it."""
    begun = {name for plan in plans for name in KINDS if plan.file.startswith(name)}
    if options.arrangement.kind is LayoutKind.GUTTERFOLD:
        yield "board" if options.board_mm else "gutterfold"
    elif begun & {"cards", "mats"}:
        yield "cut"
    framed = any(one.nicks for plan in plans for page in plan.pages for one in page.outlines)
    if framed:
        yield "punchboard"
    pages = [page for plan in plans if plan.file.startswith("chits") for page in plan.pages]
    loose = any(not any(o.nicks for o in page.outlines) for page in pages if page.outlines)
    if "chits" in begun and (loose or not framed):
        yield "chits"
    folds = {pair.fold for stock in found for pair in stock.pairs}
    if any(stock.folds_to_tent for stock in found):
        yield "tent"
    if "die" in folds:
        yield "stickers" if options.dice is Dice.STICKERS else "die"
    if "boxes" in begun:
        yield "box"
    if "block" in folds:
        yield "block"
    if any(stock.is_net for stock in found):
        yield "net"
    if any(plan.file.endswith("-tiled.pdf") for plan in plans):
        yield "tiles"
