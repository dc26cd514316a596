"""What a template draws on, and what is wrong with what it drew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from generator.design.theme import Size
from generator.svg.lint import SVG_NS
from validator.catalogue.model import Term
from validator.findings import Finding, Place, Severity

PlaceOf = Callable[[str, str], "Place | None"]
"""From a text and a field name to the place in the record that is to blame, if any."""

UID = "uid-of-this-face-"
"""Stands for the prefix of ids until the hash of a face is known."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """Trim size and bleed of a drawing, in mm.

    ``shape`` is rect, round, hex or custom; a custom one has the corners of its ``outline``.
    """

    width: float
    height: float
    bleed: float
    shape: str = "rect"
    outline: tuple[tuple[float, float], ...] = ()

    def wrap(self, content: str) -> str:
        """``content`` in a root element; the origin is the top left of the trim box."""
        width, height = self.width + 2 * self.bleed, self.height + 2 * self.bleed
        return (
            f'<svg xmlns="{SVG_NS}" width="{width:g}mm" height="{height:g}mm" '
            f'viewBox="{-self.bleed:g} {-self.bleed:g} {width:g} {height:g}">{content}</svg>'
        )


def canvas_of(size: Size, bleed: float) -> Canvas:
    """The canvas of a trim size with ``bleed`` mm around it."""
    return Canvas(size.width_mm, size.height_mm, bleed, size.shape, size.outline_mm)


@dataclass(frozen=True, slots=True)
class Subject:
    """What is being drawn, for findings: the game and how to find the place in its data."""

    game: str
    place_of: PlaceOf
    terms: Mapping[str, Term] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a drawing, at ``place`` in a template.

    It is the record's fault where that holds the text ``value``, or else has the key ``field``.
    """

    code: str
    place: Place
    message: str
    hint: str
    severity: Severity = Severity.ERROR
    value: str = ""
    field: str = ""

    def finding(self, subject: Subject) -> Finding:
        """The fault as a finding, at the record or at the template."""
        asked = self.value or self.field
        place = (subject.place_of(self.value, self.field) if asked else None) or self.place
        return Finding(self.code, self.severity, subject.game, place, self.message, self.hint)
