"""The High Council: what its rules leave open, as the engine reads it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validator.play.rulings import ruling


class Pondering(StrEnum):
    """What is exchanged when pondering (HC-POND-01, -02)?"""

    ONE_CARD = "one_card"
    HAND = "hand"


class SpeakerSeat(StrEnum):
    """May the speaker take a seat (HC-SEAT-09)?"""

    MAY_SIT = "may_sit"
    SUPPORTERS_ONLY = "supporters_only"


class Refill(StrEnum):
    """How far is the hand refilled after Debate (HC-DEB-10)?"""

    TO_THREE = "three"
    AS_PLAYED = "as_played"


class Victory(StrEnum):
    """One bloc of sixteen, or sixteen seats anywhere (HC-META-02, HC-WIN-01)?"""

    BLOC = "bloc"
    MAJORITY = "majority"


class CouncilReach(StrEnum):
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


class EqualPrice(StrEnum):
    """In the voting, what does a group pay to convert from one of equal size (HC-END-05)?"""

    OLD_PRICE = "old_price"
    ONE = "one"


class SpeakerPrice(StrEnum):
    """In the voting, what does a larger group pay to convert a speaker (HC-END-06)?"""

    ONE = "one"
    THREE = "three"


class Excess(StrEnum):
    """May cards be debated for more arguments than can be taken (HC-DEB-09)?"""

    EXACT = "exact"
    SURPLUS_LOST = "surplus_lost"


class Mixture(StrEnum):
    """May a trilithon card be debated together with cards of a colour (HC-DEB-06)?"""

    APART = "apart"
    JOINS = "joins"


class Trilithons(StrEnum):
    """May two trilithon cards be debated together (HC-DEB-06)?"""

    ONE = "one"
    SEVERAL = "several"


class SeatPrice(StrEnum):
    """Where do the arguments for a seat go (HC-SEAT-10)?"""

    POOL = "pool"
    BOX = "box"


class Leaving(StrEnum):
    """May a player leave out the card action (HC-TURN-04)?"""

    PASS = "pass"
    MUST_ACT = "must_act"


class CouncilShape(StrEnum):
    """Are the first and the last space adjacent (HC-DEF-04)?"""

    CIRCLE = "circle"
    LINE = "line"


class FirstPlayer(StrEnum):
    """Which of two Pro players begins (HC-TURN-01)?"""

    WHITE = "white"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class CouncilRulings:
    """The options in force at a table."""

    pondering: Pondering = ruling("X-HC-02")
    speaker_seat: SpeakerSeat = ruling("X-HC-02-SPEAKER")
    refill: Refill = ruling("X-HC-02-REFILL")
    victory: Victory = ruling("X-HC-03")
    reach: CouncilReach = ruling("X-HC-04")
    shortage: Shortage = ruling("X-HC-05")
    voting: Voting = ruling("X-HC-06")
    equal_price: EqualPrice = ruling("X-HC-07")
    speaker_price: SpeakerPrice = ruling("X-HC-07-SPEAKER")
    excess: Excess = ruling("X-HC-08")
    mixture: Mixture = ruling("X-HC-08-MIX")
    trilithons: Trilithons = ruling("X-HC-08-TWO")
    seat_price: SeatPrice = ruling("X-HC-08-SEAT")
    leaving: Leaving = ruling("X-HC-09")
    shape: CouncilShape = ruling("X-HC-13")
    first_player: FirstPlayer = ruling("X-HC-15")
