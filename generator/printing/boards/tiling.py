"""How a board is cut into tiles that ordinary paper takes: arithmetic in mm.

::

    +-- margin ---------------------------+
    |   ' A1 slice            '    |      |   A tile shows its slice of the board and, to the
    |   -+----------------+ - - + -       |   right and below, a glue edge that the next tile
    |    |                | glue|         |   covers. Slices are all of one size, so that no
    |    |                |     |         |   row or column is nearly empty. Angles show
    |    +- - - - - - - - +     |         |   where the corners of the next tile come.
    |    |  glue                |         |
    |   map  label         ruler          |
    +-------------------------------------+
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from generator.printing.layout.geometry import Edges, Paper, Rect

GLUE_MM = 10.0
"""Width of the glue edge under the next tile (own choice: as wide as a glue stick's stroke)."""

MARK_ROOM_MM = 3.5
"""Room for crop marks around a tile."""

FOOT_MM = 9.0
"""Height of the strip with the map, the label and the ruler."""


@dataclass(frozen=True, slots=True)
class Tiling:
    """How a board of ``width`` x ``height`` mm is cut into equal tiles on ``paper``."""

    paper: Paper
    columns: int
    rows: int
    width: float
    height: float
    bleed: float

    @property
    def slice_width(self) -> float:
        """Width of a tile's own part of the board (mm)."""
        return self.width / self.columns

    @property
    def slice_height(self) -> float:
        """Height of a tile's own part of the board (mm)."""
        return self.height / self.rows

    @property
    def count(self) -> int:
        """Number of tiles."""
        return self.columns * self.rows


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: column and row from 0 at the top left, its slice (board mm) and glue edges."""

    column: int
    row: int
    slice: Rect
    extra: Edges
    glue_right: bool
    glue_below: bool

    @property
    def name(self) -> str:
        """Row letter and column number: ``B2``."""
        return tile_name(self.column, self.row)


def tile_name(column: int, row: int) -> str:
    """Return the name of a tile: row letters (A at the top, AA after Z) and column number."""
    letters, rest = "", row + 1
    while rest:
        rest, place = divmod(rest - 1, 26)
        letters = chr(ord("A") + place) + letters
    return f"{letters}{column + 1}"


def plan_tiles(paper: Paper, width: float, height: float, bleed: float) -> Tiling:
    """Return the plan with the fewest tiles, with the paper upright or on its side."""
    lying = Paper(paper.id, paper.name, paper.height_mm, paper.width_mm, paper.margin_mm)
    plans = [_plan(sheet, width, height, bleed) for sheet in (paper, lying)]
    return min(plans, key=lambda plan: plan.count)


def _plan(paper: Paper, width: float, height: float, bleed: float) -> Tiling:
    edge = paper.margin_mm + MARK_ROOM_MM
    across = paper.width_mm - 2 * edge
    down = paper.height_mm - 2 * edge - FOOT_MM
    return Tiling(
        paper,
        _cuts(width, across, bleed),
        _cuts(height, down, bleed),
        width,
        height,
        bleed,
    )


def _cuts(length: float, room: float, bleed: float) -> int:
    """Number of slices: one if all fits, else so many that each has room for its glue edge."""
    if length + 2 * bleed <= room:
        return 1
    return math.ceil(length / (room - max(GLUE_MM, bleed) - bleed))


def tiles(plan: Tiling) -> Iterator[Tile]:
    """Yield the tiles row by row from the top left; their slices cover the board exactly."""
    for row in range(plan.rows):
        for column in range(plan.columns):
            last_column, last_row = column == plan.columns - 1, row == plan.rows - 1
            yield Tile(
                column,
                row,
                Rect(
                    column * plan.slice_width,
                    plan.height - (row + 1) * plan.slice_height,
                    plan.slice_width,
                    plan.slice_height,
                ),
                Edges(
                    left=plan.bleed if column == 0 else 0.0,
                    top=plan.bleed if row == 0 else 0.0,
                    right=plan.bleed if last_column else GLUE_MM,
                    bottom=plan.bleed if last_row else GLUE_MM,
                ),
                glue_right=not last_column,
                glue_below=not last_row,
            )
