"""Colours as they are written in themes and templates: parsing, greys and contrast."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)

NAMES: Mapping[str, str] = {
    **{"black": "#000000", "silver": "#c0c0c0", "gray": "#808080", "white": "#ffffff"},
    **{"maroon": "#800000", "red": "#ff0000", "purple": "#800080", "fuchsia": "#ff00ff"},
    **{"green": "#008000", "lime": "#00ff00", "olive": "#808000", "yellow": "#ffff00"},
    **{"navy": "#000080", "blue": "#0000ff", "teal": "#008080", "aqua": "#00ffff"},
}
"""The colour names that may be written, the sixteen of HTML 4; others as #rrggbb."""

SMALL_TEXT_RATIO = 4.5
"""Least contrast of text on its ground (WCAG 2.2, success criterion 1.4.3)."""
LARGE_TEXT_RATIO = 3.0
"""Least contrast of large text: 18 pt, or 14 pt bold (WCAG 2.2, 1.4.3)."""


@lru_cache(maxsize=4096)
def rgb(colour: str) -> tuple[float, float, float] | None:
    """Red, green, blue (0 to 1) of ``#rgb``, ``#rrggbb`` or one of :data:`NAMES`; else None."""
    text = colour.strip().lower()
    if _HEX.fullmatch(text):
        digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
        red, green, blue = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
        return red, green, blue
    return rgb(NAMES[text]) if text in NAMES else None


def luminance(colour: tuple[float, float, float]) -> float:
    """Relative luminance of an sRGB colour, 0 (black) to 1 (white); WCAG 2.2's definition."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@lru_cache(maxsize=4096)
def contrast(one: str, other: str) -> float | None:
    """Contrast ratio of two colours, 1 to 21 (WCAG 2.2), or None if one is not a plain colour."""
    first, second = rgb(one), rgb(other)
    if first is None or second is None:
        return None
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def least_contrast(size: float, weight: int) -> float:
    """The contrast that text of ``size`` pt and ``weight`` needs."""
    large = size >= 18 or (size >= 14 and weight >= 700)
    return LARGE_TEXT_RATIO if large else SMALL_TEXT_RATIO


@dataclass(frozen=True, slots=True)
class Faint:
    """A text of ``size`` pt whose contrast with its ground is below the ``least`` it needs."""

    text: str
    fill: str
    size: float
    ratio: float
    least: float


def grey_of(colour: str) -> str:
    """The grey of the same lightness, as ``#rrggbb``; anything but a colour is returned as is."""
    parsed = rgb(colour)
    if parsed is None:
        return colour
    return grey(level(parsed))


def level(colour: tuple[float, float, float]) -> float:
    """The grey, 0 (black) to 1 (white), of the same luminance, so that contrast stays as it is."""
    linear = luminance(colour)
    return 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055


def grey(level: float) -> str:
    """A level of grey, 0 to 1, as ``#rrggbb``."""
    return "#" + f"{round(level * 255):02x}" * 3
