"""The ways to an action as sets of bits: near enough, past enough Transport icons, to which areas.

Way number ``n`` is the bit ``1 << n``; they are numbered in the order in which they are offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from operator import or_
from typing import NamedTuple


class Door(NamedTuple):
    """A way to an area: the steps on foot and the Transport icons passed.

    A token takes none of either (HEN-TURN-04).
    """

    area: int
    steps: int
    icons: int


class Doors:
    """Ways to one action, and sets of them as bits.

    ``within[n]`` take ``n`` steps at most, ``near[area][n]`` are those of them to an area;
    ``past[n]`` pass ``n`` Transport icons at least, ``upto[n]`` pass ``n`` at most.
    """

    __slots__ = ("_known", "near", "past", "upto", "within")

    def __init__(self, doors: Sequence[Door], reach: int, areas: int) -> None:
        nothing = [0] * (reach + 1)
        steps, near = nothing.copy(), [nothing] * areas
        icons = [0] * (max([door.icons for door in doors], default=0) + 1)
        bit = 1
        for area, far, passed in doors:
            if near[area] is nothing:
                near[area] = nothing.copy()
            steps[far] |= bit
            near[area][far] |= bit
            icons[passed] |= bit
            bit <<= 1
        self.within: list[int] = list(accumulate(steps, or_))
        self.near: list[list[int]] = [
            one if one is nothing else list(accumulate(one, or_)) for one in near
        ]
        self.upto: list[int] = list(accumulate(icons, or_))
        self.past: list[int] = list(accumulate(reversed(icons), or_))[::-1]
        self._known: dict[int, int] = {}

    def to(self, areas: int) -> int:
        """The ways to any of ``areas``, which are bits too."""
        try:
            return self._known[areas]
        except KeyError:
            found = 0
            for area, near in enumerate(self.near):
                if areas >> area & 1:
                    found |= near[-1]
            self._known[areas] = found
            return found


def here(area: int, dollars: int, areas: int) -> Doors:
    """The one way of a player who is there already, with so many dollars."""
    return Doors([Door(area, 0, 0)], dollars, areas)
