"""Sensible players of Henge: what options are worth by what a seat can see, how piles drain."""

from __future__ import annotations

from validator.catalogue.effects import (
    Act,
    Advance,
    Allow,
    Discount,
    Draw,
    Effect,
    Gain,
    Reach,
    Score,
)
from validator.games.henge import cards, codes
from validator.games.henge.actions import (
    areas_in_reach,
    room,
    slots_for,
    slots_that_fit,
    stones_to_carve,
)
from validator.games.henge.codes import CARVE_PRICE, CLOSED, COIN_LEVEL, EITHER, FIGURES, NONE
from validator.games.henge.modifiers import Mods
from validator.games.henge.moves import HengeMove
from validator.games.henge.state import HengeState, Player, count
from validator.games.henge.turns import HengeChoice
from validator.play.rules import Option

# What things are worth to a sensible player, in tenths of a point.
#
# Where a number is not from the data it is a weight found by playing against random players.


POINT = 10
DOLLAR = 5
LUCK_CARD = 9
TRANSPORT = 6
LEVELS = (14, 26, 12, 20, 26)
"""Worth of a level-up of Free Rondel Steps, Coin, Luck, Stone, Druid."""
GAINS = {"coin": DOLLAR, "travel": 9, "bonus": 35, "reward-a": 18, "reward-b": 38}
ACTS = {"carve": 24, "druid-action": 35, "install": 30, "income": 28, "any": 35}


def slot_worth(state: HengeState, player: Player, at: int, slot: int, area: int) -> int:
    """Points of stone and slot, and the level-up if the local area shows the privilege."""
    printed, place = state.stones[player.stones[at]], state.board.slots[slot]
    worth = printed.vp * POINT + place.bonus * POINT + 12
    if printed.privilege in state.board.privileges[area]:
        worth += LEVELS[printed.privilege]
    if player.carved[at] and not place.carved:
        worth -= 18
    return worth


def druid_worth(state: HengeState, player: Player, area: int) -> int:
    """What one more druid in an area changes in the majorities, its benefit, less its price."""
    price = state.price(area)
    if price == CLOSED or not player.druids:
        return -50
    covered = state.covered[area]
    after, before = hope_of_path(state, area, covered + 1), hope_of_path(state, area, covered)
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


def hope_of_path(state: HengeState, area: int, covered: int) -> int:
    """What a path will show at the end, if others go on covering it while there is time."""
    numbers = state.board.numbers[area]
    if state.final:
        return numbers[covered]
    left = min(12, len(state.stone_deck.cards))
    return numbers[covered] + (numbers[-1] - numbers[covered]) * left // 24


def stone_worth(state: HengeState, player: Player, card: int) -> int:
    """Worth of buying a stone: its points, less price and way, if there is time to install it.

    A stone bought before the last round reaches the site in any case (HEN-END-03).
    """
    if state.final:
        return -30
    printed = state.stones[card]
    worth = printed.vp * POINT + 14 - printed.cost * money_worth(player, 1)
    any_size = state.waives(printed.size)
    slots = range(len(state.board.slots))
    if not any(state.takes(slot, printed.size, True, any_size) for slot in slots):
        worth -= 60
    if len(state.stone_deck.cards) < 2 * len(state.players):
        return worth - printed.vp * 3
    return worth - printed.steps * 3


