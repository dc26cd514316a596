"""The ways to actions as sets of bits: near enough, past enough Transport icons, to which areas.

Way number ``n`` is the bit ``1 << n``; they are numbered in the order in which they are offered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import or_

from validator.games.henge.printed.codes import ACTIONS


@dataclass(frozen=True, slots=True)
class Door:
    """A way to an action in an area: the steps on foot and the Transport icons passed.

    A token takes none of either (HEN-TURN-04).
    """

    action: int
    area: int
    steps: int
    icons: int


class Doors:
    """Ways to actions, and sets of them as bits.

    ``to`` are those to each action, ``to_area`` the same area by area. ``within[n]`` take ``n``
    steps at most; ``past[n]`` pass ``n`` Transport icons at least, ``upto[n]`` pass ``n`` at most.
    """

    __slots__ = ("_known", "past", "to", "to_area", "upto", "within")

    def __init__(self, doors: Sequence[Door], reach: int, areas: int) -> None:
        self.to = [0] * len(ACTIONS)
        self.to_area = [[0] * areas for _ in ACTIONS]
        steps = [0] * (reach + 1)
        icons = [0] * (max([door.icons for door in doors], default=0) + 1)
        bit = 1
        for door in doors:
            self.to[door.action] |= bit
            self.to_area[door.action][door.area] |= bit
            if door.steps <= reach:
                steps[door.steps] |= bit
            icons[door.icons] |= bit
            bit <<= 1
        self.within: list[int] = list(accumulate(steps, or_))
        self.upto: list[int] = list(accumulate(icons, or_))
        self.past: list[int] = list(accumulate(reversed(icons), or_))[::-1]
        self._known: dict[int, int] = {}

    def to_areas(self, action: int, areas: int) -> int:
        """The ways to an action in any of ``areas``, which are bits too."""
        key = areas << len(ACTIONS) | 1 << action
        found = self._known.get(key)
        if found is None:
            found = 0
            for area, bits in enumerate(self.to_area[action]):
                if areas >> area & 1:
                    found |= bits
            self._known[key] = found
        return found


def here(action: int, area: int, dollars: int, areas: int) -> Doors:
    """The one way of a player who is there already, with so many dollars."""
    return Doors([Door(action, area, 0, 0)], dollars, areas)
