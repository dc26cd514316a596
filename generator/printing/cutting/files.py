"""Cut files for cutting machines, SVG and DXF, from the same outlines as the sheets.

Lengths are millimetres in both. Sheets with equal outlines share one file, named after the
first of them; the title inside says which sheets it is for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.printing.cutting.contours import contour
from generator.printing.cutting.dxf import dxf
from generator.printing.cutting.registration import registration_marks
from generator.printing.cutting.svg import svg
from generator.printing.layout.document import Document, Page
from generator.printing.layout.imposition import Outline, Side

WRITERS = {"svg": svg, "dxf": dxf}
"""Each format, and what writes the text of its files."""


@dataclass(frozen=True, slots=True)
class CutFile:
    """A cut file: its name, and its text."""

    name: str
    text: str


def cut_files(document: Document, formats: Sequence[str], *, marked: bool) -> Iterator[CutFile]:
    """Yield the cut files of a document; ``marked`` adds the registration marks to them."""
    stem = document.file.removesuffix(".pdf")
    sheets: dict[tuple[Outline, ...], list[int]] = {}
    pages: dict[tuple[Outline, ...], Page] = {}
    fronts = [page for page in document.pages if page.side is Side.FRONT]
    for number, page in enumerate(fronts, start=1):
        if page.outlines:
            sheets.setdefault(page.outlines, []).append(number)
            pages.setdefault(page.outlines, page)
    for outlines, numbers in sheets.items():
        page = pages[outlines]
        title = f"{document.file}, sheet {', '.join(map(str, numbers))}"
        contours = tuple(contour(outline) for outline in outlines)
        marks = registration_marks(page.width, page.height) if marked else ()
        for kind in formats:
            text = WRITERS[kind](title, page.width, page.height, contours, marks)
            yield CutFile(f"{stem}-cut-{numbers[0]}.{kind}", text)
