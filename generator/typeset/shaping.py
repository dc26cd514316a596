"""Shape a run of text into glyphs with HarfBuzz; the same run is measured and drawn.

All lengths are in em (multiples of the font size), so one shaping serves every size and
the results can be cached for the whole program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import uharfbuzz as hb

from generator.typeset.fonts import Font

MM_PER_PT = 25.4 / 72
"""Millimetres in a point (1/72 inch, the unit of PDF)."""

_LANGUAGE = "en"  # fixed: HarfBuzz would otherwise ask the user's locale
_NO_LIGATURES = {"liga": False, "clig": False}


@dataclass(frozen=True, slots=True)
class Shaped:
    """Glyphs of one run: ``(id, x, y)`` from its origin, y downwards, in em.

    ``clusters`` map the run's UTF-8 bytes to glyphs as ``(bytes, glyphs)`` pairs, so that
    the text of a PDF can be selected and searched. ``missing`` holds characters that the
    font has no glyph for.
    """

    glyphs: tuple[tuple[int, float, float], ...]
    clusters: tuple[tuple[int, int], ...]
    advance: float
    missing: str


@lru_cache(maxsize=65_536)
def shape(font: Font, text: str, tracking: float = 0.0) -> Shaped:
    """Shape ``text`` from left to right; ``tracking`` is extra space after a letter in em."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "ltr"
    buffer.language = _LANGUAGE
    hb.shape(font.shaper, buffer, _NO_LIGATURES if tracking else None)
    starts = [info.cluster for info in buffer.glyph_infos]
    glyphs, advance = _positions(buffer, font.units_per_em, tracking)
    missing = "".join(
        dict.fromkeys(text[info.cluster] for info in buffer.glyph_infos if info.codepoint == 0)
    )
    return Shaped(glyphs, _clusters(text, starts), advance, missing)


def width_mm(font: Font, text: str, size: float, tracking: float = 0.0) -> float:
    """Width in mm of ``text`` at ``size`` pt."""
    return shape(font, text, tracking).advance * size * MM_PER_PT


def _positions(
    buffer: hb.Buffer, upem: int, tracking: float
) -> tuple[tuple[tuple[int, float, float], ...], float]:
    glyphs, x = [], 0.0
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        glyphs.append((info.codepoint, x + position.x_offset / upem, -position.y_offset / upem))
        x += position.x_advance / upem + tracking
    return tuple(glyphs), x - tracking if glyphs else 0.0


def _clusters(text: str, starts: Sequence[int]) -> tuple[tuple[int, int], ...]:
    edges = [*dict.fromkeys(starts), len(text)]
    return tuple(
        (len(text[start:end].encode()), starts.count(start)) for start, end in pairwise(edges)
    )
