"""Step 1 of a turn: where the Master Druid can go, and going there (HEN-TURN-01 to -11)."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.henge import druids, luck, quarry
from validator.games.henge.actions import give
from validator.games.henge.board import Stop
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
    NONE,
    P_TRAVEL,
    QUARRY,
    STEP,
    STEPS_LEVEL,
    card_of,
)
from validator.games.henge.install import NEVER, fits_somewhere, wait_for
from validator.games.henge.player import Mods, Player
from validator.games.henge.state import State
from validator.play.driver import Driver


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
    """What each action needs before it can be chosen (HEN-TURN-09, HEN-TURN-10).

    ``always`` are the actions, as bits, that can always be carried out. ``dollars`` of Druid,
    Quarry and Carve and ``icons`` of Install (Transport icons to pass first) are listed by
    area. Arrive needs a stone with more steps to go than icons are passed (X-HEN-15).
    ``helped`` are the actions that a Luck card in hand could still make possible.
    """

    __slots__ = ("always", "dollars", "helped", "icons", "transit", "with_help")

    def __init__(self, state: State, player: Player) -> None:
        areas = len(state.board.areas)
        self.always = 1 << INCOME  # HEN-INC-03
        if state.rules.luck_draws:
            self.always |= 1 << LUCK  # X-HEN-03
        if state.rules.idle_arrive:
            self.always |= 1 << ARRIVE
        stone = quarry.cheapest(state, player, state.mods)
        if state.rules.idle_quarry and state.quarry.count(NONE) == len(state.quarry):
            stone = 0  # X-HEN-13
        carving = CARVE_PRICE if quarry.uncarved(player) else NEVER
        self.dollars = {
            DRUID: _druid_needs(state, player),
            QUARRY: [stone] * areas,
            CARVE: [carving] * areas,
        }
        self.icons = wait_for(state, player) if player.stones else [NEVER] * areas
        self.transit = quarry.in_transit(player)
        self.helped = 0
        helps = state.cards.helps
        for card in player.hand:
            self.helped |= helps[card]
        if not player.stones:
            self.helped &= ~(1 << INSTALL | 1 << CARVE)
        if not player.druids:
            self.helped &= ~(1 << DRUID)
        self.with_help: dict[int, int] = {}

    def least(self, state: State, player: Player, action: int, area: int) -> int:
        """What the action needs there if a Luck card in hand helps; worked out once."""
        if not self.helped & (1 << action):
            return NEVER
        key = action * STEP + (0 if action in (QUARRY, CARVE) else area)
        if key not in self.with_help:
            self.with_help[key] = _need_with_help(state, player, action, area)
        return self.with_help[key]


def _druid_needs(state: State, player: Player) -> list[int]:
    """For each area as the local one, dollars for the cheapest druid (HEN-DRU-02 to -04, -11)."""
    if not player.druids:
        return [NEVER] * len(state.prices)
    if state.mat.druid[player.levels[DRUID_LEVEL]][1]:
        return state.near_prices
    return state.prices


def _need_with_help(state: State, player: Player, action: int, area: int) -> int:
    """What an action needs at least if one fitting Luck card is played first."""
    least = NEVER
    bit, helps = 1 << action, state.cards.helps
    for card in player.hand:
        if helps[card] & bit:
            need = _need_under(state, player, action, area, state.favours[card])
            least = need if need < least else least
    return least


def _need_under(state: State, player: Player, action: int, area: int, mods: Mods) -> int:
    """What an action needs under the changes of a Luck card: dollars, or icons to pass."""
    if action == QUARRY:
        return quarry.cheapest(state, player, mods)
    if action == CARVE:
        return quarry.carve_price(mods) if quarry.uncarved(player) else NEVER
    if action == DRUID:
        if not player.druids:
            return NEVER
        adjacent = state.mat.druid[player.levels[DRUID_LEVEL]][1]
        areas = druids.areas_in_reach(state, area, adjacent, mods)
        return min(druids.price_now(state, one, mods) for one in areas)
    least = NEVER
    for at in range(len(player.stones)):
        steps = 0 if mods.any_transit else player.to_go[at]
        if steps < least and fits_somewhere(state, player, at, area, mods):
            least = steps
    return least


def moves(state: State, player: Player) -> list[int]:
    """All legal moves, action by action, near steps first.

    A Free Travel token is offered only beyond the free steps, where it saves something.
    """
    needs = Needs(state, player)
    options: list[int] = []
    free = free_steps(state, player)
    for action, stops in enumerate(state.board.stops[state.pawn]):
        if needs.always & (1 << action):
            add_plain(options, stops, action, player, free)
        elif action == ARRIVE:
            if needs.transit:
                add_arrivals(options, stops, player, free, needs.transit)
        elif action == INSTALL:
            if player.stones:
                add_installs(options, stops, state, player, free, needs)
        elif action != LUCK:
            add_paid(options, stops, action, state, player, free, needs)
    return options or [STEP + NO_ACTION]


def add_plain(
    options: list[int], stops: Sequence[Stop], action: int, player: Player, free: int
) -> None:
    """Add the stops of an action that can always be carried out."""
    reach = free + player.cash
    for distance, _, _ in stops:
        if distance <= reach:
            options.append(distance * STEP + action)
        if distance > free and player.travel:
            options.append(BY_TOKEN + distance * STEP + action)


def add_arrivals(
    options: list[int], stops: Sequence[Stop], player: Player, free: int, transit: int
) -> None:
    """Add the stops of Arrive where a stone is still on its way (HEN-ARR-02)."""
    reach = free + player.cash
    for distance, _, passed in stops:
        if distance <= reach and passed < transit:
            options.append(distance * STEP + ARRIVE)
        if distance > free and player.travel:
            options.append(BY_TOKEN + distance * STEP + ARRIVE)


def add_installs(
    options: list[int],
    stops: Sequence[Stop],
    state: State,
    player: Player,
    free: int,
    needs: Needs,
) -> None:
    """Add the stops of Install where a stone that is there by then fits (HEN-INS-01)."""
    reach = free + player.cash
    icons = needs.icons
    for distance, area, passed in stops:
        want = icons[area]
        if want:
            want = min(want, needs.least(state, player, INSTALL, area))
        if distance <= reach and want <= passed:
            options.append(distance * STEP + INSTALL)
        if distance > free and player.travel and not want:
            options.append(BY_TOKEN + distance * STEP + INSTALL)


def add_paid(
    options: list[int],
    stops: Sequence[Stop],
    action: int,
    state: State,
    player: Player,
    free: int,
    needs: Needs,
) -> None:
    """Add the stops of Druid, Quarry or Carve that can be paid beside the bribe."""
    cash, wants = player.cash, needs.dollars[action]
    helped = needs.helped & (1 << action)
    if not helped and min(wants) > cash:
        return
    for distance, area, _ in stops:
        bribe = distance - free if distance > free else 0
        want = wants[area]
        if helped and bribe + want > cash:
            want = min(want, needs.least(state, player, action, area))
        if bribe + want <= cash:
            options.append(distance * STEP + action)
        if bribe and player.travel and want <= cash:
            options.append(BY_TOKEN + distance * STEP + action)
