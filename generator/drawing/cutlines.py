"""Where a face says itself that it is cut and folded: its paths with the ids ``cut`` and ``score``.

A template writes ``<path id="{{ uid }}cut" .../>`` around what is cut out and
``<path id="{{ uid }}score" .../>`` along the folds; the line that is seen and the line that a
machine follows are one. Curves become short straight lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.design.face import Face

if TYPE_CHECKING:
    from generator.drawing.svgtree import SvgNode

TOLERANCE_MM = 0.02
"""How far the straight lines keep from a curve at most."""

Points = tuple[tuple[float, float], ...]
_ROLE = re.compile(r"f[0-9a-f]{10}-(cut|score)")
_MARKED = re.compile(r'id="f[0-9a-f]{10}-cut"')


@dataclass(frozen=True, slots=True)
class CutLines:
    """The edge of a piece and its folds, in mm from the top left of the trim box."""

    cut: Points
    scores: tuple[Points, ...]


def cut_lines(face: Face) -> CutLines | None:
    """Return where ``face`` is cut and folded; None where it does not say."""
    svg = face.svg
    if not _MARKED.search(svg):
        return None
    from generator.drawing.svgtree import read, walk

    found: dict[str, list[Points]] = {"cut": [], "score": []}
    for chain in walk(read(svg)):
        role = _ROLE.fullmatch(chain[-1].get("id", ""))
        if role:
            found[role[1]].extend(_lines(chain))
    return CutLines(max(found["cut"], key=_area), tuple(found["score"]))


def _lines(chain: Sequence[SvgNode]) -> Iterator[Points]:
    """The lines of a path as it lies on the face, after the nodes that it stands in."""
    from generator.drawing.cairo import cairocffi  # cairosvg loads it too, but slowly

    # isort: split
    from cairosvg.helpers import transform

    from generator.drawing.painter import Painter

    context = cairocffi.Context(cairocffi.ImageSurface(cairocffi.FORMAT_A8, 1, 1))
    painter = Painter(context, chain[0], lambda painter, special: None)
    for step in chain:
        transform(painter, step.get("transform"))
    painter.trace(chain[-1])
    context.identity_matrix()
    context.set_tolerance(TOLERANCE_MM)
    points: list[tuple[float, float]] = []
    for kind, values in context.copy_path_flat():
        if kind == cairocffi.PATH_MOVE_TO:
            yield from _line(points)
            points = []
        if kind in (cairocffi.PATH_MOVE_TO, cairocffi.PATH_LINE_TO):
            point = (round(values[0], 4), round(values[1], 4))
            if not points or points[-1] != point:
                points.append(point)
    yield from _line(points)


def _line(points: list[tuple[float, float]]) -> Iterator[Points]:
    """A line of at least two points; one that is closed does not repeat its first."""
    closed = len(points) > 2 and points[0] == points[-1]
    if len(points) > 1:
        yield tuple(points[:-1] if closed else points)


def _area(points: Points) -> float:
    following = (*points[1:], points[0])
    pairs = zip(points, following, strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs))
