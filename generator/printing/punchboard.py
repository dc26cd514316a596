"""Punchboards: pieces that hang together by nicks.

::

    +------    ------+      A nick is a gap in the cut. They lie at equal ways along the edge,
    |                |      as far from its corners as can be, where they would tear.
    +------    ------+      Lengths in mm.

::

    +--------------------------+   The rim is cut along its outer edge. Its four crosses are
    | x                      x |   printed on both sides: a pin through those of the front comes
    |   (  )  (  )  (  )  (  ) |   out at those of the back, so that both sheets can be glued on a
    |   (  )  (  )  (  )       |   board between them. Lengths in mm.
    | x                      x |
    +--------------------------+
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from generator.printing.geometry import Circle, Edges, Path, Point, Rect, Shape, Style, bounds, line
from generator.printing.imposition import Outline, Sheet, contour
from generator.printing.marks import OUTLINES

NICK_MM = 0.8
"""Width of a nick (own choice: holds paper on 2 mm board, and parts under a thumb)."""

EVERY_MM = 45.0
"""Way along an edge for which one nick is enough (own choice); there are two at least."""

_SHIFTS = 24
"""Places that are tried for the first nick, within the way from one to the next."""

_SHARP = math.radians(20)
"""Least turn of an edge that counts as a corner."""


def nicks_of(points: Sequence[Point]) -> tuple[float, ...]:
    """Return where the nicks of a closed edge are: ways along it to their middles, rising."""
    ways = _ways(points)
    whole = ways[-1]
    count = max(2, round(whole / EVERY_MM))
    pitch = whole / count
    corners = [way for way, turn in zip(ways, _turns(points), strict=False) if turn > _SHARP]

    def clear(shift: float) -> float:
        middles = [shift + number * pitch for number in range(count)]
        return min(
            (min(abs(at - way), whole - abs(at - way)) for at in middles for way in corners),
            default=0.0,
        )

    shifts = [pitch * (step + 0.5) / _SHIFTS for step in range(_SHIFTS)]
    best = max(shifts, key=lambda shift: (round(clear(shift), 6), -shift))
    return tuple(best + number * pitch for number in range(count))


def cut_lines(points: Sequence[Point]) -> tuple[tuple[Point, ...], ...]:
    """Return the lines to cut along a closed edge: all of it but its nicks."""
    middles = nicks_of(points)
    whole = _ways(points)[-1]
    following = (*middles[1:], middles[0] + whole)
    return tuple(
        _stretch(points, start + NICK_MM / 2, end - NICK_MM / 2)
        for start, end in zip(middles, following, strict=True)
    )


def _stretch(points: Sequence[Point], start: float, end: float) -> tuple[Point, ...]:
    """The part of a closed edge between two ways along it; the second may be past its end."""
    ways = _ways(points)
    whole = ways[-1]
    between = [
        (way + turn, point)
        for turn in (0.0, whole)
        for way, point in zip(ways, points, strict=False)
        if start < way + turn < end
    ]
    return (_at(points, start), *(point for _, point in sorted(between)), _at(points, end))


def _at(points: Sequence[Point], way: float) -> Point:
    """The point at a way along a closed edge."""
    ways = _ways(points)
    way %= ways[-1]
    side = max(number for number, start in enumerate(ways[:-1]) if start <= way)
    (x1, y1), (x2, y2) = points[side], points[(side + 1) % len(points)]
    part = (way - ways[side]) / (ways[side + 1] - ways[side])
    return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part


def _ways(points: Sequence[Point]) -> list[float]:
    """The way along a closed edge to each of its corners, and all around to the first."""
    return [*accumulate(map(math.dist, points, (*points[1:], points[0])), initial=0.0)]


def _turns(points: Sequence[Point]) -> list[float]:
    """By how much (radians) a closed edge turns at each of its corners."""
    count = len(points)

    def heading(number: int) -> float:
        (x1, y1), (x2, y2) = points[number % count], points[(number + 1) % count]
        return math.atan2(y2 - y1, x2 - x1)

    turns = [heading(number) - heading(number - 1) for number in range(count)]
    return [abs(math.remainder(turn, math.tau)) for turn in turns]


RIM_MM = 7.0
"""Width of the rim (own choice: it can be held, and takes the crosses)."""

CORNER_MM = 4.0
"""Radius of the rim's corners (own choice)."""

CROSS_MM = 3.0
"""Way from the rim's edges to the middle of a cross, and a little more than its arms."""


def frame(sheet: Sheet) -> Sheet:
    """Put what lies on a sheet, ``RIM_MM`` inside of its edges, into a frame."""
    reach = bounds([one.box.grow(Edges.all(one.bleed)) for one in sheet.outlines])
    rim = Outline(reach.grow(Edges.all(RIM_MM)), "rim", CORNER_MM, 0.0)
    return replace(sheet, outlines=(*(replace(o, nicks=True) for o in sheet.outlines), rim))


def punch_lines(outlines: Sequence[Outline], *, front: bool) -> tuple[Shape, ...]:
    """Return what is drawn of frames: all that is cut on the front, crosses on both sides."""
    found: list[Shape] = []
    for outline in outlines:
        if outline.shape == "rim":
            found.append(Path(contour(outline).polygon, Style.CUT, closed=True))
            found.extend(_crosses(outline.box))
        elif outline.nicks and front:
            for style, by in OUTLINES:
                found += [Path(points, style) for points in cut_lines(contour(outline, by).polygon)]
    return tuple(found)


def _crosses(box: Rect) -> Iterator[Shape]:
    arm = CROSS_MM - 0.8
    inner = box.grow(Edges.all(-CROSS_MM - 0.5))
    for x in (inner.x, inner.right):
        for y in (inner.y, inner.top):
            yield line(x - arm, y, x + arm, y, Style.CROSS)
            yield line(x, y - arm, x, y + arm, Style.CROSS)
            yield Circle((x, y), arm / 2, Style.CROSS)
