"""Translucent pages made opaque, and a CMYK file looked at as a press does."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import pikepdf
import pypdfium2 as pdfium
from pikepdf import Dictionary, Name, Operator, Pdf
from PIL import Image, ImageChops

from generator.drawing.colours import to_bytes
from generator.press.inks import SHOWS, ink_sums, limit_picture, walk, without_overprint
from generator.press.transparency import transparent
from generator.recolour import Colour, ColourError, ColourUse, recolour

# Look at a CMYK file as a press does: render each page to its four inks.
#
# pdfium renders RGB only, so two copies of the file are made in which the inks stand for light:
# one shows cyan, magenta and yellow as red, green and blue, the other black as grey. Painting and
# blending treat every ink alike, so that what is rendered is what is printed; what overprints in
# black is left out of the first copy, so that its ground stays.


POINTS_PER_INCH = 72


class Plates(AbstractContextManager["Plates"]):
    """The inks of a PDF's pages. Use it in a ``with``.

    Raises:
        ColourError: the file has colours that are not inks.
    """

    def __init__(self, data: bytes) -> None:
        self._coloured = pdfium.PdfDocument(_render_page(data, _Light(black=False)))
        self._black = pdfium.PdfDocument(_render_page(data, _Light(black=True)))

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

    def colour(self, colour: Colour, use: ColourUse) -> Colour:
        del use
        if len(colour) == 3:
            raise ColourError("a colour is still red, green and blue")
        cyan, magenta, yellow, black = colour if len(colour) == 4 else (0, 0, 0, 1 - colour[0])
        light = (black,) * 3 if self.black else (cyan, magenta, yellow)
        return tuple(1 - ink for ink in light)

    def ramp(self, colours: Sequence[Colour]) -> list[Colour]:
        return [self.colour(colour, ColourUse.ART) for colour in colours]

    def picture(self, image: Image.Image) -> Image.Image:
        if image.mode == "RGB":
            raise ColourError("a picture is still red, green and blue")
        if image.mode == "L":
            white = Image.new("L", image.size, 255)
            return Image.merge("RGB", (image if self.black else white,) * 3)
        cyan, magenta, yellow, black = image.split()
        inks = (black, black, black) if self.black else (cyan, magenta, yellow)
        return ImageChops.invert(Image.merge("RGB", inks))


def _render_page(data: bytes, light: _Light) -> bytes:
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


# Make translucent pages opaque: their art becomes a picture of inks, their letters stay letters.
#
# For shops that take no transparency (PDF/X-1a). The picture is taken from the page without its
# opaque letters, which are then set on top of it.


FLATTEN_DPI = 400.0
"""Resolution of flattened art; letters and what was opaque are not touched by it."""
MOST_PIXELS = 40_000_000
"""Larger pages (a board, say) are flattened at a lower resolution, to stay within memory."""

_PATH = frozenset(("m", "l", "c", "v", "y", "h", "re", "W", "W*"))
_PAINTS = frozenset(("f", "F", "f*", "S", "s", "B", "B*", "b", "b*", "n"))
_CHECK_DPI = 72.0
_DIFFERENT = 96
"""Levels by which letters hidden under art would show when they come to lie on top."""

Keep = Callable[[str, bool], bool]
"""From an operator, and whether it paints translucently, to whether it stays."""


def flatten(data: bytes, most: float, dpi: float = FLATTEN_DPI) -> tuple[bytes, tuple[int, ...]]:
    """Return a CMYK file without transparency, and the pages (from 0) that were flattened.

    ``most`` is the ink limit as a sum: art that is mixed on the page is mixed in the picture.
    """
    with Pdf.open(io.BytesIO(data)) as pdf:
        pages = tuple(i for i, page in enumerate(pdf.pages) if transparent(page.obj))
        if not pages:
            return data, ()
        with Plates(data) as plates, Plates(_save(data, _is_art)) as art:
            for index in pages:
                page = pdf.pages[index]
                letters = _filter(page, _is_letter)
                picture = limit_picture(art.page(index, _within(page, dpi)), most)
                _replace(pdf, page, picture, letters)
            with Plates(to_bytes(pdf)) as now:
                hidden = [i for i in pages if not _alike(plates, now, i)]
            for index in hidden:
                page = pdf.pages[index]
                picture = limit_picture(plates.page(index, _within(page, dpi)), most)
                _replace(pdf, page, picture, [])
        return to_bytes(pdf), pages


def _within(page: pikepdf.Page, dpi: float) -> float:
    """The resolution at which the page has at most :data:`MOST_PIXELS`."""
    left, bottom, right, top = (float(value) for value in page.mediabox)
    square_inches = (right - left) * (top - bottom) / 72**2
    return float(min(dpi, (MOST_PIXELS / square_inches) ** 0.5))


def _save(data: bytes, keep: Keep) -> bytes:
    with Pdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            content = pikepdf.unparse_content_stream(_filter(page, keep))
            page.obj.Contents = pdf.make_stream(content)
        return to_bytes(pdf)


def _is_letter(operator: str, translucent: bool) -> bool:
    if operator in SHOWS:
        return not translucent
    return operator not in ("Do", "sh", "INLINE IMAGE", "gs", *_PAINTS)


def _is_art(operator: str, translucent: bool) -> bool:
    return operator not in SHOWS or translucent


def _filter(page: pikepdf.Page, keep: Keep) -> list[Any]:
    """The instructions of a page that ``keep`` wants; paths that clip always stay."""
    out: list[Any] = []
    path: list[Any] = []
    for instruction, graphics in walk(page.obj, page.resources):
        operator = str(instruction.operator)
        kept = keep(operator, graphics.alpha < 1)
        if operator in _PATH:
            path.append(instruction)
        elif operator in _PAINTS:
            if kept:
                out += [*path, instruction]
            elif any(str(step.operator) in ("W", "W*") for step in path):
                out += [*path, ([], Operator("n"))]
            path.clear()
        elif kept:
            out.append(instruction)
    return out


def _replace(pdf: Pdf, page: pikepdf.Page, picture: Image.Image, letters: list[Any]) -> None:
    left, bottom, right, top = (float(value) for value in page.mediabox)
    image = pdf.make_stream(
        zlib.compress(picture.tobytes(), 6),
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=picture.width,
        Height=picture.height,
        ColorSpace=Name.DeviceCMYK,
        BitsPerComponent=8,
        Filter=Name.FlateDecode,
    )
    place = f"q {right - left:.4f} 0 0 {top - bottom:.4f} {left:.4f} {bottom:.4f} cm /Art Do Q\n"
    content = place.encode() + pikepdf.unparse_content_stream(letters)
    fonts = page.resources.get("/Font", Dictionary())
    page.obj.Contents = pdf.make_stream(content)
    page.obj.Resources = Dictionary(XObject=Dictionary(Art=image), Font=fonts)
    if "/Group" in page.obj:
        del page.obj["/Group"]


def _alike(one: Plates, other: Plates, page: int) -> bool:
    """Tell whether a page still shows the same, but for the softness of pictures."""
    before, after = one.page(page, _CHECK_DPI), other.page(page, _CHECK_DPI)
    difference = ImageChops.difference(before, after)
    worst = difference.reduce(3)
    return all(int(band.getextrema()[1]) < _DIFFERENT for band in worst.split())  # type: ignore[arg-type]
