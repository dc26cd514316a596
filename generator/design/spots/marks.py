"""Spots: places on a face that belong to a zone of the set-up, where virtual tables put pieces.

A template names them with ``spot(zone, x, y)``. Nothing is drawn: the mark is an empty group, so
that it goes through the transforms around it as whatever is drawn beside it.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from lxml import etree

from generator.design.face import Face
from generator.svg.lint import OURS, SVG_NS
from generator.svg.transforms import at, matrix_of

ZONE = re.compile(r"[A-Za-z][A-Za-z0-9_.-]*")
"""What a zone may be called; validator/schemas/setup.json says the same."""
_MARKED = re.compile(rf'<g {OURS}="spot" data-zone="([^"]*)"')
_NUMBERS = ("x", "y", "w", "h")


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for the pieces of a zone ("": none of the set-up's), in mm from the top left.

    ``x`` and ``y`` are its middle; ``width`` and ``height`` are the room there, 0 where none is
    said; ``turn`` is how far it is turned, in degrees clockwise.
    """

    zone: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    turn: float = 0.0


def spot_markup(zone: str, x: float, y: float, w: float, h: float) -> str:
    """The mark of a spot in a drawing."""
    numbers = zip(_NUMBERS, (x, y, w, h), strict=True)
    told = " ".join(f'data-{name}="{number:.4f}"' for name, number in numbers)
    return f'<g {OURS}="spot" data-zone="{zone}" {told}/>'


def zones_of(face: Face) -> tuple[str, ...]:
    """The zones that spots of a face name, in order."""
    svg = face.svg
    if "<!--" in svg:
        return tuple(spot.zone for spot in spots_of(face))
    return tuple(_MARKED.findall(svg))


def spots_of(face: Face) -> tuple[Spot, ...]:
    """The spots of a face, in the order in which its template names them."""
    return _spots(face.key, face) if f'{OURS}="spot"' in face.svg else ()


@lru_cache(maxsize=256)
def _spots(key: str, face: Face) -> tuple[Spot, ...]:
    del key
    root = etree.fromstring(face.svg.encode(), etree.XMLParser(resolve_entities=False))
    marks = root.iter(f"{{{SVG_NS}}}g")
    return tuple(_spot(mark) for mark in marks if mark.get(OURS) == "spot")


def _spot(mark: etree._Element) -> Spot:
    x, y, wide, high = (float(mark.get(f"data-{name}", "0")) for name in _NUMBERS)
    matrix = matrix_of(mark)
    a, b, c, d = matrix[:4]
    left, top = at(matrix, x, y)
    turn = math.degrees(math.atan2(b, a))
    zone = str(mark.get("data-zone"))
    return Spot(zone, left, top, wide * math.hypot(a, b), high * math.hypot(c, d), turn)
