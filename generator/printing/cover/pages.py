"""Set the pages of a cover with reportlab's flowables, and note where thumbnails lie.

The faces themselves come in later as form XObjects, the same ones as on the sheets.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)

from generator.printing.cover.columns import two_columns
from generator.printing.cover.content import Cover, Entry, Step
from generator.printing.cover.flow import FIGURE_SCALE, FigureFlowable, RulerFlowable, Thumbs
from generator.printing.folding.figures import WIDTH_MM
from generator.printing.layout.document import Document, Page
from generator.printing.layout.geometry import Paper
from generator.printing.layout.imposition import Placed
from generator.printing.pdf.canvas import BOLD, POINTS, REGULAR, SERIF, register_fonts

MARGIN_MM = 15.0
FOOT_MM = 12.0
THUMBS_MM = ((6, 58.0, 34.0), (12, 44.0, 25.0), (1000, 36.0, 17.0))
"""Up to so many parts: width of a part's cell at least, and height of its strip of thumbnails."""

GUTTER_MM = 6.0
"""Between the columns of the set-up guide."""
HEADING_MM = 22.0
"""Room for two headings above the columns."""


def set_cover(cover: Cover, paper: Paper, colours: Mapping[str, str]) -> tuple[bytes, Document]:
    """Return the drawn pages without faces, and the plan that says where the faces go."""
    register_fonts()
    styles = _Styles(colours)
    target = io.BytesIO()
    thumbs: list[tuple[int, Placed]] = []
    pages: list[str] = []
    template = _Template(target, cover, paper, styles, pages)
    template.build(list(_story(cover, paper, styles, thumbs)))
    whole = paper.rect
    plan = tuple(
        Page(
            width=paper.width_mm,
            height=paper.height_mm,
            placed=tuple(placed for at, placed in thumbs if at == number),
            shapes=(),
            label=f"cover {number}",
            trim=whole,
            bleed=whole,
            chapter="Cover" if number == 1 else None,
        )
        for number in range(1, len(pages) + 1)
    )
    subject = f"Print on {paper.name} at 100 %; read this first."
    return target.getvalue(), Document("cover.pdf", f"{cover.game}: read this first", subject, plan)


