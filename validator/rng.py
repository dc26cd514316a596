"""Random numbers for simulated games: small, frozen, the same on every machine.

The generator is sfc32 (Chris Doty-Humphrey, PractRand). A stream is addressed by what
it is for, never by when it was made: two rulings of one game see the same deck order,
and a policy that thinks longer does not change anybody's luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, MutableSequence
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
_MASK = 0xFFFFFFFF
_MASK_64 = 0xFFFFFFFFFFFFFFFF
WORDS = Struct("<3I")
"""Three 32-bit words out of twelve bytes."""


class Rng:
    """One stream of random numbers; ``a``, ``b`` and ``c`` are 32-bit words, ``counter`` counts."""

    __slots__ = ("a", "b", "c", "counter")

    def __init__(self, a: int, b: int, c: int, counter: int = 1) -> None:
        self.a = a & _MASK
        self.b = b & _MASK
        self.c = c & _MASK
        self.counter = counter & _MASK

    def copy(self) -> Rng:
        """A stream that goes on with the same numbers."""
        return Rng(self.a, self.b, self.c, self.counter)

    def word(self) -> int:
        """Return the next 32-bit word."""
        word = (self.a + self.b + self.counter) & _MASK
        self.below(1)
        return word

    def below(self, n: int) -> int:
        """Return a whole number from 0 to ``n - 1`` (bias below n / 2**32), from the next word."""
        b = self.b
        c = self.c
        counter = self.counter
        word = (self.a + b + counter) & _MASK
        self.counter = counter + 1
        self.a = b ^ (b >> 9)
        self.b = c * 9 & _MASK
        self.c = (((c << 21) | (c >> 11)) + word) & _MASK
        return (word * n) >> 32

    def shuffle(self, items: MutableSequence[T], name: Callable[[T], str] = str) -> None:
        """Put ``items`` into random order in place; each comes where two words put its ``name``.

        So what else lies there, and in which order, changes nothing for it: a card more or less
        leaves the others as they were. Items of one name are told apart by counting them.
        Nothing is drawn where there is nothing to shuffle.
        """
        if not items:
            return
        factor = self.word() << 32 | self.word() | 1
        places = [place * factor & _MASK_64 for place in _places_of(map(name, items))]
        items[:] = [items[at] for at in sorted(range(len(places)), key=places.__getitem__)]


def _places_of(names: Iterable[str]) -> list[int]:
    """Where items of these names come."""
    copies: dict[str, int] = {}
    places: list[int] = []
    for name in names:
        copies[name] = copy = copies.get(name, 0) + 1
        places.append(place_of(name, copy))
    return places


@lru_cache(maxsize=65536)
def place_of(name: str, copy: int) -> int:
    """64 bits that a name and the number of a copy (from 1) always come to."""
    return int.from_bytes(blake2b(f"{name}#{copy}".encode(), digest_size=8).digest(), "little")


class Streams:
    """The streams of one game: one for set-up, one for each deck, one for each policy.

    ``root`` is the seed the user gave; ``game``, ``table`` (such as ``2+1``: humans and
    bots) and ``index`` (the number of the game in the run) address the game.
    """

    __slots__ = ("address",)

    def __init__(self, root: int, game: str, table: str, index: int) -> None:
        self.address = f"{root}/{game}/{table}/{index}/"

    def rng(self, name: str) -> Rng:
        """Start the stream ``name`` (``setup``, ``luck_deck``, ``policy-0``, ...)."""
        a, b, c = WORDS.unpack(blake2b((self.address + name).encode(), digest_size=12).digest())
        return Rng(a, b, c)
