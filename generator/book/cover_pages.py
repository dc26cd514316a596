"""The pages of a cover: its parts, files and steps, the set-up guide, and the table set up.

Pictures and words come in later as form XObjects, the same way as faces on the sheets.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, Spacer, Table

from generator.book import flowables
from generator.book.binding import BookSheet, DrawnPages, draw_pages, plan_pages
from generator.book.cover_content import (
    BROAD_MM,
    FLAT,
    BuildStep,
    Cover,
    CoverTable,
    PartsEntry,
    TableSpot,
    Thumb,
)
from generator.book.flowables import Columns, FacesFlowable
from generator.book.words import CoverFonts, Paragraph, ParagraphStyle, faces_of_pages, split_number
from generator.design.face import Face
from generator.design.templates import Templates
from generator.printing.fold_figures import HEIGHT_MM, WIDTH_MM
from generator.printing.geometry import Paper, Rect
from generator.printing.imposition import Document, Drawing, FaceSide, Placed
from generator.printing.marks import ruler
from generator.printing.pdf import register_fonts
from generator.printing.sheet_fonts import POINTS, REGULAR
from generator.typeset.text import PlacedLine, fit_line

MARGIN_MM = 15.0
FOOT_MM = 12.0
THUMBS_MM = ((6, 58.0, 34.0), (12, 44.0, 25.0), (1000, 36.0, 17.0))
"""Up to so many parts: width of a part's cell at least, and height of its strip of thumbnails."""

BEGUN_MM = 35.0
"""A table or a guide is not begun in less height than this."""
GUTTER_MM = 6.0
"""Between the columns of the set-up guide."""


def set_cover(
    cover: Cover, paper: Paper, templates: Templates
) -> tuple[bytes, Document, Sequence[Face], Sequence[str]]:
    """Set a cover's pages on ``paper``, with the fonts and colours of the theme.

    Returns the pages without pictures and words, where these go, the words, and characters that
    no font has.
    """
    register_fonts((REGULAR,))  # of what reportlab sets itself; words are drawn by cairo
    theme, say = templates.theme, cover.tongue.say
    ink = CoverFonts(paper, templates.root, theme.fonts)
    look = CoverStyles(theme.values.get("colours", {}))
    sheet, found = BookSheet(paper, MARGIN_MM, MARGIN_MM, FOOT_MM + 6), DrawnPages()
    drawn, count = draw_pages(
        _story(cover, ink, look, found),
        sheet,
        lambda canvas, number: _draw_foot(canvas, number, cover, ink, look),
    )
    words = dict(faces_of_pages(ink, count))
    for number, face in words.items():  # the words of a page lie over the whole of it
        whole = paper.rect
        drawing = Drawing(face.key, whole.width, whole.height, 0.0)
        found.faces.append((number, Placed("", "", 1, FaceSide.FRONT, drawing, whole, 0, whole)))
    first, *rest = plan_pages(
        sheet, found, count, lambda number: say("cover {number}", number=number)
    )
    subject = say("Print on {paper} at 100 %; read this first.", paper=paper.name)
    title = say("{game}: read this first", game=cover.game)
    plan = (replace(first, chapter=say("Cover")), *rest)
    document = Document("cover.pdf", title, subject, plan)
    return drawn, document, tuple(words.values()), tuple(ink.missing)


