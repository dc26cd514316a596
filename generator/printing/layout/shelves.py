"""Rows of pieces of different sizes: chits, tokens, standees, and decks packed together.

Pieces of one size fill rows of the same grid; the next size starts a new row below. So a
sheet is cut into strips first and each strip into pieces. Hexagons lie in a comb.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from generator.printing.layout.geometry import Edges, Paper, Rect
from generator.printing.layout.grids import LABEL_MM
from generator.printing.layout.honeycomb import Comb, comb_of
from generator.printing.layout.imposition import Piece, Sheet, Slot, joined, put
from generator.printing.layout.papers import clear_area

MARK_MM = 3.0
"""Length of crop marks outside the bleed, for which room is kept."""

TOLERANCE_MM = 1e-6


class _Block(Protocol):
    """What is laid as one: a row, or hexagons in a comb."""

    @property
    def height(self) -> float:
        """Its height with bleeds (mm)."""

    def lay(self, top: float) -> Iterator[Sheet]:
        """Lay it below ``top``."""


@dataclass(frozen=True, slots=True)
class _Row:
    """Equal pieces side by side, from ``left`` on."""

    pieces: tuple[Piece, ...]
    rotation: int
    left: float
    width: float
    tall: float
    bleed: float

    @property
    def height(self) -> float:
        return self.tall + 2 * self.bleed

    def lay(self, top: float) -> Iterator[Sheet]:
        pitch = self.width + 2 * self.bleed
        y = top - self.bleed - self.tall
        for number, piece in enumerate(self.pieces):
            box = Rect(self.left + self.bleed + number * pitch, y, self.width, self.tall)
            yield put(piece, Slot(box, self.rotation, Edges.all(self.bleed)))


@dataclass(frozen=True, slots=True)
class _Cells:
    """Hexagons in a comb."""

    comb: Comb
    pieces: tuple[Piece, ...]

    @property
    def height(self) -> float:
        return self.comb.used(len(self.pieces))

    def lay(self, top: float) -> Iterator[Sheet]:
        return self.comb.lay(self.pieces, top)


def fits(piece: Piece, paper: Paper, *, registered: bool = False, inset: float = 0.0) -> bool:
    """Tell whether the piece has a place in a row on ``paper``, upright or turned."""
    return rotation_for(piece, printable(paper, registered=registered, inset=inset)) is not None


def impose_shelves(
    pieces: Sequence[Piece],
    paper: Paper,
    *,
    registered: bool = False,
    exact: bool = False,
    inset: float = 0.0,
) -> Iterator[Sheet]:
    """Lay ``pieces`` in rows, sheet by sheet; each piece must fit (see :func:`fits`).

    Hexagons lie in a comb. ``registered`` keeps clear of the registration marks for a cutting
    machine, ``exact`` gives every piece all of its bleed; ``inset`` mm at each edge stay free.
    """
    area = printable(paper, registered=registered, inset=inset)
    batch: list[Sheet] = []
    y = area.top
    for block in _blocks(pieces, area, exact=exact):
        if batch and y - block.height < area.y - TOLERANCE_MM:
            yield joined(batch)
            batch, y = [], area.top
        batch.extend(block.lay(y))
        y -= block.height
    if batch:
        yield joined(batch)


def printable(paper: Paper, *, registered: bool, inset: float = 0.0) -> Rect:
    """Where bleeds may lie: inside the margin, the label strips, the crop marks and ``inset``."""
    if registered:
        return clear_area(paper).grown(Edges.all(-inset))
    edge_x = paper.margin_mm + MARK_MM
    edge_y = paper.margin_mm + LABEL_MM + MARK_MM
    return paper.rect.grown(Edges(-edge_x, -edge_y, -edge_x, -edge_y)).grown(Edges.all(-inset))


def rotation_for(piece: Piece, area: Rect) -> int | None:
    """The turn that takes more pieces of this size on a sheet; None if neither fits.

    Folded pieces stay upright, so that all in a row share its fold.
    """
    edge = 2 * piece.bleed
    best: int | None = None
    most = 0
    for rotation in (0,) if piece.creases else (0, 90):
        wide, high = (piece.height, piece.width) if rotation else (piece.width, piece.height)
        count = math.floor((area.width + TOLERANCE_MM) / (wide + edge)) * math.floor(
            (area.height + TOLERANCE_MM) / (high + edge)
        )
        if count > most:
            best, most = rotation, count
    return best


def _blocks(pieces: Sequence[Piece], area: Rect, *, exact: bool) -> Iterator[_Block]:
    for _, group in groupby(pieces, key=_format):
        same = tuple(group)
        comb = comb_of(same[0], area, exact=exact)
        if comb is None:
            yield from _rows(same, area)
            continue
        most = comb.columns * comb.rows(area.height, len(same))
        for start in range(0, len(same), most):
            yield _Cells(comb, same[start : start + most])


def _rows(same: tuple[Piece, ...], area: Rect) -> Iterator[_Row]:
    first = same[0]
    width, height, bleed = first.width, first.height, first.bleed
    rotation = rotation_for(first, area) or 0
    wide, high = (height, width) if rotation else (width, height)
    across = math.floor((area.width + TOLERANCE_MM) / (wide + 2 * bleed))
    left = area.x + (area.width - across * (wide + 2 * bleed)) / 2
    for start in range(0, len(same), across):
        yield _Row(same[start : start + across], rotation, left, wide, high, bleed)


def _format(piece: Piece) -> tuple[float, float, float, str]:
    return piece.width, piece.height, piece.bleed, piece.shape
