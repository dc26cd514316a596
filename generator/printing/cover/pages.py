"""Set the pages of a cover with reportlab's flowables, and note where pictures and words lie.

Pictures and words come in later as form XObjects, the same way as faces on the sheets.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    CondPageBreak,
    Flowable,
    Frame,
    KeepTogether,
    PageTemplate,
    Spacer,
    Table,
)

from generator.design.face import Face
from generator.design.templating import Templates
from generator.printing.cover.columns import TwoColumns
from generator.printing.cover.content import Cover, Entry, Step
from generator.printing.cover.flow import FigureFlowable, RulerFlowable, Sink, Thumbs
from generator.printing.cover.picture import LEAST_MM, PictureLook, TablePicture
from generator.printing.cover.words import Ink, Style, Words, numbered, pages_of
from generator.printing.folding.figures import WIDTH_MM
from generator.printing.layout.geometry import Paper
from generator.printing.layout.imposition import Document, Drawing, Page, Placed, Side
from generator.printing.pdf.canvas import register_fonts
from generator.printing.pdf.fonts import POINTS, REGULAR
from generator.typeset.text import Line, fit_line

MARGIN_MM = 15.0
FOOT_MM = 12.0
THUMBS_MM = ((6, 58.0, 34.0), (12, 44.0, 25.0), (1000, 36.0, 17.0))
"""Up to so many parts: width of a part's cell at least, and height of its strip of thumbnails."""

BEGUN_MM = 35.0
"""A table or a guide is not begun in less height than this."""
GUTTER_MM = 6.0
"""Between the columns of the set-up guide."""


@dataclass(frozen=True, slots=True)
class SetCover:
    """A cover that is set: its pages without pictures and words, where these go, the words.

    ``missing`` are characters that no font has. It can be pickled.
    """

    drawn: bytes
    plan: Document
    words: tuple[Face, ...]
    missing: tuple[str, ...] = ()


def set_cover(cover: Cover, paper: Paper, templates: Templates) -> SetCover:
    """Set a cover's pages on ``paper``, with the fonts and colours of the theme."""
    register_fonts((REGULAR,))  # of what reportlab sets itself; words are drawn by cairo
    theme = templates.theme
    ink, look = Ink(paper, templates.root, theme.fonts), _look(theme.values.get("colours", {}))
    target, thumbs, count = io.BytesIO(), list[tuple[int, Placed]](), list[int]()
    template = _Template(target, cover, ink, look, count)
    template.build(list(_story(cover, ink, look, thumbs)))
    words = dict(pages_of(ink, len(count)))
    whole = paper.rect
    plan = tuple(
        Page(
            width=whole.width,
            height=whole.height,
            placed=(
                *(placed for at, placed in thumbs if at == number),
                *([_over(words[number], ink)] if number in words else []),
            ),
            shapes=(),
            label=cover.tongue.say("cover {number}", number=number),
            trim=whole,
            bleed=whole,
            chapter=cover.tongue.say("Cover") if number == 1 else None,
        )
        for number in range(1, len(count) + 1)
    )
    say = cover.tongue.say
    subject = say("Print on {paper} at 100 %; read this first.", paper=paper.name)
    title = say("{game}: read this first", game=cover.game)
    document = Document("cover.pdf", title, subject, plan)
    return SetCover(target.getvalue(), document, tuple(words.values()), tuple(ink.missing))


def _over(words: Face, ink: Ink) -> Placed:
    """The words of a page, over the whole of it."""
    whole = ink.paper.rect
    drawing = Drawing(words.key, whole.width, whole.height, 0.0)
    return Placed("", "", 1, Side.FRONT, drawing, whole, 0, whole)


@dataclass(frozen=True, slots=True)
class _Look:
    """Paragraph styles in the colours of the theme."""

    line: str
    soft: str
    title: Style
    summary: Style
    kind: Style
    heading: Style
    sub: Style
    body: Style
    small: Style
    part: Style
    cell: Style
    cell_bold: Style
    guide: Style


