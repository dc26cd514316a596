"""Every colour of a PDF as a grey; loaded where something is printed so."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

import pikepdf
from PIL import Image

from generator.recolour.document import recolour
from generator.recolour.mapping import Colour, Use
from generator.svg.lint import level

DARKEST = 0.75
"""Darkest grey of pictures with low ink, 0 to 1: black letters on it have a contrast of 11 : 1."""


@dataclass(slots=True)
class Greys:
    """Maps every colour to the grey of its luminance, and pictures to greys from ``darkest``."""

    darkest: float = 0.0
    size: int = 1

    def colour(self, colour: Colour, use: Use) -> Colour:
        """The grey of a fill or stroke."""
        del use
        if len(colour) == 4:
            colour = tuple(1 - min(1.0, ink + colour[3]) for ink in colour[:3])
        if len(colour) == 1:
            return colour
        red, green, blue = colour
        return (round(level((red, green, blue)), 4),)

    def ramp(self, colours: Sequence[Colour]) -> list[Colour]:
        """The greys of a gradient."""
        return [self.colour(colour, Use.ART) for colour in colours]

    def picture(self, image: Image.Image) -> Image.Image:
        """The picture in greys."""
        low = round(self.darkest * 255)
        return image.convert("L").point([low + round(v * (255 - low) / 255) for v in range(256)])


def greyed(data: bytes, darkest: float) -> bytes:
    """A PDF in greys, its pictures in greys from ``darkest`` (0 to 1) on."""
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        recolour(pdf, Greys(darkest))
        target = io.BytesIO()
        pdf.save(target, deterministic_id=True)
    return target.getvalue()
