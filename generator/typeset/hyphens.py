"""Where the words of a language may be hyphenated, by its patterns (Liang's algorithm)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

import pyphen

from generator.typeset.breaking import Positions

SHORTEST = 6
"""Fewest letters of a word that is hyphenated (own choice)."""
_LEFT, _RIGHT = 2, 3


@cache
def hyphens_of(language: str) -> Positions | None:
    """What hyphenates words of a language; None where there are no patterns for it."""
    name = pyphen.language_fallback(language.replace("-", "_")) if language else None
    if name is None:
        return None
    patterns = pyphen.Pyphen(lang=name, left=_LEFT, right=_RIGHT)

    @lru_cache(maxsize=16_384)
    def positions(word: str) -> Sequence[int]:
        if len(word) < SHORTEST:
            return ()
        # a place at which the spelling changes would change the word: `data` tells of it
        return tuple(int(at) for at in patterns.positions(word) if at.data is None)

    return positions
