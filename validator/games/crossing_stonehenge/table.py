"""Crossing Stonehenge: what is fixed before the first turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import Grid
from validator.games.crossing_stonehenge.field import (
    DRUID,
    PAWN,
    SEATS,
    SIDES,
    Board,
    Field,
    bits_of,
)
from validator.games.crossing_stonehenge.match import CrossingMatch
from validator.games.crossing_stonehenge.rulings import (
    Advance,
    First,
    Recurrence,
    Rulings,
    TenthTurn,
    Turns,
)
from validator.games.crossing_stonehenge.state import Setting
from validator.play.declared_rulings import read_rulings
from validator.play.rules import Bound, Frame, SupplySpec
from validator.play.tally import Tally
from validator.rng import Streams
from validator.setup.compiled import CompiledSetup, compile_setup

PATIENCE = 10
"""Turns running without an advance that lose the game (CS-END-04)."""
NEVER = 1_000_000
"""More turns than any game has."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that is the same in each game: the grid, the start and the rulings."""

    frame: Frame
    setting: Setting
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


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Table:
    """Read the grid from the set-up script, and the rulings."""
    plan = compile_setup(game, configuration, rulings)
    grid = next(step for step in game.setup.steps if isinstance(step, Grid))
    first, last = grid.columns
    names = tuple(f"{row}{column}" for row in grid.rows for column in range(first, last + 1))
    start, goals = _pieces(plan, names)
    read = read_rulings(Rulings, rulings)
    setting = Setting(
        field=Field(names, len(grid.rows), (goals["green"], goals["yellow"]), read),
        patience=_patience(read),
        captures_advance=read.advance is Advance.CAPTURES_COUNT,
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
    return Table(frame, setting, tuple(start), read.first)


def board_of(pieces: Sequence[int]) -> Board:
    """Return the board with these pieces, cell by cell; 0: none."""
    return Board(
        *(
            bits_of(cell for cell, piece in enumerate(pieces) if piece in kinds)
            for kinds in ((PAWN, DRUID), (-PAWN, -DRUID), (DRUID, -DRUID))
        )
    )


def _patience(read: Rulings) -> int:
    """Own turns running without an advance that lose the game: ten, or five of each (X-CS-13)."""
    if read.advance is Advance.UNLIMITED:
        return NEVER
    return PATIENCE // len(SIDES) if read.turns is Turns.BOTH else PATIENCE


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
