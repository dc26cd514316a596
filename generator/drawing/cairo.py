"""The library cairocffi and what it stands on, loaded where no project can put one in its place.

By itself cairocffi reads cairo's C headers anew in every process, and asks the linker and the C
compiler where cairo lies: 0.12 s of the 1.0 s that a print after an edit takes, and of each worker
that draws. So what cffi made of the headers is kept, and cairo is looked for by the names of its
files first.
"""

from __future__ import annotations

import contextlib
import ctypes.util
import importlib
import io
import marshal
import sys
from collections.abc import Sequence
from types import ModuleType

from generator.installed import away
from validator.cache import shared_cache

__all__ = ("cairocffi", "load_library")

_HEADERS = "cairocffi.ffi"
"""The module of cairocffi that reads the headers."""
_MADE = {"ffi": "_trilith_cairo", "ffi_pixbuf": "_trilith_pixbuf"}
"""What it offers, and the module that stands for each; the second builds on the first."""


def _load() -> None:
    """Load cairocffi with the headers that were kept, else its own way, and keep them."""
    cache = shared_cache()
    kept = cache.get("headers", "cairo")
    if kept is not None:
        headers = sys.modules[_HEADERS] = ModuleType(_HEADERS)
        for code, (offered, name) in zip(marshal.loads(kept), _MADE.items(), strict=True):
            sys.modules[name] = module = ModuleType(name)
            exec(code, vars(module))
            setattr(headers, offered, module.ffi)
    asked = ctypes.util.find_library
    ctypes.util.find_library = lambda name: None
    try:
        with contextlib.suppress(OSError):  # then it is looked for by other names
            vars(importlib.import_module("cairocffi"))["find_library"] = asked
    finally:
        ctypes.util.find_library = asked
    importlib.import_module("cairocffi")
    if kept is None:
        cache.put("headers", "cairo", marshal.dumps([*map(_make, _MADE)]))


def _make(offered: str) -> object:
    """Code that makes what :data:`_HEADERS` offers, without the headers."""
    ffi, written = getattr(sys.modules[_HEADERS], offered), io.StringIO()
    ffi.set_source(_MADE[offered], None)
    with contextlib.redirect_stdout(io.StringIO()):  # it says that it writes
        ffi.emit_python_code(written)
    return compile(written.getvalue(), _MADE[offered], "exec")


with away():
    if "cairocffi" not in sys.modules:
        _load()
    import cairocffi


@away()
def load_library(files: Sequence[str], names: Sequence[str]) -> ctypes.CDLL:
    """A native library, by the names of its files, or by what the system's linker knows it as.

    Raises:
        OSError: it is not there.
    """
    for file in files:
        with contextlib.suppress(OSError):
            return ctypes.CDLL(file)
    found = next(filter(None, map(ctypes.util.find_library, names)), None)
    if found is None:
        raise OSError(f"there is no library {' or '.join(names)}")
    return ctypes.CDLL(found)
