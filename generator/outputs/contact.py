"""Pieces as pictures: cut to their shape, and all on one sheet with a label below each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isqrt, sqrt

from PIL import Image, ImageDraw, ImageFont

from generator.design.face import Face
from generator.printing.layout.geometry import Rect
from generator.printing.layout.marks import hexagon
from generator.typeset.fonts import FontKey, shipped

SHEET_WIDTH_PX = 1800
"""Width of a contact sheet; faces that are wider get a sheet of their own width."""
GAP_PX = 12
LABEL_PX = 24
"""Height of the line below each picture that names it."""

_FONT = FontKey("Source Sans Pro", 400)
_FONT_PX = 18
_GROUND, _INK = "#8a8a8a", "#ffffff"
_OVERSAMPLE = 4
"""Edges are drawn this much larger and shrunk, so that they are smooth."""
_MOST_MASK = 120_000_000
"""Pixels of the mask an edge is drawn on; where that is too few, the dots are small anyway."""
MOST_PIXELS = 40_000_000
"""Pixels of all faces on a contact sheet; where they have more they are shown smaller."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A face and its shape once cut out: rect, round, hex, or custom with its corners in mm."""

    face: Face
    shape: str = "rect"
    outline_mm: tuple[tuple[float, float], ...] = ()


def cut_out(image: Image.Image, shown: Shown) -> Image.Image:
    """The picture of a trimmed face with nothing outside its shape; a rectangle stays as it is."""
    if shown.shape == "rect":
        return image
    finer = min(_OVERSAMPLE, max(1, isqrt(_MOST_MASK // max(1, image.width * image.height))))
    mask = Image.new("L", (image.width * finer, image.height * finer))
    pen = ImageDraw.Draw(mask)
    if shown.shape == "round":
        pen.ellipse((0, 0, mask.width - 1, mask.height - 1), fill=255)
    else:
        pen.polygon(_corners(shown, mask.width, mask.height), fill=255)
    cut = image.convert("RGBA")
    cut.putalpha(mask.resize(image.size, Image.Resampling.LANCZOS))
    return cut


def _corners(shown: Shown, width: int, height: int) -> list[tuple[float, float]]:
    if shown.shape == "hex":
        return list(hexagon(Rect(0, 0, width, height)))
    across, down = width / shown.face.width_mm, height / shown.face.height_mm
    return [(x * across, y * down) for x, y in shown.outline_mm]


def shrunk(image: Image.Image, pixels: float) -> Image.Image:
    """A picture for the contact sheet of faces that have so many ``pixels`` together."""
    if pixels <= MOST_PIXELS:
        return image
    scale = sqrt(MOST_PIXELS / pixels)
    size = (max(1, int(image.width * scale)), max(1, int(image.height * scale)))
    return image.resize(size, Image.Resampling.LANCZOS)


def contact_sheet(pictures: Mapping[str, Image.Image]) -> Image.Image:
    """All pictures in rows on one grey sheet, each with its name below."""
    font = ImageFont.truetype(shipped().path(_FONT), _FONT_PX)
    sizes = [
        (max(picture.width, round(font.getlength(name)) + 1), picture.height + LABEL_PX)
        for name, picture in pictures.items()
    ]
    spots, size = _rows(sizes)
    sheet = Image.new("RGB", size, _GROUND)
    pen = ImageDraw.Draw(sheet)
    for (name, picture), (x, y) in zip(pictures.items(), spots, strict=True):
        sheet.paste(picture, (x, y), picture if picture.mode == "RGBA" else None)
        pen.text((x, y + picture.height + 1), name, fill=_INK, font=font)
    return sheet


def _rows(
    sizes: list[tuple[int, int]],
) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    """Where cells of ``sizes`` lie, top left, and the size of the sheet that holds them."""
    width = max([SHEET_WIDTH_PX, *(across + 2 * GAP_PX for across, _ in sizes)])
    spots: list[tuple[int, int]] = []
    x = y = GAP_PX
    row = 0
    for across, down in sizes:
        if x > GAP_PX and x + across + GAP_PX > width:
            x, y, row = GAP_PX, y + row + GAP_PX, 0
        spots.append((x, y))
        x, row = x + across + GAP_PX, max(row, down)
    return spots, (width, y + row + GAP_PX)
