"""What bound pages are made of: faces, drawings, tables, columns, marks, and lines of contents.

Faces draw nothing: they note where each belongs (:class:`generator.book.binding.Found`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import Flowable, ListFlowable, ListItem, Paragraph, Table

from generator.book.binding import DrawnPages, Styles
from generator.design.face import FacePair
from generator.printing.documents import drawing_of
from generator.printing.geometry import Rect, Shape
from generator.printing.imposition import FaceSide, Placed
from generator.printing.pdf import draw_loose
from generator.printing.sheet_fonts import BOLD, POINTS, REGULAR

LEAST_PT = 72.0
"""Columns are not begun in less room than this (pt)."""
_NUMBER_ROOM = 26.0
"""Width (pt) that is kept for a page number and the gap before it."""
_ENDLESS = 1e9


class FacesFlowable(Flowable):  # type: ignore[misc]
    """Faces in a box of a size (pt), their own boxes given from its lower left (mm)."""

    def __init__(
        self, placed: Sequence[Placed], size: tuple[float, float], found: DrawnPages
    ) -> None:
        super().__init__()
        self._placed, self._found = placed, found
        self.width, self.height = size

    def draw(self) -> None:
        """Note where the faces lie on the page."""
        for placed in self._placed:
            self._found.place(self.canv, placed)


def front_of(pair: FacePair, size: tuple[float, float], found: DrawnPages) -> FacesFlowable:
    """The front of a component at a size (pt)."""
    box = Rect(0, 0, size[0] / POINTS, size[1] / POINTS)
    drawing = drawing_of(pair.front)
    corner = pair.corner_mm * box.width / drawing.width
    placed = Placed(
        pair.component, pair.deck, 1, FaceSide.FRONT, drawing, box, 0, box, pair.shape, corner
    )
    return FacesFlowable([placed], size, found)


def size_within(pair: FacePair, width: float, height: float) -> tuple[float, float]:
    """Width and height (pt) of a face in a box of ``width`` by ``height``: no larger than it is."""
    wide, high = pair.front.width_mm * POINTS, pair.front.height_mm * POINTS
    scale = min(1.0, width / wide, height / high)
    return wide * scale, high * scale


class ShapesFlowable(Flowable):  # type: ignore[misc]
    """Shapes in a box of a size (mm)."""

    def __init__(self, shapes: Sequence[Shape], width: float, height: float) -> None:
        super().__init__()
        self._shapes = shapes
        self.width, self.height = width * POINTS, height * POINTS

    def draw(self) -> None:
        """Draw the shapes at their place."""
        draw_loose(self.canv, self._shapes)


def table(
    rows: Sequence[Sequence[Any]], widths: Sequence[float], *style: Any, head: int = 0
) -> Table:
    """A table of columns of ``widths`` (pt): tops aligned, no room in cells, but for ``style``.

    Its first ``head`` rows stand again on the next page.
    """
    made = Table(rows, colWidths=widths, hAlign="LEFT", repeatRows=head)
    paddings = ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING")
    made.setStyle([(one, (0, 0), (-1, -1), 0) for one in paddings])
    made.setStyle([("FONTNAME", (0, 0), (-1, -1), REGULAR), ("VALIGN", (0, 0), (-1, -1), "TOP")])
    made.setStyle(style)
    return made


def side_by_side(
    cells: Sequence[Flowable | list[Flowable]], widths: Sequence[float], gap: float = 0.0
) -> Table:
    """Cells in a row, tops aligned; ``gap`` of the width (pt) of all but the last stays empty."""
    return table([list(cells)], widths, ("RIGHTPADDING", (0, 0), (-2, -1), gap))


def heading_over_rule(cells: Sequence[Flowable], widths: Sequence[float], styles: Styles) -> Table:
    """The heading of a chapter over a rule, and what stands at its right."""
    return table(
        [list(cells)],
        widths,
        ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
        ("LINEBELOW", (0, 0), (-1, -1), 1.6, styles.accent),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
    )


def list_flowable(
    items: Iterable[Flowable | Sequence[Flowable]], indent: float, styles: Styles, start: int | None
) -> ListFlowable:
    """A list with ``indent`` (pt) before its items: numbered from ``start``, or with bullets."""
    return ListFlowable(
        [ListItem(item, leftIndent=indent - 2) for item in items],
        bulletType="bullet" if start is None else "1",
        start="•" if start is None else str(start),
        bulletFormat=None if start is None else "%s.",
        bulletFontName=BOLD,
        bulletFontSize=styles.body.fontSize,
        bulletColor=styles.accent,
        leftIndent=indent,
    )


def paragraphs(text: str, style: ParagraphStyle) -> list[Flowable]:
    """The lines of a plain text, a paragraph each."""
    return [Paragraph(escape(line), style) for line in text.splitlines()]


class Columns(Flowable):  # type: ignore[misc]
    """Lines in columns of about equal height, ``gap`` pt apart, that go on over the next page.

    All pages but the last are full; the columns of the last one are as low as can be.
    """

    def __init__(self, lines: Sequence[Flowable], many: int, gap: float) -> None:
        super().__init__()
        self._lines, self._many, self._gap = lines, many, gap

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Deal the lines to columns; they are too high where a page does not take them all."""
        self.width = width
        heights = self._heights(width)
        self._ends = deal(heights, self._many, height)
        starts = [0, *self._ends]
        self.height = max(sum(heights[a:b]) for a, b in zip(starts, self._ends, strict=False))
        if self._ends[-1] < len(self._lines):
            self.height = height + LEAST_PT
        return width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """What fits on this page, and the rest."""
        if height < LEAST_PT:
            return []
        end = deal(self._heights(width), self._many, height)[-1]
        parts = (self._lines[:end], self._lines[end:])
        return [Columns(part, self._many, self._gap) for part in parts if part]

    def draw(self) -> None:
        """Draw the columns from the top."""
        wide = self._wide(self.width)
        for number, (start, end) in enumerate(zip([0, *self._ends], self._ends, strict=False)):
            x, y = number * (wide + self._gap), self.height
            for at in range(start, end):
                line = self._lines[at]
                y -= line.wrapOn(self.canv, wide, y)[1]
                y -= line.getSpaceBefore() if at > start else 0
                line.drawOn(self.canv, x, y)
                y -= line.getSpaceAfter()

    def _wide(self, width: float) -> float:
        return (width - (self._many - 1) * self._gap) / self._many

    def _heights(self, width: float) -> list[float]:
        wide = self._wide(width)
        return [
            line.wrap(wide, _ENDLESS)[1] + line.getSpaceBefore() + line.getSpaceAfter()
            for line in self._lines
        ]


