"""Draw the shapes of a document with reportlab: every page but its faces.

Shapes go into layers (optional content) by marking their part of the page's content; the
layers themselves are declared by :mod:`generator.printing.pdf.build`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import cast

from reportlab.lib.colors import HexColor
from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from generator.printing.layout.geometry import Caption, Circle, Path, Shape, Style
from generator.printing.layout.imposition import Document, Page
from generator.printing.pdf.fonts import BOLD, FONTS, POINTS, REGULAR
from generator.shipped import read_data
from generator.typeset.fonts import shipped


@dataclass(frozen=True, slots=True)
class Pen:
    """What a style looks like: colours as ``#rrggbb``, lengths in mm (``data/pens.yaml``)."""

    layer: str
    stroke: str | None = None
    fill: str | None = None
    width_mm: float = 0.15
    dash_mm: tuple[float, ...] = ()
    halo_mm: float = 0.0
    opacity: float = 1.0


LAYERS = ("guides", "marks", "labels")
"""Layers of shapes, in the order they are drawn; faces (``art``) lie under them."""


@cache
def pens() -> Mapping[Style, Pen]:
    """Return the pen of each style."""
    entries = read_data("pens.yaml")["pens"].items()
    return MappingProxyType(
        {
            Style(name): Pen(**{**entry, "dash_mm": tuple(entry.get("dash_mm", ()))})
            for name, entry in entries
        }
    )


def register_fonts(names: Iterable[str] = FONTS) -> None:
    """Make sheet fonts known to reportlab, which takes some 20 ms to read one.

    Raises:
        FontError: a shipped font is missing.
    """
    registry = shipped()
    for name in names:
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(registry.path(FONTS[name]))))


def draw_shapes(document: Document, crop_width_mm: float) -> bytes:
    """Return a PDF with all pages of ``document`` and their shapes, without faces."""
    register_fonts((REGULAR,))
    target = io.BytesIO()
    # Pages are packed as the file is finished; here that would only have to be undone.
    canvas = Canvas(target, invariant=1, pageCompression=0, initialFontName=REGULAR)
    table = dict(pens())
    table[Style.CROP] = replace(table[Style.CROP], width_mm=crop_width_mm)
    sheet = _Sheets(canvas, table)
    for page in document.pages:
        canvas.setPageSize((page.width * POINTS, page.height * POINTS))
        sheet.draw(page)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def draw_loose(canvas: Canvas, shapes: Sequence[Shape]) -> None:
    """Draw shapes at the canvas's present origin, outside of any layer."""
    table = pens()
    for shape in shapes:
        _draw(canvas, shape, table[shape.style])


class _Sheets:
    """Draws the shapes of pages one after the other; lines that were drawn before are repeated."""

    def __init__(self, canvas: Canvas, table: Mapping[Style, Pen]) -> None:
        self.canvas = canvas
        self.table = table
        self._drawn: dict[tuple[tuple[Path | Circle, ...], Pen], list[str]] = {}

    def draw(self, page: Page) -> None:
        """Draw a page layer by layer."""
        code = self.canvas._code
        for layer in LAYERS:
            shapes = [shape for shape in page.shapes if self.table[shape.style].layer == layer]
            if not shapes:
                continue
            # reportlab has no call for marked content; its content list takes operators as text.
            code.append(f"/OC /{layer} BDC")
            self._draw_halos(shapes)
            for style, alike in groupby(shapes, key=lambda shape: shape.style):
                self._draw_alike(tuple(alike), self.table[style])
            code.append("EMC")

    def _draw_halos(self, shapes: Sequence[Shape]) -> None:
        """White under all lines of a layer first, so that no halo covers a neighbour's line."""
        table = self.table
        lines = [s for s in shapes if not isinstance(s, Caption) and table[s.style].halo_mm]
        for style, alike in groupby(lines, key=lambda shape: shape.style):
            pen = table[style]
            self._draw_lines(tuple(alike), Pen(pen.layer, "#ffffff", None, pen.halo_mm))

    def _draw_alike(self, shapes: Sequence[Shape], pen: Pen) -> None:
        """Shapes of one pen: plain lines as one path, which is much faster than one by one."""
        lines = tuple(shape for shape in shapes if not isinstance(shape, Caption))
        if len(lines) == len(shapes) and not pen.fill and pen.opacity == 1:
            self._draw_lines(lines, pen)
            return
        for shape in shapes:
            _draw(self.canvas, shape, pen)

    def _draw_lines(self, lines: tuple[Path | Circle, ...], pen: Pen) -> None:
        code = self.canvas._code
        if (lines, pen) in self._drawn:
            code.extend(self._drawn[lines, pen])
            return
        before = len(code)
        _draw_outline(self.canvas, lines, pen)
        self._drawn[lines, pen] = code[before:]


