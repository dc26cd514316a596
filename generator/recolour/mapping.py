"""What a recolouring asks of a mapping from one device colour space to another."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol, TypeAlias

from PIL import Image

Colour: TypeAlias = tuple[float, ...]
"""A device colour by its length: 1 grey, 3 red green blue, 4 cyan magenta yellow black (0 to 1)."""

SPACES = {1: "/DeviceGray", 3: "/DeviceRGB", 4: "/DeviceCMYK"}
MODES = {1: "L", 3: "RGB", 4: "CMYK"}


class ColourError(ValueError):
    """A colour space, function or profile that cannot be converted; the message says which."""


class Use(StrEnum):
    """What a colour is used for: letters are kept on black ink where art need not be."""

    TEXT = "text"
    ART = "art"


class Mapping(Protocol):
    """Maps colours of any device space into one device space of ``size`` components."""

    size: int

    def colour(self, colour: Colour, use: Use) -> Colour:
        """The mapped colour of a fill or stroke."""

    def ramp(self, colours: Sequence[Colour]) -> list[Colour]:
        """The mapped colours of one gradient, which must stay smooth."""

    def picture(self, image: Image.Image) -> Image.Image:
        """The mapped picture; ``image`` is L, RGB or CMYK."""
