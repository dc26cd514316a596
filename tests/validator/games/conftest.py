"""Fixtures of the tests of games: Henge past its set-up choices, and its first player."""

import pytest
from hengetable import match_of


@pytest.fixture
def match():
    """A match of Henge of three people, with no Spring cards and all levels at their start."""
    return match_of(3)


@pytest.fixture
def player(match):
    """The first seat of the match."""
    return match.players[0]
