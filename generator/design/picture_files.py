"""Pictures inside the project: found, measured and hashed before anything decodes them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image, UnidentifiedImageError

MAX_PIXELS = 60_000_000
"""Most pixels of a picture: a 600 x 600 mm board at 300 dpi has 50 million."""
MAX_BYTES = 40_000_000
"""Largest picture file in bytes."""
FORMATS = ("PNG", "JPEG")


class PictureError(Exception):
    """A picture that cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of the project: its path as written, format, size in pixels, content hash."""

    name: str
    path: Path
    format: str
    width: int
    height: int
    digest: str


def find_picture(root: Path, name: str) -> Picture:
    """The picture ``name`` (a posix path relative to the project ``root``).

    Raises:
        PictureError: it is missing, outside the project, too large, or not PNG or JPEG.
    """
    path = _inside(root, name)
    try:
        stat = path.stat()
    except OSError as error:
        raise PictureError(f"there is no picture {name!r} in the project") from error
    if stat.st_size > MAX_BYTES:
        raise PictureError(f"{name!r} has {stat.st_size} bytes; {MAX_BYTES} are allowed")
    return _measure(path, name, stat.st_mtime_ns, stat.st_size)


def _inside(root: Path, name: str) -> Path:
    if ":" in name or "\\" in name or name.startswith("/"):
        raise PictureError(f"{name!r} is not a path inside the project")
    path = (root / name).resolve()
    if not path.is_relative_to(root.resolve()):
        raise PictureError(f"{name!r} lies outside the project")
    if not path.is_file():
        raise PictureError(f"there is no picture {name!r} in the project")
    return path


@lru_cache(maxsize=4096)
def _measure(path: Path, name: str, modified_ns: int, size: int) -> Picture:
    del modified_ns, size  # only there to notice a changed file
    try:
        with Image.open(path, formats=FORMATS) as image:
            width, height, kind = image.width, image.height, str(image.format)
            mode = image.mode
    except (UnidentifiedImageError, OSError, ValueError, Image.DecompressionBombError) as error:
        raise PictureError(f"{name!r} is not a readable PNG or JPEG") from error
    if mode == "CMYK":
        raise PictureError(
            f"{name!r} holds inks (CMYK); save it as RGB, files for shops convert it"
        )
    if width * height > MAX_PIXELS:
        raise PictureError(f"{name!r} has {width} x {height} pixels; {MAX_PIXELS} are allowed")
    _check_whole(path, name)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return Picture(name, path, kind, width, height, digest)


def _check_whole(path: Path, name: str) -> None:
    """Read a picture to its end, a JPEG at an eighth of its size.

    Raises:
        PictureError: it is damaged or cut short.
    """
    try:
        with Image.open(path, formats=FORMATS) as image:
            if image.format == "PNG":
                image.verify()
            else:
                image.draft("RGB", (image.width // 8, image.height // 8))
                image.load()
    except (OSError, ValueError, SyntaxError) as error:
        raise PictureError(f"{name!r} is damaged: {error}") from error
