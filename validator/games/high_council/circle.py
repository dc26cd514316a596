"""The High Council: the circle of the council, its groups and its blocs."""

from __future__ import annotations

from validator.games.high_council.rules import side
from validator.games.stonehenge import Ring

NOBODY = -1


class Circle:
    """Who sits where: ``piece[space]`` is a piece colour or NOBODY, spaces count from 1.

    ``sides[space]`` is the faction of that piece or NOBODY.
    ``speaker[colour]`` is the space of that colour's speaker, 0 while it is not seated.
    ``after`` and ``before`` lead around; where the ring is open they end at space 0, which
    stays empty.
    """

    __slots__ = ("after", "before", "free", "piece", "ring", "sides", "speaker")

    def __init__(self, ring: Ring, colours: int, *, closed: bool) -> None:
        self.ring = ring
        self.after = [0, *range(2, ring.spaces + 1), 1 if closed else 0]
        self.before = [0, ring.spaces if closed else 0, *range(1, ring.spaces)]
        self.piece = [NOBODY] * (ring.spaces + 1)
        self.sides = [NOBODY] * (ring.spaces + 1)
        self.speaker = [0] * colours
        self.free = ring.spaces

    def copy(self) -> Circle:
        """The same pieces on the same spaces, to be moved apart."""
        other = Circle(self.ring, 0, closed=True)
        other.after, other.before = self.after, self.before
        other.piece = self.piece.copy()
        other.sides = self.sides.copy()
        other.speaker = self.speaker.copy()
        other.free = self.free
        return other

    def put(self, space: int, colour: int) -> None:
        """Seat a supporter or speaker of ``colour`` on a free space."""
        self.piece[space] = colour
        self.sides[space] = side(colour)
        self.free -= 1

    def take(self, space: int) -> None:
        """Clear a space."""
        self.piece[space] = NOBODY
        self.sides[space] = NOBODY
        self.free += 1

    def is_speaker(self, space: int) -> bool:
        """Tell whether a speaker sits on ``space``."""
        colour = self.piece[space]
        return colour >= 0 and self.speaker[colour] == space

    def free_spaces(self) -> list[int]:
        """The spaces nobody sits on."""
        return [space for space in range(1, len(self.piece)) if self.piece[space] < 0]

    def supporters(self, colour: int) -> list[int]:
        """Spaces of the supporters of ``colour``."""
        speaker = self.speaker[colour]
        return [
            space
            for space in range(1, len(self.piece))
            if self.piece[space] == colour and space != speaker
        ]

    def group(self, space: int) -> int:
        """Size of the group around ``space``: one colour, without a gap (HC-DEF-01, -03)."""
        piece = self.piece
        colour = piece[space]
        size = 1
        beside = self.after[space]  # 1 follows the last space (HC-DEF-04)
        while piece[beside] == colour and beside != space:
            size += 1
            beside = self.after[beside]
        if beside == space:
            return size
        beside = self.before[space]
        while piece[beside] == colour:
            size += 1
            beside = self.before[beside]
        return size

    def arm(self, start: int, step: int, faction: int) -> int:
        """Pieces of ``faction`` without a gap from ``start`` on, clockwise or (-1) back."""
        sides = self.sides
        lead = self.after if step > 0 else self.before
        length = 0
        space = start
        while sides[space] == faction and length < self.ring.spaces:
            length += 1
            space = lead[space]
        return length

    def bloc(self, space: int) -> int:
        """Size of the bloc around ``space``: one faction, without a gap (HC-DEF-02)."""
        faction = self.sides[space]
        right = self.arm(space, 1, faction)
        if right >= self.ring.spaces:
            return right
        return right + self.arm(self.before[space], -1, faction)

    def members(self, faction: int) -> int:
        """Pieces of a faction on the circle."""
        return self.sides.count(faction)

    def longest(self, faction: int) -> list[int]:
        """The spaces of the longest bloc of a faction, clockwise."""
        starts = [
            space
            for space in range(1, len(self.sides))
            if self.sides[space] == faction != self.sides[self.before[space]]
        ]
        if not starts and self.sides[1] == faction:
            starts = [1]
        best: list[int] = []
        for start in starts:
            run = [start]
            while len(run) < self.ring.spaces and self.sides[self.after[run[-1]]] == faction:
                run.append(self.after[run[-1]])
            best = max(best, run, key=len)
        return best
