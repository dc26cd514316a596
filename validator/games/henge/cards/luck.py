"""Luck cards: drawing them, giving them up, which may be played (HEN-LUCK-01 to HEN-LUCK-16)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from validator.catalogue.effects import Discard, Draw, Effect
from validator.games.henge.position.options import (
    DECLINE,
    Decline,
    DiscardLuck,
)
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import LUCK_LEVEL
from validator.play.rules import Ask


class Drawing(Protocol):
    """Whose turn it is, as far as drawing is concerned."""

    state: State
    ask: Ask
    player: Player

    def spare(self, cards: list[DiscardLuck], number: int) -> list[DiscardLuck]:
        """Those of the cards in hand that may be the first of so many to be discarded."""

    def play_drawn(self, cards: Sequence[int]) -> None:
        """Offer to play Luck cards just drawn."""


def draw_by_level(turn: Drawing) -> None:
    """Draw and discard by the Luck level, whatever the cause.

    HEN-LUCK-08; the levels are HEN-LUCK-09, HEN-LUCK-10, HEN-LUCK-11 and HEN-LUCK-12.
    """
    drawn, given_up = turn.state.mat.luck[turn.player.in_force[LUCK_LEVEL]]
    draw(turn, drawn, given_up)


def draw(turn: Drawing, number: int, give_up: int) -> None:
    """Draw ``number`` cards, then discard ``give_up`` from the hand, which has no limit.

    HEN-LUCK-14. Whether cards just drawn may be played before that is X-HEN-28; whether as many
    less are discarded if the deck has fewer is X-HEN-08-LUCK.
    """
    state, player = turn.state, turn.player
    cards = state.luck_deck.draw_up_to(number)
    state.tally.drew_each(cards)
    player.hand += cards
    if state.ruled.short_luck_spares:
        give_up -= number - len(cards)
    if give_up > 0 and not state.ruled.discards_before_play:
        turn.play_drawn(cards)
    while give_up > 0 and player.hand:
        cards_left = turn.spare(held(state, player), min(give_up, len(player.hand)))
        give_up -= 1
        chosen = turn.ask.choose(player.seat, "discard", cards_left or held(state, player))
        discard(state, player, chosen.card)


def numbers(state: State, player: Player, effect: Draw) -> tuple[int, int]:
    """How many cards an effect lets one draw, and how many are to be discarded then."""
    if effect.by is not None:
        return state.mat.luck[player.in_force[LUCK_LEVEL]]
    return effect.amount, 0 if effect.keep is None else effect.amount - effect.keep


def lost_by(state: State, player: Player, effects: Sequence[Effect]) -> int:
    """Cards that draws take from the hand beyond those that they bring, if the deck is short."""
    left, lost = state.luck_deck.left(), 0
    for effect in effects:
        if isinstance(effect, Draw):
            number, give_up = numbers(state, player, effect)
            drawn = min(number, left)
            left -= drawn
            lost += max(0, give_up - drawn)
    return 0 if state.ruled.short_luck_spares else lost


def held(state: State, player: Player) -> list[DiscardLuck]:
    """The cards of the hand to choose from; copies of one design are the same card."""
    return [*map(state.menu.discard.__getitem__, dict.fromkeys(player.hand))]


def discard(state: State, player: Player, card: int) -> None:
    """Lay a Luck card on the discards."""
    player.hand.remove(card)
    state.luck_deck.discards.append(card)


def discard_for(turn: Drawing, effect: Discard) -> bool:
    """Discard Luck cards, voluntarily if it is a price; tell whether all were discarded."""
    state, player = turn.state, turn.player
    number = len(player.hand) if effect.amount is None else effect.amount
    if len(player.hand) < number:
        return False
    for left in range(number, 0, -1):
        cards = turn.spare(held(state, player), left)
        options: Sequence[DiscardLuck | Decline]
        options = [DECLINE, *cards] if effect.to else cards or held(state, player)
        chosen = turn.ask.choose(player.seat, "discard", options)
        if isinstance(chosen, Decline):
            return False
        discard(state, player, chosen.card)
    return True
