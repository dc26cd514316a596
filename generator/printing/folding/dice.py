"""Dice: a strip of six squares becomes a net to fold, or stickers for a blank die.

::

            +---+           The strip holds the faces 1 to 6, as its template draws them. In the
            | 3 |           net 1, 2, 6 and 5 go round, 3 is above 2 and 4 below it, so that
        +---+---+---+---+   opposite faces are 1 and 6, 2 and 5, 3 and 4: they add up to seven.
        | 1 | 2 | 6 | 5 |
        +---+---+---+---+   Lengths in mm.
            | 4 |
            +---+
"""

from __future__ import annotations

import math

from generator.printing.folding.foldups import Identity
from generator.printing.folding.nets import Net, net_of, tab
from generator.printing.layout.geometry import Edges, Rect
from generator.printing.layout.imposition import Drawing, Part, Piece, Side
from generator.printing.layout.shapes import Path, Point, Shape, Style

FACES = 6
PLACES = ((0, 1), (1, 1), (1, 2), (1, 0), (3, 1), (2, 1))
"""Column and row of each face of the strip in the net, rows from the bottom."""

TAB_MM = 5.0
"""Depth of a glue tab, at most a third of an edge (own choice: fits a fingertip)."""

STICKER_INSET_MM = 1.5
"""What a sticker keeps off each edge of its face: 13 mm on a die of 16 mm, whose edges are
rounded (recall)."""

STICKER_CORNER_MM = 1.5
"""Radius of a sticker's corners (own choice)."""


def cube_net(edge: float) -> Net:
    """Return the net of a cube with edges of ``edge`` mm: six panels and seven tabs."""
    deep = min(TAB_MM, edge / 3)
    x = [column * edge for column in range(5)]
    y = [deep + row * edge for row in range(4)]
    panels = {
        str(face): Rect(x[column], y[row], edge, edge)
        for face, (column, row) in enumerate(PLACES, start=1)
    }

    def low(column: int) -> tuple[tuple[float, float], tuple[float, float]]:
        return (x[column], y[1]), (x[column + 1], y[1])

    def high(column: int) -> tuple[tuple[float, float], tuple[float, float]]:
        return (x[column], y[2]), (x[column + 1], y[2])

    parts = (
        (x[0], y[1]),
        tab((x[1], y[1]), (x[1], y[0]), deep, low(0)),
        tab((x[1], y[0]), (x[2], y[0]), deep, low(3)),
        tab((x[2], y[0]), (x[2], y[1]), deep, low(2)),
        tab((x[4], y[1]), (x[4], y[2]), deep, ((x[0], y[1]), (x[0], y[2]))),
        tab((x[2], y[2]), (x[2], y[3]), deep, high(2)),
        tab((x[2], y[3]), (x[1], y[3]), deep, high(3)),
        tab((x[1], y[3]), (x[1], y[2]), deep, high(0)),
        (x[0], y[2]),
    )
    return net_of(parts, panels)


def die_net(who: Identity, strip: Drawing) -> Piece:
    """A die to fold and glue, from the drawing of its six faces side by side."""
    net = cube_net(strip.height)
    guides: list[Shape] = [Path(flap.points, Style.GLUE, closed=True) for flap in net.flaps]
    scores = tuple(Path(edge, Style.FOLD) for edge in net.scores)
    return Piece(
        component=who.component,
        deck=who.deck,
        copy=who.copy,
        width=net.width,
        height=net.height,
        fronts=tuple(_face(strip, face, box) for face, box in enumerate(net.panels.values())),
        shape="net",
        bleed=1.0,
        guides=(*guides, *scores, Path(net.outline, Style.CUT, closed=True)),
        outline=net.outline,
        scores=scores,
    )


def _face(strip: Drawing, face: int, panel: Rect) -> Part:
    """One square of a strip on its panel: the strip laid so, and cut off left and right."""
    edge = strip.height
    box = Rect(panel.x - face * edge, panel.y, strip.width, edge)
    hidden = Edges(left=-face * edge, right=-(FACES - 1 - face) * edge)
    return Part(strip, Side.FRONT, box, 0, hidden)


def _sticker(size: float) -> tuple[Point, ...]:
    """The edge of a sticker from its bottom left, counter-clockwise, its corners rounded."""
    radius, far = STICKER_CORNER_MM, size - STICKER_CORNER_MM
    corners = ((far, radius, -90), (far, far, 0), (radius, far, 90), (radius, radius, 180))
    return tuple(
        (x + radius * math.cos(math.radians(turn)), y + radius * math.sin(math.radians(turn)))
        for x, y, start in corners
        for turn in range(start, start + 91, 15)
    )


def die_stickers(who: Identity, strip: Drawing) -> Piece:
    """Six stickers for a blank die, each the middle of a face; what is around it is their bleed."""
    edge, inset = strip.height, STICKER_INSET_MM
    size = edge - 2 * inset
    return Piece(
        component=who.component,
        deck=who.deck,
        copy=who.copy,
        width=strip.width,
        height=edge,
        fronts=(Part(strip, Side.FRONT, Rect(0, 0, strip.width, edge)),),
        shape="custom",
        bleed=inset,
        outline=_sticker(size),
        cuts=tuple(Rect(face * edge + inset, inset, size, size) for face in range(FACES)),
    )
