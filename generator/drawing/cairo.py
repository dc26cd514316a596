"""The library cairocffi, loaded without what makes it slow to start.

By itself it reads cairo's C headers anew in every process (0.1 s), and asks the C compiler where
cairo lies. Here what came of the headers (cffi's "out-of-line" modules) is kept beside the byte
code of this module and under the same conditions, by what it was made from; and cairo is looked
for by the names of its files first. Where either fails, cairocffi does it its own way.
"""

from __future__ import annotations

import contextlib
import ctypes.util
import importlib
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path
from types import CodeType, ModuleType

import _cffi_backend

from generator.bytecode.kept import keep, place, read
from generator.programs import away

__all__ = ("cairocffi", "library")

_HEADERS = "cairocffi.ffi"
"""The module of cairocffi that reads the headers."""
_MODULES = {"ffi": "_trilith_cairo", "ffi_pixbuf": "_trilith_pixbuf"}
"""What it offers, and the module that stands for each; the second builds on the first."""


def _kept() -> Path | None:
    """Where what came of the headers is kept; None where cairocffi is not as we know it."""
    found = importlib.util.find_spec("cairocffi")
    if found is None or not found.submodule_search_locations:
        return None
    folder = Path(found.submodule_search_locations[0])
    sources = (folder / "constants.py", folder / "ffi.py", Path(__file__))
    try:
        read_from = [source.read_bytes() for source in sources]
    except OSError:
        return None
    made_by = f"{_cffi_backend.__version__} {importlib.util.find_spec('xcffib') is not None}"
    return place(__file__, "headers", made_by.encode(), *read_from)


def _known(kept: Path) -> ModuleType | None:
    """The module :data:`_HEADERS` made from what is kept; None where nothing sound is."""
    codes = read(kept)
    if not isinstance(codes, tuple):
        return None
    headers = ModuleType(_HEADERS)
    for (offered, name), code in zip(_MODULES.items(), codes, strict=True):
        sys.modules[name] = module = ModuleType(name)
        exec(code, vars(module))
        setattr(headers, offered, module.ffi)
    return headers


def _made_of(headers: ModuleType) -> tuple[CodeType, ...]:
    """What came of the headers: code that makes each of :data:`_MODULES`."""
    codes = []
    for offered, name in _MODULES.items():
        ffi, written = getattr(headers, offered), StringIO()
        ffi.set_source(name, None)
        with contextlib.redirect_stdout(StringIO()):  # it says that it writes
            ffi.emit_python_code(written)
        codes.append(compile(written.getvalue(), name, "exec"))
    return tuple(codes)


@contextlib.contextmanager
def _by_file_names() -> Iterator[None]:
    """Let libraries be opened by the names of their files: no compiler is asked for more."""
    asked = ctypes.util.find_library
    ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = asked
        if (loaded := sys.modules.get("cairocffi")) is not None:
            vars(loaded)["find_library"] = asked


def _load() -> None:
    """Load cairocffi quickly; where that cannot be, leave it to be loaded its own way."""
    kept = None if "cairocffi" in sys.modules else _kept()
    headers = _known(kept) if kept is not None else None
    if headers is not None:
        sys.modules[_HEADERS] = headers
    with contextlib.suppress(OSError), _by_file_names():
        importlib.import_module("cairocffi")
    if kept is not None and headers is None and not sys.dont_write_bytecode:
        keep(kept, _made_of(sys.modules[_HEADERS]))


@away()
def library(files: Sequence[str], names: Sequence[str]) -> ctypes.CDLL:
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


with away():
    _load()
    import cairocffi  # what was loaded, or else the error of what was not
