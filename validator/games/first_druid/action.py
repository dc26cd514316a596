"""First Druid: what a thing to do in a turn is.

Plain classes, as compiled code calls what inherits them directly, and no dataclass may inherit a
protocol there.
"""

from __future__ import annotations

from validator.games.first_druid.combinations import Holding
from validator.games.first_druid.state import State
from validator.play.rules import Ask


class Action:
    """One thing to do in a turn, made once a table."""

    __slots__ = ()

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Do it, asking ``seat`` for the cards and for what it leaves open."""
        raise NotImplementedError

    def say(self) -> str:
        """The action in a few words."""
        raise NotImplementedError


class CardAction(Action):
    """An action that is paid for with cards of the hand."""

    __slots__ = ()

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """Tell whether ``seat``, whose hand is ``held`` and not empty, can do it now."""
        raise NotImplementedError
