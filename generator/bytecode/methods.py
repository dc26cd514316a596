"""Methods of data classes, compiled once.

``dataclasses`` writes the methods of a class as source text and compiles it, in every process that
loads the class: 0.1 s of a command that loads 300 of them. Here what the text compiles to is kept
beside the byte code, one record a text. A record is found by the text itself, so none is ever out
of date; it is added as soon as it is made, whole, by whichever process made it.
"""

from __future__ import annotations

import dataclasses
import importlib.util
import marshal
import os
import sys
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any

from generator.bytecode.kept import place

_HASH_BYTES = 8
_SIZE_BYTES = 4
_MOST_BYTES = 8_000_000
"""What is kept begins anew beyond this, as texts of classes that are gone stay in it; all classes
of trilith take less than half."""


def keep_methods() -> None:
    """From now on compile each method of a data class once, not once a process.

    ``dataclasses`` runs its texts by ``exec(text, globals, locals)``; that name is what changes.
    Where another version of Python does it some other way, this does nothing.
    """
    kept = place(__file__, "methods")
    if kept is not None:
        vars(dataclasses)["exec"] = _Methods(kept).run


class _Methods:
    """The compiled texts of one file.

    A record is the hash of the text, the size of the rest, the sum of the code, and the code.
    """

    def __init__(self, kept: Path) -> None:
        self._kept = kept
        self._found: dict[bytes, memoryview] | None = None

    def run(self, text: Any, *scopes: Any) -> None:
        """Do what ``exec`` does with a text."""
        exec(self._code(text) if isinstance(text, str) else text, *scopes)

    def _code(self, text: str) -> CodeType:
        if self._found is None:
            self._found = self._read()
        name = importlib.util.source_hash(text.encode())
        if (found := self._found.get(name)) is not None:
            code = bytes(found[_HASH_BYTES:])
            if importlib.util.source_hash(code) == found[:_HASH_BYTES]:
                known: CodeType = marshal.loads(code)
                return known
        made = compile(text, "<string>", "exec", dont_inherit=True)
        if not sys.dont_write_bytecode:
            self._add(name, marshal.dumps(made))
        return made

    def _read(self) -> dict[bytes, memoryview]:
        """Sum and code by the hash of the text; a file of parts that are not whole goes."""
        try:
            data = memoryview(self._kept.read_bytes())
        except OSError:
            return {}
        found: dict[bytes, memoryview] = {}
        at = 0
        while at < len(data) <= _MOST_BYTES:
            begin = at + _HASH_BYTES + _SIZE_BYTES
            end = begin + int.from_bytes(data[begin - _SIZE_BYTES : begin], "big")
            found[bytes(data[at : at + _HASH_BYTES])] = data[begin:end]
            at = end
        if at == len(data):
            return found
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                self._kept.unlink()
        return {}

    def _add(self, name: bytes, code: bytes) -> None:
        data = importlib.util.source_hash(code) + code
        record = name + len(data).to_bytes(_SIZE_BYTES, "big") + data
        with suppress(OSError):
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self._kept, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
            try:
                os.write(file, record)
            finally:
                os.close(file)
