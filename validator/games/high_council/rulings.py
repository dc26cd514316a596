"""The High Council: what its rules leave open, as the engine reads it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validator.play.declared_rulings import ruling


class Account(StrEnum):
    """Which account of Ponder and Take a Seat holds (HC-POND-01, -02, HC-SEAT-09)?"""

    DETAILS = "details"
    OVERVIEW = "overview"


class Refill(StrEnum):
    """How far is the hand refilled after Debate (HC-DEB-10)?"""

    TO_THREE = "three"
    AS_PLAYED = "as_played"


class Victory(StrEnum):
    """One bloc of sixteen, or sixteen seats anywhere (HC-META-02, HC-WIN-01)?"""

    BLOC = "bloc"
    MAJORITY = "majority"


class Reach(StrEnum):
    """Must the converting piece stand next to its target (HC-CONV-03)?"""

    ADJACENT = "adjacent"
    ANYWHERE = "anywhere"


class Shortage(StrEnum):
    """What if a deck and its discards hold too few cards (HC-SETUP-11, HC-POND-02)?"""

    DRAW_WHAT_IS_THERE = "draw_what_is_there"
    FORBID = "forbid"


class Voting(StrEnum):
    """Does the voting go on when a space comes free (HC-SUP-02, HC-END-01)?"""

    LASTS = "lasts"
    PAUSES = "pauses"


class VotingPrice(StrEnum):
    """In the voting, what do equal groups and speakers cost (HC-END-05, -06)?"""

    LARGER_ONLY = "larger_only"
    EQUAL_TOO = "equal_too"
    SPEAKER_THREE = "speaker_three"


class Excess(StrEnum):
    """May more be debated than can be taken, or a trilithon card join (HC-DEB-06, -09)?"""

    EXACT = "exact"
    SURPLUS_LOST = "surplus_lost"
    COMBINE = "combine"


class SeatPrice(StrEnum):
    """Where do the arguments for a seat go (HC-SEAT-10)?"""

    POOL = "pool"
    BOX = "box"


class Leaving(StrEnum):
    """May a player leave out the card action (HC-TURN-04)?"""

    PASS = "pass"
    MUST_ACT = "must_act"


class Shape(StrEnum):
    """Are the first and the last space adjacent (HC-DEF-04)?"""

    CIRCLE = "circle"
    LINE = "line"


class FirstPlayer(StrEnum):
    """Which of two Pro players begins (HC-TURN-01)?"""

    WHITE = "white"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Rulings:
    """The options in force at a table."""

    account: Account = ruling("X-HC-02")
    refill: Refill = ruling("X-HC-02-REFILL")
    victory: Victory = ruling("X-HC-03")
    reach: Reach = ruling("X-HC-04")
    shortage: Shortage = ruling("X-HC-05")
    voting: Voting = ruling("X-HC-06")
    voting_price: VotingPrice = ruling("X-HC-07")
    excess: Excess = ruling("X-HC-08")
    seat_price: SeatPrice = ruling("X-HC-08-SEAT")
    leaving: Leaving = ruling("X-HC-09")
    shape: Shape = ruling("X-HC-13")
    first_player: FirstPlayer = ruling("X-HC-15")
