"""Where templates and pictures are found, and what a template refers to.

A project's own ``templates/`` wins over the built-in ones, file by file.
"""

from __future__ import annotations

import hashlib
import os
import posixpath
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath

from generator.fingerprints import holds_pictures
from validator.findings import closest
from validator.plainfile import digest_of_plain, leads_out, read_plain

SUFFIX = ".svg.j2"
"""How the file of a template ends."""
UTF_8 = "utf-8-sig"
MAX_BYTES = 4_000_000
"""Largest file of a template."""
"""UTF-8, with the byte-order mark that some editors put in front of a file."""


@dataclass(frozen=True, slots=True)
class References:
    """Templates that one refers to by name, and what of a component it may look at.

    ``fields`` are names of fields; None is whatever it has. Where it ``draws_pictures``, one that
    is missing is drawn with the component's name in a draft.
    """

    others: tuple[str, ...]
    fields: frozenset[str] | None
    draws_pictures: bool = False


BUILT_IN = "(built-in)"
"""What the shown names of trilith's own files begin with."""


def template_folders(root: Path) -> dict[str, Path]:
    """Where templates are looked up, in order: shown name to folder."""
    own, built_in = (root / "templates").resolve(), folder_of_trilith()
    if own == built_in:
        return {"templates": own}
    folders = {"templates": own} if own.is_dir() and not leads_out(own, root) else {}
    return {**folders, f"{BUILT_IN} templates": built_in}


def folder_of_trilith() -> Path:
    """The folder of the templates that come with trilith."""
    package = Path(__file__).parent.parent
    packed = package / "_builtin" / "templates"
    return packed if packed.is_dir() else (package.parent / "templates").resolve()


def find_file(folders: Mapping[str, Path], name: str) -> tuple[Path, str] | None:
    """The first file ``name`` in the folders, with the name to show; never outside of them."""
    parts = PurePosixPath(name).parts
    if not parts or ".." in parts or name.startswith("/") or "\\" in name:
        return None
    for shown, folder in folders.items():
        path = folder.joinpath(*parts)
        if is_file(path) and not leads_out(path, folder) and has_exact_name(folder, parts):
            return path, f"{shown}/{name}"
    return None


def is_file(path: Path) -> bool:
    """Tell whether a file is there; none is whose name is longer than the system allows."""
    try:
        return path.is_file()
    except OSError:
        return False


def has_exact_name(folder: Path, parts: Sequence[str]) -> bool:
    """Tell whether a file is called exactly so, which systems that ignore capitals do not ask."""
    for part in parts:
        if part != ".." and part not in names_in(folder):
            return False
        folder = folder / part
    return True


def names_in(folder: Path) -> list[str]:
    """The names of what lies in ``folder``, sorted; empty where it cannot be read."""
    try:
        return sorted(path.name for path in folder.iterdir())
    except OSError:
        return []


def digest_of(
    folders: Mapping[str, Path], digest: Callable[[Path], bytes] = digest_of_plain
) -> str:
    """A hash of everything in the template folders; it changes when any file does.

    ``digest`` gives the hash of one file.
    """
    total = hashlib.sha256()
    for folder in folders.values():
        start = len(os.fspath(folder)) + 1
        for path in _files_in(folder):
            total.update(os.fsencode(os.fspath(path)[start:]) + b"\0")
            total.update(digest(path))
    return total.hexdigest()


def _files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder and those inside of it, by name; no link out of it is followed."""
    waiting = [os.fspath(folder)]
    while waiting:
        inside: list[str] = []
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in sorted(entries, key=lambda one: one.name):
                if entry.is_dir(follow_symlinks=False):
                    inside.append(entry.path)
                elif entry.is_file() and not (
                    entry.is_symlink() and leads_out(Path(entry.path), folder)
                ):
                    yield Path(entry.path)
        waiting.extend(reversed(inside))


def closure(folders: Mapping[str, Path], names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Templates and all that they import or include by name, each once: shown file and text.

    Those that cannot be read are left out.
    """
    waiting = deque(dict.fromkeys(names))
    seen = set(waiting)
    while waiting:
        found = find_file(folders, waiting.popleft() + SUFFIX)
        if found is None:
            continue
        try:
            text = read_plain(found[0], MAX_BYTES).decode(UTF_8)
        except (OSError, UnicodeDecodeError):
            continue
        yield found[1], text
        waiting += [one for one in references(text).others if one not in seen]
        seen.update(waiting)


def template_texts(folders: Mapping[str, Path]) -> Iterator[str]:
    """The texts of all templates that can be read, those that a project's own hide as well."""
    for path in template_paths(folders):
        with suppress(OSError):
            yield read_plain(path, MAX_BYTES).decode(UTF_8, "replace")


def template_paths(folders: Mapping[str, Path]) -> Iterator[Path]:
    """The files of all templates, those that a project's own hide as well."""
    for folder in folders.values():
        yield from (path for path in _files_in(folder) if path.name.endswith(SUFFIX))


