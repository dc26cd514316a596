"""Whether a kit or a check is still what it would be now."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from generator.changes.git_files import head_of
from generator.fingerprints import of_project, of_system_fonts
from validator.cache import Cache, project_cache
from validator.catalogue.folders import COMPONENTS, is_link_out
from validator.command import CheckReport, CheckRequest
from validator.plainfile import digest_of_plain
from validator.program import program

if TYPE_CHECKING:
    from validator.catalogue.file_cache import FileCache

# Print nothing twice: notice that a finished kit is still what would be printed now.
#
# A stamp says which files were written from which sources. It holds as long as every source is the
# same (component data, templates, pictures, trilith's own code and libraries, and the fonts of the
# system where a theme asks for them), the options and the folder are the same, and every file
# written still has its content.


KIT = "kit"
"""What stamps are called in a store."""


@dataclass(frozen=True, slots=True)
class Stamps:
    """Stamps of one project: ``sources`` is the hash of all it is made from but pictures."""

    store: Cache
    root: Path
    sources: str

    def message_of(self, folder: Path, words: str, patterns: Iterable[str]) -> str | None:
        """What was said when ``folder`` was written with these ``words`` (its options).

        None if it would be written differently now, or if its files (those that match
        ``patterns``) are not the ones that were written.
        """
        content = self.store.get(KIT, self._name(folder, words))
        if content is None:
            return None
        stamp = json.loads(content)
        same = _hashes(folder, patterns) == stamp["files"] and all(
            self._is_same(name, digest) for name, digest in stamp["pictures"].items()
        )
        return str(stamp["told"]) if same else None

    def keep(
        self,
        folder: Path,
        words: str,
        patterns: Iterable[str],
        told: str,
        pictures: Mapping[str, str],
    ) -> None:
        """Remember that ``folder`` is finished; ``pictures`` maps those used to their hashes."""
        stamp = {"files": _hashes(folder, patterns), "pictures": dict(pictures), "told": told}
        self.store.put(KIT, self._name(folder, words), json.dumps(stamp).encode())

    def _name(self, folder: Path, words: str) -> str:
        text = f"{self.sources}\n{folder.resolve()}\n{words}"
        return hashlib.sha256(text.encode()).hexdigest()

    def _is_same(self, picture: str, digest: str) -> bool:
        from generator.design.lookup import PictureError, digest_of_picture, paths_before

        if any((self.root / other).exists() for other in paths_before(picture)):
            return False
        try:
            return digest_of_picture(self.root, picture) == digest
        except PictureError:
            return False


def stamps_of(root: Path, store: Cache, template_folders: Iterable[Path]) -> Stamps:
    """The stamps of a project as its files are now."""
    template_folders = tuple(template_folders)
    total = hashlib.sha256(f"{program()}\n{of_system_fonts(template_folders)}".encode())
    for folder in (root / COMPONENTS, *template_folders):
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            if not is_link_out(path, folder):
                total.update(os.fsencode(path.relative_to(folder).as_posix()) + b"\0")
                total.update(digest_of_plain(path))
    return Stamps(store, root, total.hexdigest())


def _hashes(folder: Path, patterns: Iterable[str]) -> dict[str, str]:
    paths = sorted({path for pattern in patterns for path in folder.glob(pattern)})
    return {path.name: digest_of_plain(path).hex() for path in paths}


# Check nothing twice: what was said of a project is said again while it could be said anew.
#
# It holds as long as every file that a check may look at is the same, with trilith itself and what
# is installed beside it, the last commit and, where a theme asks for them, the fonts of the
# system. What a package of somebody else adds to a check may look anywhere, so then nothing is
# kept.


CHECK = "checked"
"""What answers are called in a store."""
_ADDED = ("trilith.checks", "trilith.games")
"""Entry-point groups by which other packages take part in a check."""


def check_or_repeat(
    root: Path,
    asked: CheckRequest,
    make: Callable[[FileCache], CheckReport],
    prepare: Callable[[FileCache], object] = lambda _: None,
) -> CheckReport:
    """What a check of the project says: what it said when all was as it is now, or what it makes.

    Before it makes anything, ``prepare`` brings files of the project up to date; what both read is
    read once.
    """
    store = project_cache(root)
    name = hashlib.sha256(f"{root}\n{asked!r}".encode("utf-8", "surrogateescape")).hexdigest()
    known = json.loads(store.get(CHECK, name) or "{}")
    if known and known["state"] == _state(root):
        return CheckReport(known["text"], known["status"], lasting=True)
    from validator.catalogue.file_cache import FileCache

    kept = FileCache(root)
    prepare(kept)
    before = _state(root)
    said = make(kept)
    if said.lasting and before is not None and before == _state(root) and not _is_extended():
        content = {"state": before, "text": said.text, "status": said.status}
        store.put(CHECK, name, json.dumps(content).encode())
    return said


def _state(root: Path) -> str | None:
    """A hash of all that what is said depends on; None where that cannot be told."""
    project = of_project(root)
    if project is None:
        return None
    parts = (project, program(), head_of(root), of_system_fonts([root / "templates"]))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _is_extended() -> bool:
    """Tell whether packages other than trilith take part in checks."""
    from importlib.metadata import entry_points

    points = (point for group in _ADDED for point in entry_points(group=group))
    return any(point.dist is None or point.dist.name != "trilith" for point in points)
