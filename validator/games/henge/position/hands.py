"""What a hand of Luck cards brings before a move, worked out once for each hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from validator.games.henge.position.options import Menu, PlayBeforeMove
from validator.games.henge.printed.cards import Cards
from validator.games.henge.printed.codes import ACTIONS, QUARRY
from validator.games.henge.printed.mods import NO_AID, PLAIN, Aid, Mods

HANDS_KEPT: Final = 4096
"""Hands of a table that are kept: most come again in some game of a run."""


class Held:
    """What a hand brings: its ``aids`` by action, the cards to play ``early``, before the move."""

    __slots__ = ("aids", "early")

    def __init__(self, aids: list[Aid], early: Sequence[PlayBeforeMove]) -> None:
        self.aids = aids
        self.early = early


class Hands(dict[tuple[int, ...], Held]):
    """The hands of a table that were met, with what they bring where nothing is changed yet."""

    __slots__ = ("_aids", "cards", "menu")

    def __init__(self, cards: Cards, menu: Menu) -> None:
        super().__init__()
        self.cards = cards
        self.menu = menu
        self._aids: list[dict[tuple[int, ...], Aid]] = [{} for _ in ACTIONS]

    def __missing__(self, hand: tuple[int, ...]) -> Held:
        """Work out what a hand brings that is not kept."""
        if len(self) >= HANDS_KEPT:
            self._forget()
        self[hand] = found = self._made(hand)
        return found

    def aids(self, hand: Sequence[int], mods: Mods) -> list[Aid]:
        """What the hand brings each action, with what is changed for it already."""
        aids = [NO_AID if mods is PLAIN else Aid(mods)] * len(ACTIONS)
        helped = self._helped(hand)
        for action in range(len(ACTIONS)):
            if helped >> action & 1:
                aids[action] = self.aid(hand, action, mods)
        return aids

    def aid(self, hand: Iterable[int], action: int, mods: Mods) -> Aid:
        """What the hand brings an action, with what is changed for it already."""
        helpers = self.cards.helpers[action]
        cards = tuple([card for card in hand if card in helpers])
        if mods is not PLAIN:
            return self._sum(cards, mods)
        known = self._aids[action]
        if cards not in known:
            known[cards] = self._sum(cards, mods)
        return known[cards]

    def _sum(self, cards: Iterable[int], mods: Mods) -> Aid:
        aid = Aid(mods)
        for card in cards:
            for effect in self.cards.effects[card]:
                aid.add(effect)
        return aid

    def _forget(self) -> None:
        self.clear()
        for known in self._aids:
            known.clear()

    def _helped(self, hand: Iterable[int]) -> int:
        """The actions that some card may make possible, as bits (HEN-LUCK-02)."""
        bits = 0
        for card in hand:
            printed = self.cards.luck[card]
            bits |= printed.helps
            if printed.transports:  # they may make room (X-HEN-09)
                bits |= printed.actions & (1 << QUARRY)
        return bits

    def _made(self, hand: Sequence[int]) -> Held:
        early = self.menu.before_move
        return Held(
            self.aids(hand, PLAIN),
            [early[card] for card in dict.fromkeys(hand) if card in early],
        )
