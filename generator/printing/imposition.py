"""Pieces laid on sheets: drawings, slots, fronts and backs; and the document they become.

::

    +---------------- paper ----------------+
    |   margin (printers leave it blank)    |
    |     label strip                       |
    |    ' '        ' '   <- crop marks     |
    |   - +--------+ +--------+ -           |
    |     | trim   | |        |  bleed goes |
    |   - +--------+ +--------+ - past trim |
    |             gutter                    |
    +---------------------------------------+

A *piece* is what one cuts out: a card, a chit, or a strip with a front and a back to fold.
It has parts (drawn faces) for the front of the sheet and for its back. Backs are mirrored
as the sheet is turned, so that both meet in the same place on the paper.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from generator.printing.geometry import (
    NO_EDGES,
    Edges,
    Paper,
    Path,
    Point,
    Rect,
    Shape,
    map_shape,
    turn_within,
)


class FaceSide(StrEnum):
    """Which face of a component a part shows."""

    FRONT = "front"
    BACK = "back"


class Flip(StrEnum):
    """About which edge a duplex printer turns the (upright) sheet."""

    LONG = "long"
    SHORT = "short"


@dataclass(frozen=True, slots=True)
class Drawing:
    """What imposition must know of a drawn face: its key, trim size and bleed (mm).

    It is drawn ``spare`` mm further than its bleed, for backs that may drift.
    """

    key: str
    width: float
    height: float
    bleed: float
    spare: float = 0.0

    @property
    def reach(self) -> float:
        """How far it is drawn beyond its trim (mm)."""
        return self.bleed + self.spare


@dataclass(frozen=True, slots=True)
class Part:
    """A face within a piece: its trim box as it lies there, its turn, and the bleed shown."""

    drawing: Drawing
    side: FaceSide
    box: Rect
    rotation: int = 0
    bleeds: Edges = NO_EDGES


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing to cut out: its outer size (mm), and what is printed where in it.

    ``shape`` is rect, round, hex or custom, with the corners ``outline``; ``corner`` the radius
    of its corners. ``guides`` are fold
    lines, glue areas and captions in the piece's own coordinates, printed on the front.
    ``cuts`` are the boxes to cut out, where that isn't the whole piece. ``creases`` are the heights
    at which the strip that it lies in is folded: none, one, or two about the edge of a board.
    ``scores`` are the lines to fold it along after it is cut out. A ``net`` is a shape whose edge
    is drawn on its face.
    """

    component: str
    deck: str
    copy: int
    width: float
    height: float
    fronts: tuple[Part, ...]
    backs: tuple[Part, ...] = ()
    shape: str = "rect"
    corner: float = 0.0
    bleed: float = 0.0
    guides: tuple[Shape, ...] = ()
    cuts: tuple[Rect, ...] = ()
    outline: tuple[Point, ...] = ()
    creases: tuple[float, ...] = ()
    scores: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for a piece: where its trim lies, its turn, and the room for bleed around it.

    ``border`` is the way to the paper's edge where no other piece lies between; there backs
    may have more bleed than fronts.
    """

    box: Rect
    rotation: int
    room: Edges
    border: Edges = NO_EDGES


@dataclass(frozen=True, slots=True)
class Placed:
    """A face on a page: trim box, turn (degrees counter-clockwise) and the part that shows.

    Where the turn is none of right angles, both boxes are those before it. ``corner`` is the radius
    (mm) by which that part is rounded; ``outline`` has the corners of a custom shape, in shares of
    the box from its top left, where it is to be cut out of the face.
    """

    component: str
    deck: str
    copy: int
    side: FaceSide
    drawing: Drawing
    box: Rect
    rotation: int
    clip: Rect
    shape: str = "rect"
    corner: float = 0.0
    outline: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """The edge along which a piece is cut out: its box, shape, turn and corner radius.

    ``points`` are the corners of a custom shape, on the page. With ``nicks`` it stays in its frame
    until it is pressed out; ``rim`` is the shape of the frame itself. What lies ``behind`` a front
    when its strip is folded is cut together with it. A piece that ``is_strip`` is folded after it
    is cut out.
    """

    box: Rect
    shape: str
    corner: float
    bleed: float
    rotation: int = 0
    points: tuple[Point, ...] = ()
    nicks: bool = False
    behind: bool = False
    is_strip: bool = False


@dataclass(frozen=True, slots=True)
class Fold:
    """Where a strip of the sheet is folded: its creases, and from where to where it reaches (mm).

    Creases that lie ``across`` the page have heights, others ways from the left.
    """

    across: bool
    creases: tuple[float, ...]
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet of paper: what lies on its front and back, guides, and where to cut and fold."""

    fronts: tuple[Placed, ...]
    backs: tuple[Placed, ...]
    guides: tuple[Shape, ...]
    outlines: tuple[Outline, ...]
    folds: tuple[Fold, ...] = ()
    scores: tuple[Path, ...] = ()

    @property
    def decks(self) -> tuple[str, ...]:
        """The decks with a piece on this sheet, in the order of the pieces."""
        return tuple(dict.fromkeys(placed.deck for placed in self.fronts))


