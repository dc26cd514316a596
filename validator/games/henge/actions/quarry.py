"""Quarry: buy stones from the pool (HEN-QUA-01 to HEN-QUA-13)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.henge.actions.action import (
    NOTHING_NEEDED,
    OUT_OF_THE_QUESTION,
    Action,
    Need,
    Turn,
    Work,
    priced,
)
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed import codes
from validator.games.henge.printed.cards import Cards
from validator.games.henge.printed.codes import (
    NO_LIMIT,
    NONE,
    P_MARKERS,
    P_QUARRY,
    STONE_LEVEL,
)
from validator.games.henge.printed.mods import PLAIN, Aid, Mods, saved, use_once


@dataclass(frozen=True, slots=True)
class BuyStone:
    """Buy the stone on this place of the pool."""

    at: int
    card: int
    name: str

    def do(self, turn: Turn, work: Work) -> None:
        """Pay and lay it out, with a marker on its Quarry step (HEN-QUA-08, HEN-QUA-10)."""
        state, player, mods = turn.state, turn.player, turn.state.mods
        printed = state.stones[self.card]
        state.spend(player, use_once(printed.cost - mods.stone_each, mods.stone_once))
        state.quarry[self.at] = NONE  # HEN-QUA-09
        player.take_stone(self.card, printed.steps)
        state.tally.drew(self.card)
        state.tally.level(P_MARKERS, player.markers)

    def charge(self, state: State, player: Player, *, free: bool) -> None:
        """Take the price and a marker."""
        less = saved(state.mods.stone_each, state.mods.stone_once)
        player.cash -= max(0, state.stones[self.card].cost - less)
        player.markers -= 1

    def say(self) -> str:
        """The step in a few words."""
        return f"buy {self.name}"


class Quarry(Action):
    """Buy up to the Stone level, at least one (HEN-QUA-02, HEN-QUA-11)."""

    __slots__ = ("costs", "options", "priced")
    number = codes.QUARRY

    def __init__(self, cards: Cards, places: int) -> None:
        super().__init__()
        self.costs = {card: stone.cost for card, stone in cards.stones.items()}
        self.priced = priced(self.costs.values())
        self.costs[NONE] = NO_LIMIT
        self.options = [
            {card: BuyStone(at, card, cards.names[card]) for card in cards.stones}
            for at in range(places)
        ]

    def need(self, state: State, player: Player, area: int, mods: Mods) -> Need:
        """The lowest price that the player could pay."""
        if state.ruled.idle_quarry and pool_is_empty(state):  # X-HEN-13
            return NOTHING_NEEDED
        if player.markers < 1 or hold_left(state, player, mods) < 1:  # HEN-QUA-06
            if state.ruled.hold_in_transit_only:
                return self.need_arrivals(state, player, Aid(mods))
            return OUT_OF_THE_QUESTION
        return self.priced[self.least(state, mods)]

    def least(self, state: State, mods: Mods) -> int:
        """The lowest price now, NO_LIMIT if there is nothing to buy."""
        least = min(map(self.costs.__getitem__, state.quarry))
        return least if mods is PLAIN or least == NO_LIMIT else reduced(least, mods)

    def needs_with(self, state: State, player: Player, area: int, aid: Aid) -> list[Need]:
        """The lowest price; where only stones in transit are held, cards may make room too."""
        if room(state, player, aid.mods) < 1 and state.ruled.hold_in_transit_only:
            return [self.need_arrivals(state, player, aid)]
        return [self.need(state, player, area, aid.mods)]

    def need_arrivals(self, state: State, player: Player, aid: Aid) -> Need:
        """The price, and the icons to pass until stones that arrive make room (X-HEN-09)."""
        on_the_way = sorted(left for left in player.to_go if left)
        too_many = 1 - hold_left(state, player, aid.mods)
        least = self.least(state, aid.mods)
        if player.markers < 1 or too_many > len(on_the_way) or least == NO_LIMIT:
            return OUT_OF_THE_QUESTION
        steps = aid.steps_all + (aid.steps_one if too_many == 1 else 0)
        return Need(least, max(0, on_the_way[too_many - 1] - steps))

    def steps(self, state: State, player: Player, work: Work) -> list[BuyStone]:
        """The stones that can be paid, while the level lets one buy.

        HEN-QUA-03, HEN-QUA-04, HEN-QUA-05.
        """
        mods, limit = state.mods, work.grant.limit
        most = state.mat.stone[player.in_force[STONE_LEVEL]][0] if limit == NO_LIMIT else limit
        if work.done >= most + mods.more_buys or room(state, player, mods) < 1:
            return []
        cash, costs = player.cash, self.costs
        return [
            self.options[at][card]
            for at, card in enumerate(state.quarry)
            if card != NONE and reduced(costs[card], mods) <= cash
        ]

    def may_be_idle(self, state: State) -> bool:
        """X-HEN-13."""
        return state.ruled.idle_quarry and pool_is_empty(state)


def reduced(cost: int, mods: Mods) -> int:
    """A printed cost after all discounts of this action (HEN-QUA-01, HEN-QUA-08)."""
    if mods is PLAIN:
        return cost
    less = saved(mods.stone_each, mods.stone_once)
    return cost - less if cost > less else 0


def room(state: State, player: Player, mods: Mods) -> int:
    """Stones the player may still take in (HEN-QUA-02, HEN-QUA-06, HEN-QUA-07, X-HEN-09).

    The starter is an ordinary stone of the player's (HEN-QUA-12).
    """
    hold = hold_left(state, player, mods)
    return hold if hold < player.markers else player.markers


def hold_left(state: State, player: Player, mods: Mods) -> int:
    """Stones that the Stone level still lets the player hold."""
    held = len(player.stones)
    if state.ruled.hold_in_transit_only:
        held -= player.to_go.count(0)
    return state.mat.stone[player.in_force[STONE_LEVEL]][1] + mods.more_holds - held


def pool_is_empty(state: State) -> bool:
    """Tell whether no stone is left to buy (HEN-END-06)."""
    return state.quarry.count(NONE) == len(state.quarry)


def refill(state: State) -> None:
    """Fill the empty places of the pool from the draw deck (HEN-TURN-15, HEN-BOT-17).

    The end comes near when the last card leaves the deck, or when one is missing (X-HEN-22).
    """
    for at, card in enumerate(state.quarry):
        if card == NONE:
            drawn = state.stone_deck.draw()
            state.quarry[at] = drawn
            if drawn == NONE:
                state.end_near = True
    if not state.stone_deck.cards and not state.ruled.end_when_needed:
        state.end_near = True
    left = len(state.quarry) - state.quarry.count(NONE)
    if left < len(state.quarry):
        state.tally.level(P_QUARRY, left)
