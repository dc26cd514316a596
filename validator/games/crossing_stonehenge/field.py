"""Crossing Stonehenge: the grid, the pieces on it, and who is trapped.

A cell is ``row * width + column``; row A is the outermost (CS-GRID-01). A set of cells is a number
with bit ``cell`` set for each. A piece is a number: its sign is the side (green +, yellow -), its
size the kind (pawn 1, druid 2).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from validator.games.crossing_stonehenge.rulings import (
    CrossingRulings,
    EnemyOnBar,
    Jumps,
    OwnInTheWay,
    TrapLines,
    TrapOnTheWay,
)

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


Leap = tuple[int, int, int, tuple[int, ...]]
"""What must be enemies and what must be empty, as sets; where a leap lands, and what it takes."""


class CrossingBoard(NamedTuple):
    """Where pieces stand: the cells of green, of yellow, and of the druids of both."""

    green: int
    yellow: int
    druids: int

    def of(self, side: int) -> int:
        """Return the cells of a side's pieces."""
        return self.green if side == GREEN else self.yellow

    def piece(self, cell: int) -> int:
        """Return what stands on a cell; 0: nothing."""
        kind = DRUID if self.druids >> cell & 1 else PAWN
        return kind * ((self.green >> cell & 1) - (self.yellow >> cell & 1))

    def after(self, move: CrossingMove) -> CrossingBoard:
        """Return where pieces stand when ``move`` has been made."""
        start, fallen = 1 << move.path[0], bits_of(move.taken)
        ends = start | 1 << move.path[-1]
        green, yellow, druids = (cells & ~fallen ^ (ends if cells & start else 0) for cells in self)
        return CrossingBoard(green, yellow, druids)


@dataclass(frozen=True, slots=True)
class CrossingMove:
    """The path of one piece, from cell to cell, and the cells of what it takes on the way.

    ``names`` are those of all cells. Moves of the same path that take the same are equal.
    """

    path: tuple[int, ...]
    taken: tuple[int, ...]
    names: tuple[str, ...] = field(compare=False)

    def say(self) -> str:
        """The cells of the path, and those of what it takes."""
        path = "-".join(self.names[cell] for cell in self.path)
        taken = " ".join(self.names[cell] for cell in self.taken)
        return f"{path} takes {taken}" if taken else path


class Camp:
    """The grid as one side sees it: the cell of its bar, and on which cells its moves may end.

    ``along`` and ``away`` are the distance of each cell from the bar: in columns (X-CS-06), and in
    columns and rows. Its pieces slide along the ring homewards, out and in (CS-MOVE-05): ``slides``
    are the moves from each cell one way, each beside where it ends, as a set.
    """

    def __init__(self, field: CrossingField, goal: int, targets: int) -> None:
        row, column = divmod(goal, field.width)
        self.goal = goal
        self.targets = targets
        cells = range(len(field.names))
        self.along = [abs(cell % field.width - column) for cell in cells]
        self.away = [self.along[cell] + abs(cell // field.width - row) for cell in cells]
        self.slides = [
            [
                [(1 << end, CrossingMove((cell, end), (), field.names)) for end in rays[way]]
                for way in (WEST if column == 0 else EAST, OUT, IN)
            ]
            for cell, rays in enumerate(field.rays)
        ]


class CrossingField:
    """The grid and the rulings on movement, ``read``.

    Cells are numbered row by row, A to D, and by column (CS-GRID-01, CS-GRID-02); ``every`` is all
    of them. ``rays[cell][direction]`` lists the cells from ``cell`` outwards; the grid does not
    wrap (CS-GRID-05). ``leaps`` are what may be leapt from a cell (X-CS-02), ``beside`` the cells
    next to each. ``axes`` are the steps along rows and columns, with the cells that are one step up
    from another. ``flies`` and ``runs`` are the readings of X-CS-02, ``columns`` of X-CS-04,
    ``halts`` of X-CS-14, that a trap on the way ends a chain, ``vaults`` of X-CS-15, that it may
    lead over own pieces; ``camps`` hold that of X-CS-09.
    """

    def __init__(
        self, names: tuple[str, ...], rows: int, goals: tuple[int, int], read: CrossingRulings
    ) -> None:
        width = len(names) // rows
        self.names = names
        self.read = read
        self.width = width
        self.rays = make_rays(rows, width)
        self.flies = read.jumps in (Jumps.FLYING_SINGLE, Jumps.FLYING_RUN)
        self.runs = read.jumps in (Jumps.ADJACENT_RUN, Jumps.FLYING_RUN)
        self.leaps = [
            [leap for ray in rays for leap in make_leaps(ray, self.flies, self.runs)]
            for rays in self.rays
        ]
        self.beside = [bits_of(ray[0] for ray in rays if ray) for rays in self.rays]
        self.every = (1 << len(names)) - 1
        self.axes = (
            (1, self.every & ~bits_of(range(0, len(names), width))),
            (width, self.every & ~bits_of(range(width))),
        )
        self.columns = read.trap_lines is TrapLines.ROWS_AND_COLUMNS
        self.halts = read.trap_on_the_way is TrapOnTheWay.HALTS
        self.vaults = read.own_in_the_way is OwnInTheWay.OWN_TOO
        closed = read.enemy_on_bar is EnemyOnBar.FORBIDDEN
        green, yellow = (
            Camp(self, goal, self.every & ~(1 << other) if closed else self.every)
            for goal, other in (goals, goals[::-1])
        )
        self.camps = (green, yellow)

    def camp(self, side: int) -> Camp:
        """Return the grid as a side sees it."""
        return self.camps[0] if side == GREEN else self.camps[1]


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


def make_leaps(ray: tuple[int, ...], flies: bool, runs: bool) -> list[Leap]:
    """Return what may be leapt along ``ray``: one enemy or a row of them, next to it or afar."""
    found = []
    for first in range(len(ray) if flies else 1):
        for behind in range(first + 1, len(ray) if runs else first + 2):
            over = ray[first:behind]
            for at in range(behind, len(ray) if flies else behind + 1):
                for target in ray[at : at + 1]:
                    clear = bits_of((*ray[:first], *ray[behind : at + 1]))
                    found.append((bits_of(over), clear, target, over))
    return found


def bits_of(cells: Iterable[int]) -> int:
    """Return a set of some cells."""
    bits = 0
    for cell in cells:
        bits |= 1 << cell
    return bits


def cells_in(bits: int) -> list[int]:
    """Return the cells of a set, in their order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found


def find_trapped(field: CrossingField, own: int, enemy: int) -> int:
    """Return those of ``own`` in unbroken rows between two enemies (CS-TRAP-01, CS-TRAP-02).

    Pawns and druids trap and are trapped alike (CS-TRAP-08); the edge does not trap (CS-TRAP-09).
    """
    step, beyond = field.axes[0]
    found = _between(own, enemy, step, beyond)
    if field.columns:  # X-CS-04
        step, beyond = field.axes[1]
        found |= _between(own, enemy, step, beyond)
    return found


def _between(own: int, enemy: int, step: int, beyond: int) -> int:
    """Return those of ``own`` in unbroken rows between two enemies along an axis."""
    own &= beyond
    row = own & enemy << step
    last = (enemy & beyond) >> step
    found, length = 0, step
    while row:
        ends = row & last
        if ends:
            for back in range(0, length, step):
                found |= ends >> back
        row = row << step & own
        length += step
    return found
