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


class ByAreas(dict[int, int]):
    """The ways to any of some areas, which are bits too, put together as they are asked for."""

    __slots__ = ("ways",)

    def __init__(self, ways: Sequence[tuple[int, int]]) -> None:
        super().__init__()
        self.ways = ways

    def __missing__(self, areas: int) -> int:
        """Put the ways to some areas together."""
        found = 0
        for area, ways in self.ways:
            if areas >> area & 1:
                found |= ways
        self[areas] = found
        return found


class Doors:
    """Ways to one action, and sets of them as bits.

    ``within[n]`` take ``n`` steps at most, ``to[areas]`` lead to some areas; ``past[n]`` pass ``n``
    Transport icons at least, ``upto[n]`` pass ``n`` at most. ``near[n]`` are the areas that ``n``
    steps lead to at most, each with the ways to it by the steps that they take at most.
    """

    __slots__ = ("near", "past", "to", "upto", "within")

    def __init__(self, doors: Sequence[Door], reach: int) -> None:
        steps = [0] * (reach + 1)
        near: dict[int, list[int]] = {}
        icons = [0] * (max([door.icons for door in doors], default=0) + 1)
        bit = 1
        for area, far, passed in doors:
            steps[far] |= bit
            near.setdefault(area, [0] * (reach + 1))[far] |= bit
            icons[passed] |= bit
            bit <<= 1
        self.within: list[int] = list(accumulate(steps, or_))
        ways = [(area, list(accumulate(near[area], or_))) for area in sorted(near)]
        self.near: list[list[tuple[int, list[int]]]] = []
        found: list[tuple[int, list[int]]] = []
        for far, more in enumerate(steps):
            if more:
                found = [one for one in ways if one[1][far]]
            self.near.append(found)
        self.upto: list[int] = list(accumulate(icons, or_))
        self.past: list[int] = list(accumulate(reversed(icons), or_))[::-1]
        self.to = ByAreas([(area, steps[-1]) for area, steps in ways])


def here(area: int, dollars: int) -> Doors:
    """The one way of a player who is there already, with so many dollars."""
    return Doors([Door(area, 0, 0)], dollars)
