"""Crossing Stonehenge, one game: turns and the five ways to end."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.crossing_stonehenge import greedy, view
from validator.games.crossing_stonehenge.field import DRUID, SIDES, Move
from validator.games.crossing_stonehenge.moves import legal_moves
from validator.games.crossing_stonehenge.rulings import Agreeing, NoMove
from validator.games.crossing_stonehenge.state import Agreement, Pass, State
from validator.play.rules import Ask, Option, Outcome
from validator.rng import Streams

RETURNS = 3
"""How often a position comes until the game is drawn (X-CS-11)."""


class CrossingMatch(State):
    """The course of a game."""

    __slots__ = ()

    def copy(self) -> CrossingMatch:
        """The same game, to be played on apart."""
        other = CrossingMatch(self.setting, self.board.copy(), self.seat, self.tally.copy())
        other.captives = self.captives.copy()
        other.standing = self.standing.copy()
        other.idle = self.idle.copy()
        other.offered = self.offered
        other.seen = self.seen.copy()
        return other

    def play(self, ask: Ask) -> Outcome:
        """Move in turn, one piece a turn (CS-MOVE-01), until the game ends."""
        while True:
            ask.turn(self.seat)
            outcome = self.take_turn(ask, self.seat)
            if outcome is not None:
                return outcome
            self.seat = 1 - self.seat

    def take_turn(self, ask: Ask, seat: int) -> Outcome | None:
        """One move; what ends the game, if it does."""
        times = self.count_position() if self.setting.remembers else 1
        if times >= RETURNS and self.setting.third_time_draws:
            return drawn("a position came back")
        moves = legal_moves(self.setting.field, self.board, SIDES[seat])
        if not moves and self.setting.no_move is not NoMove.PASSES:
            return self.no_move(seat)
        choice = self.choose(ask, seat, moves or [Pass.NO_LEGAL_MOVE], times)
        if choice is None:
            return drawn("agreed")  # CS-END-03
        if isinstance(choice, Pass):
            self.idle[seat] += 1
            return self.no_advance(seat)
        won_by, lost_by = self.success(seat, self.move(seat, choice)), self.no_advance(seat)
        return lost_by or won_by if self.setting.idleness_first else won_by or lost_by  # X-CS-16

    def success(self, seat: int, taken: list[int]) -> Outcome | None:
        """The win of ``seat``, if its move took the enemy druid or brought its own one home."""
        side = SIDES[seat]
        if -DRUID * side in taken:
            return won(seat, "druid captured")  # CS-END-02, CS-JUMP-08
        if self.board.piece(self.setting.field.camp(side).goal) == DRUID * side:
            return won(seat, "druid on its bar")  # CS-END-01
        return None

    def choose(
        self, ask: Ask, seat: int, moves: Sequence[Move | Pass], times: int
    ) -> Move | Pass | None:
        """The move that ``seat`` makes; None if it agrees to a draw (CS-END-03).

        A player offers one beside a move, the other may agree instead of the next, however few
        moves there are (X-CS-12). ``times`` counts how often the position has been there.
        """
        offered, self.offered = self.offered, False
        if self.may_agree(times, offered):
            said = Agreement.AGREE if offered else Agreement.OFFER
            options: list[Move | Pass | Agreement] = [*moves, said]
            choice = ask.choose(seat, "move", options)
            if not isinstance(choice, Agreement):
                return choice
            if offered:
                return None
            self.offered = True
        return ask.choose(seat, "move", moves)

    def may_agree(self, times: int, offered: bool) -> bool:
        """Tell whether X-CS-12 lets a draw be offered now, or an offer be answered."""
        agreeing = self.setting.agreeing
        if agreeing is Agreeing.ON_RECURRENCE:
            return offered or times > 1
        return agreeing is Agreeing.ANY_TIME

    def no_move(self, seat: int) -> Outcome:
        """The end that a player without a legal move makes, unless it passes (X-CS-07)."""
        if self.setting.no_move is NoMove.DRAWS:
            return drawn("no legal move")
        return won(1 - seat, "no legal move")

    def no_advance(self, seat: int) -> Outcome | None:
        """The loss of a player who has not advanced for too long (CS-END-04)."""
        return won(1 - seat, "no advance") if self.idle[seat] >= self.setting.patience else None

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """0 for both: there are no points, 1 goes to the winner at the end."""
        return [0, 0]

    def account(self) -> list[str]:
        """What each side has left, and how long it has not advanced."""
        return view.account(self)

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

    def unseen(self, seat: int) -> tuple[()]:
        """Nothing: all pieces stand where both see them."""
        return ()

    def renew_luck(self, streams: Streams) -> None:
        """There is none."""

    def show(self) -> str:
        """The grid, and how long neither side has advanced."""
        return view.show(self)


def won(seat: int, reason: str) -> Outcome:
    """An end with a winner."""
    return Outcome((seat,), (1 - seat, seat), reason)


def drawn(reason: str) -> Outcome:
    """An end without one."""
    return Outcome((), (0, 0), reason)
