"""The library cairocffi and what it stands on, loaded where no project can put one in its place."""

from __future__ import annotations

import contextlib
import ctypes.util
from collections.abc import Sequence

from generator.installed import away

with away():
    import cairocffi

__all__ = ("cairocffi", "load_library")


@away()
def load_library(files: Sequence[str], names: Sequence[str]) -> ctypes.CDLL:
    """A native library, by the names of its files, or by what the system's linker knows it as.

    Raises:
        OSError: it is not there.
    """
    for file in files:
        with contextlib.suppress(OSError):
            return ctypes.CDLL(file)
    found = next(filter(None, map(ctypes.util.find_library, names)), None)
    if found is None:
        raise OSError(f"there is no library {' or '.join(names)}")
    return ctypes.CDLL(found)
