"""Read plain files: no device, pipe or socket is opened, and nothing larger than was asked for.

A project may come from anybody: what stands where a file is expected may have no end, or wait
for ever. So its kind is looked at before a byte of it is read, and no more is read than is wanted.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from pathlib import Path

LARGEST = 40_000_000
"""Bytes of the largest file of any kind that is read whole."""
_KINDS = (
    (stat.S_ISDIR, "it is a folder"),
    (stat.S_ISFIFO, "it is a named pipe"),
    (stat.S_ISSOCK, "it is a socket"),
    (stat.S_ISCHR, "it is a device"),
    (stat.S_ISBLK, "it is a device"),
)


def leads_out(path: Path, folder: Path) -> bool:
    """Tell whether a path ends outside of ``folder`` once links are followed."""
    whole, end = os.path.realpath(folder), os.path.realpath(path)
    return end != whole and not end.startswith(whole.removesuffix(os.sep) + os.sep)


class TooLargeError(OSError):
    """A file larger than is read; ``size`` and ``most`` are in bytes.

    ``line`` (from 1) is the one in which it passes ``most``.
    """

    def __init__(self, path: Path, size: int, most: int, line: int) -> None:
        super().__init__(errno.EFBIG, f"it has {size} bytes, more than {most}", str(path))
        self.size = size
        self.most = most
        self.line = line


def size_of(path: Path) -> int:
    """The bytes of a plain file.

    Raises:
        OSError: it is not there, or is none; ``strerror`` says which.
    """
    about = path.stat()
    for is_kind, said in _KINDS:
        if is_kind(about.st_mode):
            raise OSError(errno.EINVAL, said, str(path))
    return about.st_size


def read_plain(path: Path, most: int = LARGEST, inside: Path | None = None) -> bytes:
    """All of a plain file of at most ``most`` bytes, which has to lie ``inside`` a folder if given.

    Raises:
        TooLargeError: it is larger.
        OSError: it cannot be read, or is no plain file.
    """
    if inside is not None and leads_out(path, inside):
        raise OSError(errno.EINVAL, "it is a link that leads out of the project", str(path))
    size = size_of(path)
    with open(path, "rb", opener=_open) as file:
        read = file.read(min(size, most) + 1)  # memory is taken for as much as is asked for
        if size < len(read) <= most:  # it grew
            read += file.read(most + 1 - len(read))
    if len(read) > most:
        raise TooLargeError(path, max(size, len(read)), most, read.count(b"\n", 0, most) + 1)
    return read


def digest_of_plain(path: Path) -> bytes:
    """The SHA-256 of a plain file; of its size and time alone if it is larger than is read."""
    try:
        return hashlib.sha256(read_plain(path)).digest()
    except TooLargeError as error:
        told = f"{error.size} bytes of {path.stat().st_mtime_ns}"
        return hashlib.sha256(told.encode()).digest()


def _open(name: str, flags: int) -> int:
    """Open without waiting, should the file have become a pipe in the meantime."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))
