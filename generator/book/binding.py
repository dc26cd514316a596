"""Bound pages: their paper and margins, what is found out as they are drawn, and their plan.

Faces are not drawn with the pages. Flowables note where each belongs, and the faces are put there
as form XObjects, the same way as on the sheets of a kit.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from generator.design.face import FacePair
from generator.printing.geometry import Paper
from generator.printing.imposition import Document, Page, Placed
from generator.printing.papers import papers
from generator.printing.pdf import register_fonts
from generator.printing.sheet_fonts import BOLD, POINTS, REGULAR, SERIF

A5 = Paper(id="a5", name="A5", width_mm=148, height_mm=210, margin_mm=6.35)
"""A5 by ISO 216; kits are not printed on it, books are."""
GAP_MM = 6.0
"""Between two entries that stand side by side."""


@dataclass(frozen=True, slots=True)
class BookSheet:
    """A page: its paper and margins (mm); a head stands in the upper one, a foot in the lower."""

    paper: Paper
    side_mm: float
    top_mm: float
    bottom_mm: float

    @property
    def width(self) -> float:
        """Width of the text (pt)."""
        return (self.paper.width_mm - 2 * self.side_mm) * POINTS

    @property
    def height(self) -> float:
        """Height of the text (pt)."""
        return (self.paper.height_mm - self.top_mm - self.bottom_mm) * POINTS

    def row_mm(self, most_mm: float) -> float:
        """Height of rows that fill a page: ``most_mm``, or less where one more row nearly fits."""
        high = self.height / POINTS
        rows = max(1, round(high / most_mm))
        return min(most_mm, (high - 1) / rows)

    def columns(self, least_mm: float) -> int:
        """How many columns of at least ``least_mm`` stand side by side, gaps between them."""
        return max(1, int((self.width / POINTS + GAP_MM) // (least_mm + GAP_MM)))


def book_sheet(paper: str) -> BookSheet:
    """The page of a book on the paper of that id, or on a part of it: ``a4-2``, ``a4-8``.

    A part is what is left of it as it is folded until so many lie on each other.
    """
    name, _, parts = paper.partition("-")
    found = A5 if name == A5.id else papers()[name]
    for _ in range(int(parts or 1).bit_length() - 1):
        found = replace(found, width_mm=found.height_mm / 2, height_mm=found.width_mm)
    if found.width_mm < 120:
        return BookSheet(replace(found, id=paper), 8.0, 16.0, 14.0)
    return BookSheet(replace(found, id=paper), 12.0 if found.width_mm < 180 else 17.0, 18.0, 16.0)


class Styles:
    """Paragraph styles, in the colours of the theme; the paper is white."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        self.ink = HexColor(colours.get("ink", "#2a241e"))
        self.soft = HexColor(colours.get("soft", "#63594b"))
        self.line = HexColor(colours.get("line", "#a08f70"))
        self.accent = HexColor(colours.get("accent", "#a4412a"))
        self.panel = HexColor(colours.get("panel", "#ebdfc4"))
        self.title = self._style(SERIF, 36, 40)
        self.lead = self._style(REGULAR, 12, 16, spaceAfter=6)
        self.body = self._style(REGULAR, 9.5, 13, spaceAfter=5)
        self.kicker = self._style(BOLD, 9, 12, self.accent)
        self.chapter = self._style(SERIF, 19, 22)
        self.group = self._style(SERIF, 11.5, 14, spaceBefore=2, spaceAfter=4)
        self.name = self._style(BOLD, 10, 12)
        self.text = self._style(REGULAR, 9, 11.6, spaceBefore=1.5)
        self.fact = self._style(REGULAR, 7.8, 9.8, self.soft, spaceBefore=1.5)
        self.contents = self._style(REGULAR, 9.5, 13.5)
        self.aside = self._style(REGULAR, 9, 12, self.soft, alignment=TA_RIGHT)
        hanging = {"leftIndent": 8, "firstLineIndent": -8}
        self.index = self._style(REGULAR, 8.2, 10.6, **hanging)
        self.initial = self._style(REGULAR, 8.2, 10.6, spaceBefore=5)

    def in_colour(self, markup: str, colour: Any) -> str:
        """A piece of a paragraph's markup in a colour of its own."""
        return f'<font color="#{colour.hexval()[2:]}">{markup}</font>'

    def _style(
        self, font: str, size: float, leading: float, colour: Any = None, **more: Any
    ) -> ParagraphStyle:
        return ParagraphStyle(
            f"{font}{size}",
            fontName=font,
            fontSize=size,
            leading=leading,
            textColor=colour or self.ink,
            splitLongWords=1,
            **more,
        )


