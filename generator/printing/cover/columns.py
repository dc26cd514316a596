"""Paragraphs in two columns of about equal height, page after page where they are many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TypeAlias

from reportlab.platypus import Flowable

Columns: TypeAlias = "tuple[list[Flowable], list[Flowable]]"


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
    if rest:
        yield _columns(rest, _middle([high for _, high in rest], height))


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
