"""Pictures of faces for screens: one file for each distinct face."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageDraw

from generator.design.face import Face, FacePair
from generator.drawing.draw import FaceBook
from generator.drawing.raster import Rasteriser
from generator.printing.layout.geometry import Rect
from generator.printing.layout.marks import hexagon

DPI = 170.0
"""Dots an inch: a poker card comes out 425 x 595 pixels, sharp at 210 pixels on a phone."""
MOST_PX = 1600
"""Most pixels of the longer side; boards are shown smaller than cards."""
QUALITY = 80
"""Of WebP; letters keep clean edges."""
_OVERSAMPLE = 4
"""Edges are drawn this much larger and shrunk, so that they are smooth."""
_INCH_MM = 25.4


@dataclass(frozen=True, slots=True)
class Outline:
    """The shape of a piece: what is outside of it is no part of its picture (mm)."""

    shape: str
    corner_mm: float = 0.0
    points_mm: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a face: its file, its size in pixels, and the radius of its corners in pixels.

    Other shapes are cut out; round corners are left to whoever shows the picture.
    """

    file: str
    width: int
    height: int
    corner: int = 0


def outline_of(pair: FacePair) -> Outline:
    """The shape of both faces of a pair."""
    return Outline(pair.shape, pair.corner_mm, pair.outline_mm)


def file_stem(identity: str) -> str:
    """An id as the name of a file that every system takes."""
    plain = re.sub(r"[^a-z0-9_-]", "-", identity.lower())
    return f"{plain}_" if _RESERVED.fullmatch(plain) else plain


_RESERVED = re.compile(r"con|prn|aux|nul|com\d|lpt\d|index")


def pictures(
    pairs: Mapping[str, FacePair], book: FaceBook, folder: Path, within: str
) -> Mapping[tuple[str, str], Picture]:
    """Write the pictures of ``pairs`` to ``folder/within``; by component id and side.

    Components that look the same share a file. ``front`` and, where there is one, ``back``.
    """
    (folder / within).mkdir()
    made: dict[tuple[str, Outline], Picture] = {}
    found: dict[tuple[str, str], Picture] = {}
    with Rasteriser(book) as raster, ThreadPoolExecutor(2) as pool:
        waiting: list[Future[None]] = []
        for name, side, face, shape in sides(pairs.values()):
            if (face.key, shape) not in made:
                image = raster.image(face.key, dpi_of(face), face.bleed_mm)
                file = f"{within}/{file_stem(name)}-{side}.webp"
                corner = round(shape.corner_mm * image.width / face.width_mm)
                made[face.key, shape] = Picture(file, *image.size, corner)
                waiting.append(pool.submit(_save, image, shape, face, folder / file))
            found[name, side] = made[face.key, shape]
        for one in waiting:
            one.result()
    return found


def dpi_of(face: Face, dpi: float = DPI, most_px: int = MOST_PX) -> float:
    """Dots an inch at which a face is taken."""
    return min(dpi, most_px * _INCH_MM / max(face.width_mm, face.height_mm))


def sides(pairs: Iterable[FacePair]) -> Iterator[tuple[str, str, Face, Outline]]:
    """Every side of every pair: whose it is, which it is, its face, and its shape."""
    for pair in pairs:
        shape = outline_of(pair)
        yield pair.component, "front", pair.front, shape
        if pair.back is not None:
            yield pair.component, "back", pair.back, shape


def _save(image: Image.Image, shape: Outline, face: Face, path: Path) -> None:
    path.write_bytes(webp(cut_to(image, shape, face.width_mm)))


def cut_to(image: Image.Image, shape: Outline, width_mm: float) -> Image.Image:
    """The picture with nothing outside the shape of its piece, which is ``width_mm`` wide."""
    mask = _mask(image.size, shape, image.width / width_mm)
    if mask is None:
        return image
    cut = image.convert("RGBA")
    cut.putalpha(mask)
    return cut


def webp(image: Image.Image) -> bytes:
    """An image as WebP."""
    target = io.BytesIO()
    image.save(target, "WEBP", quality=QUALITY, method=1)
    return target.getvalue()


@lru_cache(maxsize=64)
def _mask(size: tuple[int, int], shape: Outline, px_per_mm: float) -> Image.Image | None:
    """What is shown of a picture of ``size`` pixels: white inside the shape; None for all of it."""
    if shape.shape == "rect":
        return None
    wide, high = size[0] * _OVERSAMPLE, size[1] * _OVERSAMPLE
    scale = px_per_mm * _OVERSAMPLE
    mask = Image.new("L", (wide, high))
    pen, box = ImageDraw.Draw(mask), (0, 0, wide - 1, high - 1)
    match shape.shape:
        case "round":
            pen.ellipse(box, fill=255)
        case "hex":
            pen.polygon(list(hexagon(Rect(0, 0, wide, high))), fill=255)
        case _:
            pen.polygon([(x * scale, y * scale) for x, y in shape.points_mm], fill=255)
    return mask.resize(size, Image.Resampling.BOX)