@dataclass
class DrawnPages:
    """What is known once pages are drawn: faces by page, and the page of everything named.

    ``heading`` is that of the chapter being drawn. ``numbers`` are the places of page numbers that
    are drawn after the last page: on which page, their right end on its line (pt), of what.
    """

    faces: list[tuple[int, Placed]] = field(default_factory=list)
    pages: dict[str, int] = field(default_factory=dict)
    heading: str = ""
    numbers: dict[int, list[tuple[float, float, str]]] = field(default_factory=dict)

    def place(self, canvas: Canvas, placed: Placed) -> None:
        """Note a face, its box given from where the canvas draws (mm)."""
        x, y = canvas.absolutePosition(0, 0)
        box, clip = (one.move(x / POINTS, y / POINTS) for one in (placed.box, placed.clip))
        self.faces.append((canvas.getPageNumber(), replace(placed, box=box, clip=clip)))

    def promise_number(self, canvas: Canvas, x: float, y: float, key: str) -> None:
        """Keep the place of the page number of ``key``, which ends at ``x`` on the line ``y``."""
        page = canvas.getPageNumber()
        if page not in self.numbers:
            canvas.saveState()
            canvas.resetTransforms()
            canvas.doForm(_form(page))
            canvas.restoreState()
        at = canvas.absolutePosition(x, y)
        self.numbers.setdefault(page, []).append((*at, key))

    def draw_numbers(self, canvas: Canvas, style: ParagraphStyle) -> None:
        """Draw all page numbers that have a place; no page may be open."""
        for page, spots in self.numbers.items():
            canvas.beginForm(_form(page))
            canvas.setFont(style.fontName, style.fontSize)
            canvas.setFillColor(style.textColor)
            for x, y, key in spots:
                canvas.drawRightString(x, y, str(self.pages[key]))
            canvas.endForm()


def _form(page: int) -> str:
    return f"numbers-{page}"


@dataclass(frozen=True)
class BookSetter:
    """What all blocks of a book are made with."""

    sheet: BookSheet
    styles: Styles
    pairs: Mapping[str, FacePair]
    found: DrawnPages


@dataclass(frozen=True, slots=True)
class Imprint:
    """What a book is: its file without the ending, its title, what it is about, and the foot.

    ``language`` (BCP 47) is that of its text.
    """

    file: str
    title: str
    subject: str
    foot: str
    language: str = "en"


def bind(imprint: Imprint, press: BookSetter, story: Iterable[Flowable]) -> tuple[bytes, Document]:
    """Return the drawn pages of a book without faces, and the plan that says where these go.

    Each page has a running head, which is the chapter that it ends in, and a number.
    """
    register_fonts()
    sheet, found, contents = press.sheet, press.found, press.styles.contents
    drawn, count = draw_pages(
        story,
        sheet,
        lambda canvas, number: _draw_margins(canvas, number, imprint, press),
        lambda canvas: found.draw_numbers(canvas, contents),
    )
    file = f"{imprint.file}-{sheet.paper.id}.pdf"
    pages = plan_pages(sheet, found, count, str)
    return drawn, Document(file, imprint.title, imprint.subject, pages, language=imprint.language)


def draw_pages(
    story: Iterable[Flowable],
    sheet: BookSheet,
    draw_margins: Callable[[Canvas, int], None],
    last: Callable[[Canvas], None] = lambda canvas: None,
) -> tuple[bytes, int]:
    """Draw a story on pages of one column; returns the file, without faces, and how many they are.

    ``draw_margins`` draws what stands in the margins of a finished page, given its number from 1;
    ``last`` is done after the last page.
    """
    paper, target = sheet.paper, io.BytesIO()
    template = BaseDocTemplate(
        target,
        pagesize=(paper.width_mm * POINTS, paper.height_mm * POINTS),
        invariant=1,
        initialFontName=REGULAR,
        pageCompression=1,
    )
    bare = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
    left, bottom = sheet.side_mm * POINTS, sheet.bottom_mm * POINTS
    frame = Frame(left, bottom, sheet.width, sheet.height, id="page", **bare)

    def end_page(canvas: Canvas, _: BaseDocTemplate) -> None:
        canvas.saveState()
        draw_margins(canvas, template.page)
        canvas.restoreState()

    class LastCanvas(Canvas):  # type: ignore[misc]
        def save(self) -> None:
            last(self)
            super().save()

    template.addPageTemplates([PageTemplate("page", [frame], onPageEnd=end_page)])
    template.build(list(story), canvasmaker=LastCanvas)
    return target.getvalue(), template.page


def plan_pages(
    sheet: BookSheet, found: DrawnPages, count: int, label: Callable[[int], str]
) -> tuple[Page, ...]:
    """The plan of the drawn pages: which faces lie on each, and what its number is called."""
    whole = sheet.paper.rect
    return tuple(
        Page(
            width=whole.width,
            height=whole.height,
            placed=tuple(placed for at, placed in found.faces if at == number),
            shapes=(),
            label=label(number),
            trim=whole,
            bleed=whole,
        )
        for number in range(1, count + 1)
    )


def _draw_margins(canvas: Canvas, number: int, imprint: Imprint, press: BookSetter) -> None:
    sheet, styles, heading = press.sheet, press.styles, press.found.heading
    left, right = sheet.side_mm * POINTS, sheet.side_mm * POINTS + sheet.width
    canvas.setFont(REGULAR, 8)
    canvas.setFillColor(styles.soft)
    canvas.setStrokeColor(styles.line)
    canvas.setLineWidth(0.4)
    if heading:
        y = (sheet.paper.height_mm - 12) * POINTS
        both = sum(canvas.stringWidth(one, REGULAR, 8) for one in (imprint.title, heading))
        if both + GAP_MM * POINTS < right - left:
            canvas.drawString(left, y, imprint.title)
        canvas.drawRightString(right, y, heading)
        canvas.line(left, y - 4, right, y - 4)
    canvas.drawString(left, 9 * POINTS, imprint.foot)
    canvas.drawRightString(right, 9 * POINTS, str(number))