def _look(colours: Mapping[str, str]) -> _Look:
    ink, soft = colours.get("ink", "#2a241e"), colours.get("soft", "#63594b")
    return _Look(
        line=colours.get("line", "#a08f70"),
        soft=soft,
        title=Style("title", 34, 37, ink),
        summary=Style("body", 11.5, 15, ink),
        kind=Style("bold", 9, 12, colours.get("accent", "#a4412a")),
        heading=Style("title", 15, 18, ink, before=10, after=5),
        sub=Style("bold", 10, 12.5, ink, before=4, after=1.5),
        body=Style("body", 9.2, 12, ink),
        small=Style("body", 7.6, 9.4, soft),
        part=Style("bold", 9.2, 10.8, ink),
        cell=Style("body", 8.6, 10.6, ink),
        cell_bold=Style("bold", 8.6, 10.6, ink),
        guide=Style("body", 8.8, 11, ink, after=2.2),
    )


class _Template(BaseDocTemplate):  # type: ignore[misc]
    """Pages of one column with a foot line; ``count`` gets the number of each page."""

    def __init__(
        self, target: io.BytesIO, cover: Cover, ink: Ink, look: _Look, count: list[int]
    ) -> None:
        size = (ink.paper.width_mm * POINTS, ink.paper.height_mm * POINTS)
        super().__init__(
            target, pagesize=size, invariant=1, initialFontName=REGULAR, pageCompression=1
        )
        self._foot = (cover, ink, look, count)
        edge, foot = MARGIN_MM * POINTS, (FOOT_MM + 6) * POINTS
        width, height = size[0] - 2 * edge, size[1] - edge - foot
        bare = {"leftPadding": 0, "rightPadding": 0, "topPadding": 0, "bottomPadding": 0}
        frame = Frame(edge, foot, width, height, id="page", **bare)
        self.addPageTemplates([PageTemplate("one", [frame], onPage=self._draw_foot)])

    def _draw_foot(self, canvas: Canvas, _: BaseDocTemplate) -> None:
        cover, ink, look, count = self._foot
        count.append(len(count) + 1)
        y, right = FOOT_MM * POINTS, ink.paper.width_mm - MARGIN_MM
        say = cover.tongue.say
        canvas.saveState()
        canvas.setStrokeColor(HexColor(look.line))
        canvas.setLineWidth(0.4)
        canvas.line(MARGIN_MM * POINTS, y + 10, right * POINTS, y + 10)
        canvas.restoreState()
        base, size = ink.paper.height_mm - FOOT_MM, look.small.size
        for words, at, anchor in (
            (cover.foot, MARGIN_MM, "start"),
            (say("read this first · page {number}", number=len(count)), right, "end"),
        ):
            font = ink.fonts("body", words).regular
            fitted = fit_line(words, font, Line(at, base, size, anchor=anchor))
            ink.write_foot(len(count), fitted, look.small.colour)


def _story(cover: Cover, ink: Ink, look: _Look, sink: Sink) -> Iterator[Flowable]:
    width, say = ink.paper.width_mm - 2 * MARGIN_MM, cover.tongue.say
    yield Words(cover.line, look.kind, ink)
    yield Words(cover.game, look.title, ink)
    yield Spacer(1, 4)
    yield Words(cover.summary, look.summary, ink)
    if cover.take_out:
        yield Words(say("Take out first"), look.heading, ink)
        yield Words(say("These pieces of the last print are no longer used:"), look.body, ink)
        yield Words(", ".join(cover.take_out), look.part, ink)
    yield Words(say("What is in the kit"), look.heading, ink)
    yield _parts(cover.entries, width, ink, look, sink)
    if cover.aside:
        yield Words(cover.aside, look.small, ink)
    if cover.instead:
        yield KeepTogether(list(_instead(cover, width, ink, look)))
    yield CondPageBreak(BEGUN_MM * POINTS)
    yield Words(say("Print", context="heading"), look.heading, ink)
    yield _files(cover, width, ink, look)
    yield KeepTogether(list(_scale(cover, ink, look)))
    for number, step in enumerate(cover.steps):
        told = [_step(step, width, ink, look), Spacer(1, 5)]
        head = [Words(say("Cut, fold and glue"), look.heading, ink)] if number == 0 else []
        yield KeepTogether([*head, *told])
    if cover.guide:
        yield CondPageBreak(BEGUN_MM * POINTS)
        yield Words(say("Set up"), look.heading, ink)
        yield TwoColumns([_line(line, ink, look) for line in cover.guide], GUTTER_MM * POINTS)
    if cover.table:
        yield CondPageBreak(LEAST_MM * POINTS)
        words = PictureLook(look.heading, look.part, look.small)
        yield TablePicture(cover.table, words, ink, sink)


