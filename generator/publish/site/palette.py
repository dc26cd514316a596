"""The colours of the site: those of the project's theme, as far as text can be read in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from generator.svg.lint import SMALL_TEXT_RATIO, contrast

LIGHT: Mapping[str, str] = {
    "paper": "#f7f0df",
    "ink": "#2a241e",
    "soft": "#63594b",
    "panel": "#ebdfc4",
    "line": "#a08f70",
    "accent": "#a4412a",
}
"""The colours where a theme has none, or such as cannot be read."""
DARK: Mapping[str, str] = {
    "paper": "#191714",
    "ink": "#ece5d8",
    "soft": "#b3a999",
    "panel": "#27231e",
    "line": "#6f6558",
    "accent": "#eb9a7c",
}
_READ = (("ink", "paper"), ("soft", "paper"), ("accent", "paper"), ("ink", "panel"))
"""Which colour is read on which."""


Palette: TypeAlias = tuple[Mapping[str, str], Mapping[str, str]]
"""Colours by role, on light and on dark ground."""


def palette(theme: Mapping[str, str]) -> Palette:
    """The colours of a page on light and on dark ground, by those of a theme."""
    return light(theme), DARK


def light(theme: Mapping[str, str]) -> Mapping[str, str]:
    """The colours of a theme by role; all of our own where a text would be hard to read."""
    own = {role: theme.get(role, colour) for role, colour in LIGHT.items()}
    readable = all((contrast(own[one], own[on]) or 0) >= SMALL_TEXT_RATIO for one, on in _READ)
    return own if readable else LIGHT
