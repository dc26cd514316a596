"""Who decides for a seat.

In the compiled build a class that inherits :class:`Policy` by name is called directly, any other
one that has its method as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from validator.play.rules import Match, Option


class Policy(Protocol):
    """Who decides for a seat."""

    __slots__ = ()

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        """Return the index of the option taken; ``options`` has at least two."""
