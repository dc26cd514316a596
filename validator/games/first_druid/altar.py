"""First Druid: dressing the altar stone by a sum or by a pair (FD-ALT-01 to -06)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.first_druid.action import CardAction
from validator.games.first_druid.combinations import Holding, lay_pair, lay_sum
from validator.games.first_druid.state import State
from validator.play.rules import Ask


@dataclass(frozen=True, slots=True)
class DressWithSum(CardAction):
    """A sum of 31 puts a bar on the altar stone (FD-ALT-01)."""

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """It takes the cards and a bar."""
        return held.makes_sum and may_dress(state, seat)

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Lay the sum and put the bar there."""
        lay_sum(state, ask, seat)
        state.spend_laid()
        dress(state, seat)

    def say(self) -> str:
        """The action in a few words."""
        return "dress the altar with a sum"


@dataclass(frozen=True, slots=True)
class DressWithPair(CardAction):
    """A pair puts a bar on the altar stone (FD-ALT-01)."""

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """It takes the cards and a bar."""
        return held.makes_pair and may_dress(state, seat)

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Lay the pair and put the bar there."""
        lay_pair(state, ask, seat)
        state.spend_laid()
        dress(state, seat)

    def say(self) -> str:
        """The action in a few words."""
        return "dress the altar with a pair"


def may_dress(state: State, seat: int) -> bool:
    """Tell whether ``seat`` has a bar for the altar stone (FD-ALT-05, FD-ALT-06, X-FD-19)."""
    return state.bars[seat] > 0 and not state.altar_closed


def dress(state: State, seat: int) -> None:
    """A bar on the altar; as many bars as players complete it (FD-ALT-01, -02, -05)."""
    state.take_bar(seat)
    state.altar[seat] += 1
    if sum(state.altar) < len(state.hands):
        return
    most = max(state.altar)
    if state.altar.count(most) == 1:  # FD-ALT-03
        state.step_on(state.altar.index(most))
    stays = state.stopped and state.rules.ruled.end_stops_altar  # FD-END-02, X-FD-24
    for other, bars in enumerate(state.altar):
        if bars == 0 and not stays:
            state.step_back(other)  # FD-ALT-04
        state.bars[other] += bars
        state.altar[other] = 0
    state.altar_closed = state.rules.ruled.altar_once  # FD-ALT-06, X-FD-19
