"""Outlines are written as reportlab writes them, number by number."""

from __future__ import annotations

from reportlab.pdfgen.pathobject import PDFPathObject

from generator.printing.pdf import PdfPath

NUMBERS = (0, -0.0, 1e-9, -4.25, 0.333333333, 12.5, 99.99999949, 1234.56789, 1e6)


def test_an_outline_writes_what_reportlab_writes() -> None:
    ours, theirs = PdfPath(), PDFPathObject()
    for path in (ours, theirs):
        for x, y in zip(NUMBERS, NUMBERS[::-1], strict=True):
            path.moveTo(x, y)
            path.lineTo(y, x)
            path.curveTo(x, y, y, x, x, x)
            path.circle(x, y, 3.7)
            path.close()
    assert ours.getCode() == theirs.getCode()
