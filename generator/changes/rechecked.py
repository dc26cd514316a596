"""Check nothing twice: what was said of a project is said again while it could be said anew.

It holds as long as every file that a check may look at is the same, with trilith itself and what
is installed beside it, the last commit and, where a theme asks for them, the fonts of the system.
What a package of somebody else adds to a check may look anywhere, so then nothing is kept.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from generator.changes.blobs import head_of
from generator.fingerprints.fonts import of_system_fonts
from generator.fingerprints.project import of_project
from validator.cache import project_cache
from validator.command import Asked, Said
from validator.program import program

if TYPE_CHECKING:
    from validator.catalogue.file_cache import Kept

KIND = "checked"
"""What answers are called in a store."""
_ADDED = ("trilith.checks", "trilith.games")
"""Entry-point groups by which other packages take part in a check."""


def _nothing(kept: Kept) -> None:
    """Prepare nothing."""
    del kept


def said_again(
    root: Path,
    asked: Asked,
    make: Callable[[Kept], Said],
    prepare: Callable[[Kept], object] = _nothing,
) -> Said:
    """What a check of the project says: what it said when all was as it is now, or what it makes.

    Before it makes anything, ``prepare`` brings files of the project up to date; what both read is
    read once.
    """
    store = project_cache(root)
    name = hashlib.sha256(f"{root}\n{asked!r}".encode("utf-8", "surrogateescape")).hexdigest()
    known = _read(store.get(KIND, name))
    if known is not None and known[0] == _state(root):
        return known[1]
    from validator.catalogue.file_cache import Kept

    kept = Kept(root)
    prepare(kept)
    before = _state(root)
    said = make(kept)
    if said.lasting and before is not None and before == _state(root) and not _is_extended():
        content = {"state": before, "text": said.text, "status": said.status}
        store.put(KIND, name, json.dumps(content).encode())
    return said


def _read(content: bytes | None) -> tuple[str, Said] | None:
    """The state of a project, and what was said of it then."""
    if content is None:
        return None
    kept = json.loads(content)
    return kept["state"], Said(kept["text"], kept["status"], lasting=True)


def _state(root: Path) -> str | None:
    """A hash of all that what is said depends on; None where that cannot be told."""
    project = of_project(root)
    if project is None:
        return None
    fonts = of_system_fonts([root / "templates"])
    return hashlib.sha256(
        "\n".join((project, program(), head_of(root), fonts)).encode()
    ).hexdigest()


def _is_extended() -> bool:
    """Tell whether packages other than trilith take part in checks."""
    from importlib.metadata import entry_points

    points = (point for group in _ADDED for point in entry_points(group=group))
    return any(point.dist is None or point.dist.name != "trilith" for point in points)
