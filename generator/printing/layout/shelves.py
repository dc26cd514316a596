"""Rows of pieces of different sizes: chits, tokens, standees, and decks packed together.

Pieces of one size fill rows of the same grid; the next size starts a new row below. So a
sheet is cut into strips first and each strip into pieces.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.printing.layout.geometry import Edges, Paper, Rect
from generator.printing.layout.grids import LABEL_MM
from generator.printing.layout.imposition import Piece, Sheet, Slot, joined, put
from generator.printing.layout.papers import clear_area

MARK_MM = 3.0
"""Length of crop marks outside the bleed, for which room is kept."""

TOLERANCE_MM = 1e-6


@dataclass(frozen=True, slots=True)
class _Row:
    pieces: tuple[Piece, ...]
    rotation: int
    left: float
    width: float
    height: float
    bleed: float


def fits(piece: Piece, paper: Paper, *, registered: bool = False) -> bool:
    """Tell whether the piece has a place in a row on ``paper``, upright or turned."""
    return rotation_for(piece, printable(paper, registered=registered)) is not None


def impose_shelves(
    pieces: Sequence[Piece], paper: Paper, *, registered: bool = False
) -> Iterator[Sheet]:
    """Lay ``pieces`` in rows, sheet by sheet; each piece must fit (see :func:`fits`).

    ``registered`` keeps clear of the registration marks for a cutting machine.
    """
    area = printable(paper, registered=registered)
    batch: list[Sheet] = []
    y = area.top
    for row in _rows(pieces, area):
        if batch and y - 2 * row.bleed - row.height < area.y - TOLERANCE_MM:
            yield joined(batch)
            batch, y = [], area.top
        y -= row.bleed + row.height
        batch.extend(_lay(row, y))
        y -= row.bleed
    if batch:
        yield joined(batch)


def printable(paper: Paper, *, registered: bool) -> Rect:
    """Where bleeds may lie: inside the margin, the label strips and the crop marks."""
    edge_x = paper.margin_mm + MARK_MM
    edge_y = paper.margin_mm + LABEL_MM + MARK_MM
    if registered:
        return clear_area(paper)
    return Rect(edge_x, edge_y, paper.width_mm - 2 * edge_x, paper.height_mm - 2 * edge_y)


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


def _rows(pieces: Sequence[Piece], area: Rect) -> Iterator[_Row]:
    for (width, height, bleed, _), group in groupby(pieces, key=_format):
        same = tuple(group)
        rotation = rotation_for(same[0], area) or 0
        wide, high = (height, width) if rotation else (width, height)
        across = math.floor((area.width + TOLERANCE_MM) / (wide + 2 * bleed))
        left = area.x + (area.width - across * (wide + 2 * bleed)) / 2
        for start in range(0, len(same), across):
            yield _Row(same[start : start + across], rotation, left, wide, high, bleed)


def _format(piece: Piece) -> tuple[float, float, float, str]:
    return piece.width, piece.height, piece.bleed, piece.shape


def _lay(row: _Row, bottom: float) -> Iterator[Sheet]:
    pitch = row.width + 2 * row.bleed
    for number, piece in enumerate(row.pieces):
        box = Rect(row.left + row.bleed + number * pitch, bottom, row.width, row.height)
        yield put(piece, Slot(box, row.rotation, Edges.all(row.bleed)))
