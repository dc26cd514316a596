"""What publications share: pictures of faces, and the colours of the theme."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from generator.design.face import Face, FacePair
from generator.drawing.draw import FaceBook
from generator.drawing.raster import Rasteriser, Snapshot, cut_out, encode_image
from generator.svg.lint import SMALL_TEXT_RATIO, contrast

DPI = 170.0
"""Dots an inch: a poker card comes out 425 x 595 pixels, sharp at 210 pixels on a phone."""
MOST_PX = 1600
"""Most pixels of the longer side; boards are shown smaller than cards."""
QUALITY = 94
"""Of WebP: what rings round letters on plain grounds is 18 of 255 or less (99 in 100 pixels)."""
MORE_BYTES = 1.5
"""How much larger a picture may be that rings nowhere."""
_INCH_MM = 25.4


@dataclass(frozen=True, slots=True)
class FacePicture:
    """A picture of a face: its file, its size in pixels, and the radius of its corners in pixels.

    Other shapes are cut out; round corners are left to whoever shows the picture.
    """

    file: str
    width: int
    height: int
    corner: int = 0


def file_stem(identity: str) -> str:
    """An id as the name of a file that every system takes."""
    plain = re.sub(r"[^a-z0-9_-]", "-", identity.lower())
    return f"{plain}_" if _RESERVED.fullmatch(plain) else plain


_RESERVED = re.compile(r"con|prn|aux|nul|com\d|lpt\d|index")


def pictures(
    pairs: Mapping[str, FacePair],
    book: FaceBook,
    folder: Path,
    within: str = "",
    dpi: float = DPI,
    most_px: int = MOST_PX,
    suffixes: tuple[str, str] = (".webp", ".webp"),
) -> Mapping[tuple[str, str], FacePicture]:
    """Write the pictures of ``pairs`` to ``folder/within``; by component id and side.

    Components that look the same share a file. ``front`` and, where there is one, ``back``. Files
    end with the first of ``suffixes`` where the whole rectangle is shown, else with the second.
    """
    (folder / within).mkdir(exist_ok=True)
    numbers: dict[tuple[str, _Finish], int] = {}
    files: list[str] = []
    shots: list[Snapshot] = []
    shown = list(_sides(pairs, dpi, most_px, suffixes))
    for name, side, face, finish in shown:
        if numbers.setdefault((face.key, finish), len(shots)) == len(shots):
            files.append(Path(within, f"{file_stem(name)}-{side}{finish.suffix}").as_posix())
            shots.append(Snapshot(face.key, finish.dpi, finish, face.bleed_mm))
    made: dict[int, FacePicture] = {}
    with Rasteriser(book) as raster:
        for number, ((wide, high), corner, data) in raster.images(shots):
            (folder / files[number]).write_bytes(data)
            made[number] = FacePicture(files[number], wide, high, corner)
    return {(name, side): made[numbers[face.key, finish]] for name, side, face, finish in shown}


def _sides(
    pairs: Mapping[str, FacePair], dpi: float, most_px: int, suffixes: tuple[str, str]
) -> Iterator[tuple[str, str, Face, _Finish]]:
    """Every side of every pair: whose it is, which it is, its face, and what is made of it."""
    for name, pair in pairs.items():
        look = pair.shape, pair.corner_mm, pair.outline_mm
        for side, face in pair.sides:
            taken = min(dpi, most_px * _INCH_MM / max(face.width_mm, face.height_mm))
            suffix = suffixes[pair.shape != "rect"]
            yield name, side, face, _Finish(*look, face.width_mm, suffix, taken)


@dataclass(frozen=True, slots=True)
class _Finish:
    """What a picture of a face is made: its size and corners in pixels, and the bytes of a file.

    Nothing is left outside the shape of its piece, which is ``width_mm`` wide.
    """

    shape: str
    corner_mm: float
    outline_mm: tuple[tuple[float, float], ...]
    width_mm: float
    suffix: str
    dpi: float

    def __call__(self, image: Image.Image) -> tuple[tuple[int, int], int, bytes]:
        scale = image.width / self.width_mm
        corners = [(x * scale, y * scale) for x, y in self.outline_mm]
        cut = cut_out(image, self.shape, corners, Image.Resampling.BOX)
        data = webp(cut) if self.suffix == ".webp" else encode_image(cut, self.suffix, self.dpi)
        return image.size, round(self.corner_mm * image.width / self.width_mm), data


def webp(image: Image.Image) -> bytes:
    """An image as WebP, with sharp edges between its colours.

    What has transparent edges keeps each colour, unless that takes much more room, as photos do.
    """
    small = _encode(image, quality=QUALITY, use_sharp_yuv=True)
    if image.mode != "RGBA":
        return small
    whole = _encode(image, lossless=True)
    return whole if len(whole) <= MORE_BYTES * len(small) else small


def _encode(image: Image.Image, **options: int) -> bytes:
    target = io.BytesIO()
    image.save(target, "WEBP", method=2, **options)
    return target.getvalue()


# --- colours, as far as text can be read in them --------------------------------------------------


LIGHT: Mapping[str, str] = {
    "paper": "#f7f0df",
    "ink": "#2a241e",
    "soft": "#63594b",
    "panel": "#ebdfc4",
    "line": "#a08f70",
    "accent": "#a4412a",
}
"""The colours where a theme has none, or such as cannot be read."""
DARK: Mapping[str, str] = {
    "paper": "#191714",
    "ink": "#ece5d8",
    "soft": "#b3a999",
    "panel": "#27231e",
    "line": "#6f6558",
    "accent": "#eb9a7c",
}
_READ = (("ink", "paper"), ("soft", "paper"), ("accent", "paper"), ("ink", "panel"))
"""Which colour is read on which."""


def light(theme: Mapping[str, str]) -> Mapping[str, str]:
    """The colours of a theme by role; all of our own where a text would be hard to read."""
    own = {role: theme.get(role, colour) for role, colour in LIGHT.items()}
    readable = all((contrast(own[one], own[on]) or 0) >= SMALL_TEXT_RATIO for one, on in _READ)
    return own if readable else LIGHT
