"""A sensible player for Crossing Stonehenge: one move ahead, and the enemy's best capture.

Values are in pawns x 10; they are this player's taste, not a rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.crossing_stonehenge.field import GREEN, SIDES, Board, Field, Move, cells_in
from validator.games.crossing_stonehenge.lines import show
from validator.games.crossing_stonehenge.moves import NOWHERE, advances, chains, trap_captures
from validator.games.crossing_stonehenge.state import Pass, State
from validator.play.rules import Option

WIN = 10_000
PAWN_VALUE = 10
DRUID_STEP = 3
FROZEN = 2
IDLE = 1
DRAW = -WIN // 8
"""Better than a move that loses the druid or the game, worse than any other."""


def rate(state: State, seat: int, options: Sequence[Option]) -> list[int]:
    """Rate moves by a short search; a draw is wanted only where every move loses."""
    idle = state.idle[seat]
    last = WIN // 4 if idle + 1 >= state.setting.patience else 0
    lost = last + IDLE * idle
    outlook = Outlook(state.setting.field, state.board, SIDES[seat])
    return [
        outlook.worth(option) - (lost if lost and not advances(outlook.own, option) else 0)
        if isinstance(option, Move)
        else -lost
        if isinstance(option, Pass)
        else DRAW
        for option in options
    ]


class Outlook:
    """A position as ``side`` sees it before its move: what is the same for every move, once.

    ``own`` and ``enemy`` are the camps of the side and of its enemy, ``shift`` and ``other`` where
    their pieces begin in ``pieces``, and ``takers_at`` where what the enemy may take with begins
    in what lines show (:mod:`validator.games.crossing_stonehenge.lines`): ``lines`` has that of
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

    def __init__(self, field: Field, board: Board, side: int) -> None:
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
            self.lines[line] = show(field, line, pieces & line) if answer is None else answer
        self.shown = sum(self.lines.values())
        self.homing: list[tuple[int, int]] = []
        self.way = 0
        for cell in cells_in(board.druids & board.of(side)):
            self.way -= self.own.away[cell]
        for cell in cells_in(board.druids & board.of(-side)):
            self.way += self.enemy.away[cell]
            if self.enemy.homeward[cell]:
                self.homing.append((1 << cell, self.enemy.homeward[cell]))

    def worth(self, move: Move) -> int:
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
                shown += show(field, line, pieces & line) - lines[line]
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
