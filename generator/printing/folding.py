"""Pieces of folded paper: nets, cards, chits, standees, dice, tuck boxes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import NamedTuple

from generator.printing.geometry import (
    Caption,
    Edges,
    Path,
    Point,
    Rect,
    Shape,
    Style,
    line,
    rectangle,
)
from generator.printing.imposition import Drawing, FaceSide, Fold, Part, Piece
from generator.printing.sheet_fonts import text_width_mm
from validator.catalogue.words.language import mark_sentence

# The strips of a gutterfold; around a board the fold is two creases, as far apart as the board is
# thick. Sizes in mm.
#
#     +----------------------------------+
#     |   back  back  back  back         |
#     | - - - - - - - - - - - - - - - -  |  <- the fold of the first strip
#     |   front front front front        |
#     |----------------------------------|  <- here the strips are cut apart
#     |   back  back  back  back         |
#     | - - - - - - - - - - - - - - - -  |
#     |   front front front front        |
#     +----------------------------------+


FOLD_BLEED_MM = 0.8
"""How far art runs past a fold into a tab, so that no white edge shows (own choice)."""

GLUE_TAB_MM = 6.0
"""Width of the tab that closes a folded block (own choice; fits a fingertip)."""


class Identity(NamedTuple):
    """What names a piece: its component, its deck and which copy it is (from 1)."""

    component: str
    deck: str
    copy: int = 1


def flat(
    who: Identity,
    front: Drawing,
    back: Drawing | None,
    shape: str = "rect",
    corner: float = 0.0,
    outline: tuple[Point, ...] = (),
    scores: Iterable[tuple[Point, ...]] = (),
) -> Piece:
    """A card, chit, mat or net: the front on one side of the sheet, the back on the other.

    A back shows all the bleed it is drawn with, where there is room at the edge of the sheet.
    ``outline`` are the corners of a custom shape or a net, ``scores`` the lines to fold it along,
    from the top left as in templates.
    """
    return Piece(
        *who,
        width=front.width,
        height=front.height,
        fronts=(_whole(front, FaceSide.FRONT, front.bleed),),
        backs=(_whole(back, FaceSide.BACK, back.reach),) if back else (),
        shape=shape,
        corner=corner,
        bleed=front.bleed,
        outline=upwards(outline, front.height),
        scores=tuple(Path(upwards(score, front.height), Style.FOLD) for score in scores),
    )


def upwards(points: Iterable[Point], height: float) -> tuple[Point, ...]:
    """Points from the top left as points from the bottom left, and the other way round."""
    return tuple((x, height - y) for x, y in points)


def _whole(drawing: Drawing, side: FaceSide, bleed: float) -> Part:
    box = Rect(0, 0, drawing.width, drawing.height)
    return Part(drawing, side, box, bleeds=Edges.all(bleed))


def gutterfold(piece: Piece, gap: float, board: float = 0.0) -> Piece:
    """Put the back of a flat piece above its front, upside-down, with a fold between.

    ``gap`` is the way from the bleed to the fold line. Around a ``board`` of so many mm there are
    two, its thickness apart. A piece without a back is returned as it is.
    """
    if not piece.backs:
        return piece
    (front,), (back,) = piece.fronts, piece.backs
    way = piece.bleed + gap
    fold = piece.height + way
    upper = Rect(0, fold + board + way, piece.width, piece.height)
    return replace(
        piece,
        height=2 * piece.height + 2 * way + board,
        fronts=(front, replace(back, box=upper, rotation=180, bleeds=front.bleeds)),
        backs=(),
        cuts=(front.box, upper),
        creases=(fold, fold + board) if board else (fold,),
    )


def tent(who: Identity, front: Drawing, back: Drawing | None) -> Piece:
    """A standee: front and upside-down back meet at the top fold; two feet make the base."""
    width, height, bleed = front.width, front.height, front.bleed
    foot = foot_mm(height)
    middle, top = foot + height, foot + 2 * height
    lower = Edges(bleed, FOLD_BLEED_MM, bleed, 0)
    upper = Edges(bleed, 0, bleed, FOLD_BLEED_MM)
    scores = tuple(line(0, y, width, y, Style.FOLD) for y in (foot, middle, top))
    return Piece(
        *who,
        width=width,
        height=2 * (height + foot),
        fronts=(
            Part(front, FaceSide.FRONT, Rect(0, foot, width, height), 0, lower),
            Part(back or front, FaceSide.BACK, Rect(0, middle, width, height), 180, upper),
        ),
        bleed=bleed,
        guides=(
            rectangle(0, 0, width, foot - FOLD_BLEED_MM, Style.GLUE),
            rectangle(0, top + FOLD_BLEED_MM, width, foot - FOLD_BLEED_MM, Style.GLUE),
            *scores,
            *_tab_words(width, foot, foot / 2, mark_sentence("foot", context="figure")),
            *_tab_words(width, foot, top + foot / 2, mark_sentence("foot", context="figure")),
        ),
        scores=scores,
    )


def foot_mm(height: float) -> float:
    """Depth of a standee's foot: two fifths of its height, 8 to 16 mm, so that it stands."""
    return min(16.0, max(8.0, round(height * 0.4, 1)))


