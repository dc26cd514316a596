"""What belongs to one seat of Henge: its pieces and money, and what its turn allows."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.henge.codes import NONE


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


class Player:
    """A seat, human or bot.

    ``stones`` are the Stone cards held; ``to_go`` the steps each still has to go and ``carved``
    whether its slot has a marker. ``row`` are the cards installed, ``row_slots`` and
    ``row_carved`` how. ``on_path`` counts own druids of each area, ``last`` is the space of the
    farthest. ``druids`` are those not placed yet, ``carver`` a bot's token (true: face-up).
    """

    __slots__ = (
        "bot",
        "carved",
        "carver",
        "cash",
        "chits",
        "druids",
        "eog",
        "hand",
        "last",
        "levels",
        "luck_at",
        "markers",
        "met",
        "on_path",
        "row",
        "row_carved",
        "row_slots",
        "score",
        "seat",
        "spring",
        "stones",
        "to_go",
        "travel",
    )

    def __init__(self, seat: int, bot: bool, areas: int, druids: int) -> None:
        self.seat = seat
        self.bot = bot
        self.cash = 0
        self.travel = 0
        self.score = 0
        self.druids = druids
        self.markers = 0
        self.on_path = [0] * areas
        self.last = [-1] * areas
        self.levels = [0, 0, 0, 0, 0]
        self.luck_at = 0
        self.hand: list[int] = []
        self.stones: list[int] = []
        self.to_go: list[int] = []
        self.carved: list[bool] = []
        self.row: list[int] = []
        self.row_slots: list[int] = []
        self.row_carved: list[bool] = []
        self.spring = NONE
        self.met = False
        self.eog: list[int] = []
        self.chits: list[int] = []
        self.carver = False

    def take_stone(self, card: int, steps: int) -> None:
        """Lay a Stone card out with a marker on its Quarry step (HEN-QUA-10, HEN-PSET-17)."""
        self.stones.append(card)
        self.to_go.append(steps)
        self.carved.append(False)
        self.markers -= 1


class Mods:
    """What Luck cards and benefits change for the action at hand; all zero at its start.

    ``*_once`` are discounts for one thing each, ``*_each`` for every one of them.
    """

    __slots__ = (
        "any_carving",
        "any_match",
        "any_size",
        "any_transit",
        "carving_each",
        "carving_once",
        "druid_adjacent",
        "druid_each",
        "druid_once",
        "druid_remote",
        "more_buys",
        "more_druids",
        "more_holds",
        "more_steps",
        "stone_adjacent",
        "stone_each",
        "stone_once",
        "stone_remote",
    )

    def __init__(self) -> None:
        self.more_steps = 0
        self.more_druids = 0
        self.more_buys = 0
        self.more_holds = 0
        self.stone_adjacent = 0
        self.stone_remote = 0
        self.druid_adjacent = 0
        self.druid_remote = 0
        self.any_size = 0
        self.any_carving = 0
        self.any_match = 0
        self.any_transit = 0
        self.stone_each = 0
        self.druid_each = 0
        self.carving_each = 0
        self.stone_once: list[int] = []
        self.druid_once: list[int] = []
        self.carving_once: list[int] = []