def put(piece: Piece, slot: Slot) -> Sheet:
    """Return the piece lying in ``slot``: its faces, guides and outline on an empty sheet."""
    size, across = (piece.width, piece.height), slot.rotation % 180 == 0

    def box_on_page(box: Rect) -> Rect:
        return turn_within(box, *size, slot.rotation).move(slot.box.x, slot.box.y)

    def on_page(point: Point) -> Point:
        there = box_on_page(Rect(*point, 0, 0))
        return there.x, there.y

    def place(part: Part, room: Edges) -> Placed:
        trim = box_on_page(part.box)
        # Only what reaches past the piece is limited by the neighbours.
        reach = trim.grow(part.bleeds.turn(slot.rotation)).cut(slot.box.grow(room))
        return Placed(
            component=piece.component,
            deck=piece.deck,
            copy=piece.copy,
            side=part.side,
            drawing=part.drawing,
            box=trim,
            rotation=(part.rotation + slot.rotation) % 360,
            clip=reach or trim,
            shape=piece.shape,
        )

    outlines = (
        Outline(
            box_on_page(cut),
            piece.shape,
            piece.corner,
            piece.bleed,
            slot.rotation,
            tuple(map(on_page, _corners(piece, cut))),
            behind=bool(piece.creases) and cut != piece.cuts[0],
            is_strip=piece.shape == "rect" and bool(piece.scores),
        )
        for cut in piece.cuts or (Rect(0, 0, *size),)
    )
    reach = slot.box.grow(slot.room)
    ends = (reach.y, reach.top) if across else (reach.x, reach.right)
    creases = sorted(on_page((0, crease))[int(across)] for crease in piece.creases)
    return Sheet(
        fronts=tuple(place(part, slot.room) for part in piece.fronts),
        backs=tuple(place(part, Edges(*map(max, slot.room, slot.border))) for part in piece.backs),
        guides=tuple(map_shape(guide, on_page, slot.rotation) for guide in piece.guides),
        outlines=tuple(outlines),
        folds=(Fold(across, tuple(creases), *ends),) if creases else (),
        scores=tuple(
            replace(score, points=tuple(map(on_page, score.points))) for score in piece.scores
        ),
    )


def _corners(piece: Piece, cut: Rect) -> Iterator[Point]:
    """The corners of a custom shape in ``cut``; in a second cut they stand on their head."""
    head_down = bool(piece.cuts) and cut != piece.cuts[0]
    for x, y in piece.outline:
        yield (cut.right - x, cut.top - y) if head_down else (cut.x + x, cut.y + y)


def join_sheets(sheets: Sequence[Sheet]) -> Sheet:
    """Return one sheet with everything that lies on ``sheets``."""
    return Sheet(
        fronts=tuple(placed for sheet in sheets for placed in sheet.fronts),
        backs=tuple(placed for sheet in sheets for placed in sheet.backs),
        guides=tuple(guide for sheet in sheets for guide in sheet.guides),
        outlines=tuple(outline for sheet in sheets for outline in sheet.outlines),
        folds=tuple(fold for sheet in sheets for fold in sheet.folds),
        scores=tuple(score for sheet in sheets for score in sheet.scores),
    )


def impose(
    pieces: Sequence[Piece], slots: Sequence[Slot], skip: frozenset[int] = frozenset()
) -> Iterator[Sheet]:
    """Fill ``slots`` sheet by sheet, in order; the last sheet keeps the grid.

    ``skip`` names slots (from 1, in reading order) that stay empty on every sheet. It must
    leave at least one slot.
    """
    open_slots = [slot for number, slot in enumerate(slots, start=1) if number not in skip]
    for start in range(0, len(pieces), len(open_slots)):
        batch = pieces[start : start + len(open_slots)]
        taken = open_slots[: len(batch)]
        widened = (_widen(slot, taken) for slot in taken)
        yield join_sheets([put(piece, slot) for piece, slot in zip(batch, widened, strict=True)])


