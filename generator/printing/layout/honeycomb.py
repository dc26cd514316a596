"""Hexagons as they lie in a comb: every second column half a pitch lower, a small gap all round.

::

     __    __        Their points are left and right. The gap between two hexagons is the same on
    /  \\__/  \\__     all six sides; with no bleed it is none, and one cut serves both.
    \\__/  \\__/  \\
    /  \\__/  \\__/    Lengths in mm.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.printing.layout.geometry import Edges, Rect
from generator.printing.layout.imposition import Piece, Sheet, Slot, put

BLEED_MM = 1.5
"""Bleed of hexagons in a comb, where none was asked for (own choice: two of them make the gap)."""

_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Comb:
    """Equal hexagons of ``width`` x ``height`` with ``bleed`` around each, across ``area``."""

    width: float
    height: float
    bleed: float
    area: Rect

    @property
    def down(self) -> float:
        """The way from a hexagon to the one below it."""
        return self.height + 2 * self.bleed

    @property
    def across(self) -> float:
        """The way from one column to the next, so that slanted sides keep the same gap."""
        half, run = self.height / 2, self.width / 4
        slant = math.hypot(half, run)
        apart = 2 * (half * self.width / 2) / slant + 2 * self.bleed
        return (apart * slant - run * self.down / 2) / half

    @property
    def reach(self) -> float:
        """How far the points of a hexagon's bleed lie beyond its own at the sides."""
        return self.bleed * math.hypot(self.height / 2, self.width / 4) / (self.height / 2)

    @property
    def columns(self) -> int:
        """How many columns the area takes."""
        spare = self.area.width - self.width - 2 * self.reach
        return math.floor(spare / self.across + _TOLERANCE) + 1

    def rows(self, height: float, count: int) -> int:
        """How many rows fit into ``height``, of ``count`` hexagons; a row has all columns."""
        drop = self.down / 2 if min(count, self.columns) > 1 else 0.0
        return math.floor((height - drop) / self.down + _TOLERANCE)

    def used(self, count: int) -> float:
        """The height that ``count`` hexagons take."""
        drop = self.down / 2 if min(count, self.columns) > 1 else 0.0
        return math.ceil(count / self.columns) * self.down + drop

    def lay(self, pieces: Sequence[Piece], top: float) -> Iterator[Sheet]:
        """Lay ``pieces`` row by row from ``top`` down."""
        wide = (self.columns - 1) * self.across + self.width
        left = self.area.x + (self.area.width - wide) / 2
        for number, piece in enumerate(pieces):
            row, column = divmod(number, self.columns)
            lower = row * self.down + (column % 2) * self.down / 2
            y = top - self.bleed - self.height - lower
            box = Rect(left + column * self.across, y, self.width, self.height)
            yield put(piece, Slot(box, 0, Edges.all(self.bleed)))


def comb_of(piece: Piece, area: Rect, *, exact: bool) -> Comb | None:
    """Return the comb for pieces like ``piece``; None if they are none or not one fits.

    ``exact`` keeps all of their bleed.
    """
    if piece.shape != "hex" or piece.creases:
        return None
    bleed = piece.bleed if exact else min(piece.bleed, BLEED_MM)
    comb = Comb(piece.width, piece.height, bleed, area)
    return comb if comb.columns >= 1 and comb.rows(area.height, 1) >= 1 else None
