"""What a match of Henge plays by: the printed parts, the counts of pieces, the rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from validator.games.henge.codes import HengeCounts, Mat
from validator.games.henge.options import Hands, HengeMenu
from validator.games.henge.printed import HengeBoard, HengeCards
from validator.games.henge.rulings import (
    Bank,
    BonusSource,
    BotCarve,
    BotChoice,
    BotDruids,
    BotIcons,
    BotOrder,
    BotSlot,
    BotWaiver,
    CarveTiming,
    CarveToken,
    DrawnCard,
    EmptyArrive,
    EmptyDecks,
    EmptyPool,
    EndTrigger,
    ForcedEnd,
    HengeRulings,
    HoldLimit,
    LongestMove,
    LuckAction,
    LuckTrackEnd,
    PassedIcon,
    RaisedLevel,
    RewardRefill,
    ShortDraw,
    SpentTokens,
    SpringDiscard,
    Starters,
    WaivedFigure,
    WaivedSlots,
)

Ranks: TypeAlias = tuple[tuple[int, ...], ...]
"""Slots in ranks, best first."""


@dataclass(frozen=True, slots=True)
class HengeErrand:
    """Where a card sends a bot: the step, the icons of both in words, its actions in order."""

    step: int
    area: int
    icons: tuple[str, ...]
    actions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HengeSwitches:
    """The rulings in force as a game asks for them, each named after what is true."""

    luck_draws: bool
    lintels_earn_bonus: bool
    rewards_refill_at_once: bool
    bank_is_limited: bool
    tokens_return: bool
    decks_renew: bool
    hold_in_transit_only: bool
    figure_follows_stone: bool
    luck_track_repeats: bool
    idle_quarry: bool
    round_limit: bool
    idle_arrive: bool
    bots_rank: bool
    bots_sit_by_lot: bool
    bots_sit_between: bool
    bots_fix_slot_first: bool
    bots_fix_card_first: bool
    bots_build_inside_first: bool
    bots_carve_as_shown: bool
    bots_carve_first: bool
    bots_waive_size: bool
    token_after_carved: bool
    token_always: bool
    icons_in_step_order: bool
    spring_stays: bool
    end_when_needed: bool
    live_levels: bool
    bots_get_starters: bool
    any_distance: bool
    discards_before_play: bool
    transport_may_wait: bool
    waiver_asks_open_slots: bool
    short_luck_spares: bool
    short_bonus_spares: bool


def switches(rulings: HengeRulings) -> HengeSwitches:
    """Decide once a table what every turn asks."""
    return HengeSwitches(
        luck_draws=rulings.luck_action is LuckAction.DRAW,
        lintels_earn_bonus=rulings.bonus_source is BonusSource.LINTELS_TOO,
        rewards_refill_at_once=rulings.reward_refill is RewardRefill.AT_ONCE,
        bank_is_limited=rulings.bank is Bank.LIMITED,
        tokens_return=rulings.spent_tokens is SpentTokens.SUPPLY,
        decks_renew=rulings.empty_decks is EmptyDecks.RESHUFFLE,
        hold_in_transit_only=rulings.hold_limit is HoldLimit.IN_TRANSIT,
        figure_follows_stone=rulings.waived_figure is WaivedFigure.STONE,
        luck_track_repeats=rulings.luck_track_end is LuckTrackEnd.REPEAT,
        idle_quarry=rulings.empty_pool is EmptyPool.IDLE,
        round_limit=rulings.forced_end is ForcedEnd.ROUND_30,
        idle_arrive=rulings.empty_arrive is EmptyArrive.IDLE,
        bots_rank=rulings.bot_druids is BotDruids.RANK,
        bots_sit_by_lot=rulings.bot_order is BotOrder.DRAWN,
        bots_sit_between=rulings.bot_order is BotOrder.BETWEEN,
        bots_fix_slot_first=rulings.bot_choice is BotChoice.SLOT_FIRST,
        bots_fix_card_first=rulings.bot_choice is BotChoice.CARD_FIRST,
        bots_build_inside_first=rulings.bot_slot is BotSlot.INSIDE_FIRST,
        bots_carve_as_shown=rulings.bot_carve is BotCarve.SHOWN,
        bots_carve_first=rulings.carve_timing is CarveTiming.BEFORE,
        bots_waive_size=rulings.bot_waiver is BotWaiver.EVERYONE,
        token_after_carved=rulings.carve_token is CarveToken.AFTER_CARVED,
        token_always=rulings.carve_token is CarveToken.ALWAYS,
        icons_in_step_order=rulings.bot_icons is BotIcons.STEP_ORDER,
        spring_stays=rulings.spring_discard is SpringDiscard.HAND_ONLY,
        end_when_needed=rulings.end_trigger is EndTrigger.NEEDED,
        live_levels=rulings.raised_level is RaisedLevel.LIVE,
        bots_get_starters=rulings.starters is Starters.EVERYONE,
        any_distance=rulings.longest_move is LongestMove.ANY,
        discards_before_play=rulings.drawn_card is DrawnCard.AFTER_DISCARD,
        transport_may_wait=rulings.passed_icon is PassedIcon.MAY,
        waiver_asks_open_slots=rulings.waived_slots is WaivedSlots.OPEN,
        short_luck_spares=rulings.short_luck is ShortDraw.FEWER,
        short_bonus_spares=rulings.short_bonus is ShortDraw.FEWER,
    )


@dataclass(frozen=True, slots=True)
class HengeRules:
    """Board, cards and mat in play, how many pieces there are, and the rulings.

    ``menu`` are the choices that are the same in every game, ``hands`` what Luck cards bring
    before a move; ``colours`` those of the seats;
    ``bot_ranks`` the slots of each area as bots go through them, ``errands`` where each Hengebot
    card sends them from each step; ``dearest`` is the highest price that anything open has.
    """

    ruled: HengeSwitches
    board: HengeBoard
    cards: HengeCards
    mat: Mat
    counts: HengeCounts
    menu: HengeMenu
    hands: Hands
    colours: tuple[str, ...]
    bot_ranks: tuple[Ranks, ...]
    errands: dict[int, list[HengeErrand]]
    dearest: int
