"""Pieces of a cover's pages: strips of thumbnails, figures and a ruler, as flowables.

A strip draws nothing: it notes where each face belongs, and the faces come in later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from reportlab.platypus import Flowable

from generator.printing.cover.content import Thumb
from generator.printing.folding.figures import HEIGHT_MM, WIDTH_MM, Figure
from generator.printing.layout.geometry import Rect
from generator.printing.layout.imposition import Placed, Side
from generator.printing.layout.marks import ruler
from generator.printing.pdf.canvas import draw_loose
from generator.printing.pdf.fonts import POINTS

Sink: TypeAlias = "list[tuple[int, Placed]]"
"""Where thumbnails are noted: the page from 1, and the place."""
LEAST_SHRUNK = 0.6
"""Thumbnails are shrunk down to this part of their height before one of them is left out."""


class Thumbs(Flowable):  # type: ignore[misc]
    """A strip of thumbnails side by side: as many as fit."""

    def __init__(self, thumbs: Sequence[Thumb], width: float, height: float, sink: Sink) -> None:
        super().__init__()
        self._thumbs, self._sink = thumbs, sink
        self._width_mm, self._height_mm = width, height
        self.width, self.height = width * POINTS, height * POINTS

    def draw(self) -> None:
        """Note where each thumbnail lies on the page."""
        x, y = self.canv.absolutePosition(0, 0)
        page = self.canv.getPageNumber()
        for thumb, box in fan(self._thumbs, self._width_mm, self._height_mm):
            self._sink.append((page, placed_thumb(thumb, box.moved(x / POINTS, y / POINTS))))


def fan(thumbs: Sequence[Thumb], width: float, height: float) -> list[tuple[Thumb, Rect]]:
    """Thumbnails in a strip, with their boxes: to one scale, side by side, none enlarged.

    Where they do not fit they are made smaller, and then fewer.
    """
    if not thumbs:
        return []
    gap = 1.5
    tallest = max(thumb.drawing.height for thumb in thumbs)
    total = sum(thumb.drawing.width for thumb in thumbs)
    full = min(1.0, height / tallest)
    scale = min(full, (width - gap * (len(thumbs) - 1)) / total)
    if scale < full * LEAST_SHRUNK and len(thumbs) > 1:
        middle = len(thumbs) // 2
        return fan([*thumbs[:middle], *thumbs[middle + 1 :]], width, height)
    boxes, x = [], 0.0
    for thumb in thumbs:
        wide = thumb.drawing.width * scale
        boxes.append((thumb, Rect(x, 0, wide, thumb.drawing.height * scale)))
        x += wide + gap
    return boxes


def placed_thumb(thumb: Thumb, box: Rect) -> Placed:
    """A thumbnail in its place on a page."""
    return Placed(
        thumb.component, thumb.deck, 1, Side.FRONT, thumb.drawing, box, 0, box, thumb.shape
    )


class FigureFlowable(Flowable):  # type: ignore[misc]
    """A figure among the flowables."""

    def __init__(self, figure: Figure) -> None:
        super().__init__()
        self._figure = figure
        self.width, self.height = WIDTH_MM * POINTS, HEIGHT_MM * POINTS

    def draw(self) -> None:
        """Draw the figure at its place."""
        draw_loose(self.canv, self._figure.shapes)


class RulerFlowable(Flowable):  # type: ignore[misc]
    """A ruler of 100 mm, to check the scale with."""

    def __init__(self) -> None:
        super().__init__()
        self.width, self.height = 100 * POINTS, 4 * POINTS

    def draw(self) -> None:
        """Draw the ruler at its place."""
        draw_loose(self.canv, ruler(0, 1, 100))
