"""Crossing Stonehenge: the grid, the pieces on it, and who is trapped.

A cell is ``row * width + column``; row A is the outermost (CS-GRID-01). A piece is a
number: its sign is the side (green +, yellow -), its size the kind (pawn 1, druid 2).
"""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.crossing_stonehenge.rulings import Instead

GREEN, YELLOW = 1, -1
SIDES = (GREEN, YELLOW)
"""The side of each seat."""
SEATS = ("green", "yellow")
"""The colour of each seat."""
PAWN, DRUID = 1, 2
WEST, EAST, OUT, IN = range(4)
"""To lower numbers, to higher numbers, from the centre, to the centre (CS-GRID-04)."""

Rays = tuple[tuple[tuple[int, ...], ...], ...]
"""For each cell and direction, the cells from it outwards."""


@dataclass(frozen=True, slots=True)
class Move:
    """The path of one piece, from cell to cell, and the cells of what it takes on the way.

    ``names`` are those of all cells.
    """

    path: tuple[int, ...]
    taken: tuple[int, ...]
    names: tuple[str, ...]

    def say(self) -> str:
        """The cells of the path, and those of what it takes."""
        path = "-".join(self.names[cell] for cell in self.path)
        taken = " ".join(self.names[cell] for cell in self.taken)
        return f"{path} takes {taken}" if taken else path


@dataclass(frozen=True, slots=True)
class Field:
    """The grid and the rulings on movement.

    Cells are numbered row by row, A to D, and by column (CS-GRID-01, CS-GRID-02).
    ``rays[cell][direction]`` lists the cells from ``cell`` outwards; the grid does not wrap
    (CS-GRID-05); ``steps`` are the moves to them that take nothing. ``beside`` are the cells next
    to each. ``flies`` and ``runs`` are the readings
    of X-CS-02, ``columns`` of X-CS-04, ``closed`` of X-CS-09; ``instead`` says what may be done
    instead of a jump (X-CS-03), ``halts`` that a trap on the way ends a chain (X-CS-14).
    """

    names: tuple[str, ...]
    rays: Rays
    steps: tuple[tuple[tuple[Move, ...], ...], ...]
    beside: tuple[tuple[int, ...], ...]
    width: int
    goals: tuple[int, int]
    flies: bool
    runs: bool
    columns: bool
    closed: bool
    instead: Instead
    halts: bool

    def goal(self, side: int) -> int:
        """Return the cell of a side's victory bar."""
        return self.goals[0] if side == GREEN else self.goals[1]

    def homeward(self, side: int) -> int:
        """Return the direction of slides along the ring towards the own bar (CS-MOVE-05)."""
        return WEST if self.goal(side) % self.width == 0 else EAST


def make_rays(rows: int, width: int) -> Rays:
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


def make_steps(names: tuple[str, ...], rays: Rays) -> tuple[tuple[tuple[Move, ...], ...], ...]:
    """Return, for each cell and direction, the moves to the cells from it outwards."""
    return tuple(
        tuple(tuple(Move((cell, target), (), names) for target in ray) for ray in lines)
        for cell, lines in enumerate(rays)
    )


def side_of(piece: int) -> int:
    """Return the side that a piece belongs to."""
    return GREEN if piece > 0 else YELLOW


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


def may_end(field: Field, cell: int, side: int) -> bool:
    """Tell whether a piece may end its move on ``cell``: X-CS-09 can close bars to enemies."""
    return not field.closed or cell != field.goal(-side)
