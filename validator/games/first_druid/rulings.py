"""First Druid: what its rules leave open, as the engine reads it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validator.play.declared_rulings import ruling


class TimeUp(StrEnum):
    """Does the game end if no druid reaches the last space (FD-END-01, -03)?"""

    AFTER_DAY_30 = "after_day_30"
    DRUID_ONLY = "druid_only"


class Behind(StrEnum):
    """How long, and from where, may a druid behind time take no card (FD-FALL-01, -02)?"""

    WHILE_BEHIND = "while_behind"
    FOR_GOOD = "for_good"
    NO_CARDS = "no_cards"


class LastSpace(StrEnum):
    """When exactly does a druid end the game (FD-END-01, -02)?"""

    AT_ONCE = "at_once"
    END_OF_ROUND = "end_of_round"
    FULL_CIRCLE = "full_circle"


class FullRow(StrEnum):
    """What happens when all bluestones are taken (FD-CLAN-02)?"""

    ILLEGAL = "illegal"
    ENDS_GAME = "ends_game"


class NoBarLeft(StrEnum):
    """Who gets the spirit of a winner without a bar (FD-SPIR-09)?"""

    NO_BAR = "no_bar"
    NEXT_BEST = "next_best"


class StepBack(StrEnum):
    """Where does a druid step back to from space 1, and is the altar dressed again (FD-ALT-06)?"""

    STAY = "stay"
    BELOW_ONE = "below_one"
    ONCE = "once"


class NewDay(StrEnum):
    """Do players draw before or after the spirit contest (FD-SPIR-08)?"""

    CONTEST_FIRST = "contest_first"
    DRAW_FIRST = "draw_first"


class NoTarget(StrEnum):
    """What of an own latest piece, and of a capstone without owner (FD-CONV-03, FD-TAKE-02)?"""

    NO_TARGET = "no_target"
    SKIP_BACK = "skip_back"
    CLAIM_UNOWNED = "claim_unowned"


class TurnedUp(StrEnum):
    """Does a trilithon card that is turned up count by its colour (FD-ROUND-06)?"""

    BY_COLOUR = "by_colour"
    MISS = "miss"


class Strengths(StrEnum):
    """Do the strengths of several cards add up to advance (FD-PREP-02)?"""

    ADD = "add"
    SINGLE = "single"


class Tie(StrEnum):
    """Who wins, and who wins a tie (FD-WIN-01, -02)?"""

    POINTS_THEN_SPACE = "points_then_space"
    POINTS = "points"


class MereTrade(StrEnum):
    """Does a trade cost the draw of an inactive turn (FD-INACT-02)?"""

    AS_WRITTEN = "as_written"
    FREE = "free"


class Days(StrEnum):
    """Does a run of spirits go on from the last day to the first (FD-SCORE-05)?"""

    LINE = "line"
    CIRCLE = "circle"


class ValidTrade(StrEnum):
    """What is a valid trade (FD-TRADE-02)?"""

    ONE_FOR_ONE = "one_for_one"
    GIFTS_TOO = "gifts_too"


@dataclass(frozen=True, slots=True)
class Rulings:
    """The options in force at a table."""

    time_up: TimeUp = ruling("X-FD-01")
    behind: Behind = ruling("X-FD-02")
    last_space: LastSpace = ruling("X-FD-03")
    full_row: FullRow = ruling("X-FD-04")
    no_bar_left: NoBarLeft = ruling("X-FD-05")
    step_back: StepBack = ruling("X-FD-06")
    new_day: NewDay = ruling("X-FD-07")
    no_target: NoTarget = ruling("X-FD-08")
    turned_up: TurnedUp = ruling("X-FD-09")
    strengths: Strengths = ruling("X-FD-10")
    tie: Tie = ruling("X-FD-11")
    mere_trade: MereTrade = ruling("X-FD-16")
    days: Days = ruling("X-FD-17")
    valid_trade: ValidTrade = ruling("X-FD-18")
