"""Tuck boxes: the net of a box that a deck of cards goes into, sized by the deck.

::

             +----+  <- tuck flap        From the left: the glue tab, a side, the front with a
             |lid |                      thumb notch, a side, the back with both lids. The sides
      __     +----+                      have dust flaps. Lengths in mm.
    _/ .\\_.-./ .\\|    |
    |  |    |  |    |
    +--+----+--+----+
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from generator.printing.folding.nets import Flap, Net, net_of
from generator.printing.layout.geometry import Rect
from generator.printing.layout.shapes import Point

CARD_MM = 0.32
"""Thickness of a card of about 300 g/m² (recall); sleeved ones take about 0.6 (recall)."""

PLAY_MM = 1.0
"""How much wider, higher and deeper than the deck a box is inside (own choice)."""

LEAST_DEPTH_MM = 10.0
"""Least depth of a box, for its flaps to hold (own choice)."""

GLUE_MM = 10.0
"""Width of the glue tab, at most the depth less 1 mm (own choice)."""

TUCK_MM = 13.0
"""Depth of a tuck flap (own choice)."""

_ROUND_MM = 6.0
_STEPS = 8


@dataclass(frozen=True, slots=True)
class BoxSize:
    """What is inside of a box, in mm: width and height of its front, and its depth."""

    width: float
    height: float
    depth: float


def box_for(width: float, height: float, cards: int, card_mm: float = CARD_MM) -> BoxSize:
    """Return the box for a deck of ``cards`` of ``width`` x ``height`` mm, ``card_mm`` thick."""
    depth = max(LEAST_DEPTH_MM, math.ceil(10 * (cards * card_mm + PLAY_MM)) / 10)
    return BoxSize(width + PLAY_MM, height + PLAY_MM, depth)


def tuck_net(size: BoxSize) -> Net:
    """Return the net of a tuck box."""
    wide, high, deep = size.width, size.height, size.depth
    glue = min(GLUE_MM, deep - 1)
    x = (glue, glue + deep, glue + deep + wide, glue + 2 * deep + wide)
    right = x[3] + wide
    low = deep + TUCK_MM
    top = low + high
    panels = {
        "left": Rect(x[0], low, deep, high),
        "front": Rect(x[1], low, wide, high),
        "right": Rect(x[2], low, deep, high),
        "back": Rect(x[3], low, wide, high),
        "bottom": Rect(x[3], low - deep, wide, deep),
        "lid": Rect(x[3], top, wide, deep),
    }
    dust = min(wide / 2 - 1, max(10.0, deep * 0.8), deep + TUCK_MM)
    parts: tuple[Point | Flap, ...] = (
        _dust(x[0], x[1], low, -dust),
        _dust(x[2], x[3], low, -dust),
        (x[3], low),
        _tuck(x[3], right, low - deep, -1, ((x[1], low), (x[2], low))),
        (right, low),
        (right, top),
        _tuck(x[3], right, top + deep, 1, ((x[1], top), (x[2], top))),
        (x[3], top),
        _dust(x[2], x[3], top, dust),
        *_notch((x[1] + x[2]) / 2, top, notch_mm(size)),
        _dust(x[0], x[1], top, dust),
        Flap(
            ((x[0], top), (0, top - glue / 2), (0, low + glue / 2), (x[0], low)),
            ((right, top), (right, low)),
        ),
    )
    return net_of(parts, panels)


def notch_mm(size: BoxSize) -> float:
    """Radius of the thumb notch: 9 mm, on narrow boxes a quarter of their width (own choice)."""
    return min(9.0, size.width / 4)


def _dust(left: float, right: float, y: float, deep: float) -> Flap:
    """A dust flap above or (``deep`` below 0) below a side."""
    inset = (right - left) * 0.12
    points = ((left, y), (left + inset, y + deep), (right - inset, y + deep), (right, y))
    return Flap(points if deep < 0 else points[::-1], glued=False)


def _tuck(left: float, right: float, y: float, way: int, partner: tuple[Point, Point]) -> Flap:
    """A tuck flap above or below a lid, its far corners rounded, a little narrower than the box."""
    inset, far = 0.5, y + way * TUCK_MM
    first = [*_arc(left + inset + _ROUND_MM, far - way * _ROUND_MM, -1, way)]
    second = [*_arc(right - inset - _ROUND_MM, far - way * _ROUND_MM, 1, way)]
    points = ((left, y), (left + inset, y), *first, *second[::-1], (right - inset, y), (right, y))
    return Flap(points if way < 0 else points[::-1], partner, glued=False)


def _arc(x: float, y: float, aside: int, way: int) -> Iterator[Point]:
    """A quarter circle about a point, from its side to above or below it."""
    for step in range(_STEPS + 1):
        turn = math.pi / 2 * step / _STEPS
        yield x + aside * _ROUND_MM * math.cos(turn), y + way * _ROUND_MM * math.sin(turn)


def _notch(x: float, y: float, radius: float) -> Iterator[Point]:
    """The half circle for a thumb in the edge of the front, from the right to the left."""
    for step in range(2 * _STEPS + 1):
        turn = math.pi * step / (2 * _STEPS)
        yield x + radius * math.cos(turn), y - radius * math.sin(turn)
