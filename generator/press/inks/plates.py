"""Look at a CMYK file as a press does: render each page to its four inks.

pdfium renders RGB only, so two copies of the file are made in which the inks stand for
light: one shows cyan, magenta and yellow as red, green and blue, the other black as grey.
Painting and blending treat every ink alike, so that what is rendered is what is printed; what
overprints in black is left out of the first copy, so that its ground stays.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any

import pypdfium2 as pdfium
from pikepdf import Pdf
from PIL import Image, ImageChops

from generator.press.inks.ink import ink_sums
from generator.press.inks.overprint import without_overprint
from generator.recolour.document import recolour
from generator.recolour.mapping import Colour, ColourError, Use

POINTS_PER_INCH = 72


class Plates(AbstractContextManager["Plates"]):
    """The inks of a PDF's pages. Use it in a ``with``.

    Raises:
        ColourError: the file has colours that are not inks.
    """

    def __init__(self, data: bytes) -> None:
        self._coloured = pdfium.PdfDocument(_shown(data, _Light(black=False)))
        self._black = pdfium.PdfDocument(_shown(data, _Light(black=True)))

    def __exit__(self, *_: object) -> None:
        self._coloured.close()
        self._black.close()

    def __len__(self) -> int:
        return len(self._coloured)

    def page(self, index: int, dpi: float) -> Image.Image:
        """Page ``index`` (from 0) as a CMYK picture; 255 is full ink."""
        cyan, magenta, yellow = ImageChops.invert(_render(self._coloured, index, dpi)).split()
        black = ImageChops.invert(_render(self._black, index, dpi).getchannel(0))
        return Image.merge("CMYK", (cyan, magenta, yellow, black))


def most_ink(picture: Image.Image, dpi: float) -> tuple[float, float, float]:
    """The most ink on a spot of a CMYK picture (4.0 is 400 %), and where: mm from the top left."""
    sums = ink_sums(picture)
    most = int(sums.getextrema()[1])  # type: ignore[arg-type]
    spots = sums.point(lambda level: level - most + 1).convert("L")  # only the most stays above 0
    box = spots.getbbox() or (0, 0, 1, 1)
    return most / 255, box[0] * 25.4 / dpi, box[1] * 25.4 / dpi


class _Light:
    """Maps inks to light: cyan, magenta and yellow, or black, each by itself."""

    size = 3

    def __init__(self, black: bool) -> None:
        self.black = black

    def colour(self, colour: Colour, use: Use) -> Colour:
        del use
        if len(colour) == 3:
            raise ColourError("a colour is still red, green and blue")
        cyan, magenta, yellow, black = colour if len(colour) == 4 else (0, 0, 0, 1 - colour[0])
        light = (black,) * 3 if self.black else (cyan, magenta, yellow)
        return tuple(1 - ink for ink in light)

    def ramp(self, colours: Sequence[Colour]) -> list[Colour]:
        return [self.colour(colour, Use.ART) for colour in colours]

    def picture(self, image: Image.Image) -> Image.Image:
        if image.mode == "RGB":
            raise ColourError("a picture is still red, green and blue")
        if image.mode == "L":
            white = Image.new("L", image.size, 255)
            return Image.merge("RGB", (image if self.black else white,) * 3)
        cyan, magenta, yellow, black = image.split()
        inks = (black, black, black) if self.black else (cyan, magenta, yellow)
        return ImageChops.invert(Image.merge("RGB", inks))


def _shown(data: bytes, light: _Light) -> bytes:
    with Pdf.open(io.BytesIO(data)) as pdf:
        if not light.black:
            without_overprint(pdf)
        recolour(pdf, light, packing=0)
        target = io.BytesIO()
        pdf.save(target, compress_streams=False)
    return target.getvalue()


def _render(document: Any, index: int, dpi: float) -> Image.Image:
    image: Image.Image = document[index].render(scale=dpi / POINTS_PER_INCH).to_pil()
    return image.convert("RGB")
