"""``placements.json``: where every face lies in the print files, for people and programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields

from generator.printing.layout.document import Document, Page, Shift
from generator.printing.layout.geometry import Rect, rotate_about
from generator.printing.layout.imposition import Placed


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
