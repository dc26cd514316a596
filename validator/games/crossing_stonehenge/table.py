"""Crossing Stonehenge: a table made ready, its games, and a sensible player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from validator.catalogue.model import Configuration, Game
from validator.catalogue.setup_script import SetupGrid
from validator.games.crossing_stonehenge import moves as view
from validator.games.crossing_stonehenge.field import (
    DRUID,
    GREEN,
    PAWN,
    SEATS,
    SIDES,
    CrossingBoard,
    CrossingField,
    CrossingMove,
    bits_of,
    cells_in,
)
from validator.games.crossing_stonehenge.moves import (
    NOWHERE,
    Agreement,
    CrossingSetting,
    CrossingState,
    Pass,
    advances,
    chains,
    legal_moves,
    look_along,
    trap_captures,
)
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
from validator.setup.deal import CompiledSetup, compile_setup

# A sensible player for Crossing Stonehenge: one move ahead, and the enemy's best capture.
#
# Values are in pawns x 10; they are this player's taste, not a rule.


WIN = 10_000
PAWN_VALUE = 10
DRUID_STEP = 3
FROZEN = 2
IDLE = 1
DRAW = -WIN // 8
"""Better than a move that loses the druid or the game, worse than any other."""


def rate(state: CrossingState, seat: int, options: Sequence[Option]) -> list[int]:
    """Rate moves by a short search; a draw is wanted only where every move loses."""
    idle = state.idle[seat]
    last = WIN // 4 if idle + 1 >= state.setting.patience else 0
    lost = last + IDLE * idle
    outlook = CrossingOutlook(state.setting.field, state.board, SIDES[seat])
    return [
        outlook.worth(option) - (lost if lost and not advances(outlook.own, option) else 0)
        if isinstance(option, CrossingMove)
        else -lost
        if isinstance(option, Pass)
        else DRAW
        for option in options
    ]


class CrossingOutlook:
    """A position as ``side`` sees it before its move: what is the same for every move, once.

    ``own`` and ``enemy`` are the camps of the side and of its enemy, ``shift`` and ``other`` where
    their pieces begin in ``pieces``, and ``takers_at`` where what the enemy may take with begins
    in what lines show (:mod:`validator.games.crossing_stonehenge.moves`): ``lines`` has that of
    each, ``shown`` their sum. ``homing`` are druids of the enemy with the cells that must be empty
    for a slide onto its bar, ``way`` is the distance of the enemy's druids from it less that of
    the own from theirs.
    """

    __slots__ = (
        "druids",
        "enemy",
        "field",
        "homing",
        "lines",
        "other",
        "own",
        "pieces",
        "shift",
        "shown",
        "takers_at",
        "way",
    )

    def __init__(self, field: CrossingField, board: CrossingBoard, side: int) -> None:
        self.field = field
        self.own = field.camp(side)
        self.enemy = field.camp(-side)
        self.druids = board.druids
        self.pieces = board.green << field.cells | board.yellow
        self.shift, self.other = (field.cells, 0) if side == GREEN else (0, field.cells)
        self.takers_at = field.cells + self.other
        pieces, known = self.pieces, field.shown
        self.lines: dict[int, int] = {}
        for line in field.lines:
            answer = known.get(pieces & line)
            self.lines[line] = look_along(field, line, pieces & line) if answer is None else answer
        self.shown = sum(self.lines.values())
        self.homing: list[tuple[int, int]] = []
        self.way = 0
        for cell in cells_in(board.druids & board.of(side)):
            self.way -= self.own.away[cell]
        for cell in cells_in(board.druids & board.of(-side)):
            self.way += self.enemy.away[cell]
            if self.enemy.homeward[cell]:
                self.homing.append((1 << cell, self.enemy.homeward[cell]))

    def worth(self, move: CrossingMove) -> int:
        """Rate the position after a move, less what the enemy can take or reach at once."""
        field, druids, way = self.field, self.druids, self.way
        if move.fallen & druids:
            return WIN
        start, end = move.path[0], move.path[-1]
        if druids >> start & 1:
            if end == self.own.goal:
                return WIN
            druids ^= move.ends
            way += self.own.away[start] - self.own.away[end]
        pieces = self.pieces ^ (move.ends << self.shift | move.fallen << self.other)
        shown, known, lines = self.shown, field.shown, self.lines
        try:
            for line in move.lines:
                shown += known[pieces & line] - lines[line]
        except KeyError:  # a line as it never was
            shown = self.shown
            for line in move.lines:
                shown += look_along(field, line, pieces & line) - lines[line]
        shown |= shown >> field.columns_at
        worth = DRUID_STEP * way
        if move.taken:
            worth += PAWN_VALUE * len(move.taken)
        own, enemy = pieces >> self.shift, pieces >> self.other
        every = field.every
        held = shown & every
        if held:
            pawns = held & ~druids
            worth += FROZEN * ((pawns & enemy).bit_count() - (pawns & own).bit_count())
        for druid, clear in self.homing:
            if not held & druid and not (own | enemy) & clear:
                return worth - WIN // 2
        takers = (enemy if field.vaults else shown >> self.takers_at) & ~held & every
        if takers:
            worth -= self._loss(own & every, enemy & every, takers, held, druids)
        return worth

    def _loss(self, own: int, enemy: int, takers: int, held: int, druids: int) -> int:
        """Return the worth of the most that ``takers`` of the enemy can take next.

        Some of both are ``held``; ``druids`` are those of both sides.
        """
        field, camp, prey = self.field, self.enemy, druids & own
        worst = 0
        for cell in cells_in(takers):
            home = camp.goal if druids >> cell & 1 else NOWHERE
            taken = [
                fallen
                for path, fallen in chains(field, enemy, own, cell, home)
                if camp.targets >> path[-1] & 1
            ]
            if held & own & field.beside[cell]:
                steps = trap_captures(field, enemy, own, cell)
                taken += [step.taken for step in steps if camp.targets >> step.path[-1] & 1]
            for fallen in taken:
                if prey:
                    for one in fallen:
                        if prey >> one & 1:
                            return WIN // 2
                if len(fallen) > worst:  # noqa: PLR1730 - asked of every capture
                    worst = len(fallen)
        return PAWN_VALUE * worst


RETURNS = 3
"""How often a position comes until the game is drawn (X-CS-11)."""


class CrossingMatch(CrossingState):
    """The course of a game."""

    __slots__ = ()

    def copy(self) -> CrossingMatch:
        """The same game, to be played on apart."""
        other = CrossingMatch(self.setting, self.board.copy(), self.seat, self.tally.copy())
        other.captives = self.captives.copy()
        other.standing = self.standing.copy()
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
        times = self.count_position() if self.setting.remembers else 1
        if times >= RETURNS and self.setting.third_time_draws:
            return draw_because("a position came back")
        moves = legal_moves(self.setting.field, self.board, SIDES[seat])
        if not moves and self.setting.no_move is not NoMove.PASSES:
            return self.no_move(seat)
        choice = self.choose(ask, seat, moves or [Pass.NO_LEGAL_MOVE], times)
        if choice is None:
            return draw_because("agreed")  # CS-END-03
        if isinstance(choice, Pass):
            self.idle[seat] += 1
            return self.no_advance(seat)
        won_by, lost_by = self.success(seat, self.move(seat, choice)), self.no_advance(seat)
        return lost_by or won_by if self.setting.idleness_first else won_by or lost_by  # X-CS-16

    def success(self, seat: int, taken: list[int]) -> Outcome | None:
        """The win of ``seat``, if its move took the enemy druid or brought its own one home."""
        side = SIDES[seat]
        if -DRUID * side in taken:
            return win_for(seat, "druid captured")  # CS-END-02, CS-JUMP-08
        if self.board.piece(self.setting.field.camp(side).goal) == DRUID * side:
            return win_for(seat, "druid on its bar")  # CS-END-01
        return None

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
        agreeing = self.setting.agreeing
        if agreeing is CrossingAgreeing.ON_RECURRENCE:
            return offered or times > 1
        return agreeing is CrossingAgreeing.ANY_TIME

    def no_move(self, seat: int) -> Outcome:
        """The end that a player without a legal move makes, unless it passes (X-CS-07)."""
        if self.setting.no_move is NoMove.DRAWS:
            return draw_because("no legal move")
        return win_for(1 - seat, "no legal move")

    def no_advance(self, seat: int) -> Outcome | None:
        """The loss of a player who has not advanced for too long (CS-END-04)."""
        return win_for(1 - seat, "no advance") if self.idle[seat] >= self.setting.patience else None

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """0 for both: there are no points, 1 goes to the winner at the end."""
        return [0, 0]

    def account(self) -> list[str]:
        """What each side has left, and how long it has not advanced."""
        return view.account(self)

    def levels(self) -> list[int]:
        """Nothing: there is no pile."""
        return []

    def used(self) -> list[int]:
        """The pieces of each side on the board (they only shrink)."""
        return self.standing.copy()

    def census(self) -> dict[str, list[str]]:
        """What stands on each cell, and the captives."""
        return view.census(self)

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``."""
        return rate(self, seat, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """All equal: there is no pile to drain."""
        return [0] * len(options)

    def unseen(self, seat: int) -> tuple[()]:
        """Nothing: all pieces stand where both see them."""
        return ()

    def renew_luck(self, streams: Streams) -> None:
        """There is none."""

    def show(self) -> str:
        """The grid, and how long neither side has advanced."""
        return view.show(self)


def win_for(seat: int, reason: str) -> Outcome:
    """An end with a winner."""
    return Outcome((seat,), (1 - seat, seat), reason)


def draw_because(reason: str) -> Outcome:
    """An end without one."""
    return Outcome((), (0, 0), reason)


PATIENCE = 10
"""Turns running without an advance that lose the game (CS-END-04)."""
NEVER = 1_000_000
"""More turns than any game has."""


@dataclass(frozen=True, slots=True)
class CrossingTable:
    """Everything that is the same in each game: the grid, the start and the rulings."""

    frame: Frame
    setting: CrossingSetting
    start: tuple[int, ...]
    first: First

    def deal(self, streams: Streams, tally: Tally) -> CrossingMatch:
        """Set up one game; only who begins can be luck (X-CS-08)."""
        luck = self.first is First.LOT
        seat = streams.rng("setup").below(2) if luck else SEATS.index(self.first.value)
        return CrossingMatch(self.setting, board_of(self.start), seat, tally)

    def bounds(self) -> tuple[Bound, ...]:
        """Nothing: there is no pile, nothing is drawn."""
        return ()


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> CrossingTable:
    """Read the grid from the set-up script, and the rulings."""
    plan = compile_setup(game, configuration, rulings)
    grid = next(step for step in game.setup.steps if isinstance(step, SetupGrid))
    first, last = grid.columns
    names = tuple(f"{row}{column}" for row in grid.rows for column in range(first, last + 1))
    start, goals = _pieces(plan, names)
    read = read_rulings(CrossingRulings, rulings)
    setting = CrossingSetting(
        field=CrossingField(names, len(grid.rows), (goals["green"], goals["yellow"]), read),
        patience=_patience(read),
        captures_advance=read.advance is CrossingAdvance.CAPTURES_COUNT,
        third_time_draws=read.recurrence is Recurrence.THIRD_TIME_DRAWS,
        no_move=read.no_move,
        agreeing=read.agreeing,
        idleness_first=read.tenth_turn is TenthTurn.LOSES,
    )
    supplies = tuple(
        SupplySpec(f"{colour} pieces", sum(piece * side > 0 for piece in start))
        for colour, side in zip(SEATS, SIDES, strict=True)
    )
    frame = Frame(game.id, "2+0", SEATS, supplies=supplies, turn_cap=3000)
    return CrossingTable(frame, setting, tuple(start), read.first)


def board_of(pieces: Sequence[int]) -> CrossingBoard:
    """Return the board with these pieces, cell by cell; 0: none."""
    return CrossingBoard(
        *(
            bits_of(cell for cell, piece in enumerate(pieces) if piece in kinds)
            for kinds in ((PAWN, DRUID), (-PAWN, -DRUID), (DRUID, -DRUID))
        )
    )


def _patience(read: CrossingRulings) -> int:
    """Own turns running without an advance that lose the game: ten, or five of each (X-CS-13)."""
    if read.advance is CrossingAdvance.UNLIMITED:
        return NEVER
    return PATIENCE // len(SIDES) if read.turns is CrossingTurns.BOTH else PATIENCE


def _pieces(plan: CompiledSetup, names: tuple[str, ...]) -> tuple[list[int], dict[str, int]]:
    """The pieces by cell, and the cell of each colour's bar.

    A bar marks its cell as a goal and is no piece: the cell is empty (CS-SETUP-08).
    """
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
    return start, goals
