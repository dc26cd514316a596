"""Pictures inside the project: found, measured and hashed before anything decodes them."""

from __future__ import annotations

import hashlib
import os
import warnings
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from PIL import Image, UnidentifiedImageError

from generator.design.lookup import is_file, spelt_so
from validator.hints import closest
from validator.plainfile import leads_out, read_plain

MAX_PIXELS = 60_000_000
"""Most pixels of a picture: a 600 x 600 mm board at 300 dpi has 50 million."""
MAX_BYTES = 40_000_000
"""Largest picture file in bytes."""
MAX_SIDE = 32_767
"""Most pixels of a side: what cairo's image surfaces can have (cairo-image-surface.c)."""
FORMATS = ("PNG", "JPEG")
LYING = 5
"""EXIF orientations from this one on exchange width and height."""
_ORIENTATION = 0x0112  # the tag of EXIF 2.32, 4.6.4

_BY_PATH = "name a PNG or JPEG by its path from the project's folder, such as art/lamb.png"
_SAVE_AGAIN = "save it again as PNG or JPEG"
_SMALLER = "make it smaller: 300 dots an inch are enough, 750 x 1050 for a poker card"


class PictureError(Exception):
    """A picture that cannot be used; the message says why, ``hint`` what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class MissingPictureError(PictureError):
    """A picture that is not there."""


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
    return _measure(*_state(root, name))


def digest_of_picture(root: Path, name: str) -> str:
    """The content hash of the picture ``name``, which is not decoded for it.

    Raises:
        PictureError: it is missing, outside the project, or too large a file.
    """
    path, name, modified_ns, size = _state(root, name)
    try:
        return _digest(path, modified_ns, size)
    except OSError as error:
        raise _missing(root, name) from error


def _state(root: Path, name: str) -> tuple[Path, str, int, int]:
    """Path, name, time of change in ns and size in bytes of a picture."""
    path = _inside(root, name)
    try:
        stat = path.stat()
    except OSError as error:
        raise _missing(root, name) from error
    if stat.st_size > MAX_BYTES:
        message = f"{name!r} has {stat.st_size} bytes; {MAX_BYTES} are allowed"
        raise PictureError(message, _SMALLER)
    return path, name, stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=4096)
def _digest(path: Path, modified_ns: int, size: int) -> str:
    del modified_ns, size  # only there to notice a changed file
    return hashlib.sha256(read_plain(path, MAX_BYTES)).hexdigest()


def _inside(root: Path, name: str) -> Path:
    if ":" in name or "\\" in name or name.startswith("/"):
        raise PictureError(f"{name!r} is not a path inside the project", _BY_PATH)
    if leads_out(root / name, root):
        hint = "copy the picture into the project, such as into art/"
        raise PictureError(f"{name!r} lies outside the project", hint)
    if not is_file(root / name) or not spelt_so(root, PurePosixPath(name).parts):
        raise _missing(root, name)
    return (root / name).resolve()


def _missing(root: Path, name: str) -> MissingPictureError:
    return MissingPictureError(f"there is no picture {name!r} in the project", _meant(root, name))


@lru_cache(maxsize=256)
def _meant(root: Path, name: str) -> str:
    """A hint with the picture of its folder that was meant, or else of the project."""
    folder = PurePosixPath(name).parent
    pictures = _pictures(root)
    beside = [one for one in pictures if PurePosixPath(one).parent == folder]
    known = {PurePosixPath(one).name: one for one in pictures}
    close = closest(name, beside) or known.get(closest(PurePosixPath(name).name, known) or "")
    return f"did you mean {close!r}?" if close else _BY_PATH


def _pictures(root: Path) -> list[str]:
    """The pictures of the project, as they are to be named; hidden and built ones left out."""
    found = []
    for folder, inside, files in os.walk(root):
        inside[:] = [one for one in inside if not one.startswith(".") and one != "output"]
        found += [Path(folder, one).relative_to(root).as_posix() for one in files if _is(one)]
    return sorted(found)


def _is(name: str) -> bool:
    return name.lower().endswith((".png", ".jpg", ".jpeg"))


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
        raise PictureError(message, _SMALLER)
    if max(width, height) > MAX_SIDE:
        message = f"{name!r} has {width} x {height} pixels; a side may have {MAX_SIDE:,}"
        raise PictureError(message, _SMALLER)
    _check_whole(path, name)
    digest = _digest(path, modified_ns, size)
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