def block(
    who: Identity, front: Drawing, back: Drawing | None, depth: float, name: str = ""
) -> Piece:
    """A stone: front, top, back and base fold into a block ``depth`` mm deep, closed by a tab.

    It has a flat top, so that a lintel can lie on two of them. Its base says its ``name``.
    """
    width, height, bleed = front.width, front.height, front.bleed
    base, middle = GLUE_TAB_MM, GLUE_TAB_MM + depth
    upper, end = middle + height, middle + height + depth
    lower_face, upper_face = Rect(0, middle, width, height), Rect(0, end, width, height)
    bleeds = Edges(bleed, FOLD_BLEED_MM, bleed, FOLD_BLEED_MM)
    scores = tuple(line(0, y, width, y, Style.FOLD) for y in (base, middle, upper, end))
    # The plain sides run into the bleed left and right, as the faces do.
    panels = (
        rectangle(
            -bleed, y + FOLD_BLEED_MM, width + 2 * bleed, depth - 2 * FOLD_BLEED_MM, Style.PANEL
        )
        for y in (base, upper)
    )
    return Piece(
        *who,
        width=width,
        height=end + height,
        fronts=(
            Part(front, FaceSide.FRONT, lower_face, 0, bleeds),
            Part(back or front, FaceSide.BACK, upper_face, 180, bleeds._replace(top=bleed)),
        ),
        bleed=bleed,
        guides=(
            rectangle(0, 0, width, base, Style.GLUE),
            *panels,
            *scores,
            *_tab_words(width, base, base / 2, mark_sentence("glue", context="figure")),
            *_base_words(width, base + depth / 2, name),
        ),
        scores=scores,
    )


def _base_words(width: float, middle: float, name: str) -> Iterator[Shape]:
    """A name of 7 pt across a base, in one line or a word a line."""
    size, leading = 7.0, 2.9
    lines = [name] if text_width_mm(name, size, True) < width - 2 else name.split()
    for number, line_words in enumerate(lines):
        y = middle - 0.9 + leading * ((len(lines) - 1) / 2 - number)
        yield Caption((width / 2, y), line_words, size, Style.LABEL, "middle", bold=True)


def _tab_words(width: float, depth: float, middle: float, words: str) -> list[Shape]:
    """A word in the middle of a tab, where there is room for 6 pt text."""
    if width < 7 or depth < 3:
        return []
    return [Caption((width / 2, middle - 0.7), words, 6.0, Style.NOTE, "middle")]


def strip_lines(folds: Sequence[Fold], area: Rect) -> tuple[Path, ...]:
    """Return the lines to cut strips apart and to fold them along, right across ``area``.

    Pieces side by side share their strip.
    """
    found: dict[tuple[object, ...], Fold] = {}
    for fold in folds:
        key = (fold.across, *(round(crease, 3) for crease in fold.creases))
        known = found.get(key, fold)
        low, high = min(known.low, fold.low), max(known.high, fold.high)
        found[key] = Fold(known.across, known.creases, low, high)
    strips = sorted(found.values(), key=lambda fold: (not fold.across, fold.low))
    return (
        *(_line(a, (a.high + b.low) / 2, area, Style.APART) for a, b in pairwise(strips)),
        *(_line(strip, at, area, Style.FOLD) for strip in strips for at in strip.creases),
    )


