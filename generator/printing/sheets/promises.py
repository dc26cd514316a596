"""What was asked for is what is printed, or it is refused with what would work; never less."""

from __future__ import annotations

from dataclasses import dataclass, replace

from generator.printing.layout.decks import LayoutError
from generator.printing.layout.grids import Grid, fit_grid, least_bleed, least_border
from generator.printing.layout.imposition import Piece, joined, put
from generator.printing.layout.marks import MarkMode, has_unmarked_cut, marks_for
from generator.printing.layout.papers import Layout
from generator.printing.sheets.options import MOST_BLEED_MM, PrintOptions

STEP_MM = 0.1
"""How finely the widest bleed that fits is told."""

_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be laid: the name of its deck, its size in words, and how it is printed."""

    name: str
    size: str
    options: PrintOptions


def met(grid: Grid, piece: Piece, wanted: Wanted) -> Grid:
    """Return the grid for pieces like ``piece`` that gives what was asked for.

    Raises:
        LayoutError: the bleed, that of backs or the crop marks have no room.
    """
    options = wanted.options
    if options.exact_bleed:
        grid = _with_bleed(piece, wanted)
    if options.back_bleed_mm and piece.backs:
        _check_back_bleed(grid, wanted)
    _check_marks(grid, piece, wanted)
    return grid


def _with_bleed(piece: Piece, wanted: Wanted) -> Grid:
    """The grid in which every piece has all of its bleed."""
    options = wanted.options
    grid = _exact(piece, options, piece.bleed)
    if grid is not None:
        return grid
    steps = range(int(MOST_BLEED_MM / STEP_MM), -1, -1)
    fitting = (step * STEP_MM for step in steps if _exact(piece, options, step * STEP_MM))
    layout, paper = options.arrangement, options.sheet
    message = (
        f"{wanted.name} ({wanted.size}) have no room for {piece.bleed:g} mm of bleed "
        f"in the layout {layout.id} on {paper.name}"
    )
    most = next(fitting, 0.0)
    hint = f"the most is --bleed {most:.2g}; or take another --layout or --paper"
    raise LayoutError(message, hint, wanted.name)


def _exact(piece: Piece, options: PrintOptions, bleed: float) -> Grid | None:
    layout: Layout = replace(options.arrangement, least_bleed_mm=None)
    grid = fit_grid(options.sheet, layout, piece.width, piece.height, bleed)
    if grid is None or least_bleed(grid) < bleed - _TOLERANCE:
        return None
    return grid


def _check_back_bleed(grid: Grid, wanted: Wanted) -> None:
    """Backs run out further by as much as was asked at every edge of the sheet."""
    more, most = wanted.options.back_bleed_mm, least_border(grid)
    if more <= most + _TOLERANCE:
        return
    layout, paper = wanted.options.arrangement, wanted.options.sheet
    message = (
        f"backs of {wanted.name} have no room for {more:g} mm more bleed at the edges of "
        f"{paper.name} in the layout {layout.id}"
    )
    tenths = int(most / STEP_MM + _TOLERANCE) * STEP_MM
    least = f"the most is --back-bleed {tenths:.2g}" if tenths else "leave out --back-bleed"
    raise LayoutError(message, f"{least}; or take another --layout or --paper", wanted.name)


def _check_marks(grid: Grid, piece: Piece, wanted: Wanted) -> None:
    """Every straight cut has a mark, where marks are wanted at all."""
    options = wanted.options
    if options.marks.mode is MarkMode.NONE:
        return
    outlines = joined([put(piece, slot) for slot in grid.slots]).outlines
    if not has_unmarked_cut(outlines, marks_for(outlines, options.sheet, options.marks)):
        return
    layout, paper = options.arrangement, options.sheet
    message = (
        f"{wanted.name} ({wanted.size}) leave no room for crop marks inside the printable area "
        f"of {paper.name} in the layout {layout.id}"
    )
    hint = "print with --layout auto, without marks by --marks none, or on a larger paper"
    raise LayoutError(message, hint, wanted.name)
