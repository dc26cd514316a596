"""What was drawn before, kept on disk by what it was made from; never trusted unchecked.

An entry is a file named by the hash of its inputs. It starts with a seal: a hash over its
kind, its name, the version of the drawing code and its content. A file that is damaged, cut
short, renamed or made by other code does not fit its seal and counts as missing, so it is
made again. Files are written beside their name and moved there, so none is ever half there.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

FOLDER = Path(".trilith") / "cache"
"""Where a project keeps what was drawn; it may be deleted at any time."""
MAX_BYTES = 1_000_000_000
"""Size from which on the oldest entries are removed, down to three quarters of it."""

_SEAL = 64  # characters of a SHA-256 in hexadecimal
_DRAWING_CODE = (
    "store.py",
    "failures.py",
    "typeset/*.py",
    "svg/*.py",
    "design/*.py",
    "drawing/*.py",
)
"""The code that decides what a face looks like, as patterns beside this module."""
_LIBRARIES = (
    *("cairocffi", "cairosvg", "font-source-sans-pro", "font-source-serif-pro", "jinja2"),
    "uharfbuzz",
)


@dataclass(frozen=True, slots=True)
class Store:
    """A folder of sealed entries. Where it cannot be written, nothing is kept."""

    folder: Path
    code: str

    def get(self, kind: str, key: str) -> bytes | None:
        """The entry of ``kind`` named ``key`` (hexadecimal), or None if there is no sound one."""
        try:
            raw = self.path(kind, key).read_bytes()
        except OSError:
            return None
        content = raw[_SEAL:]
        return content if raw[:_SEAL] == self._seal(kind, key, content) else None

    def put(self, kind: str, key: str, content: bytes) -> bool:
        """Keep an entry, replacing one of that name; tell whether that was possible."""
        path = self.path(kind, key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-")
        except OSError:
            return False
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(self._seal(kind, key, content) + content)
            os.replace(draft, path)  # noqa: PTH105  (a name, not a Path)
        except OSError:
            with contextlib.suppress(OSError):
                os.unlink(draft)  # noqa: PTH108
            return False
        return True

    def path(self, kind: str, key: str) -> Path:
        """Where an entry is kept."""
        return self.folder / kind / key[:2] / key

    def prune(self, limit: int = MAX_BYTES) -> None:
        """Remove the oldest entries if all together take more than ``limit`` bytes."""
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
        for path in self.folder.rglob("*"):
            with contextlib.suppress(OSError):
                if path.is_file():
                    stat = path.stat()
                    yield stat.st_mtime_ns, stat.st_size, path

    def _seal(self, kind: str, key: str, content: bytes) -> bytes:
        head = f"{self.code}|{kind}|{key}|".encode()
        return hashlib.sha256(head + content).hexdigest().encode()


def project_store(root: Path) -> Store:
    """The store of a project."""
    return Store(root / FOLDER, code_version())


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