def _line(fold: Fold, at: float, area: Rect, style: Style) -> Path:
    if fold.across:
        return line(area.x, at, area.right, at, style)
    return line(at, area.y, at, area.top, style)


# A net is drawn as it is seen printed, counter-clockwise from its bottom left; every fold is a
# right angle, away from who looks at it.
#
#             +---+           The strip holds the faces 1 to 6, as its template draws them. In the
#             | 3 |           net 1, 2, 6 and 5 go round, 3 is above 2 and 4 below it, so that
#         +---+---+---+---+   opposite faces are 1 and 6, 2 and 5, 3 and 4: they add up to seven.
#         | 1 | 2 | 6 | 5 |
#         +---+---+---+---+
#             | 4 |
#             +---+
#
#              +----+  <- tuck flap        From the left: the glue tab, a side, the front with a
#              |lid |                      thumb notch, a side, the back with both lids. The sides
#       __     +----+                      have dust flaps.
#     _/ .\_.-./ .\|    |
#     |  |    |  |    |
#     +--+----+--+----+


Edge = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Flap:
    """What is folded in behind a panel: its corners, first and last on the edge that it turns on.

    ``glued`` tells tabs from flaps that are only tucked in.
    """

    points: tuple[Point, ...]
    glued: bool = True

    @property
    def hinge(self) -> Edge:
        """The edge on which it turns."""
        return self.points[0], self.points[-1]


@dataclass(frozen=True, slots=True)
class Net:
    """A net: its size, the line to cut along, its panels by name, and its flaps."""

    width: float
    height: float
    outline: tuple[Point, ...]
    panels: Mapping[str, Rect]
    flaps: tuple[Flap, ...]

    @property
    def scores(self) -> tuple[Edge, ...]:
        """The lines to fold along: where panels meet, and where flaps turn."""
        shared = (common_edge(a, b) for a, b in combinations(self.panels.values(), 2))
        return (*(edge for edge in shared if edge), *(flap.hinge for flap in self.flaps))


def net_of(parts: Sequence[Point | Flap], panels: Mapping[str, Rect]) -> Net:
    """Return the net whose outline runs through ``parts``, counter-clockwise.

    A flap stands for all of its corners. What lies left of or below the origin is moved there.
    """
    outline = [
        point for part in parts for point in (part.points if isinstance(part, Flap) else [part])
    ]
    outline = [point for at, point in enumerate(outline) if point != outline[at - 1]]
    width, height = max(x for x, _ in outline), max(y for _, y in outline)
    flaps = tuple(part for part in parts if isinstance(part, Flap))
    return Net(width, height, tuple(outline), panels, flaps)


def tab(start: Point, end: Point, depth: float) -> Flap:
    """Return a glue tab on the edge from ``start`` to ``end``, outside of it, with slanted ends."""
    way = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / way, (end[1] - start[1]) / way
    # Counter-clockwise around a net its outside is on the right.
    out = (uy * depth, -ux * depth)
    near = (start[0] + ux * depth + out[0], start[1] + uy * depth + out[1])
    far = (end[0] - ux * depth + out[0], end[1] - uy * depth + out[1])
    return Flap((start, near, far, end))


def common_edge(one: Rect, other: Rect) -> Edge | None:
    """Return the edge that two panels share, or None."""
    for edge in sides(one):
        for against in sides(other):
            if {_key(point) for point in edge} == {_key(point) for point in against}:
                return edge
    return None


def sides(panel: Rect) -> Iterator[Edge]:
    """The four edges of a panel, counter-clockwise from its bottom."""
    corners = (
        (panel.x, panel.y),
        (panel.right, panel.y),
        (panel.right, panel.top),
        (panel.x, panel.top),
    )
    yield from zip(corners, (*corners[1:], corners[0]), strict=True)


