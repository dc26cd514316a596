"""Crossing Stonehenge: set-up, turns and the five ways to end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import Grid
from validator.games.crossing_stonehenge.greedy import rate_moves
from validator.games.crossing_stonehenge.moves import (
    DRUID,
    GREEN,
    PAWN,
    YELLOW,
    Field,
    Move,
    advances,
    apply_move,
    captured,
    legal_moves,
    make_rays,
)
from validator.games.crossing_stonehenge.rulings import (
    Advance,
    Deadlock,
    EnemyOnBar,
    First,
    Rulings,
    TrapLines,
)
from validator.play.declared_rulings import read_rulings
from validator.play.driver import Driver
from validator.play.rules import Bound, Frame, Outcome, SupplySpec
from validator.play.tally import Tally
from validator.rng import Streams
from validator.setup.compiled import compile_setup

SEATS = ("green", "yellow")
SIDES = (GREEN, YELLOW)
PATIENCE = 10
"""Own turns running without an advance that lose the game (CS-END-04)."""
NEVER = 1_000_000
RETURNS = 3
"""How often a position comes until the game is drawn (X-CS-07)."""

Pieces = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that is the same in each game: the grid, the start and the rulings."""

    frame: Frame
    field: Field
    start: tuple[int, ...]
    rulings: Rulings

    def deal(self, streams: Streams, tally: Tally) -> Match:
        """Set up one game; only who begins can be luck (X-CS-08)."""
        first = self.rulings.first
        seat = streams.rng("setup").below(2) if first is First.LOT else SEATS.index(first.value)
        return Match(self, list(self.start), seat)


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Table:
    """Read the grid from the set-up script and the rulings on movement.

    A bar marks its cell as a goal and is no piece: the cell is empty (CS-SETUP-08).
    """
    plan = compile_setup(game, configuration, rulings)
    grid = next(step for step in game.setup.steps if isinstance(step, Grid))
    first, last = grid.columns
    names = tuple(f"{row}{column}" for row in grid.rows for column in range(first, last + 1))
    start = [0] * len(names)
    goals: dict[str, int] = {}
    for cell, name in enumerate(names):
        for piece in plan.start.get(name, ()):
            component = plan.pieces[piece]
            colour = cast(str, component.fields["colour"])
            if component.set_id == "bar":
                goals[colour] = cell
            else:
                kind = DRUID if component.set_id == "figure" else PAWN
                start[cell] = kind * SIDES[SEATS.index(colour)]
    read = read_rulings(Rulings, rulings)
    rays = make_rays(len(grid.rows), last - first + 1)
    field = Field(
        names,
        rays,
        tuple(tuple(ray[0] for ray in lines if ray) for lines in rays),
        last - first + 1,
        (goals["green"], goals["yellow"]),
        flies=read.jumps.flies,
        runs=read.jumps.runs,
        columns=read.trap_lines is TrapLines.ROWS_AND_COLUMNS,
        closed=read.enemy_on_bar is EnemyOnBar.FORBIDDEN,
        instead=read.instead,
    )
    supplies = tuple(
        SupplySpec(f"{colour} pieces", sum(piece * side > 0 for piece in start))
        for colour, side in zip(SEATS, SIDES, strict=True)
    )
    frame = Frame(game.id, "2+0", SEATS, supplies=supplies, turn_cap=3000)
    return Table(frame, field, tuple(start), read)


def bounds(table: Table) -> tuple[Bound, ...]:
    """Return the worst case of each pile: there is none, nothing is drawn."""
    return ()


