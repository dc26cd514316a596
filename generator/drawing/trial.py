"""Faces tried out: drawn as a small picture, so that one sees what lies beneath each text."""

from __future__ import annotations

import io
import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from generator.drawing.cairo import cairocffi

# isort: split
from PIL import Image

from generator.design.face import Face
from generator.design.pictures import FORMATS, is_drawing
from generator.drawing.painter import Painter
from generator.drawing.surface import (
    draw_special,
    drawing_errors,
    paint_page,
    read_named_file,
    surface_of,
)
from generator.drawing.svgtree import SvgNode, read
from generator.svg.inside import WIDTH
from generator.svg.lint import OURS, Faint, contrast, least_contrast
from generator.typeset.fonts import MM_PER_PT

PIXELS_PER_MM = 1.5
"""Edges are drawn hard, so that so coarse a picture still has the colours of the drawing."""
MOST_PIXELS = 4_000_000
"""Larger faces are drawn more coarsely."""
_ACROSS, _UP, _HIGH = 12, 2, 0.5
"""One looks beneath a text so often across and up, and up to this part of its size."""
_PLACES = [*product(range(1, _ACROSS + 1), range(1, _UP + 1))]
_VEILED = 0.25
"""A text is hard to read of which more than this part stands out too little."""

_WHITE = 0xFFFFFF
_fine: set[tuple[str, str]] = set()  # the faces that this process could draw, and read


def try_faces(faces: Sequence[Face]) -> list[tuple[str, Faint]]:
    """See that faces can be drawn; texts that are hard to read, each with the key of its face.

    Raises:
        DrawError: one cannot.
    """
    trial = FaceTrial(Path(faces[0].root))
    for face in faces:
        if (face.root, face.key) not in _fine:
            before = len(trial.found)
            with drawing_errors():
                trial.draw(face)
            if len(trial.found) == before:
                _fine.add((face.root, face.key))
    return trial.found


@dataclass
class FaceTrial:
    """Draws faces one after the other; pictures are decoded once.

    ``seen`` has of texts their colour, that below, the contrast that they need, and what it is.
    """

    root: Path
    pictures: dict[str, Any] = field(default_factory=dict)
    found: list[tuple[str, Faint]] = field(default_factory=list)
    seen: set[tuple[str, str, float, float]] = field(default_factory=set)

    def draw(self, face: Face) -> None:
        """Draw a face, and look beneath its texts."""
        self.key, (wide, high) = face.key, face.page_mm
        scale = min(PIXELS_PER_MM, math.sqrt(MOST_PIXELS / (wide * high)))
        self._size = math.ceil(wide * scale), math.ceil(high * scale)
        self._pixels = array("I", [_WHITE]) * math.prod(self._size)
        form = cairocffi.FORMAT_RGB24
        self.surface = cairocffi.ImageSurface(form, *self._size, self._pixels, 4 * self._size[0])
        paper = cairocffi.Context(self.surface)
        paper.set_antialias(cairocffi.ANTIALIAS_NONE)
        paint_page(paper, read(face.svg), wide * scale, high * scale, self._special)

    def _special(self, painter: Painter, node: SvgNode) -> None:
        kind = node.get(OURS)
        if kind == "run" and WIDTH in node and "fill-opacity" not in node:
            self._look(painter.context, node)
        elif kind == "icon":
            return  # nothing of the word that is read for it is seen
        elif kind == "picture" and node["data-sha256"] not in self.pictures:
            self._load(node)
        draw_special(painter, node, self)

    def _load(self, node: SvgNode) -> None:
        """Read the pixels of a picture, which prints may do without, as small as they are drawn."""
        if is_drawing(node["href"]):
            return
        data = read_named_file(self.root, node["href"], node["data-sha256"])
        if not data.startswith(b"\x89PNG"):
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                image.draft("RGB", (64, 64))
                self.pictures[node["data-sha256"]] = surface_of(image)

    def _look(self, context: cairocffi.Context, node: SvgNode) -> None:
        """Note a text that is hard to read; in a group that is seen through nothing is known."""
        if context.get_group_target()._pointer != self.surface._pointer:
            return
        x, y, em, width = (float(node[key]) for key in ("x", "y", "font-size", WIDTH))
        xx, yx, xy, yy, x0, y0 = context.get_matrix().as_tuple()
        along, up = width / (_ACROSS + 1), -_HIGH * em / (_UP + 1)
        (wide, high), pixels, grounds = self._size, self._pixels, []
        for one, other in _PLACES:
            across, down = x + one * along, y + other * up
            column, line = int(xx * across + xy * down + x0), int(yx * across + yy * down + y0)
            if 0 <= column < wide and 0 <= line < high:
                grounds.append(pixels[line * wide + column])
        size, fill = round(em / MM_PER_PT, 1), node["fill"]
        least = least_contrast(size, int(node["font-weight"]))
        ratios = {one: contrast(fill, f"#{one & _WHITE:06x}") or least for one in {*grounds}}
        if grounds:
            ground = sorted(grounds, key=ratios.__getitem__)[int(len(grounds) * _VEILED)]
            ratio = ratios[ground]
            self.seen.add((fill, f"#{ground & _WHITE:06x}", least, ratio))
            if ratio < least:
                self.found.append((self.key, Faint(node.text, fill, size, ratio, least)))
