"""Pictures of faces as the page shows them, by the very way that a print takes."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

from generator.design.face import DrawError, Face
from generator.drawing.draw import draw_chunk
from generator.drawing.inks import inked
from generator.drawing.raster import limits_for, opened, render_page
from generator.drawing.srgb import srgb_chunk
from validator.executor import Executor, JobFailure, Reason, Task

LEAST_DPI, MOST_DPI = 20, 600
MOST_PIXELS = 16_000_000
"""Pixels of the largest picture that a page is given; a face that has more is shown coarser."""
_LEVEL = 1  # of compression: the way is short, and the time counts


@dataclass(frozen=True, slots=True)
class Shot:
    """A face to be shown, with its bleed, at ``dpi`` dots an inch, as printed with ``ink``."""

    face: Face
    dpi: int
    ink: str = "normal"

    @property
    def name(self) -> str:
        """What the picture is known by: the hash of the face's drawing, and how it is shown."""
        return f"{self.face.key}-{self.ink}-{self.dpi}"


@dataclass(frozen=True, slots=True)
class _Shoot:
    """The job of a worker."""

    shot: Shot

    def __call__(self) -> bytes | JobFailure:
        try:
            return picture_of(self.shot)
        except DrawError as error:
            return JobFailure(Reason.FAILED, str(error))


def picture_of(shot: Shot) -> bytes:
    """A picture as a PNG file.

    Raises:
        DrawError: the face cannot be drawn.
    """
    pdf = inked(draw_chunk((shot.face,)), shot.ink)
    with opened(pdf) as document:
        image = render_page(document, 0, within(shot.face, shot.dpi))
    target = io.BytesIO()
    image.save(target, "PNG", compress_level=_LEVEL, pnginfo=srgb_chunk())
    return target.getvalue()


def shoot(shots: Sequence[Shot], pool: Executor) -> Iterator[tuple[Shot, bytes | JobFailure]]:
    """Pictures as PNG files, as they are done."""
    tasks = [
        Task(number, _Shoot(shot), limits_for(_pixels(shot.face, shot.dpi)))
        for number, shot in enumerate(shots)
    ]
    for task, answer in pool.run(tasks):
        yield shots[task.number], answer


def within(face: Face, dpi: float) -> float:
    """``dpi`` dots an inch, or fewer where a picture would have too many pixels."""
    pixels = _pixels(face, dpi)
    return dpi if pixels <= MOST_PIXELS else dpi * sqrt(MOST_PIXELS / pixels)


def _pixels(face: Face, dpi: float) -> float:
    wide, high = face.page_mm
    return wide * high * (dpi / 25.4) ** 2
