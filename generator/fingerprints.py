"""Fingerprints: hashes that change as soon as a project, or trilith itself, does.

Of a project's files count whatever lies in ``components/`` and ``templates/``, and elsewhere every
file that could be named as a picture or stands beside the two: so all but what is hidden, and
``output/``, which hold no pictures of a project.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from validator.plainfile import digest_of_plain, leads_out, read_plain


def of_system_fonts(folders: Iterable[Path]) -> str:
    """What tells the fonts of the system apart, where a look may ask for them; else nothing."""
    if not asks_for_system_fonts(folders):
        return ""
    from generator.typeset.fonts import state

    return state()


def asks_for_system_fonts(folders: Iterable[Path]) -> bool:
    """Tell whether a theme in one of these folders of templates may ask for fonts of the system."""
    for folder in folders:
        for path in (*folder.glob("themes/*.yaml"), folder / "theme.yaml"):
            with suppress(OSError):
                if not leads_out(path, folder) and b"fallback:" in read_plain(path):
                    return True
    return False


DATA = ("components", "templates")
"""Folders of which every file counts, hidden ones as well."""
BUILT = "output"
"""The folder of what was built."""
_COMPILED = "__pycache__"
_READ = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg", ".yaml", ".yml")
"""Endings of files outside of :data:`DATA` whose content counts; of others it is size and time."""


def of_project(root: Path) -> str | None:
    """A hash of the files of a project, which must be no link; None where it cannot tell.

    That is where a folder cannot be listed, or one in ``components/`` or ``templates/`` is a link.
    """
    total = hashlib.sha256()
    try:
        for name, entry in entries_of(root):
            if entry.is_dir() and _is_data(name):
                return None
            total.update(os.fsencode(name) + b"\0" + _state_of(entry, name, root) + b"\0")
    except OSError:
        return None
    return total.hexdigest()


def entries_of(root: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Every file that counts, and every link to a folder, with its path inside the project.

    Raises:
        OSError: a folder cannot be listed.
    """
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        with os.scandir(root / folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
        for entry in entries:
            name = folder + entry.name
            if not entry.is_dir(follow_symlinks=False):
                yield name, entry
            elif _is_data(name) or holds_pictures(name):
                waiting.append(f"{name}/")


def holds_pictures(folder: str) -> bool:
    """Tell whether a folder of a project may hold pictures: no hidden one, nor what was built."""
    parts = folder.split("/")
    return parts[0] != BUILT and not any(one.startswith(".") or one == _COMPILED for one in parts)


def _is_data(name: str) -> bool:
    return name.partition("/")[0] in DATA


def _state_of(entry: os.DirEntry[str], name: str, root: Path) -> bytes:
    """What is to be known of a file to notice that it changed."""
    link = b""
    if entry.is_symlink():
        link = os.fsencode(os.path.realpath(entry.path)) + b"\0"
        if leads_out(Path(entry), root):
            return link
    try:
        if _is_data(name) or name.lower().endswith(_READ):
            return link + digest_of_plain(Path(entry))
        about = entry.stat()
    except OSError as error:
        return link + f"{error.errno} {error.strerror}".encode()
    return link + f"{about.st_size} {about.st_mtime_ns}".encode()