def _widen(slot: Slot, taken: Sequence[Slot]) -> Slot:
    """Give the bleed of ``slot`` all of a gap behind which no slot is ``taken``."""
    room = list(slot.room)
    for side, mm in enumerate(slot.room):
        gap = Edges(*((2 * mm + 0.1) * (side == n) for n in range(4)))
        ahead = slot.box.grow(gap)
        if not slot.border[side] and not any(ahead.overlaps(o.box) for o in taken if o != slot):
            room[side] = 2 * mm
    return replace(slot, room=Edges(*room))


def turn_over(sheet: Sheet, paper: Paper, flip: Flip) -> Sheet:
    """Return ``sheet`` with its backs and edges where they must be printed on the other side.

    ``put`` lays backs as seen through the paper; a sheet turned about its long edge shows
    them mirrored left to right, one turned about its short edge mirrored top to bottom.
    """
    # Seen from the other side a turn runs the other way round; about the short edge the
    # top also comes to the bottom.
    turn = 0 if flip is Flip.LONG else 180
    backs = (
        replace(
            placed,
            box=mirror(placed.box, paper, flip),
            clip=mirror(placed.clip, paper, flip),
            rotation=(turn - placed.rotation) % 360,
        )
        for placed in sheet.backs
    )
    outlines = (
        replace(
            outline,
            box=mirror(outline.box, paper, flip),
            points=tuple(_mirror_point(point, paper, flip) for point in outline.points),
        )
        for outline in sheet.outlines
    )
    return replace(sheet, backs=tuple(backs), outlines=tuple(outlines))


def _mirror_point(point: Point, paper: Paper, flip: Flip) -> Point:
    there = mirror(Rect(*point, 0, 0), paper, flip)
    return there.x, there.y


def mirror(box: Rect, paper: Paper, flip: Flip) -> Rect:
    """Return where ``box`` lies when the sheet is turned over about ``flip``'s edge."""
    if flip is Flip.LONG:
        return Rect(paper.width_mm - box.right, box.y, box.width, box.height)
    return Rect(box.x, paper.height_mm - box.top, box.width, box.height)


@dataclass(frozen=True, slots=True)
class Shift:
    """What to do to a whole page so that it lies right on paper: mm, and degrees (ccw).

    The turn is about the middle of the page and comes first.
    """

    x_mm: float = 0.0
    y_mm: float = 0.0
    degrees: float = 0.0


