"""The High Council: what is open in a turn (HC-TURN-02 to -04)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from validator.games.high_council.convert import Conversions
from validator.games.high_council.debate import Debates
from validator.games.high_council.ponder import Consult, Ponder
from validator.games.high_council.rules import Rules
from validator.games.high_council.seating import Seats
from validator.games.high_council.state import State
from validator.play.rules import Ask


class Action(Protocol):
    """One thing to do in a turn, made once a table."""

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Do it, asking ``seat`` for what it leaves open."""

    def say(self) -> str:
        """The action in a few words."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Let the next player go on."""

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Nothing moves."""

    def say(self) -> str:
        """The action in a few words."""
        return "end the turn"


class Menu:
    """Every action of a table, made once."""

    __slots__ = ("consult", "conversions", "debates", "end", "ponder", "rules", "seats")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.debates = Debates(rules)
        self.seats = Seats(rules)
        self.ponder = Ponder()
        self.consult = Consult()
        self.conversions = Conversions(rules)
        self.end = EndTurn()

    def before_acting(self, state: State, seat: int) -> list[Action]:
        """Conversions, card actions, and the end where one may or must pass (X-HC-09)."""
        options: list[Action] = [*self.conversions.open_to(state, seat)]
        doing = self.card_actions(state, seat)
        options += doing
        if self.rules.ruled.may_pass or not doing:  # HC-TURN-04
            options.append(self.end)
        return options

    def after_acting(self, state: State, seat: int) -> list[Action]:
        """Conversions and the end: one card action a turn (HC-TURN-02, -03)."""
        return [*self.conversions.open_to(state, seat), self.end]

    def card_actions(self, state: State, seat: int) -> list[Action]:
        """Every card action open to ``seat``, in the order of the rulebook (HC-TURN-02)."""
        options: list[Action] = [*self.debates.open_to(state, seat)]
        options += self.seats.open_to(state, seat)
        if Ponder.may(state, seat):
            options.append(self.ponder)
        if Consult.may(state, seat):
            options.append(self.consult)
        return options
