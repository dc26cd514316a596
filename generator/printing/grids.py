r"""How pieces share sheets: grids, honeycombs, shelves, and packing across decks.

::

     __    __        Hexagons point left and right. The gap between two hexagons is the same on
    /  \__/  \__     all six sides; with no bleed it is none, and one cut serves both.
    \__/  \__/  \
    /  \__/  \__/    Lengths in mm.

Pieces of one size fill rows of the same grid; the next size starts a new row below. So a
sheet is cut into strips first and each strip into pieces. Hexagons lie in a comb.

First fit by decreasing height: a piece goes into the first row with room for it, a row onto
the first sheet with room. Rows are still strips to cut, but no longer one grid of columns.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Protocol

from generator.printing.geometry import Edges, Paper, Rect
from generator.printing.imposition import Piece, Sheet, Slot, join_sheets, put
from generator.printing.marks import BAND_MM, LEAST_MARK_MM
from generator.printing.papers import Layout, clear_area, registration

LABEL_MM = 2.9
"""Height kept for the strip that says what a sheet is (see ``labels.BAND_MM``)."""

MOST_BACK_BLEED_MM = 3.0
"""Most that backs may bleed further than fronts."""

_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal slots in the middle of a paper, in reading order from the top left."""

    columns: int
    rows: int
    rotation: int
    gutter_x: float
    gutter_y: float
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class _Axis:
    count: int
    gutter: float


def fit_grid(
    paper: Paper, layout: Layout, width: float, height: float, bleed: float
) -> Grid | None:
    """Lay pieces of ``width`` x ``height`` mm on ``paper`` as ``layout`` says.

    As many as fit; among equals upright ones and wide gutters win. Trim edges keep off the
    paper's margin, and so do bleeds; a strip for the label stays free unless the layout fixes the
    grid. None if not one piece (or not the fixed grid) fits.
    """
    wide = _best(paper, replace(layout, least_bleed_mm=None), (width, height), bleed)
    narrowed = _best(paper, layout, (width, height), bleed)
    if wide is None or narrowed is None:
        return narrowed
    gains = len(narrowed.slots) >= layout.narrow_gain * len(wide.slots)
    return narrowed if gains else wide


def _best(paper: Paper, layout: Layout, size: tuple[float, float], bleed: float) -> Grid | None:
    found = [
        grid
        for rotation in ((0, 90) if layout.rotation is None else (layout.rotation,))
        for space in _spaces(paper, layout, bleed)
        if (grid := _grid(paper, layout, _turn(*size, rotation), bleed, space, rotation))
    ]
    return max(found, key=_merit, default=None)


def least_bleed(grid: Grid) -> float:
    """Return the narrowest bleed (mm) that shows around any piece of a grid."""
    return min(edge for slot in grid.slots for edge in _lengths(slot.room))


def least_border(grid: Grid) -> float:
    """Return how much further (mm) than fronts backs may bleed at every edge of the sheet."""
    pairs = [
        (border, room)
        for slot in grid.slots
        for border, room in zip(_lengths(slot.border), _lengths(slot.room), strict=True)
        if border
    ]
    whole = len(pairs) >= 2 * (grid.columns + grid.rows)
    return min((border - room for border, room in pairs), default=0.0) if whole else 0.0


def _lengths(edges: Edges) -> tuple[float, float, float, float]:
    return edges.left, edges.bottom, edges.right, edges.top


def _merit(grid: Grid) -> tuple[int, float, int]:
    return len(grid.slots), min(grid.gutter_x, grid.gutter_y), -grid.rotation


def _turn(width: float, height: float, rotation: int) -> tuple[float, float]:
    return (height, width) if rotation % 180 else (width, height)


