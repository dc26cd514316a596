"""cairosvg, loaded without what fetches from the net, for which a linted drawing has no use.

``urllib.request`` and all that it loads are a third of what cairosvg loads, 0.005 s and 2 MB of
each process that draws. Here they are loaded if something is fetched after all.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import generator.drawing.cairo  # noqa: F401 - cairosvg loads it too, but slowly

_FETCHES = "urllib.request"


class _Late(ModuleType):
    """Stands for a module while cairosvg is loaded: its functions load it as they are called."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)

        def called(*given: Any, **more: Any) -> Any:
            return getattr(importlib.import_module(self.__name__), name)(*given, **more)

        return called


@contextmanager
def _late() -> Iterator[None]:
    if _FETCHES in sys.modules:
        yield
        return
    sys.modules[_FETCHES] = _Late(_FETCHES)
    try:
        yield
    finally:
        del sys.modules[_FETCHES]


with _late():
    import cairosvg.surface  # noqa: F401 - for those who import its parts
