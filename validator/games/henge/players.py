"""Sensible players of Henge: what options are worth by what a seat can see, how piles drain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
from validator.games.henge import cards
from validator.games.henge.actions import (
    Arrive,
    Carve,
    CarveStone,
    Druid,
    HengeAction,
    Income,
    PlaceDruid,
    areas_in_reach,
    stones_to_carve,
)
from validator.games.henge.codes import (
    ARRIVE,
    CARVE,
    CARVE_PRICE,
    CLOSED,
    COIN_LEVEL,
    DRUID,
    EITHER,
    FIGURES,
    INCOME,
    INSTALL,
    LUCK,
    NO_LIMIT,
    NONE,
    QUARRY,
)
from validator.games.henge.install import Install, InstallStone, slots_for, way_left
from validator.games.henge.modifiers import PLAIN, Mods, mods_of
from validator.games.henge.moves import HengeMove, Rounds, free_steps
from validator.games.henge.options import (
    DiscardLuck,
    GiveUpBonus,
    HengeDecline,
    KeepSpring,
    PlaceInArea,
    PlayLuck,
    RaiseLevel,
    Stop,
    TakeReward,
    TakeUpgrade,
    ThrowAway,
    TransportAll,
    TransportStone,
)
from validator.games.henge.quarry import BuyStone, Quarry, room
from validator.games.henge.state import HengeState, Player, count
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
    card, place = player.stones[at], state.board.slots[slot]
    worth = state.stones[card].vp * POINT + place.bonus * POINT + 12
    privilege = state.stones[card].privilege
    if privilege in state.board.privileges[area]:
        worth += LEVELS[privilege]
    if player.carved[at] and not place.carved:
        worth -= 18
    return worth


def druid_worth(state: HengeState, player: Player, area: int) -> int:
    """What one more druid in an area changes in the majorities, its benefit, less its price."""
    price = state.prices[area]
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
    each = money_worth(player, 1)
    worth = printed.vp * POINT + 14 - printed.cost * each
    if not any(bits & (3 << (2 * printed.size)) for bits in state.open_bits):
        worth -= 60
    if len(state.stone_deck.cards) < 2 * len(state.players):
        return worth - printed.vp * 3
    return worth - printed.steps * 3


def carve_worth(state: HengeState, player: Player, at: int) -> int:
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


def prospects(state: HengeState, player: Player, card: int) -> int:
    """What a Bonus card may score at the end: what it would now, and part of what is open."""
    now = cards.card_points(state, player, card)
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
        steps = NO_LIMIT if effect.amount is None else effect.amount
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
    "stone_deck": STONES,
    "quarry": STONES,
    "luck_deck": LUCKS,
    "eog_deck": DRUIDS,
    "reward_a": DRUIDS,
    "reward_b": DRUIDS,
    "druids": DRUIDS,
    "travel": DRUIDS,
    "coins": MONEY,
    "markers": MARKS,
    "large_upright": RAISING,
    "large_lintel": RAISING,
    "small_upright": RAISING,
    "small_lintel": RAISING,
}
"""For each pile, how well the action of a move serves to empty it."""

DOING = {
    "stone_deck": ("quarry", "install"),
    "quarry": ("quarry",),
    "eog_deck": ("druid", "throw away", "place"),
    "reward_a": ("druid", "throw away", "place"),
    "reward_b": ("druid", "throw away", "place"),
    "druids": ("druid", "place"),
    "travel": ("druid", "throw away", "place"),
    "markers": ("quarry", "carve"),
    "large_upright": ("install", "quarry", "carve"),
    "large_lintel": ("install", "quarry", "carve"),
    "small_upright": ("install", "quarry", "carve"),
    "small_lintel": ("install", "quarry", "carve"),
}
"""For each pile, the decisions in which doing something empties it and stopping does not."""


def drain(
    state: HengeState, player: Player, pile: str, what: str, options: Sequence[Option]
) -> list[int]:
    """Rate every option by how fast it empties ``pile``; all equal where none does."""
    if what == "move":
        table = MOVES.get(pile, {})
        if isinstance(options, Rounds):
            return options.rate(lambda option: _move(option, table, pile))
        return [_move(option, table, pile) for option in options]
    if what in DOING.get(pile, ()):
        return [_rate_by_action(state, player, pile, option) for option in options]
    if pile in ("luck_deck", "coins"):
        return [int(isinstance(option, Stop | HengeDecline)) for option in options]
    return [0] * len(options)


def _move(option: Option, table: Mapping[str, int], pile: str) -> int:
    """The action counts; among equal ones tokens stay in hand if it is they that shall run out."""
    if not isinstance(option, HengeMove):
        return 0
    spared = 20 * option.by_token if pile == "travel" else option.by_token
    served = 0 if option.action is None else table.get(option.action.name, 0)
    return served * 100 - option.distance * 2 - spared


def _rate_by_action(state: HengeState, player: Player, pile: str, option: Option) -> int:
    """To do something empties it; what serves it best comes first."""
    match option:
        case Stop() | HengeDecline():
            return 0
        case PlayLuck():
            return 1
        case InstallStone(stone=stone, slot=slot) if pile in FIGURES:
            kind = state.figure_for(slot, state.stones[player.stones[stone]].size)
            return 5 if FIGURES[kind] == pile else 2
        case BuyStone(card=card):
            return 20 - state.stones[card].cost
        case _:
            return 3


# A sensible player: what each option is worth, in tenths of a point, by what it can see.
#
# No look-ahead beyond the turn and no look at hidden cards.


NOT_BEFORE_MOVE = -1000
"""Cards that may be played before the move are kept."""
DEPENDS = {
    INSTALL: (1, 0, 1),
    DRUID: (1, 0, 0),
    INCOME: (0, 1, 0),
    QUARRY: (0, 1, 0),
    CARVE: (0, 1, 0),
    ARRIVE: (0, 0, 1),
    LUCK: (0, 0, 0),
}
"""Whether the worth of an action depends on the area, the money left and the icons passed."""
FIRST = 500
"""Added to what should come before the action itself."""


def rate(state: HengeState, player: Player, options: Sequence[Option]) -> list[int]:
    """Rate every option of a decision."""
    if isinstance(options[0], HengeMove):
        outlook = HengeOutlook(state, player)

        def worth(option: Option) -> int:
            return outlook.worth(option) if isinstance(option, HengeMove) else NOT_BEFORE_MOVE

        return options.rate(worth) if isinstance(options, Rounds) else [*map(worth, options)]
    return [rate_one(state, player, option) for option in options]


def rate_one(state: HengeState, player: Player, option: Option) -> int:
    """Rate one option that is no move: a step of an action, or anything else."""
    match option:
        case PlayLuck(card=card):
            return rate_play(state, player, card)
        case Stop() | HengeDecline():
            return 0
        case InstallStone(stone=stone, slot=slot):
            return slot_worth(state, player, stone, slot, state.local)
        case PlaceDruid(area=area) | PlaceInArea(area=area):
            return druid_worth(state, player, area)
        case BuyStone(card=card):
            return stone_worth(state, player, card) + 12
        case CarveStone(stone=stone):
            return carve_worth(state, player, stone)
        case _:
            return rate_choice(state, player, option)


def rate_choice(state: HengeState, player: Player, option: Option) -> int:
    """Rate a card, a level or a stone to choose."""
    match option:
        case KeepSpring(card=card):
            return 5 * prospects(state, player, card)
        case GiveUpBonus(card=card):
            return -prospects(state, player, card)
        case TakeUpgrade(card=card):
            return LEVELS[state.cards.upgrades[card]]
        case RaiseLevel(privilege=privilege):
            return LEVELS[privilege] - 2 * player.levels[privilege]
        case TakeReward(card=card):
            return effects_worth(state, player, state.cards.effects[card])
        case DiscardLuck(card=card):
            return -keep_worth(state, player, card)
        case ThrowAway(card=card):
            return rate_throw(state, player, card)
        case TransportAll(steps=steps):
            return steps
        case TransportStone(stone=stone):
            return 20 - player.to_go[stone]
        case _:
            return 1


class HengeOutlook:
    """The moves of a decision, rated: what several of them have in common is worked out once.

    ``_carried`` are the steps of all stones by the icons passed, ``_worths`` those of actions by
    what they depend on (``DEPENDS``), ``_hands`` those of the cards that an action lets one play.
    """

    __slots__ = ("_carried", "_free", "_hands", "_player", "_state", "_worths")

    def __init__(self, state: HengeState, player: Player) -> None:
        self._state = state
        self._player = player
        self._free = free_steps(state, player)
        self._carried: dict[int, int] = {}
        self._worths: dict[tuple[int, int, int, int], int] = {}
        self._hands: dict[int, int] = {}

    def worth(self, move: HengeMove) -> int:
        """Worth of a step and its action, less what it costs to get there."""
        passed, cost, money = move.passed, 0, self._player.cash
        if move.by_token:
            passed, cost = 0, GAINS["travel"]
        elif move.distance > self._free:
            bribe = move.distance - self._free
            money -= bribe
            cost = bribe * (DOLLAR + 1)
        if passed not in self._carried:
            steps = [left if left < passed else passed for left in self._player.to_go]
            self._carried[passed] = sum(steps) * TRANSPORT
        carried = self._carried[passed]
        if move.action is None:
            return carried - cost + LUCK_CARD
        return carried - cost + self._worth_of_action(move.action, move.area, money, passed)

    def _worth_of_action(self, action: HengeAction, area: int, money: int, passed: int) -> int:
        """Worth of an action, and of what the hand adds to it."""
        by_area, by_money, by_icons = DEPENDS[action.number]
        key = (action.number, area * by_area, money * by_money, passed * by_icons)
        known = self._worths.get(key)
        if known is None:
            known = action_worth(self._state, self._player, action, area, money, passed)
            if self._player.hand:
                known += self._by_hand(action)
            self._worths[key] = known
        return known

    def _by_hand(self, action: HengeAction) -> int:
        """Worth of the cards in hand that an action would let one play."""
        if action.number not in self._hands:
            self._hands[action.number] = hand_worth(self._state, self._player, action)
        return self._hands[action.number]


def action_worth(
    state: HengeState, player: Player, action: HengeAction, area: int, money: int, passed: int
) -> int:
    """Worth of an action taken in an area, with ``money`` left and after ``passed`` icons."""
    match action:
        case Install():
            return _worth_of_install(state, player, area, passed)
        case Druid():
            return druid_worth(state, player, area) + 6
        case Income():
            short = 12 if money < 6 else 0
            coins = state.mat.coins[player.levels[COIN_LEVEL]]
            return money_worth(player, coins) + LUCK_CARD - 6 + short
        case Quarry():
            return _worth_of_quarry(state, player, money)
        case Carve():
            return _worth_of_carving(state, player, money)
        case Arrive():
            return sum(max(0, left - passed) for left in player.to_go) * TRANSPORT
        case _:
            return LUCK_CARD


def _worth_of_quarry(state: HengeState, player: Player, money: int) -> int:
    """Worth of the best stone that can be paid without help."""
    best = [
        stone_worth(state, player, card)
        for card in state.quarry
        if card != NONE and state.stones[card].cost <= money
    ]
    return max(best, default=-20) + 12


def _worth_of_carving(state: HengeState, player: Player, money: int) -> int:
    """Worth of the best carvings that can be paid without help."""
    worth = [carve_worth(state, player, at) for at in stones_to_carve(player)]
    worth.sort(reverse=True)
    return sum(max(0, one) for one in worth[: money // CARVE_PRICE])


def _worth_of_install(state: HengeState, player: Player, area: int, passed: int) -> int:
    """Worth of installing what can be installed in an area: the best slot for every stone."""
    total = 0
    taken: list[int | None] = []
    for at in range(len(player.stones)):
        if player.to_go[at] > passed:
            continue
        best, slot = 0, None
        for one in slots_for(state, player, at, area, PLAIN):
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
    worth = sum(play_worth(state, player, effect) for effect in effects)
    worth -= keep_worth(state, player, card)
    first = isinstance(effects[0], Discount | Reach | Allow)
    return worth + FIRST if first and worth > 0 else worth


def play_worth(state: HengeState, player: Player, effect: Effect) -> int:
    """Worth of an effect of a Luck card at this moment of the turn."""
    if isinstance(effect, Discount | Reach | Allow):
        if has_acted(state):
            return 0
        return gain_by_card(state, player, effect, mods_of((effect,)))
    return effects_worth(state, player, (effect,))


def gain_by_card(
    state: HengeState, player: Player, effect: Discount | Reach | Allow, mods: Mods
) -> int:
    """How much better the best choice gets by what a Luck card changes."""
    if isinstance(effect, Discount):
        saved = 3 if effect.amount is None else min(effect.amount, 4)
        return saved * (DOLLAR + 1 if player.cash < 15 else 2)
    about_druids = mods.druid_adjacent or mods.druid_remote or mods.more_druids
    if about_druids:
        areas = areas_in_reach(state, state.local, 0, mods)
        worth = sorted(druid_worth(state, player, area) for area in areas)
        if mods.more_druids:
            return max(0, worth[-1]) if player.cash > 3 else 0
        return worth[-1] - druid_worth(state, player, state.local)
    if mods.more_buys:
        return 20 if player.cash > 8 and room(state, player, mods) > 1 else 0
    if mods.any_match:
        return 16
    return best_install(state, player, mods) - best_install(state, player, PLAIN)


def best_install(state: HengeState, player: Player, mods: Mods) -> int:
    """Worth of the best installation in reach."""
    return max(
        (
            slot_worth(state, player, stone, slot, state.local)
            for stone in range(len(player.stones))
            if not way_left(player, stone, mods)
            for slot in slots_for(state, player, stone, state.local, mods)
        ),
        default=0,
    )


def has_acted(state: HengeState) -> bool:
    """Tell whether something was installed, placed or carved this turn."""
    return state.raised_now + state.placed_now + state.carved_now > 0


def rate_throw(state: HengeState, player: Player, card: int) -> int:
    """Worth of the next Luck Track step, less the card thrown away for it."""
    track = state.mat.luck_track
    step = track[min(player.luck_at + 1, len(track) - 1)]
    return effects_worth(state, player, step) - keep_worth(state, player, card)


def keep_worth(state: HengeState, player: Player, card: int) -> int:
    """Worth of keeping a Luck card: more for those that fit any action; little near the end."""
    if state.final:
        return 1
    return 8 + state.luck[card].actions.bit_count() // 3


def hand_worth(state: HengeState, player: Player, action: HengeAction) -> int:
    """Worth of the Luck cards in hand that an action would let one play."""
    luck = state.luck
    fitting = sum(
        luck[card].actions >> action.number & 1 and not luck[card].before_move
        for card in player.hand
    )
    return min(fitting, 2) * 4