def _spaces(paper: Paper, layout: Layout, bleed: float) -> Iterator[tuple[float, float]]:
    """Room for trim boxes: with the label strip at top and bottom, or at the sides."""
    wide = paper.width_mm - 2 * paper.margin_mm
    high = paper.height_mm - 2 * paper.margin_mm
    strip = 2 * (LABEL_MM + bleed)
    if layout.edge_bleed and layout.registration:
        area = clear_area(paper)
        yield area.width, area.height
    elif layout.edge_bleed:
        yield wide, high - 2 * LABEL_MM
        yield wide - 2 * LABEL_MM, high
    elif layout.edge_x_mm is not None and layout.edge_y_mm is not None:
        yield paper.width_mm - 2 * layout.edge_x_mm, paper.height_mm - 2 * layout.edge_y_mm
    elif layout.columns and layout.rows:
        yield wide, high
    else:
        yield wide, high - strip
        yield wide - strip, high


def _axis(space: float, size: float, bleed: float, layout: Layout, fixed: int | None) -> _Axis:
    full = 2 * bleed if layout.gutter_mm is None else layout.gutter_mm
    least = full
    if layout.gutter_mm is None and layout.least_bleed_mm is not None:
        least = min(full, 2 * layout.least_bleed_mm)
    # At the sheet's edges bleed takes half a gutter each, and marks some room.
    edge = max(least / 2, LEAST_MARK_MM) if layout.edge_bleed else 0.0
    inside = space - 2 * edge
    count = fixed or math.floor((inside + least + _TOLERANCE) / (size + least))
    if count < 1 or count * size + (count - 1) * least > inside + _TOLERANCE:
        return _Axis(0, 0.0)
    if count == 1:
        return _Axis(1, full)
    spare = (inside - count * size) / (count - 1)
    if layout.edge_bleed:
        # Gutters and edges are widened together.
        spare = min(spare, max(2 * edge, (space - count * size) / count))
    return _Axis(count, min(full, math.floor(spare * 10 + _TOLERANCE) / 10))


def _grid(
    paper: Paper,
    layout: Layout,
    size: tuple[float, float],
    bleed: float,
    space: tuple[float, float],
    rotation: int,
) -> Grid | None:
    across = _axis(space[0], size[0], bleed, layout, layout.columns)
    down = _axis(space[1], size[1], bleed, layout, layout.rows)
    if not across.count or not down.count:
        return None
    registered = layout.registration and layout.edge_bleed
    frame = (
        _GridFrame(clear_area(paper), 0.0) if registered else _GridFrame(paper.printable, BAND_MM)
    )
    slots = tuple(_slots(frame, size, bleed, across, down, rotation))
    if layout.registration and not registered:
        slots = tuple(replace(slot, room=clear_room(slot, paper)) for slot in slots)
    return Grid(across.count, down.count, rotation, across.gutter, down.gutter, slots)


def clear_room(slot: Slot, paper: Paper) -> Edges:
    """Return the room for bleed around ``slot`` that leaves registration marks clear."""
    marks = registration()
    corner = marks.inset_mm + marks.square_mm + marks.clear_mm
    box = slot.box
    return slot.room.least(
        Edges(
            left=max(0.0, box.x - marks.inset_mm - marks.line_mm - marks.clear_mm),
            bottom=max(0.0, box.y - corner),
            right=max(
                0.0,
                paper.width_mm - box.right - marks.inset_mm - marks.line_mm - marks.clear_mm,
            ),
            top=max(0.0, paper.height_mm - box.top - corner),
        )
    )


@dataclass(frozen=True, slots=True)
class _GridFrame:
    """What a grid lies in the middle of, and the height of the label's strip within it (mm)."""

    area: Rect
    band: float


def _slots(
    frame: _GridFrame,
    size: tuple[float, float],
    bleed: float,
    across: _Axis,
    down: _Axis,
    rotation: int,
) -> Iterator[Slot]:
    width, height = size
    pitch_x, pitch_y = width + across.gutter, height + down.gutter
    beside = (frame.area.width - across.count * pitch_x + across.gutter) / 2
    above = (frame.area.height - down.count * pitch_y + down.gutter) / 2
    left, top = round(frame.area.x + beside, 9), round(frame.area.top - above, 9)
    inner_x, inner_y = min(bleed, across.gutter / 2), min(bleed, down.gutter / 2)
    outer_x, outer_y = _rooms(beside, above, bleed, frame.band)
    border_x, border_y = _rooms(beside, above, bleed + MOST_BACK_BLEED_MM, frame.band)
    for row in range(down.count):
        for column in range(across.count):
            box = Rect(left + column * pitch_x, top - row * pitch_y - height, width, height)
            room = Edges(
                left=outer_x if column == 0 else inner_x,
                right=outer_x if column == across.count - 1 else inner_x,
                top=outer_y if row == 0 else inner_y,
                bottom=outer_y if row == down.count - 1 else inner_y,
            )
            border = Edges(
                left=border_x if column == 0 else 0.0,
                right=border_x if column == across.count - 1 else 0.0,
                top=border_y if row == 0 else 0.0,
                bottom=border_y if row == down.count - 1 else 0.0,
            )
            yield Slot(box, rotation, room, border)


