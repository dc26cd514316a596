"""Hashes of files, worked out again only where the system says that a file may have changed."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from validator.plainfile import digest_of_plain

_SETTLED_NS = 2_000_000_000
"""Age from which on a change shows in the times of a file: FAT keeps them to two seconds."""
_Stamp: TypeAlias = tuple[int, int, int, int, int]


@dataclass(slots=True)
class Hashes:
    """The SHA-256 of files by their paths.

    A file is read again where its device, inode, size or times differ from when it was read, and
    while its times are so young that another change might not show in them.
    """

    _known: dict[Path, tuple[_Stamp, bytes]] = field(default_factory=dict)

    def of(self, path: Path) -> bytes:
        """The hash of a plain file, as :func:`validator.plainfile.digest_of_plain` gives it.

        Raises:
            OSError: it cannot be read, or is no plain file.
        """
        was = known = self._known.pop(path, None)
        before, now = _stamp(path), time.time_ns()
        if known is None or known[0] != before:
            known = before, digest_of_plain(path)
        is_sure = known is was or _stamp(path) == before
        if is_sure and now - max(before[-2:]) > _SETTLED_NS:
            self._known[path] = known
        return known[1]

    def has(self, path: Path) -> bool:
        """Tell whether a file is, as far as the system says, what it was when it was read."""
        known = self._known.get(path)
        return known is not None and known[0] == _stamp(path)


def _stamp(path: Path) -> _Stamp:
    about = path.stat()
    return about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns
