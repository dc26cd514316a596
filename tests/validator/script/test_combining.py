"""Different choices of several pieces, whether pieces are equal or not."""

from itertools import combinations

import pytest

from validator.script.choices import choices

COLOURS = ["red", "red", "blue", None, "blue", "red"]


@pytest.mark.parametrize("pieces", [[0, 1, 2, 4], [1, 1, 2], [3, 3, 3, 5, 5], [], [7]])
@pytest.mark.parametrize("sizes", [range(1, 2), range(2, 4), range(1, 6)])
def test_every_different_choice_comes_once_in_order(pieces, sizes):
    found = list(choices(pieces, sizes, None))
    expected = [one for size in sizes for one in dict.fromkeys(combinations(pieces, size))]
    assert sorted(found) == sorted(expected)
    assert [len(one) for one in found] == sorted(len(one) for one in found)
    assert len(set(found)) == len(found)


def test_pieces_of_one_value_are_chosen_together():
    assert list(choices([0, 1, 2, 3, 4, 5], range(2, 3), COLOURS)) == [
        *((0, 1), (0, 5), (1, 5), (2, 4)),
    ]
