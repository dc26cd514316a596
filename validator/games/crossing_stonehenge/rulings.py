"""Crossing Stonehenge: the readings of what its rules leave open, as game.yaml lists them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validator.play.rulings import ruling


class Jumps(StrEnum):
    """X-CS-02: from how far a piece jumps, and over how many enemies at once."""

    ADJACENT_SINGLE = "adjacent_single"
    FLYING_SINGLE = "flying_single"
    ADJACENT_RUN = "adjacent_run"
    FLYING_RUN = "flying_run"


class Instead(StrEnum):
    """X-CS-03: what may be done instead of a possible jump."""

    NOTHING = "jump_first"
    STEP_ONTO_BAR = "bar_first"
    STEP_OR_TRAP_CAPTURE = "free"


class TrapLines(StrEnum):
    """X-CS-04: the lines along which traps work."""

    ROWS_AND_COLUMNS = "both"
    ROWS = "rows"


class CrossingAdvance(StrEnum):
    """X-CS-06: what counts as an advance, and whether turns without one lose."""

    OWN_STEP = "own_step"
    CAPTURES_COUNT = "captures_count"
    UNLIMITED = "unlimited"


class NoMove(StrEnum):
    """X-CS-07: what becomes of a player without a legal move."""

    LOSES = "loses"
    DRAWS = "draws"
    PASSES = "passes"


class First(StrEnum):
    """X-CS-08: who moves first."""

    GREEN = "green"
    YELLOW = "yellow"
    LOT = "lot"


class EnemyOnBar(StrEnum):
    """X-CS-09: whether an enemy may stand on a player's bar."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"


class Recurrence(StrEnum):
    """X-CS-11: what it means that a position comes back."""

    NOTHING = "nothing"
    THIRD_TIME_DRAWS = "third_time_draws"


class CrossingAgreeing(StrEnum):
    """X-CS-12: when a player may offer a draw."""

    ANY_TIME = "any_time"
    ON_RECURRENCE = "on_recurrence"
    NEVER = "never"


class CrossingTurns(StrEnum):
    """X-CS-13: whose turns the ten without an advance are."""

    OWN = "own"
    BOTH = "both"


class TrapOnTheWay(StrEnum):
    """X-CS-14: whether a piece jumps on from a cell on which it is trapped."""

    JUMPS_ON = "jumps_on"
    HALTS = "halts"


class OwnInTheWay(StrEnum):
    """X-CS-15: whether a jump may lead over own pieces."""

    ENEMIES_ONLY = "enemies_only"
    OWN_TOO = "own_too"


class TenthTurn(StrEnum):
    """X-CS-16: what counts where a tenth turn without an advance also wins."""

    WINS = "wins"
    LOSES = "loses"


@dataclass(frozen=True, slots=True)
class CrossingRulings:
    """The readings in force at a table."""

    jumps: Jumps = ruling("X-CS-02")
    instead: Instead = ruling("X-CS-03")
    trap_lines: TrapLines = ruling("X-CS-04")
    advance: CrossingAdvance = ruling("X-CS-06")
    no_move: NoMove = ruling("X-CS-07")
    first: First = ruling("X-CS-08")
    enemy_on_bar: EnemyOnBar = ruling("X-CS-09")
    recurrence: Recurrence = ruling("X-CS-11")
    agreeing: CrossingAgreeing = ruling("X-CS-12")
    turns: CrossingTurns = ruling("X-CS-13")
    trap_on_the_way: TrapOnTheWay = ruling("X-CS-14")
    own_in_the_way: OwnInTheWay = ruling("X-CS-15")
    tenth_turn: TenthTurn = ruling("X-CS-16")
