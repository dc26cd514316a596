"""How large things come out on paper: letters in points, pictures in dots an inch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from generator.svg.lint import OURS, SVG_NS
from generator.svg.transforms import matrix_of, scale_of

LEAST_PT = 6.0
"""Letters smaller than this are hard to read: where designers of card games see the limit
(boardgamegeek.com/thread/1679368; the built-in templates stay above 7 pt)."""
LEAST_DPI = 150.0
"""Coarsest a picture should be; 300 dots an inch are best
(theplayingcardfactory.com, "What image resolution do I need")."""
PIXELS = "data-pixels"
"""Attribute that holds width and height of a picture in pixels."""
_MM_PER_PT = 25.4 / 72


@dataclass(frozen=True, slots=True)
class Small:
    """A text whose letters come out at ``size`` pt."""

    text: str
    size: float


@dataclass(frozen=True, slots=True)
class Coarse:
    """A picture that comes out at ``dpi``, its size in pixels, and the one it needs for 300."""

    name: str
    dpi: float
    pixels: tuple[int, int]
    wanted: tuple[int, int]


def small_texts(root: etree._Element, least: float = LEAST_PT) -> Iterator[Small]:
    """Texts with letters smaller than ``least`` pt, transforms counted in."""
    for node in root.iter(f"{{{SVG_NS}}}text"):
        if node.get(OURS) == "run":
            scale = scale_of(matrix_of(node))
            size = float(node.get("font-size", "0")) * scale / _MM_PER_PT
            if size < least - 0.01:
                yield Small(node.text or "", size)


def coarse_pictures(root: etree._Element, least: float = LEAST_DPI) -> Iterator[Coarse]:
    """Pictures with fewer than ``least`` dots an inch where they are drawn."""
    for node in root.iter(f"{{{SVG_NS}}}image"):
        if node.get(OURS) == "picture" and node.get(PIXELS):
            dpi, pixels = _resolution(node)
            if dpi < least:
                wanted = (round(pixels[0] * 300 / dpi), round(pixels[1] * 300 / dpi))
                yield Coarse(str(node.get("href")), dpi, pixels, wanted)


def _resolution(node: etree._Element) -> tuple[float, tuple[int, int]]:
    """Dots an inch along the side where they are fewest, and the size in pixels."""
    wide, high = (int(number) for number in str(node.get(PIXELS)).split())
    scale = scale_of(matrix_of(node))
    per_mm = [
        pixels / (float(str(node.get(side))) * scale)
        for pixels, side in ((wide, "width"), (high, "height"))
    ]
    contained = str(node.get("preserveAspectRatio")).endswith("meet")
    return (max if contained else min)(per_mm) * 25.4, (wide, high)
