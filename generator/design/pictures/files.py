"""Pictures inside the project: measured and checked before anything draws them."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from generator.design.pictures.found import SMALLER, PictureError, content_digest, located

MAX_PIXELS = 60_000_000
"""Most pixels of a picture: a 600 x 600 mm board at 300 dpi has 50 million."""
MAX_SIDE = 32_767
"""Most pixels of a side: what cairo's image surfaces can have (cairo-image-surface.c)."""
FORMATS = ("PNG", "JPEG")
LYING = 5
"""EXIF orientations from this one on exchange width and height."""
_ORIENTATION = 0x0112  # the tag of EXIF 2.32, 4.6.4

_SAVE_AGAIN = "save it again as PNG or JPEG"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the project: its path as written, format, size in pixels, content hash.

    ``turn`` is how it is to be turned to stand upright (the EXIF orientation, 1 to 8; 1: not at
    all); ``width`` and ``height`` are those of the upright picture.
    """

    name: str
    path: Path
    format: str
    width: int
    height: int
    digest: str
    turn: int = 1


def find_picture(root: Path, name: str) -> Picture:
    """The picture ``name`` (a posix path relative to the project ``root``).

    Raises:
        PictureError: it is missing, outside the project, too large, or not PNG or JPEG.
    """
    return _measure(*located(root, name))


@lru_cache(maxsize=4096)
def _measure(path: Path, name: str, modified_ns: int, size: int) -> Picture:
    try:
        width, height, kind, mode = _header(path)
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise PictureError(f"{name!r} is not a readable PNG or JPEG", _SAVE_AGAIN) from error
    if mode == "CMYK":
        hint = "save it as RGB; files for shops convert it"
        raise PictureError(f"{name!r} holds inks (CMYK)", hint)
    if width * height > MAX_PIXELS:
        message = f"{name!r} has {width} x {height} pixels; {MAX_PIXELS:,} are allowed in all"
        raise PictureError(message, SMALLER)
    if max(width, height) > MAX_SIDE:
        message = f"{name!r} has {width} x {height} pixels; a side may have {MAX_SIDE:,}"
        raise PictureError(message, SMALLER)
    _check_whole(path, name)
    digest = content_digest(path, modified_ns, size)
    turn = _turn(path)
    if turn >= LYING:
        width, height = height, width
    return Picture(name, path, kind, width, height, digest, turn)


def _turn(path: Path) -> int:
    """The EXIF orientation of a picture, which cameras write; 1 where there is none."""
    try:
        with Image.open(path, formats=FORMATS) as image:
            turn = image.getexif().get(_ORIENTATION, 1)
    except (OSError, ValueError, SyntaxError):
        return 1
    return turn if turn in range(1, 9) else 1


def _header(path: Path) -> tuple[int, int, str, str]:
    """Width, height, format and colour mode; that it is large is for us to tell, not for Pillow."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        with Image.open(path, formats=FORMATS) as image:
            return image.width, image.height, str(image.format), image.mode


def _check_whole(path: Path, name: str) -> None:
    """Decode a picture to its end, a JPEG at an eighth of its size.

    Raises:
        PictureError: it is damaged or cut short.
    """
    try:
        with Image.open(path, formats=FORMATS) as image:
            image.draft("RGB", (image.width // 8, image.height // 8))
            image.load()
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureError(f"{name!r} is damaged: {error}", _SAVE_AGAIN) from error
