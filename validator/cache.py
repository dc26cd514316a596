"""What was made before, kept in the user's cache folder by what it was made from.

A project has a folder there, named by its path; it holds a folder for each version of trilith that
worked on it, with a file an entry: ``PROJECT/VERSION/KIND/KEY``. What all projects share, as the
compiled templates of trilith itself, lies in a folder ``all``. A key is a hash of all inputs; a few
kinds (what was checked, compiled templates) have one entry that names the state it holds for, and
is replaced. As no project can bring a cache along, its entries are trusted. Where nothing can
be written, nothing is kept, and all works as from cold.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from platformdirs import user_cache_dir

from validator.program import program

MAX_BYTES = 1_000_000_000
"""Size of all projects together from which on the oldest entries are removed, down to 3/4 of it."""
_CHECKSUM = sha256().digest_size


@dataclass(frozen=True, slots=True)
class Cache:
    """The entries of one project, made by this version of trilith. ``folder`` is theirs."""

    folder: Path

    def get(self, kind: str, key: str) -> bytes | None:
        """The entry of ``kind`` named ``key`` (hexadecimal), or None if there is no sound one.

        One that was cut short, as when the power fails, does not fit its checksum.
        """
        try:
            content = self.path(kind, key).read_bytes()
        except OSError:
            return None
        checksum, content = content[:_CHECKSUM], content[_CHECKSUM:]
        return content if sha256(content).digest() == checksum else None

    def put(self, kind: str, key: str, content: bytes) -> bool:
        """Keep an entry, replacing one of that name; tell whether that was possible."""
        try:
            self.keep(kind, key, content)
        except OSError:
            return False
        return True

    def keep(self, kind: str, key: str, content: bytes) -> None:
        """Keep an entry, replacing one of that name. It is whole or not there.

        Raises:
            OSError: that is not possible.
        """
        path = self.path(kind, key)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(sha256(content).digest() + content)
            Path(draft).replace(path)
        except OSError:
            with contextlib.suppress(OSError):
                Path(draft).unlink()
            raise

    def keys(self, kind: str) -> list[str]:
        """The names of the entries of a kind, sound or not."""
        try:
            return sorted(path.name for path in (self.folder / kind).iterdir())
        except OSError:
            return []

    def path(self, kind: str, key: str) -> Path:
        """Where an entry is kept."""
        return self.folder / kind / key


def project_cache(root: Path) -> Cache:
    """The cache of the project at ``root``."""
    return Cache(project_folder(root) / program()[:16])


def shared_cache() -> Cache:
    """The cache of what is the same for every project."""
    return Cache(cache_folder() / "all" / program()[:16])


def project_folder(root: Path) -> Path:
    """Where all versions of trilith keep what belongs to the project at ``root``."""
    place = root.resolve()
    return cache_folder() / f"{place.name}-{sha256(os.fsencode(place)).hexdigest()[:16]}"


def cache_folder() -> Path:
    """Where all projects of this user are kept: ``~/.cache/trilith`` on Linux.

    A path that is not absolute, as in a wrong ``XDG_CACHE_HOME``, could lead into a project.
    """
    folder = Path(user_cache_dir("trilith", appauthor=False))
    return folder if folder.is_absolute() else Path(os.devnull)


def prune_hourly() -> None:
    """Prune unless that was done within an hour: to look at 40,000 entries takes 0.3 s."""
    mark = cache_folder() / "pruned"
    with contextlib.suppress(OSError):
        if abs(time.time() - mark.stat().st_mtime) < 3600:
            return
    prune()
    with contextlib.suppress(OSError):
        mark.touch()


def prune(limit: int = MAX_BYTES) -> None:
    """Remove the oldest entries of all projects if they take more than ``limit`` bytes."""
    entries = sorted(_entries())
    total = sum(size for _, size, _ in entries)
    for _, size, path in entries if total > limit else ():
        if total <= limit * 3 // 4:
            return
        with contextlib.suppress(OSError):
            path.unlink()
            total -= size


def size() -> int:
    """The bytes of all entries of all projects."""
    return sum(size for _, size, _ in _entries())


def clear() -> None:
    """Remove all entries of all projects."""
    shutil.rmtree(cache_folder(), ignore_errors=True)


def _entries() -> Iterator[tuple[int, int, Path]]:
    """Time in ns, bytes and place of every file of the cache."""
    for folder, _, files in os.walk(cache_folder()):
        for path in (Path(folder, name) for name in files):
            with contextlib.suppress(OSError):
                about = path.lstat()
                yield about.st_mtime_ns, about.st_size, path