def _key(point: Point) -> tuple[float, float]:
    return round(point[0], 6), round(point[1], 6)


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
    parts = (
        (x[0], y[1]),
        tab((x[1], y[1]), (x[1], y[0]), deep),
        tab((x[1], y[0]), (x[2], y[0]), deep),
        tab((x[2], y[0]), (x[2], y[1]), deep),
        tab((x[4], y[1]), (x[4], y[2]), deep),
        tab((x[2], y[2]), (x[2], y[3]), deep),
        tab((x[2], y[3]), (x[1], y[3]), deep),
        tab((x[1], y[3]), (x[1], y[2]), deep),
        (x[0], y[2]),
    )
    return net_of(parts, panels)


def die_net(who: Identity, strip: Drawing) -> Piece:
    """A die to fold and glue, from the drawing of its six faces side by side."""
    net = cube_net(strip.height)
    tabs = (Path(flap.points, Style.GLUE, closed=True) for flap in net.flaps)
    scores = tuple(Path(edge, Style.FOLD) for edge in net.scores)
    return Piece(
        *who,
        width=net.width,
        height=net.height,
        fronts=tuple(_face(strip, face, box) for face, box in enumerate(net.panels.values())),
        shape="net",
        bleed=1.0,
        guides=(*tabs, *scores, Path(net.outline, Style.CUT, closed=True)),
        outline=net.outline,
        scores=scores,
    )


def _face(strip: Drawing, face: int, panel: Rect) -> Part:
    """One square of a strip on its panel: the strip laid so, and cut off left and right."""
    edge = strip.height
    box = Rect(panel.x - face * edge, panel.y, strip.width, edge)
    hidden = Edges(left=-face * edge, right=-(FACES - 1 - face) * edge)
    return Part(strip, FaceSide.FRONT, box, 0, hidden)


def die_stickers(who: Identity, strip: Drawing) -> Piece:
    """Six stickers for a blank die, each the middle of a face; what is around it is their bleed."""
    edge, inset = strip.height, STICKER_INSET_MM
    size = edge - 2 * inset
    radius, far = STICKER_CORNER_MM, size - STICKER_CORNER_MM
    corners = ((far, radius, -90), (far, far, 0), (radius, far, 90), (radius, radius, 180))
    return Piece(
        *who,
        width=strip.width,
        height=edge,
        fronts=(Part(strip, FaceSide.FRONT, Rect(0, 0, strip.width, edge)),),
        shape="custom",
        bleed=inset,
        outline=tuple(
            (x + radius * math.cos(math.radians(turn)), y + radius * math.sin(math.radians(turn)))
            for x, y, start in corners
            for turn in range(start, start + 91, 15)
        ),
        cuts=tuple(Rect(face * edge + inset, inset, size, size) for face in range(FACES)),
    )


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
    notch = notch_mm(size)
    dust = min(wide / 2 - 1, max(10.0, deep * 0.8), deep + TUCK_MM)
    parts: tuple[Point | Flap, ...] = (
        _dust(x[0], x[1], low, -dust),
        _dust(x[2], x[3], low, -dust),
        (x[3], low),
        _tuck(x[3], right, low - deep, -1),
        (right, low),
        (right, top),
        _tuck(x[3], right, top + deep, 1),
        (x[3], top),
        _dust(x[2], x[3], top, dust),
        *_arc((x[1] + x[2]) / 2, top, notch, -notch, 2 * _STEPS),  # for a thumb, right to left
        _dust(x[0], x[1], top, dust),
        Flap(((x[0], top), (0, top - glue / 2), (0, low + glue / 2), (x[0], low))),
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


def _tuck(left: float, right: float, y: float, way: int) -> Flap:
    """A tuck flap above or below a lid, its far corners rounded, a little narrower than the box."""
    inset, far, round_ = 0.5, y + way * TUCK_MM, _ROUND_MM
    first = _arc(left + inset + round_, far - way * round_, -round_, way * round_)
    second = _arc(right - inset - round_, far - way * round_, round_, way * round_)
    points = ((left, y), (left + inset, y), *first, *second[::-1], (right - inset, y), (right, y))
    return Flap(points if way < 0 else points[::-1], glued=False)


def _arc(x: float, y: float, across: float, up: float, steps: int = _STEPS) -> list[Point]:
    """Points about a middle, from beside to above or below it, and on in twice the steps."""
    turns = [math.pi / 2 * step / _STEPS for step in range(steps + 1)]
    return [(x + across * math.cos(turn), y + up * math.sin(turn)) for turn in turns]
