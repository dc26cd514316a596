"""Faces tried out: everything that drawing them does, but for writing a PDF.

Cards of a deck have most of their parts in common, so a part that could be drawn once is not drawn
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lxml import etree

from generator.design.face import Face
from generator.drawing.cairo import cairocffi
from generator.drawing.engine import engine
from generator.drawing.painter import Painter
from generator.drawing.surface import draw_faces, draw_special, drawing_errors
from generator.drawing.svgtree import Node, node_of, parsed

_MOST_PARTS = 50_000
_ID = b' id="'

_drawn: set[bytes] = set()  # the parts that this process could draw


def try_faces(faces: Sequence[Face]) -> None:
    """See that faces can be drawn.

    Raises:
        DrawError: one cannot.
    """
    if engine() == "stock":
        draw_faces(faces)
        return
    trial = Trial(Path(faces[0].root))
    for face in faces:
        with drawing_errors():
            trial.add(face.svg)


@dataclass
class Trial:
    """A surface that keeps nothing; pictures are decoded once."""

    root: Path
    pictures: dict[str, Any] = field(default_factory=dict)

    def add(self, svg: str) -> None:
        """Draw what of a drawing was not drawn before."""
        element = parsed(svg)
        about = f"{self.root}{sorted(element.attrib.items())}".encode()
        parts = [(about + etree.tostring(part, with_tail=False), part) for part in element]
        if all(key in _drawn for key, _ in parts):
            return
        # what has an id may be what another part is filled with or cut to
        needed = [(key, part) for key, part in parts if key not in _drawn or _ID in key]
        root = node_of(element, (part for _, part in needed))
        surface = cairocffi.RecordingSurface(cairocffi.CONTENT_COLOR_ALPHA, None)
        painter = Painter(cairocffi.Context(surface), root, self._special)
        for (key, _), node in zip(needed, root.children, strict=True):
            if key not in _drawn:
                painter.paint(node)
        if len(_drawn) > _MOST_PARTS:
            _drawn.clear()
        _drawn.update(key for key, _ in parts)

    def _special(self, painter: Painter, node: Node) -> bool:
        return draw_special(painter, node, self)
