"""Turns of processes that write one folder, and the list of the files that are theirs.

Both are one file beside the folder: whose turn it is holds it locked, and it lists, one a line,
the files that the last turn wrote. The system takes the lock back when a process ends, however
it does, so no turn is ever left over.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

LONGEST_WAIT = 600.0
"""Seconds after which a process gives up waiting for its turn."""
_PAUSE = 0.1
_MOST = 4_000_000
"""Bytes of a list that are read."""


class TurnError(Exception):
    """There is no turn to be had; the message says why."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn of this process; ``handle`` is its locked list."""

    handle: int

    def names(self) -> tuple[str, ...]:
        """The files that the last turn wrote, by their paths inside the folder."""
        os.lseek(self.handle, 0, os.SEEK_SET)
        read = os.read(self.handle, _MOST).decode("utf-8", "surrogateescape")
        return tuple(read.splitlines())

    def note(self, names: Iterable[str]) -> None:
        """Note which files this turn wrote."""
        text = "".join(f"{name}\n" for name in names)
        os.lseek(self.handle, 0, os.SEEK_SET)
        os.ftruncate(self.handle, 0)
        os.write(self.handle, text.encode("utf-8", "surrogateescape"))


@contextmanager
def turn_at(path: Path, waiting: Callable[[Path], None] | None = None) -> Iterator[Turn]:
    """Hold the turn that ``path`` stands for, once it is free.

    ``waiting`` is called once where it is not free at once; without it nothing is waited for.

    Raises:
        TurnError: it is not free, or something other than a plain file stands there.
        OSError: the file cannot be made.
    """
    handle = _opened(path)
    try:
        if not _taken(handle):
            if waiting is None:
                raise TurnError("another trilith is writing there")
            waiting(path)
            _wait(handle)
        yield Turn(handle)
    finally:
        os.close(handle)


def _opened(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    if path.is_symlink():
        raise TurnError(f"{path.name} beside it is a link; remove it")
    handle = os.open(path, flags, 0o666)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise TurnError(f"{path.name} beside it is no plain file; remove it")
    return handle


def _wait(handle: int) -> None:
    end = time.monotonic() + LONGEST_WAIT
    while not _taken(handle):
        if time.monotonic() > end:
            raise TurnError(f"another trilith has been writing there for {LONGEST_WAIT:.0f} s")
        time.sleep(_PAUSE)


if sys.platform == "win32":
    import contextlib
    import msvcrt

    def _taken(handle: int) -> bool:
        os.lseek(handle, _MOST, os.SEEK_SET)
        with contextlib.suppress(OSError):
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            return True
        return False

else:
    try:
        import fcntl
    except ImportError:  # a Python without it: nobody can hold a lock
        fcntl = None  # type: ignore[assignment]

    def _taken(handle: int) -> bool:
        if fcntl is None:
            return True
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return False
        except OSError:
            return True  # a file system without locks: nobody can hold one there
        return True
