"""A sensible player for Crossing Stonehenge: one move ahead, and the enemy's best capture.

Values are in pawns x 10; they are this player's taste, not a rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.crossing_stonehenge.field import DRUID, SIDES, Field, Move, is_trapped
from validator.games.crossing_stonehenge.moves import (
    advances,
    apply_move,
    jumps,
    slides,
    trap_captures,
)
from validator.games.crossing_stonehenge.state import State
from validator.play.rules import Option

WIN = 10_000
PAWN_VALUE = 10
DRUID_STEP = 3
FROZEN = 2
IDLE = 1
DRAW = -WIN // 8
"""Better than a move that loses the druid or the game, worse than any other."""


def rate(state: State, seat: int, options: Sequence[Option]) -> list[int]:
    """Rate moves by a short search; a draw is wanted only where every move loses."""
    side = SIDES[seat]
    idle = state.idle[seat]
    last = WIN // 4 if idle + 1 >= state.setting.patience else 0
    return [
        worth(state, side, option, last + IDLE * idle) if isinstance(option, Move) else DRAW
        for option in options
    ]


def worth(state: State, side: int, move: Move, waiting: int) -> int:
    """Return how good a move is for ``side``; one that is no advance costs ``waiting``."""
    field = state.setting.field
    cost = 0 if advances(field, side, move) else waiting
    return _rate(field, state.board, side, move) - cost


def _rate(field: Field, board: list[int], side: int, move: Move) -> int:
    """Rate the position after a move, less what the enemy can take at once."""
    after = board.copy()
    taken = apply_move(after, move)
    druid = DRUID * side
    if -druid in taken or after[field.goal(side)] == druid:
        return WIN
    threat = _threat(field, after, -side)
    return PAWN_VALUE * len(taken) - threat + _standing(field, after, side)


def _threat(field: Field, board: list[int], side: int) -> int:
    """Return the worth of the best that ``side`` can take or reach with its next move."""
    worst = 0
    druid = DRUID * side
    for cell, piece in enumerate(board):
        if (
            piece * side <= 0
            or not _near(field, board, cell, piece)
            or is_trapped(field, board, cell)
        ):
            continue
        for move in (*jumps(field, board, cell), *trap_captures(field, board, cell)):
            taken = [board[at] for at in move.taken]
            worst = max(worst, WIN // 2 if -druid in taken else PAWN_VALUE * len(taken))
        if piece == druid and any(
            m.path[-1] == field.goal(side) for m in slides(field, board, cell)
        ):
            worst = WIN // 2
    return worst


def _near(field: Field, board: list[int], cell: int, piece: int) -> bool:
    """Tell whether a piece could take something: an enemy next to it, or it flies or is a druid."""
    if field.flies or abs(piece) == DRUID:
        return True
    around = [board[beside] for beside in field.beside[cell]]
    return min(around) < 0 if piece > 0 else max(around) > 0


def _standing(field: Field, board: list[int], side: int) -> int:
    """Rate the druids' way home and who holds whom: own less enemy."""
    value = 0
    for cell, piece in enumerate(board):
        if piece == 0:
            continue
        sign = 1 if piece * side > 0 else -1
        if piece in (DRUID, -DRUID):
            value -= sign * DRUID_STEP * _distance(field, cell, sign * side)
        elif is_trapped(field, board, cell):
            value -= sign * FROZEN
    return value


def _distance(field: Field, cell: int, side: int) -> int:
    """Return the slides' distance of a cell from a side's bar: columns and rows."""
    goal = field.goal(side)
    across = abs(cell % field.width - goal % field.width)
    return across + abs(cell // field.width - goal // field.width)