def carve_worth(state: HengeState, player: Player, at: int) -> int:
    """Worth of carving a held stone: the best slot bonus it opens, less the price.

    A stone that no plain slot takes any more is worth nothing uncarved.
    """
    printed = state.stones[player.stones[at]]
    any_size = state.waives(printed.size)
    best, plain = 0, False
    for number, slot in enumerate(state.board.slots):
        if state.kinds[number] != NONE or (
            slot.size not in (printed.size, EITHER) and not any_size
        ):
            continue
        if not slot.carved:
            plain = True
        else:
            ready = state.is_open(number)
            best = max(best, slot.bonus * POINT if ready else slot.bonus * POINT // 2)
    if best and not plain:
        best += printed.vp * POINT
    return best - CARVE_PRICE * DOLLAR + 4


def money_worth(player: Player, dollars: int) -> int:
    """Worth of dollars: less, the more one has."""
    each = DOLLAR if player.cash < 10 else 3 if player.cash < 18 else 1
    return dollars * each


def prospects(state: HengeState, player: Player, card: int) -> int:
    """What a Bonus card may score at the end: what it would now, and part of what is open."""
    now = cards.card_points(state, player, card)
    best = 0
    for score in state.cards.bonus[card]:
        if score.when is None:
            hoped_for = score.amount * 3
        elif score.when.at_least:
            have = min(count(state, player, score.when.count) + 2, score.when.at_least)
            hoped_for = score.amount * have // score.when.at_least
        else:
            hoped_for = score.amount // 2
        best += hoped_for if score.most is None else min(hoped_for, score.most)
    left = len(state.stone_deck.cards) + 2
    return now * POINT + max(0, best - now) * min(left, 12) // 3


def effects_worth(state: HengeState, player: Player, effects: tuple[Effect, ...]) -> int:
    """Worth of benefits."""
    return sum(effect_worth(state, player, effect) for effect in effects)


def effect_worth(state: HengeState, player: Player, effect: Effect) -> int:
    """Worth of one benefit."""
    if isinstance(effect, Gain):
        if effect.what == "coin" and effect.per is None and effect.who == "you":
            return money_worth(player, effect.amount)
        number = effect.amount
        if effect.per is not None:
            number *= count(state, player, effect.per)
        return GAINS[effect.what] * number * (1 if effect.who == "you" else -1)
    if isinstance(effect, Score):
        return cards.points(state, player, effect) * POINT
    if isinstance(effect, Draw):
        return LUCK_CARD
    if isinstance(effect, Advance):
        return advance_worth(state, player, effect)
    return ACTS.get(effect.action, 8) if isinstance(effect, Act) else 8


def advance_worth(state: HengeState, player: Player, effect: Advance) -> int:
    """Worth of steps on a track."""
    if effect.track == "transport-track":
        steps = codes.NO_LIMIT if effect.amount is None else effect.amount
        moved = [min(left, steps) for left in player.to_go]
        return TRANSPORT * (sum(moved) if effect.which == "all" else max(moved, default=0))
    return 20 if effect.track == "luck-track" else 25


STONES = {"quarry": 9, "install": 8, "arrive": 6, "income": 3, "carve": 2}
LUCKS = {"income": 9, "luck": 9}
DRUIDS = {"druid": 9, "income": 3}
MONEY = {"income": 9, "arrive": 3, "luck": 3}
MARKS = {"quarry": 9, "carve": 8, "income": 4, "luck": 2}
RAISING = {"install": 9, "quarry": 7, "arrive": 6, "carve": 5, "income": 3}
MOVES = {
    **dict.fromkeys(("stone_deck", "quarry"), STONES),
    "luck_deck": LUCKS,
    **dict.fromkeys(("eog_deck", "reward_a", "reward_b", "druids", "travel"), DRUIDS),
    "coins": MONEY,
    "markers": MARKS,
    **dict.fromkeys(FIGURES, RAISING),
}
"""For each pile, how well the action of a move serves to empty it."""

TRACKS = ("druid", "throw away", "place")
BUILDING = ("install", "quarry", "carve")
DOING = {
    "stone_deck": ("quarry", "install"),
    "quarry": ("quarry",),
    **dict.fromkeys(("eog_deck", "reward_a", "reward_b", "travel"), TRACKS),
    "druids": ("druid", "place"),
    "markers": ("quarry", "carve"),
    **dict.fromkeys(FIGURES, BUILDING),
}
"""For each pile, the decisions in which doing something empties it and stopping does not."""


def drain(state: HengeState, player: Player, pile: str, what: str, option: Option) -> int:
    """Rate an option by how fast it empties ``pile``; all equal where none does.

    Among equal moves tokens stay in hand if it is they that shall run out.
    """
    if isinstance(option, HengeMove):
        served = 0 if option.action is None else MOVES.get(pile, {}).get(option.action.name, 0)
        token = option.by_token * (20 if pile == "travel" else 1)
        return served * 100 - option.distance * 2 - token
    assert isinstance(option, HengeChoice)
    leaves = option.kind in ("stop", "no")
    if what in DOING.get(pile, ()):
        return 0 if leaves else _rate_doing(state, player, pile, option)
    return int(leaves) if pile in ("luck_deck", "coins") else 0


def _rate_doing(state: HengeState, player: Player, pile: str, option: HengeChoice) -> int:
    """To do something empties it; what serves it best comes first."""
    match option.kind:
        case "play":
            return 1
        case "install" if pile in FIGURES:
            size = state.stones[player.stones[option.number]].size
            return 5 if FIGURES[state.figure_for(option.slot, size)] == pile else 2
        case "buy":
            return 20 - state.stones[state.quarry[option.number]].cost
        case _:
            return 3


# A sensible player: what each option is worth, in tenths of a point, by what it can see.
#
# No look-ahead beyond the turn and no look at hidden cards.


NOT_BEFORE_MOVE = -1000
"""Cards that may be played before the move are kept."""
FIRST = 500
"""Added to what should come before the action itself."""


def rate(state: HengeState, player: Player, what: str, option: Option) -> int:
    """Rate an option of a decision: a move, a step of an action, a card, a level or a stone."""
    if isinstance(option, HengeMove):
        return rate_move(state, player, option)
    assert isinstance(option, HengeChoice)
    number, effects = option.number, state.cards.effects
    match option.kind:
        case "play":
            return NOT_BEFORE_MOVE if what == "move" else rate_play(state, player, number)
        case "stop" | "no":
            return 0
        case "install":
            return slot_worth(state, player, number, option.slot, state.local)
        case "druid" | "place":
            return druid_worth(state, player, number)
        case "buy":
            return stone_worth(state, player, state.quarry[number]) + 12
        case "carve":
            return carve_worth(state, player, number)
        case "spring":
            return 5 * prospects(state, player, number)
        case "give up":
            return -prospects(state, player, number)
        case "upgrade":
            return LEVELS[state.cards.upgrades[number]]
        case "level":
            return LEVELS[number] - 2 * player.levels[number]
        case "reward":
            return effects_worth(state, player, effects[number])
        case "discard":
            return -keep_worth(state, number)
        case "throw away":
            track = state.mat.luck_track
            step = track[min(player.luck_at + 1, len(track) - 1)]
            return effects_worth(state, player, step) - keep_worth(state, number)
        case "transport all":
            return number
        case "transport":
            return 20 - player.to_go[number]
        case _:
            return 1


def rate_move(state: HengeState, player: Player, move: HengeMove) -> int:
    """Worth of a step and its action, less what it costs to get there."""
    bribe = move.bribe(state, player)
    cost = GAINS["travel"] if move.by_token else bribe * (DOLLAR + 1)
    carried = sum(min(left, move.passed) for left in player.to_go) * TRANSPORT
    if move.action is None:
        return carried - cost + LUCK_CARD
    money = player.cash - bribe
    worth = action_worth(state, player, move.action.number, move.area, money, move.passed)
    return carried - cost + worth + hand_worth(state, player, move.action.number)


def action_worth(
    state: HengeState, player: Player, action: int, area: int, money: int, passed: int
) -> int:
    """Worth of an action taken in an area, with ``money`` left and after ``passed`` icons."""
    match action:
        case codes.INSTALL:
            return _worth_of_install(state, player, area, passed)
        case codes.DRUID:
            return druid_worth(state, player, area) + 6
        case codes.INCOME:
            short = 12 if money < 6 else 0
            coins = state.mat.coins[player.levels[COIN_LEVEL]]
            return money_worth(player, coins) + LUCK_CARD - 6 + short
        case codes.QUARRY:  # the best stone that can be paid without help
            pool = [card for card in state.quarry if card != NONE]
            best = [
                stone_worth(state, player, card)
                for card in pool
                if state.stones[card].cost <= money
            ]
            return max(best, default=-20) + 12
        case codes.CARVE:  # the best carvings that can be paid without help
            worths = sorted(
                (carve_worth(state, player, at) for at in stones_to_carve(player)), reverse=True
            )
            return sum(max(0, one) for one in worths[: money // CARVE_PRICE])
        case codes.ARRIVE:
            return sum(max(0, left - passed) for left in player.to_go) * TRANSPORT
        case _:
            return LUCK_CARD


def _worth_of_install(state: HengeState, player: Player, area: int, passed: int) -> int:
    """Worth of installing what can be installed in an area: the best slot for every stone."""
    total = 0
    taken: list[int | None] = []
    for at in range(len(player.stones)):
        if player.to_go[at] > passed:
            continue
        best, slot = 0, None
        size = state.stones[player.stones[at]].size
        for one in slots_that_fit(state, size, player.carved[at], area, Mods()):
            if one not in taken:
                worth = slot_worth(state, player, at, one, area)
                if worth > best:
                    best, slot = worth, one
        total += best
        taken.append(slot)
    return total


def rate_play(state: HengeState, player: Player, card: int) -> int:
    """Worth of playing a Luck card now, less the card.

    One that is worth it and helps what is still to be done comes before doing it.
    """
    effects = state.cards.effects[card]
    worth = sum(play_worth(state, player, effect) for effect in effects) - keep_worth(state, card)
    first = isinstance(effects[0], Discount | Reach | Allow)
    return worth + FIRST if first and worth > 0 else worth


def play_worth(state: HengeState, player: Player, effect: Effect) -> int:
    """Worth of an effect of a Luck card at this moment of the turn: how much better a choice gets.

    What changes an action is worth nothing once something was installed, placed or carved.
    """
    if not isinstance(effect, Discount | Reach | Allow):
        return effect_worth(state, player, effect)
    if state.raised_now or state.placed_now or state.carved_now:
        return 0
    if isinstance(effect, Discount):
        saved = 3 if effect.amount is None else min(effect.amount, 4)
        return saved * (DOLLAR + 1 if player.cash < 15 else 2)
    mods = Mods([effect])
    if mods.allowed["druid adjacent"] or mods.allowed["druid remote"]:
        areas = areas_in_reach(state, "druid", state.local, mods)
        best = max(druid_worth(state, player, area) for area in areas)
        return best - druid_worth(state, player, state.local)
    if mods.allowed["place druid"]:
        return max(0, druid_worth(state, player, state.local)) if player.cash > 3 else 0
    if mods.allowed["buy stone"]:
        return 20 if player.cash > 8 and room(state, player, mods) > 1 else 0
    if mods.allowed["area-match"]:
        return 16
    return best_install(state, player, mods) - best_install(state, player, Mods())


def best_install(state: HengeState, player: Player, mods: Mods) -> int:
    """Worth of the best installation in reach."""
    return max(
        (
            slot_worth(state, player, stone, slot, state.local)
            for stone in range(len(player.stones))
            for slot in slots_for(state, player, stone, state.local, mods)
        ),
        default=0,
    )


def keep_worth(state: HengeState, card: int) -> int:
    """Worth of keeping a Luck card: more for those that fit any action; little near the end."""
    return 1 if state.final else 8 + len(state.cards.luck[card].actions) // 3


def hand_worth(state: HengeState, player: Player, action: int) -> int:
    """Worth of the Luck cards in hand that an action would let one play."""
    luck = [state.cards.luck[card] for card in player.hand]
    fitting = sum(action in one.actions and not one.before_move for one in luck)
    return min(fitting, 2) * 4
