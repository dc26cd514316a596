"""What Luck cards make possible: they may be played before the first step of an action.

So a step of the rondel may be chosen for an action that only the hand makes possible, and while
nothing of it has been done, nothing may be done that would make it impossible (HEN-TURN-09).
"""

from __future__ import annotations

from validator.games.henge.actions.action import Action, Due
from validator.games.henge.actions.doors import here
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import QUARRY
from validator.games.henge.printed.mods import PLAIN, Aid, Mods


def is_possible(state: State, player: Player, due: Due) -> bool:
    """Tell whether the first step of an action can be done, with Luck cards of the hand or not.

    All the cards count that may be played before it, together (HEN-LUCK-02, HEN-LUCK-03): none of
    them makes worse what another one makes better.
    """
    action, cash = due.action, player.cash
    way = here(action.number, due.area, cash, len(state.board.areas))
    return action.open_by(state, player, way, cash, aid_of(state, player, action, due.mods)) != 0


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
