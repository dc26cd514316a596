"""Fixtures of the tests of games: Henge past its set-up, on both sides of the board."""

from pathlib import Path

import pytest
from hengetable import position


def pytest_collection_modifyitems(items):
    """What is named after a ruling is heavy: it compiles a game for that ruling alone."""
    for item in items:
        if "ruling" in item.name.partition("[")[0] and item.path.parent == Path(__file__).parent:
            item.add_marker(pytest.mark.heavy)


@pytest.fixture
def table():
    """A position of Henge of three people, with no Spring cards and all levels at their start."""
    return position()


@pytest.fixture
def four():
    """The same of four people, on the other side of the board."""
    return position(players=4)
