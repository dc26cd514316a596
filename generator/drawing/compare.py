"""Tell whether two pictures of a face show the same, as an eye would.

Each pixel of one is held against the 3 x 3 pixels around its place in the other, both ways:
a shift by one pixel and other smoothing of edges pass, a speck or a missing letter does not.
The judgement is that of the worst tile, so a small change on a large face is not averaged away.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageChops, ImageFilter

TILE_PX = 32
"""Side of the tiles that are judged one by one, in pixels (at 100 dpi: 8 mm)."""
LEVELS = 40
"""Difference of a colour channel, of 255, that an eye may miss."""
MOST_PIXELS = 8
"""Pixels of a tile that may differ more; a 5 x 7 pixel speck has 35."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The tile that differs most: its top left in pixels, and how many pixels differ."""

    x: int
    y: int
    pixels: int


def difference(one: Image.Image, other: Image.Image) -> Difference | None:
    """The worst tile, or None if the pictures show the same.

    Pictures of different sizes differ everywhere.
    """
    if one.size != other.size:
        return Difference(0, 0, max(one.width * one.height, other.width * other.height))
    if one.tobytes() == other.tobytes():
        return None
    first, second = one.convert("RGB"), other.convert("RGB")
    marks = ImageChops.lighter(_strays(first, second), _strays(second, first))
    worst = max(_tiles(marks), key=lambda tile: tile.pixels)
    return worst if worst.pixels > MOST_PIXELS else None


def _strays(one: Image.Image, other: Image.Image) -> Image.Image:
    """255 where a pixel of ``one`` is outside of what lies around its place in ``other``."""
    above = ImageChops.subtract(one, other.filter(ImageFilter.MaxFilter(3)))
    below = ImageChops.subtract(other.filter(ImageFilter.MinFilter(3)), one)
    red, green, blue = ImageChops.lighter(above, below).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return most.point([255 if level > LEVELS else 0 for level in range(256)])


def _tiles(marks: Image.Image) -> list[Difference]:
    return [
        Difference(x, y, marks.crop((x, y, x + TILE_PX, y + TILE_PX)).histogram()[255])
        for y in range(0, marks.height, TILE_PX)
        for x in range(0, marks.width, TILE_PX)
    ]
