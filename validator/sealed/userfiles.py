"""Files of the user, outside of every project: where they lie, and a secret that no project knows.

They lie in ``~/.config/trilith``, in the folder ``trilith`` of ``XDG_CONFIG_HOME``, or in that of
``APPDATA`` on Windows.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from validator.plainfile import read_plain

_BYTES = 32


def user_folder(environment: Mapping[str, str]) -> Path:
    """The folder of trilith's user; ``environment`` is that of the process."""
    if sys.platform == "win32" and environment.get("APPDATA"):
        return Path(environment["APPDATA"]) / "trilith"
    base = environment.get("XDG_CONFIG_HOME") or os.path.expanduser("~/.config")  # noqa: PTH111
    return Path(base) / "trilith"


def secret() -> bytes:
    """Bytes that only this user knows, made when they are first asked for.

    Where no file can be kept they hold for this process alone.
    """
    return _secret(user_folder(os.environ) / "cache.key")


@cache
def _secret(path: Path) -> bytes:
    fresh = os.urandom(_BYTES)
    with contextlib.suppress(OSError):
        _write_once(path, fresh)
    with contextlib.suppress(OSError):
        kept = read_plain(path, _BYTES)
        return kept if len(kept) == _BYTES else fresh
    return fresh


def _write_once(path: Path, content: bytes) -> None:
    """Write a file that only the user may read, whole at once, unless it is there.

    Raises:
        OSError: it cannot be written, or is there.
    """
    if path.exists():
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        _claim(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _claim(draft: Path, path: Path) -> None:
    """Give a finished file its name unless another process was first."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        draft.replace(path)
