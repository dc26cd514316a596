"""A sensible player: what each option is worth, in tenths of a point, by what it can see.

No look-ahead beyond the turn and no look at hidden cards. Where a number below is not from
the data it is a weight found by playing games against random players.
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.catalogue.effects import Advance, Allow, Discount, Draw, Effect, Gain, Reach, Score
from validator.games.henge import bonus, druids, luck, quarry
from validator.games.henge.cards import winter_score
from validator.games.henge.codes import (
    ARRIVE,
    BY_TOKEN,
    CARVE,
    CARVE_PRICE,
    COIN_LEVEL,
    DRUID,
    EITHER,
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
from validator.games.henge.metrics import count
from validator.games.henge.moving import free_steps
from validator.games.henge.state import Mods, Player, State

POINT = 10
DOLLAR = 5
LUCK_CARD = 9
TRANSPORT = 6
LEVELS = (14, 26, 12, 20, 26)
"""Worth of a level-up of Free Rondel Steps, Coin, Luck, Stone, Druid."""
FIRST = 500
"""Added to what should come before the action itself."""
GAINS = {"coin": DOLLAR, "travel": 9, "bonus": 35, "reward-a": 18, "reward-b": 38}
ACTS = {"carve": 24, "druid-action": 35, "install": 30, "income": 28, "any": 35}


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


def slot_worth(state: State, player: Player, at: int, slot: int, area: int) -> int:
    """Points of stone and slot, and the level-up if the local area shows the privilege."""
    card, place = player.stones[at], state.board.slots[slot]
    worth = state.cards.vp[card] * POINT + place.bonus * POINT + 12
    privilege = state.cards.privilege[card]
    if privilege in state.board.privileges[area]:
        worth += LEVELS[privilege]
    if player.carved[at] and not place.carved:
        worth -= 18
    return worth


def druid_worth(state: State, player: Player, area: int) -> int:
    """What one more druid in an area changes in the majorities, its benefit, less its price."""
    price = druids.price(state, area)
    if price == druids.CLOSED or not player.druids:
        return -50
    covered = state.covered[area]
    after, before = hoped(state, area, covered + 1), hoped(state, area, covered)
    own = player.on_path[area]
    ahead_now = ahead_then = 0
    for other in state.players:
        if other is not player and other.on_path[area]:
            theirs = other.on_path[area]
            ahead_then += theirs > own + 1
            ahead_now += theirs > own or (theirs == own and other.last[area] > player.last[area])
    gained = after // (ahead_then + 1) if ahead_then < 3 else 0
    had = before // (ahead_now + 1) if own and ahead_now < 3 else 0
    uncovered = len(state.mat.druid_track) - player.druids
    benefit = effects_worth(state, player, state.mat.druid_track[uncovered])
    return (gained - had) * POINT * 7 // 10 + benefit - price * DOLLAR


def hoped(state: State, area: int, covered: int) -> int:
    """What a path will show at the end, if others go on covering it while there is time."""
    numbers = state.board.numbers[area]
    if state.final:
        return numbers[covered]
    left = min(12, len(state.stone_deck.cards))
    return numbers[covered] + (numbers[-1] - numbers[covered]) * left // 24


def stone_worth(state: State, player: Player, card: int) -> int:
    """Worth of buying a stone: its points, less price and way, if there is time to install it.

    A stone bought before the last round reaches the site in any case (HEN-END-03).
    """
    if state.final:
        return -30
    cards = state.cards
    each = money_worth(player, 1)
    worth = cards.vp[card] * POINT + 14 - cards.cost[card] * each
    if not any(bits & (3 << (2 * cards.size[card])) for bits in state.open_bits):
        worth -= 60
    if len(state.stone_deck.cards) < 2 * len(state.players):
        return worth - cards.vp[card] * 3
    return worth - cards.steps[card] * 3


def carve_worth(state: State, player: Player, at: int) -> int:
    """Worth of carving a held stone: the best slot bonus it opens, less the price.

    A stone that no plain slot takes any more is worth nothing uncarved.
    """
    card = player.stones[at]
    size = state.cards.size[card]
    best, plain = 0, False
    for number, slot in enumerate(state.board.slots):
        if state.filled[number] or (slot.size not in (size, EITHER) and not state.waives(size)):
            continue
        if not slot.carved:
            plain = True
        else:
            ready = state.is_open(number)
            best = max(best, slot.bonus * POINT if ready else slot.bonus * POINT // 2)
    if best and not plain:
        best += state.cards.vp[card] * POINT
    return best - CARVE_PRICE * DOLLAR + 4


def money_worth(player: Player, dollars: int) -> int:
    """Worth of dollars: less, the more one has."""
    each = DOLLAR if player.cash < 10 else 3 if player.cash < 18 else 1
    return dollars * each


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


def prospects(state: State, player: Player, card: int) -> int:
    """What a Bonus card may score at the end: what it would now, and part of what is open."""
    now = bonus.card_points(state, player, card, False)
    best = 0
    for score in winter_score(state.cards, card):
        best += score.amount * 3 if score.per is not None else score.amount
        best = min(best, score.most) if score.most is not None else best
    left = len(state.stone_deck.cards) + 2
    return now * POINT + max(0, best - now) * min(left, 12) // 3


def effects_worth(state: State, player: Player, effects: tuple[Effect, ...]) -> int:
    """Worth of benefits."""
    return sum(effect_worth(state, player, effect) for effect in effects)


def effect_worth(state: State, player: Player, effect: Effect) -> int:
    """Worth of one benefit."""
    if isinstance(effect, Gain):
        if effect.what == "coin" and effect.per is None and effect.who == "you":
            return money_worth(player, effect.amount)
        number = effect.amount
        if effect.per is not None:
            number *= count(state, player, effect.per)
        return GAINS[effect.what] * number * (1 if effect.who == "you" else -1)
    if isinstance(effect, Score):
        return bonus.points(state, player, effect) * POINT
    if isinstance(effect, Draw):
        return LUCK_CARD
    if isinstance(effect, Advance):
        return advance_worth(state, player, effect)
    return ACTS.get(getattr(effect, "action", ""), 8)


def advance_worth(state: State, player: Player, effect: Advance) -> int:
    """Worth of steps on a track."""
    if effect.track == "transport-track":
        steps = 9 if effect.amount is None else effect.amount
        moved = [min(left, steps) for left in player.to_go]
        return TRANSPORT * (sum(moved) if effect.which == "all" else max(moved, default=0))
    return 20 if effect.track == "luck-track" else 25
