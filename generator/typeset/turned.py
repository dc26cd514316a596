"""Numbers that are read as other numbers upside down, as 6 and 9 are."""

from __future__ import annotations

from collections.abc import Mapping

_TURNED: Mapping[str, str] = {"0": "0", "6": "9", "8": "8", "9": "6"}
"""Digits that are digits upside down (1 has a flag, and so a top, in most fonts)."""


def misread_turned(text: str) -> bool:
    """Tell whether ``text`` is a number that is another one when the piece lies upside down.

    >>> [misread_turned(text) for text in ("6", "9", "66", "69", "8", "16")]
    [True, True, True, False, False, False]
    """
    turned = "".join(_TURNED.get(digit, "") for digit in reversed(text))
    return len(turned) == len(text) and turned != text
