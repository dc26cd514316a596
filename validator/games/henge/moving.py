"""Step 1 of a turn: where the Master Druid can go, and going there (HEN-TURN-01 to -11)."""

from __future__ import annotations

from validator.games.henge import druids, luck, quarry
from validator.games.henge.actions import give
from validator.games.henge.codes import (
    ARRIVE,
    BY_TOKEN,
    CARVE,
    CARVE_PRICE,
    DRUID,
    DRUID_LEVEL,
    FIRST_CARD,
    INCOME,
    INSTALL,
    LUCK,
    NO_ACTION,
    P_TRAVEL,
    QUARRY,
    STEP,
    STEPS_LEVEL,
    card_of,
)
from validator.games.henge.install import installations, wait_for
from validator.games.henge.state import Mods, Player, State
from validator.play.driver import Driver

NEVER = 999
"""More dollars, or icons to pass, than anyone can manage."""


def move(state: State, ask: Driver, player: Player) -> int:
    """Play cards that come before the move, choose a step and its action, and go there.

    The options are steps together with one of their actions, so that nobody stops where
    the basic action cannot be carried out (HEN-TURN-08 to HEN-TURN-10).
    """
    while True:
        options = moves(state, player)
        if player.hand:
            options += luck.before_move(state, player)
        option = ask.choose(player.seat, "move", options)
        if option > FIRST_CARD:
            return go(state, player, option)
        card = card_of(option)
        luck.discard(state, player, card)
        state.tally.plays(card)
        give(state, ask, player, state.cards.effects[card])


def go(state: State, player: Player, option: int) -> int:
    """Pay for the move, transport stones, put the pawn down; return the action."""
    by_token = option >= BY_TOKEN
    distance, action = divmod(option % BY_TOKEN, STEP)
    there = state.board.ahead[state.pawn][distance - 1]
    if by_token:  # HEN-TURN-04, HEN-TURN-06
        spend_token(state, player)
    else:
        bribe = distance - free_steps(state, player)
        if bribe > 0:  # HEN-TURN-03
            state.spend(player, bribe)
        if there.passed and player.stones:  # HEN-TURN-05
            quarry.transport(player, there.passed)
    state.pawn = there.step
    state.local = there.area  # HEN-BOARD-11
    return action


def spend_token(state: State, player: Player) -> None:
    """Spend a Free Travel token (X-HEN-07)."""
    player.travel -= 1
    if state.rules.tokens_return:
        state.travel += 1
    else:
        state.travel_gone += 1
    state.tally.level(P_TRAVEL, state.travel)


def free_steps(state: State, player: Player) -> int:
    """Steps without a bribe (HEN-TURN-02)."""
    return state.mat.steps[player.levels[STEPS_LEVEL]] + state.mods.more_steps


class Needs:
    """What each action needs before it can be chosen: dollars, or Transport icons passed.

    ``helped`` are the actions, as bits, that a Luck card in hand could still make possible.
    """

    __slots__ = ("arrive", "carve", "druid", "helped", "install", "luck", "quarry")

    def __init__(self, state: State, player: Player) -> None:
        mods = state.mods
        areas = range(len(state.board.areas))
        self.quarry = quarry.cheapest(state, player, mods)
        if state.rules.idle_quarry and state.quarry.count(-1) == len(state.quarry):
            self.quarry = 0  # X-HEN-13
        self.carve = CARVE_PRICE if quarry.uncarved(player) else NEVER
        self.arrive = WITHOUT_STONES if state.rules.idle_arrive else quarry.in_transit(player)
        self.luck = state.rules.luck_draws
        self.install = [-1] * len(areas)
        if player.stones:
            self.install = [wait_for(state, player, area) for area in areas]
        self.druid = _druid_needs(state, player)
        self.helped = 0
        for card in player.hand:
            self.helped |= state.cards.helps[card]


WITHOUT_STONES = NEVER
"""Arrive is always possible: as if a stone were very far away (X-HEN-15)."""


def _druid_needs(state: State, player: Player) -> list[int]:
    """For each area as the local one, dollars for the cheapest druid (HEN-DRU-02 to -04, -11)."""
    prices = [druids.price(state, area) for area in range(len(state.board.areas))]
    if not player.druids:
        return [NEVER] * len(prices)
    if not state.mat.druid[player.levels[DRUID_LEVEL]][1]:
        return prices
    return [
        min(price, *[prices[other] for other in state.board.neighbours[area]])
        for area, price in enumerate(prices)
    ]


def moves(state: State, player: Player) -> list[int]:
    """All legal moves with their action, near steps first."""
    needs = Needs(state, player)
    options: list[int] = []
    free = free_steps(state, player)
    cash = player.cash
    has_token = player.travel > 0
    for there in state.board.ahead[state.pawn]:
        bribe = there.distance - free
        if bribe <= cash:
            money = cash - bribe if bribe > 0 else cash
            for action in there.actions:
                if can(state, player, needs, action, there.area, money, there.passed):
                    options.append(there.distance * STEP + action)
        elif not has_token:
            break
        if has_token and bribe > 0:
            for action in there.actions:
                if can(state, player, needs, action, there.area, cash, 0):
                    options.append(BY_TOKEN + there.distance * STEP + action)
    return options or [STEP + NO_ACTION]


def can(
    state: State, player: Player, needs: Needs, action: int, area: int, money: int, passed: int
) -> bool:
    """Tell whether the basic action can be carried out there (HEN-TURN-09, HEN-TURN-10)."""
    if action == INCOME:
        return True
    if action == INSTALL:
        possible = 0 <= needs.install[area] <= passed
    elif action == DRUID:
        possible = needs.druid[area] <= money
    elif action == QUARRY:
        possible = needs.quarry <= money
    elif action == CARVE:
        possible = needs.carve <= money
    elif action == ARRIVE:
        return needs.arrive > passed
    else:
        return action == LUCK and needs.luck
    if possible or not needs.helped & (1 << action):
        return possible
    return any(
        state.cards.helps[card] & (1 << action)
        and helps(state, player, card, action, area, money, passed)
        for card in player.hand
    )


def helps(
    state: State, player: Player, card: int, action: int, area: int, money: int, passed: int
) -> bool:
    """Tell whether playing one Luck card there makes the action possible."""
    mods = Mods()
    for effect in state.cards.effects[card]:
        luck.modify(mods, effect)
    if action == QUARRY:
        return quarry.cheapest(state, player, mods) <= money
    if action == CARVE:
        return bool(quarry.uncarved(player)) and quarry.carve_price(mods) <= money
    if action == DRUID:
        adjacent = state.mat.druid[player.levels[DRUID_LEVEL]][1]
        areas = druids.areas_in_reach(state, area, adjacent, mods)
        return player.druids > 0 and any(
            druids.price_now(state, one, mods) <= money for one in areas
        )
    to_go = player.to_go
    player.to_go = [max(0, left - passed) for left in to_go]
    possible = bool(installations(state, player, area, mods))
    player.to_go = to_go
    return possible
