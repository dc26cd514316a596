"""A sensible player: what each option is worth, in tenths of a point, by what it can see.

No look-ahead beyond the turn and no look at hidden cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.catalogue.effects import Allow, Discount, Effect, Reach
from validator.games.henge.actions.action import Action
from validator.games.henge.actions.arrive import Arrive
from validator.games.henge.actions.carve import Carve, CarveStone, uncarved
from validator.games.henge.actions.druid import Druid, PlaceDruid, areas_in_reach
from validator.games.henge.actions.income import Income
from validator.games.henge.actions.install import Install, InstallStone, slots_for, way_left
from validator.games.henge.actions.quarry import BuyStone, Quarry, room
from validator.games.henge.policies.worth import (
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
from validator.games.henge.position.options import (
    Decline,
    DiscardLuck,
    GiveUpBonus,
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
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import (
    ARRIVE,
    CARVE,
    CARVE_PRICE,
    COIN_LEVEL,
    DRUID,
    INCOME,
    INSTALL,
    LUCK,
    NONE,
    QUARRY,
)
from validator.games.henge.printed.mods import PLAIN, Mods, mods_of
from validator.games.henge.turns.moving import Move, Rounds, free_steps
from validator.play.rules import Option

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


def rate(state: State, player: Player, options: Sequence[Option]) -> list[int]:
    """Rate every option of a decision."""
    if isinstance(options[0], Move):
        outlook = Outlook(state, player)

        def worth(option: Option) -> int:
            return outlook.worth(option) if isinstance(option, Move) else NOT_BEFORE_MOVE

        return options.rate(worth) if isinstance(options, Rounds) else [*map(worth, options)]
    return [rate_one(state, player, option) for option in options]


def rate_one(state: State, player: Player, option: Option) -> int:
    """Rate one option that is no move: a step of an action, or anything else."""
    match option:
        case PlayLuck(card=card):
            return rate_play(state, player, card)
        case Stop() | Decline():
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


def rate_choice(state: State, player: Player, option: Option) -> int:
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


class Outlook:
    """The moves of a decision, rated: what several of them have in common is worked out once.

    ``_carried`` are the steps of all stones by the icons passed, ``_worths`` those of actions by
    what they depend on (``DEPENDS``), ``_hands`` those of the cards that an action lets one play.
    """

    __slots__ = ("_carried", "_free", "_hands", "_player", "_state", "_worths")

    def __init__(self, state: State, player: Player) -> None:
        self._state = state
        self._player = player
        self._free = free_steps(state, player)
        self._carried: dict[int, int] = {}
        self._worths: dict[tuple[int, int, int, int], int] = {}
        self._hands: dict[int, int] = {}

    def worth(self, move: Move) -> int:
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
        return carried - cost + self._doing(move.action, move.area, money, passed)

    def _doing(self, action: Action, area: int, money: int, passed: int) -> int:
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

    def _by_hand(self, action: Action) -> int:
        """Worth of the cards in hand that an action would let one play."""
        if action.number not in self._hands:
            self._hands[action.number] = hand_worth(self._state, self._player, action)
        return self._hands[action.number]


def action_worth(
    state: State, player: Player, action: Action, area: int, money: int, passed: int
) -> int:
    """Worth of an action taken in an area, with ``money`` left and after ``passed`` icons."""
    match action:
        case Install():
            return _installing(state, player, area, passed)
        case Druid():
            return druid_worth(state, player, area) + 6
        case Income():
            short = 12 if money < 6 else 0
            coins = state.mat.coins[player.levels[COIN_LEVEL]]
            return money_worth(player, coins) + LUCK_CARD - 6 + short
        case Quarry():
            return _quarrying(state, player, money)
        case Carve():
            return _carving(state, player, money)
        case Arrive():
            return sum(max(0, left - passed) for left in player.to_go) * TRANSPORT
        case _:
            return LUCK_CARD


def _quarrying(state: State, player: Player, money: int) -> int:
    """Worth of the best stone that can be paid without help."""
    best = [
        stone_worth(state, player, card)
        for card in state.quarry
        if card != NONE and state.stones[card].cost <= money
    ]
    return max(best, default=-20) + 12


def _carving(state: State, player: Player, money: int) -> int:
    """Worth of the best carvings that can be paid without help."""
    worth = [carve_worth(state, player, at) for at in uncarved(player)]
    worth.sort(reverse=True)
    return sum(max(0, one) for one in worth[: money // CARVE_PRICE])


def _installing(state: State, player: Player, area: int, passed: int) -> int:
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
        return widened_worth(state, player, effect, mods_of((effect,)))
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


def best_install(state: State, player: Player, mods: Mods) -> int:
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


def done(state: State) -> bool:
    """Tell whether something was installed, placed or carved this turn."""
    return state.raised_now + state.placed_now + state.carved_now > 0


def rate_throw(state: State, player: Player, card: int) -> int:
    """Worth of the next Luck Track step, less the card thrown away for it."""
    track = state.mat.luck_track
    step = track[min(player.luck_at + 1, len(track) - 1)]
    return effects_worth(state, player, step) - keep_worth(state, player, card)


def keep_worth(state: State, player: Player, card: int) -> int:
    """Worth of keeping a Luck card: more for those that fit any action; little near the end."""
    if state.final:
        return 1
    return 8 + state.luck[card].actions.bit_count() // 3


def hand_worth(state: State, player: Player, action: Action) -> int:
    """Worth of the Luck cards in hand that an action would let one play."""
    luck = state.luck
    fitting = sum(
        luck[card].actions >> action.number & 1 and not luck[card].before_move
        for card in player.hand
    )
    return min(fitting, 2) * 4
