"""How what is printed is built: cut, folded, glued; a step for each thing that has to be done."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.printing import fold_figures
from generator.printing.documents import Stock
from generator.printing.imposition import Document
from generator.printing.options import Dice, PrintOptions
from generator.printing.papers import LayoutKind
from validator.catalogue.words.language import Tongue, mark_sentence

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
    for way in _find_ways(found, plans, options):
        step = _STEPS[way]
        figure = fold_figures.in_words(step.figure, tongue)
        words = tongue.say(step.text, board=f"{options.board_mm or 0:g}")
        yield BuildStep(tongue.say(step.heading), words, figure)


def _find_ways(
    found: Sequence[Stock], plans: Sequence[Document], options: PrintOptions
) -> Iterator[str]:
    """What has to be done, as :data:`_STEPS` call it."""
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


_STEPS: Mapping[str, BuildStep] = {
    "gutterfold": BuildStep(
        mark_sentence("Cards and chits"),
        mark_sentence(
            "Each piece lies beside its own back, head to head. (1) Cut the strips apart at the "
            "full lines. (2) Fold each along its one dashed line with the print outside, (3) glue "
            "it flat and press it until dry, (4) then cut at the marks."
        ),
        fold_figures.gutterfold(),
    ),
    "board": BuildStep(
        mark_sentence("Cards and chits"),
        mark_sentence(
            "Each piece lies beside its own back, head to head. (1) Cut the strips apart at the "
            "full lines, and a strip of board of {board} mm with one straight edge. (2) Fold both "
            "dashed lines with the print outside, so that the edge of the board stands between "
            "them; (3) glue and press until dry, (4) then cut at the marks."
        ),
        fold_figures.gutterfold(board=True),
    ),
    "cut": BuildStep(
        mark_sentence("Cards and mats"),
        mark_sentence(
            "Crop marks stand at every corner, outside the cards. (1) Cut the long lines right "
            "across the sheet, (2) then cut each strip into cards. Keep the blade on the marks of "
            "one side only, fronts up, and let the backs differ by a hair. Round the corners if "
            "you like."
        ),
        fold_figures.draw_cutting(),
    ),
    "punchboard": BuildStep(
        mark_sentence("Punchboards"),
        mark_sentence(
            "Print two-sided on thick card; (1) or print front and back apart and glue them on "
            "both sides of a board of 1 to 2 mm, pins through the four crosses of the rim. (2) Cut "
            "along every line, from the front, but leave the small gaps: they hold the pieces "
            "until (3) you press them out. Cut the rim last."
        ),
        fold_figures.punchboard(),
    ),
    "chits": BuildStep(
        mark_sentence("Chits, coins and tokens"),
        mark_sentence(
            "(1) Cut along the dark line around each piece; a 25 mm punch is quicker for coins. "
            "Square pieces have crop marks: cut strips first. (2) For thick ones print on one side "
            "of the paper only, cut front and back out roughly, glue them on both sides of a piece "
            "of board of 1 to 2 mm, and cut along the line of the front."
        ),
        fold_figures.chits(),
    ),
    "tent": BuildStep(
        mark_sentence("Standees"),
        mark_sentence(
            "Cut out the strip. Score and fold along the dashed lines: the top fold brings the "
            "back behind the front, the two feet fold inwards and are glued one on the other."
        ),
        fold_figures.tent(),
    ),
    "die": BuildStep(
        mark_sentence("Dice"),
        mark_sentence(
            "(1) Cut along the outline, (2) score and fold all dashed lines away from you, and "
            "glue the tabs inside, one by one. Card of 200 g/m² makes a die that rolls."
        ),
        fold_figures.die(),
    ),
    "stickers": BuildStep(
        mark_sentence("Dice"),
        mark_sentence(
            "(1) Print on label paper and cut at the marks. They stand in the order 1 to 6: (2) "
            "put one on each face of a blank die of 16 mm, so that opposite faces add up to seven."
        ),
        fold_figures.die(stickers=True),
    ),
    "box": BuildStep(
        mark_sentence("Tuck boxes"),
        mark_sentence(
            "(1) Cut along the outline, score and fold all dashed lines away from you. (2) Glue "
            "the tab at the left behind the edge of the back. When it is dry, fold the small flaps "
            "in and tuck in the bottom, then put in the deck and close the lid."
        ),
        fold_figures.tuck_box(),
    ),
    "block": BuildStep(
        mark_sentence("Stones"),
        mark_sentence(
            "Cut out the strip. Fold along the dashed lines into a block, front and back "
            "outwards, and glue the tab inside behind the back. The top is flat: a lintel can lie "
            "on two of them."
        ),
        fold_figures.block(),
    ),
    "net": BuildStep(
        mark_sentence("Paper models"),
        mark_sentence(
            "(1) Cut along the outline, (2) fold along the dashed lines and glue the tabs inside."
        ),
        fold_figures.net(),
    ),
    "tiles": BuildStep(
        mark_sentence("Board"),
        mark_sentence(
            "(1) Cut each tile at its crop marks, but leave the pale glue edges on. (2) Put glue "
            "on a pale edge and lay the next tile on it: its corners come on the small angles. The "
            "small map on each sheet shows where a tile belongs. Do one row after the other."
        ),
        fold_figures.tiles(),
    ),
}
"""The steps by what has to be done, their parts not filled in yet."""
