"""Crossing Stonehenge: what lies on a table between two turns, and every move a side may make."""

from __future__ import annotations

from enum import Enum

from validator.games.crossing_stonehenge.field import (
    OUT,
    Camp,
    CrossingBoard,
    CrossingField,
    CrossingMove,
    cells_in,
    find_trapped,
)
from validator.games.crossing_stonehenge.rulings import Instead

# Crossing Stonehenge: every move a side may make, in the order of the rulebook.
#
# Each kind of move says where a piece may go and what it takes there: slides (CS-MOVE-03..08),
# jumps (CS-JUMP-01..06) and captures of the trapped (CS-TRAP-04, -05). ``own`` and ``enemy`` are
# the cells of the pieces of the side that moves, and of the other.


Chain = tuple[tuple[int, ...], tuple[int, ...]]
"""The path of a jump, and the cells of what it takes."""
NOWHERE = -1
"""The bar on which a pawn's chain ends."""


def slides(camp: Camp, occupied: int, cell: int) -> list[CrossingMove]:
    """List the slides of a piece: any way in or out, along the ring homewards.

    CS-MOVE-03, CS-MOVE-04, CS-MOVE-05.
    It may slide into a trap (CS-TRAP-03) and past or onto an empty bar (CS-MOVE-08).
    """
    found: list[CrossingMove] = []
    for way in camp.slides[cell]:
        for end, slide in way:
            if occupied & end:
                break
            found.append(slide)
    return found


def leapers(field: CrossingField, own: int, enemy: int) -> int:
    """Return those of ``own`` that may have a leap; the others have none."""
    if field.flies or field.vaults:
        return own if enemy else 0
    empty = field.every & ~(own | enemy)
    found = 0
    for step, beyond in field.axes:
        over = enemy & beyond
        if field.runs:
            found |= over >> step | over << step & beyond
        else:
            found |= (over & (empty & beyond) >> step) >> step
            found |= (over & empty << step) << step & beyond
    return found & own


def chains(field: CrossingField, own: int, enemy: int, cell: int, home: int) -> list[Chain]:
    """List the jumps of a piece, with every chain; none lands where it began.

    CS-JUMP-04, CS-JUMP-05, CS-JUMP-06.
    A chain may pass a bar on which it may not end (X-CS-09), and a trap unless X-CS-14 says
    otherwise; that of a druid ends on its own bar, ``home``, where the game is won (CS-END-01).
    By X-CS-15 it may lead over each own piece once, if it takes an enemy.
    """
    found: list[Chain] = []
    friends = own & ~(1 << cell) if field.vaults else 0
    _go_on(field, own, enemy, friends, ((cell,), ()), home, found)
    return found


def _go_on(
    field: CrossingField,
    own: int,
    enemy: int,
    friends: int,
    chain: Chain,
    home: int,
    found: list[Chain],
) -> None:
    """Add every jump that goes on from the end of ``chain``, where the piece stands now.

    It has taken what is taken there, and may still leap over ``friends``. Each leap is over
    enemies to an empty cell (CS-JUMP-01, CS-JUMP-02), backwards too (CS-MOVE-07).
    """
    path, taken = chain
    here = path[-1]
    occupied = own | enemy
    prey = enemy | friends
    for over, clear, target, fallen in field.leaps[here]:
        if prey & over != over or occupied & clear or target == path[0]:
            continue
        fell = tuple(one for one in fallen if enemy >> one & 1) if over & friends else fallen
        further = ((*path, target), (*taken, *fell))
        if further[1]:
            found.append(further)
        if target == home:
            continue
        left, others = enemy & ~over, friends & ~over
        moved = own ^ (1 << here | 1 << target)
        if not (field.halts and find_trapped(field, moved, left) >> target & 1):
            _go_on(field, moved, left, others, further, home, found)


def trap_captures(field: CrossingField, own: int, enemy: int, cell: int) -> list[CrossingMove]:
    """List the steps of a trapper onto an enemy next to it that it traps (CS-TRAP-04, -05)."""
    found: list[CrossingMove] = []
    for direction, ray in enumerate(field.rays[cell]):
        if direction >= OUT and not field.columns:
            break
        for at, there in enumerate(ray):  # the edge does not trap (CS-TRAP-09)
            if enemy >> there & 1:
                continue
            if at and own >> there & 1:
                found.append(CrossingMove((cell, ray[0]), ray[:1], field.names))
            break
    return found


def legal_moves(field: CrossingField, board: CrossingBoard, side: int) -> list[CrossingMove]:
    """List every legal move of a side, piece by piece in the order of cells (CS-MOVE-10).

    Only untrapped pieces move (CS-MOVE-02, CS-TRAP-06). To capture a trapped one is no duty
    (CS-TRAP-07), but a possible jump is (CS-JUMP-03); X-CS-03 says what else may be done then.
    """
    camp = field.camp(side)
    own, enemy = board.of(side), board.of(-side)
    free = own & ~find_trapped(field, own, enemy)
    found = ending(
        [
            CrossingMove(path, taken, field.names)
            for cell in cells_in(free & leapers(field, own, enemy))
            for path, taken in chains(field, own, enemy, cell, home_of(camp, board, cell))
        ],
        camp.targets,
    )
    if found:
        return found + _instead(field, board, free, side)
    held = find_trapped(field, enemy, own)
    for cell in cells_in(free):
        found += slides(camp, own | enemy, cell)
        if held & field.beside[cell]:
            found += trap_captures(field, own, enemy, cell)
    return found if camp.targets == field.every else ending(found, camp.targets)


def home_of(camp: Camp, board: CrossingBoard, cell: int) -> int:
    """Return the bar on which the piece on ``cell`` wins: only a druid does (CS-END-01)."""
    return camp.goal if board.druids >> cell & 1 else NOWHERE


def _instead(
    field: CrossingField, board: CrossingBoard, free: int, side: int
) -> list[CrossingMove]:
    """List what X-CS-03 allows although a jump is possible."""
    if field.read.instead is Instead.NOTHING:
        return []
    camp = field.camp(side)
    own, enemy = board.of(side), board.of(-side)
    moves: list[CrossingMove] = []
    for cell in cells_in(free):
        onto_bar = 1 << camp.goal if board.druids >> cell & 1 else 0
        moves += ending(slides(camp, own | enemy, cell), onto_bar)
        free_to_take = field.read.instead is Instead.STEP_OR_TRAP_CAPTURE
        taking = ending(trap_captures(field, own, enemy, cell), camp.targets)
        moves += taking if free_to_take else ending(taking, onto_bar)
    return moves


def ending(moves: list[CrossingMove], targets: int) -> list[CrossingMove]:
    """Return those moves that end on ``targets``."""
    return [move for move in moves if targets >> move.path[-1] & 1]


def advances(camp: Camp, move: CrossingMove) -> bool:
    """Tell whether a piece ends nearer to its bar along the ring (X-CS-06)."""
    return camp.along[move.path[-1]] < camp.along[move.path[0]]


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
