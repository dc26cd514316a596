"""Which code this is: hashes that change as soon as trilith, or what it stands on, does."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path

_HERE = Path(__file__).parent
_OURS = (_HERE, _HERE.parent / "generator", _HERE.parent / "templates")
"""Where code, schemas, data and built-in templates lie, in a checkout and (but one) in a wheel."""
BUILT = "built.txt"
"""What :func:`program` gave where one file was made of all, in it (packaging/trilith.spec)."""
_COMPILED = "__pycache__"
_INSTALLED = (".dist-info", ".egg-info", ".egg-link", ".pth")


@cache
def program() -> str:
    """A hash of all files of trilith, of Python, and of every installed distribution's version."""
    if is_one_file():  # unpacked for each run, in another place
        return (_HERE / BUILT).read_text(encoding="utf-8")
    total = sha256(repr((sys.version, sys.platform, sys.flags.optimize)).encode())
    for path in (path for folder in _OURS for path in _files(folder)):
        total.update(os.fsencode(f"{path}\0"))
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123  (a name, not a Path)
            total.update(sha256(file.read()).digest())
    for line in list_installed(sys.path):
        total.update(os.fsencode(f"{line}\n"))
    return total.hexdigest()


def is_one_file() -> bool:
    """Tell whether Python and all libraries came in one file with trilith."""
    return hasattr(sys, "_MEIPASS")


def words_to_start() -> list[str]:
    """The words of a command line that start trilith anew, in a process of its own."""
    return [sys.executable] if is_one_file() else [sys.executable, "-P", "-m", "generator.start"]


def way_to_get(extra: str) -> str:
    """How somebody gets an extra of trilith that is missing."""
    wanted = f"pip install 'trilith[{extra}]'"
    return f"it is not in this file; install trilith by pip: {wanted}" if is_one_file() else wanted


@cache
def engine() -> str:
    """A hash of the code that plays and of the version of Python: the same on every machine."""
    total = sha256(python().encode())
    for line in hashes_of_code([_HERE]):
        total.update(line.encode())
    return total.hexdigest()


def python() -> str:
    """The version of Python that counts: major and minor."""
    return f"{sys.version_info.major}.{sys.version_info.minor}"


def hashes_of_code(places: Iterable[Path]) -> Iterator[str]:
    """A hash of each module at ``places`` (files, or folders with all in them), with its name."""
    for place in places:
        modules = sorted(place.rglob("*.py")) if place.is_dir() else [place]
        for module in modules:
            name = module.relative_to(place.parent).as_posix()
            yield f"{name} {sha256(module.read_bytes()).hexdigest()}"


def list_installed(places: Iterable[str]) -> Iterator[str]:
    """What is installed in the folders of a search path, each with when that was written, in ns.

    The name of an entry holds its distribution's version. Folders where nothing is installed are
    left out: which one comes first depends on how trilith is started.
    """
    for place in places:
        try:
            with os.scandir(place) as there:
                found = [one for one in there if one.name.endswith(_INSTALLED)]
            lines = sorted(f"{one.name} {one.stat().st_mtime_ns}" for one in found)
        except NotADirectoryError:  # a zip file
            yield place
        except OSError:  # one that is not there
            continue
        else:
            yield from (place, *lines) if lines else ()


def _files(folder: Path) -> Iterator[str]:
    for where, inside, files in os.walk(folder):
        inside[:] = sorted(name for name in inside if name != _COMPILED)
        yield from (f"{where}/{name}" for name in sorted(files))
