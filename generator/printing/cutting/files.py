"""Cut files for cutting machines, SVG and DXF, from the same outlines as the sheets.

Lengths are millimetres in both. Sheets with equal outlines share one file, named after the
first of them; the title inside says which sheets it is for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from generator.printing.cutting.contours import CutPlan, contour, slits
from generator.printing.cutting.dxf import dxf
from generator.printing.cutting.registration import registration_marks
from generator.printing.cutting.svg import svg
from generator.printing.layout.document import Document, Page
from generator.printing.layout.imposition import Outline, Side
from generator.printing.layout.shapes import Path

WRITERS = {"svg": svg, "dxf": dxf}
"""Each format, and what writes the text of its files."""


_Lines: TypeAlias = tuple[tuple[Outline, ...], tuple[Path, ...]]
"""What is cut and what is scored on a sheet; sheets where both are equal share a file."""


@dataclass(frozen=True, slots=True)
class CutFile:
    """A cut file: its name, and its text."""

    name: str
    text: str


def cut_files(document: Document, formats: Sequence[str], *, marked: bool) -> Iterator[CutFile]:
    """Yield the cut files of a document; ``marked`` adds the registration marks to them."""
    if not formats:
        return
    stem = document.file.removesuffix(".pdf")
    sheets: dict[_Lines, list[int]] = {}
    pages: dict[_Lines, Page] = {}
    fronts = [page for page in document.pages if page.side is Side.FRONT]
    for number, page in enumerate(fronts, start=1):
        if page.outlines:
            key = (page.outlines, page.scores)
            sheets.setdefault(key, []).append(number)
            pages.setdefault(key, page)
    for lines, numbers in sheets.items():
        page = pages[lines]
        plan = CutPlan(
            f"{document.file}, sheet {', '.join(map(str, numbers))}",
            page.width,
            page.height,
            tuple(contour(outline) for outline in page.outlines if not outline.nicks),
            page.scores,
            registration_marks(page.width, page.height) if marked else (),
            tuple(line for one in page.outlines if one.nicks for line in slits(one)),
        )
        for kind in formats:
            yield CutFile(f"{stem}-cut-{numbers[0]}.{kind}", WRITERS[kind](plan))
