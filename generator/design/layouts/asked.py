"""Which boxes of face layouts are asked for: by templates, and by other boxes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from generator.design.layouts.model import LayoutData, WrittenBox
from generator.design.lookup import MAX_BYTES, UTF_8
from validator.plainfile import read_plain

_READ = re.compile(r"layout(?:\.|\[\s*[\"'])([a-z][a-z0-9_]*)")
_PUT_TOGETHER = re.compile(r"layout\[([^\[\]]*~[^\[\]]*)\]")
_QUOTED = re.compile(r"[\"']([a-z0-9_]+)[\"']")


def asking(data: LayoutData) -> Mapping[str, set[str]]:
    """Which boxes of a layout are placed by each, or take from it."""
    found: dict[str, set[str]] = {}
    for name, box in data.boxes.items():
        for other in _refers_to(box):
            found.setdefault(other, set()).add(name)
    return found


def _refers_to(box: WrittenBox) -> set[str]:
    """The boxes that one is placed by or takes from."""
    base = {str(box.keys["extends"].value)} if "extends" in box.keys else set()
    lengths = (getattr(written.value, "asks", ()) for written in box.keys.values())
    return base.union(*({asked for asked, _ in asks} for asks in lengths))


def asked_in(path: Path) -> frozenset[str]:
    """The names of boxes that the template of a file asks for; none where it cannot be read."""
    try:
        return _asked_of(read_plain(path, MAX_BYTES).decode(UTF_8, "replace"))
    except OSError:
        return frozenset()


def _asked_of(text: str) -> frozenset[str]:
    """The names of boxes that a template asks for.

    For ``layout["title" ~ kind]`` these are all that ``title`` makes with a word of the template.
    """
    begun = set(_QUOTED.findall(" ".join(_PUT_TOGETHER.findall(text))))
    words = set(_QUOTED.findall(text)) if begun else set()
    made = {first + rest for first in begun for rest in words}
    return frozenset(begun | made | set(_READ.findall(text)))
