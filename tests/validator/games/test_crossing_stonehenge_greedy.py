"""Crossing Stonehenge: what the greedy player sees by single lines is what whole boards show."""

from __future__ import annotations

import pytest
from crossingboard import DEFAULT, START, WIDTH, grid, legal_moves, match, pieces

from validator.games.crossing_stonehenge import moves as lines
from validator.games.crossing_stonehenge.field import (
    DRUID,
    GREEN,
    SIDES,
    YELLOW,
    CrossingBoard,
    CrossingField,
    CrossingMove,
    find_trapped,
)
from validator.games.crossing_stonehenge.moves import (
    Agreement,
    Pass,
    advances,
    apply_move,
    chains,
    home_of,
    slides,
    trap_captures,
)
from validator.games.crossing_stonehenge.table import (
    DRAW,
    DRUID_STEP,
    FROZEN,
    IDLE,
    PAWN_VALUE,
    WIN,
    board_of,
    rate,
)
from validator.rng import Rng


def worth(field: CrossingField, board: CrossingBoard, side: int, move: CrossingMove) -> int:
    """What a move is worth by looking at the whole board after it, cell by cell."""
    after = board.copy()
    taken = apply_move(after, move)
    if -DRUID * side in taken or after.piece(field.camp(side).goal) == DRUID * side:
        return WIN
    value = PAWN_VALUE * len(taken) - threat(field, after, -side)
    held = {of: find_trapped(field, after.of(of), after.of(-of)) for of in SIDES}
    for cell, piece in enumerate(pieces(after)):
        of = GREEN if piece > 0 else YELLOW
        sign = 1 if of == side else -1
        if abs(piece) == DRUID:
            value -= sign * DRUID_STEP * field.camp(of).away[cell]
        elif piece and held[of] >> cell & 1:
            value -= sign * FROZEN
    return value


def threat(field: CrossingField, board: CrossingBoard, side: int) -> int:
    """The most that a side can take or reach next."""
    camp, own, enemy = field.camp(side), board.of(side), board.of(-side)
    worst = 0
    for cell, piece in enumerate(pieces(board)):
        if piece * side <= 0 or find_trapped(field, own, enemy) >> cell & 1:
            continue
        if piece == DRUID * side:
            home = [move for move in slides(camp, own | enemy, cell) if move.path[-1] == camp.goal]
            worst = max(worst, WIN // 2 if home else 0)
        taking = [*chains(field, own, enemy, cell, home_of(camp, board, cell))]
        taking += [(step.path, step.taken) for step in trap_captures(field, own, enemy, cell)]
        for path, taken in taking:
            if camp.targets >> path[-1] & 1:
                druid = any(board.piece(one) == -DRUID * side for one in taken)
                worst = max(worst, WIN // 2 if druid else PAWN_VALUE * len(taken))
    return worst


def scattered(rng: Rng) -> list[int]:
    """Pieces anywhere; of druids none on the row of the bars, where the game would have ended."""
    cells = [0] * len(START)
    for piece in (*[GREEN] * 7, *[YELLOW] * 7):
        cells[rng.below(len(cells))] = piece
    for piece in (DRUID, -DRUID):
        cells[WIDTH + rng.below(len(cells) - WIDTH)] = piece
    return cells


@pytest.mark.parametrize(
    "rulings",
    [
        (),
        ("X-CS-02=flying_single",),
        ("X-CS-02=adjacent_run", "X-CS-04=rows"),
        ("X-CS-02=flying_run", "X-CS-09=forbidden"),
        ("X-CS-09=forbidden", "X-CS-14=halts", "X-CS-03=free"),
        ("X-CS-15=own_too",),
    ],
)
def test_a_rating_is_that_of_the_whole_board_after_the_move(rulings: tuple[str, ...]) -> None:
    """Positions of random play and scattered ones, both sides, lines kept from one to the next."""
    field = grid(*rulings)
    rng = Rng(5, 6, 7)
    cells = START.copy()
    for at in range(60):
        if at % 3 == 0:
            cells = scattered(rng)
        side = SIDES[at % 2]
        moves = legal_moves(field, cells, side)
        state = match(cells, *rulings)
        state.idle = [at % 4, at % 3]
        seat = SIDES.index(side)
        waits = IDLE * state.idle[seat]
        board = board_of(cells)
        assert rate(state, seat, moves) == [
            worth(field, board, side, move) - (0 if advances(field.camp(side), move) else waits)
            for move in moves
        ]
        if moves:
            apply_move(board, moves[rng.below(len(moves))])
            cells = pieces(board)


def test_a_memory_that_is_full_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratings stay what they are, and no more is kept than may be."""
    state = match(START)
    field = state.setting.field
    moves = legal_moves(field, START, GREEN)
    rated = rate(state, 0, moves)
    monkeypatch.setattr(lines, "KEPT", 4)
    field.shown.clear()
    assert rate(state, 0, moves) == rated
    assert len(field.shown) <= 4 + len(START)


def test_the_last_turn_without_an_advance_costs_the_game_and_a_draw_is_better() -> None:
    state = match(START)
    idle = DEFAULT.setting.patience - 1
    state.idle = [idle, 0]
    moves = legal_moves(state.setting.field, START, GREEN)
    camp = state.setting.field.camp(GREEN)
    fresh = rate(match(START), 0, moves)
    rated = rate(state, 0, [*moves, Agreement.OFFER])
    costs = [before - after for before, after in zip(fresh, rated, strict=False)]
    assert costs == [0 if advances(camp, move) else WIN // 4 + IDLE * idle for move in moves]
    assert rated[-1] == DRAW


def test_who_has_to_pass_wants_a_draw_only_where_the_pass_loses() -> None:
    state = match(START)
    for idle, wants in ((0, False), (DEFAULT.setting.patience - 1, True)):
        state.idle = [idle, 0]
        passed, offered = rate(state, 0, [Pass.NO_LEGAL_MOVE, Agreement.OFFER])
        assert (offered > passed) is wants
