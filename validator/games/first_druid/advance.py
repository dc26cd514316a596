"""First Druid: completing a day of preparations, a space further (FD-PREP-01 to -04)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.first_druid.action import CardAction
from validator.games.first_druid.choices import NO_MORE, Lay, NoMore
from validator.games.first_druid.combinations import Holding, choose_card
from validator.games.first_druid.rules import TOP
from validator.games.first_druid.state import State
from validator.play.rules import Ask


@dataclass(frozen=True, slots=True)
class Advance(CardAction):
    """Cards of the phase, together as strong as the druid's space, move it one space on.

    As often as the hand allows (FD-PREP-03).
    """

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """There is a space to go to, and the hand is strong enough (FD-PREP-01; X-FD-10)."""
        rules = state.rules
        if state.at[seat] >= rules.ring.spaces and not rules.ruled.full_circle:
            return False
        _, values = strengths(state, seat)
        if not values:
            return False
        reached = sum(values) if rules.ruled.strengths_add else max(values)
        return reached >= state.at[seat]

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Lay the cards and move the druid."""
        if state.rules.ruled.strengths_add:
            lay_together(state, ask, seat)
        else:
            lay_single(state, ask, seat)
        state.spend_laid()
        state.step_on(seat)

    def say(self) -> str:
        """The action in a few words."""
        return "complete a day of preparations"


def strengths(state: State, seat: int) -> tuple[list[int], list[int]]:
    """Cards that count for advancing now, with their strengths; the wild one counts most."""
    rules = state.rules
    phase_of = rules.phase
    number = rules.cards.number
    phase = state.phase()
    cards: list[int] = []
    values: list[int] = []
    for card in state.hands[seat]:
        if phase_of[card] == phase:
            cards.append(card)
            values.append(number[card])
        elif rules.wild_for[card] == seat:
            cards.append(card)
            values.append(TOP)
    return cards, values


def lay_single(state: State, ask: Ask, seat: int) -> None:
    """Lay one card that is strong enough by itself (X-FD-10)."""
    cards, values = strengths(state, seat)
    need = state.at[seat]
    strong = [card for card, value in zip(cards, values, strict=True) if value >= need]
    choose_card(state, ask, seat, strong)


def lay_together(state: State, ask: Ask, seat: int) -> None:
    """Lay cards of the phase that are together at least as strong as the druid's space.

    Any of them (FD-PREP-01, FD-PREP-02), each later in the hand than the one before, so that
    every combination comes up once; when they are strong enough, more may be laid. By exact sums
    the whole way takes 1 + 2 + ... + 29 = 435 strength; all number cards together hold 930
    (FD-PREP-04).
    """
    need = state.at[seat]
    cards, values = strengths(state, seat)
    tails = [0] * (len(values) + 1)
    for index in range(len(values) - 1, -1, -1):
        tails[index] = tails[index + 1] + values[index]
    lay = state.rules.choices.lay
    start = 0
    total = 0
    while start < len(cards):
        options: list[Lay | NoMore] = [
            lay[cards[index]] for index in range(start, len(cards)) if total + tails[index] >= need
        ]
        if total >= need and state.laid:
            options.append(NO_MORE)
        chosen = ask.choose(seat, "lay", options)
        if isinstance(chosen, NoMore):
            return
        state.lay(seat, chosen.card)
        index = cards.index(chosen.card)
        total += values[index]
        start = index + 1
