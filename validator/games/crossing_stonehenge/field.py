"""Crossing Stonehenge: the grid, the pieces on it, and who is trapped.

A cell is ``row * width + column``; row A is the outermost (CS-GRID-01). A set of cells is a number
with bit ``cell`` set for each. A piece is a number: its sign is the side (green +, yellow -), its
size the kind (pawn 1, druid 2).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from validator.games.crossing_stonehenge.rulings import (
    CrossingRulings,
    EnemyOnBar,
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


PARTS = 3
"""Sets of cells that are shown of rows, and of columns."""
Leap = tuple[int, int, int, tuple[int, ...]]
"""What must be enemies and what must be empty, as sets; where a leap lands, and what it takes."""


class CrossingBoard:
    """Where pieces stand: the cells of green, of yellow, and of the druids of both."""

    __slots__ = ("druids", "green", "yellow")

    def __init__(self, green: int, yellow: int, druids: int) -> None:
        self.green = green
        self.yellow = yellow
        self.druids = druids

    def __eq__(self, other: object) -> bool:
        """Tell whether the same pieces stand on the same cells."""
        return isinstance(other, CrossingBoard) and self.key() == other.key()

    def __hash__(self) -> int:
        """Of what stands there now."""
        return hash(self.key())

    def copy(self) -> CrossingBoard:
        """The same pieces, to be moved apart."""
        return CrossingBoard(self.green, self.yellow, self.druids)

    def key(self) -> tuple[int, int, int]:
        """What tells this position from others."""
        return self.green, self.yellow, self.druids

    def of(self, side: int) -> int:
        """Return the cells of a side's pieces."""
        return self.green if side == GREEN else self.yellow

    def piece(self, cell: int) -> int:
        """Return what stands on a cell; 0: nothing."""
        kind = DRUID if self.druids >> cell & 1 else PAWN
        return kind * ((self.green >> cell & 1) - (self.yellow >> cell & 1))


class CrossingMove:
    """The path of one piece, from cell to cell, and the cells of what it takes on the way.

    ``names`` are those of all cells. ``ends`` are the first and the last cell of the path and
    ``fallen`` the cells of what it takes, both as sets; ``lines`` are the rows and columns in
    which it changes something, as those of :attr:`Field.lines`. Moves of the same path that take
    the same are equal.
    """

    __slots__ = ("ends", "fallen", "lines", "names", "path", "taken")

    def __init__(
        self, field: CrossingField, path: tuple[int, ...], taken: tuple[int, ...] = ()
    ) -> None:
        self.path = path
        self.taken = taken
        self.names = field.names
        self.ends = 1 << path[0] | 1 << path[-1]
        self.fallen = bits_of(taken) if taken else 0
        through = field.through
        changed = [*through[path[0]], *through[path[-1]]]
        for cell in taken:
            changed += through[cell]
        self.lines = tuple(dict.fromkeys(changed))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CrossingMove) and (self.path, self.taken) == (
            other.path,
            other.taken,
        )

    def __hash__(self) -> int:
        return hash((self.path, self.taken))

    def say(self) -> str:
        """The cells of the path, and those of what it takes."""
        path = "-".join(self.names[cell] for cell in self.path)
        taken = " ".join(self.names[cell] for cell in self.taken)
        return f"{path} takes {taken}" if taken else path


class Way:
    """The slides from a cell in one direction: ``until[first]`` are those to before a piece.

    ``first`` is the nearest cell with a piece, as a set; 0 if there is none on ``cells``, which
    are all cells there; they ``rise`` to higher numbers or fall. Slides end on ``targets`` only.
    """

    __slots__ = ("cells", "rises", "until")

    def __init__(self, ray: tuple[int, ...], slides: Sequence[CrossingMove], targets: int) -> None:
        self.cells = bits_of(ray)
        self.rises = ray == tuple(sorted(ray))
        self.until: dict[int, tuple[CrossingMove, ...]] = {}
        before: tuple[CrossingMove, ...] = ()
        for cell, slide in zip(ray, slides, strict=True):
            self.until[1 << cell] = before
            if targets >> cell & 1:
                before = (*before, slide)
        self.until[0] = before