@dataclass(frozen=True, slots=True)
class CutterShift:
    """What makes up for how far off a machine cuts: mm, and factors about the sheet's middle."""

    x_mm: float = 0.0
    y_mm: float = 0.0
    x_scale: float = 1.0
    y_scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its size (mm), what lies on it, its label and boxes.

    ``chapter`` starts an entry of the outline. ``trim`` is around all trim boxes, ``bleed``
    around all that may be printed of them. ``side`` tells fronts from backs of two-sided files.
    ``outlines`` are the edges to cut along, ``scores`` the lines to fold along, ``folds`` those of
    strips that are folded before.
    """

    width: float
    height: float
    placed: tuple[Placed, ...]
    shapes: tuple[Shape, ...]
    label: str
    trim: Rect
    bleed: Rect
    chapter: str | None = None
    shift: Shift | None = None
    side: FaceSide = FaceSide.FRONT
    outlines: tuple[Outline, ...] = ()
    scores: tuple[Path, ...] = ()
    folds: tuple[Fold, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadOut:
    """What is read out for faces: for fronts by component, for backs by deck.

    An empty text stands for words that are read themselves; what has no text is passed over.
    """

    fronts: Mapping[str, str] = field(default_factory=dict)
    backs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Document:
    """One PDF file: its name, title, pages, and how a duplex printer turns it (None: one-sided).

    ``author`` are those who made the game; ``told`` is what a reader says (None: not tagged), in
    ``language`` (BCP 47).
    """

    file: str
    title: str
    subject: str
    pages: Sequence[Page]
    flip: Flip | None = None
    author: str = ""
    told: ReadOut | None = None
    language: str = "en"


_STEPS = 30
"""Sides that stand for a quarter circle: off by 0.02 mm at a radius of 45 mm."""


@dataclass(frozen=True, slots=True)
class Contour:
    """A closed line: its corners; where it is ``rounded`` every second way on is a quarter circle.

    It runs counter-clockwise then, and quarter circles may be none.
    """

    points: tuple[Point, ...]
    rounded: bool = False

    @property
    def ways(self) -> Iterator[tuple[Point, Point, Point | None]]:
        """From where to where it goes; of a quarter circle also the corner that it rounds."""
        for number, start in enumerate(self.points):
            end = self.points[(number + 1) % len(self.points)]
            leads_on = (end[0] > start[0]) == (end[1] > start[1])
            corner = (end[0], start[1]) if leads_on else (start[0], end[1])
            yield start, end, corner if self.rounded and number % 2 else None

    @property
    def polygon(self) -> tuple[Point, ...]:
        """Corners of straight ways that come close to it."""
        return tuple(self._bend()) if self.rounded else self.points

    def _bend(self) -> Iterator[Point]:
        for (x0, y0), (x1, y1), corner in self.ways:
            if corner is not None:
                x, y = x0 + x1 - corner[0], y0 + y1 - corner[1]
                for step in range(_STEPS if (x0, y0) != (x1, y1) else 1):
                    turn = math.pi / 2 * step / _STEPS
                    cos, sin = math.cos(turn), math.sin(turn)
                    yield x + (x0 - x) * cos + (x1 - x) * sin, y + (y0 - y) * cos + (y1 - y) * sin


def contour(outline: Outline, by: float = 0.0) -> Contour:
    """Return the edge of a piece, moved ``by`` mm outwards."""
    if outline.shape in ("custom", "net"):
        return Contour(grow_polygon(outline.points, by) if by else outline.points)
    if outline.shape == "hex":
        return Contour(hexagon(outline.box, by, turned=outline.rotation % 180 == 90))
    half = min(outline.box.width, outline.box.height) / 2
    radius = half if outline.shape == "round" else min(outline.corner, half)
    box, r = outline.box.grow(Edges.all(by)), radius + by if radius else 0.0
    points = (
        *((box.x + r, box.y), (box.right - r, box.y)),
        *((box.right, box.y + r), (box.right, box.top - r)),
        *((box.right - r, box.top), (box.x + r, box.top)),
        *((box.x, box.top - r), (box.x, box.y + r)),
    )
    return Contour(points, rounded=True)


def hexagon(box: Rect, by: float = 0.0, *, turned: bool = False) -> tuple[Point, ...]:
    """Return the corners of a hexagon in ``box``, each side moved ``by`` mm outwards.

    Its points are left and right; ``turned``, at the top and bottom.
    """
    cx, cy = box.centre
    long, short = (box.height, box.width) if turned else (box.width, box.height)
    reach = by / math.cos(math.radians(30))
    far, near, side = long / 2 + reach, long / 4 + reach / 2, short / 2 + by
    corners = ((far, 0.0), (near, side), (-near, side), (-far, 0.0), (-near, -side), (near, -side))
    return tuple((cx - v, cy + u) if turned else (cx + u, cy + v) for u, v in corners)


def grow_polygon(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """Return a polygon with each side moved ``by`` mm outwards; sharp corners are not cut off."""
    sides = list(zip(points, (*points[1:], points[0]), strict=True))
    doubled = sum(a[0] * b[1] - b[0] * a[1] for a, b in sides)
    outwards = by if doubled > 0 else -by
    moved = [_move_side(a, b, outwards) for a, b in sides if a != b]
    return tuple(_intersection(moved[i - 1], moved[i]) for i in range(len(moved)))


def _move_side(a: Point, b: Point, by: float) -> tuple[Point, Point]:
    """A side moved to its right by ``by`` mm."""
    way = math.dist(a, b)
    dx, dy = (b[1] - a[1]) / way * by, (a[0] - b[0]) / way * by
    return (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy)


def _intersection(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point:
    """Where two lines meet; where the first ends if they run the same way."""
    (x1, y1), (x2, y2) = one
    (x3, y3), (x4, y4) = other
    cross = (x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4)
    if abs(cross) < 1e-9:
        return x2, y2
    first, second = x1 * y2 - y1 * x2, x3 * y4 - y3 * x4
    return (
        (first * (x3 - x4) - (x1 - x2) * second) / cross,
        (first * (y3 - y4) - (y1 - y2) * second) / cross,
    )
