"""Names that covers and sheets print: is there a font for their letters?

Covers are set in the shipped fonts and, where these lack a letter, in those of the theme and its
fallbacks.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from generator.design.face import Face
from generator.typeset.fallback import lacking
from generator.typeset.fonts import Font, FontKey, shipped
from validator.catalogue.model import Game, place_in
from validator.findings import Finding, Place, Severity

_SHEETS = FontKey("Source Sans Pro")
_FONT = re.compile(
    r'<text data-trilith="run" data-font="((?:/|[A-Za-z]:)[^"]*)"[^>]* '
    r'font-family="([^"]*)" font-weight="([^"]*)"'
)


def has_letters(text: str) -> bool:
    """Tell whether the font of sheets has every letter of ``text``."""
    return not lacking(shipped().font(_SHEETS), text)


def unlettered(game: Game, fonts: Mapping[str, Font]) -> Iterator[Finding]:
    """Names of a game that neither the shipped fonts nor the theme's ``fonts`` can set."""
    for text, place in _names(game):
        lacks = [lacking(font, text) for font in (shipped().font(_SHEETS), fonts["body"])]
        if all(lacks):
            shown = " ".join(f"{one} (U+{ord(one):04X})" for one in min(lacks, key=len))
            message = f"no font of the cover has a glyph for {shown} of {text!r}"
            hint = "name a font that has it under `fallback` in templates/theme.yaml"
            yield Finding("glyph-missing", Severity.WARNING, game.id, place, message, hint)


def of_system(game: Game, faces: Iterable[Face], place: Place) -> Iterator[Finding]:
    """The fonts of this system that ``faces`` are set in; ``place`` is where the theme asks."""
    used = Counter(found for face in faces for found in dict.fromkeys(_FONT.findall(face.svg)))
    for (path, family, weight), count in sorted(used.items()):
        those = "1 face has" if count == 1 else f"{count} faces have"
        message = f"{those} letters in {family} {weight} of this system ({path})"
        hint = "copy it into templates/fonts/ and name it under `fonts` to print the same elsewhere"
        yield Finding("font-of-system", Severity.NOTE, game.id, place, message, hint)


def _names(game: Game) -> Iterator[tuple[str, Place]]:
    yield game.name, place_in(game, "name")
    yield game.summary, place_in(game, "summary")
    for part in game.parts:
        yield part.name, place_in(part, "name")
    for component_set in game.sets.values():
        yield component_set.name, place_in(component_set, "name")
