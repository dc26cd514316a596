"""Arrive, and all else that brings stones to the site (HEN-ARR-01, HEN-ARR-02)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from validator.catalogue.effects import Effect
from validator.games.henge.actions.action import (
    Action,
    Step,
    Turn,
    Work,
)
from validator.games.henge.actions.doors import Doors
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed import codes
from validator.games.henge.printed.mods import PLAIN, Aid, is_transport


@dataclass(frozen=True, slots=True)
class BringAll:
    """Move all markers to the end of their tracks (HEN-ARR-01)."""

    def do(self, turn: Turn, work: Work) -> None:
        """Move them."""
        arrive(turn.player)

    def charge(self, state: State, player: Player, *, free: bool) -> None:
        """It costs nothing."""

    def say(self) -> str:
        """The step in a few words."""
        return "arrive"


ONCE: Final = (BringAll(),)
"""The one step there is."""


class Arrive(Action):
    """Bring all stones once."""

    __slots__ = ()
    number = codes.ARRIVE

    def open_by(self, state: State, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """A stone must still be on its way (HEN-ARR-02), unless X-HEN-15 lets one be idle."""
        steps, bits = max(player.to_go, default=0), doors.within[reach]
        if state.ruled.idle_arrive:
            return bits
        if not steps:
            return 0
        if state.ruled.transport_may_wait:  # X-HEN-29
            return bits
        return bits & doors.upto[min(steps, len(doors.upto)) - 1]

    def steps(self, state: State, player: Player, work: Work) -> tuple[Step, ...]:
        """The move, once."""
        idle = not any(player.to_go) and not state.ruled.idle_arrive
        return () if work.done or idle else ONCE

    def spoilt_by(self, state: State, player: Player, effects: Sequence[Effect]) -> bool:
        """What brings the last stones to the site leaves nothing to do (HEN-ARR-02)."""
        moving = [effect for effect in effects if is_transport(effect)]
        if state.ruled.idle_arrive or not moving:
            return False
        aid = Aid(PLAIN)
        for effect in moving:
            aid.add(effect)
        left = sorted(max(0, steps - aid.steps_all) for steps in player.to_go)
        return sum(left[:-1]) == 0 and sum(left) <= aid.steps_one


def arrive(player: Player) -> None:
    """Move all markers to the end of their tracks (HEN-ARR-01, HEN-END-03)."""
    player.to_go = [0] * len(player.to_go)


def transport(player: Player, steps: int) -> None:
    """Move the markers of all stones ``steps`` to the right (HEN-TURN-05, HEN-TURN-07)."""
    player.to_go = [max(0, left - steps) for left in player.to_go]
