"""Typographic apostrophes and quotation marks for the straight ones of a keyboard.

They are put in as a text is set, so that data may be typed and searched with any keyboard.
"""

from __future__ import annotations

import re

from generator.typeset.bidi import runs_right_to_left
from generator.typeset.fonts import Font
from generator.typeset.languages import inner_space, marks

_STRAIGHT = re.compile(r"""\\.|\{[^{}\s]{1,60}\}|['"]""")
_OPENING = "([{‘“-–—/*"
"""After these, as after a space, a quotation mark opens."""
_APOSTROPHE = "’"


def typographic(text: str, font: Font | None = None, language: str = "") -> str:
    """``text`` with curved apostrophes and the quotation marks of its language, else of English.

    The language is that of the ``font`` if there is one. A mark that has a backslash before it
    stays straight, as do icon names, signs that ``font`` has no curved form of, and texts that run
    from right to left, whose quotes are others.
    """
    if ("'" not in text and '"' not in text) or runs_right_to_left(text):
        return text
    language = font.language if font is not None else language
    single, double, inner = marks(language)[:2], marks(language)[2:], inner_space(language)

    def curved(match: re.Match[str]) -> str:
        sign, opens = match[0], _opens(text, match.start())
        if sign not in ("'", '"') or not (font is None or all(map(font.has, (*single, *double)))):
            return sign
        if sign == '"':
            return double[0] + inner if opens else inner + double[1]
        if opens:
            return single[0]
        within_word = text[match.start() - 1 : match.start()].isalnum()
        follows = text[match.end() : match.end() + 1].isalnum()
        return _APOSTROPHE if within_word and follows else single[1]

    return _STRAIGHT.sub(curved, text)


def _opens(text: str, at: int) -> bool:
    """Tell whether a mark opens: nothing, a space or a bracket is before it, a word after it."""
    before, after = text[:at].rstrip("*'\""), text[at + 1 : at + 2]
    if before and not before[-1].isspace() and before[-1] not in _OPENING:
        return False
    return not after.isspace() and not after.isdigit() if text[at] == "'" else True
