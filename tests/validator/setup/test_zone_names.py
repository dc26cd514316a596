"""Names of zones with holes, held against those that a set-up declares."""

import pytest

from validator.setup.plan import is_declared


@pytest.mark.parametrize(
    ("zone", "declared", "fits"),
    [
        ("seat1.hand", "seat.hand", True),
        ("row-{n}", "row-a", True),
        ("row-{n}", "row-", False),
        ("row-{n}", "row-a.b", False),
        ("row-{n}.{m}", "row-a.b", True),
        ("{a}x{b}x", "1x2x", True),
        ("{a}x{b}x", "xx", False),
        ("{a}{b}", "1", False),
        ("{a}{b}", "12", True),
        ("{a}aa", "aaa", True),
        ("{a}b{c}b{d}", "bbbb", False),
        ("{a}b{c}b{d}", "bbbbb", True),
    ],
)
def test_a_hole_takes_at_least_one_sign_and_no_point(zone, declared, fits):
    assert is_declared(zone, [declared]) is fits


def test_many_holes_are_tried_once():
    assert not is_declared("{a}x" * 60 + "y", ["x" * 400])


def test_many_open_braces_are_looked_at_once():
    assert not is_declared("{" * 200_000 + "y", ["x"])
