"""First Druid: what its rules leave open, as the engine reads it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validator.play.rulings import ruling


class TimeUp(StrEnum):
    """Does the game end if no druid reaches the last space (FD-END-01, -03)?"""

    AFTER_DAY_30 = "after_day_30"
    DRUID_ONLY = "druid_only"


class Behind(StrEnum):
    """How long may a druid that time has passed take no card (FD-FALL-01, -02)?"""

    FOR_GOOD = "for_good"
    WHILE_BEHIND = "while_behind"


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
    """Where does a druid on space 1 step back to (FD-ALT-06)?"""

    STAY = "stay"
    BELOW_ONE = "below_one"


class NewDay(StrEnum):
    """Do players draw before or after the spirit contest (FD-SPIR-08)?"""

    DRAW_FIRST = "draw_first"
    CONTEST_FIRST = "contest_first"


class NoTarget(StrEnum):
    """What can be converted where the latest piece is one's own (FD-CONV-03)?"""

    NO_TARGET = "no_target"
    SKIP_BACK = "skip_back"


class DruidTurnedUp(StrEnum):
    """Does a trilithon card that is turned up count by its colour (FD-ROUND-06)?"""

    BY_COLOUR = "by_colour"
    MISS = "miss"


class Strengths(StrEnum):
    """Do the strengths of several cards add up to advance (FD-PREP-02)?"""

    ADD = "add"
    SINGLE = "single"


class DruidTie(StrEnum):
    """Who of several players with most points wins (FD-WIN-01, FD-WIN-02)?"""

    POINTS = "points"
    POINTS_THEN_SPACE = "points_then_space"


class MereTrade(StrEnum):
    """Does a trade cost the draw of an inactive turn (FD-INACT-02)?"""

    COSTS_DRAW = "costs_draw"
    FREE = "free"


class Days(StrEnum):
    """Does a run of spirits go on from the last day to the first (FD-SCORE-05)?"""

    LINE = "line"
    CIRCLE = "circle"


class ValidTrade(StrEnum):
    """What is a valid trade (FD-TRADE-02)?"""

    ONE_FOR_ONE = "one_for_one"
    GIFTS_TOO = "gifts_too"


class AltarAgain(StrEnum):
    """Can the altar be dressed again when it has been completed (FD-ALT-06)?"""

    AGAIN = "again"
    ONCE = "once"


class Unowned(StrEnum):
    """Can a capstone without a disk be taken over (FD-TAKE-02)?"""

    STAYS = "stays"
    CLAIMED = "claimed"


class NoCards(StrEnum):
    """From where may a druid that time has passed take no card (FD-FALL-02)?"""

    DECK_AND_DRAINS = "deck_and_drains"
    DECK = "deck"
    ANYWHERE = "anywhere"


class Passed(StrEnum):
    """When has time passed a druid (FD-FALL-01, FD-ALT-04)?"""

    FROM_ITS_SPACE = "from_its_space"
    NEW_DAY = "new_day"
    ANY_TIME = "any_time"


class Contact(StrEnum):
    """What does a druid lose with its contact with the spirits (FD-FALL-01, -02)?"""

    SPIRITS_TOO = "spirits_too"
    CARDS_ONLY = "cards_only"


class AltarEnds(StrEnum):
    """Do others step back from an altar that has ended the game (FD-ALT-04, FD-END-02)?"""

    STEP_BACK = "step_back"
    STAY = "stay"


@dataclass(frozen=True, slots=True)
class DruidRulings:
    """The options in force at a table."""

    time_up: TimeUp = ruling("X-FD-01")
    behind: Behind = ruling("X-FD-02")
    last_space: LastSpace = ruling("X-FD-03")
    full_row: FullRow = ruling("X-FD-04")
    no_bar_left: NoBarLeft = ruling("X-FD-05")
    step_back: StepBack = ruling("X-FD-06")
    new_day: NewDay = ruling("X-FD-07")
    no_target: NoTarget = ruling("X-FD-08")
    turned_up: DruidTurnedUp = ruling("X-FD-09")
    strengths: Strengths = ruling("X-FD-10")
    tie: DruidTie = ruling("X-FD-11")
    mere_trade: MereTrade = ruling("X-FD-16")
    days: Days = ruling("X-FD-17")
    valid_trade: ValidTrade = ruling("X-FD-18")
    altar_again: AltarAgain = ruling("X-FD-19")
    unowned: Unowned = ruling("X-FD-20")
    no_cards: NoCards = ruling("X-FD-21")
    passed: Passed = ruling("X-FD-22")
    contact: Contact = ruling("X-FD-23")
    altar_ends: AltarEnds = ruling("X-FD-24")
