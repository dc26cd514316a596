"""Pictures inside the project: found, and hashed, without anything that decodes them."""

from __future__ import annotations

import hashlib
import os
import posixpath
from functools import lru_cache
from pathlib import Path, PurePosixPath

from generator.design.lookup import is_file, spelt_so
from generator.fingerprints.project import holds_pictures
from validator.findings import closest
from validator.plainfile import leads_out, read_plain

SUFFIXES = (".png", ".jpg", ".jpeg")
"""What a picture's name may end with; without one, these are tried in this order."""
MAX_BYTES = 40_000_000
"""Largest picture file in bytes."""
_BY_PATH = "name a PNG or JPEG by its path from the project's folder, such as art/lamb.png"
SMALLER = "make it smaller: 300 dots an inch are enough, 750 x 1050 for a poker card"
"""What to do with a picture that is too large."""


class PictureError(Exception):
    """A picture that cannot be used; the message says why, ``hint`` what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class MissingPictureError(PictureError):
    """A picture that is not there."""


def preferred_to(path: str) -> tuple[str, ...]:
    """Pictures that would be taken for the one at ``path`` where no ending is told."""
    stem, end = posixpath.splitext(path)
    if end not in SUFFIXES:
        return ()
    return tuple(stem + other for other in SUFFIXES[: SUFFIXES.index(end)])


def digest_of_picture(root: Path, name: str) -> str:
    """The content hash of the picture ``name``, which is not decoded for it.

    Raises:
        PictureError: it is missing, outside the project, or too large a file.
    """
    path, name, modified_ns, size = located(root, name)
    try:
        return content_digest(path, modified_ns, size)
    except OSError as error:
        raise _missing(root, name) from error


def located(root: Path, name: str) -> tuple[Path, str, int, int]:
    """Path, name, time of change in ns and size in bytes of a picture.

    Raises:
        PictureError: it is missing, outside the project, or too large a file.
    """
    path = _inside(root, name)
    try:
        stat = path.stat()
    except OSError as error:
        raise _missing(root, name) from error
    if stat.st_size > MAX_BYTES:
        message = f"{name!r} has {stat.st_size} bytes; {MAX_BYTES} are allowed"
        raise PictureError(message, SMALLER)
    return path, name, stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=4096)
def content_digest(path: Path, modified_ns: int, size: int) -> str:
    """The SHA-256 of a picture that changed then, in hexadecimal."""
    del modified_ns, size  # only there to notice a changed file
    return hashlib.sha256(read_plain(path, MAX_BYTES)).hexdigest()


def _inside(root: Path, name: str) -> Path:
    if ":" in name or "\\" in name or name.startswith("/"):
        raise PictureError(f"{name!r} is not a path inside the project", _BY_PATH)
    if leads_out(root / name, root):
        hint = "copy the picture into the project, such as into art/"
        raise PictureError(f"{name!r} lies outside the project", hint)
    if is_apart(root, name):
        message = f"{name!r} lies where only hidden files are, or what was built"
        raise PictureError(message, "move the picture to where it stays, such as into art/")
    if not is_file(root / name) or not spelt_so(root, PurePosixPath(name).parts):
        raise _missing(root, name)
    return (root / name).resolve()


def is_apart(root: Path, name: str) -> bool:
    """Tell whether a picture would lie in ``output/`` or a hidden folder, which hold none."""
    folder = os.path.realpath((root / name).parent)
    inside = Path(os.path.relpath(folder, os.path.realpath(root))).as_posix()
    leads_elsewhere = inside == ".." or inside.startswith("../")
    return inside != "." and not leads_elsewhere and not holds_pictures(inside)


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
