"""The High Council, one game, from the first turn to the bloc that wins."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.high_council import drainer, greedy, view
from validator.games.high_council.convert import Convert
from validator.games.high_council.rules import FACTIONS, side
from validator.games.high_council.state import State
from validator.games.high_council.turn import EndTurn, Menu
from validator.play.anew import Unseen
from validator.play.deck import Deck
from validator.play.rules import Ask, Frame, Option, Outcome
from validator.rng import Streams


class CouncilMatch(State):
    """The course of a game; ``seat`` is next."""

    __slots__ = ("menu", "seat")

    def __init__(
        self,
        menu: Menu,
        frame: Frame,
        decks: list[Deck],
        hands: list[list[int]],
        pool: list[int],
        supporters: list[int],
    ) -> None:
        super().__init__(menu.rules, frame, decks, hands, pool, supporters)
        self.menu = menu
        self.seat = 0

    def copy(self) -> CouncilMatch:
        """The same game, to be played on apart."""
        tally = self.tally.copy()
        decks = [deck.copy(deck.rng.copy(), tally) for deck in self.decks]
        hands = [hand.copy() for hand in self.hands]
        waiting = self.supporters.copy()
        other = CouncilMatch(self.menu, self.frame, decks, hands, self.pool.copy(), waiting)
        other.take_over(self)
        other.seat = self.seat
        return other

    # --- the course of the game -------------------------------------------------------

    def play(self, ask: Ask) -> Outcome:
        """Clockwise turns from a Pro player on, until a faction has its bloc (HC-TURN-01)."""
        while self.winner < 0:
            ask.turn(self.seat)
            self.take_turn(ask, self.seat)
            self.seat = (self.seat + 1) % len(self.hands)
        seats = tuple(at for at in range(len(self.hands)) if side(at) == self.winner)
        reason = "a bloc of sixteen" if self.rules.ruled.bloc_wins else "sixteen on the circle"
        return Outcome(seats, tuple(self.scores()), reason)

    def take_turn(self, ask: Ask, seat: int) -> None:
        """One card action, any conversions before and after it (HC-TURN-02, -03, HC-CONV-02)."""
        menu = self.menu
        acted = False
        while self.winner < 0:
            options = menu.after_acting(self, seat) if acted else menu.before_acting(self, seat)
            action = ask.choose(seat, "turn", options)
            if isinstance(action, EndTurn):
                return
            action.carry_out(self, ask, seat)
            acted = acted or not isinstance(action, Convert)

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """The longest bloc of each seat's faction; the game has no points of its own."""
        longest = [len(self.circle.longest(faction)) for faction in range(len(FACTIONS))]
        return [longest[side(seat)] for seat in range(len(self.hands))]

    def account(self) -> list[str]:
        """What each faction has on the circle, and its longest bloc."""
        return view.account(self)

    def levels(self) -> list[int]:
        """Decks, arguments in the centre, supporters not placed."""
        return [*(len(deck.cards) for deck in self.decks), *self.pool, *self.supporters]

    def used(self) -> list[int]:
        """Arguments of each colour out of the centre, supporters of each colour placed."""
        left = self.pool + self.supporters
        return [one.box - here for one, here in zip(self.frame.supplies, left, strict=True)]

    def census(self) -> dict[str, list[str]]:
        """Every zone with its pieces."""
        return view.census(self)

    def unseen(self, seat: int) -> list[Unseen]:
        """Of each faction the deck and the hands of the others (HC-SETUP-11)."""
        return view.unseen(self, seat)

    def renew_luck(self, streams: Streams) -> None:
        """Both decks are shuffled again (X-HC-05)."""
        for faction, deck in zip(FACTIONS, self.decks, strict=True):
            deck.rng = streams.rng(f"{faction}_deck")

    def show(self) -> str:
        """The position in a few lines."""
        return view.show(self)

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``."""
        return greedy.rate(self, seat, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties ``pile``."""
        return drainer.drain(self, pile, seat, options)
