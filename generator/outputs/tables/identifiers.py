"""Identifiers that are the same each time a table is made, so that a saved one can be updated."""

from __future__ import annotations

import hashlib


class Identifiers:
    """Short names for what lies on a table, from what it is; no two are alike.

    The same things in the same order are named the same in every run.
    """

    def __init__(self, game: str, length: int = 6) -> None:
        self._game = game
        self._length = length
        self._taken: set[str] = set()

    def of(self, thing: str) -> str:
        """A name in hexadecimal digits for ``thing``."""
        for attempt in range(1 << 16):
            text = f"{self._game}/{thing}/{attempt}" if attempt else f"{self._game}/{thing}"
            name = hashlib.sha256(text.encode()).hexdigest()[: self._length]
            if name not in self._taken:
                self._taken.add(name)
                return name
        raise OverflowError(f"no identifier is left for {thing!r}")
