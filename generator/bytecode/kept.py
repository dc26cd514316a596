"""Values kept beside the byte code of a source file, wherever Python keeps and trusts that.

What lies there is as trusted as byte code is: whoever can write it can change the program. So
only what is part of the program is kept so, never what belongs to a project.
"""

from __future__ import annotations

import importlib.util
import marshal
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

_SUM_BYTES = 8
_MOST = 4
"""Files of one kind that stay: environments with other libraries may share a checkout."""


def place(source: str | Path, what: str, *made_of: bytes) -> Path | None:
    """The file where ``what`` is kept that was made of these bytes by this Python.

    ``source`` is the file of the program that it belongs to; None where Python keeps no byte code.
    """
    try:
        cached = Path(importlib.util.cache_from_source(str(source)))
    except NotImplementedError:
        return None
    parts = (importlib.util.MAGIC_NUMBER, *made_of)
    digest = b"".join(importlib.util.source_hash(_framed(half, parts)) for half in (b"1", b"2"))
    return cached.with_name(f"{cached.stem}.{what}-{digest.hex()}")


def read(kept: Path) -> object | None:
    """What :func:`keep` kept there; None where nothing sound is."""
    try:
        data = kept.read_bytes()
        if importlib.util.source_hash(data[_SUM_BYTES:]) != data[:_SUM_BYTES]:
            return None
        value: object = marshal.loads(data[_SUM_BYTES:])
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return value


def keep(kept: Path, value: Any) -> bool:
    """Keep what ``marshal`` can write, whole or not at all, where byte code is to be written.

    Tells whether it was kept. Of what was made of other bytes the latest stay.
    """
    if sys.dont_write_bytecode:
        return False
    data = marshal.dumps(value)
    draft = kept.with_name(f"{kept.name}.{os.getpid()}")
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(importlib.util.source_hash(data) + data)
        draft.replace(kept)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        return False
    with suppress(OSError):
        kind, _, _ = kept.name.rpartition("-")
        there = sorted(
            kept.parent.glob(f"{kind}-*"), key=lambda one: (one.stat().st_mtime_ns, one.name)
        )
        for old in there[:-_MOST]:
            old.unlink()
    return True


def _framed(half: bytes, parts: tuple[bytes, ...]) -> bytes:
    return half + b"".join(len(part).to_bytes(8, "big") + part for part in parts)
