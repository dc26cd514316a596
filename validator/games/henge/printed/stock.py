"""How many pieces of Henge there are, and which cards lie in each pile at the start."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Counts:
    """How many pieces there are, by the set-up script and the box.

    ``cash``, ``travel`` and ``markers`` (those without a fixed spot) are what each person
    starts with; ``druids`` are of one colour, ``dollars`` all coins of the box.
    """

    cash: int
    travel: int
    markers: int
    druids: int
    quarry: int
    pool: tuple[int, int]
    spring: int
    dollars: int
    travel_box: int
    markers_box: int
    figures: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Piles:
    """The cards of each pile before it is shuffled, in the order of the set-up script."""

    starters: tuple[int, ...]
    stones: tuple[int, ...]
    luck: tuple[int, ...]
    rewards: tuple[tuple[int, ...], tuple[int, ...]]
    spring: tuple[int, ...]
    eog: tuple[int, ...]
    hengebots: tuple[int, ...]
    upgrades: tuple[int, ...]
    box: tuple[int, ...]
