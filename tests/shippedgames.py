"""The shipped games, read once for all tests of a process: they are frozen, so tests may share."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from validator.catalogue.load import load
from validator.catalogue.model import Catalogue, Game

ROOT = Path(__file__).parent.parent


@cache
def catalogue() -> Catalogue:
    """All shipped games."""
    return load(ROOT)[0]


@cache
def game_of(name: str) -> Game:
    """One of them, with no more read than it needs: tests of one game are also run alone."""
    return load(ROOT, [name])[0].games[name]
