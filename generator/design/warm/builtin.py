"""Built-in templates compiled, kept beside the byte code of this module as Python keeps modules.

A file that is there is believed as byte code is: whoever can write it can write this program.
Nothing of a project is read for it, not even where the project's templates are the built-in ones.
What is kept holds for a template of the same name and text, wherever it lies.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import marshal
import os
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeAlias

import jinja2

from generator.design.lookup import MAX_BYTES, UTF_8, built_in_folder
from validator.plainfile import read_plain

Code: TypeAlias = "Mapping[tuple[str, str], bytes]"
"""What templates were compiled to, marshalled, by their names and the hashes of their texts."""

_COMPILING = ("../sandbox.py", "code.py", "compiled.py", "builtin.py")
"""Our own part of compiling, beside this module."""
_SEAL = 32  # bytes of a SHA-256


@cache
def compiler() -> bytes:
    """A hash of all that decides what a template is compiled to: Python, Jinja and our part.

    Raises:
        OSError: a source of them cannot be read.
    """
    total = hashlib.sha256(importlib.util.MAGIC_NUMBER)
    sources = sorted(Path(jinja2.__file__).parent.glob("*.py"))
    for source in (*sources, *(Path(__file__).parent / name for name in _COMPILING)):
        total.update(hashlib.sha256(source.read_bytes()).digest())
    return total.digest()


def checksum(text: str) -> str:
    """The hash of a template's text."""
    return hashlib.sha256(text.encode()).hexdigest()


def packed(code: Code) -> bytes:
    """Compiled templates as they are kept, with a hash of them and of what compiled them.

    Raises:
        OSError: it cannot be told what that is.
    """
    content = marshal.dumps(dict(code))
    return hashlib.sha256(compiler() + content).digest() + content


def unpacked(content: bytes) -> dict[tuple[str, str], bytes]:
    """The compiled templates of their packed form; none where it is damaged or of another compiler.

    It must come from where code may come from: what is sealed, or lies beside byte code.
    """
    with contextlib.suppress(OSError):
        if hashlib.sha256(compiler() + content[_SEAL:]).digest() == content[:_SEAL]:
            known: dict[tuple[str, str], bytes] = marshal.loads(content[_SEAL:])
            return known
    return {}


@cache
def built_in() -> dict[tuple[str, str], bytes]:
    """The built-in templates that were compiled before."""
    return _read(_file())


def keep(code: Code) -> set[tuple[str, str]]:
    """Keep those templates that are built-in ones as they are now; gives which were kept."""
    file = None if sys.dont_write_bytecode else _file()
    if file is None:
        return set()
    there = {**_read(file), **code}  # another process may have kept more than was read
    ours = {one: data for one, data in there.items() if _is_ours(*one)}
    if ours.keys().isdisjoint(code):
        return set()
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    try:
        content = packed(ours)
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(content)
        draft.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        return set()
    built_in().update(ours)
    return ours.keys() & code.keys()


def _file() -> Path | None:
    """Where they are kept; None where Python keeps no byte code."""
    try:
        cached = Path(importlib.util.cache_from_source(__file__))
    except NotImplementedError:
        return None
    return cached.with_name(f"{cached.stem}.templates")


def _read(file: Path | None) -> dict[tuple[str, str], bytes]:
    try:
        return unpacked(file.read_bytes()) if file is not None else {}
    except OSError:
        return {}


def _is_ours(name: str, hashed: str) -> bool:
    """Tell whether the built-in template of that name has the text of that hash."""
    try:
        text = read_plain(built_in_folder() / name, MAX_BYTES).decode(UTF_8)
    except (OSError, UnicodeDecodeError):
        return False
    return checksum(text) == hashed
