"""The streams of many games of a run, whose first words are made together.

A word of :class:`~validator.rng.Rng` takes a dozen operations on numbers of two digits. So the
streams of one name are stepped side by side, those of one game each, as lanes of one long number:
the same words in a quarter of the time. The compiled build has machine words and needs none of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Final, TypeVar

from validator.rng import Rng, Streams

T = TypeVar("T")
GAMES: Final = 32
"""Games whose streams are made together; with more a word takes hardly less."""
FIRST_GAMES: Final = 4
"""So many are played before it is known how many words each stream needs."""
FEW: Final = 16
"""Words made of a stream of which nothing is known yet, and whenever one has run out."""
MASK: Final = 0xFFFFFFFF


class ReadyRng(Rng):
    """A stream with ``words`` made ahead, the next one last; its state is behind them.

    ``made`` is how many there were so far, those that were drawn included.
    """

    __slots__ = ("made", "words")

    def __init__(self, words: list[int], state: Rng) -> None:
        super().__init__(state.a, state.b, state.c, state.counter)
        self.words = words
        self.made = len(words)

    def copy(self) -> ReadyRng:
        """A stream that goes on with the same numbers."""
        return ReadyRng(self.words.copy(), self)

    def ahead(self) -> list[int]:
        """Words that are made already; more come into the same list."""
        return self.words

    def word(self) -> int:
        """Return the next 32-bit word."""
        return self.below(1 << 32)

    def below(self, n: int) -> int:
        """Return a whole number from 0 to ``n - 1``, as :meth:`Rng.below` does."""
        if not self.words:
            self._make_more()
        return self.words.pop() * n >> 32

    def _make_more(self) -> None:
        """Make words one by one."""
        more: list[int] = []
        for _ in range(FEW):
            more.append((self.a + self.b + self.counter) & MASK)
            super().below(1)
        self.words[:0] = reversed(more)
        self.made += FEW


@dataclass(frozen=True, slots=True)
class Lanes:
    """The first words of some streams, as many of each, the last first; the states behind them."""

    words: Sequence[tuple[int, ...]]
    behind: Sequence[Rng]


def lanes_of(streams: Sequence[Rng], count: int) -> Lanes:
    """Make ``count`` words, at least one, of each stream.

    A lane has 64 bits. What is added in one stays below 2**54; what shifts to the right bring from
    the next one is masked in ``c`` and lies above bit 53 in ``a``, where it meets nothing.
    """
    lanes = Struct(f"<{len(streams)}Q")
    a, b, c, counter, ones = (
        int.from_bytes(lanes.pack(*numbers), "little")
        for numbers in (
            [one.a for one in streams],
            [one.b for one in streams],
            [one.c for one in streams],
            [one.counter for one in streams],
            [1] * len(streams),
        )
    )
    mask, low = ones * MASK, ones * (MASK >> 11)
    rows: list[tuple[int, ...]] = []
    for _ in range(count):
        word = (a + b + counter) & mask
        counter += ones
        a = b ^ (b >> 9)
        b = c * 9 & mask
        c = ((c << 21) + ((c >> 11) & low) + word) & mask
        rows.append(lanes.unpack(word.to_bytes(lanes.size, "little")))
    rows.reverse()
    states = [lanes.unpack(one.to_bytes(lanes.size, "little")) for one in (a, b, c, counter)]
    return Lanes(list(zip(*rows, strict=True)), [Rng(*one) for one in zip(*states, strict=True)])


class Block:
    """Neighbouring games with their ``streams``; ``needs`` are the words to make, by name."""

    def __init__(self, streams: Sequence[Streams], needs: dict[str, int]) -> None:
        self.streams = streams
        self._needs = needs
        self._lanes: dict[str, Lanes] = {}
        self._given: dict[str, list[ReadyRng]] = {}

    def rng(self, name: str, place: int) -> ReadyRng:
        """Start the stream ``name`` of the game at a place among these."""
        if name not in self._lanes:
            plain = [one.rng(name) for one in self.streams]
            self._lanes[name] = lanes_of(plain, self._needs.get(name, FEW))
            self._given[name] = []
        lanes = self._lanes[name]
        rng = ReadyRng([*lanes.words[place]], lanes.behind[place])
        self._given[name].append(rng)
        return rng

    def needed(self) -> dict[str, int]:
        """How many words three streams of each name in four had enough of, and at least one.

        A word made in vain takes a quarter of the time of one that is made alone.
        """
        needed: dict[str, int] = {}
        for name, given in self._given.items():
            used = sorted([one.made - len(one.words) for one in given])
            needed[name] = max(1, used[len(used) * 3 // 4])
        return needed


class BlockStreams(Streams):
    """The streams of one game of a block."""

    __slots__ = ("_block", "_place")

    def __init__(self, block: Block, place: int) -> None:
        one = block.streams[place]
        self.root, self.address = one.root, one.address
        self._block = block
        self._place = place

    def rng(self, name: str) -> ReadyRng:
        """Start the stream ``name``."""
        return self._block.rng(name, self._place)


class Luck:
    """The streams of the games of a run up to number ``stop - 1``, which are played in order.

    ``root``, ``game`` and ``table`` address them, as they do :class:`~validator.rng.Streams`.
    """

    def __init__(self, root: int, game: str, table: str, stop: int) -> None:
        self._address = root, game, table
        self._stop = stop
        self._first = 0
        self._block = Block([], {})

    def of(self, index: int) -> Streams:
        """The streams of game number ``index``."""
        if not 0 <= index - self._first < len(self._block.streams):
            needs = self._block.needed()
            count = min(GAMES if needs else FIRST_GAMES, self._stop - index)
            games = range(index, index + count)
            self._first = index
            self._block = Block([Streams(*self._address, one) for one in games], needs)
        return BlockStreams(self._block, index - self._first)
