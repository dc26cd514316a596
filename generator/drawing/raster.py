"""PNG and JPEG of drawn faces, made from the very PDF that is printed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
from PIL import Image

from generator.drawing.draw import FaceBook
from generator.drawing.srgb import srgb_chunk, srgb_profile

POINTS_PER_INCH = 72
_A_HAIR_LESS = 1 - 1e-6  # pdfium rounds sizes up, and would make 750.0001 pixels 751
FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}


class Rasteriser:
    """Renders pages of a face book; opens each of its PDFs once. Use it in a ``with``."""

    def __init__(self, book: FaceBook) -> None:
        self._book = book
        self._open: dict[int, Any] = {}

    def __enter__(self) -> Rasteriser:
        return self

    def __exit__(self, *_: object) -> None:
        for document in self._open.values():
            document.close()
        self._open.clear()

    def image(self, key: str, dpi: float, crop_mm: float = 0.0) -> Image.Image:
        """The face ``key`` at ``dpi``, with ``crop_mm`` cut off each side (its bleed, say)."""
        number, page = self._book.pages[key]
        if number not in self._open:
            self._open[number] = pdfium.PdfDocument(self._book.pdfs[number])
        return render_page(self._open[number], page, dpi, crop_mm)


def render_page(document: Any, page: int, dpi: float, crop_mm: float = 0.0) -> Image.Image:
    """Page ``page`` (from 0) of an open pdfium document as an RGB image."""
    crop = crop_mm * POINTS_PER_INCH / 25.4
    scale = dpi / POINTS_PER_INCH * _A_HAIR_LESS
    bitmap = document[page].render(scale=scale, crop=(crop,) * 4)
    image: Image.Image = bitmap.to_pil()
    return image.convert("RGB")


@contextmanager
def opened(data: bytes) -> Iterator[Any]:
    """A PDF opened for :func:`render_page`."""
    document = pdfium.PdfDocument(data)
    try:
        yield document
    finally:
        document.close()


def encoded(image: Image.Image, suffix: str, dpi: float, quality: int = 92) -> bytes:
    """``image`` as a ``.png`` or ``.jpg`` file that says its resolution and that it is sRGB."""
    target = io.BytesIO()
    if FORMATS[suffix.lower()] == "PNG":
        image.save(target, "PNG", dpi=(dpi, dpi), pnginfo=srgb_chunk())
    else:
        inches = (round(dpi), round(dpi))
        image.save(target, "JPEG", dpi=inches, quality=quality, icc_profile=srgb_profile())
    return target.getvalue()


def write_image(image: Image.Image, path: Path, dpi: float) -> None:
    """Write ``image`` to ``path`` (.png or .jpg)."""
    path.write_bytes(encoded(image, path.suffix, dpi))
