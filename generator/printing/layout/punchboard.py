"""Pieces to press out of a frame: laid in rows, each held by nicks, a rim around all.

::

    +--------------------------+   The rim is cut along its outer edge. Its four crosses are
    | x                      x |   printed on both sides: a pin through those of the front comes
    |   (  )  (  )  (  )  (  ) |   out at those of the back, so that both sheets can be glued on a
    |   (  )  (  )  (  )       |   board between them. Lengths in mm.
    | x                      x |
    +--------------------------+
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.printing.layout.geometry import Edges, Paper, Rect, bounds
from generator.printing.layout.imposition import Outline, Piece, Sheet
from generator.printing.layout.nicks import cut_lines, edge_of
from generator.printing.layout.packing import fewest_sheets
from generator.printing.layout.shapes import Circle, Path, Shape, Style, line
from generator.printing.layout.shelves import impose_shelves

RIM_MM = 7.0
"""Width of the rim (own choice: it can be held, and takes the crosses)."""

CORNER_MM = 4.0
"""Radius of the rim's corners (own choice)."""

BLEED_MM = 1.5
"""Bleed of pieces in a frame where none was asked for (own choice: two make a web of 3 mm)."""

CROSS_MM = 3.0
"""Way from the rim's edges to the middle of a cross, and a little more than its arms."""

OUTSIDE = ((Style.OUTLINE, 0.08), (Style.OUTLINE_LIGHT, 0.2))
"""How far outside an edge (mm) the middles of its two printed lines lie, dark and white."""


def impose_punchboard(
    pieces: Sequence[Piece],
    paper: Paper,
    *,
    registered: bool = False,
    exact: bool = False,
    pack: bool = False,
) -> Iterator[Sheet]:
    """Lay ``pieces`` in frames, one a sheet; each must fit inside of the rim.

    ``exact`` keeps all of their bleed, ``pack`` fills rows with whatever fits.
    """
    less = [piece if exact else _narrowed(piece) for piece in pieces]
    lay = fewest_sheets if pack else impose_shelves
    for sheet in lay(less, paper, registered=registered, exact=exact, inset=RIM_MM):
        yield _framed(sheet)


def _narrowed(piece: Piece) -> Piece:
    return replace(piece, bleed=min(piece.bleed, BLEED_MM))


def _framed(sheet: Sheet) -> Sheet:
    reach = bounds([one.box.grown(Edges.all(one.bleed)) for one in sheet.outlines])
    rim = Outline(reach.grown(Edges.all(RIM_MM)), "rim", CORNER_MM, 0.0)
    return replace(sheet, outlines=(*(replace(o, nicks=True) for o in sheet.outlines), rim))


def punch_lines(outlines: Sequence[Outline], *, front: bool) -> tuple[Shape, ...]:
    """Return what is drawn of frames: all that is cut on the front, crosses on both sides."""
    found: list[Shape] = []
    for outline in outlines:
        if outline.shape == "rim":
            found.append(Path(edge_of(outline), Style.CUT, closed=True))
            found.extend(_crosses(outline.box))
        elif outline.nicks and front:
            for style, by in OUTSIDE:
                found += [Path(points, style) for points in cut_lines(edge_of(outline, by))]
    return tuple(found)


def _crosses(box: Rect) -> Iterator[Shape]:
    arm = CROSS_MM - 0.8
    inner = box.grown(Edges.all(-CROSS_MM - 0.5))
    for x in (inner.x, inner.right):
        for y in (inner.y, inner.top):
            yield line(x - arm, y, x + arm, y, Style.CROSS)
            yield line(x, y - arm, x, y + arm, Style.CROSS)
            yield Circle((x, y), arm / 2, Style.CROSS)
