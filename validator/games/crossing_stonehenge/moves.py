"""Crossing Stonehenge: the grid, and every move a side may make.

A cell is ``row * width + column``; row A is the outermost (CS-GRID-01). A piece is a
number: its sign is the side (green +, yellow -), its size the kind (pawn 1, druid 2).
A move is the path of one piece, ``(start, landing, ...)``: what it takes follows from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from validator.games.crossing_stonehenge.rulings import Instead

GREEN, YELLOW = 1, -1
PAWN, DRUID = 1, 2
WEST, EAST, OUT, IN = range(4)
"""To lower numbers, to higher numbers, from the centre, to the centre (CS-GRID-04)."""

Move = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The grid and the rulings on movement.

    ``rays[cell][direction]`` lists the cells from ``cell`` outwards; the grid does not wrap
    (CS-GRID-05). ``beside`` are the cells next to each. ``flies`` and ``runs`` are the readings
    of X-CS-02, ``columns`` of X-CS-04, ``closed`` of X-CS-09; ``instead`` says what may be done
    instead of a jump (X-CS-03).
    """

    names: tuple[str, ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    beside: tuple[tuple[int, ...], ...]
    width: int
    goals: tuple[int, int]
    flies: bool = False
    runs: bool = False
    columns: bool = True
    closed: bool = False
    instead: Instead = Instead.NOTHING

    def goal(self, side: int) -> int:
        """Return the cell of a side's victory bar."""
        return self.goals[0] if side == GREEN else self.goals[1]

    def homeward(self, side: int) -> int:
        """Return the direction of slides along the ring towards the own bar (CS-MOVE-05)."""
        return WEST if self.goal(side) % self.width == 0 else EAST


def make_rays(rows: int, width: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return, for each cell and direction, the cells from it outwards."""
    cells = rows * width
    return tuple(
        (
            tuple(range(cell - 1, cell - cell % width - 1, -1)),
            tuple(range(cell + 1, cell - cell % width + width)),
            tuple(range(cell - width, -1, -width)),
            tuple(range(cell + width, cells, width)),
        )
        for cell in range(cells)
    )


def side_of(piece: int) -> int:
    """Return 1 for green, -1 for yellow, 0 for no piece."""
    return (piece > 0) - (piece < 0)


def end_of_run(board: list[int], ray: tuple[int, ...], side: int) -> int:
    """Return the side of what ends an unbroken row of ``side`` along ``ray``; 0: gap or edge."""
    for cell in ray:
        piece = board[cell]
        if piece * side <= 0:
            return (piece > 0) - (piece < 0)
    return 0  # the edge does not trap (CS-TRAP-09)


def is_trapped(field: Field, board: list[int], cell: int) -> bool:
    """Tell whether a piece stands in an unbroken row between two enemies (CS-TRAP-01, -02).

    Pawns and druids trap and are trapped alike (CS-TRAP-08).
    """
    side = side_of(board[cell])
    west, east, out, inwards = field.rays[cell]
    enemy = -side
    if end_of_run(board, west, side) == enemy and end_of_run(board, east, side) == enemy:
        return True
    if not field.columns:  # X-CS-04
        return False
    return end_of_run(board, out, side) == enemy and end_of_run(board, inwards, side) == enemy


def may_land(field: Field, cell: int, side: int) -> bool:
    """Tell whether a piece may end on ``cell``: with X-CS-09 bars are closed to enemies."""
    return not field.closed or cell != field.goal(-side)


def slides(field: Field, board: list[int], cell: int) -> list[Move]:
    """List the slides of a piece: any way in or out, along the ring homewards (CS-MOVE-03..05).

    It may slide into a trap (CS-TRAP-03) and past or onto an empty bar (CS-MOVE-08).
    """
    side = side_of(board[cell])
    found: list[Move] = []
    for direction in (field.homeward(side), OUT, IN):
        for target in field.rays[cell][direction]:
            if board[target]:
                break
            if may_land(field, target, side):
                found.append((cell, target))
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
            if may_land(field, target, side):
                found.append((target, taken))
            if not field.flies:
                break
    return found


def jumps(field: Field, board: list[int], cell: int) -> list[Move]:
    """List the jumps of a piece, with every chain; none lands where it began (CS-JUMP-04..06)."""
    side = side_of(board[cell])
    found: list[Move] = []
    _chain(field, board, (cell,), side, found)
    return found


def _chain(field: Field, board: list[int], path: Move, side: int, found: list[Move]) -> None:
    """Add every jump that goes on from ``path``; ``board`` is as it was before, afterwards."""
    here = path[-1]
    for target, taken in leaps(field, board, here, side):
        if target == path[0]:
            continue
        found.append((*path, target))
        gone = [board[cell] for cell in taken]
        board[target], board[here] = board[here], 0
        for cell in taken:
            board[cell] = 0
        _chain(field, board, (*path, target), side, found)
        board[here], board[target] = board[target], 0
        for cell, piece in zip(taken, gone, strict=True):
            board[cell] = piece


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
            and may_land(field, ray[0], side)
        ):
            found.append((cell, ray[0]))
    return found


def legal_moves(field: Field, board: list[int], side: int) -> list[Move]:
    """List every legal move of a side, piece by piece in the order of cells (CS-MOVE-10).

    Only untrapped pieces move (CS-MOVE-02, CS-TRAP-06). A possible jump is a duty
    (CS-JUMP-03); X-CS-03 says what else may be done then.
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
            moves.extend(move for move in slides(field, board, cell) if move[-1] == goal)
        taking = trap_captures(field, board, cell)
        moves.extend(
            move
            for move in taking
            if field.instead is Instead.STEP_OR_TRAP_CAPTURE
            or (board[cell] == DRUID * side and move[-1] == goal)
        )
    return moves


def captured(field: Field, board: list[int], move: Move) -> list[int]:
    """List the cells of the pieces that a move takes, in its order."""
    taken: list[int] = []
    for start, end in pairwise(move):
        for ray in field.rays[start]:
            if end in ray:
                taken.extend(cell for cell in ray[: ray.index(end) + 1] if board[cell])
    return [cell for cell in dict.fromkeys(taken) if cell != move[0]]


def apply_move(field: Field, board: list[int], move: Move) -> list[int]:
    """Carry out a move on ``board``; return the pieces it took."""
    taken = captured(field, board, move)
    pieces = [board[cell] for cell in taken]
    for cell in taken:
        board[cell] = 0
    board[move[-1]] = board[move[0]]
    board[move[0]] = 0
    return pieces


def advances(field: Field, side: int, move: Move) -> bool:
    """Tell whether a piece ends nearer to its bar along the ring (X-CS-06)."""
    goal = field.goal(side) % field.width
    return abs(move[-1] % field.width - goal) < abs(move[0] % field.width - goal)