@lru_cache(maxsize=256)
def references(text: str) -> References:
    """Read a template without compiling it; in doubt, it reads the component."""
    code = [match[1] for match in _CODE.finditer(text) if match[1] is not None]
    tags = [found[1] for found in map(_OTHERS.match, code) if found]
    names = [re.match(r"\s*([\"'])([^\"']+)\1", tag) for tag in tags]
    others = tuple(name[2].removesuffix(SUFFIX) for name in names if name)
    pictures = any(_PICTURE.search(part) for part in code)
    if len(others) < len(tags):
        return References(others, None, pictures)
    read = [found[1] for found in _READ.finditer(" ".join(code))]
    return References(others, None if None in read else frozenset(read), pictures)


_CODE = re.compile(r"\{#.*?(?:#\}|\Z)|\{[{%](.*?)(?:[}%]\}|\Z)", re.DOTALL)
"""A comment, or code as its group; what is left open goes on to the end, and is read once."""
_PICTURE = re.compile(r"\bpicture\b")
_READ = re.compile(
    r"(?<![\w.\"'])c\b(?!\s*=[^=])(?:\.(?!(?:get|items|keys|values)\b)(\w+)\b(?!\s*\())?"
)
"""The component, and its field where one is named. A method of the record may read any."""
_OTHERS = re.compile(r"[-+]?\s*(?:import|include|from|extends)\b(.*)", re.DOTALL)


SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg")
"""What a picture's name may end with; without one, these are tried in this order."""
MAX_PICTURE_BYTES = 40_000_000
"""Largest picture file in bytes."""
_BY_PATH = "name a picture by its path from the project's folder, such as art/lamb.png"
SMALLER = "make it smaller: 300 dots an inch are enough, 750 x 1050 for a poker card"
"""What to do with a picture that is too large."""


class PictureError(Exception):
    """A picture that cannot be used; the message says why, ``hint`` what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class MissingPictureError(PictureError):
    """A picture that is not there."""


def paths_before(path: str) -> tuple[str, ...]:
    """Pictures that would be taken for the one at ``path`` where no ending is told."""
    stem, end = posixpath.splitext(path)
    if end not in SUFFIXES:
        return ()
    return tuple(stem + other for other in SUFFIXES[: SUFFIXES.index(end)])


def digest_of_picture(root: Path, name: str) -> str:
    """The content hash of the picture ``name``, which is not decoded for it.

    Raises:
        PictureError: it is missing, outside the project, or too large a file.
    """
    path, name, modified_ns, size = locate(root, name)
    try:
        return content_digest(path, modified_ns, size)
    except OSError as error:
        raise _no_picture(root, name) from error


def locate(root: Path, name: str) -> tuple[Path, str, int, int]:
    """Path, name, time of change in ns and size in bytes of a picture.

    Raises:
        PictureError: it is missing, outside the project, or too large a file.
    """
    path = _inside(root, name)
    try:
        stat = path.stat()
    except OSError as error:
        raise _no_picture(root, name) from error
    if stat.st_size > MAX_PICTURE_BYTES:
        message = f"{name!r} has {stat.st_size} bytes; {MAX_PICTURE_BYTES} are allowed"
        raise PictureError(message, SMALLER)
    return path, name, stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=4096)
def content_digest(path: Path, modified_ns: int, size: int) -> str:
    """The SHA-256 of a picture that changed then, in hexadecimal."""
    del modified_ns, size  # only there to notice a changed file
    return hashlib.sha256(read_plain(path, MAX_PICTURE_BYTES)).hexdigest()


def _inside(root: Path, name: str) -> Path:
    if ":" in name or "\\" in name or name.startswith("/"):
        raise PictureError(f"{name!r} is not a path inside the project", _BY_PATH)
    if leads_out(root / name, root):
        hint = "copy the picture into the project, such as into art/"
        raise PictureError(f"{name!r} lies outside the project", hint)
    if is_apart(root, name):
        message = f"{name!r} lies where only hidden files are, or what was built"
        raise PictureError(message, "move the picture to where it stays, such as into art/")
    if not is_file(root / name) or not has_exact_name(root, PurePosixPath(name).parts):
        raise _no_picture(root, name)
    return (root / name).resolve()


def is_apart(root: Path, name: str) -> bool:
    """Tell whether a picture would lie in ``output/`` or a hidden folder, which hold none."""
    folder = os.path.realpath((root / name).parent)
    inside = Path(os.path.relpath(folder, os.path.realpath(root))).as_posix()
    leads_elsewhere = inside == ".." or inside.startswith("../")
    return inside != "." and not leads_elsewhere and not holds_pictures(inside)


def _no_picture(root: Path, name: str) -> MissingPictureError:
    return MissingPictureError(
        f"there is no picture {name!r} in the project", _hint_for(root, name)
    )


@lru_cache(maxsize=256)
def _hint_for(root: Path, name: str) -> str:
    folder = PurePosixPath(name).parent
    pictures = _pictures(root)
    beside = [one for one in pictures if PurePosixPath(one).parent == folder]
    known = {PurePosixPath(one).name: one for one in pictures}
    close = closest(name, beside) or known.get(closest(PurePosixPath(name).name, known) or "")
    return f"did you mean {close!r}?" if close else _BY_PATH


def _pictures(root: Path) -> list[str]:
    """The pictures of the project, as they are to be named; hidden and built ones left out."""
    found = []
    for folder, inside, files in os.walk(root):
        inside[:] = [one for one in inside if not one.startswith(".") and one != "output"]
        found += [
            Path(folder, one).relative_to(root).as_posix()
            for one in files
            if one.lower().endswith(SUFFIXES)
        ]
    return sorted(found)
