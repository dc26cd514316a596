"""Small pictures of pieces for a cover: faces with letters as shapes, so that no search and no
reader finds the tiny words on them."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.design.face import Face, FacePair, outlined
from generator.printing.cover.content import Thumb
from generator.printing.kit.documents import drawing_of
from generator.typeset.fonts import MM_PER_PT

LARGEST = 0.34
"""Thumbnails of cards are seldom larger than this part of them (own choice)."""
FLAT = 0.7
"""Boards and mats are shown smaller than cards by this, which would else be all one sees."""
BROAD_MM = 150.0
"""From this width on a piece is shown as a board or mat."""
LEAST_PT = 3.0
"""Letters that would be smaller than this at that scale are left out."""


@dataclass
class Pictures:
    """Makes thumbnails and keeps the faces that they show, by their key.

    Faces are drawn with ``spare`` mm more bleed than fronts show.
    """

    spare: float = 0.0
    faces: dict[str, Face] = field(default_factory=dict)
    _known: dict[str, Face] = field(default_factory=dict)

    def front(self, pair: FacePair) -> Thumb:
        """A thumbnail of a front."""
        return self._thumb(pair, pair.front)

    def back(self, pair: FacePair) -> Thumb:
        """A thumbnail of a back; of the front where there is none."""
        return self._thumb(pair, pair.back or pair.front)

    def _thumb(self, pair: FacePair, face: Face) -> Thumb:
        if face.key not in self._known:
            scale = LARGEST * (FLAT if face.width_mm >= BROAD_MM else 1.0)
            self._known[face.key] = outlined(face, LEAST_PT / scale * MM_PER_PT)
        shown = self._known[face.key]
        self.faces[shown.key] = shown
        return Thumb(drawing_of(shown, self.spare), pair.shape, pair.component, pair.deck)
