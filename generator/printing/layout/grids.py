"""How many equal pieces a paper takes, and where: the grid layouts."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from generator.printing.layout.geometry import Edges, Paper, Rect
from generator.printing.layout.imposition import Slot
from generator.printing.layout.labels import BAND_MM
from generator.printing.layout.marks import LEAST_MARK_MM
from generator.printing.layout.papers import Layout, clear_area, registration

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
        if (grid := _grid(paper, layout, _turned(*size, rotation), bleed, space, rotation))
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


def _turned(width: float, height: float, rotation: int) -> tuple[float, float]:
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
    frame = _Frame(clear_area(paper), 0.0) if registered else _Frame(paper.printable, BAND_MM)
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
class _Frame:
    """What a grid lies in the middle of, and the height of the label's strip within it (mm)."""

    area: Rect
    band: float


def _slots(
    frame: _Frame,
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
