"""Zones without a spot: blocks of piles under their names, packed into columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.outputs.tables.groups import Group, rows
from generator.outputs.tables.laid import Caption, Pile, Slot
from validator.catalogue.setup_script import Faces

CAPTION = 8.0
"""Height of a zone's name above it, in mm."""
LETTER = 2.8
"""Room for a letter of a zone's name above small pieces, in mm."""
MARGIN = 8.0
"""Between blocks, in mm."""
WIDEST = 330.0
"""Where the rows of a block are broken, in mm: five poker cards."""


@dataclass(frozen=True, slots=True)
class Block:
    """One zone's piles, or its empty slot, from the upper left corner (mm)."""

    zone: str
    width: float
    height: float
    piles: tuple[Pile, ...] = ()
    slots: tuple[Slot, ...] = ()
    captions: tuple[Caption, ...] = ()

    def moved(self, x: float, y: float) -> Block:
        """The block with its upper left corner at ``x``, ``y`` instead."""
        return replace(
            self,
            piles=tuple(replace(p, x=p.x + x, y=p.y + y) for p in self.piles),
            slots=tuple(replace(s, x=s.x + x, y=s.y + y) for s in self.slots),
            captions=tuple(replace(c, x=c.x + x, y=c.y + y) for c in self.captions),
        )


def block_of(zone: str, name: str, groups: Sequence[Group], faces: Faces, seat: int) -> Block:
    """A zone's piles in rows under its ``name`` ("": without one)."""
    top = CAPTION if name else 0.0
    wide, high, places = rows(groups, WIDEST)
    piles = tuple(
        Pile(zone, group.parts, x, y + top, faces=faces, seat=seat)
        for group, (x, y) in zip(groups, places, strict=True)
    )
    room = max(wide, LETTER * len(name))
    captions = (Caption(name, room / 2, CAPTION / 2, room),) if name else ()
    return Block(zone, room, high + top, piles, (), captions)


def caption_block(text: str, width: float) -> Block:
    """A name for itself."""
    return Block("", width, CAPTION, captions=(Caption(text, width / 2, CAPTION / 2, width),))


def empty_block(zone: str, name: str, size: tuple[float, float]) -> Block:
    """The place of a zone that is empty at first; ``size`` is of what will lie there."""
    width, height = size
    slot = Slot(zone, width / 2, height / 2 + CAPTION, width, height)
    return Block(
        zone, width, height + CAPTION, (), (slot,), (Caption(name, width / 2, CAPTION / 2, width),)
    )


def columns(blocks: Sequence[Block], high: float) -> list[list[Block]]:
    """Blocks one below the other in columns of ``high`` mm, a little more where that saves one."""
    tries = [list(_columns(blocks, high * more)) for more in (1.0, 1.1, 1.2, 1.3)]
    return min(tries, key=len)


def _columns(blocks: Sequence[Block], high: float) -> Iterator[list[Block]]:
    column: list[Block] = []
    deep = 0.0
    for block in blocks:
        if column and deep + block.height > high:
            yield column
            column, deep = [], 0.0
        column.append(block)
        deep += block.height + MARGIN
    if column:
        yield column


def size_of(column: Sequence[Block]) -> tuple[float, float]:
    """Width and height of a column."""
    high = sum(block.height for block in column) + MARGIN * (len(column) - 1)
    return max(block.width for block in column), high


def in_area(blocks: Sequence[Block], high: float) -> tuple[float, float, list[Block]]:
    """Columns side by side: width and height of all, and the blocks from the upper left."""
    placed: list[Block] = []
    x = tall = 0.0
    for column in columns(blocks, high):
        y = 0.0
        for block in column:
            placed.append(block.moved(x, y))
            y += block.height + MARGIN
        wide, deep = size_of(column)
        x, tall = x + wide + MARGIN, max(tall, deep)
    return max(x - MARGIN, 0.0), tall, placed


def beside(
    middle: Sequence[Block], others: Sequence[Block], high: float
) -> tuple[float, float, list[Block]]:
    """``middle`` in a row with ``others`` in columns right and left of it, in turn."""
    wide = sum(block.width for block in middle) + MARGIN * (len(middle) - 1)
    placed, x = [], 0.0
    for block in middle:
        placed.append(block.moved(x, (high - block.height) / 2))
        x += block.width + MARGIN
    left, right = 0.0, max(wide, 0.0)
    tall = high
    for index, column in enumerate(columns(others, high)):
        width, deep = size_of(column)
        at = right + MARGIN if index % 2 == 0 else left - MARGIN - width
        left, right = min(left, at), max(right, at + width)
        tall, y = max(tall, deep), 0.0
        for block in column:
            placed.append(block.moved(at, y))
            y += block.height + MARGIN
    return right - left, tall, [block.moved(-left, 0.0) for block in placed]
