"""Rows filled with whatever still fits, to save paper: the tallest pieces first.

First fit by decreasing height: a piece goes into the first row with room for it, a row onto
the first sheet with room. Rows are still strips to cut, but no longer one grid of columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from generator.printing.layout.geometry import Edges, Paper, Rect
from generator.printing.layout.imposition import Piece, Sheet, Slot, joined, put
from generator.printing.layout.shelves import (
    TOLERANCE_MM,
    impose_shelves,
    printable,
    rotation_for,
)


@dataclass
class _Row:
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
    for rows in _on_sheets(_filled(pieces, area), area):
        laid: list[Sheet] = []
        y = area.top
        for row in rows:
            y -= row.height
            laid.extend(_lay(row, area.x + (area.width - row.taken) / 2, y))
        yield joined(laid)


def _turned(piece: Piece, area: Rect) -> tuple[int, float, float]:
    """The turn of a piece, and its width and height with bleed."""
    rotation = rotation_for(piece, area) or 0
    wide, high = (piece.height, piece.width) if rotation else (piece.width, piece.height)
    return rotation, wide + 2 * piece.bleed, high + 2 * piece.bleed


def _filled(pieces: Sequence[Piece], area: Rect) -> list[_Row]:
    rows: list[_Row] = []
    sized = [(piece, *_turned(piece, area)) for piece in pieces]
    for piece, rotation, wide, high in sorted(sized, key=lambda entry: (-entry[3], -entry[2])):
        room = (row for row in rows if row.taken + wide <= area.width + TOLERANCE_MM)
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
            if row.height <= room + TOLERANCE_MM:
                sheets[number].append(row)
                left[number] -= row.height
                break
        else:
            sheets.append([row])
            left.append(area.height - row.height)
    return sheets


def _lay(row: _Row, x: float, bottom: float) -> Iterator[Sheet]:
    """Pieces of a row, their heads in one line; those that are folded, their folds."""
    for piece, rotation in row.pieces:
        wide, high = (piece.height, piece.width) if rotation else (piece.width, piece.height)
        head = bottom + row.height - piece.bleed - high
        y = bottom + (row.height - high) / 2 if piece.creases else head
        slot = Slot(Rect(x + piece.bleed, y, wide, high), rotation, Edges.all(piece.bleed))
        yield put(piece, slot)
        x += wide + 2 * piece.bleed
