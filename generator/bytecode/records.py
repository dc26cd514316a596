"""Many small values in one file beside byte code: a record each, added whole as it is made."""

from __future__ import annotations

import importlib.util
import os
import sys
from contextlib import suppress
from pathlib import Path

_HASH_BYTES = 8
_SIZE_BYTES = 4
_MOST_BYTES = 8_000_000
"""A file begins anew beyond this, as what nothing asks for any more stays in it; all of trilith
takes less than half."""


class Records:
    """The values of one file, each found by a hash of what it was made from.

    A record is that hash, the size of the rest, the sum of the value, and the value. Any process
    may add one: a file of parts that are not whole goes, and a value that is not sound is none.
    """

    def __init__(self, kept: Path) -> None:
        self._kept = kept
        self._found: dict[bytes, memoryview] | None = None

    def get(self, made_of: bytes) -> bytes | None:
        """What was made of these bytes; None where nothing sound is."""
        if self._found is None:
            self._found = self._read()
        found = self._found.get(importlib.util.source_hash(made_of))
        if found is None:
            return None
        value = bytes(found[_HASH_BYTES:])
        return value if importlib.util.source_hash(value) == found[:_HASH_BYTES] else None

    def add(self, made_of: bytes, value: bytes) -> None:
        """Keep what was made of these bytes, where byte code is to be written."""
        if sys.dont_write_bytecode:
            return
        data = importlib.util.source_hash(value) + value
        name = importlib.util.source_hash(made_of)
        record = name + len(data).to_bytes(_SIZE_BYTES, "big") + data
        with suppress(OSError):
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            file = os.open(self._kept, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
            try:
                os.write(file, record)
            finally:
                os.close(file)

    def _read(self) -> dict[bytes, memoryview]:
        """Sum and value by the hash of what it was made from."""
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
