"""Henge: what its rules leave open, as the engine reads it; game.yaml has the questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from validator.play.rulings import ruling


@dataclass(frozen=True, slots=True)
class HengeRulings:
    """The options in force at a table."""

    bots_side: Literal["by_total", "bots_large"] = ruling("X-HEN-02")
    luck_action: Literal["draw", "none"] = ruling("X-HEN-03")
    bonus_source: Literal["benefits", "lintels_too"] = ruling("X-HEN-04")
    reward_refill: Literal["at_once", "turn_end"] = ruling("X-HEN-05")
    bank: Literal["unlimited", "limited"] = ruling("X-HEN-06-BANK")
    spent_tokens: Literal["supply", "box"] = ruling("X-HEN-07")
    empty_decks: Literal["reshuffle", "stop"] = ruling("X-HEN-08")
    hold_limit: Literal["not_installed", "in_transit"] = ruling("X-HEN-09")
    waived_figure: Literal["slot", "stone"] = ruling("X-HEN-10")
    luck_track_end: Literal["repeat", "nothing"] = ruling("X-HEN-11")
    empty_pool: Literal["illegal", "idle"] = ruling("X-HEN-13")
    forced_end: Literal["nothing", "round_30"] = ruling("X-HEN-14")
    empty_arrive: Literal["needs_stone", "idle"] = ruling("X-HEN-15")
    bot_druids: Literal["rank", "ignore"] = ruling("X-HEN-16")
    bot_order: Literal["drawn", "last", "between"] = ruling("X-HEN-12-ORDER")
    bot_choice: Literal["lowest_card", "slot_first", "card_first"] = ruling("X-HEN-17")
    bot_slot: Literal["listed", "inside_first"] = ruling("X-HEN-17-SLOT")
    bot_carve: Literal["shown", "matched"] = ruling("X-HEN-17-CARVE")
    carve_timing: Literal["after", "before"] = ruling("X-HEN-17-TIMING")
    bot_waiver: Literal["people", "everyone"] = ruling("X-HEN-17-SIZE")
    carve_token: Literal["after_install", "after_carved", "always"] = ruling("X-HEN-17-TOKEN")
    bot_icons: Literal["card_order", "step_order"] = ruling("X-HEN-17-ICONS")
    spring_discard: Literal["allowed", "hand_only"] = ruling("X-HEN-20")
    end_trigger: Literal["last_card", "needed"] = ruling("X-HEN-22")
    raised_level: Literal["fixed", "live"] = ruling("X-HEN-26")
    longest_move: Literal["any", "once_round"] = ruling("X-HEN-27")
    drawn_card: Literal["at_once", "after_discard"] = ruling("X-HEN-28")
    passed_icon: Literal["must", "may"] = ruling("X-HEN-29")
    waived_slots: Literal["empty", "open"] = ruling("X-HEN-30")
    short_luck: Literal["all", "fewer"] = ruling("X-HEN-08-LUCK")
    short_bonus: Literal["all", "fewer"] = ruling("X-HEN-08-BONUS")
