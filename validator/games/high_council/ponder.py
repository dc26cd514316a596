"""The High Council: Ponder and Consult, cards for cards (HC-POND-01 to -03, HC-CONS-01)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.high_council.rules import FACTIONS, PONDERED, side
from validator.games.high_council.state import State
from validator.play.rules import Ask


@dataclass(frozen=True, slots=True)
class Ponder:
    """One card for three (HC-POND-02, no hand limit: HC-POND-03), or a new hand (HC-POND-01)."""

    @staticmethod
    def may(state: State, seat: int) -> bool:
        """It takes a card, and three that can be drawn where X-HC-05 asks for that."""
        if not state.hands[seat]:
            return False
        ruled = state.rules.ruled
        if not ruled.ponder_needs_cards or not ruled.ponders_one:
            return True
        return state.decks[side(seat)].left() + 1 >= PONDERED

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Give up a card and draw three, or give up the hand for as many (X-HC-02)."""
        deck = state.decks[side(seat)]
        hand = state.hands[seat]
        if state.rules.ruled.ponders_one:
            given = state.rules.choices.given
            card = ask.choose(seat, "give up", [given[card] for card in hand]).card
            hand.remove(card)
            deck.discard(card)
            state.draw(seat, PONDERED)
            return
        count = len(hand)
        for card in hand:
            deck.discard(card)
        hand.clear()
        state.draw(seat, count)

    def say(self) -> str:
        """The action in a few words."""
        return "ponder"


@dataclass(frozen=True, slots=True)
class Consult:
    """Give the partner a card and get one back, maybe the same (HC-CONS-01)."""

    @staticmethod
    def may(state: State, seat: int) -> bool:
        """It takes a card and a partner."""
        return bool(state.hands[seat]) and len(state.hands) > len(FACTIONS)

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Choose the card, then let the partner choose."""
        partner = (seat + len(FACTIONS)) % len(state.hands)
        self.give(state, ask, "give", (seat, partner))
        self.give(state, ask, "give back", (partner, seat))

    @staticmethod
    def give(state: State, ask: Ask, what: str, way: tuple[int, int]) -> None:
        """A card goes from the first seat of ``way``, which chooses it, to the second."""
        giver, taker = way
        given = state.rules.choices.given
        card = ask.choose(giver, what, [given[card] for card in state.hands[giver]]).card
        state.hands[giver].remove(card)
        state.hands[taker].append(card)
        state.tally.drew(card)

    def say(self) -> str:
        """The action in a few words."""
        return "consult"
