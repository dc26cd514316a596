"""Words of a cover, set as the texts of cards are and drawn by the same code.

A paragraph draws nothing itself: it notes where its runs of text belong, and all runs of a page
become one drawing that is put on the page like a face.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from reportlab.platypus import Flowable

from generator.design.canvas import Canvas, run_markup
from generator.design.face import Face
from generator.design.faces import face_from
from generator.printing.geometry import Paper
from generator.printing.sheet_fonts import POINTS
from generator.typeset.fonts import MM_PER_PT, Font, FontKey, letters_lacking, registry_of_trilith
from generator.typeset.text import Fitted, Fonts, PlacedLine, TextBox, fit_box, fit_line, fonts_from

NUMBER_MM = 5.0
"""Where the number of a numbered line ends."""
INDENT_MM = 6.4
"""Where the text of a numbered line begins."""
NO_NUMBER = " "
"""In the place of a number: the line is set in as those that have one."""
_HIGH_MM = 10_000.0
_SIGNS = re.compile(r"[*{}<\\]")


@dataclass(frozen=True, slots=True)
class ParagraphStyle:
    """How a paragraph is set: ``role`` is title, body or bold; sizes in pt."""

    role: str
    size: float
    leading: float
    colour: str
    before: float = 0.0
    after: float = 0.0


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
        self.guide = ParagraphStyle("body", 8.8, 11, ink, after=1.6)
        self.step = ParagraphStyle("body", 8.8, 11, ink, before=2.4, after=1.6)


@dataclass
class CoverFonts:
    """What is written on the pages of a cover: its fonts, the text of each page, and its foot.

    ``missing`` are characters that neither the shipped fonts nor the theme's have.
    """

    paper: Paper
    root: Path
    theme_fonts: Mapping[str, Font]
    pages: dict[int, list[str]] = field(default_factory=dict)
    feet: dict[int, list[str]] = field(default_factory=dict)
    missing: dict[str, None] = field(default_factory=dict)

    def fonts(self, role: str, text: str) -> Fonts:
        """The shipped fonts of a role, or the theme's where these lack a letter of ``text``."""
        own_role = "title" if role == "title" and "title" in self.theme_fonts else "body"
        own = fonts_from(self.theme_fonts, own_role)
        if role == "bold":
            own = replace(own, regular=own.bold)
        choices = (_fonts_of_role(role), own)
        lacks = [letters_lacking(one.regular, text) for one in choices]
        best = min((0, 1), key=lambda index: len(lacks[index]))
        self.missing |= dict.fromkeys(lacks[best])
        return choices[best]

    def write(self, page: int, fitted: Fitted, left: float, top: float, colour: str) -> None:
        """Write a text whose box begins ``left`` and ``top`` mm from the page's top left."""
        self.pages.setdefault(page, []).extend(self._runs(fitted, left, top, colour))

    def write_foot(self, page: int, fitted: Fitted, colour: str) -> None:
        """Write a text in its place on a page, to be read after all else."""
        self.feet.setdefault(page, []).extend(self._runs(fitted, 0.0, 0.0, colour))

    def _runs(self, fitted: Fitted, left: float, top: float, colour: str) -> Iterator[str]:
        for run in fitted.runs:
            if run.text.strip():
                yield run_markup(replace(run, x=run.x + left, y=run.y + top), colour, self.root)

    def face(self, page: int) -> Face | None:
        """All text of a page as a drawing of the page's size."""
        canvas = Canvas(self.paper.width_mm, self.paper.height_mm, 0.0)
        text = "".join([*self.pages.get(page, ()), *self.feet.get(page, ())])
        return face_from(canvas.wrap(text), canvas, str(self.root)) if text else None


class Paragraph(Flowable):  # type: ignore[misc]
    """A paragraph; ``**words**`` are bold, all else is as it stands. ``number`` hangs before it."""

    def __init__(self, text: str, style: ParagraphStyle, ink: CoverFonts, number: str = "") -> None:
        super().__init__()
        self._text = "**".join(map(literal, text.split("**")))
        self._style, self._ink, self._number = style, ink, number
        self._fonts = ink.fonts(style.role, text)
        self._at = -1.0  # the width it was last set in
        self.width, self.height = 0.0, 0.0
        self.spaceBefore, self.spaceAfter = style.before, style.after

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Set the text in ``width`` pt; returns that and the height it takes (pt)."""
        del height
        if self._at != width:
            self._at = width
            style = self._style
            indent = INDENT_MM if self._number else 0.0
            room = TextBox(
                *(indent, 0.0, width / POINTS - indent, _HIGH_MM, style.size, style.size),
                leading=style.leading / style.size,
            )
            self._set = fit_box(self._text, self._fonts, room)
            lines = [run.y for run in self._set.runs]
            high = max(lines, default=0.0) - min(lines, default=0.0) + style.leading * MM_PER_PT
            self.width, self.height = width, high * POINTS
        return self.width, self.height

    def draw(self) -> None:
        """Note where the runs lie on the page."""
        x, y = self.canv.absolutePosition(0, 0)
        left, top = x / POINTS, self._ink.paper.height_mm - (y + self.height) / POINTS
        metrics = self._fonts.regular.metrics
        letters = (metrics.ascent + metrics.descent) * self._style.size
        top += (self._style.leading - letters) / 2 * MM_PER_PT  # half of the leading above
        page, colour = self.canv.getPageNumber(), self._style.colour
        if self._number.strip():
            first = min(run.y for run in self._set.runs)
            line = PlacedLine(NUMBER_MM, first, self._style.size, anchor="end")
            self._ink.write(
                page, fit_line(self._number, self._fonts.regular, line), left, top, colour
            )
        self._ink.write(page, self._set, left, top, colour)


def literal(text: str) -> str:
    """``text`` without any markup: its signs are printed as they stand."""
    return _SIGNS.sub(r"\\\g<0>", text)


def _fonts_of_role(role: str) -> Fonts:
    def font(family: str, weight: int, italic: bool = False) -> Font:
        return registry_of_trilith().font(FontKey(family, weight, italic))

    if role == "title":
        title = font("Source Serif Pro", 700)
        return Fonts(title, title, title, title)
    sans = "Source Sans Pro"
    regular = font(sans, 600 if role == "bold" else 400)
    return Fonts(regular, font(sans, 600), font(sans, 400, True), font(sans, 600, True))


def faces_of_pages(ink: CoverFonts, count: int) -> Iterator[tuple[int, Face]]:
    """The drawings of the text of the pages 1 to ``count``, with the page of each."""
    for page in range(1, count + 1):
        face = ink.face(page)
        if face is not None:
            yield page, face