def _rooms(beside: float, above: float, most: float, band: float) -> tuple[float, float]:
    """How far art may run out at the sides, and at top and bottom, past the label's strip.

    ``beside`` and ``above`` are the ways from the trims to the margin. The strip (``band`` high)
    lies above and below, or at the sides, whichever leaves more.
    """
    upright, turned = (beside, above - band), (beside - band, above)
    rooms = [tuple(max(0.0, min(most, room)) for room in rooms) for rooms in (upright, turned)]
    across, along = max(rooms, key=lambda pair: (min(pair), sum(pair)))
    return across, along


BLEED_MM = 1.5
"""Bleed of hexagons in a comb, where none was asked for (own choice: two of them make the gap)."""


@dataclass(frozen=True, slots=True)
class Comb:
    """Equal hexagons of ``width`` x ``height`` with ``bleed`` around each, across ``area``."""

    width: float
    height: float
    bleed: float
    area: Rect

    @property
    def down(self) -> float:
        """The way from a hexagon to the one below it."""
        return self.height + 2 * self.bleed

    @property
    def across(self) -> float:
        """The way from one column to the next, so that slanted sides keep the same gap."""
        half, run = self.height / 2, self.width / 4
        slant = math.hypot(half, run)
        apart = 2 * (half * self.width / 2) / slant + 2 * self.bleed
        return (apart * slant - run * self.down / 2) / half

    @property
    def reach(self) -> float:
        """How far the points of a hexagon's bleed lie beyond its own at the sides."""
        return self.bleed * math.hypot(self.height / 2, self.width / 4) / (self.height / 2)

    @property
    def columns(self) -> int:
        """How many columns the area takes."""
        spare = self.area.width - self.width - 2 * self.reach
        return math.floor(spare / self.across + _TOLERANCE) + 1

    def rows(self, height: float, count: int) -> int:
        """How many rows fit into ``height``, of ``count`` hexagons; a row has all columns."""
        drop = self.down / 2 if min(count, self.columns) > 1 else 0.0
        return math.floor((height - drop) / self.down + _TOLERANCE)

    def height_of(self, count: int) -> float:
        """The height that ``count`` hexagons take."""
        drop = self.down / 2 if min(count, self.columns) > 1 else 0.0
        return math.ceil(count / self.columns) * self.down + drop

    def lay(self, pieces: Sequence[Piece], top: float) -> Iterator[Sheet]:
        """Lay ``pieces`` row by row from ``top`` down."""
        wide = (self.columns - 1) * self.across + self.width
        left = self.area.x + (self.area.width - wide) / 2
        for number, piece in enumerate(pieces):
            row, column = divmod(number, self.columns)
            lower = row * self.down + (column % 2) * self.down / 2
            y = top - self.bleed - self.height - lower
            box = Rect(left + column * self.across, y, self.width, self.height)
            yield put(piece, Slot(box, 0, Edges.all(self.bleed)))


def comb_of(piece: Piece, area: Rect, *, exact: bool) -> Comb | None:
    """Return the comb for pieces like ``piece``; None if they are none or not one fits.

    ``exact`` keeps all of their bleed.
    """
    if piece.shape != "hex" or piece.creases:
        return None
    bleed = piece.bleed if exact else min(piece.bleed, BLEED_MM)
    comb = Comb(piece.width, piece.height, bleed, area)
    return comb if comb.columns >= 1 and comb.rows(area.height, 1) >= 1 else None


MARK_MM = 3.0
"""Length of crop marks outside the bleed, for which room is kept."""

