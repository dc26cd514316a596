"""What Luck cards make possible: they may be played before the first step of an action.

So a step of the rondel may be chosen for an action that only the hand makes possible, and while
nothing of it has been done, nothing may be done that would make it impossible (HEN-TURN-09).
"""

from __future__ import annotations

from validator.games.henge.actions.action import Action, Due, Need
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import QUARRY
from validator.games.henge.printed.mods import PLAIN, Aid, Mods


def is_possible(state: State, player: Player, due: Due) -> bool:
    """Tell whether the first step of an action can be done, with Luck cards of the hand or not."""
    help_ = Help(state, player, due.action, due.mods)
    return help_.suffices(due.area, player.cash, 0)


def helped_actions(state: State, player: Player) -> int:
    """The actions that some card of the hand may make possible, as bits (HEN-LUCK-02)."""
    bits, printed = 0, state.luck
    for card in player.hand:
        bits |= printed[card].helps
        if state.ruled.hold_in_transit_only and printed[card].transports:
            bits |= printed[card].actions & (1 << QUARRY)
    return bits


def aid_of(state: State, player: Player, action: Action, mods: Mods) -> Aid:
    """What the hand brings an action; known from before where nothing else changes it."""
    bit, printed = action.bit, state.luck
    cards = tuple(
        [
            card
            for card in player.hand
            if printed[card].actions & bit and (printed[card].helps or printed[card].transports)
        ]
    )
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


class Help:
    """What an action needs with the help of the hand; worked out once an area, if asked.

    All the cards count that may be played before the first step, together (HEN-LUCK-02,
    HEN-LUCK-03): none of them makes worse what another one makes better.
    """

    __slots__ = ("_action", "_aid", "_found", "_player", "_state")

    def __init__(self, state: State, player: Player, action: Action, mods: Mods) -> None:
        self._state = state
        self._player = player
        self._action = action
        self._found: dict[int, list[Need]] = {}
        self._aid = aid_of(state, player, action, mods)

    def suffices(self, area: int, cash: int, passed: int) -> bool:
        """Tell whether the action is possible on so much money, past so many icons."""
        where = area if self._action.is_local else 0
        needs = self._found.get(where)
        if needs is None:
            self._found[where] = needs = self._action.needs_with(
                self._state, self._player, area, self._aid
            )
        money = cash + self._coins(self._player.cash - cash)
        for need in needs:  # noqa: SIM110 - asked for every step of the rondel
            if need.is_met(money, passed):
                return True
        return False

    def _coins(self, bribe: int) -> int:
        """Dollars from cards, as far as the bank has them after a bribe (X-HEN-06-BANK)."""
        coins = self._aid.coins
        if coins and self._state.ruled.bank_is_limited:
            return min(coins, max(0, self._state.bank + bribe))
        return coins
