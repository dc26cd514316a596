"""Lengths of an SVG with units, as plain numbers of its own coordinates (SVG 1.1, 7.10)."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

GRID = 24.0
"""Side of the square every icon is drawn on, in its own units."""
_LENGTH = re.compile(
    r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-z%]*)\s*", re.IGNORECASE
)
_PIXELS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "cm": 96 / 2.54}
_PIXELS |= {"mm": 96 / 25.4, "q": 96 / 101.6, "em": 16.0, "rem": 16.0, "ex": 8.0}
_ACROSS = frozenset(["x", "x1", "x2", "cx", "fx", "width", "rx"])
_DOWN = frozenset(["y", "y1", "y2", "cy", "fy", "height", "ry"])


@dataclass(frozen=True, slots=True)
class View:
    """The part of an SVG's plane that is shown, in its own units."""

    x: float
    y: float
    width: float
    height: float

    def hundred(self, name: str) -> float:
        """What 100 % of an attribute is: the width, the height, or the mean diagonal."""
        if name in _ACROSS:
            return self.width
        if name in _DOWN:
            return self.height
        return math.hypot(self.width, self.height) / math.sqrt(2)


def length(text: str, hundred: float) -> float | None:
    """A length in user units (pixels of 1/96 inch); None where ``text`` is none."""
    found = _LENGTH.fullmatch(text)
    if found is None:
        return None
    number, unit = float(found[1]), found[2].lower()
    factor = hundred / 100 if unit == "%" else _PIXELS.get(unit)
    return number * factor if factor is not None and math.isfinite(number) else None


def shown(number: float) -> str:
    """A number as an attribute holds it."""
    return f"{number:.6g}" if abs(number) < 1e5 else f"{number:.3f}"


def plain(text: str, hundred: float) -> str:
    """A length as a plain number; what is none is given back as it is."""
    number = length(text, hundred)
    return text if number is None else shown(number)


def view_of(box: str, width: str, height: str) -> View | None:
    """What an SVG shows, by its ``viewBox``, or else by its size; None where it states neither."""
    numbers = [length(part, 0) for part in box.replace(",", " ").split()]
    sides = [length(width, 0), length(height, 0)]
    x, y, w, h = numbers if len(numbers) == 4 else [0.0, 0.0, *sides]
    if x is None or y is None or not w or not h or w < 0 or h < 0:
        return None
    return View(x, y, w, h)
