"""What was made before, kept on disk by what it was made from; never trusted unchecked.

An entry is a file named by the hash of its inputs. It starts with a seal: a hash over its
kind, its name, the version of the code that made it and its content, keyed with a secret of the
user (:mod:`validator.sealed.userfiles`), so that an entry that came along with somebody's project
is not believed. A file that is damaged, cut short, renamed, or made by other code or another user
does not fit its seal and counts as missing, so it is made again. Files are written beside their
name and moved there, so none is ever half there.

A project may come from anybody, so no link in the place of the store or of anything in it is
followed, and only what is named and sealed as entries are is ever removed.
"""

from __future__ import annotations

import contextlib
import errno
import hmac
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MAX_BYTES = 1_000_000_000
"""Size from which on the oldest entries are removed, down to three quarters of it."""

_SEAL = 64  # characters of a SHA-256 in hexadecimal
_ENTRY = re.compile(r"[0-9a-f]{64}")
_SEALED = re.compile(rb"[0-9a-f]{64}")
_DRAFT = ".draft-"
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)  # what is there stays
_SHELF = re.compile(r"[0-9a-f]{1,2}")
"""Folders of entries: sixteen of a kind, as each takes as long to make as an entry; once 256."""


@dataclass(frozen=True, slots=True)
class Store:
    """A folder of sealed entries. Where it cannot be written, nothing is kept."""

    folder: Path
    code: str
    secret: bytes = b""

    def get(self, kind: str, key: str) -> bytes | None:
        """The entry of ``kind`` named ``key`` (hexadecimal), or None if there is no sound one."""
        path = self.path(kind, key)
        if self._leads_away(path):
            return None
        try:
            raw = _regular(path)
        except OSError:
            return None
        content = raw[_SEAL:]
        sealed = hmac.compare_digest(raw[:_SEAL], self._seal(kind, key, content))
        return content if sealed else None

    def put(self, kind: str, key: str, content: bytes) -> bool:
        """Keep an entry, replacing one of that name; tell whether that was possible."""
        try:
            self.keep(kind, key, content)
        except OSError:
            return False
        return True

    def keep(self, kind: str, key: str, content: bytes) -> None:
        """Keep an entry, replacing one of that name.

        Raises:
            OSError: that is not possible.
        """
        path = self.path(kind, key)
        if self._leads_away(path):
            raise OSError(errno.ELOOP, "a link stands in the way", str(path))
        draft = f"{path.parent}{os.sep}{_DRAFT}{os.urandom(16).hex()}"
        try:
            handle = os.open(draft, _NEW, 0o600)
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(draft, _NEW, 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self._seal(kind, key, content) + content)
            os.replace(draft, path)  # noqa: PTH105  (a name, not a Path)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(draft)  # noqa: PTH108
            raise

    def keys(self, kind: str) -> list[str]:
        """The names of the entries of a kind that are there, sound or not."""
        shelves = [shelf for shelf in _listed(self.folder / kind) if _SHELF.fullmatch(shelf.name)]
        return [
            path.name
            for shelf in shelves
            if not self._leads_away(shelf / "entry")
            for path in _listed(shelf)
            if _ENTRY.fullmatch(path.name)
        ]

    def path(self, kind: str, key: str) -> Path:
        """Where an entry is kept."""
        return self.folder / kind / key[:1] / key

    def prune(self, limit: int = MAX_BYTES) -> None:
        """Remove the oldest entries if all together take more than ``limit`` bytes."""
        # neither a list of them all, which takes memory, nor a look into each, which takes time
        if sum(size for _, size, _ in self._files()) <= limit:
            return
        entries = sorted(self._entries(), key=lambda entry: (entry[0], str(entry[2])))
        total = sum(size for _, size, _ in entries)
        if total <= limit:
            return
        for _, size, path in entries:
            if total <= limit * 3 // 4:
                return
            with contextlib.suppress(OSError):
                path.unlink()
                total -= size

    def _entries(self) -> Iterator[tuple[int, int, Path]]:
        """Time in ns, bytes and place of every file that a store wrote here."""
        for time, size, name in self._files():
            with contextlib.suppress(OSError):
                if _is_ours(path := Path(name)):
                    yield time, size, path

    def _files(self) -> Iterator[tuple[int, int, str]]:
        """Time in ns, bytes and place of every file here, a store's or not."""
        for shelf in self._shelves():
            for file in _entries_of(shelf):
                with contextlib.suppress(OSError):
                    about = file.stat(follow_symlinks=False)
                    if stat.S_ISREG(about.st_mode):
                        yield about.st_mtime_ns, about.st_size, file.path

    def _shelves(self) -> Iterator[str]:
        if self._leads_away(self.folder / "kind" / "00" / "entry"):
            return
        for kind in filter(_is_folder, _entries_of(self.folder)):
            for shelf in filter(_is_folder, _entries_of(kind.path)):
                if _SHELF.fullmatch(shelf.name):
                    yield shelf.path

    def _leads_away(self, path: Path) -> bool:
        """Tell whether a link stands in the way to an entry, from the folder ``.trilith`` on."""
        way = (path, path.parent, path.parent.parent, self.folder, self.folder.parent)
        return any(map(os.path.islink, way))  # as often as there are entries, so without ado

    def _seal(self, kind: str, key: str, content: bytes) -> bytes:
        head = f"{self.code}|{kind}|{key}|".encode()
        return hmac.digest(self.secret, head + content, "sha256").hex().encode()


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _entries_of(folder: str | Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as found:
            return list(found)
    except OSError:
        return []


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Tell whether it is a folder, and no link to one."""
    try:
        return entry.is_dir(follow_symlinks=False)
    except OSError:
        return False


def _is_ours(path: Path) -> bool:
    """Tell whether a file is named and sealed as an entry, or named as one half written."""
    if path.name.startswith(_DRAFT):
        return True
    if not _ENTRY.fullmatch(path.name):
        return False
    with path.open("rb") as file:
        return _SEALED.fullmatch(file.read(_SEAL)) is not None


def _regular(path: Path) -> bytes:
    """The bytes of a plain file.

    Raises:
        OSError: it is none, or larger than all of a store may be.
    """
    about = path.lstat()
    if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_BYTES:
        raise OSError(f"{path} is no entry")
    return path.read_bytes()
