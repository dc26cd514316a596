"""Lines in columns of about equal height, page after page where they are many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.platypus import Flowable

from generator.printing.pdf.fonts import POINTS
from generator.publish.book.press import side_by_side
from generator.publish.book.sheet import GAP_MM, Sheet


def in_columns(
    lines: Sequence[Flowable], sheet: Sheet, least_mm: float, heights: Iterator[float]
) -> Iterator[Flowable]:
    """Deal lines in order to columns of at least ``least_mm``, one table for each of ``heights``.

    ``heights`` (pt) say how high each table may be; only the last table is not full, and its
    columns are as equal as can be.
    """
    many = sheet.columns(least_mm)
    gap = GAP_MM * POINTS
    width = (sheet.width - (many - 1) * gap) / many
    high = [line.wrap(width, sheet.height)[1] + line.getSpaceBefore() for line in lines]
    start = 0
    while start < len(lines):
        most = next(heights)
        even = _least_height(high[start:], many, most)
        columns, start = _dealt(high, start, many, even)
        cells = [list(lines[first:last]) for first, last in columns]
        yield side_by_side(cells, [*[width + gap] * (many - 1), width], gap)


def _least_height(high: Sequence[float], many: int, most: float) -> float:
    """The least height at which all lines fit ``many`` columns; ``most`` where they do not."""
    tallest = max(high)
    height = max(sum(high) / many, tallest)
    while height < most:
        _, end = _dealt(high, 0, many, height)
        if end == len(high):
            return height
        height += tallest / 2
    return most


def _dealt(
    high: Sequence[float], start: int, many: int, height: float
) -> tuple[list[tuple[int, int]], int]:
    """The first and the last line (exclusive) of each column, and the line that comes next."""
    columns = []
    at = start
    for _ in range(many):
        first, used = at, 0.0
        while at < len(high) and (used + high[at] <= height + 0.01 or at == first):
            used += high[at]
            at += 1
        columns.append((first, at))
    return columns, at
