"""First Druid: a player's turn, any actions in any order, or a rest (FD-INACT-01, -02).

To add an action, write its class beside those of its part of the rulebook and name it in the
menu.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from validator.games.first_druid.advance import Advance
from validator.games.first_druid.altar import DressWithPair, DressWithSum
from validator.games.first_druid.combinations import Holding, holding
from validator.games.first_druid.rows import AllyClan, ConvertClan, ConvertSpirit
from validator.games.first_druid.rules import Rules
from validator.games.first_druid.state import State
from validator.games.first_druid.trade import Trade
from validator.games.first_druid.trilithons import Build, TakeOver
from validator.play.rules import Ask


class Action(Protocol):
    """One thing to do in a turn, made once a table."""

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """Tell whether ``seat``, whose hand is ``held``, can do it now."""

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Do it, asking ``seat`` for the cards and for what it leaves open."""

    def say(self) -> str:
        """The action in a few words."""


@dataclass(frozen=True, slots=True)
class Rest:
    """An inactive turn: draw a card, and one for each own trilithon (FD-INACT-01)."""

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """Nothing else was done (FD-INACT-02), and a card may be taken (FD-FALL-01)."""
        return state.idle and not state.is_behind(seat)

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Draw."""
        state.draw(ask, seat, 1 + state.owners.count(seat))

    def say(self) -> str:
        """The action in a few words."""
        return "rest and draw"


@dataclass(frozen=True, slots=True)
class End:
    """Nothing more is done in this turn."""

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """A turn can always be ended."""
        return True

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Leave everything as it is."""

    def say(self) -> str:
        """The action in a few words."""
        return "end the turn"


Menu: TypeAlias = tuple[Action, ...]
"""Every action of a table in the order it is offered."""


def make_menu(rules: Rules) -> Menu:
    """The actions in the order of the rulebook, then trades and what ends the turn."""
    return (
        Advance(),
        AllyClan(),
        ConvertClan(),
        ConvertSpirit(),
        Build(),
        *(TakeOver(number) for number in range(rules.capstones)),
        DressWithSum(),
        DressWithPair(),
        *(Trade(seat, colour) for seat, colour in enumerate(rules.seats)),
        Rest(),
        End(),
    )


def actions(menu: Menu, state: State, seat: int) -> list[Action]:
    """Every action open to ``seat``."""
    held = holding(state, seat)
    return [action for action in menu if action.may(state, seat, held)]


def take_turn(menu: Menu, state: State, ask: Ask, seat: int) -> None:
    """The turn of ``seat``: actions until it rests or ends the turn, or the game ends."""
    state.begin_turn(seat)
    while True:
        action = ask.choose(seat, "turn", actions(menu, state, seat))
        action.carry_out(state, ask, seat)
        if isinstance(action, (End, Rest)):
            return
        if state.over and state.rules.ruled.ends_at_once:  # FD-END-02, X-FD-03
            return
