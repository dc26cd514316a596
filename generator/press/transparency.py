"""Find real transparency on pages, and take away what only looks like it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pikepdf import Dictionary, Name, Pdf

_NO_MASK = Name("/None")
_OPAQUE_MODES = ("/Normal", "/Compatible")


def transparent(target: Any) -> bool:
    """Tell whether a page, form or pattern, or anything it uses, lets through what is below."""
    for resources in all_resources(target):
        states = resources.get("/ExtGState", Dictionary()).items()
        objects = resources.get("/XObject", Dictionary()).items()
        if any(alpha_of(one) < 1 for _, one in states) or any("/SMask" in o for _, o in objects):
            return True
    return False


def drop_groups(pdf: Pdf) -> None:
    """Remove transparency groups; only right where :func:`transparent` finds nothing."""
    for page in pdf.pages:
        _drop_group(page.obj)
        for resources in all_resources(page.obj):
            for _, target in resources.get("/XObject", Dictionary()).items():
                _drop_group(target)


def alpha_of(state: Any) -> float:
    """How opaque a graphics state paints: 0 to 1, and 0 with a mask or a blend mode."""
    mask, mode = state.get("/SMask", _NO_MASK), state.get("/BM", Name.Normal)
    if mask != _NO_MASK or str(mode) not in _OPAQUE_MODES:
        return 0.0
    return min(float(state.get("/ca", 1)), float(state.get("/CA", 1)))


def _drop_group(target: Any) -> None:
    if "/Group" in target:
        del target["/Group"]


def all_resources(target: Any, seen: set[tuple[int, int]] | None = None) -> Iterator[Any]:
    """The resources of a page and of all forms and patterns it uses, each once."""
    seen = set() if seen is None else seen
    resources = target.get("/Resources")
    if resources is None:
        return
    yield resources
    for kind in ("/XObject", "/Pattern"):
        for _, part in resources.get(kind, Dictionary()).items():
            if part.is_indirect and part.objgen in seen:
                continue
            seen.add(part.objgen)
            if "/Resources" in part:
                yield from all_resources(part, seen)
