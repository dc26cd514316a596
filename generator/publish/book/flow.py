"""Pieces of an almanac's pages: pictures that are put in later, and marks that note their page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from reportlab.platypus import Flowable

from generator.design.face import FacePair
from generator.printing.kit.documents import drawing_of
from generator.printing.layout.geometry import Rect
from generator.printing.layout.imposition import Placed, Side
from generator.printing.pdf.fonts import POINTS


@dataclass
class Found:
    """What is known once pages are drawn: faces by page, and the page of everything named."""

    faces: list[tuple[int, Placed]] = field(default_factory=list)
    pages: dict[str, int] = field(default_factory=dict)


def shown_size(pair: FacePair, width: float, height: float) -> tuple[float, float]:
    """Width and height (pt) of a face in a box of ``width`` by ``height``: no larger than it is."""
    wide, high = pair.front.width_mm * POINTS, pair.front.height_mm * POINTS
    scale = min(1.0, width / wide, height / high)
    return wide * scale, high * scale


class Picture(Flowable):  # type: ignore[misc]
    """The front of a component at a size (pt); it draws nothing and notes where the face goes."""

    def __init__(self, pair: FacePair, size: tuple[float, float], found: Found) -> None:
        super().__init__()
        self._pair, self._found = pair, found
        self.width, self.height = size

    def draw(self) -> None:
        """Note where the face lies on the page."""
        x, y = self.canv.absolutePosition(0, 0)
        pair = self._pair
        box = Rect(x / POINTS, y / POINTS, self.width / POINTS, self.height / POINTS)
        drawing = drawing_of(pair.front)
        corner = pair.corner_mm * box.width / drawing.width
        placed = Placed(
            pair.component, pair.deck, 1, Side.FRONT, drawing, box, 0, box, pair.shape, corner
        )
        self._found.faces.append((self.canv.getPageNumber(), placed))


class Mark(Flowable):  # type: ignore[misc]
    """Nothing to see: notes the page it is on, and can be linked to; ``outline`` lists it."""

    def __init__(
        self, key: str, found: Found, outline: str = "", enter: Callable[[str], None] | None = None
    ) -> None:
        super().__init__()
        self._key, self._found, self._outline, self._enter = key, found, outline, enter
        self.width = self.height = 0.0

    def draw(self) -> None:
        """Note the page."""
        self._found.pages[self._key] = self.canv.getPageNumber()
        self.canv.bookmarkHorizontal(self._key, 0, 24)
        if self._outline:
            self.canv.addOutlineEntry(self._outline, self._key, 0)
        if self._enter:
            self._enter(self._outline)
