"""Strips of a gutterfold sheet: each is cut off along a full line, then folded along a dashed one.

::

    +----------------------------------+
    |   back  back  back  back         |
    | - - - - - - - - - - - - - - - -  |  <- the fold of the first strip
    |   front front front front        |
    |----------------------------------|  <- here the strips are cut apart
    |   back  back  back  back         |
    | - - - - - - - - - - - - - - - -  |
    |   front front front front        |
    +----------------------------------+

Around a board the fold is two creases, as far apart as the board is thick. Lengths in mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from generator.printing.layout.geometry import Rect
from generator.printing.layout.imposition import Fold
from generator.printing.layout.shapes import Path, Style, line


def strips_of(folds: Sequence[Fold]) -> tuple[Fold, ...]:
    """Return one fold for each strip, from the bottom or left: pieces side by side share theirs."""
    found: dict[tuple[object, ...], Fold] = {}
    for fold in folds:
        key = (fold.across, *(round(crease, 3) for crease in fold.creases))
        known = found.get(key, fold)
        low, high = min(known.low, fold.low), max(known.high, fold.high)
        found[key] = Fold(known.across, known.creases, low, high)
    return tuple(sorted(found.values(), key=lambda fold: (not fold.across, fold.low)))


def strip_lines(folds: Sequence[Fold], area: Rect) -> tuple[Path, ...]:
    """Return the lines to cut strips apart and to fold them along, right across ``area``."""
    strips = strips_of(folds)
    creases = [_line(fold, at, area, Style.FOLD) for fold in strips for at in fold.creases]
    return (*_cuts(strips, area), *creases)


def _cuts(strips: Sequence[Fold], area: Rect) -> Iterator[Path]:
    for one, next_one in pairwise(strips):
        yield _line(one, (one.high + next_one.low) / 2, area, Style.APART)


def _line(fold: Fold, at: float, area: Rect, style: Style) -> Path:
    if fold.across:
        return line(area.x, at, area.right, at, style)
    return line(at, area.y, at, area.top, style)