class Match:
    """One game: the board, who took what, and the counts that can end it."""

    __slots__ = (
        "board",
        "captives",
        "field",
        "idle",
        "rulings",
        "seat",
        "seen",
        "standing",
        "table",
    )

    def __init__(self, table: Table, board: list[int], first: int) -> None:
        self.table = table
        self.field = table.field
        self.rulings = table.rulings
        self.board = board
        self.seat = first
        self.captives: list[int] = []
        self.standing = [sum(piece * side > 0 for piece in board) for side in SIDES]
        self.idle = [0, 0]
        self.seen: dict[tuple[int, ...], int] = {}

    def play(self, ask: Driver) -> Outcome:
        """Move in turn, one piece a turn (CS-MOVE-01), until the game ends."""
        while True:
            seat = self.seat
            ask.turn(seat)
            if self.repeated(ask):
                return self.drawn("a position came back")
            moves = legal_moves(self.field, self.board, SIDES[seat])
            if not moves:  # X-CS-07
                if self.rulings.deadlock is Deadlock.DRAW_THREEFOLD:
                    return self.drawn("no legal move")
                return self.won(1 - seat, "no legal move")
            move = ask.choose(seat, "move", moves)
            taken = self.move(seat, move)
            if -DRUID * SIDES[seat] in taken:
                return self.won(seat, "druid captured")  # CS-END-02, CS-JUMP-08
            if self.board[self.field.goal(SIDES[seat])] == DRUID * SIDES[seat]:
                return self.won(seat, "druid on its bar")  # CS-END-01
            if self.idle[seat] >= self.patience():
                return self.won(1 - seat, "no advance")  # CS-END-04
            self.seat = 1 - seat

    def repeated(self, ask: Driver) -> bool:
        """Tell whether the position ends the game: third time, or both agree (CS-END-03).

        Agreement is possible at any time; it is asked when a position comes back, the only
        moment at which these players have a reason for it.
        """
        position = (self.seat, *self.board)
        times = self.seen.get(position, 0) + 1
        self.seen[position] = times
        if times >= RETURNS and self.rulings.deadlock is not Deadlock.LOSS_ONLY:
            return True
        if times == 1:
            return False
        offers = ask.choose(self.seat, "draw", ("play on", "offer a draw"))
        if offers == "play on":
            return False
        return ask.choose(1 - self.seat, "answer", ("play on", "agree")) == "agree"

    def move(self, seat: int, move: Move) -> list[int]:
        """Carry out a move and count turns without an advance; return the pieces it took."""
        taken = apply_move(self.field, self.board, move)
        self.captives.extend(taken)
        self.standing[1 - seat] -= len(taken)
        counts = taken and self.rulings.advance is Advance.CAPTURES_COUNT
        self.idle[seat] = (
            0 if counts or advances(self.field, SIDES[seat], move) else self.idle[seat] + 1
        )
        return taken

    def patience(self) -> int:
        """Return the own turns without an advance that lose the game (X-CS-06)."""
        return NEVER if self.rulings.advance is Advance.UNLIMITED else PATIENCE

    def won(self, seat: int, reason: str) -> Outcome:
        """End the game with a winner."""
        return Outcome((seat,), (1 - seat, seat), reason)

    def drawn(self, reason: str) -> Outcome:
        """End the game without one."""
        return Outcome((), (0, 0), reason)

    def scores(self) -> list[int]:
        """Return 0 for both: there are no points, 1 goes to the winner at the end."""
        return [0, 0]

    def levels(self) -> list[int]:
        """Return nothing: there is no pile."""
        return []

    def used(self) -> list[int]:
        """Return the pieces of each side on the board (they only shrink)."""
        return self.standing.copy()

    def census(self) -> dict[str, list[str]]:
        """Return what stands on each cell, and the captives."""
        zones = {
            name: [KINDS[piece]]
            for name, piece in zip(self.field.names, self.board, strict=True)
            if piece
        }
        zones["captives"] = [KINDS[piece] for piece in self.captives]
        return zones

    def rate(self, seat: int, what: str, options: Sequence[object]) -> list[int]:
        """Rate moves by a short search; never offer or agree to a draw."""
        if what == "move":
            moves = [cast(Move, option) for option in options]
            idle, patience = self.idle[seat], self.patience()
            return rate_moves(self.field, self.board, SIDES[seat], moves, idle, patience)
        return [int(option == "play on") for option in options]

    def drain(self, pile: str, seat: int, what: str, options: Sequence[object]) -> list[int]:
        """Rate nothing: there is no pile to drain."""
        return [0] * len(options)

    def show(self) -> str:
        """Return the grid; empty bars are ``G`` and ``Y``."""
        signs = [SIGNS[piece] for piece in self.board]
        for goal, sign in zip(self.field.goals, "GY", strict=True):
            if not self.board[goal]:
                signs[goal] = sign
        width = self.field.width
        return "\n".join(
            f"{self.field.names[start][0]} {' '.join(signs[start : start + width])}"
            for start in range(0, len(signs), width)
        )

    def say(self, what: str, option: object) -> str:
        """Return a move as its cells, with what it takes."""
        if what != "move":
            return str(option)
        move = cast(Move, option)
        names = self.field.names
        path = "-".join(names[cell] for cell in move)
        if self.board[move[0]] == 0:
            return path
        taken = captured(self.field, self.board, move)
        return f"{path} takes {' '.join(names[cell] for cell in taken)}" if taken else path


KINDS = {
    PAWN: "green pawn",
    DRUID: "green druid",
    -PAWN: "yellow pawn",
    -DRUID: "yellow druid",
}
SIGNS = {0: ".", PAWN: "g", DRUID: "D", -PAWN: "y", -DRUID: "E"}
