"""How much ink lies on one spot, and how to keep it under a printer's limit."""

from __future__ import annotations

from typing import Any, cast

from PIL import Image, ImageMath

from generator.recolour.mapping import Colour


def limited(colour: Colour, most: float) -> Colour:
    """A CMYK colour (0 to 1) with a total of at most ``most`` (2.4 is 240 %).

    First grey made of three inks gives way to black, which keeps the colour; what is left
    above the limit is taken from all three in proportion.
    """
    cyan, magenta, yellow, black = colour
    over = cyan + magenta + yellow + black - most
    if over <= 0:
        return colour
    moved = min(cyan, magenta, yellow, 1 - black, over / 2)
    cyan, magenta, yellow, black = cyan - moved, magenta - moved, yellow - moved, black + moved
    rest = cyan + magenta + yellow
    share = min(1.0, (most - black) / rest) if rest > 0 else 1.0
    return cyan * share, magenta * share, yellow * share, black


def limited_picture(image: Image.Image, most: float) -> Image.Image:
    """A CMYK picture with every pixel at most ``most`` in total; see :func:`limited`."""
    if total_ink(image) <= most + 1e-9:
        return image
    bands = dict(zip("cmyk", image.split(), strict=True))
    outcome = [
        ImageMath.lambda_eval(_limiter(name), most=most * 255, **bands).convert("L")
        for name in "cmyk"
    ]
    return Image.merge("CMYK", outcome)


def total_ink(image: Image.Image) -> float:
    """The most ink on one pixel of a CMYK picture, as a sum (4.0 is 400 %)."""
    _, most = cast(tuple[float, float], ink_sums(image).getextrema())
    return most / 255


def ink_sums(image: Image.Image) -> Image.Image:
    """The sum of the four inks of each pixel, 0 to 1020, as an integer picture."""
    bands = dict(zip("cmyk", image.split(), strict=True))
    total: Image.Image = ImageMath.lambda_eval(lambda a: a["c"] + a["m"] + a["y"] + a["k"], **bands)
    return total


def _limiter(band: str) -> Any:
    """The band after :func:`limited`, in whole levels that never round up."""

    def outcome(a: dict[str, Any]) -> Any:
        low, high, number = a["min"], a["max"], a["float"]
        cyan, magenta, yellow, black = (number(a[name]) for name in "cmyk")
        over = high(cyan + magenta + yellow + black - a["most"], 0)
        moved = low(low(low(cyan, magenta), low(yellow, 255 - black)), over / 2)
        rest = high(cyan + magenta + yellow - 3 * moved, 0.001)
        share = low((a["most"] - black - moved) / rest, 1)
        if band == "k":
            return black + moved
        return (number(a[band]) - moved) * share

    return outcome
