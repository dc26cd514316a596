"""Battle of the Gods: what its rules leave open, as the engine reads it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validator.play.rulings import ruling


class GodsDuty(StrEnum):
    """Must the god be placed during the game (BG-END-07)?"""

    OPTIONAL = "optional"
    DUTY = "duty"


class Kills(StrEnum):
    """Does an eliminated follower score a point (BG-META-02, BG-SCORE-03)?"""

    BOARD_ONLY = "board_only"
    ELIMINATIONS = "eliminations"


class Exhausted(StrEnum):
    """When is the draw pile exhausted (BG-END-01)?"""

    LAST_CARD = "last_card"
    SHORTFALL = "shortfall"


class BattleTie(StrEnum):
    """Who wins a tie (BG-SCORE-05)?"""

    SHARED = "shared"
    LARGEST_CLAN = "largest_clan"


class GodInClan(StrEnum):
    """Is the god a member of a clan (BG-DEF-01)?"""

    MEMBER = "member"
    OUTSIDE = "outside"


class EmptyDiscard(StrEnum):
    """May a player discard no card at all (BG-ACT-08)?"""

    AT_LEAST_ONE = "at_least_one"
    ZERO_ALLOWED = "zero_allowed"


class BareStrike(StrEnum):
    """May a player strike without a follower left to place (BG-ACT-14)?"""

    ILLEGAL = "illegal"
    REMOVE_ONLY = "remove_only"


class LastTrilithons(StrEnum):
    """Are trilithon cards dead in the last round (BG-END-05)?"""

    DISCARD_ONLY = "discard_only"
    PLAYABLE = "playable"


class BattleBase(StrEnum):
    """May the god's space be the base of a strike (BG-ACT-13)?"""

    FOLLOWERS_ONLY = "followers_only"
    GOD_TOO = "god_too"


class Removal(StrEnum):
    """Where does a follower go that two cards remove (BG-ACT-07, BG-ACT-10)?"""

    BOX = "box"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class BattleRulings:
    """The options in force at a table."""

    gods_duty: GodsDuty = ruling("X-BG-01")
    kills: Kills = ruling("X-BG-02")
    exhausted: Exhausted = ruling("X-BG-04")
    tie: BattleTie = ruling("X-BG-05")
    god_in_clan: GodInClan = ruling("X-BG-06")
    empty_discard: EmptyDiscard = ruling("X-BG-07")
    bare_strike: BareStrike = ruling("X-BG-08")
    last_trilithons: LastTrilithons = ruling("X-BG-10")
    base: BattleBase = ruling("X-BG-12")
    removal: Removal = ruling("X-BG-13")
