"""Shape a run of text into glyphs with HarfBuzz; the same run is measured and drawn.

All lengths are in em (multiples of the font size), so one shaping serves every size and
the results can be cached for the whole program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

import uharfbuzz as hb

from generator.typeset.fonts import Font

MM_PER_PT = 25.4 / 72
"""Millimetres in a point (1/72 inch, the unit of PDF)."""

Direction = Literal["ltr", "rtl"]
"""Which way the letters of a run follow each other."""

MOST_RUNS = 4_096
"""Runs that a process remembers, some kB each: what is drawn again is mostly drawn soon."""
_LANGUAGE = "en"  # if none is told: HarfBuzz would otherwise ask the user's locale
_NO_LIGATURES = {"liga": False, "clig": False}


@dataclass(frozen=True, slots=True)
class Shaped:
    """Glyphs of one run, from left to right: ``(id, x, y)`` from its origin, y downwards, in em.

    ``clusters`` map the run's UTF-8 bytes to glyphs as ``(bytes, glyphs)`` pairs in the order of
    the text, so that the text of a PDF can be selected and searched. ``missing`` holds characters
    that the font has no glyph for.
    """

    glyphs: tuple[tuple[int, float, float], ...]
    clusters: tuple[tuple[int, int], ...]
    advance: float
    missing: str


@lru_cache(maxsize=MOST_RUNS)
def shape(font: Font, text: str, tracking: float = 0.0, direction: Direction = "ltr") -> Shaped:
    """Shape ``text``, which runs one way; ``tracking`` is extra space after a letter in em."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = direction
    buffer.language = font.language or _LANGUAGE
    hb.shape(font.shaper, buffer, _NO_LIGATURES if tracking else None)
    infos = buffer.glyph_infos
    ids, starts = [info.codepoint for info in infos], [info.cluster for info in infos]
    glyphs, advance = _positions(ids, buffer.glyph_positions, font.units_per_em, tracking)
    lacking = (text[start] for glyph, start in zip(ids, starts, strict=True) if glyph == 0)
    missing = "".join(dict.fromkeys(lacking)) if 0 in ids else ""
    return Shaped(glyphs, _clusters(text, starts), advance, missing)


def direction_of(level: int) -> Direction:
    """Which way letters of a level run."""
    return "rtl" if level % 2 else "ltr"


def _positions(
    ids: Sequence[int], places: Sequence[hb.GlyphPosition], upem: int, tracking: float
) -> tuple[tuple[tuple[int, float, float], ...], float]:
    glyphs, x = [], 0.0
    for glyph, place in zip(ids, places, strict=True):
        right, up, advance, _ = place.position
        glyphs.append((glyph, x + right / upem, -up / upem))
        x += advance / upem + tracking
    return tuple(glyphs), x - tracking if glyphs else 0.0


def _clusters(text: str, starts: Sequence[int]) -> tuple[tuple[int, int], ...]:
    if text.isascii() and starts == list(range(len(text))):
        return ((1, 1),) * len(text)
    glyphs = Counter(starts)
    edges = [*sorted(glyphs), len(text)]
    return tuple((len(text[start:end].encode()), glyphs[start]) for start, end in pairwise(edges))
