"""Lines in columns: all of them, in order, full pages first, the last one as low as can be."""

import pytest
from reportlab.platypus import Flowable

from generator.book.flowables import Columns, deal


class Bar(Flowable):
    """A flowable of a given height, in pt."""

    def __init__(self, high):
        super().__init__()
        self.high = high

    def wrap(self, width, height):
        return width, self.high


def dealt(heights, many, most):
    ends = deal(heights, many, most)
    return [heights[start:end] for start, end in zip([0, *ends], ends, strict=False)]


@pytest.mark.parametrize(
    ("bars", "columns"),
    [
        ([9], [[9], []]),
        ([5, 5, 5, 5], [[5, 5], [5, 5]]),
        ([5, 5, 5], [[5, 5], [5]]),
        ([2, 2, 2, 20], [[2, 2, 2], [20]]),
        ([20, 2, 2, 2], [[20], [2, 2, 2]]),
        ([10] * 7, [[10, 10, 10], [10, 10, 10]]),
        ([50, 50, 50], [[50], [50]]),
    ],
)
def test_lines_are_dealt_to_columns(bars, columns):
    assert dealt(bars, 2, 32) == columns


def test_more_columns_are_as_low_as_can_be():
    assert dealt([1, 1, 1, 1, 3, 1, 1], 3, 100) == [[1, 1, 1, 1], [3, 1], [1]]


def test_lines_go_on_over_the_next_page():
    columns = Columns([Bar(10) for _ in range(19)], 2, 6)
    counts = []
    while True:
        high = columns.wrap(100, 80)[1]
        if high <= 80:
            break
        first, columns = columns.split(100, 80)
        counts.append(first.wrap(100, 80)[1])
    assert counts == [80]
    assert high == 20
    assert not columns.split(100, 60)
