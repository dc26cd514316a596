"""Paragraphs in two columns: all of them, in order, full pages first, the last one balanced."""

from __future__ import annotations

import pytest
from reportlab.platypus import Flowable

from generator.printing.cover.columns import two_columns


class Bar(Flowable):
    """A flowable of a given height, in pt."""

    def __init__(self, high: float) -> None:
        super().__init__()
        self.high = high

    def wrap(self, width: float, height: float) -> tuple[float, float]:
        return width, self.high


def heights(bars: list[Flowable]) -> list[float]:
    return [bar.high for bar in bars]


@pytest.mark.parametrize(
    ("bars", "columns"),
    [
        ([], []),
        ([9], [([9], [])]),
        ([5, 5, 5, 5], [([5, 5], [5, 5])]),
        ([2, 2, 2, 20], [([2, 2, 2], [20])]),
        ([20, 2, 2, 2], [([20], [2, 2, 2])]),
        ([10] * 7, [([10, 10, 10], [10, 10, 10]), ([10], [])]),
        ([50, 50, 50], [([50], [50]), ([50], [])]),
    ],
)
def test_lines_are_dealt_to_columns(bars, columns):
    found = two_columns([Bar(high) for high in bars], 100, 32)
    assert [(heights(left), heights(right)) for left, right in found] == columns
