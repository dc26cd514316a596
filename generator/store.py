"""What was drawn before: the store of a project, sealed with the code that draws."""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

from generator.fingerprints.program import installed
from validator.sealed.store import Store
from validator.sealed.userfiles import secret

FOLDER = Path(".trilith") / "cache"
"""Where a project keeps what was drawn; it may be deleted at any time."""

_DRAWING_CODE = (
    "store.py",
    "failures.py",
    "programs.py",
    "bytecode/*.py",
    "fingerprints/*.py",
    "typeset/*.py",
    "svg/**/*.py",
    "design/**/*.py",
    "drawing/*.py",
)
"""The code that decides what a face looks like, as patterns beside this module."""


def project_store(root: Path) -> Store:
    """The store of a project."""
    return Store(root / FOLDER, code_version(), secret())


@cache
def code_version() -> str:
    """A hash of the code that draws and of all that is installed, as are the libraries it uses."""
    total = hashlib.sha256()
    for line in installed(sys.path):
        total.update(f"{line}\n".encode("utf-8", "surrogateescape"))
    for pattern in _DRAWING_CODE:
        for path in sorted(Path(__file__).parent.glob(pattern)):
            total.update(path.read_bytes())
    return total.hexdigest()