TOLERANCE_MM = 1e-6


class _LaidBlock(Protocol):
    """What is laid as one: a row, or hexagons in a comb."""

    @property
    def height(self) -> float:
        """Its height with bleeds (mm)."""

    def lay(self, top: float) -> Iterator[Sheet]:
        """Lay it below ``top``."""


@dataclass(frozen=True, slots=True)
class _PieceRow:
    """Equal pieces side by side, from ``left`` on."""

    pieces: tuple[Piece, ...]
    rotation: int
    left: float
    width: float
    tall: float
    bleed: float

    @property
    def height(self) -> float:
        return self.tall + 2 * self.bleed

    def lay(self, top: float) -> Iterator[Sheet]:
        pitch = self.width + 2 * self.bleed
        y = top - self.bleed - self.tall
        for number, piece in enumerate(self.pieces):
            box = Rect(self.left + self.bleed + number * pitch, y, self.width, self.tall)
            yield put(piece, Slot(box, self.rotation, Edges.all(self.bleed)))


@dataclass(frozen=True, slots=True)
class _Cells:
    """Hexagons in a comb."""

    comb: Comb
    pieces: tuple[Piece, ...]

    @property
    def height(self) -> float:
        return self.comb.height_of(len(self.pieces))

    def lay(self, top: float) -> Iterator[Sheet]:
        return self.comb.lay(self.pieces, top)


def fits(piece: Piece, paper: Paper, *, registered: bool = False, inset: float = 0.0) -> bool:
    """Tell whether the piece has a place in a row on ``paper``, upright or turned."""
    return rotation_for(piece, printable(paper, registered=registered, inset=inset)) is not None


def impose_shelves(
    pieces: Sequence[Piece],
    paper: Paper,
    *,
    registered: bool = False,
    exact: bool = False,
    inset: float = 0.0,
) -> Iterator[Sheet]:
    """Lay ``pieces`` in rows, sheet by sheet; each piece must fit (see :func:`fits`).

    Hexagons lie in a comb. ``registered`` keeps clear of the registration marks for a cutting
    machine, ``exact`` gives every piece all of its bleed; ``inset`` mm at each edge stay free.
    """
    area = printable(paper, registered=registered, inset=inset)
    batch: list[Sheet] = []
    y = area.top
    for block in _blocks(pieces, area, exact=exact):
        if batch and y - block.height < area.y - TOLERANCE_MM:
            yield join_sheets(batch)
            batch, y = [], area.top
        batch.extend(block.lay(y))
        y -= block.height
    if batch:
        yield join_sheets(batch)


def printable(paper: Paper, *, registered: bool, inset: float = 0.0) -> Rect:
    """Where bleeds may lie: inside the margin, the label strips, the crop marks and ``inset``."""
    if registered:
        return clear_area(paper).grow(Edges.all(-inset))
    edge_x = paper.margin_mm + MARK_MM
    edge_y = paper.margin_mm + LABEL_MM + MARK_MM
    return paper.rect.grow(Edges(-edge_x, -edge_y, -edge_x, -edge_y)).grow(Edges.all(-inset))


def rotation_for(piece: Piece, area: Rect) -> int | None:
    """The turn that takes more pieces of this size on a sheet; None if neither fits.

    Folded pieces stay upright, so that all in a row share its fold.
    """
    edge = 2 * piece.bleed
    best: int | None = None
    most = 0
    for rotation in (0,) if piece.creases else (0, 90):
        wide, high = (piece.height, piece.width) if rotation else (piece.width, piece.height)
        count = math.floor((area.width + TOLERANCE_MM) / (wide + edge)) * math.floor(
            (area.height + TOLERANCE_MM) / (high + edge)
        )
        if count > most:
            best, most = rotation, count
    return best


def _blocks(pieces: Sequence[Piece], area: Rect, *, exact: bool) -> Iterator[_LaidBlock]:
    for _, group in groupby(pieces, key=_format):
        same = tuple(group)
        comb = comb_of(same[0], area, exact=exact)
        if comb is None:
            yield from _rows(same, area)
            continue
        most = comb.columns * comb.rows(area.height, len(same))
        for start in range(0, len(same), most):
            yield _Cells(comb, same[start : start + most])


