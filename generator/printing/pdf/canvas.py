"""Draw the shapes of a document with reportlab: every page but its faces.

Shapes go into layers (optional content) by marking their part of the page's content; the
layers themselves are declared by :mod:`generator.printing.pdf.build`.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from types import MappingProxyType
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from generator.printing.layout.document import Document, Page
from generator.printing.layout.shapes import Caption, Circle, Path, Shape, Style
from generator.shipped import read_data
from generator.typeset.fonts import FontKey, shipped

POINTS = 72 / 25.4
"""PDF points in a millimetre."""

REGULAR = "TrilithSans"
BOLD = "TrilithSans-Bold"
ITALIC = "TrilithSans-Italic"
SERIF = "TrilithSerif-Bold"

FONTS: Mapping[str, FontKey] = MappingProxyType(
    {
        REGULAR: FontKey("Source Sans Pro"),
        BOLD: FontKey("Source Sans Pro", 600),
        ITALIC: FontKey("Source Sans Pro", italic=True),
        SERIF: FontKey("Source Serif Pro", 700),
    }
)
"""The fonts of sheets and covers, by their reportlab name."""


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


def register_fonts() -> None:
    """Make the sheet fonts known to reportlab.

    Raises:
        FontError: a shipped font is missing.
    """
    registry = shipped()
    for name, key in FONTS.items():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(registry.path(key))))


def text_width_mm(text: str, size: float, bold: bool) -> float:
    """Return the width of a text on a sheet in mm, at ``size`` pt."""
    register_fonts()
    return float(pdfmetrics.stringWidth(text, BOLD if bold else REGULAR, size)) / POINTS


def draw_shapes(document: Document, crop_width_mm: float) -> bytes:
    """Return a PDF with all pages of ``document`` and their shapes, without faces."""
    register_fonts()
    target = io.BytesIO()
    canvas = Canvas(target, invariant=1, pageCompression=1, initialFontName=REGULAR)
    table = dict(pens())
    table[Style.CROP] = replace(table[Style.CROP], width_mm=crop_width_mm)
    for page in document.pages:
        canvas.setPageSize((page.width * POINTS, page.height * POINTS))
        _draw_page(canvas, page, table)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def draw_loose(canvas: Canvas, shapes: Sequence[Shape]) -> None:
    """Draw shapes at the canvas's present origin, outside of any layer."""
    table = pens()
    for shape in shapes:
        _draw(canvas, shape, table[shape.style])


def _draw_page(canvas: Canvas, page: Page, table: Mapping[Style, Pen]) -> None:
    for layer in LAYERS:
        shapes = [shape for shape in page.shapes if table[shape.style].layer == layer]
        if not shapes:
            continue
        # reportlab has no call for marked content; its content list takes operators as text.
        canvas._code.append(f"/OC /{layer} BDC")
        _draw_halos(canvas, shapes, table)
        for style, alike in groupby(shapes, key=lambda shape: shape.style):
            _draw_alike(canvas, tuple(alike), table[style])
        canvas._code.append("EMC")


def _draw_halos(canvas: Canvas, shapes: Sequence[Shape], table: Mapping[Style, Pen]) -> None:
    """White under all lines of a layer first, so that no halo covers a neighbour's line."""
    lines = [s for s in shapes if not isinstance(s, Caption) and table[s.style].halo_mm]
    for style, alike in groupby(lines, key=lambda shape: shape.style):
        pen = table[style]
        halo = Pen(pen.layer, "#ffffff", None, pen.halo_mm)
        _draw_outline(canvas, tuple(alike), halo)


def _draw_alike(canvas: Canvas, shapes: Sequence[Shape], pen: Pen) -> None:
    """Shapes of one pen: plain lines as one path, which is much faster than one by one."""
    lines = tuple(shape for shape in shapes if not isinstance(shape, Caption))
    if len(lines) == len(shapes) and not pen.fill and pen.opacity == 1:
        _draw_outline(canvas, lines, pen)
        return
    for shape in shapes:
        _draw(canvas, shape, pen)


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
    path = canvas.beginPath()
    for shape in shapes:
        _add(path, shape)
    canvas.drawPath(path, stroke=int(bool(pen.stroke)), fill=int(bool(pen.fill) and closed))
    canvas.restoreState()


def _add(path: Any, shape: Path | Circle) -> None:
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
    canvas.setFont(BOLD if caption.bold else REGULAR, caption.size)
    canvas.setFillColor(HexColor(pen.fill or "#000000"))
    draw = {
        "start": canvas.drawString,
        "middle": canvas.drawCentredString,
        "end": canvas.drawRightString,
    }[caption.anchor]
    draw(0, 0, caption.text)
    canvas.restoreState()