def _parts(entries: Sequence[Entry], width: float, ink: Ink, look: _Look, sink: Sink) -> Table:
    _, least, high = next(size for size in THUMBS_MM if len(entries) <= size[0])
    columns = max(3, int(width // least))
    cell = width / columns
    cells: list[list[Flowable]] = [
        [
            Thumbs(entry.thumbs, cell - 5, high, sink),
            Spacer(1, 3),
            Words(f"{entry.count} {entry.name}", look.part, ink),
            Words(entry.note, look.small, ink),
        ]
        for entry in entries
    ]
    cells += [[] for _ in range(-len(cells) % columns)]
    rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
    return _table(rows, [cell] * columns, [("BOTTOMPADDING", (0, 0), (-1, -1), 9)])


def _files(cover: Cover, width: float, ink: Ink, look: _Look) -> Table:
    say = cover.tongue.say
    head = (say("File"), say("What"), say("Sheets"), say("Sides"), say("Paper"))
    rows: list[list[Flowable]] = [[Words(word, look.small, ink) for word in head]]
    for file in cover.files:
        words = (file.what, file.sheets, file.sides, file.stock)
        cells = (Words(word, look.cell, ink) for word in words)
        rows.append([Words(file.file, look.cell_bold, ink), *cells])
    share = (0.22, 0.3, 0.09, 0.17, 0.22)
    return _table(rows, [width * part for part in share], _rules(look), head=1)


def _scale(cover: Cover, ink: Ink, look: _Look) -> Iterator[Flowable]:
    words = cover.tongue.say(
        "Choose 100 % or “actual size”; never “fit” or “shrink”. Print one sheet first and "
        "measure: this ruler is 100 mm long."
    )
    yield Spacer(1, 6)
    yield Words(words, look.body, ink)
    yield Spacer(1, 3)
    yield RulerFlowable()
    yield Spacer(1, 4)


def _step(step: Step, width: float, ink: Ink, look: _Look) -> Table:
    words = [Words(step.heading, look.sub, ink), Words(step.text, look.body, ink)]
    figure: list[Flowable] = [FigureFlowable(step.figure)] if step.figure else []
    left = WIDTH_MM + 8
    return _table([[figure, words]], [left, width - left], [])


def _instead(cover: Cover, width: float, ink: Ink, look: _Look) -> Iterator[Flowable]:
    yield Words(cover.tongue.say("Or take it from your own box"), look.heading, ink)
    rows = [
        [Words(name, look.cell_bold, ink), Words(words, look.cell, ink)]
        for name, words in cover.instead
    ]
    yield _table(rows, [width * 0.35, width * 0.65], _rules(look))


def _line(text: str, ink: Ink, look: _Look) -> Words:
    number, rest = numbered(text)
    return Words(rest, look.guide, ink, number)


def _rules(look: _Look) -> list[Any]:
    """A line below every row."""
    below = ("LINEBELOW", (0, 0), (-1, -1), 0.3, HexColor(look.line))
    return [below, ("TOPPADDING", (0, 0), (-1, -1), 2)]


def _table(
    rows: Sequence[Sequence[Any]],
    widths_mm: Sequence[float],
    style: Sequence[Any],
    head: int = 0,
) -> Table:
    """A table; its first ``head`` rows stand again on the next page."""
    base = [
        ("FONTNAME", (0, 0), (-1, -1), REGULAR),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 0),
        ("RIGHTPADDING", (0, 0), (-1, -1), 6),
        ("TOPPADDING", (0, 0), (-1, -1), 0),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
    table = Table(rows, colWidths=[mm * POINTS for mm in widths_mm], hAlign="LEFT", repeatRows=head)
    table.setStyle([*base, *style])
    return table