class _Styles:
    """Paragraph styles in the colours of the theme."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        self.ink = HexColor(colours.get("ink", "#2a241e"))
        self.soft = HexColor(colours.get("soft", "#63594b"))
        self.line = HexColor(colours.get("line", "#a08f70"))
        self.accent = HexColor(colours.get("accent", "#a4412a"))
        self.title = self._style(SERIF, 34, 37)
        self.summary = self._style(REGULAR, 11.5, 15)
        self.kind = self._style(BOLD, 9, 12, self.accent)
        self.heading = self._style(SERIF, 15, 18, spaceBefore=10, spaceAfter=5)
        self.sub = self._style(BOLD, 10, 12.5, spaceBefore=4, spaceAfter=1.5)
        self.body = self._style(REGULAR, 9.2, 12)
        self.small = self._style(REGULAR, 7.6, 9.4, self.soft)
        self.part = self._style(BOLD, 9.2, 10.8)
        self.cell = self._style(REGULAR, 8.6, 10.6)
        self.cell_bold = self._style(BOLD, 8.6, 10.6)
        self.guide = self._style(
            REGULAR,
            8.6,
            10.8,
            leftIndent=15,
            spaceAfter=2,
            bulletFontName=REGULAR,
            bulletFontSize=8.6,
        )

    def _style(
        self, font: str, size: float, leading: float, colour: Any = None, **more: Any
    ) -> ParagraphStyle:
        return ParagraphStyle(
            f"{font}{size}",
            fontName=font,
            fontSize=size,
            leading=leading,
            textColor=colour or self.ink,
            **more,
        )


class _Template(BaseDocTemplate):  # type: ignore[misc]
    """Pages of one column with a foot line."""

    def __init__(
        self, target: io.BytesIO, cover: Cover, paper: Paper, styles: _Styles, pages: list[str]
    ) -> None:
        size = (paper.width_mm * POINTS, paper.height_mm * POINTS)
        super().__init__(
            target, pagesize=size, invariant=1, initialFontName=REGULAR, pageCompression=1
        )
        self._foot = (cover, paper, styles, pages)
        edge, foot = MARGIN_MM * POINTS, (FOOT_MM + 6) * POINTS
        width, height = size[0] - 2 * edge, size[1] - edge - foot
        bare = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
        frame = Frame(edge, foot, width, height, id="page", **bare)
        self.addPageTemplates([PageTemplate("one", [frame], onPage=self._draw_foot)])

    def _draw_foot(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        cover, paper, styles, pages = self._foot
        pages.append(cover.foot)
        y = FOOT_MM * POINTS
        canvas.saveState()
        canvas.setStrokeColor(styles.line)
        canvas.setLineWidth(0.4)
        right = (paper.width_mm - MARGIN_MM) * POINTS
        canvas.line(MARGIN_MM * POINTS, y + 10, right, y + 10)
        canvas.setFillColor(styles.soft)
        canvas.setFont(REGULAR, 7.6)
        canvas.drawString(MARGIN_MM * POINTS, y, cover.foot)
        canvas.drawRightString(right, y, f"read this first · page {len(pages)}")
        canvas.restoreState()


def _story(
    cover: Cover, paper: Paper, styles: _Styles, sink: list[tuple[int, Placed]]
) -> Iterator[Flowable]:
    width = paper.width_mm - 2 * MARGIN_MM
    yield Paragraph(escape(cover.line), styles.kind)
    yield Paragraph(escape(cover.game), styles.title)
    yield Spacer(1, 4)
    yield Paragraph(escape(cover.summary), styles.summary)
    yield Paragraph("What is in the kit", styles.heading)
    yield _parts(cover.entries, width, styles, sink)
    if cover.instead:
        yield KeepTogether(list(_instead(cover, width, styles)))
    printing = [Paragraph("Print", styles.heading), *_printing(cover, width, styles)]
    yield KeepTogether(printing)
    steps = [flow for step in cover.steps for flow in (_step(step, width, styles), Spacer(1, 5))]
    if steps:
        yield KeepTogether([Paragraph("Cut, fold and glue", styles.heading), *steps])
    if cover.guide:
        height = paper.height_mm - MARGIN_MM - FOOT_MM - 6 - HEADING_MM
        yield from _guide(cover, width, height, styles)


def _parts(
    entries: Sequence[Entry], width: float, styles: _Styles, sink: list[tuple[int, Placed]]
) -> Table:
    _, least, high = next(size for size in THUMBS_MM if len(entries) <= size[0])
    columns = max(3, int(width // least))
    cell = width / columns
    cells: list[list[Flowable]] = [
        [
            Thumbs(entry.thumbs, cell - 5, high, sink),
            Spacer(1, 3),
            Paragraph(f"{escape(entry.count)} {escape(entry.name)}", styles.part),
            Paragraph(escape(entry.note), styles.small),
        ]
        for entry in entries
    ]
    cells += [[] for _ in range(-len(cells) % columns)]
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    return _table(rows, [cell] * columns, [("BOTTOMPADDING", (0, 0), (-1, -1), 9)])


def _printing(cover: Cover, width: float, styles: _Styles) -> Iterator[Flowable]:
    head = ("File", "What", "Sheets", "Sides", "Paper")
    rows: list[list[Flowable]] = [[Paragraph(word, styles.small) for word in head]]
    for file in cover.files:
        words = (file.what, file.sheets, file.sides, file.stock)
        rows.append(
            [
                Paragraph(escape(file.file), styles.cell_bold),
                *(Paragraph(escape(word), styles.cell) for word in words),
            ]
        )
    share = (0.22, 0.3, 0.09, 0.17, 0.22)
    rule = [("LINEBELOW", (0, 0), (-1, -1), 0.3, styles.line), ("TOPPADDING", (0, 0), (-1, -1), 2)]
    yield _table(rows, [width * part for part in share], rule)
    yield Spacer(1, 6)
    yield Paragraph(
        "Choose 100 % or “actual size”; never “fit” or “shrink”. Print one sheet first and "
        "measure: this ruler is 100 mm long.",
        styles.body,
    )
    yield Spacer(1, 3)
    yield RulerFlowable()


def _step(step: Step, width: float, styles: _Styles) -> Table:
    words = [Paragraph(escape(step.heading), styles.sub), Paragraph(step.text, styles.body)]
    figure: list[Flowable] = [FigureFlowable(step.figure)] if step.figure else []
    left = WIDTH_MM * FIGURE_SCALE + 8
    return _table([[figure, words]], [left, width - left], [])


def _instead(cover: Cover, width: float, styles: _Styles) -> Iterator[Flowable]:
    yield Paragraph("Or take it from your own box", styles.heading)
    rows = [
        [Paragraph(escape(name), styles.cell_bold), Paragraph(escape(words), styles.cell)]
        for name, words in cover.instead
    ]
    rule = [("LINEBELOW", (0, 0), (-1, -1), 0.3, styles.line), ("TOPPADDING", (0, 0), (-1, -1), 2)]
    yield _table(rows, [width * 0.35, width * 0.65], rule)


def _guide(cover: Cover, width: float, height: float, styles: _Styles) -> Iterator[Flowable]:
    """The set-up guide in two columns; ``width`` and ``height`` in mm are those of a page."""
    half = width / 2
    told: list[Flowable] = [_line(line, styles) for line in cover.guide]
    head: list[Flowable] = [Paragraph("Set up", styles.heading)]
    for pair in two_columns(told, (half - GUTTER_MM) * POINTS, height * POINTS):
        gutter = [("RIGHTPADDING", (0, 0), (-1, -1), GUTTER_MM * POINTS)]
        yield KeepTogether([*head, _table([pair], [half, half], gutter)])
        head = []


def _line(text: str, styles: _Styles) -> Paragraph:
    """A numbered line, its number hanging; ``**words**`` are bold."""
    number, _, rest = text.partition(". ")
    if not number.isdigit():
        number, rest = "", text
    words = _BOLD.sub(rf'<font name="{BOLD}">\1</font>', escape(rest))
    return Paragraph(words, styles.guide, bulletText=f"{number}." if number else None)


_BOLD = re.compile(r"\*\*(.+?)\*\*")


def _table(
    rows: Sequence[Sequence[Any]], widths_mm: Sequence[float], style: Sequence[Any]
) -> Table:
    base = [
        ("FONTNAME", (0, 0), (-1, -1), REGULAR),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 6),
        ("TOPPADDING", (0, 0), (-1, -1), 0),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
    table = Table(rows, colWidths=[mm * POINTS for mm in widths_mm], hAlign="LEFT")
    table.setStyle([*base, *style])
    return table
