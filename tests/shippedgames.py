"""The shipped games, read once for all tests of a process: they are frozen, so tests may share."""

from functools import cache
from pathlib import Path

from validator.catalogue.load import load

ROOT = Path(__file__).parent.parent


@cache
def catalogue():
    """All shipped games."""
    return load(ROOT)[0]


@cache
def game_of(name):
    """One of them, with no more read than it needs: tests of one game are also run alone."""
    return load(ROOT, [name])[0].games[name]


@cache
def small_games():
    """The small games of ``tests/played``, which are played from data, by name."""
    return load(ROOT / "tests" / "played")[0].games
