"""Crossing Stonehenge: the greedy player, beside a rating of whole boards cell by cell."""

import pytest
from crossingboard import START, WIDTH, grid, legal_moves, match, pieces

from validator.games.crossing_stonehenge.field import DRUID, GREEN, SIDES, YELLOW, find_trapped
from validator.games.crossing_stonehenge.moves import (
    Agreement,
    Pass,
    advances,
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
    PATIENCE,
    PAWN_VALUE,
    WIN,
    board_of,
)
from validator.rng import Rng


def worth(field, board, side, move):
    """What a move is worth by looking at the whole board after it, cell by cell."""
    after = board.after(move)
    taken = [board.piece(one) for one in move.taken]
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


def threat(field, board, side):
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


def scattered(rng):
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
def test_a_rating_is_that_of_the_whole_board_after_the_move(rulings):
    """Positions of random play and scattered ones, both sides."""
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
        assert state.rate(seat, "move", moves) == [
            worth(field, board, side, move) - (0 if advances(field.camp(side), move) else waits)
            for move in moves
        ]
        if moves:
            cells = pieces(board.after(moves[rng.below(len(moves))]))


def test_the_last_turn_without_an_advance_costs_the_game_and_a_draw_is_better():
    state = match(START)
    idle = PATIENCE - 1
    state.idle = [idle, 0]
    moves = legal_moves(state.field, START, GREEN)
    camp = state.field.camp(GREEN)
    fresh = match(START).rate(0, "move", moves)
    rated = state.rate(0, "move", [*moves, Agreement.OFFER])
    costs = [before - after for before, after in zip(fresh, rated, strict=False)]
    assert costs == [0 if advances(camp, move) else WIN // 4 + IDLE * idle for move in moves]
    assert rated[-1] == DRAW


def test_who_has_to_pass_wants_a_draw_only_where_the_pass_loses():
    state = match(START)
    for idle, wants in ((0, False), (PATIENCE - 1, True)):
        state.idle = [idle, 0]
        passed, offered = state.rate(0, "move", [Pass.NO_LEGAL_MOVE, Agreement.OFFER])
        assert (offered > passed) is wants
