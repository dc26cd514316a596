"""Crossing Stonehenge: every move a side may make, in the order of the rulebook.

Each kind of move says where a piece may go and what it takes there: slides (CS-MOVE-03..08),
jumps (CS-JUMP-01..06) and captures of the trapped (CS-TRAP-04, -05).
"""

from __future__ import annotations

from validator.games.crossing_stonehenge.field import (
    DRUID,
    IN,
    OUT,
    Field,
    Move,
    end_of_run,
    is_trapped,
    may_end,
    side_of,
)
from validator.games.crossing_stonehenge.rulings import Instead


def slides(field: Field, board: list[int], cell: int) -> list[Move]:
    """List the slides of a piece: any way in or out, along the ring homewards.

    CS-MOVE-03, CS-MOVE-04, CS-MOVE-05.
    It may slide into a trap (CS-TRAP-03) and past or onto an empty bar (CS-MOVE-08).
    """
    side = side_of(board[cell])
    found: list[Move] = []
    for direction in (field.homeward(side), OUT, IN):
        steps = field.steps[cell][direction]
        for at, target in enumerate(field.rays[cell][direction]):
            if board[target]:
                break
            if may_end(field, target, side):
                found.append(steps[at])
    return found


def leaps(
    field: Field, board: list[int], cell: int, side: int
) -> list[tuple[int, tuple[int, ...]]]:
    """List the single leaps from ``cell``: where each lands and what it takes (CS-JUMP-01, -02).

    Captures go backwards too (CS-MOVE-07).
    """
    found: list[tuple[int, tuple[int, ...]]] = []
    for ray in field.rays[cell]:
        if not field.flies and (len(ray) < 2 or board[ray[0]] * side >= 0):
            continue
        at = 0
        while field.flies and at < len(ray) and not board[ray[at]]:
            at += 1
        first = at
        while at < len(ray) and board[ray[at]] * side < 0 and (field.runs or at == first):
            at += 1
        taken = ray[first:at]
        for target in ray[at:] if taken else ():
            if board[target]:
                break
            found.append((target, taken))
            if not field.flies:
                break
    return found


def jumps(field: Field, board: list[int], cell: int) -> list[Move]:
    """List the jumps of a piece, with every chain; none lands where it began.

    CS-JUMP-04, CS-JUMP-05, CS-JUMP-06.
    A chain may pass a bar on which it may not end (X-CS-09), and a trap unless X-CS-14 says
    otherwise; that of a druid ends on its own bar, where the game is won (CS-END-01).
    """
    found: list[Move] = []
    _chain(field, board, (cell,), (), found)
    return found


def _chain(
    field: Field,
    board: list[int],
    path: tuple[int, ...],
    taken: tuple[int, ...],
    found: list[Move],
) -> None:
    """Add every jump that goes on from the end of ``path``, where the piece stands now.

    It has taken what stood on ``taken``; ``board`` is as it was before, afterwards.
    """
    here = path[-1]
    piece = board[here]
    side = side_of(piece)
    for target, over in leaps(field, board, here, side):
        if target == path[0]:
            continue
        move = Move((*path, target), (*taken, *over), field.names)
        if may_end(field, target, side):
            found.append(move)
        if piece == DRUID * side and target == field.goal(side):
            continue
        gone = [board[cell] for cell in over]
        board[target], board[here] = piece, 0
        for cell in over:
            board[cell] = 0
        if not (field.halts and is_trapped(field, board, target)):
            _chain(field, board, move.path, move.taken, found)
        board[here], board[target] = piece, 0
        for cell, fallen in zip(over, gone, strict=True):
            board[cell] = fallen


def trap_captures(field: Field, board: list[int], cell: int) -> list[Move]:
    """List the steps of a trapper onto an enemy next to it that it traps (CS-TRAP-04, -05)."""
    side = side_of(board[cell])
    found: list[Move] = []
    for direction, ray in enumerate(field.rays[cell]):
        if direction >= OUT and not field.columns:
            break
        if (
            ray
            and board[ray[0]] * side < 0
            and end_of_run(board, ray, -side) == side
            and may_end(field, ray[0], side)
        ):
            found.append(Move((cell, ray[0]), (ray[0],), field.names))
    return found


def legal_moves(field: Field, board: list[int], side: int) -> list[Move]:
    """List every legal move of a side, piece by piece in the order of cells (CS-MOVE-10).

    Only untrapped pieces move (CS-MOVE-02, CS-TRAP-06). To capture a trapped one is no duty
    (CS-TRAP-07), but a possible jump is (CS-JUMP-03); X-CS-03 says what else may be done then.
    """
    free = [
        cell
        for cell, piece in enumerate(board)
        if piece * side > 0 and not is_trapped(field, board, cell)
    ]
    jumping = [move for cell in free for move in jumps(field, board, cell)]
    if not jumping:
        return [
            move
            for cell in free
            for move in (*slides(field, board, cell), *trap_captures(field, board, cell))
        ]
    return jumping + _instead(field, board, free, side)


def _instead(field: Field, board: list[int], free: list[int], side: int) -> list[Move]:
    """List what X-CS-03 allows although a jump is possible."""
    if field.instead is Instead.NOTHING:
        return []
    goal = field.goal(side)
    moves: list[Move] = []
    for cell in free:
        if board[cell] == DRUID * side:
            moves.extend(move for move in slides(field, board, cell) if move.path[-1] == goal)
        taking = trap_captures(field, board, cell)
        moves.extend(
            move
            for move in taking
            if field.instead is Instead.STEP_OR_TRAP_CAPTURE
            or (board[cell] == DRUID * side and move.path[-1] == goal)
        )
    return moves


def apply_move(board: list[int], move: Move) -> list[int]:
    """Carry out a move on ``board``; return the pieces it took."""
    pieces = [board[cell] for cell in move.taken]
    for cell in move.taken:
        board[cell] = 0
    start, end = move.path[0], move.path[-1]
    board[end] = board[start]
    board[start] = 0
    return pieces


def advances(field: Field, side: int, move: Move) -> bool:
    """Tell whether a piece ends nearer to its bar along the ring (X-CS-06)."""
    goal = field.goal(side) % field.width
    return abs(move.path[-1] % field.width - goal) < abs(move.path[0] % field.width - goal)
