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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import groupby

from generator.printing.geometry import Edges, Paper, Rect
from generator.printing.imposition import Piece, Sheet, Slot, join_sheets, put
from generator.printing.marks import BAND_MM, LEAST_MARK_MM
from generator.printing.papers import Layout, clear_area, registration

LABEL_MM = 2.9
"""Height kept for the strip that says what a sheet is (see ``marks.BAND_MM``)."""

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
    return max(
        found,
        key=lambda grid: (len(grid.slots), min(grid.gutter_x, grid.gutter_y), -grid.rotation),
        default=None,
    )


def least_bleed(grid: Grid) -> float:
    """Return the narrowest bleed (mm) that shows around any piece of a grid."""
    return min(edge for slot in grid.slots for edge in slot.room)


def least_border(grid: Grid) -> float:
    """Return how much further (mm) than fronts backs may bleed at every edge of the sheet."""
    pairs = [
        (border, room)
        for slot in grid.slots
        for border, room in zip(slot.border, slot.room, strict=True)
        if border
    ]
    whole = len(pairs) >= 2 * (grid.columns + grid.rows)
    return min((border - room for border, room in pairs), default=0.0) if whole else 0.0


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


def _axis(
    space: float, size: float, bleed: float, layout: Layout, fixed: int | None
) -> tuple[int, float]:
    """How many pieces lie along a way, none where not all that are fixed fit, and their gutter."""
    full = 2 * bleed if layout.gutter_mm is None else layout.gutter_mm
    least = full
    if layout.gutter_mm is None and layout.least_bleed_mm is not None:
        least = min(full, 2 * layout.least_bleed_mm)
    # At the sheet's edges bleed takes half a gutter each, and marks some room.
    edge = max(least / 2, LEAST_MARK_MM) if layout.edge_bleed else 0.0
    inside = space - 2 * edge
    count = fixed or math.floor((inside + least + _TOLERANCE) / (size + least))
    if count < 1 or count * size + (count - 1) * least > inside + _TOLERANCE:
        return 0, 0.0
    if count == 1:
        return 1, full
    spare = (inside - count * size) / (count - 1)
    if layout.edge_bleed:
        # Gutters and edges are widened together, but first of all the edges.
        rest = space - count * size
        shared = min(rest / count, (rest - 2 * layout.edge_mm) / (count - 1))
        spare = min(spare, max(2 * edge, shared))
    return count, min(full, math.floor(spare * 10 + _TOLERANCE) / 10)


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
    if not across[0] or not down[0]:
        return None
    if layout.registration and layout.edge_bleed:
        slots = tuple(_slots(clear_area(paper), 0.0, size, bleed, across, down, rotation))
    else:
        slots = tuple(_slots(paper.printable, BAND_MM, size, bleed, across, down, rotation))
        if layout.registration:
            slots = tuple(replace(slot, room=clear_room(slot, paper)) for slot in slots)
    return Grid(across[0], down[0], rotation, across[1], down[1], slots)


def clear_room(slot: Slot, paper: Paper) -> Edges:
    """Return the room for bleed around ``slot`` that leaves registration marks clear."""
    marks = registration()
    corner = marks.inset_mm + marks.square_mm + marks.clear_mm
    side = marks.inset_mm + marks.line_mm + marks.clear_mm
    box = slot.box
    ways = (
        box.x - side,
        box.y - corner,
        paper.width_mm - box.right - side,
        paper.height_mm - box.top - corner,
    )
    return Edges(*(min(room, max(0.0, way)) for room, way in zip(slot.room, ways, strict=True)))


