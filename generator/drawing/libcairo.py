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


def require() -> None:
    """Return if cairo can be loaded; otherwise say in one line how to install it.

    Raises:
        SystemExit: cairo is missing; uncaught, it ends the program with status 2.
    """
    try:
        import generator.drawing.cairo  # noqa: F401  (the import itself is the test)
    except OSError:
        print(ADVICE, file=sys.stderr)
        raise SystemExit(2) from None


@contextmanager
def need_cairo() -> Iterator[None]:
    """Tell of a missing cairo where what runs inside cannot be loaded without it.

    Raises:
        SystemExit: cairo is missing and was wanted.
    """
    try:
        yield
    except OSError as error:
        if error.errno is None:  # a library, not a file
            require()
        raise