class CoverStyles:
    """Paragraph styles in the colours of the theme."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        ink, soft = colours.get("ink", "#2a241e"), colours.get("soft", "#63594b")
        self.line = colours.get("line", "#a08f70")
        self.title = ParagraphStyle("title", 34, 37, ink)
        self.summary = ParagraphStyle("body", 11.5, 15, ink)
        self.kind = ParagraphStyle("bold", 9, 12, colours.get("accent", "#a4412a"))
        self.heading = ParagraphStyle("title", 15, 18, ink, before=10, after=5)
        self.sub = ParagraphStyle("bold", 10, 12.5, ink, before=4, after=1.5)
        self.body = ParagraphStyle("body", 9.2, 12, ink)
        self.small = ParagraphStyle("body", 7.6, 9.4, soft)
        self.part = ParagraphStyle("bold", 9.2, 10.8, ink)
        self.cell = ParagraphStyle("body", 8.6, 10.6, ink)
        self.cell_bold = ParagraphStyle("bold", 8.6, 10.6, ink)
        self.guide = ParagraphStyle("body", 8.8, 11, ink, after=2.2)


def _draw_foot(
    canvas: Canvas, number: int, cover: Cover, ink: CoverFonts, look: CoverStyles
) -> None:
    y, right = FOOT_MM * POINTS, ink.paper.width_mm - MARGIN_MM
    canvas.setStrokeColor(HexColor(look.line))
    canvas.setLineWidth(0.4)
    canvas.line(MARGIN_MM * POINTS, y + 10, right * POINTS, y + 10)
    base, size = ink.paper.height_mm - FOOT_MM, look.small.size
    page = cover.tongue.say("read this first · page {number}", number=number)
    for words, at, anchor in ((cover.foot, MARGIN_MM, "start"), (page, right, "end")):
        font = ink.fonts("body", words).regular
        fitted = fit_line(words, font, PlacedLine(at, base, size, anchor=anchor))
        ink.write_foot(number, fitted, look.small.colour)


def _story(
    cover: Cover, ink: CoverFonts, look: CoverStyles, found: DrawnPages
) -> Iterator[Flowable]:
    width, say = ink.paper.width_mm - 2 * MARGIN_MM, cover.tongue.say
    yield Paragraph(cover.line, look.kind, ink)
    yield Paragraph(cover.game, look.title, ink)
    yield Spacer(1, 4)
    yield Paragraph(cover.summary, look.summary, ink)
    if cover.take_out:
        yield Paragraph(say("Take out first"), look.heading, ink)
        yield Paragraph(say("These pieces of the last print are no longer used:"), look.body, ink)
        yield Paragraph(", ".join(cover.take_out), look.part, ink)
    yield Paragraph(say("What is in the kit"), look.heading, ink)
    yield _parts(cover.entries, width, ink, look, found)
    if cover.aside:
        yield Paragraph(cover.aside, look.small, ink)
    if cover.instead:
        yield KeepTogether(list(_instead(cover, width, ink, look)))
    yield CondPageBreak(BEGUN_MM * POINTS)
    yield Paragraph(say("Print", context="heading"), look.heading, ink)
    yield _files(cover, width, ink, look)
    yield KeepTogether(list(_scale(cover, ink, look)))
    for number, step in enumerate(cover.steps):
        told = [_step(step, width, ink, look), Spacer(1, 5)]
        head = [Paragraph(say("Cut, fold and glue"), look.heading, ink)] if number == 0 else []
        yield KeepTogether([*head, *told])
    if cover.guide:
        yield CondPageBreak(BEGUN_MM * POINTS)
        yield Paragraph(say("Set up"), look.heading, ink)
        lines = [split_number(line) for line in cover.guide]
        guide = [Paragraph(rest, look.guide, ink, number) for number, rest in lines]
        yield Columns(guide, 2, GUTTER_MM * POINTS)
    if cover.table:
        yield CondPageBreak(LEAST_MM * POINTS)
        yield TablePicture(cover.table, look, ink, found)


def _parts(
    entries: Sequence[PartsEntry],
    width: float,
    ink: CoverFonts,
    look: CoverStyles,
    found: DrawnPages,
) -> Table:
    _, least, high = next(size for size in THUMBS_MM if len(entries) <= size[0])
    columns = max(3, int(width // least))
    cell = width / columns
    cells: list[list[Flowable]] = [
        [
            FacesFlowable(
                [place_thumb(thumb, box) for thumb, box in fan(entry.thumbs, cell - 5, high)],
                ((cell - 5) * POINTS, high * POINTS),
                found,
            ),
            Spacer(1, 3),
            Paragraph(f"{entry.count} {entry.name}", look.part, ink),
            Paragraph(entry.note, look.small, ink),
        ]
        for entry in entries
    ]
    cells += [[] for _ in range(-len(cells) % columns)]
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    return _table(rows, [cell] * columns, [("BOTTOMPADDING", (0, 0), (-1, -1), 9)])


def _files(cover: Cover, width: float, ink: CoverFonts, look: CoverStyles) -> Table:
    say = cover.tongue.say
    head = (say("File"), say("What"), say("Sheets"), say("Sides"), say("Paper"))
    rows: list[list[Flowable]] = [[Paragraph(word, look.small, ink) for word in head]]
    for file in cover.files:
        words = (file.what, file.sheets, file.sides, file.stock)
        cells = (Paragraph(word, look.cell, ink) for word in words)
        rows.append([Paragraph(file.file, look.cell_bold, ink), *cells])
    share = (0.22, 0.3, 0.09, 0.17, 0.22)
    return _table(rows, [width * part for part in share], _rules(look), head=1)


def _scale(cover: Cover, ink: CoverFonts, look: CoverStyles) -> Iterator[Flowable]:
    words = cover.tongue.say(
        "Choose 100 % or “actual size”; never “fit” or “shrink”. Print one sheet first and "
        "measure: this ruler is 100 mm long."
    )
    yield Spacer(1, 6)
    yield Paragraph(words, look.body, ink)
    yield Spacer(1, 3)
    yield flowables.ShapesFlowable(ruler(0, 1, 100), 100, 4)
    yield Spacer(1, 4)


def _step(step: BuildStep, width: float, ink: CoverFonts, look: CoverStyles) -> Table:
    words = [Paragraph(step.heading, look.sub, ink), Paragraph(step.text, look.body, ink)]
    figure: list[Flowable] = []
    if step.figure:
        figure.append(flowables.ShapesFlowable(step.figure, WIDTH_MM, HEIGHT_MM))
    left = WIDTH_MM + 8
    return _table([[figure, words]], [left, width - left], [])


def _instead(cover: Cover, width: float, ink: CoverFonts, look: CoverStyles) -> Iterator[Flowable]:
    yield Paragraph(cover.tongue.say("Or take it from your own box"), look.heading, ink)
    rows = [
        [Paragraph(name, look.cell_bold, ink), Paragraph(words, look.cell, ink)]
        for name, words in cover.instead
    ]
    yield _table(rows, [width * 0.35, width * 0.65], _rules(look))


def _rules(look: CoverStyles) -> list[Any]:
    below = ("LINEBELOW", (0, 0), (-1, -1), 0.3, HexColor(look.line))
    return [below, ("TOPPADDING", (0, 0), (-1, -1), 2)]


def _table(
    rows: Sequence[Sequence[Any]],
    widths_mm: Sequence[float],
    style: Sequence[Any],
    head: int = 0,
) -> Table:
    """A table; its first ``head`` rows stand again on the next page."""
    base = [("RIGHTPADDING", (0, 0), (-1, -1), 6), ("BOTTOMPADDING", (0, 0), (-1, -1), 2)]
    return flowables.table(rows, [mm * POINTS for mm in widths_mm], *base, *style, head=head)


# --- small pictures of pieces -------------------------------------------------------------------


LEAST_SHRUNK = 0.6
"""Thumbnails are shrunk down to this part of their height before one of them is left out."""


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


def place_thumb(thumb: Thumb, box: Rect) -> Placed:
    """A thumbnail in its place on a page."""
    return Placed(
        thumb.component, thumb.deck, 1, FaceSide.FRONT, thumb.drawing, box, 0, box, thumb.shape
    )


# --- the table set up: every place with its pieces to one scale, and its name below -------------

LEAST_MM = 80.0
"""A picture is not begun in less height than this."""
SCALES = tuple(percent / 100 for percent in range(60, 7, -1))
"""Scales of the picture, the largest that fits is taken."""
_MARGINS_MM = 60.0  # less than this is not free on a page of its own
_GAP, _LABEL, _HEADING = 3.5, 23.0, 6.5  # mm: between places, least width of one, of a heading
_LEAST_THUMB = 4.5  # mm: the narrowest picture of a piece


@dataclass(frozen=True, slots=True)
class _Cell:
    spot: TableSpot
    width: float
    height: float
    thumbs: tuple[Rect, ...]
    labels: tuple[Paragraph, ...]


@dataclass(frozen=True, slots=True)
class _PlacedCell:
    """A cell or a heading at its top left, mm from that of the picture."""

    x: float
    y: float
    what: _Cell | Paragraph


class TablePicture(Flowable):  # type: ignore[misc]
    """A laid table, as large as the rest of the page takes."""

    def __init__(
        self, table: CoverTable, look: CoverStyles, ink: CoverFonts, found: DrawnPages
    ) -> None:
        super().__init__()
        self._table, self._look, self._ink, self._found = table, look, ink, found
        self._set: dict[tuple[str, ParagraphStyle, float], Paragraph] = {}

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
            if self._arrange(wide, SCALES[middle])[1] <= high:
                last = middle
            else:
                first = middle + 1
        self._arranged, tall = self._arrange(wide, SCALES[first])
        if high >= self._ink.paper.height_mm - _MARGINS_MM:
            tall = min(tall, high)
        self.width, self.height = width, max(tall, LEAST_MM if high < LEAST_MM else 0.0) * POINTS
        return self.width, self.height

    def draw(self) -> None:
        """Note where thumbnails and words lie, and draw what lies under them."""
        for at in self._arranged:
            if isinstance(at.what, Paragraph):
                self._say(at.what, at.x, at.y)
            else:
                self._show(at.what, at.x, at.y)

    def _show(self, cell: _Cell, x: float, y: float) -> None:
        for number, (thumb, box) in enumerate(zip(cell.spot.thumbs, cell.thumbs, strict=False)):
            # boxes have their origin at the top left of the cell, pages at the bottom left
            up = self.height / POINTS - y - box.y - box.height
            spot = replace(box, x=x + box.x, y=up)
            if cell.spot.pile and number == len(cell.thumbs) - 1:
                self._pile(thumb, spot)
            self._found.place(self.canv, place_thumb(thumb, spot))
        if not cell.spot.thumbs:
            self._empty(x, self.height / POINTS - y - cell.thumbs[0].height, cell.thumbs[0])
        down = y + max(box.height for box in cell.thumbs) + _gap_below(cell.spot)
        for label in cell.labels:
            self._say(label, x, down)
            down += label.height / POINTS

    def _say(self, words: Paragraph, x: float, y: float) -> None:
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
        self.canv.setStrokeColor(HexColor(self._look.small.colour))

    def _arrange(self, width: float, scale: float) -> tuple[list[_PlacedCell], float]:
        """Where everything lies at a scale, and how high that is (mm); without end if too wide."""
        head = self._words(self._table.heading, self._look.heading, width)
        found = [_PlacedCell(0, 2.0, head)]
        y = 2.0 + head.height / POINTS + 2.0
        for group in self._table.groups:
            if group.heading:
                style = replace(self._look.part, size=9.5, leading=12)
                found.append(_PlacedCell(0, y + 1.0, self._words(group.heading, style, width)))
                y += _HEADING
            cells = [self._cell(spot, scale) for spot in group.spots]
            y = _shelve(cells, width, y, found)
        right = max(at.x + at.what.width for at in found if isinstance(at.what, _Cell))
        return found, y if right <= width + 1e-6 else math.inf

    def _words(self, text: str, style: ParagraphStyle, width: float) -> Paragraph:
        key = (text, style, width)
        if key not in self._set:
            self._set[key] = Paragraph(text, style, self._ink)
            self._set[key].wrapOn(None, width * POINTS, 0)
        return self._set[key]

    def _cell(self, spot: TableSpot, scale: float) -> _Cell:
        boxes = list(_thumbs(spot, scale))
        wide = max(_LABEL, boxes[-1].right)
        labels = [self._words(spot.name, self._look.part, wide)]
        if spot.words.casefold() != spot.name.casefold():
            labels.append(self._words(spot.words, self._look.small, wide))
        high = max(box.height for box in boxes) + sum(one.height for one in labels) / POINTS
        return _Cell(spot, wide, high + _gap_below(spot), tuple(boxes), tuple(labels))


def _gap_below(spot: TableSpot) -> float:
    return 2.2 if spot.pile else 1.0


def _thumbs(spot: TableSpot, scale: float) -> Iterator[Rect]:
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


def _shelve(cells: Sequence[_Cell], width: float, top: float, found: list[_PlacedCell]) -> float:
    """Put cells in rows; those after a first broad one stand beside it, then below it.

    Returns where the last row ends (mm).
    """
    left, y, until = 0.0, top, top
    waiting = list(cells)
    if len(waiting) > 2 and waiting[0].width > width * 0.25 and waiting[0].width < width * 0.72:
        first = waiting.pop(0)
        found.append(_PlacedCell(0.0, top, first))
        left, until = first.width + _GAP, top + first.height + _GAP
    while waiting:
        start = left if y < until - 1e-6 else 0.0
        row = _row(waiting, width - start)
        if y < until < y + max(cell.height for cell in row) and start:
            y, start = until, 0.0
            row = _row(waiting, width)
        x = start
        for cell in row:
            found.append(_PlacedCell(x, y, cell))
            x += cell.width + _GAP
        y += max(cell.height for cell in row) + _GAP
        del waiting[: len(row)]
    return max(y, until)


def _row(cells: Sequence[_Cell], width: float) -> Sequence[_Cell]:
    x = 0.0
    for number, cell in enumerate(cells):
        x += cell.width
        if x > width and number:
            return cells[:number]
        x += _GAP
    return cells
