"""A finished plan of a print file: pages with faces and shapes in place, nothing drawn yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from generator.printing.layout.geometry import Rect
from generator.printing.layout.imposition import Flip, Outline, Placed, Side
from generator.printing.layout.shapes import Path, Shape


@dataclass(frozen=True, slots=True)
class Shift:
    """What to do to a whole page so that it lies right on paper: mm, and degrees (ccw).

    The turn is about the middle of the page and comes first.
    """

    x_mm: float = 0.0
    y_mm: float = 0.0
    degrees: float = 0.0


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its size (mm), what lies on it, its label and boxes.

    ``chapter`` starts an entry of the outline. ``trim`` is around all trim boxes, ``bleed``
    around all that may be printed of them. ``side`` tells fronts from backs of two-sided files.
    ``outlines`` are the edges to cut along, ``scores`` the lines to fold along.
    """

    width: float
    height: float
    placed: tuple[Placed, ...]
    shapes: tuple[Shape, ...]
    label: str
    trim: Rect
    bleed: Rect
    chapter: str | None = None
    shift: Shift | None = None
    side: Side = Side.FRONT
    outlines: tuple[Outline, ...] = ()
    scores: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """What is read out for faces: for fronts by component, for backs by deck.

    An empty text stands for words that are read themselves; what has no text is passed over.
    """

    fronts: Mapping[str, str] = field(default_factory=dict)
    backs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Document:
    """One PDF file: its name, title, pages, and how a duplex printer turns it (None: one-sided).

    ``author`` are those who made the game; ``told`` is what a reader says (None: not tagged), in
    ``language`` (BCP 47).
    """

    file: str
    title: str
    subject: str
    pages: Sequence[Page]
    flip: Flip | None = None
    author: str = ""
    told: Told | None = None
    language: str = "en"
