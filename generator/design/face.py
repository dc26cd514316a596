"""What a component looks like: faces, and which faces each component has. Types only."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass, field, replace

from generator.failures import FailedError
from validator.catalogue.model import Form
from validator.findings import Place

OUTLINED = "data-outlined"
"""Attribute of the root of a drawing whose letters are drawn as shapes: their least size (mm)."""


class DrawError(FailedError):
    """A face that cannot be drawn; the message names what is wrong."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a face comes from, for findings: its template, and of which component it is."""

    game: str
    place: Place
    shown: str


@dataclass(frozen=True, slots=True)
class Face:
    """One distinct drawing. ``key`` is the SHA-256 of ``svg``; lengths are in mm.

    ``width_mm`` and ``height_mm`` are the trim size; the page adds the bleed on each side.
    ``root`` is the folder that pictures and own fonts are named from. ``drawing`` is the SVG,
    or its packed form, a fifth as long. Of equal faces one
    ``origin`` is as good as another. ``is_outlined`` tells that its letters are shapes.
    """

    key: str
    drawing: str | bytes = field(compare=False)
    width_mm: float
    height_mm: float
    bleed_mm: float
    root: str = ""
    origin: Origin | None = field(default=None, compare=False)
    is_outlined: bool = field(default=False, compare=False)

    @property
    def svg(self) -> str:
        """The drawing as SVG text."""
        return self.drawing if isinstance(self.drawing, str) else unpacked(self.packed)

    @property
    def packed(self) -> bytes:
        """The packed form of the drawing."""
        return packed(self.drawing) if isinstance(self.drawing, str) else self.drawing

    @property
    def page_mm(self) -> tuple[float, float]:
        """Width and height of the face with its bleed, in mm."""
        return self.width_mm + 2 * self.bleed_mm, self.height_mm + 2 * self.bleed_mm


@dataclass(frozen=True, slots=True)
class FacePair:
    """What one component of a set looks like; ``back`` is None where it stays blank.

    ``shape`` is rect, round, hex or custom (with ``outline_mm``, its corners from the top left);
    ``corner_mm`` is the radius of rounded corners, and ``fold`` is ``tent`` for pieces that are
    printed twice, head to head, and folded, ``die`` for six faces side by side.
    """

    component: str
    deck: str
    copies: int
    front: Face
    back: Face | None
    shape: str
    form: Form
    corner_mm: float = 0.0
    fold: str = "none"
    outline_mm: tuple[tuple[float, float], ...] = ()


def outlined(face: Face, least_mm: float = 0.0) -> Face:
    """The same face with its letters as shapes: it looks the same and has no text to be found.

    Letters of less than ``least_mm`` (their size as drawn) are left out.
    """
    svg = face.svg.replace("<svg ", f'<svg {OUTLINED}="{least_mm:g}" ', 1)
    return replace(face, key=key_of(svg), drawing=packed(svg), is_outlined=True)


def key_of(svg: str) -> str:
    """The content hash that names a drawing."""
    return hashlib.sha256(svg.encode()).hexdigest()


def packed(svg: str) -> bytes:
    """The compressed form of a drawing."""
    return zlib.compress(svg.encode(), 1)


def unpacked(drawing: bytes) -> str:
    """The drawing of its compressed form."""
    return zlib.decompress(drawing).decode()
