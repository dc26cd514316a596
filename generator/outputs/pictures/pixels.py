"""How large a picture of a face may get: its pixels are counted before they are drawn."""

from __future__ import annotations

from collections.abc import Iterable
from math import floor, sqrt

from generator.design.face import Face
from generator.failures import WrongUseError

MOST_PIXELS = 100_000_000
"""Pixels of the largest picture, some 800 MB while it is made; a poker card at 1200 dpi has 12.6
million, a 600 x 600 mm board at 400 dpi has 89 million."""


def refuse_too_many(faces: Iterable[Face], dpi: float) -> None:
    """Go on only where no picture of the ``faces`` with their bleed has too many pixels.

    Raises:
        WrongUseError: one has; the message says what resolution can be had.
    """
    for face in faces:
        width, height = face.page_mm
        inches = width * height / 25.4**2
        if inches * dpi * dpi > MOST_PIXELS:
            millions = inches * dpi * dpi / 1e6
            raise WrongUseError(
                f"a face of {face.width_mm:g} x {face.height_mm:g} mm has {millions:.0f} million "
                f"pixels at {dpi:g} dpi; take --dpi {floor(sqrt(MOST_PIXELS / inches))} or less"
            )
