"""Who decides for a seat.

In the compiled build a class that inherits :class:`Policy` by name is called directly, any other
one that has its method as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from validator.play.rules import Match, Option
from validator.rng import Rng


class Policy(Protocol):
    """Who decides for a seat."""

    __slots__ = ()

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option taken; ``options`` has at least two."""


class RandomPolicy(Policy):
    """Takes any legal option, all equally likely."""

    __slots__ = ("rng",)

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def copy(self) -> RandomPolicy:
        """The same player with the same luck to come."""
        return RandomPolicy(self.rng.copy())

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return a random index."""
        return self.rng.below(len(options))
