"""Faces drawn while files change under the drawer's hands: none is kept under a wrong name."""

from __future__ import annotations

from dataclasses import dataclass, field

from generator.design.recipes import KIND
from validator.cache import Cache

_MOST = 20_000


@dataclass(frozen=True, slots=True)
class Shelf(Cache):
    """A store that holds fresh faces in memory until it is sure what they were made from.

    A face is named by the state of the templates that was read before it was filled in. Where they
    changed meanwhile :meth:`forget` drops what was made; else :meth:`settle` keeps it.
    """

    held: dict[str, bytes] = field(default_factory=dict)
    fresh: list[str] = field(default_factory=list)

    def get(self, kind: str, key: str) -> bytes | None:
        """The entry of ``kind`` named ``key``, from memory if it was asked for before."""
        if kind != KIND:
            return Cache.get(self, kind, key)
        if key not in self.held:
            found = Cache.get(self, kind, key)
            if found is None:
                return None
            self._hold(key, found)
        return self.held[key]

    def put(self, kind: str, key: str, content: bytes) -> bool:
        """Keep an entry; a face only in memory for now."""
        if kind != KIND:
            return Cache.put(self, kind, key, content)
        self._hold(key, content)
        self.fresh.append(key)
        return True

    def settle(self, most: int) -> bool:
        """Write up to ``most`` fresh faces to the disk; tells whether there are more."""
        for _ in range(min(most, len(self.fresh))):
            key = self.fresh.pop()
            if key in self.held:
                Cache.put(self, KIND, key, self.held[key])
        return bool(self.fresh)

    def forget(self) -> None:
        """Drop what was not settled."""
        for key in self.fresh:
            self.held.pop(key, None)
        self.fresh.clear()

    def _hold(self, key: str, content: bytes) -> None:
        if len(self.held) >= _MOST:
            self.held.clear()
        self.held[key] = content
