"""What would take pieces that the layout or the paper asked for does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.printing.layout.decks import LayoutError
from generator.printing.layout.grids import fit_grid
from generator.printing.layout.imposition import Piece
from generator.printing.layout.papers import LayoutKind, layouts
from generator.printing.sheets.options import PrintOptions
from generator.printing.sheets.promises import Wanted, met


def what_works(piece: Piece, name: str, options: PrintOptions) -> str:
    """Say in which layouts of this paper pieces like ``piece`` lie, or on which other papers."""
    found = list(_layouts(piece, name, options))
    if found:
        alone = " or ".join(f"{layout} ({count} a sheet)" for layout, count in found[:3])
        return f"print with --layout auto, or this deck alone with --layout {piece.deck}={alone}"
    wide = [
        paper
        for paper in options.papers
        if _count(piece, name, replace(options, paper=paper, layout="auto"))
    ]
    if wide:
        return f"no layout of this paper takes them; print on --paper {' or '.join(wide)}"
    return "no paper takes them; choose a smaller `size`"


def _layouts(piece: Piece, name: str, options: PrintOptions) -> Iterator[tuple[str, int]]:
    """The grids that take such pieces, with how many lie on a sheet; auto is the first."""
    for layout, one in layouts().items():
        marked = one.registration == bool(options.cut)
        if one.kind is LayoutKind.GRID and "@" not in layout and marked:
            count = _count(piece, name, replace(options, layout=layout))
            if count:
                yield layout, count


def _count(piece: Piece, name: str, options: PrintOptions) -> int:
    """How many pieces a sheet takes as asked for; 0 if none."""
    grid = fit_grid(options.sheet, options.arrangement, piece.width, piece.height, piece.bleed)
    try:
        return len(met(grid, piece, Wanted(name, "", options)).slots) if grid else 0
    except LayoutError:
        return 0
