"""What belongs to one seat of Henge: its pieces and money."""

from __future__ import annotations

from validator.catalogue.effects import Score
from validator.games.henge.printed.codes import NONE


class Player:
    """A seat, human or bot.

    ``stones`` are the Stone cards held; ``to_go`` the steps each still has to go and ``carved``
    whether its slot has a marker. ``row`` are the cards installed, ``row_slots`` and
    ``row_carved`` how. ``on_path`` counts own druids of each area, ``last`` is the space of the
    farthest. ``in_force`` are the levels that count now: ``levels`` themselves, but until an action
    ends those at its start, if raising one then changes nothing (X-HEN-26). ``druids`` are those
    not placed yet, ``carver`` a bot's token (true: face-up); ``winter`` are benefits that score at
    the end.
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
        "in_force",
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
        "winter",
    )

    def __init__(self, seat: int, *, bot: bool, areas: int, druids: int) -> None:
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
        self.in_force = self.levels
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
        self.winter: list[Score] = []

    def take_stone(self, card: int, steps: int) -> None:
        """Lay a Stone card out with a marker on its Quarry step (HEN-QUA-10, HEN-PSET-17)."""
        self.stones.append(card)
        self.to_go.append(steps)
        self.carved.append(False)
        self.markers -= 1

    def copy(self) -> Player:
        """The same seat, to be played on apart."""
        other = Player(self.seat, bot=self.bot, areas=len(self.on_path), druids=self.druids)
        other.cash, other.travel, other.score = self.cash, self.travel, self.score
        other.markers, other.luck_at = self.markers, self.luck_at
        other.spring, other.met, other.carver = self.spring, self.met, self.carver
        other.on_path, other.last = self.on_path.copy(), self.last.copy()
        other.levels, other.hand = self.levels.copy(), self.hand.copy()
        other.in_force = other.levels if self.in_force is self.levels else self.in_force
        other.stones, other.to_go = self.stones.copy(), self.to_go.copy()
        other.carved, other.row = self.carved.copy(), self.row.copy()
        other.row_slots, other.row_carved = self.row_slots.copy(), self.row_carved.copy()
        other.winter = self.winter.copy()
        other.eog, other.chits = self.eog.copy(), self.chits.copy()
        return other