def _draw(canvas: Canvas, shape: Shape, pen: Pen) -> None:
    if isinstance(shape, Caption):
        _draw_caption(canvas, shape, pen)
    else:
        _draw_outline(canvas, (shape,), pen)


def _draw_outline(canvas: Canvas, shapes: Sequence[Path | Circle], pen: Pen) -> None:
    canvas.saveState()
    if pen.stroke:
        canvas.setStrokeColor(HexColor(pen.stroke))
        canvas.setLineWidth(pen.width_mm * POINTS)
        canvas.setDash([mm * POINTS for mm in pen.dash_mm])
    if pen.fill:
        # The colour resets the opacity, so that this has to come after it.
        canvas.setFillColor(HexColor(pen.fill))
        canvas.setFillAlpha(pen.opacity)
    closed = all(isinstance(shape, Circle) or shape.closed for shape in shapes)
    path = Outline()
    for shape in shapes:
        _add(path, shape)
    canvas.drawPath(path, stroke=int(bool(pen.stroke)), fill=int(bool(pen.fill) and closed))
    canvas.restoreState()


class Outline(PDFPathObject):  # type: ignore[misc]  # reportlab is untyped
    """A path of reportlab's whose numbers are written once each: lines of a grid share them."""

    def moveTo(self, x: float, y: float) -> None:  # noqa: N802  (reportlab's name)
        """Begin a line at a point in pt."""
        self._code_append(f"{_written(x)} {_written(y)} m")

    def lineTo(self, x: float, y: float) -> None:  # noqa: N802  (reportlab's name)
        """Go on in a straight line to a point in pt."""
        self._code_append(f"{_written(x)} {_written(y)} l")

    def curveTo(self, *numbers: float) -> None:  # noqa: N802  (reportlab's name)
        """Go on in a curve by two control points to a point, in pt."""
        self._code_append(f"{' '.join(map(_written, numbers))} c")


@lru_cache(maxsize=16_384)
def _written(number: float) -> str:
    return cast("str", fp_str(number))


def _add(path: Outline, shape: Path | Circle) -> None:
    if isinstance(shape, Circle):
        x, y = shape.centre
        path.circle(x * POINTS, y * POINTS, shape.radius * POINTS)
        return
    first, *others = shape.points
    path.moveTo(first[0] * POINTS, first[1] * POINTS)
    for x, y in others:
        path.lineTo(x * POINTS, y * POINTS)
    if shape.closed:
        path.close()


def _draw_caption(canvas: Canvas, caption: Caption, pen: Pen) -> None:
    canvas.saveState()
    canvas.translate(caption.at[0] * POINTS, caption.at[1] * POINTS)
    if caption.rotation:
        canvas.rotate(caption.rotation)
    font = BOLD if caption.bold else REGULAR
    register_fonts((font,))
    canvas.setFont(font, caption.size)
    canvas.setFillColor(HexColor(pen.fill or "#000000"))
    draw = {
        "start": canvas.drawString,
        "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }[caption.anchor]
    draw(0, 0, caption.text)
    canvas.restoreState()
