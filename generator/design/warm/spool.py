"""Drawings put aside on disk: those of thousands of faces are more than should be in memory."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from typing import IO

_HELD = 1000
"""Drawings that stay in memory before others are put aside: some 1.6 MB."""


@dataclass(frozen=True, slots=True)
class Aside:
    """Bytes that were put aside, read each time; pickled it is the bytes themselves."""

    file: IO[bytes]
    start: int
    length: int

    def __bytes__(self) -> bytes:
        if hasattr(os, "pread"):  # a fork shares where the file stands
            return os.pread(self.file.fileno(), self.length, self.start)
        self.file.seek(self.start)
        return self.file.read(self.length)

    def __reduce__(self) -> tuple[type[bytes], tuple[bytes]]:
        return bytes, (bytes(self),)


class Spool:
    """Puts bytes aside, all but the first ``held``, in a file that goes with the last of them."""

    def __init__(self, held: int = _HELD) -> None:
        self._held = held
        self._file: IO[bytes] | None = None
        self._size = 0

    def put(self, content: bytes) -> bytes | Aside:
        """The content put aside; as it is where it need not, or cannot be written."""
        if self._held > 0:
            self._held -= 1
            return content
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115  (see the class)
            self._file.seek(self._size)
            if self._file.write(content) < len(content):  # the disk is full
                return content
        except OSError:
            return content
        made = Aside(self._file, self._size, len(content))
        self._size += len(content)
        return made
