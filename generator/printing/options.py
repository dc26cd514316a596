"""How a kit is printed: everything a user can choose, in one frozen value."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from generator.atomic import below
from generator.failures import WrongUseError
from generator.printing.geometry import Paper
from generator.printing.grids import MOST_BACK_BLEED_MM
from generator.printing.imposition import CutterShift, Flip, Shift
from generator.printing.marks import MarkStyle
from generator.printing.papers import Layout, LayoutKind, layouts, papers
from validator.findings import closest

T = TypeVar("T")


class PageOrder(StrEnum):
    """In which order the pages of a two-sided file come."""

    ALTERNATE = "alternate"
    FRONTS_THEN_BACKS = "fronts-then-backs"


class Dice(StrEnum):
    """What is printed of dice: nets to fold, or stickers for blank ones."""

    NET = "net"
    STICKERS = "stickers"


class OptionError(WrongUseError):
    """A choice that cannot be had; the message says what there is instead."""


BLEED_MM = 3.0
"""Bleed where nothing else is asked for, in mm: as far as faces are drawn beyond their trim."""
MOST_BLEED_MM = 6.0
MOST_SCALE = 4.0
MOST_BOARD_MM = 3.0
MOST_CARD_MM = 5.0


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """Choices for one print run; lengths in mm.

    ``deck_layouts`` are pairs of a deck and its layout, for decks that differ from ``layout``.
    ``bleed_mm`` may be narrowed by a layout, unless it was asked for (``exact_bleed``).
    ``players`` (and ``bots``) print only what such a table needs. ``skip`` names slots, from 1,
    that stay empty on every sheet of a grid. ``backs`` moves all back pages to make up for a
    printer's drift. ``scale`` is for boards. ``cut`` names cut file formats (svg, dxf); ``cutter``
    moves their lines for a machine.
    ``board_mm`` is the thickness of the board that a gutterfold is folded around, 0 for none.
    ``ink`` is normal, grey or low. With cut files the layout auto is ``cutter``.
    ``dice`` says what is printed of dice. ``tuck_boxes`` asks for a box of paper for every deck of
    cards, ``card_mm`` is the thickness of a card, where it is measured. ``own_papers`` are those of
    the project.
    ``changed`` says that only changed pieces are printed, ``chosen`` that only those asked for by
    name; they go to a folder of their own.
    """

    paper: str = "a4"
    layout: str = "auto"
    deck_layouts: tuple[tuple[str, str], ...] = ()
    players: int | None = None
    bots: int | None = None
    flip: Flip = Flip.LONG
    order: PageOrder = PageOrder.ALTERNATE
    marks: MarkStyle = field(default_factory=MarkStyle)
    bleed_mm: float = BLEED_MM
    exact_bleed: bool = False
    back_bleed_mm: float = 0.0
    pack: bool = False
    skip: frozenset[int] = frozenset()
    backs: Shift = field(default_factory=Shift)
    scale: float = 1.0
    cut: tuple[str, ...] = ()
    cutter: CutterShift | None = None
    ink: str = "normal"
    board_mm: float = 0.0
    dice: Dice = Dice.NET
    tuck_boxes: bool = False
    card_mm: float | None = None
    own_papers: tuple[Paper, ...] = ()
    changed: bool = False
    chosen: bool = False

    @property
    def sheet(self) -> Paper:
        """The paper; where backs are moved its margin is wider, so that they keep it.

        Raises:
            OptionError: there is no such paper.
        """
        paper, backs = _look_up("paper", self.paper, self.papers), self.backs
        if backs == Shift():
            return paper
        turn = abs(math.sin(math.radians(backs.degrees))) / 2
        across = abs(backs.x_mm) + turn * paper.height_mm
        along = abs(backs.y_mm) + turn * paper.width_mm
        return replace(paper, margin_mm=paper.margin_mm + max(across, along))

    @property
    def one_sided(self) -> PrintOptions:
        """The same print of what has no back, which is not moved."""
        return replace(self, backs=Shift())

    @property
    def papers(self) -> Mapping[str, Paper]:
        """All papers by name: the shipped ones, and the project's own, which win."""
        return {**papers(), **{paper.id: paper for paper in self.own_papers}}

    @property
    def arrangement(self) -> Layout:
        """The layout of cards and mats.

        Raises:
            OptionError: there is no such layout.
        """
        auto = "cutter" if self.cut else "auto"
        return _look_up("layout", auto if self.layout == "auto" else self.layout, layouts())

    def for_deck(self, deck: str, own: str = "") -> PrintOptions:
        """How one deck is printed: by what was asked for it, else as its set says (``own``).

        A set's own grid stands in for other grids; it gives way to what is asked of the whole
        print: a gutterfold, a card a page, or a cutting machine's marks.
        """
        typed = dict(self.deck_layouts)
        name = typed.get(deck, self.layout)
        if own and deck not in typed and self.arrangement.kind is LayoutKind.GRID and not self.cut:
            name = own
        return replace(self, layout=name, deck_layouts=())

    @property
    def usual(self) -> PrintOptions:
        """The same print without the choices that may cost paper."""
        plain = replace(self, layout="auto", deck_layouts=(), skip=frozenset(), board_mm=0.0)
        return replace(plain, bleed_mm=BLEED_MM, exact_bleed=False, back_bleed_mm=0.0)

    @property
    def has_registration(self) -> bool:
        """Tell whether sheets carry registration marks for a cutting machine."""
        return bool(self.cut) and self.arrangement.registration

    def problems(self) -> tuple[str, ...]:
        """Return what is wrong with the choices, one sentence each; empty if all is well."""
        return tuple(_problems(self))

    def check(self) -> None:
        """Go on only with choices that can be had.

        Raises:
            OptionError: something is wrong with them; the message is every problem.
        """
        wrong = self.problems()
        if wrong:
            raise OptionError("; ".join(wrong))


KIT_FILES = ("*.pdf", "placements.json", "*.svg", "*.dxf")
"""What a finished kit is known by; other files in its folder are left alone."""


def kit_folder(out: Path, game: str, options: PrintOptions) -> Path:
    """Where the kit of ``game`` goes below the output folder; some of its pieces go beside it.

    Raises:
        LinkError: a link stands there.
    """
    part = "-changed" * options.changed + "-only" * options.chosen
    return below(out, game, "print", options.paper + part)


def _problems(options: PrintOptions) -> list[str]:
    found: list[str] = []
    decks = [options.for_deck(deck) for deck, _ in options.deck_layouts]
    for one, name in [(options, "sheet"), *((each, "arrangement") for each in (options, *decks))]:
        try:
            getattr(one, name)
        except OptionError as error:
            found.append(str(error))
    if not 0 <= options.bleed_mm <= MOST_BLEED_MM:
        found.append(f"a bleed of {options.bleed_mm:g} mm is not between 0 and 6 mm")
    if not 0 <= options.back_bleed_mm <= MOST_BACK_BLEED_MM:
        found.append(f"{options.back_bleed_mm:g} mm more bleed on backs is not between 0 and 3 mm")
    if not 0 <= options.board_mm <= MOST_BOARD_MM:
        found.append(
            f"a board of {options.board_mm:g} mm is not between 0 and {MOST_BOARD_MM:g} mm"
        )
    if options.card_mm is not None and not 0.05 <= options.card_mm <= MOST_CARD_MM:
        found.append(f"a card of {options.card_mm:g} mm is not between 0.05 and 5 mm thick")
    if not 0 < options.scale <= MOST_SCALE:
        found.append(f"a scale of {options.scale:g} is not above 0 and at most {MOST_SCALE:g}")
    if not 0 < options.marks.length_mm <= 10 or not 0 < options.marks.width_mm <= 1:
        found.append("crop marks are 0 to 10 mm long and 0 to 1 mm wide")
    if any(slot < 1 for slot in options.skip):
        found.append("slots to skip count from 1")
    found.extend(
        dict.fromkeys(words for one in (options, *decks) for words in _find_misplaced(one))
    )
    if options.board_mm and not any(_is_gutterfold(one) for one in (options, *decks)):
        found.append(
            "a board is folded in by the layout gutterfold; with --board take --layout gutterfold"
        )
    unknown = [name for name in options.cut if name not in ("svg", "dxf")]
    if unknown:
        found.append(f"there is no cut file format {', '.join(unknown)}; there are svg, dxf")
    return found


def _find_misplaced(options: PrintOptions) -> Iterator[str]:
    """Choices that say nothing in the chosen layout."""
    try:
        layout = options.arrangement
    except OptionError:
        return
    if layout.kind is LayoutKind.GUTTERFOLD and options.back_bleed_mm:
        yield (
            "backs of a gutterfold lie beside their fronts and do not drift; leave out --back-bleed"
        )
    if layout.kind is LayoutKind.SINGLE and options.skip:
        yield "the layout single has one slot a page; leave out --skip, or take another --layout"
    if options.cut and not layout.registration:
        yield (
            f"the layout {layout.id} has no room for the marks that a cutting machine needs; "
            "with --cut leave out --layout, or take --layout cutter"
        )


def _is_gutterfold(options: PrintOptions) -> bool:
    return options.layout in layouts() and options.arrangement.kind is LayoutKind.GUTTERFOLD


def _look_up(what: str, name: str, table: Mapping[str, T]) -> T:
    if name not in table:
        known = [key for key in table if "@" not in key]
        there = f"there are {', '.join(known)}"
        close = closest(name, known)
        meant = f"did you mean {close}? {there}" if close else there
        raise OptionError(f"there is no {what} {name}; {meant}")
    return table[name]