def _rows(same: tuple[Piece, ...], area: Rect) -> Iterator[_PieceRow]:
    first = same[0]
    width, height, bleed = first.width, first.height, first.bleed
    rotation = rotation_for(first, area) or 0
    wide, high = (height, width) if rotation else (width, height)
    across = math.floor((area.width + TOLERANCE_MM) / (wide + 2 * bleed))
    left = area.x + (area.width - across * (wide + 2 * bleed)) / 2
    for start in range(0, len(same), across):
        yield _PieceRow(same[start : start + across], rotation, left, wide, high, bleed)


def _format(piece: Piece) -> tuple[float, float, float, str]:
    return piece.width, piece.height, piece.bleed, piece.shape


@dataclass
class _PackedRow:
    """A strip while it is filled: its height with bleed, and the width taken so far (mm)."""

    height: float
    taken: float = 0.0
    pieces: list[tuple[Piece, int]] = field(default_factory=list)


def fewest_sheets(
    pieces: Sequence[Piece],
    paper: Paper,
    *,
    registered: bool = False,
    exact: bool = False,
    inset: float = 0.0,
) -> list[Sheet]:
    """Lay ``pieces`` packed, or in plain rows where these take fewer sheets, as combs may."""
    packed = list(pack_shelves(pieces, paper, registered=registered, inset=inset))
    plain = list(impose_shelves(pieces, paper, registered=registered, exact=exact, inset=inset))
    return plain if len(plain) < len(packed) else packed


def pack_shelves(
    pieces: Sequence[Piece], paper: Paper, *, registered: bool = False, inset: float = 0.0
) -> Iterator[Sheet]:
    """Lay ``pieces`` on as few sheets as first fit finds; each must fit the paper alone."""
    area = printable(paper, registered=registered, inset=inset)
    for rows in _on_sheets(_fill_rows(pieces, area), area):
        laid: list[Sheet] = []
        y = area.top
        for row in rows:
            y -= row.height
            laid.extend(_lay(row, area.x + (area.width - row.taken) / 2, y))
        yield join_sheets(laid)


def _turn_piece(piece: Piece, area: Rect) -> tuple[int, float, float]:
    """The turn of a piece, and its width and height with bleed."""
    rotation = rotation_for(piece, area) or 0
    wide, high = (piece.height, piece.width) if rotation else (piece.width, piece.height)
    return rotation, wide + 2 * piece.bleed, high + 2 * piece.bleed


def _fill_rows(pieces: Sequence[Piece], area: Rect) -> list[_PackedRow]:
    rows: list[_PackedRow] = []
    sized = [(piece, *_turn_piece(piece, area)) for piece in pieces]
    for piece, rotation, wide, high in sorted(sized, key=lambda entry: (-entry[3], -entry[2])):
        room = (row for row in rows if row.taken + wide <= area.width + TOLERANCE_MM)
        row = next(room, None)
        if row is None:
            row = _PackedRow(high)
            rows.append(row)
        row.pieces.append((piece, rotation))
        row.taken += wide
    return rows


def _on_sheets(rows: Sequence[_PackedRow], area: Rect) -> list[list[_PackedRow]]:
    sheets: list[list[_PackedRow]] = []
    left: list[float] = []
    for row in rows:
        for number, room in enumerate(left):
            if row.height <= room + TOLERANCE_MM:
                sheets[number].append(row)
                left[number] -= row.height
                break
        else:
            sheets.append([row])
            left.append(area.height - row.height)
    return sheets


def _lay(row: _PackedRow, x: float, bottom: float) -> Iterator[Sheet]:
    """Pieces of a row, their heads in one line; those that are folded, their folds."""
    for piece, rotation in row.pieces:
        wide, high = (piece.height, piece.width) if rotation else (piece.width, piece.height)
        head = bottom + row.height - piece.bleed - high
        y = bottom + (row.height - high) / 2 if piece.creases else head
        slot = Slot(Rect(x + piece.bleed, y, wide, high), rotation, Edges.all(piece.bleed))
        yield put(piece, slot)
        x += wide + 2 * piece.bleed
