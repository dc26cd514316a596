"""Crossing Stonehenge: a table made ready, its games, and a sensible player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from validator.catalogue.boards.geometry import build_geometry
from validator.catalogue.model import Configuration, Game
from validator.catalogue.seats import instances
from validator.compiler.setup import SetupRun, compile_setup
from validator.games.crossing_stonehenge.field import (
    DRUID,
    PAWN,
    SEATS,
    SIDES,
    CrossingBoard,
    CrossingField,
    CrossingMove,
    bits_of,
)
from validator.games.crossing_stonehenge.moves import (
    Agreement,
    Pass,
    advances,
    legal_moves,
)
from validator.games.crossing_stonehenge.players import DRAW, IDLE, WIN, worth
from validator.games.crossing_stonehenge.rulings import (
    CrossingAdvance,
    CrossingAgreeing,
    CrossingRulings,
    CrossingTurns,
    First,
    NoMove,
    Recurrence,
    TenthTurn,
)
from validator.play.match import Tally
from validator.play.rules import Ask, Bound, Frame, Option, Outcome, SupplySpec
from validator.play.rulings import read_rulings
from validator.rng import Streams
from validator.setup.deal import run_with_seed

KINDS = {
    PAWN: "green pawn",
    DRUID: "green druid",
    -PAWN: "yellow pawn",
    -DRUID: "yellow druid",
}
SIGNS = {0: ".", PAWN: "g", DRUID: "D", -PAWN: "y", -DRUID: "E"}
PATIENCE = 10
"""Turns running without an advance that lose the game (CS-END-04)."""
NEVER = 1_000_000
"""More turns than any game has."""
RETURNS = 3
"""How often a position comes until the game is drawn (X-CS-11)."""


class CrossingMatch:
    """Who is to move, where every piece is, the counts that can end the game, and its course.

    ``idle`` counts each seat's own turns running without an advance, ``seen`` how often a
    position with this side to move was there; ``offered`` tells that the turn before offered a
    draw.
    """

    def __init__(
        self, field: CrossingField, board: CrossingBoard, first: int, tally: Tally
    ) -> None:
        self.field = field
        self.read = field.read
        self.board = board
        self.seat = first
        self.tally = tally
        self.captives: list[int] = []
        self.idle = [0, 0]
        self.offered = False
        self.seen: dict[tuple[int, CrossingBoard], int] = {}

    def copy(self) -> CrossingMatch:
        """The same game, to be played on apart."""
        other = CrossingMatch(self.field, self.board, self.seat, self.tally.copy())
        other.captives = self.captives.copy()
        other.idle = self.idle.copy()
        other.offered = self.offered
        other.seen = self.seen.copy()
        return other

    def play(self, ask: Ask) -> Outcome:
        """Move in turn, one piece a turn (CS-MOVE-01), until the game ends."""
        while True:
            ask.turn(self.seat)
            outcome = self.take_turn(ask, self.seat)
            if outcome is not None:
                return outcome
            self.seat = 1 - self.seat

    def take_turn(self, ask: Ask, seat: int) -> Outcome | None:
        """One move; what ends the game, if it does."""
        times = self.count_position()
        if times >= RETURNS and self.read.recurrence is Recurrence.THIRD_TIME_DRAWS:
            return draw_because("a position came back")
        moves = legal_moves(self.field, self.board, SIDES[seat])
        if not moves and self.read.no_move is not NoMove.PASSES:  # X-CS-07
            if self.read.no_move is NoMove.DRAWS:
                return draw_because("no legal move")
            return win_for(1 - seat, "no legal move")
        choice = self.choose(ask, seat, moves or [Pass.NO_LEGAL_MOVE], times)
        if choice is None:
            return draw_because("agreed")  # CS-END-03
        if isinstance(choice, Pass):
            self.idle[seat] += 1
            return self.no_advance(seat)
        won_by, lost_by = self.success(seat, self.move(seat, choice)), self.no_advance(seat)
        idleness_first = self.read.tenth_turn is TenthTurn.LOSES  # X-CS-16
        return lost_by or won_by if idleness_first else won_by or lost_by

    def success(self, seat: int, taken: list[int]) -> Outcome | None:
        """The win of ``seat``, if its move took the enemy druid or brought its own one home."""
        side = SIDES[seat]
        if -DRUID * side in taken:
            return win_for(seat, "druid captured")  # CS-END-02, CS-JUMP-08
        if self.board.piece(self.field.camp(side).goal) == DRUID * side:
            return win_for(seat, "druid on its bar")  # CS-END-01
        return None

    def count_position(self) -> int:
        """Note the position, where it matters that it has been there before; tell how often."""
        by_agreement = self.read.agreeing is CrossingAgreeing.ON_RECURRENCE
        if self.read.recurrence is Recurrence.NOTHING and not by_agreement:
            return 1
        position = (self.seat, self.board)
        self.seen[position] = self.seen.get(position, 0) + 1
        return self.seen[position]

    def move(self, seat: int, move: CrossingMove) -> list[int]:
        """Carry out a move and count turns without an advance; return the pieces it took."""
        taken = [self.board.piece(cell) for cell in move.taken]
        self.board = self.board.after(move)
        self.captives.extend(taken)
        captures_count = self.read.advance is CrossingAdvance.CAPTURES_COUNT  # X-CS-06
        advanced = (taken and captures_count) or advances(self.field.camp(SIDES[seat]), move)
        self.idle[seat] = 0 if advanced else self.idle[seat] + 1
        return taken

    def choose(
        self, ask: Ask, seat: int, moves: Sequence[CrossingMove | Pass], times: int
    ) -> CrossingMove | Pass | None:
        """The move that ``seat`` makes; None if it agrees to a draw (CS-END-03).

        A player offers one beside a move, the other may agree instead of the next, however few
        moves there are (X-CS-12). ``times`` counts how often the position has been there.
        """
        offered, self.offered = self.offered, False
        if self.may_agree(times, offered):
            said = Agreement.AGREE if offered else Agreement.OFFER
            options: list[CrossingMove | Pass | Agreement] = [*moves, said]
            choice = ask.choose(seat, "move", options)
            if not isinstance(choice, Agreement):
                return choice
            if offered:
                return None
            self.offered = True
        return ask.choose(seat, "move", moves)

    def may_agree(self, times: int, offered: bool) -> bool:
        """Tell whether X-CS-12 lets a draw be offered now, or an offer be answered."""
        agreeing = self.read.agreeing
        if agreeing is CrossingAgreeing.ON_RECURRENCE:
            return offered or times > 1
        return agreeing is CrossingAgreeing.ANY_TIME

    def no_advance(self, seat: int) -> Outcome | None:
        """The loss of a player who has not advanced for too long (CS-END-04)."""
        return win_for(1 - seat, "no advance") if self.idle[seat] >= self.patience() else None

    def patience(self) -> int:
        """Own turns running without an advance that lose: ten, or five of each (X-CS-13)."""
        if self.read.advance is CrossingAdvance.UNLIMITED:
            return NEVER
        return PATIENCE // len(SIDES) if self.read.turns is CrossingTurns.BOTH else PATIENCE

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """0 for both: there are no points, 1 goes to the winner at the end."""
        return [0, 0]

    def account(self) -> list[str]:
        """What each side has left of its pieces, and what X-CS-06 counts of its turns."""
        return [
            f"{name}: pieces left {left}, turns running without an advance {idle}"
            for name, left, idle in zip(SEATS, self.used(), self.idle, strict=True)
        ]

    def levels(self) -> list[int]:
        """Nothing: there is no pile."""
        return []

    def used(self) -> list[int]:
        """The pieces of each side on the board (they only shrink)."""
        return [self.board.of(side).bit_count() for side in SIDES]

    def census(self) -> dict[str, list[str]]:
        """What stands on each cell, and the captives."""
        pieces = {name: self.board.piece(at) for at, name in enumerate(self.field.names)}
        zones = {name: [KINDS[piece]] for name, piece in pieces.items() if piece}
        zones["captives"] = [KINDS[piece] for piece in self.captives]
        return zones

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """Rate moves by a short search; a draw is wanted only where every move loses."""
        idle = self.idle[seat]
        last = WIN // 4 if idle + 1 >= self.patience() else 0
        side, found = SIDES[seat], []
        for option in options:
            value = DRAW if isinstance(option, Agreement) else 0
            if isinstance(option, CrossingMove):
                value = worth(self.field, self.board, side, option)
            if isinstance(option, Pass) or (
                isinstance(option, CrossingMove) and not advances(self.field.camp(side), option)
            ):
                value -= last + IDLE * idle
            found.append(value)
        return found

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """All equal: there is no pile to drain."""
        return [0] * len(options)

    def unseen(self, seat: int) -> tuple[()]:
        """Nothing: all pieces stand where both see them."""
        return ()

    def renew_luck(self, streams: Streams) -> None:
        """There is none."""

    def show(self) -> str:
        """The grid, empty bars as ``G`` and ``Y``, and how long neither side has advanced."""
        names, width = self.field.names, self.field.width
        signs = [SIGNS[self.board.piece(cell)] for cell in range(len(names))]
        for camp, sign in zip(self.field.camps, "GY", strict=True):
            if not self.board.piece(camp.goal):
                signs[camp.goal] = sign
        lines = [
            f"{names[start][0]} {' '.join(signs[start : start + width])}"
            for start in range(0, len(signs), width)
        ]
        waits = (f"{name} {idle}" for name, idle in zip(SEATS, self.idle, strict=True))
        lines.append(f"turns running without an advance: {', '.join(waits)}")
        return "\n".join(lines)


def win_for(seat: int, reason: str) -> Outcome:
    """An end with a winner."""
    return Outcome((seat,), (1 - seat, seat), reason)


def draw_because(reason: str) -> Outcome:
    """An end without one."""
    return Outcome((), (0, 0), reason)


@dataclass(frozen=True, slots=True)
class CrossingTable:
    """Everything that is the same in each game: the grid with the rulings, and the start."""

    frame: Frame
    field: CrossingField
    start: tuple[int, ...]

    def deal(self, streams: Streams, tally: Tally) -> CrossingMatch:
        """Set up one game; only who begins can be luck (X-CS-08)."""
        first = self.field.read.first
        seat = streams.rng("setup").below(2) if first is First.LOT else SEATS.index(first.value)
        return CrossingMatch(self.field, board_of(self.start), seat, tally)

    def bounds(self) -> tuple[Bound, ...]:
        """Nothing: there is no pile, nothing is drawn."""
        return ()


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> CrossingTable:
    """Read the grid from the set-up script, and the rulings."""
    opening = run_with_seed(compile_setup(game, configuration, rulings), 1)
    spaces = build_geometry(game.boards["crossing"], game)[0].spaces
    names = tuple(space.id for space in spaces)
    rows = len({space.fields["row"] for space in spaces})
    start, goals = _pieces(game, opening, names)
    read = read_rulings(CrossingRulings, rulings)
    field = CrossingField(names, rows, (goals["green"], goals["yellow"]), read)
    supplies = tuple(
        SupplySpec(f"{colour} pieces", sum(piece * side > 0 for piece in start))
        for colour, side in zip(SEATS, SIDES, strict=True)
    )
    frame = Frame(game.id, "2+0", SEATS, supplies=supplies, turn_cap=3000)
    return CrossingTable(frame, field, tuple(start))


def board_of(pieces: Sequence[int]) -> CrossingBoard:
    """Return the board with these pieces, cell by cell; 0: none."""
    return CrossingBoard(
        *(
            bits_of(cell for cell, piece in enumerate(pieces) if piece in kinds)
            for kinds in ((PAWN, DRUID), (-PAWN, -DRUID), (DRUID, -DRUID))
        )
    )


def _pieces(
    game: Game, opening: SetupRun, names: tuple[str, ...]
) -> tuple[list[int], dict[str, int]]:
    """The pieces by cell, and the cell of each colour's bar.

    A bar marks its cell as a goal and is no piece: the cell is empty (CS-SETUP-08).
    """
    start = [0] * len(names)
    goals: dict[str, int] = {}
    components = instances(game)
    for cell, name in enumerate(names):
        for piece in opening.zones.get(f"board.{name}", ()):
            component = components[piece]
            colour = cast(str, component.fields["colour"])
            if component.set_id == "bar":
                goals[colour] = cell
            else:
                kind = DRUID if component.set_id == "figure" else PAWN
                start[cell] = kind * SIDES[SEATS.index(colour)]
    return start, goals
