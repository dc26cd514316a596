"""Bound pages: a running head and a number on each, and the plan of the faces on them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from generator.printing.layout.imposition import Document, Page
from generator.printing.pdf.canvas import register_fonts
from generator.printing.pdf.fonts import POINTS, REGULAR
from generator.publish.book.late import Numbers, WaitingCanvas
from generator.publish.book.press import Press


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


def bind(
    imprint: Imprint, press: Press, story: Callable[[Binding], Iterator[Flowable]]
) -> tuple[bytes, Document]:
    """Return the drawn pages without faces, and the plan that says where the faces go."""
    register_fonts()
    target = io.BytesIO()
    binding = Binding(target, imprint, press)
    binding.build(list(story(binding)), canvasmaker=WaitingCanvas)
    return target.getvalue(), _plan(imprint, press, binding.page)


class Binding(BaseDocTemplate):  # type: ignore[misc]
    """Pages with a running head (the chapter that they end in) and a number."""

    def __init__(self, target: io.BytesIO, imprint: Imprint, press: Press) -> None:
        sheet, paper = press.sheet, press.sheet.paper
        size = (paper.width_mm * POINTS, paper.height_mm * POINTS)
        super().__init__(
            target, pagesize=size, invariant=1, initialFontName=REGULAR, pageCompression=1
        )
        self._imprint, self._press = imprint, press
        self._head = ""
        self.numbers = Numbers()
        bare = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
        left, bottom = sheet.side_mm * POINTS, sheet.bottom_mm * POINTS
        frame = Frame(left, bottom, sheet.width, sheet.height, id="page", **bare)
        self.addPageTemplates([PageTemplate("page", [frame], onPageEnd=self._dress)])

    def enter(self, heading: str) -> None:
        """Begin a chapter: what the running head says from this page on."""
        self._head = heading

    def beforeDocument(self) -> None:  # noqa: N802  (reportlab's name)
        """See to it that the numbers that have to wait are drawn after the last page."""
        pages, style = self._press.found.pages, self._press.styles.contents
        self.canv.last = lambda: self.numbers.draw(self.canv, pages, style)

    def _dress(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        sheet, styles = self._press.sheet, self._press.styles
        left, right = sheet.side_mm * POINTS, sheet.side_mm * POINTS + sheet.width
        canvas.saveState()
        canvas.setFont(REGULAR, 8)
        canvas.setFillColor(styles.soft)
        canvas.setStrokeColor(styles.line)
        canvas.setLineWidth(0.4)
        if self._head:
            y = (sheet.paper.height_mm - 12) * POINTS
            canvas.drawString(left, y, self._imprint.title)
            canvas.drawRightString(right, y, self._head)
            canvas.line(left, y - 4, right, y - 4)
        canvas.drawString(left, 9 * POINTS, self._imprint.foot)
        canvas.drawRightString(right, 9 * POINTS, str(self.page))
        canvas.restoreState()


def _plan(imprint: Imprint, press: Press, pages: int) -> Document:
    paper, found = press.sheet.paper, press.found
    made = tuple(
        Page(
            width=paper.width_mm,
            height=paper.height_mm,
            placed=tuple(placed for at, placed in found.faces if at == number),
            shapes=(),
            label=str(number),
            trim=paper.rect,
            bleed=paper.rect,
        )
        for number in range(1, pages + 1)
    )
    file = f"{imprint.file}-{paper.id}.pdf"
    return Document(file, imprint.title, imprint.subject, made, language=imprint.language)
