"""What would take less paper, where a choice takes half as much again as what is usual, or more.

Nothing is known here of which choice suits which game: others are planned, and their sheets
counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from generator.design.face import Face, FacePair
from generator.printing.costs.outlay import is_instead
from generator.printing.decks import LayoutError
from generator.printing.documents import Stock, documents
from generator.printing.imposition import FaceSide
from generator.printing.options import PrintOptions
from generator.printing.papers import layouts
from validator.catalogue.model import Game

DEAR = 1.5
"""So many times the paper of what is usual, or more, and others are looked for."""
ALIKE = 1.05
"""Up to so many times the least paper is as good; of such choices the first is told."""
BLEEDS_MM = (2.0, 1.5, 1.0)
BOARDS_MM = (3.0, 2.0, 1.5, 1.0)
"""Bleeds and boards that are tried, in this order."""


@dataclass(frozen=True, slots=True)
class OtherChoice:
    """An option with another value: what it is called, as it is typed, and what it changes."""

    option: str
    words: str
    changes: Mapping[str, Any]


def cheaper_print(game: Game, found: Sequence[Stock], options: PrintOptions) -> str:
    """With what a kit would take less paper; empty where what was chosen is not dear.

    One other choice is told, or else two together.
    """
    sheets, least = (count_sheets(game, found, one) for one in (options, options.usual))
    if not sheets or not least or sheets < DEAR * least:
        return ""
    told = [f"{sheets} sheets are many"]
    others = tuple(_other_choices(options))
    for many in (1, 2):
        tried = [
            (count, " ".join(one.words for one in some))
            for some in combinations(others, many)
            if len({one.option for one in some}) == many
            and (count := _try_choices(game, found, options, some))
        ]
        best = min((count for count, _ in tried), default=sheets)
        if DEAR * best <= sheets:
            told += [f"{n} with {words}" for n, words in tried if n <= ALIKE * best][:1]
            break
    return "; ".join([*told, f"{least} without {' '.join(_words(options))}"])


def _words(options: PrintOptions) -> Iterator[str]:
    """The choices that may cost paper, as they are typed."""
    if options.layout != options.usual.layout:
        yield f"--layout {options.layout}"
    for deck, layout in options.deck_layouts:
        yield f"--layout {deck}={layout}"
    if options.board_mm:
        yield f"--board {options.board_mm:g}"
    if options.exact_bleed:
        yield f"--bleed {options.bleed_mm:g}"
    if options.back_bleed_mm:
        yield f"--back-bleed {options.back_bleed_mm:g}"
    if options.skip:
        yield f"--skip {','.join(map(str, sorted(options.skip)))}"


def _other_choices(options: PrintOptions) -> Iterator[OtherChoice]:
    kind = options.arrangement.kind
    for bleed in BLEEDS_MM:
        if bleed < options.bleed_mm:
            changes = {"bleed_mm": bleed, "exact_bleed": True}
            yield OtherChoice("bleed", f"--bleed {bleed:g}", changes)
    for board in BOARDS_MM if options.board_mm else ():
        if board != options.board_mm:
            yield OtherChoice("board", f"--board {board:g}", {"board_mm": board})
    for name, layout in layouts().items():
        if layout.kind is kind and name != options.layout and "@" not in name:
            yield OtherChoice("layout", f"--layout {name}", {"layout": name})
    if options.skip:
        yield OtherChoice("skip", "no --skip", {"skip": frozenset()})
    if not options.pack:
        yield OtherChoice("pack", "--pack", {"pack": True})


def _try_choices(
    game: Game, found: Sequence[Stock], options: PrintOptions, some: Sequence[OtherChoice]
) -> int | None:
    """How many sheets it takes; None where it cannot be had."""
    chosen = replace(options, **{key: v for one in some for key, v in one.changes.items()})
    if chosen.problems():
        return None
    return count_sheets(game, found, chosen)


def count_sheets(game: Game, found: Sequence[Stock], options: PrintOptions) -> int | None:
    """How many sheets of paper pieces take; None where they do not fit."""
    bled = [replace(one, pairs=tuple(_bleed(one, options)), spare=0.0) for one in found]
    try:
        plans = tuple(documents(game, bled, options))
    except LayoutError:
        return None
    counted = (plan for plan in plans if not is_instead(plan))
    return sum(page.side is FaceSide.FRONT for plan in counted for page in plan.pages)


def _bleed(stock: Stock, options: PrintOptions) -> Iterator[FacePair]:
    """Its faces as if they were drawn with the bleed of ``options``."""

    def widen(face: Face) -> Face:
        return replace(face, bleed_mm=options.bleed_mm)

    for one in stock.pairs:
        yield replace(one, front=widen(one.front), back=widen(one.back) if one.back else None)
