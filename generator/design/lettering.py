"""Names that covers and sheets print: is there a font for their letters?

Covers are set in the shipped fonts and, where these lack a letter, in those of the theme.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.typeset.fonts import Font, FontKey, shipped
from validator.catalogue.model import Game, place_in
from validator.findings import Finding, Place, Severity

_SHEETS = FontKey("Source Sans Pro")


def has_letters(text: str) -> bool:
    """Tell whether the font of sheets has every letter of ``text``."""
    return not _lacking(text, shipped().font(_SHEETS))


def unlettered(game: Game, fonts: Mapping[str, Font]) -> Iterator[Finding]:
    """Names of a game that neither the shipped fonts nor the theme's ``fonts`` can set."""
    for text, place in _names(game):
        lacking = [_lacking(text, font) for font in (shipped().font(_SHEETS), fonts["body"])]
        if all(lacking):
            shown = " ".join(f"{one} (U+{ord(one):04X})" for one in min(lacking, key=len))
            message = f"no font of the cover has a glyph for {shown} of {text!r}"
            hint = "name a font that has it as `title` and `body` in templates/theme.yaml"
            yield Finding("glyph-missing", Severity.WARNING, game.id, place, message, hint)


def _names(game: Game) -> Iterator[tuple[str, Place]]:
    yield game.name, place_in(game, "name")
    yield game.summary, place_in(game, "summary")
    for part in game.parts:
        yield part.name, place_in(part, "name")
    for component_set in game.sets.values():
        yield component_set.name, place_in(component_set, "name")


def _lacking(text: str, font: Font) -> str:
    return "".join(dict.fromkeys(one for one in text if not one.isspace() and not font.has(one)))
