"""The fingerprint of the program: its code and data, and what is installed beside it."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

_HERE = Path(__file__).parents[2]
_OURS = (_HERE / "generator", _HERE / "validator", _HERE / "templates")
"""Where code, schemas, data and built-in templates lie, in a checkout and (but one) in a wheel."""
_COMPILED = "__pycache__"
_INSTALLED = (".dist-info", ".egg-info", ".egg-link", ".pth")


@cache
def of_program() -> str:
    """A hash of all files of trilith, of Python, and of every installed distribution's version."""
    total = hashlib.sha256(repr((sys.version, sys.platform, sys.flags.optimize)).encode())
    for folder in _OURS:
        for path in _files(folder):
            total.update(f"{path}\0".encode("utf-8", "surrogateescape"))
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123  (a name, not a Path)
                total.update(hashlib.sha256(file.read()).digest())
    for line in installed(sys.path):
        total.update(f"{line}\n".encode("utf-8", "surrogateescape"))
    return total.hexdigest()


def installed(places: Iterable[str]) -> Iterator[str]:
    """What is installed in the folders of a search path, each with when that was written, in ns.

    The name of an entry holds its distribution's version. Folders where nothing is installed are
    not told: which one comes first depends on how trilith is started.
    """
    for place in places:
        try:
            with os.scandir(place) as there:
                found = [one for one in there if one.name.endswith(_INSTALLED)]
            told = sorted(f"{one.name} {one.stat().st_mtime_ns}" for one in found)
        except NotADirectoryError:  # a zip file
            yield place
        except OSError:  # one that is not there
            continue
        else:
            yield from (place, *told) if told else ()


def _files(folder: Path) -> Iterator[str]:
    for where, inside, files in os.walk(folder):
        inside[:] = sorted(name for name in inside if name != _COMPILED)
        yield from (f"{where}/{name}" for name in sorted(files))
