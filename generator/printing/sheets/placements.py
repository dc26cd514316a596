"""Where everything lies in the files: as JSON; and files cut into volumes.

A volume keeps whole sheets together: a front and its back are never in different files, and
fronts and backs come in the same order as in the whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace

from generator.printing.layout.geometry import Rect, rotate_about
from generator.printing.layout.imposition import Document, Page, Placed, Shift, Side

MOST_PAGES = 200
"""Most pages of a volume: 100 sheets of paper, as many as a printer's tray holds."""


def volumes(document: Document, most: int = MOST_PAGES) -> tuple[Document, ...]:
    """The document, or if it has more than ``most`` pages, its parts ``name-1.pdf``, ..."""
    sheets = _sheets(document.pages) if len(document.pages) > most else None
    if sheets is None:
        return (document,)
    apart = _is_apart(document.pages)
    size = max(1, most // max(map(len, sheets)))
    parts = [sheets[at : at + size] for at in range(0, len(sheets), size)]
    stem = document.file.removesuffix(".pdf")
    return tuple(
        replace(
            document,
            file=f"{stem}-{number}.pdf",
            title=f"{document.title} ({number} of {len(parts)})",
            pages=_pages(part, apart),
        )
        for number, part in enumerate(parts, 1)
    )


def _is_apart(pages: Sequence[Page]) -> bool:
    """Tell whether all fronts come before all backs."""
    sides = [page.side for page in pages]
    return Side.BACK in sides and Side.FRONT not in sides[sides.index(Side.BACK) :]


def _sheets(pages: Sequence[Page]) -> list[tuple[Page, ...]] | None:
    """Fronts with their backs; None where one cannot tell which belong together."""
    fronts = [page for page in pages if page.side is Side.FRONT]
    backs = [page for page in pages if page.side is Side.BACK]
    if len(fronts) == len(backs):
        return list(zip(fronts, backs, strict=True))
    if _is_apart(pages) and len(backs) > 1:
        return None
    sheets: list[tuple[Page, ...]] = []
    for page in pages:
        if page.side is Side.BACK and sheets:
            sheets[-1] = (*sheets[-1], page)
        else:
            sheets.append((page,))
    return sheets


def _pages(sheets: Sequence[tuple[Page, ...]], apart: bool) -> tuple[Page, ...]:
    if apart:
        longest = max(map(len, sheets))
        return tuple(s[side] for side in range(longest) for s in sheets if side < len(s))
    return tuple(page for sheet in sheets for page in sheet)


@dataclass(frozen=True, slots=True)
class Placement:
    """The trim box of one face on one page, in mm from the bottom left; pages count from 1.

    Width and height are as the face lies on the page; ``rotation`` says how far it was turned
    (degrees, counter-clockwise) from upright. On a tiled board it is the part on that tile, of a
    die one of its faces.
    With a back offset or turn the box is about the moved centre.
    """

    component: str
    deck: str
    copy: int
    face: str
    file: str
    page: int
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    rotation: float


def placements(documents: Iterable[Document]) -> Iterator[Placement]:
    """Yield a record for every face of ``documents``, in page order."""
    for document in documents:
        for number, page in enumerate(document.pages, start=1):
            for placed in page.placed:
                yield _placement(document.file, number, page, placed)


def placements_json(documents: Iterable[Document]) -> Iterator[str]:
    """Yield all placements as a JSON list, one record a line."""
    names = [one.name for one in fields(Placement)]
    said = json.JSONEncoder(ensure_ascii=False).encode
    yield "[\n"
    before = ""
    for row in placements(documents):
        yield before + said({name: getattr(row, name) for name in names})
        before = ",\n"
    yield "\n]\n"


def _placement(file: str, number: int, page: Page, placed: Placed) -> Placement:
    box = placed.box.cut(page.trim) or placed.box
    box = box.cut(placed.clip) or box
    shift = page.shift or Shift()
    box = shifted(box, page, shift)
    return Placement(
        component=placed.component,
        deck=placed.deck,
        copy=placed.copy,
        face=placed.side.value,
        file=file,
        page=number,
        x_mm=round(box.x, 3),
        y_mm=round(box.y, 3),
        width_mm=round(box.width, 3),
        height_mm=round(box.height, 3),
        rotation=round(placed.rotation + shift.degrees, 3),
    )


def shifted(box: Rect, page: Page, shift: Shift) -> Rect:
    """Return ``box`` about the point to which the page's shift takes its centre."""
    x, y = rotate_about(*box.centre, shift.degrees, (page.width / 2, page.height / 2))
    return Rect(
        x + shift.x_mm - box.width / 2, y + shift.y_mm - box.height / 2, box.width, box.height
    )
