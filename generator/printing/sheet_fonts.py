"""The fonts of sheets and covers, and how wide a text on a sheet is.

What only lays sheets out need not load reportlab for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from generator.typeset.fonts import FontKey, registry_of_trilith

POINTS = 72 / 25.4
"""PDF points in a millimetre."""

REGULAR = "TrilithSans"
BOLD = "TrilithSans-Bold"
ITALIC = "TrilithSans-Italic"
SERIF = "TrilithSerif-Bold"

FONTS: Mapping[str, FontKey] = MappingProxyType(
    {
        REGULAR: FontKey("Source Sans Pro"),
        BOLD: FontKey("Source Sans Pro", 600),
        ITALIC: FontKey("Source Sans Pro", italic=True),
        SERIF: FontKey("Source Serif Pro", 700),
    }
)
"""The fonts of sheets and covers, by their reportlab name."""


def text_width_mm(text: str, size: float, bold: bool) -> float:
    """Return the width of a text on a sheet in mm, at ``size`` pt, set as reportlab does.

    That is without kerning; a letter that the font lacks is as wide as the sign for that.

    Raises:
        FontError: a shipped font is missing.
    """
    font = registry_of_trilith().font(FONTS[BOLD if bold else REGULAR])
    glyph, advance = font.shaper.get_nominal_glyph, font.shaper.get_glyph_h_advance
    units: int = sum(advance(glyph(ord(letter)) or 0) for letter in text)
    return units * size / font.units_per_em / POINTS
