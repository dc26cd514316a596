"""Luck cards: drawing them, giving them up, which may be played (HEN-LUCK-01 to HEN-LUCK-16)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from validator.catalogue.effects import Discard
from validator.games.henge.position.options import (
    DECLINE,
    Decline,
    DiscardLuck,
)
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import LUCK_LEVEL
from validator.play.rules import Ask

Spare = Callable[[list[DiscardLuck]], list[DiscardLuck]]
"""Which of the cards in hand may be discarded; not one that the action at hand cannot spare."""


def draw_by_level(state: State, ask: Ask, player: Player, spare: Spare | None = None) -> None:
    """Draw and discard by the Luck level, whatever the cause.

    HEN-LUCK-08; the levels are HEN-LUCK-09, HEN-LUCK-10, HEN-LUCK-11 and HEN-LUCK-12.
    """
    drawn, given_up = state.mat.luck[player.in_force[LUCK_LEVEL]]
    draw(state, ask, player, drawn, given_up, spare)


def draw(
    state: State,
    ask: Ask,
    player: Player,
    number: int,
    give_up: int,
    spare: Spare | None = None,
) -> None:
    """Draw ``number`` cards, then discard ``give_up`` from the hand, which has no limit.

    HEN-LUCK-14. Whether as many less are discarded if the deck has fewer is a ruling:
    X-HEN-08-LUCK.
    """
    cards = state.luck_deck.draw_up_to(number)
    state.tally.drew_each(cards)
    player.hand += cards
    if state.ruled.short_luck_spares:
        give_up -= number - len(cards)
    while give_up > 0 and player.hand:
        give_up -= 1
        options = to_discard(state, player, spare)
        discard(state, player, ask.choose(player.seat, "discard", options).card)


def to_discard(state: State, player: Player, spare: Spare | None) -> list[DiscardLuck]:
    """The cards of the hand to choose from; copies of one design are the same card."""
    menu = state.menu.discard
    cards: list[DiscardLuck] = []
    for card in dict.fromkeys(player.hand):
        cards.append(menu[card])
    return cards if spare is None else spare(cards)


def discard(state: State, player: Player, card: int) -> None:
    """Lay a Luck card on the discards (HEN-LUCK-06)."""
    player.hand.remove(card)
    state.luck_deck.discards.append(card)


def discard_for(
    state: State, ask: Ask, player: Player, effect: Discard, spare: Spare | None = None
) -> bool:
    """Discard Luck cards, voluntarily if it is a price; tell whether all were discarded."""
    number = len(player.hand) if effect.amount is None else effect.amount
    if len(player.hand) < number:
        return False
    for _ in range(number):
        cards = to_discard(state, player, spare)
        options: Sequence[DiscardLuck | Decline] = [DECLINE, *cards] if effect.to else cards
        chosen = ask.choose(player.seat, "discard", options)
        if isinstance(chosen, Decline):
            return False
        discard(state, player, chosen.card)
    return True
