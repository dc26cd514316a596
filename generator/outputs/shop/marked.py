"""Sheets that show what the preflight found: the faces of each cause, their faults marked."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from generator.drawing.draw import FaceBook
from generator.press.measures import Box
from generator.press.preflight import Fault, finding_of
from generator.printing.geometry import Caption, Rect, Shape, Style, rectangle
from generator.printing.imposition import Document, Drawing, FaceSide, Page, Placed
from generator.printing.print_files import build_pdf

SHEET = "preflight.pdf"
"""Name of the file beside the report."""
_WIDTH, _HEIGHT, _MARGIN, _GAP = 210.0, 297.0, 12.0, 5.0
_AROUND_MM = 0.8
"""How far a mark lies outside of what it marks."""
_LETTERS = 100
"""Letters of a line of the heading."""


@dataclass
class _Sheet:
    """A page that is being filled: ``y`` is where the next row begins, ``x`` the next face."""

    placed: list[Placed] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)
    x: float = _MARGIN
    y: float = _HEIGHT - _MARGIN
    row: float = 0.0

    def page(self, label: str) -> Page:
        """What it became."""
        whole = Rect(0, 0, _WIDTH, _HEIGHT)
        return Page(_WIDTH, _HEIGHT, (*self.placed,), (*self.shapes,), label, whole, whole)


def mark_faults(causes: Sequence[Sequence[Fault]], book: FaceBook, title: str) -> bytes:
    """A PDF with a page or more for each cause; faces are as large as life where they fit."""
    pages = [page for number, group in enumerate(causes, 1) for page in _pages(number, group)]
    return build_pdf(Document(SHEET, title, "what the preflight found, marked", pages), book)


def _pages(number: int, group: Sequence[Fault]) -> Iterator[Page]:
    sheet = _Sheet()
    for text in textwrap.wrap(f"{number}. {finding_of(group).message}", _LETTERS):
        sheet.y -= 4.5
        sheet.shapes.append(Caption((_MARGIN, sheet.y), text, 10, Style.NOTE))
    sheet.y -= _GAP
    faces: dict[str, list[Fault]] = {}
    for fault in group:
        faces.setdefault(fault.proof.face.key, []).append(fault)
    for faults in faces.values():
        wide, high = faults[0].proof.face.page_mm
        room = _WIDTH - 2 * _MARGIN, _HEIGHT - 4 * _MARGIN
        scale = min(1.0, room[0] / wide, room[1] / high)
        if sheet.x + wide * scale > _WIDTH - _MARGIN + 0.01:
            sheet.x, sheet.y, sheet.row = _MARGIN, sheet.y - sheet.row - _GAP, 0.0
        if sheet.y - high * scale < _MARGIN and sheet.placed:
            yield sheet.page(str(number))
            sheet = _Sheet()
        _place(sheet, faults, scale)
        sheet.x += wide * scale + _GAP
        sheet.row = max(sheet.row, high * scale)
    yield sheet.page(str(number))


def _place(sheet: _Sheet, faults: Sequence[Fault], scale: float) -> None:
    """A face at the place that is next, its trim edge drawn and its faults marked."""
    proof, face = faults[0].proof, faults[0].proof.face
    bleed = face.bleed_mm * scale
    trim = Rect(
        sheet.x + bleed,
        sheet.y - bleed - face.height_mm * scale,
        face.width_mm * scale,
        face.height_mm * scale,
    )
    whole = Rect(sheet.x, trim.y - bleed, trim.width + 2 * bleed, trim.height + 2 * bleed)
    drawing = Drawing(face.key, face.width_mm, face.height_mm, face.bleed_mm)
    deck, piece = proof.component_set.id, proof.component.id
    sheet.placed.append(Placed(piece, deck, 1, FaceSide.FRONT, drawing, trim, 0, whole))
    sheet.shapes.append(rectangle(trim.x, trim.y, trim.width, trim.height, Style.SHARED_CUT))
    for box in dict.fromkeys(box for fault in faults for box in fault.boxes):
        sheet.shapes.append(_mark(box, trim, scale))


def _mark(box: Box, trim: Rect, scale: float) -> Shape:
    left, top, right, bottom = (value * scale for value in box)
    around = 2 * _AROUND_MM
    return rectangle(
        trim.x + left - _AROUND_MM,
        trim.top - bottom - _AROUND_MM,
        right - left + around,
        bottom - top + around,
        Style.FAULT,
    )
