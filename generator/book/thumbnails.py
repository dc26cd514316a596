"""Thumbnails of faces on the cover of a kit.

Small pictures show faces with letters as shapes, so that no search and no reader finds the tiny
words on them. They come in later as form XObjects, the same way as faces on the sheets.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from generator.design.face import Face, FacePair, outline_letters
from generator.printing.documents import drawing_of
from generator.printing.geometry import Rect
from generator.printing.imposition import Drawing, FaceSide, Placed
from generator.typeset.fonts import MM_PER_PT

LARGEST = 0.34
"""Thumbnails of cards are seldom larger than this part of them (own choice)."""
FLAT = 0.7
"""Boards and mats are shown smaller than cards by this, which would else be all one sees."""
BROAD_MM = 150.0
"""From this width on a piece is shown as a board or mat."""
LEAST_PT = 3.0
"""Letters that would be smaller than this at that scale are left out."""


@dataclass(frozen=True, slots=True)
class Thumb:
    """A small picture of a face: which one, and whose it is."""

    drawing: Drawing
    shape: str
    component: str
    deck: str


@dataclass
class Thumbnails:
    """Makes thumbnails and keeps the faces that they show, by the key of the whole face.

    Faces are drawn with ``spare`` mm more bleed than fronts show.
    """

    spare: float = 0.0
    faces: dict[str, Face] = field(default_factory=dict)

    def front(self, pair: FacePair) -> Thumb:
        """A thumbnail of a front."""
        return self._thumb(pair, pair.front)

    def drawing(self, pair: FacePair, face: Face) -> Drawing:
        """One of its faces as a small picture."""
        return self._thumb(pair, face).drawing

    def back(self, pair: FacePair) -> Thumb:
        """A thumbnail of a back; of the front where there is none."""
        return self._thumb(pair, pair.back or pair.front)

    def _thumb(self, pair: FacePair, face: Face) -> Thumb:
        if face.key not in self.faces:
            scale = LARGEST * (FLAT if face.width_mm >= BROAD_MM else 1.0)
            self.faces[face.key] = outline_letters(face, LEAST_PT / scale * MM_PER_PT)
        shown = self.faces[face.key]
        return Thumb(drawing_of(shown, self.spare), pair.shape, pair.component, pair.deck)


LEAST_SHRUNK = 0.6
"""Thumbnails are shrunk down to this part of their height before one of them is left out."""


def fan(thumbs: Sequence[Thumb], width: float, height: float) -> list[tuple[Thumb, Rect]]:
    """Thumbnails in a strip, with their boxes: to one scale, side by side, none enlarged.

    Where they do not fit they are made smaller, and then fewer.
    """
    if not thumbs:
        return []
    gap = 1.5
    tallest = max(thumb.drawing.height for thumb in thumbs)
    total = sum(thumb.drawing.width for thumb in thumbs)
    full = min(1.0, height / tallest)
    scale = min(full, (width - gap * (len(thumbs) - 1)) / total)
    if scale < full * LEAST_SHRUNK and len(thumbs) > 1:
        middle = len(thumbs) // 2
        return fan([*thumbs[:middle], *thumbs[middle + 1 :]], width, height)
    boxes, x = [], 0.0
    for thumb in thumbs:
        wide = thumb.drawing.width * scale
        boxes.append((thumb, Rect(x, 0, wide, thumb.drawing.height * scale)))
        x += wide + gap
    return boxes


def place_thumb(thumb: Thumb, box: Rect) -> Placed:
    """A thumbnail in its place on a page."""
    return Placed(
        thumb.component, thumb.deck, 1, FaceSide.FRONT, thumb.drawing, box, 0, box, thumb.shape
    )
