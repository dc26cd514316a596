"""Drawn pages as greys, without colours, or with light pictures only."""

from __future__ import annotations

import io
from functools import cache

import pikepdf
from PIL.PngImagePlugin import PngInfo

from generator.installed import DATA
from generator.recolour import Greys, recolour
from generator.svg.lint import level

CONDITION = "sRGB IEC61966-2.1"
"""What files call the colour space, as the ICC registry does."""

_PERCEPTUAL = b"\0"
"""The rendering intent in the ``sRGB`` chunk of a PNG (PNG, third edition, 11.3.2.5)."""


@cache
def srgb_profile() -> bytes:
    """The ICC profile (version 2.1, about 1 kB); see ``data/profiles/README.md``."""
    return (DATA / "profiles" / "srgb.icc").read_bytes()


def srgb_chunk() -> PngInfo:
    """What a PNG is saved with to say that it is sRGB."""
    info = PngInfo()
    info.add(b"sRGB", _PERCEPTUAL)
    return info


DARKEST = 0.75
"""Darkest grey of pictures with low ink, 0 to 1: black letters on it have a contrast of 11 : 1."""


def to_bytes(pdf: pikepdf.Pdf) -> bytes:
    """A file as bytes, equal for equal content."""
    target = io.BytesIO()
    pdf.save(target, deterministic_id=True)
    return target.getvalue()


# Drawn pages without colours, or with light pictures only: nothing is rasterised.
#
# Every colour of a file is mapped, wherever it came from: the theme, a template's own, a gradient,
# a picture. What is left is grey, so that no colour cartridge is touched.


GREY, LOW = "grey", "low"


def apply_ink(data: bytes, ink: str) -> bytes:
    """A PDF as it is printed with ``ink``: normal as it is, grey and low without colours."""
    if ink not in (GREY, LOW):
        return data
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        recolour(pdf, Greys(level, DARKEST if ink == LOW else 0.0))
        return to_bytes(pdf)
