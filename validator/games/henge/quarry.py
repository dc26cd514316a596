"""Quarry, Carve and Arrive: buying stones, carving them, bringing them to the site."""

from __future__ import annotations

from validator.games.henge.codes import CARVE_PRICE, NONE, P_MARKERS, P_QUARRY
from validator.games.henge.player import Mods, Player
from validator.games.henge.state import State
from validator.play.driver import Driver

TOO_MUCH = 999
"""Price of what cannot be had at all."""


def room(state: State, player: Player, mods: Mods) -> int:
    """Stones the player may still take in (HEN-QUA-02 to HEN-QUA-07, X-HEN-09).

    The starter is an ordinary stone of the player's (HEN-QUA-12).
    """
    held = len(player.stones)
    if state.rules.hold_in_transit_only:
        held -= player.to_go.count(0)
    hold = state.mat.stone[player.levels[3]][1] + mods.more_holds - held
    return min(hold, player.markers)


def stone_price(cost: int, mods: Mods) -> int:
    """Dollars for a stone of this cost after all discounts of this action (HEN-QUA-08)."""
    once = max(mods.stone_once) if mods.stone_once else 0
    return max(0, cost - mods.stone_each - once)


def for_sale(state: State, player: Player, mods: Mods) -> list[int]:
    """Places of the pool whose stone the player can buy now (HEN-QUA-01, HEN-QUA-06)."""
    if room(state, player, mods) < 1:
        return []
    cash, cost = player.cash, state.cards.cost
    return [
        at
        for at, card in enumerate(state.quarry)
        if card != NONE and stone_price(cost[card], mods) <= cash
    ]


def cheapest(state: State, player: Player, mods: Mods) -> int:
    """The lowest price the player could pay; TOO_MUCH if nothing can be bought."""
    if room(state, player, mods) < 1:
        return TOO_MUCH
    cost = state.cards.cost
    least = min([cost[card] for card in state.quarry if card != NONE], default=TOO_MUCH)
    return least if least == TOO_MUCH else stone_price(least, mods)


def buy(state: State, player: Player, at: int, mods: Mods) -> None:
    """Pay for the stone on a place of the pool and lay it out (HEN-QUA-08 to HEN-QUA-10)."""
    card = state.quarry[at]
    cost = state.cards.cost[card] - mods.stone_each
    if cost > 0 and mods.stone_once:
        best = max(mods.stone_once)
        mods.stone_once.remove(best)
        cost -= best
    if cost > 0:
        state.spend(player, cost)
    state.quarry[at] = NONE
    player.take_stone(card, state.cards.steps[card])
    state.tally.drew(card)
    state.tally.level(P_MARKERS, player.markers)


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
    if not state.stone_deck.cards and not state.rules.end_when_needed:
        state.end_near = True
    left = len(state.quarry) - state.quarry.count(NONE)
    if left < len(state.quarry):
        state.tally.level(P_QUARRY, left)


def carve_price(mods: Mods) -> int:
    """Dollars for a carving after all discounts of this action (HEN-CARVE-01)."""
    once = max(mods.carving_once) if mods.carving_once else 0
    return max(0, CARVE_PRICE - mods.carving_each - once)


def uncarved(player: Player) -> list[int]:
    """Held stones without a marker in their carve slot, if a marker is left (HEN-CARVE-03)."""
    if player.markers < 1:
        return []
    return [at for at, done in enumerate(player.carved) if not done]


def carve(state: State, player: Player, at: int, mods: Mods, free: bool) -> None:
    """Pay and put a marker into the carve slot of a held stone (HEN-CARVE-01, HEN-CARVE-05)."""
    cost = 0 if free else CARVE_PRICE - mods.carving_each
    if cost > 0 and mods.carving_once:
        best = max(mods.carving_once)
        mods.carving_once.remove(best)
        cost -= best
    if cost > 0:
        state.spend(player, cost)
    player.carved[at] = True  # HEN-STONE-07
    player.markers -= 1
    state.carved_now += 1
    state.tally.level(P_MARKERS, player.markers)


def transport(player: Player, steps: int) -> None:
    """Move the markers of all stones ``steps`` to the right (HEN-TURN-05, HEN-TURN-07)."""
    to_go = player.to_go
    for at, left in enumerate(to_go):
        to_go[at] = left - steps if left > steps else 0


def move_stones(ask: Driver, player: Player, steps: int, every: bool) -> None:
    """Move the markers of all stones, or of one of the player's choice."""
    if every:
        transport(player, steps)
        return
    options = [at for at, left in enumerate(player.to_go) if left]
    if options:
        at = ask.choose(player.seat, "transport", options)
        player.to_go[at] = max(0, player.to_go[at] - steps)


def arrive(player: Player) -> None:
    """Move all markers to the end of their tracks (HEN-ARR-01, HEN-END-03)."""
    for at in range(len(player.to_go)):
        player.to_go[at] = 0


def in_transit(player: Player) -> int:
    """The most steps that any held stone still has to go."""
    return max(player.to_go, default=0)
