"""PNG and JPEG of drawn faces, made from the very PDF that is printed, and compared."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt
from typing import Any

import pypdfium2 as pdfium
from PIL import Image, ImageDraw

from generator.design.templates import LIMITS
from generator.drawing.colours import srgb_chunk, srgb_profile
from generator.drawing.draw import FaceBook, undrawn
from validator.executor import Executor, JobFailure, Task
from validator.processes import Limits

POINTS_PER_INCH = 72
_LARGEST_MM = (600.0, 600.0)  # what a face is taken for whose size is not known
_A_HAIR_LESS = 1 - 1e-6  # pdfium rounds sizes up, and would make 750.0001 pixels 751
FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A picture to take of a face, with ``crop_mm`` cut off each side (its bleed, say).

    ``finish`` (picklable) is what the worker makes of the picture.
    """

    key: str
    dpi: float
    finish: Callable[[Image.Image], Any]
    crop_mm: float = 0.0


class Rasteriser:
    """Renders pages of a face book in a worker. Use it in a ``with``."""

    def __init__(self, book: FaceBook) -> None:
        self._book = book
        self._pool = book.pool or Executor(1)

    def __enter__(self) -> Rasteriser:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not self._book.pool:
            self._pool.close()

    def image(self, key: str, dpi: float, crop_mm: float = 0.0) -> Image.Image:
        """The face ``key`` at ``dpi``, with ``crop_mm`` cut off each side (its bleed, say).

        Raises:
            UndrawnError: it takes too long, or too much memory.
        """
        ((_, (size, pixels)),) = self.images([Snapshot(key, dpi, pixels_of, crop_mm)])
        return Image.frombytes("RGB", size, pixels)

    def images(self, shots: Sequence[Snapshot]) -> Iterator[tuple[int, Any]]:
        """Take many pictures, several at a time; yields each number with what ``finish`` made.

        Raises:
            UndrawnError: one takes too long, or too much memory.
        """
        for task, answer in self._pool.run(self._tasks(shots)):
            if isinstance(answer, JobFailure):
                face = self._book.faces.get(shots[task.number].key)
                raise undrawn([(face, answer)], task.limits or LIMITS)
            yield task.number, answer

    def _tasks(self, shots: Sequence[Snapshot]) -> Iterator[Task]:
        for number, shot in enumerate(shots):
            document, page = self._book.pages[shot.key]
            job = _RenderJob(self._book.pdfs[document], page, shot)
            yield Task(number, job, self._limits(shot))

    def _limits(self, shot: Snapshot) -> Limits:
        face = self._book.faces.get(shot.key)
        wide, high = face.page_mm if face else _LARGEST_MM
        return limits_for(wide * high * (shot.dpi / 25.4) ** 2)


def limits_for(pixels: float) -> Limits:
    """What rendering so many pixels may take: a million takes some 20 ms and 10 MB."""
    millions = pixels / 1e6
    return Limits(LIMITS.seconds + millions / 2, LIMITS.megabytes + 16 * millions)


def pixels_of(image: Image.Image) -> tuple[tuple[int, int], bytes]:
    """Width and height of an RGB image, and its pixels."""
    return image.size, image.tobytes()


@dataclass(frozen=True, slots=True)
class _RenderJob:
    """The job of a worker: a page of a document, and the picture to take of it."""

    document: bytes
    page: int
    shot: Snapshot

    def __call__(self) -> Any:
        taken = render_page(_open(self.document), self.page, self.shot.dpi, self.shot.crop_mm)
        return self.shot.finish(taken)


@lru_cache(maxsize=1)
def _open(data: bytes) -> Any:
    """The document that was rendered last stays open: opened for each picture it takes 8 ms."""
    return pdfium.PdfDocument(data)


def render_page(document: Any, page: int, dpi: float, crop_mm: float = 0.0) -> Image.Image:
    """Page ``page`` (from 0) of an open pdfium document as an RGB image."""
    crop = crop_mm * POINTS_PER_INCH / 25.4
    scale = dpi / POINTS_PER_INCH * _A_HAIR_LESS
    bitmap = document[page].render(scale=scale, crop=(crop,) * 4)
    image: Image.Image = bitmap.to_pil()
    return image.convert("RGB")


@contextmanager
def open_pdf(data: bytes) -> Iterator[Any]:
    """A PDF opened for :func:`render_page`."""
    document = pdfium.PdfDocument(data)
    try:
        yield document
    finally:
        document.close()


def encode_image(image: Image.Image, suffix: str, dpi: float) -> bytes:
    """``image`` as a ``.png`` or ``.jpg`` file that says its resolution and that it is sRGB."""
    target = io.BytesIO()
    if FORMATS[suffix.lower()] == "PNG":
        image.save(target, "PNG", dpi=(dpi, dpi), pnginfo=srgb_chunk())
    else:
        inches = (round(dpi), round(dpi))
        image.save(target, "JPEG", dpi=inches, quality=92, icc_profile=srgb_profile())
    return target.getvalue()


_OVERSAMPLE = 4
"""Edges are drawn this much larger and shrunk, so that they are smooth."""
_MOST_MASK = 120_000_000
"""Pixels of the mask an edge is drawn on; where that is too few, the dots are small anyway."""


_HEX = ((1.0, 0.5), (0.75, 1.0), (0.25, 1.0), (0.0, 0.5), (0.25, 0.0), (0.75, 0.0))
"""The corners of a hexagon that lies in a box, in shares of its width and height."""


def cut_out(
    image: Image.Image,
    shape: str,
    corners: Sequence[tuple[float, float]] = (),
    resample: Image.Resampling = Image.Resampling.LANCZOS,
    radius: float = 0.0,
) -> Image.Image:
    """A picture with nothing outside its shape: rect, round, hex, rounded, or custom.

    The last two have a ``radius`` and ``corners``, in pixels of the picture; the points of a
    hexagon are left and right.
    """
    if shape == "rect":
        return image
    finer = min(_OVERSAMPLE, max(1, isqrt(_MOST_MASK // max(1, image.width * image.height))))
    mask = Image.new("L", (image.width * finer, image.height * finer))
    pen = ImageDraw.Draw(mask)
    whole = (0, 0, mask.width - 1, mask.height - 1)
    if shape == "round":
        pen.ellipse(whole, fill=255)
    elif shape == "rounded":
        pen.rounded_rectangle(whole, radius * finer, fill=255)
    elif shape == "hex":
        pen.polygon([(x * mask.width, y * mask.height) for x, y in _HEX], fill=255)
    else:
        pen.polygon([(x * finer, y * finer) for x, y in corners], fill=255)
    cut = image.convert("RGBA")
    cut.putalpha(mask.resize(image.size, resample))
    return cut
