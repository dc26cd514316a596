"""Crossing Stonehenge: what lies on a table between two turns, and every move a side may make."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from validator.games.crossing_stonehenge.field import (
    DRUID,
    OUT,
    PAWN,
    SEATS,
    SIDES,
    Camp,
    CrossingBoard,
    CrossingField,
    CrossingMove,
    cells_in,
    find_trapped,
)
from validator.games.crossing_stonehenge.rulings import CrossingAgreeing, Instead, NoMove
from validator.play.match import Tally

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
        there = way.cells & occupied
        if there:
            there = there & -there if way.rises else 1 << there.bit_length() - 1
        found += way.until[there]
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
        if not (left | others) & field.prey[target]:
            continue
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
                found += field.takings[cell][direction]
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
    found = [
        CrossingMove(field, path, taken)
        for cell in cells_in(free & leapers(field, own, enemy))
        for path, taken in chains(field, own, enemy, cell, home_of(camp, board, cell))
        if camp.targets >> path[-1] & 1
    ]
    if found:
        return found + _instead(field, board, free, side)
    held = find_trapped(field, enemy, own)
    for cell in cells_in(free):
        found += slides(camp, own | enemy, cell)
        if held & field.beside[cell]:
            found += _ending(trap_captures(field, own, enemy, cell), camp.targets)
    return found


def home_of(camp: Camp, board: CrossingBoard, cell: int) -> int:
    """Return the bar on which the piece on ``cell`` wins: only a druid does (CS-END-01)."""
    return camp.goal if board.druids >> cell & 1 else NOWHERE


def _instead(
    field: CrossingField, board: CrossingBoard, free: int, side: int
) -> list[CrossingMove]:
    """List what X-CS-03 allows although a jump is possible."""
    if field.instead is Instead.NOTHING:
        return []
    camp = field.camp(side)
    own, enemy = board.of(side), board.of(-side)
    moves: list[CrossingMove] = []
    for cell in cells_in(free):
        onto_bar = 1 << camp.goal if board.druids >> cell & 1 else 0
        moves += _ending(slides(camp, own | enemy, cell), onto_bar)
        free_to_take = field.instead is Instead.STEP_OR_TRAP_CAPTURE
        taking = _ending(trap_captures(field, own, enemy, cell), camp.targets)
        moves += taking if free_to_take else _ending(taking, onto_bar)
    return moves


def _ending(moves: list[CrossingMove], targets: int) -> list[CrossingMove]:
    """Return those moves that end on ``targets``."""
    return [move for move in moves if targets >> move.path[-1] & 1]


def apply_move(board: CrossingBoard, move: CrossingMove) -> list[int]:
    """Carry out a move on ``board``; return the pieces it took."""
    pieces = [board.piece(cell) for cell in move.taken]
    start = 1 << move.path[0]
    if board.green & start:
        board.green ^= move.ends
        board.yellow &= ~move.fallen
    else:
        board.yellow ^= move.ends
        board.green &= ~move.fallen
    board.druids &= ~move.fallen
    if board.druids & start:
        board.druids ^= move.ends
    return pieces


def advances(camp: Camp, move: CrossingMove) -> bool:
    """Tell whether a piece ends nearer to its bar along the ring (X-CS-06)."""
    return camp.along[move.path[-1]] < camp.along[move.path[0]]


# Crossing Stonehenge: what each line of the grid shows by itself, found once a line.
#
# Who is trapped (CS-TRAP-01) and who may take something at once (CS-JUMP-01, CS-TRAP-04) hangs on
# single rows and columns, a move changes few of them, and the same lines come back again and
# again. So the rules are asked about a board with nothing but one line on it, and the answer is
# kept. A position is one number: the cells of green, then, lower, those of yellow. An answer has,
# low to high, the trapped of both sides, the yellow and the green pieces that may take something,
# first as rows show them, then as columns: no cell is in two rows or two columns, so what a board
# shows is the sum over its lines. A piece alone on a line shows nothing, and two tell which line
# it is.


KEPT = 50_000
"""States of lines that are kept; with more the memory begins anew."""


def look_along(field: CrossingField, line: int, pieces: int) -> int:
    """Return what ``line`` shows with these ``pieces`` on it."""
    answer = field.shown.get(pieces)
    if answer is None:
        in_row = line in field.lines[: len(field.lines) - field.width]
        answer = _put_together(field, pieces) if in_row and not field.flies else _ask(field, pieces)
        if not in_row:
            answer <<= field.columns_at
        if len(field.shown) >= KEPT:
            field.shown.clear()
        field.shown[pieces] = answer
    return answer


def _put_together(field: CrossingField, pieces: int) -> int:
    """Add up what the stretches of a row show: nothing reaches over a gap without flying."""
    green, yellow = pieces >> field.cells, pieces & field.every
    left = green | yellow
    total = 0
    while left:
        stretch = left & ~(left + (left & -left))
        left ^= stretch
        if not (green & stretch and yellow & stretch):
            continue
        alone = pieces & (stretch << field.cells | stretch)
        answer = field.shown.get(alone)
        if answer is None:
            answer = field.shown[alone] = _ask(field, alone)
        total += answer
    return total


def _ask(field: CrossingField, pieces: int) -> int:
    """Ask the rules about a board with these pieces on one line."""
    cells = field.cells
    green, yellow = pieces >> cells, pieces & field.every
    held = find_trapped(field, green, yellow) | find_trapped(field, yellow, green)
    beside = 0
    for step, _ in field.axes:
        beside |= held << step | held >> step
    first = yellow & beside | leapers(field, yellow, green)
    second = green & beside | leapers(field, green, yellow)
    return (second << cells | first) << cells | held


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
class CrossingSetting:
    """The grid, and the rulings on how a game ends.

    ``patience`` own turns running without an advance lose the game (CS-END-04, X-CS-13), and
    captures count as one if ``captures_advance`` (X-CS-06). ``third_time_draws`` is a reading of
    X-CS-11, ``no_move`` of X-CS-07, ``agreeing`` of X-CS-12, ``idleness_first`` of X-CS-16.
    """

    field: CrossingField
    patience: int
    captures_advance: bool
    third_time_draws: bool
    no_move: NoMove
    agreeing: CrossingAgreeing
    idleness_first: bool

    @property
    def remembers(self) -> bool:
        """Tell whether it matters that a position has been there before."""
        return self.third_time_draws or self.agreeing is CrossingAgreeing.ON_RECURRENCE


class CrossingState:
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

    def __init__(
        self, setting: CrossingSetting, board: CrossingBoard, first: int, tally: Tally
    ) -> None:
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

    def move(self, seat: int, move: CrossingMove) -> list[int]:
        """Carry out a move and count turns without an advance; return the pieces it took."""
        taken = apply_move(self.board, move)
        self.captives.extend(taken)
        self.standing[1 - seat] -= len(taken)
        by_capture = taken and self.setting.captures_advance
        advanced = by_capture or advances(self.setting.field.camp(SIDES[seat]), move)
        self.idle[seat] = 0 if advanced else self.idle[seat] + 1
        return taken


KINDS = {
    PAWN: "green pawn",
    DRUID: "green druid",
    -PAWN: "yellow pawn",
    -DRUID: "yellow druid",
}
SIGNS = {0: ".", PAWN: "g", DRUID: "D", -PAWN: "y", -DRUID: "E"}


def census(state: CrossingState) -> dict[str, list[str]]:
    """What stands on each cell, and the captives."""
    names = state.setting.field.names
    board = state.board
    zones = {name: [KINDS[board.piece(at)]] for at, name in enumerate(names) if board.piece(at)}
    zones["captives"] = [KINDS[piece] for piece in state.captives]
    return zones


def account(state: CrossingState) -> list[str]:
    """What each side has left of its pieces, and what X-CS-06 counts of its turns."""
    return [
        f"{name}: pieces left {standing}, turns running without an advance {idle}"
        for name, standing, idle in zip(SEATS, state.standing, state.idle, strict=True)
    ]


def show(state: CrossingState) -> str:
    """The grid, where empty bars are ``G`` and ``Y``, and how long neither side has advanced."""
    field = state.setting.field
    signs = [SIGNS[state.board.piece(cell)] for cell in range(len(field.names))]
    for camp, sign in zip(field.camps, "GY", strict=True):
        if not state.board.piece(camp.goal):
            signs[camp.goal] = sign
    width = field.width
    lines = [
        f"{field.names[start][0]} {' '.join(signs[start : start + width])}"
        for start in range(0, len(signs), width)
    ]
    waits = (f"{name} {idle}" for name, idle in zip(SEATS, state.idle, strict=True))
    lines.append(f"turns running without an advance: {', '.join(waits)}")
    return "\n".join(lines)
