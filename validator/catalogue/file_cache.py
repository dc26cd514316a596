"""Things made from files, kept for as long as these files hold the same bytes."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from validator.plainfile import digest_of_plain, leads_out

_SETTLED_NS = 2_000_000_000
"""Age from which on a change shows in the times of a file: FAT keeps them to two seconds."""
_Stamp: TypeAlias = tuple[int, int, int, int, int]


@dataclass(slots=True)
class Hashes:
    """The SHA-256 of files by their paths.

    A file is read again where its device, inode, size or times differ from when it was read, and
    while its times are so young that another change might not show in them.
    """

    _known: dict[Path, tuple[_Stamp, bytes]] = field(default_factory=dict)

    def of(self, path: Path) -> bytes:
        """The hash of a plain file, as :func:`validator.plainfile.digest_of_plain` gives it.

        Raises:
            OSError: it cannot be read, or is no plain file.
        """
        was = known = self._known.pop(path, None)
        before, now = _stamp(path), time.time_ns()
        if known is None or known[0] != before:
            known = before, digest_of_plain(path)
        is_sure = known is was or _stamp(path) == before
        if is_sure and now - max(before[-2:]) > _SETTLED_NS:
            self._known[path] = known
        return known[1]

    def has(self, path: Path) -> bool:
        """Tell whether a file is, as far as the system says, what it was when it was read."""
        known = self._known.get(path)
        return known is not None and known[0] == _stamp(path)


def _stamp(path: Path) -> _Stamp:
    about = path.stat()
    return about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns, about.st_ctime_ns


T = TypeVar("T")
Digests = Mapping[Path, bytes | None]


@dataclass(slots=True)
class _FileEntry:
    """``digests`` are those of the ``paths`` when it was made; empty where that is not sure."""

    made: Any
    paths: tuple[Path, ...]
    digests: Digests


@dataclass(slots=True)
class FileCache:
    """What was made of files of ``root``, by keys; a second load with it reads what changed.

    What did not change is the same object, so ``is`` tells what an edit left alone. No file
    outside of ``root`` is looked into.
    """

    root: Path
    hashes: Hashes = field(default_factory=Hashes)
    _roots: tuple[Path, ...] = field(init=False)
    _entries: dict[Hashable, _FileEntry] = field(default_factory=dict)
    _further: dict[Hashable, tuple[Any, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._roots = (self.root, self.root.resolve())

    def of(self, key: Hashable, first: Path, make: Callable[[], tuple[T, Iterable[Path]]]) -> T:
        """What ``make`` gives of the file ``first`` and those that it names beside it."""
        known = self._entries.get(key)
        paths = known.paths if known else (first,)
        before = self._digests(paths)
        if known is not None and known.digests == before:
            kept: T = known.made
            return kept
        made, used = make()
        sure = set(used) <= set(before) and self._digests(paths) == before
        self._entries[key] = _FileEntry(made, tuple(used), before if sure else {})
        return made

    def file(self, key: Hashable, path: Path, make: Callable[[], T]) -> T:
        """What ``make`` gives of the file ``path`` alone; ``key`` says what is made of it."""
        return self.of((key, path), path, lambda: (make(), (path,)))

    def then(self, key: Hashable, source: object, make: Callable[[], T]) -> T:
        """What ``make`` gives of the very object ``source``, as last time if it is the same."""
        known = self._further.get(key)
        if known is None or known[0] is not source:
            known = self._further[key] = (source, make())
        made: T = known[1]
        return made

    def _digests(self, paths: Iterable[Path]) -> Digests:
        """The SHA-256 of files; None where one cannot be read, or lies outside."""
        return {path: self._digest(path) for path in paths}

    def _digest(self, path: Path) -> bytes | None:
        try:
            if not self.hashes.has(path):
                folder = next(filter(path.is_relative_to, self._roots), None)
                if folder is None or leads_out(path, folder):
                    return None
            return self.hashes.of(path)
        except OSError:
            return None
