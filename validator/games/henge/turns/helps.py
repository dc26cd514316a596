"""What Luck cards make possible: they may be played before the first step of an action.

So a step of the rondel may be chosen for an action that only the hand makes possible, and while
nothing of it has been done, nothing may be done that would make it impossible (HEN-TURN-09).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from validator.games.henge.actions.action import Due
from validator.games.henge.actions.doors import here
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State


def can_lose(state: State, player: Player, due: Due, hand: Sequence[int], number: int) -> bool:
    """Tell whether the first step stays possible when ``number`` cards of ``hand`` are lost."""
    trial = player.copy()
    for lost in combinations(hand, min(number, len(hand))):
        trial.hand = player.hand.copy()
        for card in lost:
            trial.hand.remove(card)
        if is_possible(state, trial, due):
            return True
    return False


def is_possible(state: State, player: Player, due: Due) -> bool:
    """Tell whether the first step of an action can be done, with Luck cards of the hand or not.

    All the cards count that may be played before it, together (HEN-LUCK-02, HEN-LUCK-03): none of
    them makes worse what another one makes better.
    """
    action, reach = due.action, state.rules.dearest
    aid = state.hands.aid(player.hand, action.number, due.mods)
    return action.open_by(state, player, here(due.area, reach), reach, aid) != 0
