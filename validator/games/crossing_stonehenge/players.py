"""Crossing Stonehenge: a sensible player, one move ahead, and the enemy's best capture.

Values are in pawns x 10; they are this player's taste, not a rule.
"""

from __future__ import annotations

from validator.games.crossing_stonehenge.field import (
    CrossingBoard,
    CrossingField,
    CrossingMove,
    bits_of,
    cells_in,
    find_trapped,
)
from validator.games.crossing_stonehenge.moves import (
    chains,
    home_of,
    leapers,
    slides,
    trap_captures,
)

WIN = 10_000
PAWN_VALUE = 10
DRUID_STEP = 3
FROZEN = 2
IDLE = 1
DRAW = -WIN // 8
"""Better than a move that loses the druid or the game, worse than any other."""


def worth(field: CrossingField, before: CrossingBoard, side: int, move: CrossingMove) -> int:
    """Rate the position after a move, less what the enemy can take or reach at once."""
    board = before.after(move)
    own, enemy, druids = board.of(side), board.of(-side), board.druids
    camp, other = field.camp(side), field.camp(-side)
    if before.druids & bits_of(move.taken) or druids & own & 1 << camp.goal:
        return WIN
    held, holds = find_trapped(field, own, enemy), find_trapped(field, enemy, own)
    value = PAWN_VALUE * len(move.taken)
    value += FROZEN * ((holds & ~druids).bit_count() - (held & ~druids).bit_count())
    value -= DRUID_STEP * sum([camp.away[cell] for cell in cells_in(druids & own)])
    value += DRUID_STEP * sum([other.away[cell] for cell in cells_in(druids & enemy)])
    return value - threat(field, board, -side, enemy & ~holds, held)


def threat(field: CrossingField, board: CrossingBoard, side: int, free: int, held: int) -> int:
    """What the most is worth that ``side`` can take or reach next.

    Some of its pieces are ``free`` to move, some of its enemy's ``held`` in traps.
    """
    camp, own, enemy = field.camp(side), board.of(side), board.of(-side)
    able = leapers(field, own, enemy)
    worst = 0
    for cell in cells_in(free):
        home = home_of(camp, board, cell)
        if home >= 0 and any(slide.path[-1] == home for slide in slides(camp, own | enemy, cell)):
            return WIN // 2
        taking = chains(field, own, enemy, cell, home) if able >> cell & 1 else []
        if held & field.beside[cell]:
            taking += [(one.path, one.taken) for one in trap_captures(field, own, enemy, cell)]
        for path, taken in taking:
            if camp.targets >> path[-1] & 1:
                if board.druids & bits_of(taken):
                    return WIN // 2
                worst = max(worst, PAWN_VALUE * len(taken))
    return worst
