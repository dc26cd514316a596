"""The actions of Henge but for Install: when each may be chosen, its steps, how it is taken."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from operator import or_
from typing import ClassVar, Final, NamedTuple, Protocol

from validator.catalogue.effects import Effect
from validator.games.henge import codes
from validator.games.henge.cards import draw_by_level
from validator.games.henge.codes import (
    ACTIONS,
    CARVE_PRICE,
    CLOSED,
    COIN_LEVEL,
    DRUID_LEVEL,
    NO_LIMIT,
    NONE,
    P_DRUIDS,
    P_MARKERS,
)
from validator.games.henge.modifiers import NO_AID, PLAIN, Aid, Mods, is_transport, saving, use_once
from validator.games.henge.options import STOP, DiscardLuck, PlayLuck, Stop
from validator.games.henge.printed import HengeBoard
from validator.games.henge.state import HengeState, Player
from validator.play.rules import Ask

# The ways to an action as sets of bits: near enough, past enough Transport icons, to which areas.
#
# Way number ``n`` is the bit ``1 << n``; they are numbered in the order in which they are offered.


class Door(NamedTuple):
    """A way to an area: the steps on foot and the Transport icons passed.

    A token takes none of either (HEN-TURN-04).
    """

    area: int
    steps: int
    icons: int


class ByAreas(dict[int, int]):
    """The ways to any of some areas, which are bits too, put together as they are asked for."""

    __slots__ = ("ways",)

    def __init__(self, ways: Sequence[tuple[int, int]]) -> None:
        super().__init__()
        self.ways = ways

    def __missing__(self, areas: int) -> int:
        """Put the ways to some areas together."""
        found = 0
        for area, ways in self.ways:
            if areas >> area & 1:
                found |= ways
        self[areas] = found
        return found


class Doors:
    """Ways to one action, and sets of them as bits.

    ``within[n]`` take ``n`` steps at most, ``to[areas]`` lead to some areas; ``past[n]`` pass ``n``
    Transport icons at least, ``upto[n]`` pass ``n`` at most. ``near[n]`` are the areas that ``n``
    steps lead to at most, each with the ways to it by the steps that they take at most.
    """

    __slots__ = ("near", "past", "to", "upto", "within")

    def __init__(self, doors: Sequence[Door], reach: int) -> None:
        steps = [0] * (reach + 1)
        near: dict[int, list[int]] = {}
        icons = [0] * (max([door.icons for door in doors], default=0) + 1)
        bit = 1
        for area, far, passed in doors:
            steps[far] |= bit
            near.setdefault(area, [0] * (reach + 1))[far] |= bit
            icons[passed] |= bit
            bit <<= 1
        self.within: list[int] = list(accumulate(steps, or_))
        ways = [(area, list(accumulate(near[area], or_))) for area in sorted(near)]
        self.near: list[list[tuple[int, list[int]]]] = []
        found: list[tuple[int, list[int]]] = []
        for far, more in enumerate(steps):
            if more:
                found = [one for one in ways if one[1][far]]
            self.near.append(found)
        self.upto: list[int] = list(accumulate(icons, or_))
        self.past: list[int] = list(accumulate(reversed(icons), or_))[::-1]
        self.to = ByAreas([(area, steps[-1]) for area, steps in ways])


def here(area: int, dollars: int) -> Doors:
    """The one way of a player who is there already, with so many dollars."""
    return Doors([Door(area, 0, 0)], dollars)


# What an action is: when it may be chosen, its steps, and how a player takes it.
#
# A *main action* is the one of the rondel step; a benefit can give a *sub-action* (HEN-CONC-01,
# HEN-CONC-02). Both run through the same code: a main action must be carried out and may be
# changed by Luck cards, a sub-action may be declined (HEN-CONC-03, HEN-TURN-09).
#
# Whether an action may be chosen is asked for all ways to it together (``open_by``), by bits.


@dataclass(frozen=True, slots=True)
class Grant:
    """What lets a player act: the rondel step (``main``) or a benefit, and within which limits."""

    main: bool = False
    limit: int = NO_LIMIT
    free: bool = False


MAIN: Final = Grant(main=True)
NO_CARDS: Final[Sequence[PlayLuck]] = ()


class HengeWork:
    """An action being taken, by a grant, and how far it has come: the steps ``done``.

    ``strayed`` counts the druids that the level let go to an adjacent area.
    """

    __slots__ = ("done", "grant", "strayed")

    def __init__(self, grant: Grant) -> None:
        self.grant = grant
        self.done = 0
        self.strayed = 0


class Due:
    """A main action whose first step is to come, with its local area and what is changed for it."""

    __slots__ = ("action", "area", "mods")

    def __init__(self, action: HengeAction, area: int, mods: Mods) -> None:
        self.action = action
        self.area = area
        self.mods = mods


class HengeTurn(Protocol):
    """Whose turn it is, and whom to ask.

    ``due`` is the main action whose first step is still to come; until then nothing may be done
    that would make it impossible (HEN-TURN-09). ``at_hand`` is the action being taken, a
    sub-action too. ``lucky``: Luck cards may be played.
    """

    __slots__ = ("ask", "at_hand", "due", "lucky", "player", "state")

    state: HengeState
    ask: Ask
    player: Player
    at_hand: tuple[HengeAction, HengeWork] | None
    due: Due | None
    lucky: bool

    def give(self, effects: Sequence[Effect]) -> None:
        """Carry out effects in order for the player."""

    def play_luck(self, card: int) -> None:
        """Discard a Luck card for its effect (HEN-LUCK-06, HEN-LUCK-07)."""

    def leaves_due(self, change: Callable[[Player], None]) -> bool:
        """Tell whether the action that is due stays possible after a change of the player."""

    def keeps(self, effects: Sequence[Effect], due: Due | None = None, card: int = NONE) -> bool:
        """Tell whether an action stays possible after these effects, as far as they are known."""

    def spare(self, cards: list[DiscardLuck], number: int) -> list[DiscardLuck]:
        """Those of the cards in hand that may be the first of so many to be discarded."""

    def play_drawn(self, cards: Sequence[int]) -> None:
        """Offer to play Luck cards just drawn."""


class HengeStep(Protocol):
    """One step of an action that a player may choose."""

    def do(self, turn: HengeTurn, work: HengeWork) -> None:
        """Do it for the player whose turn it is."""

    def charge(self, state: HengeState, player: Player, *, free: bool) -> None:
        """Take from a player, on trial, what the step costs besides time."""

    def say(self) -> str:
        """The step in a few words."""


def lose_luck(card: int, player: Player) -> None:
    """Take a Luck card from a player, on trial."""
    player.hand.remove(card)


def ease_price(state: HengeState, player: Player, dollars: int, coins: int) -> int:
    """A price when cards give ``coins``, unless more than there is would have to be paid.

    A bank that runs out gives what is in it, bribes included: no more than the money of bank
    and player together can be had (X-HEN-06-BANK).
    """
    if state.ruled.bank_is_limited and dollars > player.cash + state.bank:
        return dollars
    return max(0, dollars - coins)


def change_nothing(player: Player) -> None:
    """Leave a player as it is."""


class HengeAction(ABC):
    """One of the seven actions (HEN-BOARD-13), made once a table."""

    __slots__ = ("name",)

    number: ClassVar[int]
    """Its place in ``codes.ACTIONS``."""

    def __init__(self) -> None:
        self.name = ACTIONS[self.number]

    def open_by(self, state: HengeState, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """Those of the ways to it after which one step can be done, with the help of ``aid``.

        ``reach`` is how far the player gets with all its money; each dollar kept is a step less.
        """
        return doors.within[reach]

    @abstractmethod
    def steps(self, state: HengeState, player: Player, work: HengeWork) -> Sequence[HengeStep]:
        """What can be done now, in fixed order."""

    def spoilt_by(self, state: HengeState, player: Player, effects: Sequence[Effect]) -> bool:
        """Tell whether effects that move stones would leave nothing to do."""
        return False

    def may_be_idle(self, state: HengeState) -> bool:
        """Tell whether a main action may end with nothing done."""
        return False

    def carry_out(self, turn: HengeTurn, work: HengeWork) -> None:
        """Ask for step after step, or Luck cards around them, until the player stops.

        A Luck card is played at once, one just drawn as well (HEN-LUCK-13), if it fits the action
        (HEN-LUCK-02 to HEN-LUCK-05). The first step of a main action must be done (HEN-TURN-09),
        unless what nobody could foresee of a card has left nothing to do.
        Levels are those at the start unless X-HEN-26 says otherwise.
        """
        state, player = turn.state, turn.player
        levels, before = player.in_force, turn.at_hand
        turn.at_hand = self, work
        if not state.ruled.live_levels:
            player.in_force = player.levels.copy()
        options: Sequence[HengeStep | PlayLuck | Stop]
        duty, played = work.grant.main, False
        while True:
            steps = self.steps(state, player, work)
            plays = self.plays(turn, work, player.hand) if player.hand else NO_CARDS
            if duty and not self.may_be_idle(state):
                options = [*steps, *plays] if plays else steps
                if not options and played:
                    break
            elif not steps and not plays:
                break
            elif turn.due is None:
                options = [STOP, *steps, *plays]
            else:
                options = self.affordable(turn, work, steps, plays)
            chosen = turn.ask.choose(player.seat, self.name, options)
            if isinstance(chosen, PlayLuck):
                played = True
                self.play_luck(turn, work, chosen.card)
            elif isinstance(chosen, Stop):
                break
            else:
                duty = False
                work.done += 1
                chosen.do(turn, work)
        player.in_force, turn.at_hand = levels, before

    def play_luck(self, turn: HengeTurn, work: HengeWork, card: int) -> None:
        """Play a Luck card; before the first step of a main action, that action is due."""
        due = turn.due
        turn.due = self.due_in(turn, work)
        turn.play_luck(card)
        turn.due = due

    def due_in(self, turn: HengeTurn, work: HengeWork) -> Due | None:
        """The action that is due while this one is at hand: itself, as the main action begins."""
        if work.grant.main and not work.done:
            return Due(self, turn.state.local, turn.state.mods)
        return turn.due

    def plays(self, turn: HengeTurn, work: HengeWork, cards: Sequence[int]) -> Sequence[PlayLuck]:
        """Those of some cards in hand that may be played now, and leave possible what is due."""
        menu, grant, found = turn.state.menu, work.grant, NO_CARDS
        fitting = (menu.play_main if grant.main else menu.play_sub)[self.number]
        for card in cards:
            if card in fitting and turn.lucky and fitting[card] not in found:
                found = [*found, fitting[card]]
        due = self.due_in(turn, work) if found else None
        if due is None:
            return found
        if not grant.main:
            found = [one for one in found if turn.leaves_due(partial(lose_luck, one.card))]
        effects = turn.state.cards.effects
        return [one for one in found if turn.keeps(effects[one.card], due, one.card)]

    def affordable(
        self,
        turn: HengeTurn,
        work: HengeWork,
        steps: Sequence[HengeStep],
        plays: Sequence[PlayLuck],
    ) -> Sequence[HengeStep | PlayLuck | Stop]:
        """What leaves the main action possible that this sub-action comes before."""
        state, free = turn.state, work.grant.free
        found: list[HengeStep | PlayLuck | Stop] = [
            one for one in steps if turn.leaves_due(partial(one.charge, state, free=free))
        ]
        found += plays
        may_stop = not found or turn.leaves_due(change_nothing)
        return [STOP, *found] if may_stop else found


@dataclass(frozen=True, slots=True)
class BringAll:
    """Move all markers to the end of their tracks (HEN-ARR-01)."""

    def do(self, turn: HengeTurn, work: HengeWork) -> None:
        """Move them."""
        arrive(turn.player)

    def charge(self, state: HengeState, player: Player, *, free: bool) -> None:
        """It costs nothing."""

    def say(self) -> str:
        """The step in a few words."""
        return "arrive"


ARRIVE_ONCE: Final = (BringAll(),)
"""The one step there is."""


class Arrive(HengeAction):
    """Bring all stones once."""

    __slots__ = ()
    number = codes.ARRIVE

    def open_by(self, state: HengeState, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """A stone must still be on its way (HEN-ARR-02), unless X-HEN-15 lets one be idle."""
        steps, bits = max(player.to_go, default=0), doors.within[reach]
        if state.ruled.idle_arrive:
            return bits
        if not steps:
            return 0
        if state.ruled.transport_may_wait:  # X-HEN-29
            return bits
        return bits & doors.upto[min(steps, len(doors.upto)) - 1]

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> tuple[HengeStep, ...]:
        """The move, once."""
        idle = not any(player.to_go) and not state.ruled.idle_arrive
        return () if work.done or idle else ARRIVE_ONCE

    def spoilt_by(self, state: HengeState, player: Player, effects: Sequence[Effect]) -> bool:
        """What brings the last stones to the site leaves nothing to do (HEN-ARR-02)."""
        moving = [effect for effect in effects if is_transport(effect)]
        if state.ruled.idle_arrive or not moving:
            return False
        aid = Aid(PLAIN)
        for effect in moving:
            aid.add(effect)
        left = sorted(max(0, steps - aid.steps_all) for steps in player.to_go)
        return sum(left[:-1]) == 0 and sum(left) <= aid.steps_one


def arrive(player: Player) -> None:
    """Move all markers to the end of their tracks (HEN-ARR-01, HEN-END-03)."""
    player.to_go = [0] * len(player.to_go)


def transport(player: Player, steps: int) -> None:
    """Move the markers of all stones ``steps`` to the right (HEN-TURN-05, HEN-TURN-07)."""
    player.to_go = [max(0, left - steps) for left in player.to_go]


@dataclass(frozen=True, slots=True)
class CarveStone:
    """Carve this one of the stones held; ``called`` is the name of its card."""

    stone: int
    called: str = field(default="a stone", compare=False)

    def do(self, turn: HengeTurn, work: HengeWork) -> None:
        """Pay and put a marker into the carve slot (HEN-CARVE-01, HEN-CARVE-05)."""
        state, player, mods = turn.state, turn.player, turn.state.mods
        if not work.grant.free:
            state.spend(player, use_once(CARVE_PRICE - mods.carving_each, mods.carving_once))
        player.carved[self.stone] = True  # HEN-STONE-07
        player.markers -= 1
        state.carved_now += 1
        state.tally.level(P_MARKERS, player.markers)

    def charge(self, state: HengeState, player: Player, *, free: bool) -> None:
        """Take the price and a marker; the stone is carved."""
        player.cash -= 0 if free else price(state.mods)
        player.carved[self.stone] = True
        player.markers -= 1

    def say(self) -> str:
        """The step in a few words."""
        return f"carve {self.called}"


class Carve(HengeAction):
    """Carve any number of held stones, as far as money goes (HEN-CARVE-02)."""

    __slots__ = ("options",)
    number = codes.CARVE

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__()
        self.options = [[CarveStone(at, name) for name in names] for at in range(len(names))]

    def open_by(self, state: HengeState, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """With the price of a stone that can be carved (HEN-CARVE-04)."""
        dollars = CARVE_PRICE
        if aid is not NO_AID:
            dollars = ease_price(state, player, price(aid.mods), aid.coins)
        if dollars > player.cash or not can_carve(player):
            return 0
        return doors.within[reach - dollars]

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[CarveStone]:
        """The stones that can be carved and paid."""
        grant = work.grant
        if work.done >= grant.limit or not (grant.free or price(state.mods) <= player.cash):
            return []
        return [self.options[at][player.stones[at]] for at in stones_to_carve(player)]


def can_carve(player: Player) -> bool:
    """Tell whether a held stone has no marker in its carve slot, and one is left (HEN-CARVE-03)."""
    return player.markers > 0 and False in player.carved


def stones_to_carve(player: Player) -> list[int]:
    """The stones that can be carved, by their places among those held."""
    if not can_carve(player):
        return []
    return [at for at, done in enumerate(player.carved) if not done]


def price(mods: Mods) -> int:
    """Dollars for a carving after all discounts of this action (HEN-CARVE-01)."""
    return max(0, CARVE_PRICE - saving(mods.carving_each, mods.carving_once))


@dataclass(frozen=True, slots=True)
class PlaceDruid:
    """Place a druid in this area."""

    area: int
    name: str

    def do(self, turn: HengeTurn, work: HengeWork) -> None:
        """Pay for it, place it, receive the benefit before the next one (HEN-DRU-09)."""
        state, player = turn.state, turn.player
        use_reach(state, player, self.area, work)
        if not work.grant.free:
            mods = state.mods
            state.spend(
                player, use_once(state.prices[self.area] - mods.druid_each, mods.druid_once)
            )
        turn.give(place(state, player, self.area))

    def charge(self, state: HengeState, player: Player, *, free: bool) -> None:
        """Take the price and the druid."""
        less = saving(state.mods.druid_each, state.mods.druid_once)
        player.cash -= 0 if free else max(0, state.prices[self.area] - less)
        player.druids -= 1

    def say(self) -> str:
        """The step in a few words."""
        return f"druid {self.name}"


class Druid(HengeAction):
    """Place druids up to the Druid level (HEN-DRU-01)."""

    __slots__ = ("options",)
    number = codes.DRUID

    def __init__(self, board: HengeBoard) -> None:
        super().__init__()
        self.options = [PlaceDruid(*area) for area in enumerate(board.areas)]

    def open_by(self, state: HengeState, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """With the lowest price in reach; nothing helps without druids or paths (HEN-DRU-11)."""
        if not player.druids:
            return 0
        adjacent = state.mat.druid[player.in_force[DRUID_LEVEL]][1]
        if aid is NO_AID:
            least = state.near_prices if adjacent else state.prices
        else:
            least = least_prices(state, player, adjacent, aid)
        bits, cash = 0, player.cash
        for area, ways in doors.near[reach]:
            dollars = least[area]
            if dollars <= cash:
                bits |= ways[reach - dollars]
        return bits

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[PlaceDruid]:
        """The areas with a path that can be paid, also those with an own druid (HEN-DRU-12).

        By the level HEN-DRU-02, HEN-DRU-03 or HEN-DRU-04.
        """
        most, adjacent = state.mat.druid[player.in_force[DRUID_LEVEL]]
        mods, grant = state.mods, work.grant
        limit = min(most, grant.limit) + mods.more_druids
        if not player.druids or work.done >= limit:
            return []
        cash = player.cash + saving(mods.druid_each, mods.druid_once)
        areas = areas_in_reach(state, state.local, adjacent - work.strayed, mods)
        prices = [(area, state.prices[area]) for area in areas if state.prices[area] != CLOSED]
        return [self.options[area] for area, price in prices if grant.free or price <= cash]


def least_prices(state: HengeState, player: Player, adjacent: int, aid: Aid) -> list[int]:
    """What a druid costs in reach of each area at least, CLOSED if no path there is open.

    ``adjacent`` is how many may go to an area that borders the local one (HEN-DRU-07).
    """
    mods, full, coins = aid.mods, state.prices, aid.coins
    areas = [areas_in_reach(state, area, adjacent, mods) for area in range(len(full))]
    least = [min([full[one] for one in reached]) for reached in areas]
    less = saving(mods.druid_each, mods.druid_once)
    if not less and not coins:
        return least
    return [
        price if price == CLOSED else ease_price(state, player, max(0, price - less), coins)
        for price in least
    ]


def areas_in_reach(state: HengeState, area: int, adjacent: int, mods: Mods) -> tuple[int, ...]:
    """The local area (HEN-BOARD-14), and those that the level or a card lets one reach."""
    areas: tuple[int, ...] = (area,)
    if adjacent + mods.druid_adjacent > 0:
        areas += state.board.neighbours[area]
    if mods.druid_remote > 0:
        areas += state.board.remote[area]
    return areas


def use_reach(state: HengeState, player: Player, target: int, work: HengeWork) -> None:
    """Use up the permission to leave the local area: that of the Druid level first."""
    if target == state.local:
        return
    if target not in state.board.neighbours[state.local]:
        state.mods.druid_remote -= 1
    elif work.strayed < state.mat.druid[player.in_force[DRUID_LEVEL]][1]:
        work.strayed += 1
    else:
        state.mods.druid_adjacent -= 1


def place(state: HengeState, player: Player, area: int) -> tuple[Effect, ...]:
    """Put a druid on the lowest empty space; return the benefit it uncovers (HEN-MAT-02)."""
    put(state, player, area)
    state.placed_now += 1
    track = state.mat.druid_track
    uncovered = len(track) - player.druids - 1
    return track[uncovered] if 0 <= uncovered < len(track) else ()


def put(state: HengeState, player: Player, area: int) -> None:
    """Move a druid of any seat to a path (HEN-DRU-05, HEN-DRU-06, HEN-BOT-07)."""
    player.druids -= 1
    state.tally.level(P_DRUIDS, player.druids)
    player.on_path[area] += 1
    player.last[area] = state.covered[area]
    state.cover(area)


@dataclass(frozen=True, slots=True)
class TakeIncome:
    """Take coins and draw Luck cards."""

    def do(self, turn: HengeTurn, work: HengeWork) -> None:
        """By the levels (HEN-INC-01, HEN-INC-02)."""
        state, player = turn.state, turn.player
        state.receive(player, state.mat.coins[player.in_force[COIN_LEVEL]])
        draw_by_level(turn)

    def charge(self, state: HengeState, player: Player, *, free: bool) -> None:
        """It costs nothing."""

    def say(self) -> str:
        """The step in a few words."""
        return "income"


INCOME_ONCE: Final = (TakeIncome(),)
"""The one step there is."""


class Income(HengeAction):
    """Take it once; it costs nothing and is always possible (HEN-INC-03)."""

    __slots__ = ()
    number = codes.INCOME

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> tuple[HengeStep, ...]:
        """The income, once."""
        return () if work.done else INCOME_ONCE


@dataclass(frozen=True, slots=True)
class DrawLuck:
    """Draw by the Luck level (HEN-LUCK-08)."""

    def do(self, turn: HengeTurn, work: HengeWork) -> None:
        """Draw, then discard."""
        draw_by_level(turn)

    def charge(self, state: HengeState, player: Player, *, free: bool) -> None:
        """It costs nothing."""

    def say(self) -> str:
        """The step in a few words."""
        return "luck"


LUCK_ONCE: Final = (DrawLuck(),)
"""The one step there is."""


class HengeLuck(HengeAction):
    """Draw once."""

    __slots__ = ()
    number = codes.LUCK

    def open_by(self, state: HengeState, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """It costs nothing, but X-HEN-03 may leave it without a meaning."""
        return doors.within[reach] if state.ruled.luck_draws else 0

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> tuple[HengeStep, ...]:
        """The draw, once."""
        return () if work.done else LUCK_ONCE
