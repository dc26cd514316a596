"""Which Luck cards count when a player asks whether an action may be chosen.

The rule in force: one card of the hand at a time, and only those that widen what the action
allows by a Reach, a Discount, a waiver or a higher hold limit. HEN-LUCK-02 would let any cards
count that may be played before or during the action, together too; that is for
:func:`helping` to say, and nothing else depends on it.
"""

from __future__ import annotations

from validator.games.henge.actions.action import Action, Need
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.mods import Mods


def helped_actions(state: State, player: Player) -> int:
    """The actions that some card of the hand helps, as bits."""
    bits = 0
    for card in player.hand:
        bits |= state.luck[card].helps
    return bits


def helping(state: State, player: Player, action: Action) -> list[Mods]:
    """The changes under each of which the action may be asked whether it can be done."""
    luck = state.luck
    return [luck[card].mods for card in player.hand if luck[card].helps & action.bit]


class Help:
    """What an action needs with the help of the hand; worked out once an area, if asked."""

    __slots__ = ("_action", "_found", "_mods", "_player", "_state")

    def __init__(self, state: State, player: Player, action: Action) -> None:
        self._state = state
        self._player = player
        self._action = action
        self._mods = helping(state, player, action)
        self._found: dict[int, list[Need]] = {}

    def suffices(self, area: int, cash: int, passed: int) -> bool:
        """Tell whether a card makes the action possible, on so much money, past so many icons."""
        where = area if self._action.is_local else 0
        needs = self._found.get(where)
        if needs is None:
            self._found[where] = needs = [
                self._action.need(self._state, self._player, area, mods) for mods in self._mods
            ]
        for need in needs:  # noqa: SIM110 - asked for every step of the rondel
            if need.is_met(cash, passed):
                return True
        return False
