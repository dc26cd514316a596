"""What things are worth to a sensible player, in tenths of a point.

Where a number is not from the data it is a weight found by playing against random players.
"""

from __future__ import annotations

from validator.catalogue.effects import Act, Advance, Draw, Effect, Gain, Score
from validator.games.henge.cards import bonus
from validator.games.henge.position.counting import count
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import CARVE_PRICE, CLOSED, EITHER, NO_LIMIT

POINT = 10
DOLLAR = 5
LUCK_CARD = 9
TRANSPORT = 6
LEVELS = (14, 26, 12, 20, 26)
"""Worth of a level-up of Free Rondel Steps, Coin, Luck, Stone, Druid."""
GAINS = {"coin": DOLLAR, "travel": 9, "bonus": 35, "reward-a": 18, "reward-b": 38}
ACTS = {"carve": 24, "druid-action": 35, "install": 30, "income": 28, "any": 35}


def slot_worth(state: State, player: Player, at: int, slot: int, area: int) -> int:
    """Points of stone and slot, and the level-up if the local area shows the privilege."""
    card, place = player.stones[at], state.board.slots[slot]
    worth = state.stones[card].vp * POINT + place.bonus * POINT + 12
    privilege = state.stones[card].privilege
    if privilege in state.board.privileges[area]:
        worth += LEVELS[privilege]
    if player.carved[at] and not place.carved:
        worth -= 18
    return worth


def druid_worth(state: State, player: Player, area: int) -> int:
    """What one more druid in an area changes in the majorities, its benefit, less its price."""
    price = state.prices[area]
    if price == CLOSED or not player.druids:
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
    printed = state.stones[card]
    each = money_worth(player, 1)
    worth = printed.vp * POINT + 14 - printed.cost * each
    if not any(bits & (3 << (2 * printed.size)) for bits in state.open_bits):
        worth -= 60
    if len(state.stone_deck.cards) < 2 * len(state.players):
        return worth - printed.vp * 3
    return worth - printed.steps * 3


def carve_worth(state: State, player: Player, at: int) -> int:
    """Worth of carving a held stone: the best slot bonus it opens, less the price.

    A stone that no plain slot takes any more is worth nothing uncarved.
    """
    card = player.stones[at]
    size = state.stones[card].size
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
        best += state.stones[card].vp * POINT
    return best - CARVE_PRICE * DOLLAR + 4


def money_worth(player: Player, dollars: int) -> int:
    """Worth of dollars: less, the more one has."""
    each = DOLLAR if player.cash < 10 else 3 if player.cash < 18 else 1
    return dollars * each


def prospects(state: State, player: Player, card: int) -> int:
    """What a Bonus card may score at the end: what it would now, and part of what is open."""
    now = bonus.card_points(state, player, card)
    best = 0
    for score in state.cards.bonus[card].scores:
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
    return ACTS.get(effect.action, 8) if isinstance(effect, Act) else 8


def advance_worth(state: State, player: Player, effect: Advance) -> int:
    """Worth of steps on a track."""
    if effect.track == "transport-track":
        steps = NO_LIMIT if effect.amount is None else effect.amount
        moved = [min(left, steps) for left in player.to_go]
        return TRANSPORT * (sum(moved) if effect.which == "all" else max(moved, default=0))
    return 20 if effect.track == "luck-track" else 25
