"""Quarry: buy stones from the pool (HEN-QUA-01 to HEN-QUA-13)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.henge import codes
from validator.games.henge.actions import Doors, HengeAction, HengeTurn, HengeWork, ease_price
from validator.games.henge.codes import NO_LIMIT, NONE, P_MARKERS, P_QUARRY, STONE_LEVEL
from validator.games.henge.modifiers import NO_AID, Aid, Mods, saving, use_once
from validator.games.henge.printed import HengeCards
from validator.games.henge.state import HengeState, Player


@dataclass(frozen=True, slots=True)
class BuyStone:
    """Buy the stone on this place of the pool."""

    at: int
    card: int
    name: str

    def do(self, turn: HengeTurn, work: HengeWork) -> None:
        """Pay and lay it out, with a marker on its Quarry step (HEN-QUA-08, HEN-QUA-10)."""
        state, player, mods = turn.state, turn.player, turn.state.mods
        printed = state.stones[self.card]
        state.spend(player, use_once(printed.cost - mods.stone_each, mods.stone_once))
        state.quarry[self.at] = NONE  # HEN-QUA-09
        player.take_stone(self.card, printed.steps)
        state.tally.drew(self.card)
        state.tally.level(P_MARKERS, player.markers)

    def charge(self, state: HengeState, player: Player, *, free: bool) -> None:
        """Take the price; the stone is held."""
        printed, mods = state.stones[self.card], state.mods
        player.cash -= max(0, printed.cost - saving(mods.stone_each, mods.stone_once))
        player.take_stone(self.card, printed.steps)

    def say(self) -> str:
        """The step in a few words."""
        return f"buy {self.name}"


class Quarry(HengeAction):
    """Buy up to the Stone level, at least one (HEN-QUA-02, HEN-QUA-11)."""

    __slots__ = ("costs", "options")
    number = codes.QUARRY

    def __init__(self, cards: HengeCards, places: int) -> None:
        super().__init__()
        self.costs = {card: stone.cost for card, stone in cards.stones.items()}
        self.costs[NONE] = NO_LIMIT
        self.options = [
            {card: BuyStone(at, card, cards.names[card]) for card in cards.stones}
            for at in range(places)
        ]

    def open_by(self, state: HengeState, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """With the lowest price, past icons enough that stones make room (HEN-QUA-06, X-HEN-09)."""
        if state.ruled.idle_quarry and pool_is_empty(state):  # X-HEN-13
            return doors.within[reach]
        mods = aid.mods
        dollars = min(map(self.costs.__getitem__, state.quarry), default=NO_LIMIT)
        if aid is not NO_AID and dollars < NO_LIMIT:
            dollars = max(0, dollars - saving(mods.stone_each, mods.stone_once))
            dollars = ease_price(state, player, dollars, aid.coins)
        if player.markers < 1 or dollars > player.cash:
            return 0
        bits = doors.within[reach - dollars]
        left = hold_left(state, player, mods)
        if left > 0:
            return bits
        if not state.ruled.hold_in_transit_only:
            return 0
        return bits & past_arrivals(player, doors, 1 - left, aid)

    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[BuyStone]:
        """The stones that can be paid, while the level lets one buy.

        HEN-QUA-01, HEN-QUA-03, HEN-QUA-04, HEN-QUA-05.
        """
        mods, limit = state.mods, work.grant.limit
        most = state.mat.stone[player.in_force[STONE_LEVEL]][0] if limit == NO_LIMIT else limit
        if work.done >= most + mods.more_buys or room(state, player, mods) < 1:
            return []
        cash, costs = player.cash + saving(mods.stone_each, mods.stone_once), self.costs
        found: list[BuyStone] = []
        for at, card in enumerate(state.quarry):
            if card != NONE and costs[card] <= cash:
                found.append(self.options[at][card])
        return found

    def may_be_idle(self, state: HengeState) -> bool:
        """X-HEN-13."""
        return state.ruled.idle_quarry and pool_is_empty(state)


def past_arrivals(player: Player, doors: Doors, too_many: int, aid: Aid) -> int:
    """The ways past icons enough for so many stones to arrive and make room (X-HEN-09)."""
    on_the_way = sorted(left for left in player.to_go if left)
    if too_many > len(on_the_way):
        return 0
    steps = aid.steps_all + (aid.steps_one if too_many == 1 else 0)
    icons = max(0, on_the_way[too_many - 1] - steps)
    return doors.past[icons] if icons < len(doors.past) else 0


def room(state: HengeState, player: Player, mods: Mods) -> int:
    """Stones the player may still take in (HEN-QUA-02, HEN-QUA-06, HEN-QUA-07, X-HEN-09).

    The starter is an ordinary stone of the player's (HEN-QUA-12).
    """
    return min(hold_left(state, player, mods), player.markers)


def hold_left(state: HengeState, player: Player, mods: Mods) -> int:
    """Stones that the Stone level still lets the player hold."""
    held = len(player.stones)
    if state.ruled.hold_in_transit_only:
        held -= player.to_go.count(0)
    return state.mat.stone[player.in_force[STONE_LEVEL]][1] + mods.more_holds - held


def pool_is_empty(state: HengeState) -> bool:
    """Tell whether no stone is left to buy (HEN-END-06)."""
    return state.quarry.count(NONE) == len(state.quarry)


def refill(state: HengeState) -> None:
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
    state.tally.level(P_QUARRY, len(state.quarry) - state.quarry.count(NONE))
