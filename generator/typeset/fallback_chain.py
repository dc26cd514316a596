"""The fallbacks that a theme names, in order: families that come along, its own, the system's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from generator.typeset.fonts import Fallback, Font, FontError, FontKey, Registry
from generator.typeset.systemfonts import families, of_any_family, of_family

SYSTEM = "system"
"""Stands for all families of the system, in the order of :func:`of_any_family`."""


def with_fallbacks(font: Font, names: Sequence[str], registry: Registry) -> Font:
    """``font`` with the families ``names`` for the letters that it lacks, in its weight and slant.

    Raises:
        FontError: a family is neither in the registry nor on this system.
    """
    if not names:
        return font
    return replace(font, fallbacks=tuple(_fallbacks(font.key, names, registry)))


def _fallbacks(key: FontKey, names: Sequence[str], registry: Registry) -> Iterator[Fallback]:
    for name in names:
        known = [one for one in registry.files if one.family == name]
        if known:
            yield partial(_if_it_has, registry.font(min(known, key=partial(_distance, key))))
        elif name == SYSTEM:
            families()  # listed now, so that workers need not
            yield partial(of_any_family, key)
        elif name in families():
            yield partial(of_family, name, key)
        else:
            message = f"there is no font family {name!r}: none comes along, the theme names no"
            raise FontError(f"{message} `file` of it, and this system has none")


def _distance(wanted: FontKey, key: FontKey) -> tuple[bool, int, FontKey]:
    return key.italic != wanted.italic, abs(key.weight - wanted.weight), key


def _if_it_has(font: Font, letter: str) -> Font | None:
    return font if font.has(letter) else None
