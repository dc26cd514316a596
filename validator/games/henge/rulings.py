"""Henge: what its rules leave open, as the engine reads it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from validator.play.rulings import ruling


class BotsSide(StrEnum):
    """Which side of the board do one or two people and their bots use (HEN-PC-12)?"""

    BY_TOTAL = "by_total"
    BOTS_LARGE = "bots_large"


class LuckAction(StrEnum):
    """What does the Luck action do (HEN-BOARD-13, HEN-LUCK-16)?"""

    DRAW = "draw"
    NONE = "none"


class BonusSource(StrEnum):
    """What earns Bonus cards during play (HEN-BON-08)?"""

    BENEFITS = "benefits"
    LINTELS_TOO = "lintels_too"


class RewardRefill(StrEnum):
    """When is the pool of Reward chits refilled (HEN-REW-01)?"""

    AT_ONCE = "at_once"
    TURN_END = "turn_end"


class Bank(StrEnum):
    """Does the bank run out of money (HEN-COMP-15, HEN-COMP-16)?"""

    UNLIMITED = "unlimited"
    LIMITED = "limited"


class SpentTokens(StrEnum):
    """Where do spent Free Travel tokens go (HEN-TURN-16)?"""

    SUPPLY = "supply"
    BOX = "box"


class EmptyDecks(StrEnum):
    """What happens when the Luck or the end-of-game deck runs out (HEN-LUCK-15, HEN-BON-09)?"""

    RESHUFFLE = "reshuffle"
    STOP = "stop"


class HoldLimit(StrEnum):
    """Which stones count against the hold limit (HEN-QUA-07)?"""

    NOT_INSTALLED = "not_installed"
    IN_TRANSIT = "in_transit"


class WaivedFigure(StrEnum):
    """Which figure stands for a stone whose size is ignored (HEN-INS-18)?"""

    SLOT = "slot"
    STONE = "stone"


class LuckTrackEnd(StrEnum):
    """What does a card thrown away at the end of the Luck Track give (HEN-MAT-04)?"""

    REPEAT = "repeat"
    NOTHING = "nothing"


class Starters(StrEnum):
    """Do bots get a Starter Stone (HEN-PSET-02)?"""

    HUMANS = "humans"
    EVERYONE = "everyone"


class EmptyPool(StrEnum):
    """May Quarry be chosen when the pool is empty (HEN-END-06)?"""

    ILLEGAL = "illegal"
    IDLE = "idle"


class ForcedEnd(StrEnum):
    """Does anything force an end if nobody quarries (HEN-END-07)?"""

    NOTHING = "nothing"
    ROUND_30 = "round_30"


class EmptyArrive(StrEnum):
    """May Arrive be chosen with no stone in transit (HEN-ARR-02)?"""

    NEEDS_STONE = "needs_stone"
    IDLE = "idle"


class BotDruids(StrEnum):
    """Do a bot's druids take a place in the majorities (HEN-SCORE-09)?"""

    RANK = "rank"
    IGNORE = "ignore"


class BotOrder(StrEnum):
    """Which place in turn order does each bot get (HEN-BSET-01)?"""

    DRAWN = "drawn"
    LAST = "last"
    BETWEEN = "between"


class BotChoice(StrEnum):
    """How does a bot choose its slot and its Quarry card (HEN-BOT-11 to HEN-BOT-16)?"""

    LOWEST_CARD = "lowest_card"
    SLOT_FIRST = "slot_first"
    CARD_FIRST = "card_first"


class BotSlot(StrEnum):
    """Which of several equal slots does a bot fill (HEN-BOT-24)?"""

    LISTED = "listed"
    INSIDE_FIRST = "inside_first"


class BotCarve(StrEnum):
    """Which Carve icon turns a bot's token face-up (HEN-BOT-19)?"""

    SHOWN = "shown"
    MATCHED = "matched"


class CarveTiming(StrEnum):
    """Does Carve come before or after the other action of the step (HEN-BOT-19)?"""

    AFTER = "after"
    BEFORE = "before"


class BotWaiver(StrEnum):
    """May bots ignore the size of a stone on the 3-player side (HEN-INS-07)?"""

    PEOPLE = "people"
    EVERYONE = "everyone"


