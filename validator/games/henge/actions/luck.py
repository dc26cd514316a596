"""Luck: draw Luck cards (HEN-LUCK-16, X-HEN-03)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from validator.games.henge.actions.action import (
    Action,
    Step,
    Turn,
    Work,
)
from validator.games.henge.actions.doors import Doors
from validator.games.henge.cards.luck import draw_by_level
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed import codes
from validator.games.henge.printed.mods import Aid


@dataclass(frozen=True, slots=True)
class DrawLuck:
    """Draw by the Luck level (HEN-LUCK-08)."""

    def do(self, turn: Turn, work: Work) -> None:
        """Draw, then discard."""
        draw_by_level(turn)

    def charge(self, state: State, player: Player, *, free: bool) -> None:
        """It costs nothing."""

    def say(self) -> str:
        """The step in a few words."""
        return "luck"


ONCE: Final = (DrawLuck(),)
"""The one step there is."""


class Luck(Action):
    """Draw once."""

    __slots__ = ()
    number = codes.LUCK

    def open_by(self, state: State, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """It costs nothing, but X-HEN-03 may leave it without a meaning."""
        return doors.within[reach] if state.ruled.luck_draws else 0

    def steps(self, state: State, player: Player, work: Work) -> tuple[Step, ...]:
        """The draw, once."""
        return () if work.done else ONCE
