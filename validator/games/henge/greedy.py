"""A sensible player: what each option is worth, in tenths of a point, by what it can see.

No look-ahead beyond the turn and no look at hidden cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.catalogue.effects import Allow, Discount, Effect, Reach
from validator.games.henge import druids, luck, quarry
from validator.games.henge.codes import (
    ARRIVE,
    BY_TOKEN,
    CARVE,
    CARVE_PRICE,
    COIN_LEVEL,
    DRUID,
    FIRST_CARD,
    INCOME,
    INSTALL,
    NONE,
    QUARRY,
    SLOTS,
    STEP,
    STOP,
    card_of,
)
from validator.games.henge.install import installations
from validator.games.henge.moving import free_steps
from validator.games.henge.player import Mods, Player
from validator.games.henge.state import State
from validator.games.henge.worth import (
    DOLLAR,
    GAINS,
    LEVELS,
    LUCK_CARD,
    TRANSPORT,
    carve_worth,
    druid_worth,
    effects_worth,
    money_worth,
    prospects,
    slot_worth,
    stone_worth,
)

FIRST = 500
"""Added to what should come before the action itself."""


def rate(state: State, player: Player, what: str, options: Sequence[int]) -> list[int]:
    """Rate every option of a decision."""
    if what == "move":
        return [rate_move(state, player, option) for option in options]
    if what == "throw away":
        return [rate_throw(state, player, option) for option in options]
    return [rate_one(state, player, what, option) for option in options]


def rate_one(state: State, player: Player, what: str, option: int) -> int:
    """Rate one option of any decision but the rondel move."""
    if option <= FIRST_CARD:
        return rate_play(state, player, card_of(option))
    if option == STOP:
        return 0
    match what:
        case "install":
            return install_worth(state, player, option // SLOTS, option % SLOTS)
        case "druid" | "place":
            return druid_worth(state, player, option)
        case "quarry":
            return stone_worth(state, player, state.quarry[option]) + 12
        case "carve":
            return carve_worth(state, player, option)
        case "spring":
            return 5 * prospects(state, player, option)
        case "give up":
            return -prospects(state, player, option)
        case "upgrade":
            return LEVELS[state.cards.privilege[option]]
        case "level":
            return LEVELS[option] - 2 * player.levels[option]
        case "reward":
            return effects_worth(state, player, state.cards.effects[option])
        case "discard":
            return -keep_worth(state, player, option)
        case "transport":
            return 20 - player.to_go[option]
        case _:
            return 1


def rate_move(state: State, player: Player, option: int) -> int:
    """Worth of a step and its action, less what it costs to get there."""
    if option <= FIRST_CARD:
        return -1000
    distance, action = divmod(option % BY_TOKEN, STEP)
    there = state.board.ahead[state.pawn][distance - 1]
    passed, cost = there.passed, 0
    money = player.cash
    if option >= BY_TOKEN:
        passed, cost = 0, GAINS["travel"]
    else:
        bribe = max(0, distance - free_steps(state, player))
        money -= bribe
        cost = bribe * (DOLLAR + 1)
    carried = sum(min(left, passed) for left in player.to_go) * TRANSPORT
    worth = action_worth(state, player, action, there.area, money, passed)
    return carried - cost + worth + (hand_worth(state, player, action) if player.hand else 0)


def action_worth(
    state: State, player: Player, action: int, area: int, money: int, passed: int
) -> int:
    """Worth of an action taken in an area, with ``money`` left and after ``passed`` icons."""
    if action == INSTALL:
        return _installing(state, player, area, passed)
    if action == DRUID:
        return druid_worth(state, player, area) + 6
    if action == INCOME:
        short = 12 if money < 6 else 0
        coins = state.mat.coins[player.levels[COIN_LEVEL]]
        return money_worth(player, coins) + LUCK_CARD - 6 + short
    if action == QUARRY:
        best = [
            stone_worth(state, player, card)
            for card in state.quarry
            if card != NONE and state.cards.cost[card] <= money
        ]
        return max(best, default=-20) + 12
    if action == CARVE:
        worth = [carve_worth(state, player, at) for at in quarry.uncarved(player)]
        worth.sort(reverse=True)
        return sum(max(0, one) for one in worth[: money // CARVE_PRICE])
    if action == ARRIVE:
        return sum(max(0, left - passed) for left in player.to_go) * TRANSPORT
    return LUCK_CARD


def _installing(state: State, player: Player, area: int, passed: int) -> int:
    """Worth of installing what can be installed in an area: the best slot for every stone."""
    total, taken = 0, [-1]
    for at in range(len(player.stones)):
        if player.to_go[at] > passed:
            continue
        size, carved = state.cards.size[player.stones[at]], player.carved[at]
        best, slot = 0, -1
        for one in state.board.slots_of[area]:
            if one not in taken and state.takes(one, size, carved, False, False):
                worth = slot_worth(state, player, at, one, area)
                if worth > best:
                    best, slot = worth, one
        total += best
        taken.append(slot)
    return total


def install_worth(state: State, player: Player, at: int, slot: int) -> int:
    """Worth of one installation in the turn at hand."""
    return slot_worth(state, player, at, slot, state.local)


def rate_play(state: State, player: Player, card: int) -> int:
    """Worth of playing a Luck card now, less the card.

    One that is worth it and helps what is still to be done comes before doing it.
    """
    effects = state.cards.effects[card]
    worth = sum(play_worth(state, player, effect) for effect in effects)
    worth -= keep_worth(state, player, card)
    first = isinstance(effects[0], Discount | Reach | Allow)
    return worth + FIRST if first and worth > 0 else worth


def play_worth(state: State, player: Player, effect: Effect) -> int:
    """Worth of an effect of a Luck card at this moment of the turn."""
    if isinstance(effect, Discount | Reach | Allow):
        if done(state):
            return 0
        mods = Mods()
        luck.modify(mods, effect)
        return widened_worth(state, player, effect, mods)
    return effects_worth(state, player, (effect,))


def widened_worth(
    state: State, player: Player, effect: Discount | Reach | Allow, mods: Mods
) -> int:
    """How much better the best choice gets by what a Luck card changes."""
    if isinstance(effect, Discount):
        saved = 3 if effect.amount is None else min(effect.amount, 4)
        return saved * (DOLLAR + 1 if player.cash < 15 else 2)
    about_druids = mods.druid_adjacent or mods.druid_remote or mods.more_druids
    if about_druids:
        areas = druids.areas_in_reach(state, state.local, 0, mods)
        worth = sorted(druid_worth(state, player, area) for area in areas)
        if mods.more_druids:
            return max(0, worth[-1]) if player.cash > 3 else 0
        return worth[-1] - druid_worth(state, player, state.local)
    if mods.more_buys:
        return 20 if player.cash > 8 and quarry.room(state, player, mods) > 1 else 0
    if mods.any_match:
        return 16
    return best_install(state, player, mods) - best_install(state, player, Mods())


def best_install(state: State, player: Player, mods: Mods) -> int:
    """Worth of the best installation in reach."""
    options = installations(state, player, state.local, mods)
    return max(
        (install_worth(state, player, option // SLOTS, option % SLOTS) for option in options),
        default=0,
    )


def done(state: State) -> bool:
    """Tell whether something was installed, placed or carved this turn."""
    return state.raised_now + state.placed_now + state.carved_now > 0


def rate_throw(state: State, player: Player, option: int) -> int:
    """Worth of the next Luck Track step, less the card thrown away for it."""
    if option == STOP:
        return 0
    track = state.mat.luck_track
    step = track[min(player.luck_at + 1, len(track) - 1)]
    return effects_worth(state, player, step) - keep_worth(state, player, option)


def keep_worth(state: State, player: Player, card: int) -> int:
    """Worth of keeping a Luck card: more for those that fit any action; little near the end."""
    if state.final:
        return 1
    return 8 + state.cards.actions[card].bit_count() // 3


def hand_worth(state: State, player: Player, action: int) -> int:
    """Worth of the Luck cards in hand that an action would let one play."""
    bit = 1 << action
    fitting = sum(
        state.cards.actions[card] & bit != 0 and not state.cards.before_move[card]
        for card in player.hand
    )
    return min(fitting, 2) * 4
