"""The pages of an almanac: papers, margins, type and styles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.styles import ParagraphStyle

from generator.printing.layout.geometry import Paper
from generator.printing.layout.papers import papers
from generator.printing.pdf.fonts import BOLD, POINTS, REGULAR, SERIF

A5 = Paper(id="a5", name="A5", width_mm=148, height_mm=210, margin_mm=6.35)
"""A5 by ISO 216; kits are not printed on it, books are."""

GAP_MM = 6.0
"""Between two entries that stand side by side."""
COLUMN_MM = 78.0
"""An entry with its text is at least so wide; two stand side by side where the page allows."""


def paper_of(name: str) -> Paper:
    """The paper of that id."""
    return A5 if name == A5.id else papers()[name]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page of a book: its paper, and what is left for the text inside of the margins (mm)."""

    paper: Paper

    @property
    def side_mm(self) -> float:
        """The margin at the left and the right."""
        return 12.0 if self.paper.width_mm < 180 else 17.0

    @property
    def top_mm(self) -> float:
        """The margin above the text, in which the running head stands."""
        return 18.0

    @property
    def bottom_mm(self) -> float:
        """The margin below the text, in which the page number stands."""
        return 16.0

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
