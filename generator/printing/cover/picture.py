"""The picture of a laid table: every place with its pieces to one scale, and its name below."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reportlab.lib.colors import HexColor
from reportlab.platypus import Flowable

from generator.printing.cover.content import LaidTable, Spot, Thumb
from generator.printing.cover.flow import Sink, placed_thumb
from generator.printing.cover.thumbs import BROAD_MM, FLAT
from generator.printing.cover.words import Ink, Style, Words
from generator.printing.layout.geometry import Rect
from generator.printing.pdf.fonts import POINTS

LEAST_MM = 80.0
"""A picture is not begun in less height than this."""
SCALES = tuple(percent / 100 for percent in range(60, 7, -1))
"""Scales of the picture, the largest that fits is taken."""
_MARGINS_MM = 60.0  # less than this is not free on a page of its own
_GAP, _LABEL, _HEADING = 3.5, 23.0, 6.5  # mm: between places, least width of one, of a heading
_LEAST_THUMB = 4.5  # mm: the narrowest picture of a piece


@dataclass(frozen=True, slots=True)
class PictureLook:
    """How the words of a picture are set: its heading, names of places, what lies there."""

    heading: Style
    name: Style
    words: Style


@dataclass(frozen=True, slots=True)
class _Cell:
    """A place on its way into the picture: its size (mm), pictures from its top left, labels."""

    spot: Spot
    width: float
    height: float
    thumbs: tuple[Rect, ...]
    labels: tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class _At:
    """A cell or a heading at its top left, mm from that of the picture."""

    x: float
    y: float
    what: _Cell | Words


class TablePicture(Flowable):  # type: ignore[misc]
    """A laid table, as large as the rest of the page takes."""

    def __init__(self, table: LaidTable, look: PictureLook, ink: Ink, sink: Sink) -> None:
        super().__init__()
        self._table, self._look, self._ink, self._sink = table, look, ink, sink
        self._set: dict[tuple[str, Style, float], Words] = {}

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Take the largest scale at which the picture fits; too high where none does.

        On a page of its own the smallest scale has to do.
        """
        wide, high = width / POINTS, height / POINTS
        first, last = 0, len(SCALES) - 1
        if high < LEAST_MM:
            first = last
        while first < last:  # SCALES fall: every one behind one that fits does too
            middle = (first + last) // 2
            if self._arranged(wide, SCALES[middle])[1] <= high:
                last = middle
            else:
                first = middle + 1
        self._found, tall = self._arranged(wide, SCALES[first])
        if high >= self._ink.paper.height_mm - _MARGINS_MM:
            tall = min(tall, high)
        self.width, self.height = width, max(tall, LEAST_MM if high < LEAST_MM else 0.0) * POINTS
        return self.width, self.height

    def draw(self) -> None:
        """Note where thumbnails and words lie, and draw what lies under them."""
        for at in self._found:
            if isinstance(at.what, Words):
                self._say(at.what, at.x, at.y)
            else:
                self._show(at.what, at.x, at.y)

    def _show(self, cell: _Cell, x: float, y: float) -> None:
        left, bottom = self.canv.absolutePosition(0, 0)
        for number, (thumb, box) in enumerate(zip(cell.spot.thumbs, cell.thumbs, strict=False)):
            # boxes have their origin at the top left of the cell, pages at the bottom left
            up = self.height / POINTS - y - box.y - box.height
            if cell.spot.pile and number == len(cell.thumbs) - 1:
                self._pile(thumb, replace(box, x=x + box.x, y=up))
            spot = box.moved(0, 0)
            spot = replace(spot, x=left / POINTS + x + box.x, y=bottom / POINTS + up)
            self._sink.append((self.canv.getPageNumber(), placed_thumb(thumb, spot)))
        if not cell.spot.thumbs:
            self._empty(x, self.height / POINTS - y - cell.thumbs[0].height, cell.thumbs[0])
        down = y + max(box.height for box in cell.thumbs) + _gap_below(cell.spot)
        for label in cell.labels:
            self._say(label, x, down)
            down += label.height / POINTS

    def _say(self, words: Words, x: float, y: float) -> None:
        words.drawOn(self.canv, x * POINTS, self.height - y * POINTS - words.height)

    def _pile(self, thumb: Thumb, box: Rect) -> None:
        """Edges of the pieces below the top one, to its right and below it."""
        self._pen()
        wide, high = box.width * POINTS, box.height * POINTS
        for shift in (0.6, 1.2):
            x, y = (box.x + shift) * POINTS, (box.y - shift) * POINTS
            path = self.canv.beginPath()
            if thumb.shape == "round":
                path.arc(x, y, x + wide, y + high, startAng=-135, extent=180)
            else:
                path.moveTo(x, y)
                path.lineTo(x + wide, y)
                path.lineTo(x + wide, y + high)
            self.canv.drawPath(path, stroke=1, fill=0)

    def _empty(self, x: float, y: float, box: Rect) -> None:
        self._pen()
        self.canv.setDash([2, 1.5])
        self.canv.roundRect(
            x * POINTS, y * POINTS, box.width * POINTS, box.height * POINTS, 2, stroke=1, fill=0
        )
        self.canv.setDash([])

    def _pen(self) -> None:
        self.canv.setLineWidth(0.4)
        self.canv.setStrokeColor(HexColor(self._look.words.colour))

    def _arranged(self, width: float, scale: float) -> tuple[list[_At], float]:
        """Where everything lies at a scale, and how high that is (mm); without end if too wide."""
        head = self._words(self._table.heading, self._look.heading, width)
        found = [_At(0, 2.0, head)]
        y = 2.0 + head.height / POINTS + 2.0
        for group in self._table.groups:
            if group.heading:
                style = replace(self._look.name, size=9.5, leading=12)
                found.append(_At(0, y + 1.0, self._words(group.heading, style, width)))
                y += _HEADING
            cells = [self._cell(spot, scale) for spot in group.spots]
            y = _shelved(cells, width, y, found)
        right = max(at.x + at.what.width for at in found if isinstance(at.what, _Cell))
        return found, y if right <= width + 1e-6 else math.inf

    def _words(self, text: str, style: Style, width: float) -> Words:
        key = (text, style, width)
        if key not in self._set:
            self._set[key] = Words(text, style, self._ink)
            self._set[key].wrapOn(None, width * POINTS, 0)
        return self._set[key]

    def _cell(self, spot: Spot, scale: float) -> _Cell:
        boxes = list(_thumbs(spot, scale))
        wide = max(_LABEL, boxes[-1].right)
        labels = [self._words(spot.name, self._look.name, wide)]
        if spot.words.casefold() != spot.name.casefold():
            labels.append(self._words(spot.words, self._look.words, wide))
        high = max(box.height for box in boxes) + sum(one.height for one in labels) / POINTS
        return _Cell(spot, wide, high + _gap_below(spot), tuple(boxes), tuple(labels))