class Camp:
    """The grid as one side sees it: the cell of its bar, and on which cells its moves may end.

    ``along`` and ``away`` are the distance of each cell from the bar: in columns (X-CS-06), and in
    columns and rows. ``slides`` are the ways from each cell that its pieces slide: along the ring
    homewards, out and in (CS-MOVE-05); ``homeward`` are the cells that a slide onto the bar needs
    empty, none where no slide goes there.
    """

    __slots__ = ("along", "away", "goal", "homeward", "slides", "targets")

    def __init__(self, field: CrossingField, goal: int, targets: int) -> None:
        row, column = divmod(goal, field.width)
        self.goal = goal
        self.targets = targets
        cells = range(len(field.names))
        self.along = [abs(cell % field.width - column) for cell in cells]
        self.away = [self.along[cell] + abs(cell // field.width - row) for cell in cells]
        ways = (WEST if column == 0 else EAST, OUT, IN)
        self.slides = [
            [Way(field.rays[cell][way], field.steps[cell][way], targets) for way in ways]
            for cell in cells
        ]
        self.homeward = [
            bits_of(
                step
                for ray in [field.rays[cell][way] for way in ways]
                for at, step in enumerate(ray)
                if goal in ray[at:]
            )
            for cell in cells
        ]


class CrossingField:
    """The grid and the rulings on movement, ``read``.

    Cells are numbered row by row, A to D, and by column (CS-GRID-01, CS-GRID-02); ``every`` is all
    of them. ``rays[cell][direction]`` lists the cells from ``cell`` outwards; the grid does not
    wrap (CS-GRID-05); ``steps`` are the moves to them that take nothing, ``takings`` those to the
    first that take what stands there, ``leaps`` what may be leapt from a cell (X-CS-02), ``prey``
    all cells that a leap from it may be over. ``beside`` are the cells next to each.
    ``axes`` are the steps along rows and columns, with the cells that are one step up from another.
    ``flies`` and ``runs`` are the readings of X-CS-02, ``columns`` of X-CS-04; ``camps`` hold that
    of X-CS-09; ``instead`` says what may be done instead of a jump (X-CS-03), ``halts`` that a
    trap on the way ends a chain (X-CS-14), ``vaults`` that it may lead over own pieces (X-CS-15).

    ``lines`` are the rows, then the columns, each twice in one set: for green and, lower, for
    yellow; ``through`` are the two of each cell. ``shown`` is the memory of
    :mod:`validator.games.crossing_stonehenge.moves`, where what columns show is ``columns_at``.
    """

    def __init__(
        self, names: tuple[str, ...], rows: int, goals: tuple[int, int], read: CrossingRulings
    ) -> None:
        width, cells = len(names) // rows, range(len(names))
        self.names = names
        self.cells = len(names)
        self.read = read
        self.width = width
        self.rays = make_rays(rows, width)
        self.flies = read.jumps.flies
        self.runs = read.jumps.runs
        self.leaps = [
            [leap for ray in rays for leap in make_leaps(ray, self.flies, self.runs)]
            for rays in self.rays
        ]
        self.prey = [bits_of(cell for *_, over in leaps for cell in over) for leaps in self.leaps]
        self.beside = [bits_of(ray[0] for ray in rays if ray) for rays in self.rays]
        self.every = (1 << len(names)) - 1
        self.axes = (
            (1, self.every & ~bits_of(range(0, len(names), width))),
            (width, self.every & ~bits_of(range(width))),
        )
        lines = [range(row * width, row * width + width) for row in range(rows)]
        lines += [range(column, len(names), width) for column in range(width)]
        self.lines = [bits_of(line) << len(names) | bits_of(line) for line in lines]
        self.through = [(self.lines[at // width], self.lines[rows + at % width]) for at in cells]
        self.shown: dict[int, int] = {}
        self.columns_at = PARTS * len(names)
        self.steps = [
            [[CrossingMove(self, (cell, target)) for target in ray] for ray in self.rays[cell]]
            for cell in cells
        ]
        self.takings = [
            [[CrossingMove(self, (cell, target), (target,)) for target in ray[:1]] for ray in rays]
            for cell, rays in enumerate(self.rays)
        ]
        self.columns = read.trap_lines is TrapLines.ROWS_AND_COLUMNS
        self.instead = read.instead
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
