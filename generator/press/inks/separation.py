"""Separate colours for a printing condition: greys on black ink, the rest by the profile."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate

from PIL import Image, ImageChops

from generator.press.inks.icc import Profile, pixels
from generator.press.inks.ink import limited, limited_picture
from generator.recolour.mapping import Colour, Use

TEXT_CHROMA = 16.0
"""Letters with at most this chroma (CIELAB C*), and dark, are printed in black ink alone:
four plates that are a tenth of a millimetre apart make small letters unreadable."""
TEXT_LIGHTNESS = 55.0
"""Letters lighter than this (CIELAB L*) keep their colour."""
SOLID_TEXT = 0.85
"""Letters of at least this much black are printed solid: a screen would fray their edges."""


@dataclass
class Separation:
    """Maps RGB and grey to the inks of ``profile`` with at most ``most`` in total (3.0 is 300 %).

    CMYK colours in the source are kept, but for the limit.
    """

    profile: Profile
    most: float = 3.0
    size: int = 4
    known: dict[tuple[Colour, Use], Colour] = field(default_factory=dict)

    def colour(self, colour: Colour, use: Use) -> Colour:
        """The inks of a fill or stroke."""
        key = (colour, use)
        if key not in self.known:
            self.known[key] = self._separated(colour, use)
        return self.known[key]

    def ramp(self, colours: Sequence[Colour]) -> list[Colour]:
        """The inks of a gradient; on black alone only if all of it is grey."""
        if all(_is_grey(colour) for colour in colours):
            return [self._black(colour[0]) for colour in colours]
        rgb = [colour for colour in colours if len(colour) != 4]
        inks = iter(self._inks(rgb))
        return [limited(c, self.most) if len(c) == 4 else next(inks) for c in colours]

    def picture(self, image: Image.Image) -> Image.Image:
        """The inks of a picture; on black alone only if all of it is grey."""
        if image.mode == "CMYK":
            return limited_picture(image, self.most)
        if image.mode == "L" or _all_grey(image):
            plate = image.convert("L").point([self._levels[value] for value in range(256)])
            empty = Image.new("L", image.size)
            return Image.merge("CMYK", (empty, empty, empty, plate))
        return limited_picture(self.profile.inks(image), self.most)

    def _separated(self, colour: Colour, use: Use) -> Colour:
        if _is_grey(colour):
            black = self._black(colour[0])
            return _solid(black) if use is Use.TEXT else black
        if use is Use.TEXT and len(colour) == 3 and _near_black(colour):
            return _solid(self._black(_luma(colour)))
        return self._process(colour)

    def _process(self, colour: Colour) -> Colour:
        if len(colour) == 4:
            return limited(colour, self.most)
        return self._inks([colour])[0]

    def _inks(self, colours: Sequence[Colour]) -> list[Colour]:
        """The inks of RGB or grey colours; one picture for all, as each call costs the same."""
        if not colours:
            return []
        rgb = [colour if len(colour) == 3 else colour * 3 for colour in colours]
        data = self.profile.inks(pixels(rgb)).tobytes()
        found = (tuple(level / 255 for level in data[at : at + 4]) for at in range(0, len(data), 4))
        return [limited(inks, self.most) for inks in found]

    def _black(self, grey: float) -> Colour:
        return 0.0, 0.0, 0.0, self._levels[round(grey * 255)] / 255

    @cached_property
    def _levels(self) -> tuple[int, ...]:
        """For each sRGB grey 0 to 255 the amount of black (0 to 255) that looks as light.

        The lightness is scaled so that black is the full ink and white the bare paper.
        """
        ramp = self.profile.lightness_of_black()
        darkest = ramp[-1]
        rising = list(accumulate(reversed(ramp), max))
        wanted = [darkest + (100 - darkest) * _lightness(grey / 255) / 100 for grey in range(256)]
        found = [255 - min(255, bisect_left(rising, light)) for light in wanted]
        return (255, *found[1:255], 0)


def _solid(inks: Colour) -> Colour:
    return (0.0, 0.0, 0.0, 1.0) if inks[3] >= SOLID_TEXT else inks


def _is_grey(colour: Colour) -> bool:
    return len(colour) == 1 or (len(colour) == 3 and max(colour) - min(colour) < 1 / 255)


def _all_grey(image: Image.Image) -> bool:
    red, green, blue = image.split()
    differences = (ImageChops.difference(red, green), ImageChops.difference(green, blue))
    return all(band.getextrema() == (0, 0) for band in differences)


def _near_black(colour: Colour) -> bool:
    light, a, b = _lab(colour)
    return light <= TEXT_LIGHTNESS and (a * a + b * b) ** 0.5 <= TEXT_CHROMA


def _luma(colour: Colour) -> float:
    """The sRGB grey (0 to 1) as light as ``colour``."""
    luminance = _xyz(colour)[1]
    if luminance <= 0.0031308:
        return 12.92 * luminance
    return float(1.055 * luminance ** (1 / 2.4) - 0.055)


def _lightness(grey: float) -> float:
    return _lab((grey,) * 3)[0]


def _lab(colour: Colour) -> tuple[float, float, float]:
    """CIELAB (D65) of an sRGB colour."""
    x, y, z = (_cube_root(value) for value in _xyz(colour))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _xyz(colour: Colour) -> tuple[float, float, float]:
    """CIE XYZ of an sRGB colour (IEC 61966-2-1), each relative to white."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in colour
    )
    return (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        0.2126 * red + 0.7152 * green + 0.0722 * blue,
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )


def _cube_root(value: float) -> float:
    return float(value ** (1 / 3)) if value > 0.008856 else 7.787 * value + 16 / 116
