"""Crossing Stonehenge: what a table fixes, and what lies on it between two turns."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from validator.games.crossing_stonehenge.field import SIDES, Board, Field, Move
from validator.games.crossing_stonehenge.moves import advances, apply_move
from validator.games.crossing_stonehenge.rulings import Agreeing, NoMove
from validator.play.tally import Tally


class Agreement(Enum):
    """What the players say to a draw (CS-END-03)."""

    OFFER = "offer a draw"
    AGREE = "agree to a draw"

    def say(self) -> str:
        """The words for it."""
        return self.value


class Pass(Enum):
    """The turn of a player who has no legal move (X-CS-07)."""

    NO_LEGAL_MOVE = "no legal move"

    def say(self) -> str:
        """The words for it."""
        return self.value


@dataclass(frozen=True, slots=True)
class Setting:
    """The grid, and the rulings on how a game ends.

    ``patience`` own turns running without an advance lose the game (CS-END-04, X-CS-13), and
    captures count as one if ``captures_advance`` (X-CS-06). ``third_time_draws`` is a reading of
    X-CS-11, ``no_move`` of X-CS-07, ``agreeing`` of X-CS-12, ``idleness_first`` of X-CS-16.
    """

    field: Field
    patience: int
    captures_advance: bool
    third_time_draws: bool
    no_move: NoMove
    agreeing: Agreeing
    idleness_first: bool

    @property
    def remembers(self) -> bool:
        """Tell whether it matters that a position has been there before."""
        return self.third_time_draws or self.agreeing is Agreeing.ON_RECURRENCE


class State:
    """Who is to move, where every piece is, and the counts that can end the game.

    ``idle`` counts each seat's own turns running without an advance, ``seen`` how often a
    position with this side to move was there; ``offered`` tells that the turn before offered a
    draw.
    """

    __slots__ = (
        "board",
        "captives",
        "idle",
        "offered",
        "seat",
        "seen",
        "setting",
        "standing",
        "tally",
    )

    def __init__(self, setting: Setting, board: Board, first: int, tally: Tally) -> None:
        self.setting = setting
        self.board = board
        self.seat = first
        self.tally = tally
        self.captives: list[int] = []
        self.standing = [board.of(side).bit_count() for side in SIDES]
        self.idle = [0, 0]
        self.offered = False
        self.seen: dict[tuple[int, int, int, int], int] = {}

    def count_position(self) -> int:
        """Note the position; tell how often it has been there."""
        position = (self.seat, *self.board.key())
        times = self.seen.get(position, 0) + 1
        self.seen[position] = times
        return times

    def move(self, seat: int, move: Move) -> list[int]:
        """Carry out a move and count turns without an advance; return the pieces it took."""
        taken = apply_move(self.board, move)
        self.captives.extend(taken)
        self.standing[1 - seat] -= len(taken)
        by_capture = taken and self.setting.captures_advance
        advanced = by_capture or advances(self.setting.field.camp(SIDES[seat]), move)
        self.idle[seat] = 0 if advanced else self.idle[seat] + 1
        return taken
