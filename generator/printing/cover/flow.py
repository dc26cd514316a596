"""Pieces of a cover's pages: strips of thumbnails, figures and a ruler, as flowables.

A strip draws nothing: it notes where each face belongs, and the faces come in later.
"""

from __future__ import annotations

from collections.abc import Sequence

from reportlab.platypus import Flowable

from generator.printing.cover.content import Thumb
from generator.printing.folding.figures import HEIGHT_MM, WIDTH_MM, Figure
from generator.printing.layout.geometry import Rect
from generator.printing.layout.imposition import Placed, Side
from generator.printing.layout.labels import ruler
from generator.printing.pdf.canvas import POINTS, draw_loose

FIGURE_SCALE = 0.85
"""Figures beside the steps, so that all steps stand on one page."""


class Thumbs(Flowable):  # type: ignore[misc]
    """A strip of thumbnails, overlapping where they do not fit side by side."""

    def __init__(
        self, thumbs: Sequence[Thumb], width: float, height: float, sink: list[tuple[int, Placed]]
    ) -> None:
        super().__init__()
        self._thumbs, self._sink = thumbs, sink
        self._width_mm, self._height_mm = width, height
        self.width, self.height = width * POINTS, height * POINTS

    def draw(self) -> None:
        """Note where each thumbnail lies on the page."""
        x, y = self.canv.absolutePosition(0, 0)
        page = self.canv.getPageNumber()
        for thumb, box in zip(
            self._thumbs, fan(self._thumbs, self._width_mm, self._height_mm), strict=True
        ):
            at = box.moved(x / POINTS, y / POINTS)
            self._sink.append((page, _placed(thumb, at)))


def fan(thumbs: Sequence[Thumb], width: float, height: float) -> list[Rect]:
    """Return boxes for thumbnails in a strip: equal scale, side by side or overlapping.

    Small pieces are shown no larger than they are.
    """
    tallest = max((thumb.drawing.height for thumb in thumbs), default=1.0)
    widest = max((thumb.drawing.width for thumb in thumbs), default=1.0)
    scale = min(1.0, height / tallest, width / widest)
    widths = [thumb.drawing.width * scale for thumb in thumbs]
    gap = 1.5
    total = sum(widths) + gap * (len(widths) - 1)
    if len(widths) > 1 and total > width:
        gap -= (total - width) / (len(widths) - 1)
    boxes, x = [], 0.0
    for thumb, wide in zip(thumbs, widths, strict=True):
        boxes.append(Rect(x, 0, wide, thumb.drawing.height * scale))
        x += wide + gap
    return boxes


def _placed(thumb: Thumb, box: Rect) -> Placed:
    return Placed(
        thumb.component, thumb.deck, 1, Side.FRONT, thumb.drawing, box, 0, box, thumb.shape
    )


class FigureFlowable(Flowable):  # type: ignore[misc]
    """A figure among the flowables."""

    def __init__(self, figure: Figure) -> None:
        super().__init__()
        self._figure = figure
        self.width = WIDTH_MM * FIGURE_SCALE * POINTS
        self.height = HEIGHT_MM * FIGURE_SCALE * POINTS

    def draw(self) -> None:
        """Draw the figure at its place."""
        self.canv.scale(FIGURE_SCALE, FIGURE_SCALE)
        draw_loose(self.canv, self._figure.shapes)


class RulerFlowable(Flowable):  # type: ignore[misc]
    """A ruler of 100 mm, to check the scale with."""

    def __init__(self) -> None:
        super().__init__()
        self.width, self.height = 100 * POINTS, 4 * POINTS

    def draw(self) -> None:
        """Draw the ruler at its place."""
        draw_loose(self.canv, ruler(0, 1, 100))
