"""Income: coins by the Coin level, and Luck cards (HEN-INC-01 to HEN-INC-03)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from validator.games.henge.actions.action import (
    Action,
    Step,
    Turn,
    Work,
)
from validator.games.henge.cards.luck import draw_by_level
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed import codes
from validator.games.henge.printed.codes import COIN_LEVEL


@dataclass(frozen=True, slots=True)
class TakeIncome:
    """Take coins and draw Luck cards."""

    def do(self, turn: Turn, work: Work) -> None:
        """By the levels (HEN-INC-01, HEN-INC-02)."""
        state, player = turn.state, turn.player
        state.receive(player, state.mat.coins[player.in_force[COIN_LEVEL]])
        draw_by_level(turn)

    def charge(self, state: State, player: Player, *, free: bool) -> None:
        """It costs nothing."""

    def say(self) -> str:
        """The step in a few words."""
        return "income"


ONCE: Final = (TakeIncome(),)
"""The one step there is."""


class Income(Action):
    """Take it once; it costs nothing and is always possible (HEN-INC-03)."""

    __slots__ = ()
    number = codes.INCOME

    def steps(self, state: State, player: Player, work: Work) -> tuple[Step, ...]:
        """The income, once."""
        return () if work.done else ONCE
