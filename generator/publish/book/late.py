"""What can only be set once later pages are known: an index, and the numbers of a contents list.

The index is made when its turn comes. The numbers are a form that the page uses before it is
drawn, which is done when the last page is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Paragraph

_NUMBER_ROOM = 26.0
"""Width (pt) that is kept for a page number and the gap before it."""
_ENDLESS = 1e9


class WaitingCanvas(Canvas):  # type: ignore[misc]
    """A canvas that does one thing more after its last page."""

    last: Callable[[], None]

    def save(self) -> None:
        """Finish the file."""
        self.last()
        super().save()


class Late(Flowable):  # type: ignore[misc]
    """Flowables that are made when their turn comes; it must begin a page."""

    def __init__(self, make: Callable[[], Iterator[Flowable]]) -> None:
        super().__init__()
        self._make = make

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Ask for more room than there is, so that it is split into what it stands for."""
        del height
        return width, _ENDLESS

    def split(self, width: float, height: float) -> list[Flowable]:
        """The flowables."""
        del width, height
        return list(self._make())


@dataclass
class Numbers:
    """Page numbers that are drawn at the end: where they go, right-aligned, by page (pt)."""

    spots: dict[int, list[tuple[float, float, str]]] = field(default_factory=dict)

    def promise(self, canvas: Canvas, x: float, y: float, key: str) -> None:
        """Keep the place of the number of ``key`` that ends at ``x`` on the line ``y``."""
        page = canvas.getPageNumber()
        if page not in self.spots:
            canvas.saveState()
            canvas.resetTransforms()
            canvas.doForm(_form(page))
            canvas.restoreState()
        at = canvas.absolutePosition(x, y)
        self.spots.setdefault(page, []).append((*at, key))

    def draw(self, canvas: Canvas, pages: Mapping[str, int], style: ParagraphStyle) -> None:
        """Draw all numbers; no page may be open."""
        for page, spots in self.spots.items():
            canvas.beginForm(_form(page))
            canvas.setFont(style.fontName, style.fontSize)
            canvas.setFillColor(style.textColor)
            for x, y, key in spots:
                canvas.drawRightString(x, y, str(pages[key]))
            canvas.endForm()


def _form(page: int) -> str:
    return f"numbers-{page}"


class ContentsLine(Flowable):  # type: ignore[misc]
    """A line of the contents: a heading that links, dots, and a number that comes later."""

    def __init__(self, words: str, key: str, style: ParagraphStyle, numbers: Numbers) -> None:
        super().__init__()
        text = f"<a href={quoteattr('#' + key)}>{escape(words)}</a>"
        self._words = Paragraph(text, style)
        self._key, self._style, self._numbers = key, style, numbers

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """As high as the heading is beside a number."""
        _, high = self._words.wrap(width - _NUMBER_ROOM, height)
        self.width, self.height = width, high
        return width, high

    def draw(self) -> None:
        """Draw heading and dots, and keep the place of the number."""
        style, canvas = self._style, self.canv
        self._words.drawOn(canvas, 0, 0)
        base = style.leading - style.fontSize
        last = self._words.getActualLineWidths0()[-1]
        canvas.saveState()
        canvas.setStrokeColor(style.textColor)
        canvas.setLineWidth(0.5)
        canvas.setLineCap(1)
        canvas.setDash(0.01, 3)
        if last + 6 < self.width - _NUMBER_ROOM + 8:
            canvas.line(last + 6, base + 0.5, self.width - _NUMBER_ROOM + 8, base + 0.5)
        canvas.restoreState()
        self._numbers.promise(canvas, self.width, base, self._key)
