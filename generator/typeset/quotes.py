"""Typographic apostrophes and quotation marks for the straight ones of a keyboard.

They are put in as a text is set, so that data may be typed and searched with any keyboard.
"""

from __future__ import annotations

import re

from generator.typeset.bidi import runs_right_to_left
from generator.typeset.fonts import Font

_STRAIGHT = re.compile(r"""\\.|\{[^{}\s]{1,60}\}|['"]""")
_OPENING = "([{‘“-–—/*"
"""After these, as after a space, a quotation mark opens."""
_MARKS = {"'": ("‘", "’"), '"': ("“", "”")}


def typographic(text: str, font: Font | None = None) -> str:
    """``text`` with curved apostrophes and quotation marks, in the English way.

    One that has a backslash before it stays straight, as do icon names, signs that ``font`` has
    no curved form of, and texts that run from right to left, whose quotes are others.
    """
    if ("'" not in text and '"' not in text) or runs_right_to_left(text):
        return text

    def curved(match: re.Match[str]) -> str:
        marks = _MARKS.get(match[0])
        if marks is None or not (font is None or all(map(font.has, marks))):
            return match[0]
        return marks[0] if _opens(text, match.start()) else marks[1]

    return _STRAIGHT.sub(curved, text)


def _opens(text: str, at: int) -> bool:
    """Tell whether a mark opens: nothing, a space or a bracket is before it, a word after it."""
    before, after = text[:at].rstrip("*'\""), text[at + 1 : at + 2]
    if before and not before[-1].isspace() and before[-1] not in _OPENING:
        return False
    return not after.isspace() and not after.isdigit() if text[at] == "'" else True
