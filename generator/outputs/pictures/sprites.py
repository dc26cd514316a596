"""Sprite sheets: the faces of a deck in one picture, cell by cell, for virtual tables."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image


@dataclass(frozen=True, slots=True)
class SheetRule:
    """What a virtual table takes: most cells, most pixels a side, and whether the last is hidden.

    The figures are Tabletop Simulator's: 10 x 7 cells, of which it shows the last one for
    cards in a hand that others may not see, and pictures of at most 4096 x 4096 pixels.
    """

    columns: int = 10
    rows: int = 7
    most_px: int = 4096
    hide_last: bool = True

    @property
    def usable(self) -> int:
        """Faces that a full sheet holds."""
        return self.columns * self.rows - (1 if self.hide_last else 0)


TABLETOP_SIMULATOR = SheetRule()


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """One sheet: which faces are on it (from index ``first``), its cells, and a cell's pixels."""

    first: int
    count: int
    columns: int
    rows: int
    cell: tuple[int, int]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.columns * self.cell[0], self.rows * self.cell[1]

    def corner(self, index: int) -> tuple[int, int]:
        """The top left pixel of cell ``index`` (from 0, row by row)."""
        row, column = divmod(index, self.columns)
        return column * self.cell[0], row * self.cell[1]


def plan_sheets(count: int, face: tuple[int, int], rule: SheetRule) -> tuple[SheetPlan, ...]:
    """Lay ``count`` faces of ``face`` pixels on as few sheets as possible, evenly filled.

    Cells keep the shape of a face and are made smaller only where a sheet would grow too large.
    """
    if count == 0:
        return ()
    sheets = math.ceil(count / rule.usable)
    each, rest = divmod(count, sheets)
    plans, first = [], 0
    for number in range(sheets):
        held = each + (1 if number < rest else 0)
        plans.append(_plan(first, held, face, rule))
        first += held
    return tuple(plans)


def _plan(first: int, count: int, face: tuple[int, int], rule: SheetRule) -> SheetPlan:
    cells = count + (1 if rule.hide_last else 0)
    columns = min(rule.columns, max(cells, 2))
    rows = max(math.ceil(cells / columns), 2 if rule.rows > 1 else 1)
    scale = min(1.0, rule.most_px / (columns * face[0]), rule.most_px / (rows * face[1]))
    cell = (max(1, int(face[0] * scale)), max(1, int(face[1] * scale)))
    return SheetPlan(first, count, columns, rows, cell)


def compose(
    plan: SheetPlan, faces: Sequence[Image.Image], hidden: Image.Image | None = None
) -> Image.Image:
    """The picture of a sheet; ``faces`` are all faces of the deck, ``hidden`` the last cell's."""
    sheet = Image.new("RGB", plan.size, "white")
    for index in range(plan.count):
        sheet.paste(_fitted(faces[plan.first + index], plan.cell), plan.corner(index))
    if hidden is not None:
        sheet.paste(_fitted(hidden, plan.cell), plan.corner(plan.columns * plan.rows - 1))
    return sheet


def sprite_sheets(
    faces: Sequence[Image.Image],
    rule: SheetRule = TABLETOP_SIMULATOR,
    hidden: Image.Image | None = None,
) -> Iterator[tuple[SheetPlan, Image.Image]]:
    """All sheets of a deck whose faces are of one size, with where each face is."""
    if faces:
        for plan in plan_sheets(len(faces), faces[0].size, rule):
            yield plan, compose(plan, faces, hidden)


def _fitted(face: Image.Image, cell: tuple[int, int]) -> Image.Image:
    if face.size == cell:
        return face
    return face.resize(cell, Image.Resampling.LANCZOS)