class CarveToken(StrEnum):
    """When does a bot's Carve token turn face-down (HEN-BOT-18)?"""

    AFTER_INSTALL = "after_install"
    AFTER_CARVED = "after_carved"
    ALWAYS = "always"


class BotIcons(StrEnum):
    """Which action does a bot take where both icons of its card show (HEN-BOT-25)?"""

    CARD_ORDER = "card_order"
    STEP_ORDER = "step_order"


class SpringDiscard(StrEnum):
    """May the face-up Spring card be one of the two cards discarded (HEN-BON-10)?"""

    ALLOWED = "allowed"
    HAND_ONLY = "hand_only"


class EndTrigger(StrEnum):
    """When exactly does the empty Stone deck trigger the end (HEN-END-01)?"""

    LAST_CARD = "last_card"
    NEEDED = "needed"


class RaisedLevel(StrEnum):
    """Does a level raised during an action count for the rest of it (HEN-DRU-09)?"""

    FIXED = "fixed"
    LIVE = "live"


class LongestMove(StrEnum):
    """May a move paid with money go round the rondel more than once (HEN-TURN-03)?"""

    ANY = "any"
    ONCE_ROUND = "once_round"


class ShortDraw(StrEnum):
    """How many cards are discarded if the deck has fewer than the draw asks for?"""

    ALL = "all"
    FEWER = "fewer"


class DrawnCard(StrEnum):
    """May a Luck card be played before the cards that its draw costs are discarded?"""

    AT_ONCE = "at_once"
    AFTER_DISCARD = "after_discard"


class PassedIcon(StrEnum):
    """Must the stones move when a Transport icon is passed (HEN-TURN-07)?"""

    MUST = "must"
    MAY = "may"


class WaivedSlots(StrEnum):
    """Which slots keep the size of a stone from being ignored (HEN-INS-07)?"""

    EMPTY = "empty"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class HengeRulings:
    """The options in force at a table."""

    bots_side: BotsSide = ruling("X-HEN-02")
    luck_action: LuckAction = ruling("X-HEN-03")
    bonus_source: BonusSource = ruling("X-HEN-04")
    reward_refill: RewardRefill = ruling("X-HEN-05")
    bank: Bank = ruling("X-HEN-06-BANK")
    spent_tokens: SpentTokens = ruling("X-HEN-07")
    empty_decks: EmptyDecks = ruling("X-HEN-08")
    hold_limit: HoldLimit = ruling("X-HEN-09")
    waived_figure: WaivedFigure = ruling("X-HEN-10")
    luck_track_end: LuckTrackEnd = ruling("X-HEN-11")
    starters: Starters = ruling("X-HEN-12")
    empty_pool: EmptyPool = ruling("X-HEN-13")
    forced_end: ForcedEnd = ruling("X-HEN-14")
    empty_arrive: EmptyArrive = ruling("X-HEN-15")
    bot_druids: BotDruids = ruling("X-HEN-16")
    bot_order: BotOrder = ruling("X-HEN-12-ORDER")
    bot_choice: BotChoice = ruling("X-HEN-17")
    bot_slot: BotSlot = ruling("X-HEN-17-SLOT")
    bot_carve: BotCarve = ruling("X-HEN-17-CARVE")
    carve_timing: CarveTiming = ruling("X-HEN-17-TIMING")
    bot_waiver: BotWaiver = ruling("X-HEN-17-SIZE")
    carve_token: CarveToken = ruling("X-HEN-17-TOKEN")
    bot_icons: BotIcons = ruling("X-HEN-17-ICONS")
    spring_discard: SpringDiscard = ruling("X-HEN-20")
    end_trigger: EndTrigger = ruling("X-HEN-22")
    raised_level: RaisedLevel = ruling("X-HEN-26")
    longest_move: LongestMove = ruling("X-HEN-27")
    drawn_card: DrawnCard = ruling("X-HEN-28")
    passed_icon: PassedIcon = ruling("X-HEN-29")
    waived_slots: WaivedSlots = ruling("X-HEN-30")
    short_luck: ShortDraw = ruling("X-HEN-08-LUCK")
    short_bonus: ShortDraw = ruling("X-HEN-08-BONUS")
