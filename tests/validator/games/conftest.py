"""Fixtures of the tests of games: Henge past its set-up choices, and its first player."""

import pytest
from hengetable import at_step, match_of


@pytest.fixture
def match():
    """A match of Henge of three people, with no Spring cards and all levels at their start."""
    return match_of(3)


@pytest.fixture
def four():
    """The same of four people, on the other side of the board."""
    return match_of(4)


@pytest.fixture
def at_heel(four):
    """The same, with the pawn on a step of the Heel where stones are installed."""
    at_step(four, "heel", "install")
    return four


@pytest.fixture
def player(match):
    """The first seat of the match of three."""
    return match.players[0]