def _gap_below(spot: Spot) -> float:
    """Between pictures and labels (mm); piles show edges there."""
    return 2.2 if spot.pile else 1.0


def _thumbs(spot: Spot, scale: float) -> Iterator[Rect]:
    """Boxes of the pictures of a place, side by side; of an empty one, room for a card."""
    if not spot.thumbs:
        yield Rect(0, 0, 63.5 * scale, 88.9 * scale)
    x = 0.0
    for thumb in spot.thumbs:
        wide, high = thumb.drawing.width, thumb.drawing.height
        own = scale * (FLAT if wide >= BROAD_MM else 1.0)
        own = min(1.0, max(own, _LEAST_THUMB / min(wide, high)))
        yield Rect(x, 0, wide * own, high * own)
        x += wide * own + 1.2


def _shelved(cells: Sequence[_Cell], width: float, top: float, found: list[_At]) -> float:
    """Put cells in rows; those after a first broad one stand beside it, then below it.

    Returns where the last row ends (mm).
    """
    left, y, until = 0.0, top, top
    waiting = list(cells)
    if len(waiting) > 2 and waiting[0].width > width * 0.25 and waiting[0].width < width * 0.72:
        first = waiting.pop(0)
        found.append(_At(0.0, top, first))
        left, until = first.width + _GAP, top + first.height + _GAP
    while waiting:
        start = left if y < until - 1e-6 else 0.0
        row = _row(waiting, width - start)
        if y < until < y + max(cell.height for cell in row) and start:
            y, start = until, 0.0
            row = _row(waiting, width)
        x = start
        for cell in row:
            found.append(_At(x, y, cell))
            x += cell.width + _GAP
        y += max(cell.height for cell in row) + _GAP
        del waiting[: len(row)]
    return max(y, until)


def _row(cells: Sequence[_Cell], width: float) -> Sequence[_Cell]:
    """The first cells that fit a row, at least one."""
    x = 0.0
    for number, cell in enumerate(cells):
        x += cell.width
        if x > width and number:
            return cells[:number]
        x += _GAP
    return cells
