"""The almanac from its title to its index, set with reportlab; faces come in afterwards."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from generator.design.face import FacePair
from generator.printing.layout.document import Document, Page
from generator.printing.pdf.canvas import POINTS, REGULAR, register_fonts
from generator.publish.almanac.blocks import Press, rows_of
from generator.publish.almanac.columns import in_columns
from generator.publish.almanac.flow import Found, Mark, Picture, shown_size
from generator.publish.almanac.late import ContentsLine, Late, Numbers, WaitingCanvas
from generator.publish.almanac.sheet import Sheet, Styles
from generator.publish.contents.chapters import Chapter, Contents

FRONTISPIECE = 5
"""Faces that stand on the first page."""
FRONTISPIECE_MM = 62.0
"""Most height of these."""
INDEX_MM = 40.0
"""A column of the index is at least so wide."""
CONTENTS_MM = 60.0
"""A column of the contents is at least so wide."""
ROOM_SHARE = 0.3
"""A chapter begins on the next page where less than this share of a page is left."""


def set_almanac(
    contents: Contents, pairs: Mapping[str, FacePair], sheet: Sheet, colours: Mapping[str, str]
) -> tuple[bytes, Document]:
    """Return the drawn pages without faces, and the plan that says where the faces go."""
    register_fonts()
    press = Press(sheet, Styles(colours), pairs, Found())
    target = io.BytesIO()
    template = _Template(target, contents, press)
    template.build(list(_story(contents, press, template)), canvasmaker=WaitingCanvas)
    return target.getvalue(), _plan(contents, sheet, press.found, template.page)


class _Template(BaseDocTemplate):  # type: ignore[misc]
    """Pages with a running head (the chapter that they end in) and a number."""

    def __init__(self, target: io.BytesIO, contents: Contents, press: Press) -> None:
        sheet, paper = press.sheet, press.sheet.paper
        size = (paper.width_mm * POINTS, paper.height_mm * POINTS)
        super().__init__(
            target, pagesize=size, invariant=1, initialFontName=REGULAR, pageCompression=1
        )
        self._contents, self._press = contents, press
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
            canvas.drawString(left, y, self._contents.title)
            canvas.drawRightString(right, y, self._head)
            canvas.line(left, y - 4, right, y - 4)
        game = self._contents.game
        canvas.drawString(left, 9 * POINTS, f"{game.name}, revision {game.revision}")
        canvas.drawRightString(right, 9 * POINTS, str(self.page))
        canvas.restoreState()


def _story(contents: Contents, press: Press, template: _Template) -> Iterator[Flowable]:
    yield from _front(contents, press, template.numbers)
    yield PageBreak()
    for chapter in contents.chapters:
        yield from _chapter(chapter, press, template)
    yield PageBreak()
    yield Late(lambda: _index(contents, press, template))


def _front(contents: Contents, press: Press, numbers: Numbers) -> Iterator[Flowable]:
    styles, game = press.styles, contents.game
    pieces = sum(chapter.pieces for chapter in contents.chapters)
    about = f"Revision {game.revision} · {len(contents.entries)} components · {pieces} pieces"
    yield Paragraph(escape(about), styles.kicker)
    yield Paragraph(escape(contents.title), styles.title)
    yield Spacer(1, 6)
    if game.summary:
        yield Paragraph(escape(game.summary), styles.lead)
    yield Spacer(1, 6)
    yield _frontispiece(contents, press)
    yield Spacer(1, 14)
    for paragraph in contents.intro:
        yield Paragraph(escape(paragraph), styles.body)
    yield Paragraph("Contents", styles.group)
    listed = [*((chapter.heading, chapter.id) for chapter in contents.chapters), ("Index", "index")]
    lines = [ContentsLine(words, key, styles.contents, numbers) for words, key in listed]
    heights = itertools.chain([press.sheet.height * 0.4], itertools.repeat(press.sheet.height - 2))
    yield from in_columns(lines, press.sheet, CONTENTS_MM, heights)
    if any(entry.is_reconstructed for entry in contents.entries):
        yield Spacer(1, 8)
        note = "† The rules do not state what it is; it is our own reconstruction."
        yield Paragraph(note, styles.fact)


def _frontispiece(contents: Contents, press: Press) -> Flowable:
    """Some faces side by side: one each of the largest chapters."""
    chapters = sorted(contents.chapters, key=lambda chapter: -len(chapter.entries))
    chosen = [press.pairs[one.entries[0].component.id] for one in chapters[:FRONTISPIECE]]
    cell = press.sheet.width / FRONTISPIECE
    sizes = [shown_size(pair, cell - 8, FRONTISPIECE_MM * POINTS) for pair in chosen]
    faces = [Picture(pair, size, press.found) for pair, size in zip(chosen, sizes, strict=True)]
    table = Table([faces], colWidths=[cell] * len(faces), hAlign="LEFT")
    table.setStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("LEFTPADDING", (0, 0), (-1, -1), 0)])
    return table


def _chapter(chapter: Chapter, press: Press, template: _Template) -> Iterator[Flowable]:
    styles = press.styles
    yield CondPageBreak(press.sheet.height * ROOM_SHARE)
    head: list[Flowable] = [
        Mark(chapter.id, press.found, chapter.heading, template.enter),
        Paragraph(escape(chapter.heading), styles.chapter),
        Spacer(1, 5),
        *(Paragraph(escape(paragraph), styles.body) for paragraph in chapter.intro),
        Spacer(1, 3),
    ]
    for group in chapter.groups:
        if group.heading:
            head.append(Paragraph(escape(group.heading), styles.group))
        rows = rows_of(group, press)
        yield KeepTogether([*head, *_first(rows)])
        yield from rows
        head = []
    yield Spacer(1, 12)


def _first(rows: Iterator[Flowable]) -> Sequence[Flowable]:
    """The first of the rows, so that no heading stands alone at the foot of a page."""
    return [row for row in (next(rows, None),) if row is not None]


def _index(contents: Contents, press: Press, template: _Template) -> Iterator[Flowable]:
    """Every name with the pages that it is on."""
    pages = press.found.pages
    found: dict[str, list[str]] = {}
    for entry in contents.entries:
        found.setdefault(entry.name, []).append(entry.component.id)
    lines: list[Flowable] = []
    for name in sorted(found, key=str.casefold):
        numbers = sorted({pages[key] for key in found[name]})
        text = f"<a href={quoteattr('#' + found[name][0])}>{escape(name)}</a>"
        lines.append(Paragraph(f"{text}, {', '.join(map(str, numbers))}", press.styles.index))
    yield Mark("index", press.found, "Index", template.enter)
    yield Paragraph("Index", press.styles.chapter)
    yield Spacer(1, 6)
    heights = itertools.chain([press.sheet.height - 34], itertools.repeat(press.sheet.height - 2))
    yield from in_columns(lines, press.sheet, INDEX_MM, heights)


def _plan(contents: Contents, sheet: Sheet, found: Found, pages: int) -> Document:
    paper = sheet.paper
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
    subject = f"Every component of {contents.game.name}, revision {contents.game.revision}."
    return Document(f"almanac-{paper.id}.pdf", contents.title, subject, made)
