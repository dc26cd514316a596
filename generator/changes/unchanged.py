"""Print nothing twice: notice that a finished kit is still what would be printed now.

A stamp says which files were written from which sources. It holds as long as every source is
the same (component data, templates, pictures, trilith's own code and libraries, and the fonts of
the system where a theme asks for them), the options and the folder are the same, and every file
written still has its content.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.design.lookup import PictureError, digest_of_picture, preferred_to
from generator.fingerprints import of_system_fonts
from validator.cache import Cache
from validator.catalogue.folders import COMPONENTS, is_link_out
from validator.plainfile import digest_of_plain
from validator.program import program

KIND = "kit"
"""What stamps are called in a store."""


@dataclass(frozen=True, slots=True)
class Stamps:
    """Stamps of one project: ``sources`` is the hash of all it is made from but pictures."""

    store: Cache
    root: Path
    sources: str

    def told(self, folder: Path, words: str, patterns: Iterable[str]) -> str | None:
        """What was said when ``folder`` was written with these ``words`` (its options).

        None if it would be written differently now, or if its files (those that match
        ``patterns``) are not the ones that were written.
        """
        content = self.store.get(KIND, self._name(folder, words))
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
        self.store.put(KIND, self._name(folder, words), json.dumps(stamp).encode())

    def _name(self, folder: Path, words: str) -> str:
        text = f"{self.sources}\n{folder.resolve()}\n{words}"
        return hashlib.sha256(text.encode()).hexdigest()

    def _is_same(self, picture: str, digest: str) -> bool:
        if any((self.root / other).exists() for other in preferred_to(picture)):
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
        _add_folder(total, folder)
    return Stamps(store, root, total.hexdigest())


def _add_folder(total: hashlib._Hash, folder: Path) -> None:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        if not is_link_out(path, folder):
            total.update(os.fsencode(path.relative_to(folder).as_posix()) + b"\0")
            total.update(digest_of_plain(path))


def _hashes(folder: Path, patterns: Iterable[str]) -> dict[str, str]:
    paths = sorted({path for pattern in patterns for path in folder.glob(pattern)})
    return {path.name: digest_of_plain(path).hex() for path in paths}
