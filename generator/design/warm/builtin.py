"""Built-in templates compiled, kept beside the byte code of this module as Python keeps modules.

A file that is there is believed as byte code is: whoever can write it can write this program.
Nothing of a project is read for it, not even where the project's templates are the built-in ones.
What is kept holds for a template of the same name and text, wherever it lies.
"""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import jinja2

from generator.bytecode.kept import keep as keep_beside
from generator.bytecode.kept import place as place_beside
from generator.bytecode.kept import read
from generator.design.lookup import MAX_BYTES, UTF_8, built_in_folder
from validator.plainfile import read_plain

Code: TypeAlias = "Mapping[tuple[str, str], bytes]"
"""What templates were compiled to, marshalled, by their names and the hashes of their texts."""

_COMPILING = ("../sandbox.py", "code.py", "compiled.py", "builtin.py")
"""Our own part of compiling, beside this module."""


@cache
def compiler() -> bytes | None:
    """A hash of all that decides what a template is compiled to: Python, Jinja and our part.

    None where that cannot be told.
    """
    total = hashlib.sha256(importlib.util.MAGIC_NUMBER)
    sources = sorted(Path(jinja2.__file__).parent.glob("*.py"))
    try:
        for source in (*sources, *(Path(__file__).parent / name for name in _COMPILING)):
            total.update(hashlib.sha256(source.read_bytes()).digest())
    except OSError:
        return None
    return total.digest()


def checksum(text: str) -> str:
    """The hash of a template's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def packed(code: Code) -> bytes:
    """Compiled templates as a store keeps them."""
    return marshal.dumps((compiler(), dict(code)))


def unpacked(content: bytes) -> dict[tuple[str, str], bytes]:
    """The compiled templates that :func:`packed` packed, which must be sure; none of others."""
    made_by, code = marshal.loads(content)
    return dict(code) if made_by is not None and made_by == compiler() else {}


@cache
def built_in() -> dict[tuple[str, str], bytes]:
    """The built-in templates that were compiled before."""
    return _read(_place())


def keep(code: Code) -> set[tuple[str, str]]:
    """Keep those templates that are built-in ones as they are now; gives which were kept."""
    place = _place()
    if place is None:
        return set()
    there = {**_read(place), **code}  # another process may have kept more than was read
    ours = {one: data for one, data in there.items() if _is_ours(*one)}
    if ours.keys().isdisjoint(code) or not keep_beside(place, ours):
        return set()
    built_in().update(ours)
    return ours.keys() & code.keys()


def _place() -> Path | None:
    made_by = compiler()
    return place_beside(__file__, "templates", made_by) if made_by is not None else None


def _read(place: Path | None) -> dict[tuple[str, str], bytes]:
    known: Any = read(place) if place is not None else None
    return known or {}


def _is_ours(name: str, hashed: str) -> bool:
    """Tell whether the built-in template of that name has the text of that hash."""
    try:
        text = read_plain(built_in_folder() / name, MAX_BYTES).decode(UTF_8)
    except (OSError, UnicodeDecodeError):
        return False
    return checksum(text) == hashed
