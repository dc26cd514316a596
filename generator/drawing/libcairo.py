"""Is the cairo library there? The one native library that pip cannot install."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

ADVICE = (
    "trilith needs the cairo library: "
    "Debian/Ubuntu: sudo apt-get install libcairo2 | "
    "Fedora: sudo dnf install cairo | "
    "macOS: brew install cairo | "
    "Windows: install the GTK runtime (winget install tschoonj.GTKForWindows)"
)
"""What to do where cairo is missing, in one line."""


class MissingCairoError(SystemExit):
    """Ends the program with exit status 2; raised after the advice was printed."""

    def __init__(self) -> None:
        super().__init__(2)


def available() -> bool:
    """Tell whether the cairo library can be loaded."""
    try:
        import generator.drawing.cairo  # noqa: F401  (the import itself is the test)
    except OSError:
        return False
    return True


def require() -> None:
    """Return if cairo can be loaded; otherwise say in one line how to install it.

    Raises:
        MissingCairoError: cairo is missing; uncaught, it ends the program with status 2.
    """
    if not available():
        print(ADVICE, file=sys.stderr)
        raise MissingCairoError


@contextmanager
def need_cairo() -> Iterator[None]:
    """Tell of a missing cairo where what runs inside cannot be loaded without it.

    Raises:
        MissingCairoError: cairo is missing and was wanted.
    """
    try:
        yield
    except OSError as error:
        if error.errno is None:  # a library, not a file
            require()
        raise
