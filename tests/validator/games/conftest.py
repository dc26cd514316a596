"""Fixtures of the tests of games: Henge past its set-up, on both sides of the board."""

import pytest
from hengetable import position


@pytest.fixture
def table():
    """A position of Henge of three people, with no Spring cards and all levels at their start."""
    return position()


@pytest.fixture
def four():
    """The same of four people, on the other side of the board."""
    return position(players=4)
