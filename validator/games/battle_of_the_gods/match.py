"""Battle of the Gods, one game, from the first turn to the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.games.battle_of_the_gods import greedy, scoring, view
from validator.games.battle_of_the_gods.actions import Menu, actions
from validator.games.battle_of_the_gods.rules import Rules
from validator.games.battle_of_the_gods.state import State
from validator.play.anew import Unseen
from validator.play.deck import Deck
from validator.play.rules import Ask, Frame, Option, Outcome
from validator.rng import Streams


@dataclass(frozen=True, slots=True)
class LastRound:
    """What has caused the end: everybody has one last turn (BG-END-04)."""

    reason: str

    def say(self) -> str:
        """The cause in a few words."""
        return f"{self.reason}, the last round begins"


class BattleMatch(State):
    """The course of a game.

    ``seat`` is next, -1 when everybody has had the last turn; ``reason`` is what caused the end,
    on the turn of ``cause``.
    """

    __slots__ = ("cause", "menu", "reason", "seat")

    def __init__(
        self,
        rules: Rules,
        menu: Menu,
        frame: Frame,
        deck: Deck,
        hands: list[list[int]],
        left: list[int],
    ) -> None:
        super().__init__(rules, frame, deck, hands, left)
        self.menu = menu
        self.seat = 0
        self.cause = -1
        self.reason = ""

    def copy(self) -> BattleMatch:
        """The same game, to be played on apart."""
        deck = self.deck.copy(self.deck.rng.copy(), self.tally.copy())
        hands = [hand.copy() for hand in self.hands]
        other = BattleMatch(self.rules, self.menu, self.frame, deck, hands, self.left.copy())
        other.take_over(self)
        other.seat, other.cause, other.reason = self.seat, self.cause, self.reason
        return other

    # --- the course of the game -------------------------------------------------------

    def play(self, ask: Ask) -> Outcome:
        """Clockwise turns until the end is caused, then one last turn each (BG-SETUP-05)."""
        while self.seat >= 0:
            seat = self.seat
            ask.turn(seat)
            self.take_turn(ask, seat)
            self.end_turn(ask, seat)
        scores = self.scores()
        return Outcome(scoring.winners(self, scores), tuple(scores), self.reason)

    def take_turn(self, ask: Ask, seat: int) -> None:
        """One action (BG-ACT-01 to BG-ACT-08), then the hand is filled again (BG-ACT-12)."""
        action = ask.choose(seat, "action", actions(self.menu, self, seat))
        action.carry_out(self.menu, self, ask, seat)
        self.refill(seat)

    def end_turn(self, ask: Ask, seat: int) -> None:
        """Pass the turn on; has this one caused the end?"""
        if not self.final:
            self.reason = self.caused(seat)
            if self.reason:
                self.final = True
                self.cause = seat
                ask.tell(seat, "end", LastRound(self.reason))
        elif seat == self.cause:  # BG-END-04: the player who caused the end is last
            self.seat = -1
            return
        self.seat = (seat + 1) % len(self.hands)

    def caused(self, seat: int) -> str:
        """What has ended the game on the turn of ``seat``, or an empty text."""
        if not self.deck.cards if self.rules.ruled.ends_on_last_card else self.short:
            return "draw pile exhausted"  # BG-END-01, X-BG-04; never reshuffled (BG-END-06)
        if self.left[seat] == 0:
            return "last follower placed"  # BG-END-02
        if self.free == 0:
            return "all spaces claimed"  # BG-END-03
        return ""

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """Points of each seat as they stand."""
        return scoring.scores(self)

    def account(self) -> list[str]:
        """The points of each seat, item by item."""
        return scoring.account(self)

    def levels(self) -> list[int]:
        """Cards of the draw pile; followers of the seat that has fewest."""
        return [len(self.deck.cards), min(self.left)]

    def used(self) -> list[int]:
        """Most followers that one player has placed."""
        return [self.frame.supplies[0].box - min(self.left)]

    def census(self) -> dict[str, list[str]]:
        """Every zone with its pieces."""
        return view.census(self)

    def unseen(self, seat: int) -> list[Unseen]:
        """The draw pile, the discards (BG-SETUP-04), the hands of the others."""
        return [view.unseen(self, seat)]

    def renew_luck(self, streams: Streams) -> None:
        """There is none: the draw pile is never shuffled again (BG-END-06)."""

    def show(self) -> str:
        """The position in a few lines."""
        return view.show(self, self.cause, self.reason)

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``."""
        return greedy.rate(self, seat, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties ``pile``."""
        return greedy.drain(self, pile, seat, options)
