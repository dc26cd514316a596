"""sRGB (IEC 61966-2-1) by name: what every file that is not in inks says its colours are."""

from __future__ import annotations

from functools import cache

from PIL.PngImagePlugin import PngInfo

from generator.shipped import DATA

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
