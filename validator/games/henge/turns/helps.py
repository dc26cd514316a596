"""What Luck cards make possible: they may be played before the first step of an action.

So a step of the rondel may be chosen for an action that only the hand makes possible, and while
nothing of it has been done, nothing may be done that would make it impossible (HEN-TURN-09).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from validator.games.henge.actions.action import Action, Due, Need
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import NO_LIMIT, QUARRY
from validator.games.henge.printed.mods import PLAIN, Aid, Mods


def is_possible(state: State, player: Player, due: Due) -> bool:
    """Tell whether the first step of an action can be done, with Luck cards of the hand or not."""
    (needs,) = helped_needs(state, player, due.action, (due.area,), due.mods)
    return any(need.is_met(player.cash, 0) for need in needs)


def helped_actions(state: State, player: Player) -> int:
    """The actions that some card of the hand may make possible, as bits (HEN-LUCK-02)."""
    bits, printed = 0, state.luck
    for card in player.hand:
        bits |= printed[card].helps
    if state.ruled.hold_in_transit_only:
        for card in player.hand:
            if printed[card].transports:
                bits |= printed[card].actions & (1 << QUARRY)
    return bits


def helped_needs(
    state: State, player: Player, action: Action, areas: Iterable[int], mods: Mods
) -> list[list[Need]]:
    """What an action needs with the help of the hand, by area; meeting one of the needs is enough.

    All the cards count that may be played before the first step, together (HEN-LUCK-02,
    HEN-LUCK-03): none of them makes worse what another one makes better, so that what is
    possible without them is possible with them.
    """
    aid = aid_of(state, player, action, mods)
    needs = [action.needs_with(state, player, area, aid) for area in areas]
    if not aid.coins:
        return needs
    most = player.cash + state.bank if state.ruled.bank_is_limited else NO_LIMIT
    return [[eased(need, aid.coins, most) for need in found] for found in needs]


def eased(need: Need, coins: int, most: int) -> Need:
    """A need when cards give ``coins``, unless more than ``most`` would have to be paid.

    A bank that runs out gives what is in it, bribes included: no more than the money of bank
    and player together can be had (X-HEN-06-BANK).
    """
    if not 0 < need.dollars <= most:
        return need
    return replace(need, dollars=max(0, need.dollars - coins))


def aid_of(state: State, player: Player, action: Action, mods: Mods) -> Aid:
    """What the hand brings an action; known from before where nothing else changes it."""
    helpers = state.cards.helpers[action.number]
    cards = tuple([card for card in player.hand if card in helpers])
    known = action.aids.get(cards) if mods is PLAIN else None
    if known is not None:
        return known
    aid = Aid(mods)
    for card in cards:
        for effect in state.cards.effects[card]:
            aid.add(effect)
    if mods is PLAIN:
        action.aids[cards] = aid
    return aid