def deal(heights: Sequence[float], many: int, most: float) -> list[int]:
    """Deal lines in order to columns of at most ``most`` pt; a line alone may be higher.

    Returns the end of each column: the number of the line after its last one. Where all lines fit,
    the highest column is as low as can be.
    """
    height = min(most, sum(heights) / many)
    while True:
        ends, least = [], most
        end = 0
        for _ in range(many):
            start, used = end, 0.0
            while end < len(heights) and (end == start or used + heights[end] <= height + 0.01):
                used += heights[end]
                end += 1
            ends.append(end)
            if end < len(heights):
                least = min(least, used + heights[end])
        if end == len(heights) or height >= most:
            return ends
        height = min(most, max(least, height + 0.01))


class PageMark(Flowable):  # type: ignore[misc]
    """Nothing to see: notes the page it is on, and can be linked to.

    With ``heading`` it begins a chapter, which is listed in the outline of the file.
    """

    def __init__(self, key: str, found: DrawnPages, heading: str = "") -> None:
        super().__init__()
        self._key, self._found, self._heading = key, found, heading
        self.width = self.height = 0.0

    def draw(self) -> None:
        """Note the page."""
        self._found.pages[self._key] = self.canv.getPageNumber()
        self.canv.bookmarkHorizontal(self._key, 0, 24)
        if self._heading:
            self.canv.addOutlineEntry(self._heading, self._key, 0)
            self._found.heading = self._heading


class Late(Flowable):  # type: ignore[misc]
    """Flowables that are made when their turn comes, as an index is; it must begin a page."""

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


class ContentsLine(Flowable):  # type: ignore[misc]
    """A line of the contents: a heading that links, dots, and a number.

    The number is known only later: it is a form that the page uses before it is drawn.
    """

    def __init__(self, words: str, key: str, style: ParagraphStyle, found: DrawnPages) -> None:
        super().__init__()
        text = f"<a href={quoteattr('#' + key)}>{escape(words)}</a>"
        self._words = Paragraph(text, style)
        self._key, self._style, self._found = key, style, found

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
        self._found.promise_number(canvas, self.width, base, self._key)
