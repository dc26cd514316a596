"""Crossing Stonehenge: the readings of what its rules leave open, as game.yaml lists them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validator.play.declared_rulings import ruling


class Jumps(StrEnum):
    """X-CS-02: from how far a piece jumps, and over how many enemies at once."""

    ADJACENT_SINGLE = "adjacent_single"
    FLYING_SINGLE = "flying_single"
    ADJACENT_RUN = "adjacent_run"
    FLYING_RUN = "flying_run"

    @property
    def flies(self) -> bool:
        """Tell whether a jump may begin and end beyond empty cells."""
        return self in (Jumps.FLYING_SINGLE, Jumps.FLYING_RUN)

    @property
    def runs(self) -> bool:
        """Tell whether a jump takes a whole row of enemies."""
        return self in (Jumps.ADJACENT_RUN, Jumps.FLYING_RUN)


class Instead(StrEnum):
    """X-CS-03: what may be done instead of a possible jump."""

    NOTHING = "jump_first"
    STEP_ONTO_BAR = "bar_first"
    STEP_OR_TRAP_CAPTURE = "free"


class TrapLines(StrEnum):
    """X-CS-04: the lines along which traps work."""

    ROWS_AND_COLUMNS = "both"
    ROWS = "rows"


class Advance(StrEnum):
    """X-CS-06: what counts as an advance, and whether ten turns without one lose."""

    OWN_STEP = "own_step"
    CAPTURES_COUNT = "captures_count"
    UNLIMITED = "unlimited"


class Deadlock(StrEnum):
    """X-CS-07: what no legal move means, and what the third time of a position."""

    LOSS_THREEFOLD = "loss_threefold"
    DRAW_THREEFOLD = "draw_threefold"
    LOSS_ONLY = "loss_only"


class First(StrEnum):
    """X-CS-08: who moves first."""

    GREEN = "green"
    YELLOW = "yellow"
    LOT = "lot"


class EnemyOnBar(StrEnum):
    """X-CS-09: whether an enemy may stand on a player's bar."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


@dataclass(frozen=True, slots=True)
class Rulings:
    """The readings in force at a table."""

    jumps: Jumps = ruling("X-CS-02")
    instead: Instead = ruling("X-CS-03")
    trap_lines: TrapLines = ruling("X-CS-04")
    advance: Advance = ruling("X-CS-06")
    deadlock: Deadlock = ruling("X-CS-07")
    first: First = ruling("X-CS-08")
    enemy_on_bar: EnemyOnBar = ruling("X-CS-09")
