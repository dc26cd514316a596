"""Letters that a font lacks, set in the first of its fallbacks that has them."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category

from generator.typeset.fonts import Font

_ATTACHED = frozenset(["Mn", "Mc", "Me", "Cf"])
"""Categories of what belongs to the letter before it: marks, joiners."""

Part = tuple[Font, str]
"""Letters that follow each other in one font."""


def parts_of(font: Font, text: str) -> tuple[Part, ...]:
    """``text`` cut where another font takes over; what no font has stays in ``font``."""
    if not font.fallbacks or text.isascii():
        return ((font, text),)
    return _parts(font, text)


@lru_cache(maxsize=16_384)
def _parts(font: Font, text: str) -> tuple[Part, ...]:
    found: list[Part] = []
    for letter in text:
        attached = found and category(letter) in _ATTACHED
        used = found[-1][0] if attached else font_for(font, letter)
        if found and found[-1][0] is used:
            found[-1] = (used, found[-1][1] + letter)
        else:
            found.append((used, letter))
    return tuple(found)


@lru_cache(maxsize=16_384)
def font_for(font: Font, letter: str) -> Font:
    """The font that a letter is set in: ``font`` if none has it."""
    if letter.isspace() or font.has(letter):
        return font
    found = (fallback(letter) for fallback in font.fallbacks)
    return next((other for other in found if other is not None), font)


def lacking(font: Font, text: str) -> str:
    """The letters of ``text`` that neither ``font`` nor a fallback has, each once."""
    letters = dict.fromkeys(text)
    return "".join(one for one in letters if not one.isspace() and not font_for(font, one).has(one))
