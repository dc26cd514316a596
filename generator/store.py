"""What was drawn before: the store of a project, sealed with the code that draws."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

from validator.sealed.store import Store
from validator.sealed.userfiles import secret

FOLDER = Path(".trilith") / "cache"
"""Where a project keeps what was drawn; it may be deleted at any time."""

_DRAWING_CODE = (
    "store.py",
    "failures.py",
    "typeset/*.py",
    "svg/**/*.py",
    "design/**/*.py",
    "drawing/*.py",
)
"""The code that decides what a face looks like, as patterns beside this module."""
_LIBRARIES = (
    *("cairocffi", "cairosvg", "cssselect2", "font-source-sans-pro", "font-source-serif-pro"),
    *("fonttools", "jinja2", "pyphen", "tinycss2", "uharfbuzz", "uniseg"),
)


def project_store(root: Path) -> Store:
    """The store of a project."""
    return Store(root / FOLDER, code_version(), secret())


@cache
def code_version() -> str:
    """A hash of the code that draws and of the libraries it draws with."""
    total = hashlib.sha256()
    for name in _LIBRARIES:
        total.update(f"{name} {version(name)}|".encode())
    for pattern in _DRAWING_CODE:
        for path in sorted(Path(__file__).parent.glob(pattern)):
            total.update(path.read_bytes())
    return total.hexdigest()
