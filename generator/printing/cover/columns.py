"""Paragraphs in two columns of about equal height, page after page where they are many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias

from reportlab.platypus import Flowable

Columns: TypeAlias = "tuple[list[Flowable], list[Flowable]]"
LEAST_PT = 72.0
"""Columns are not begun in less room than this (pt)."""


class TwoColumns(Flowable):  # type: ignore[misc]
    """Paragraphs in two columns, ``gutter`` pt apart, that go on over the next page."""

    def __init__(self, lines: Sequence[Flowable], gutter: float) -> None:
        super().__init__()
        self._lines, self._gutter = lines, gutter

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        """Deal the lines to columns; they are too high where a page does not take them all."""
        self._column = (width - self._gutter) / 2
        pairs = list(two_columns(self._lines, self._column, height))
        self._pair = pairs[0] if pairs else ([], [])
        self.width, self.height = width, max(map(self._high, self._pair))
        if len(pairs) > 1:
            self.height = height + LEAST_PT
        return self.width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """What fits on this page, and the rest."""
        if height < LEAST_PT:
            return []
        left, right = next(two_columns(self._lines, (width - self._gutter) / 2, height))
        count = len(left) + len(right)
        parts = (self._lines[:count], self._lines[count:])
        return [TwoColumns(part, self._gutter) for part in parts if part]

    def draw(self) -> None:
        """Draw both columns from the top."""
        for number, lines in enumerate(self._pair):
            x, y = number * (self._column + self._gutter), self.height
            for line in lines:
                y -= line.wrapOn(self.canv, self._column, y)[1]
                line.drawOn(self.canv, x, y)
                y -= float(line.getSpaceAfter())

    def _high(self, lines: Sequence[Flowable]) -> float:
        return sum(_height(line, self._column) for line in lines)


def two_columns(lines: Sequence[Flowable], width: float, height: float) -> Iterator[Columns]:
    """Deal ``lines`` in order to pairs of columns of ``width`` and at most ``height`` pt.

    All pairs but the last are full; the columns of the last one are as equal as can be.
    """
    rest = [(line, _height(line, width)) for line in lines]
    while sum(high for _, high in rest) > 2 * height:
        left = _fitting(rest, height)
        right = _fitting(rest[left:], height)
        yield _columns(rest[: left + right], left)
        rest = rest[left + right :]
    while rest:
        left = _middle([high for _, high in rest], height)
        right = _fitting(rest[left:], height) if rest[left:] else 0
        yield _columns(rest[: left + right], left)
        rest = rest[left + right :]


def _height(line: Flowable, width: float) -> float:
    _, high = line.wrap(width, 10_000.0)
    return float(high) + float(line.getSpaceAfter())


def _fitting(lines: Sequence[tuple[Flowable, float]], height: float) -> int:
    """How many lines fit a column; at least one."""
    tops = accumulate(high for _, high in lines)
    return max(1, sum(1 for top in tops if top <= height))


def _middle(heights: Sequence[float], most: float) -> int:
    """Where to break so that the higher column is as low as can be."""
    total = sum(heights)
    tops = list(accumulate(heights))
    best = min(range(len(tops)), key=lambda index: max(tops[index], total - tops[index]))
    while best > 0 and tops[best] > most:
        best -= 1
    return best + 1


def _columns(lines: Sequence[tuple[Flowable, float]], left: int) -> Columns:
    return [line for line, _ in lines[:left]], [line for line, _ in lines[left:]]
