"""First Druid: a player's turn, any actions in any order (FD-TURN-01), or a rest (FD-INACT-01).

To add an action, write its class beside those of its part of the rulebook and name it in the
menu.
"""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.first_druid.action import Action, CardAction
from validator.games.first_druid.advance import Advance
from validator.games.first_druid.altar import DressWithPair, DressWithSum
from validator.games.first_druid.combinations import holding
from validator.games.first_druid.rows import AllyClan, ConvertClan, ConvertSpirit
from validator.games.first_druid.rules import Rules
from validator.games.first_druid.state import State
from validator.games.first_druid.trade import Trade
from validator.games.first_druid.trilithons import Build, TakeOver
from validator.play.rules import Ask


@dataclass(frozen=True, slots=True)
class Rest(Action):
    """An inactive turn: draw a card, and one for each own trilithon (FD-INACT-01)."""

    def may(self, state: State, seat: int) -> bool:
        """Nothing else was done (FD-INACT-02), and a card may be taken (FD-FALL-01)."""
        return state.idle and not state.fallen[seat]

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Draw."""
        state.draw(ask, seat, 1 + state.owners.count(seat))

    def say(self) -> str:
        """The action in a few words."""
        return "rest and draw"


@dataclass(frozen=True, slots=True)
class End(Action):
    """Nothing more is done in this turn."""

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Leave everything as it is."""

    def say(self) -> str:
        """The action in a few words."""
        return "end the turn"


class Menu:
    """Every action of a table in the order it is offered.

    ``by_cards_unbuilt`` are those ``by_cards`` while no trilithon stands.
    """

    __slots__ = ("by_cards", "by_cards_unbuilt", "end", "rest", "trades")

    def __init__(self, rules: Rules) -> None:
        before = (Advance(), AllyClan(), ConvertClan(), ConvertSpirit(), Build())
        take_overs = [TakeOver(number) for number in range(rules.capstones)]
        after = (DressWithSum(), DressWithPair())
        self.by_cards: tuple[CardAction, ...] = (*before, *take_overs, *after)
        self.by_cards_unbuilt: tuple[CardAction, ...] = (*before, *after)
        self.trades = [Trade(seat, colour) for seat, colour in enumerate(rules.seats)]
        self.rest = Rest()
        self.end = End()


def actions(menu: Menu, state: State, seat: int) -> list[Action]:
    """Every action open to ``seat`` (FD-TURN-01); a turn can always be ended."""
    options: list[Action] = []
    if state.hands[seat]:
        held = holding(state, seat)
        by_cards = menu.by_cards if state.owners else menu.by_cards_unbuilt
        options += [action for action in by_cards if action.may(state, seat, held)]
    options += [trade for trade in menu.trades if trade.may(state, seat)]
    if menu.rest.may(state, seat):
        options.append(menu.rest)
    options.append(menu.end)
    return options


def take_turn(menu: Menu, state: State, ask: Ask, seat: int) -> None:
    """The turn of ``seat``: actions until it rests or ends the turn, or the game ends."""
    state.begin_turn()
    while True:
        action = ask.choose(seat, "turn", actions(menu, state, seat))
        action.carry_out(state, ask, seat)
        if isinstance(action, (End, Rest)):
            return
        if state.stopped:  # FD-END-02, X-FD-03, X-FD-04
            return
