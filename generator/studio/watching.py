"""Which files of a project change while its studio is open."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

from watchfiles import Change, awatch

QUIET_MS = 15
"""How long nothing more may change before a change is told: editors write in several goes."""
LONGEST_MS = 120
"""How long changes are gathered at most."""
MOST_FOLDERS = 4_000
"""Folders that are watched; what lies in others is seen when something else changes."""
_LOOK_MS = 1_000
_OTHERS = ("output", "node_modules", "__pycache__", "venv")
_PASSING = ("~", ".swp", ".swx", ".swo", ".tmp", ".bak", ".part", ".crswap")


async def changes(root: Path) -> AsyncIterator[Sequence[str]]:
    """Paths in the project that changed; an empty sequence where anything may have.

    No link is followed. It goes on while the project's folder is away, and when it is back.
    """
    while True:
        folders = list(folders_to_watch(root))
        there = _identity(root)
        if not folders:
            yield ()
            while not root.is_dir():
                await asyncio.sleep(_LOOK_MS / 1000)
            yield ()
            continue
        try:
            async for batch in awatch(
                *folders,
                watch_filter=None,
                recursive=False,
                step=QUIET_MS,
                debounce=LONGEST_MS,
                rust_timeout=_LOOK_MS,
                yield_on_timeout=True,
            ):
                paths = sorted({name for _, path in batch if (name := _shown_path(path, root))})
                if paths:
                    yield paths
                if _identity(root) != there or _other_folders(batch, folders):
                    break
        except OSError:  # a folder went while it was being watched, or there are too many
            await asyncio.sleep(_LOOK_MS / 1000)
        yield ()


def folders_to_watch(root: Path) -> Iterator[Path]:
    """The folders of a project that may matter: no links, nothing hidden, nothing built."""
    if not root.is_dir():
        return
    for count, (folder, inside, _) in enumerate(os.walk(root)):
        if count >= MOST_FOLDERS:
            return
        yield Path(folder)
        inside[:] = sorted(
            name
            for name in inside
            if not name.startswith(".")
            and name not in _OTHERS
            and not os.path.islink(os.path.join(folder, name))  # noqa: PTH114, PTH118
        )


def _shown_path(path: str, root: Path) -> str:
    """A path in the project as it is told; empty for what an editor leaves for a moment."""
    inside = Path(path).relative_to(root).as_posix()
    name = inside.rpartition("/")[2]
    passing = name.startswith((".", "#")) or name.endswith(_PASSING) or name == "4913"
    return "" if passing or inside.split("/")[0] in _OTHERS else inside


def _other_folders(batch: set[tuple[Change, str]], folders: Sequence[Path]) -> bool:
    """Tell whether folders came or went."""
    known = set(map(str, folders))
    return any(
        path in known if change is Change.deleted else Path(path).is_dir() and path not in known
        for change, path in batch
    )


def _identity(root: Path) -> tuple[int, int]:
    try:
        about = root.stat()
    except OSError:
        return 0, 0
    return about.st_dev, about.st_ino
