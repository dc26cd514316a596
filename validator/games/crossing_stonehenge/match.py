"""Crossing Stonehenge, one game: turns and the five ways to end."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.crossing_stonehenge import greedy, view
from validator.games.crossing_stonehenge.field import DRUID, SIDES
from validator.games.crossing_stonehenge.moves import legal_moves
from validator.games.crossing_stonehenge.state import Agreement, State
from validator.play.rules import Ask, Option, Outcome

RETURNS = 3
"""How often a position comes until the game is drawn (X-CS-07)."""


class CrossingMatch(State):
    """The course of a game."""

    __slots__ = ()

    def copy(self) -> CrossingMatch:
        """The same game, to be played on apart."""
        other = CrossingMatch(self.setting, self.board.copy(), self.seat, self.tally.copy())
        other.captives = self.captives.copy()
        other.standing = self.standing.copy()
        other.idle = self.idle.copy()
        other.seen = self.seen.copy()
        return other

    def play(self, ask: Ask) -> Outcome:
        """Move in turn, one piece a turn (CS-MOVE-01), until the game ends."""
        while True:
            ask.turn(self.seat)
            outcome = self.repeated(ask) or self.take_turn(ask, self.seat)
            if outcome is not None:
                return outcome
            self.seat = 1 - self.seat

    def take_turn(self, ask: Ask, seat: int) -> Outcome | None:
        """One move; what ends the game, if it does."""
        field = self.setting.field
        side = SIDES[seat]
        moves = legal_moves(field, self.board, side)
        if not moves:  # X-CS-07
            return (
                drawn("no legal move")
                if self.setting.stuck_draws
                else won(1 - seat, "no legal move")
            )
        taken = self.move(seat, ask.choose(seat, "move", moves))
        if -DRUID * side in taken:
            return won(seat, "druid captured")  # CS-END-02, CS-JUMP-08
        if self.board[field.goal(side)] == DRUID * side:
            return won(seat, "druid on its bar")  # CS-END-01
        if self.idle[seat] >= self.setting.patience:
            return won(1 - seat, "no advance")  # CS-END-04
        return None

    def repeated(self, ask: Ask) -> Outcome | None:
        """A draw where a position is there for the third time, or both agree (CS-END-03).

        Agreement is possible at any time; it is asked when a position comes back, the only
        moment at which these players have a reason for it.
        """
        times = self.count_position()
        if times >= RETURNS and self.setting.third_time_draws:
            return drawn("a position came back")
        if times > 1 and self.agreed(ask):
            return drawn("a position came back")
        return None

    def agreed(self, ask: Ask) -> bool:
        """Ask the seat to move whether it offers a draw, then the other."""
        offers = (Agreement.PLAY_ON, Agreement.OFFER)
        if ask.choose(self.seat, "draw", offers) is Agreement.PLAY_ON:
            return False
        answers = (Agreement.PLAY_ON, Agreement.AGREE)
        return ask.choose(1 - self.seat, "answer", answers) is Agreement.AGREE

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """0 for both: there are no points, 1 goes to the winner at the end."""
        return [0, 0]

    def account(self) -> list[str]:
        """No items are told of the points."""
        return []

    def levels(self) -> list[int]:
        """Nothing: there is no pile."""
        return []

    def used(self) -> list[int]:
        """The pieces of each side on the board (they only shrink)."""
        return self.standing.copy()

    def census(self) -> dict[str, list[str]]:
        """What stands on each cell, and the captives."""
        return view.census(self)

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``."""
        return greedy.rate(self, seat, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """All equal: there is no pile to drain."""
        return [0] * len(options)

    def show(self) -> str:
        """The grid."""
        return view.show(self)


def won(seat: int, reason: str) -> Outcome:
    """An end with a winner."""
    return Outcome((seat,), (1 - seat, seat), reason)


def drawn(reason: str) -> Outcome:
    """An end without one."""
    return Outcome((), (0, 0), reason)