def _slots(
    area: Rect,
    band: float,
    size: tuple[float, float],
    bleed: float,
    across: tuple[int, float],
    down: tuple[int, float],
    rotation: int,
) -> Iterator[Slot]:
    """The slots in the middle of ``area``, in which the label's strip is ``band`` high (mm)."""
    (width, height), (columns, gutter_x), (rows, gutter_y) = size, across, down
    pitch_x, pitch_y = width + gutter_x, height + gutter_y
    beside = (area.width - columns * pitch_x + gutter_x) / 2
    above = (area.height - rows * pitch_y + gutter_y) / 2
    left, top = round(area.x + beside, 9), round(area.top - above, 9)
    inner_x, inner_y = min(bleed, gutter_x / 2), min(bleed, gutter_y / 2)
    outer_x, outer_y = _rooms(beside, above, bleed, band)
    border_x, border_y = _rooms(beside, above, bleed + MOST_BACK_BLEED_MM, band)
    for row in range(rows):
        for column in range(columns):
            box = Rect(left + column * pitch_x, top - row * pitch_y - height, width, height)
            first, last = column == 0, column == columns - 1
            highest, lowest = row == 0, row == rows - 1
            room = Edges(
                left=outer_x if first else inner_x,
                right=outer_x if last else inner_x,
                top=outer_y if highest else inner_y,
                bottom=outer_y if lowest else inner_y,
            )
            border = Edges(
                left=border_x * first,
                right=border_x * last,
                top=border_y * highest,
                bottom=border_y * lowest,
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
"""Bleed of hexagons and of pieces in a frame, where none was asked for (own choice: two of them
make the gap)."""

BACKED_BLEED_MM = 2.1
"""The same where they have backs: it bears 1 mm of drift and 0.2 degrees in the corners of A4."""


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


def narrow_bleed(piece: Piece) -> float:
    """Return the bleed (mm) of a piece in a comb or in a frame."""
    return min(piece.bleed, BACKED_BLEED_MM if piece.backs else BLEED_MM)


def comb_of(piece: Piece, area: Rect, *, exact: bool) -> Comb | None:
    """Return the comb for pieces like ``piece``; None if they are none or not one fits.

    ``exact`` keeps all of their bleed.
    """
    if piece.shape != "hex" or piece.creases:
        return None
    bleed = piece.bleed if exact else narrow_bleed(piece)
    comb = Comb(piece.width, piece.height, bleed, area)
    return comb if comb.columns >= 1 and comb.rows(area.height, 1) >= 1 else None


MARK_MM = 3.0
"""Length of crop marks outside the bleed, for which room is kept."""


def impose_shelves(pieces: Sequence[Piece], area: Rect, *, exact: bool = False) -> Iterator[Sheet]:
    """Lay ``pieces`` in rows across ``area``, sheet by sheet; each must fit (:func:`rotation_for`).

    Hexagons lie in a comb. ``exact`` gives every piece all of its bleed.
    """
    batch: list[Sheet] = []
    y = area.top
    for height, lay in _blocks(pieces, area, exact):
        if batch and y - height < area.y - _TOLERANCE:
            yield join_sheets(batch)
            batch, y = [], area.top
        batch.extend(lay(y))
        y -= height
    if batch:
        yield join_sheets(batch)


def printable(paper: Paper, registered: bool = False, inset: float = 0.0) -> Rect:
    """Where bleeds may lie: inside the margin, the label strips, the crop marks and ``inset``.

    ``registered`` keeps clear of the registration marks for a cutting machine.
    """
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
        wide, high = _turn(piece.width, piece.height, rotation)
        count = math.floor((area.width + _TOLERANCE) / (wide + edge)) * math.floor(
            (area.height + _TOLERANCE) / (high + edge)
        )
        if count > most:
            best, most = rotation, count
    return best


def _blocks(
    pieces: Sequence[Piece], area: Rect, exact: bool
) -> Iterator[tuple[float, Callable[[float], Iterator[Sheet]]]]:
    """What is laid as one, a row or hexagons in a comb: its height, and how from a top on."""
    for _, group in groupby(pieces, key=lambda p: (p.width, p.height, p.bleed, p.shape)):
        same = tuple(group)
        comb = comb_of(same[0], area, exact=exact)
        rotation, wide, high = _turn_piece(same[0], area)
        across = math.floor((area.width + _TOLERANCE) / wide)
        most = comb.columns * comb.rows(area.height, len(same)) if comb else across
        left = area.x + (area.width - across * wide) / 2
        for start in range(0, len(same), most):
            some = same[start : start + most]
            if comb:
                yield comb.height_of(len(some)), partial(comb.lay, some)
            else:
                row = _Row(high, [(piece, rotation) for piece in some])
                yield high, partial(row.lay, left)


@dataclass
class _Row:
    """Pieces side by side, each with its turn: their height with bleed, and the width so far."""

    height: float
    pieces: list[tuple[Piece, int]] = field(default_factory=list)
    taken: float = 0.0

    def lay(self, x: float, top: float) -> Iterator[Sheet]:
        """Lay the pieces from ``x`` on, their heads in one line, or the folds of folded ones."""
        for piece, rotation in self.pieces:
            wide, high = _turn(piece.width, piece.height, rotation)
            y = top - piece.bleed - high
            if piece.creases:
                y = top - (self.height + high) / 2
            box = Rect(x + piece.bleed, y, wide, high)
            yield put(piece, Slot(box, rotation, Edges.all(piece.bleed)))
            x += wide + 2 * piece.bleed


def fewest_sheets(pieces: Sequence[Piece], area: Rect, *, exact: bool = False) -> list[Sheet]:
    """Lay ``pieces`` packed, or in plain rows where these take fewer sheets, as combs may."""
    packed = list(pack_shelves(pieces, area))
    plain = list(impose_shelves(pieces, area, exact=exact))
    return plain if len(plain) < len(packed) else packed


def pack_shelves(pieces: Sequence[Piece], area: Rect) -> Iterator[Sheet]:
    """Lay ``pieces`` on as few sheets as first fit finds; each must fit the area alone."""
    for rows in _on_sheets(_fill_rows(pieces, area), area):
        laid: list[Sheet] = []
        y = area.top
        for row in rows:
            laid.extend(row.lay(area.x + (area.width - row.taken) / 2, y))
            y -= row.height
        yield join_sheets(laid)


def _turn_piece(piece: Piece, area: Rect) -> tuple[int, float, float]:
    """The turn of a piece, and its width and height with bleed."""
    rotation = rotation_for(piece, area) or 0
    wide, high = _turn(piece.width, piece.height, rotation)
    return rotation, wide + 2 * piece.bleed, high + 2 * piece.bleed


def _fill_rows(pieces: Sequence[Piece], area: Rect) -> list[_Row]:
    rows: list[_Row] = []
    sized = [(piece, *_turn_piece(piece, area)) for piece in pieces]
    for piece, rotation, wide, high in sorted(sized, key=lambda entry: (-entry[3], -entry[2])):
        room = (row for row in rows if row.taken + wide <= area.width + _TOLERANCE)
        row = next(room, None)
        if row is None:
            row = _Row(high)
            rows.append(row)
        row.pieces.append((piece, rotation))
        row.taken += wide
    return rows


def _on_sheets(rows: Sequence[_Row], area: Rect) -> list[list[_Row]]:
    sheets: list[list[_Row]] = []
    left: list[float] = []
    for row in rows:
        for number, room in enumerate(left):
            if row.height <= room + _TOLERANCE:
                sheets[number].append(row)
                left[number] -= row.height
                break
        else:
            sheets.append([row])
            left.append(area.height - row.height)
    return sheets
