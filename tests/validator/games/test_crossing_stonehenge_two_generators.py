"""Crossing Stonehenge: its moves and what they are worth, written a second time, cell by cell."""

from itertools import combinations, pairwise

import pytest
from crossingboard import START, WIDTH, apply_move, grid, legal_moves, match, pieces

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
from validator.games.crossing_stonehenge.players import (
    DRAW,
    DRUID_STEP,
    FROZEN,
    IDLE,
    PAWN_VALUE,
    WIN,
)
from validator.games.crossing_stonehenge.rulings import EnemyOnBar
from validator.games.crossing_stonehenge.table import PATIENCE, board_of
from validator.rng import Rng


def brute_moves(field, cells, side):
    """Every move by looking at every pair of cells and every direction, nothing shared."""
    bars = {GREEN: (0, 0), YELLOW: (0, WIDTH - 1)}
    closed = field.read.enemy_on_bar is EnemyOnBar.FORBIDDEN
    grid = {(at // WIDTH, at % WIDTH): piece for at, piece in enumerate(cells)}

    def own(spot):
        return grid.get(spot, 0) * side > 0

    def enemy(spot):
        return grid.get(spot, 0) * side < 0

    def open_to_side(spot):
        return not closed or spot != bars[-side]

    def jump_from(state, spot, friends):
        found = []
        for down, across in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            line = [(spot[0] + down * step, spot[1] + across * step) for step in range(1, WIDTH)]
            line = [place for place in line if place in state]
            for first, target in combinations(range(len(line)), 2):
                for after in range(first + 1, target + 1):
                    if not field.flies and (first > 0 or target > after):
                        continue
                    if not field.runs and after > first + 1:
                        continue
                    over = line[first:after]
                    empties = line[:first] + line[after : target + 1]
                    if all(state[p] * side < 0 or p in friends for p in over) and not any(
                        state[p] for p in empties
                    ):
                        found.append((line[target], over))
        return found

    def chains(state, path, friends, fell=0):
        found = []
        for target, over in jump_from(state, path[-1], friends):
            if target == path[0]:
                continue
            after = dict(state)
            after[target] = after[path[-1]]
            after[path[-1]] = 0
            prey = [place for place in over if place not in friends]
            for place in prey:
                after[place] = 0
            if open_to_side(target) and fell + len(prey):
                found.append([*path, target])
            won = abs(after[target]) == DRUID and target == bars[side]
            if not won and not (field.halts and _held(field, after, target, side)):
                rest = friends.difference(over)
                found.extend(chains(after, [*path, target], rest, fell + len(prey)))
        return found

    free = [spot for spot in sorted(grid) if own(spot) and not _held(field, grid, spot, side)]
    mine = frozenset(spot for spot in grid if own(spot) and field.vaults)
    jumps = [path for spot in free for path in chains(grid, [spot], mine - {spot})]
    if jumps:
        return sorted(tuple(r * WIDTH + c for r, c in path) for path in jumps)
    plain = []
    for spot in free:
        for target, piece in grid.items():
            between = _between(spot, target)
            if between is None or any(grid[p] for p in between):
                continue
            step = target[1] - spot[1]
            slide = not piece and (step == 0 or step * side < 0)
            pinned = enemy(target) and _pinned_by(grid, field, spot, target, side)
            if (slide or (pinned and not between)) and open_to_side(target):
                plain.append((spot, target))
    return sorted((a[0] * WIDTH + a[1], b[0] * WIDTH + b[1]) for a, b in plain)


def _held(field, grid, spot, of):
    axes = [(0, 1), (1, 0)] if field.columns else [(0, 1)]
    for down, across in axes:
        ends = []
        for sign in (1, -1):
            row, column = spot
            while grid.get((row, column), 0) * of > 0:
                row, column = row + sign * down, column + sign * across
            ends.append(grid.get((row, column), 0) * of < 0)
        if all(ends):
            return True
    return False


def _between(a, b):
    if a == b or (a[0] != b[0] and a[1] != b[1]):
        return None
    if a[0] == b[0]:
        low, high = sorted((a[1], b[1]))
        return [(a[0], column) for column in range(low + 1, high)]
    low, high = sorted((a[0], b[0]))
    return [(row, a[1]) for row in range(low + 1, high)]


def _pinned_by(grid, field, spot, target, side):
    down, across = target[0] - spot[0], target[1] - spot[1]
    if down and not field.columns:
        return False
    at = target
    while grid.get(at, 0) * side < 0:
        at = (at[0] + down, at[1] + across)
    return grid.get(at, 0) * side > 0


def perft(field, cells, side, depth):
    moves = legal_moves(field, cells, side)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = cells.copy()
        apply_move(after, move)
        total += perft(field, after, -side, depth - 1)
    return total


def brute_captures(cells, move):
    """The enemies on the straight ways of a move."""
    found = []
    for start, end in pairwise(move):
        step = (end > start) - (end < start)
        step *= 1 if start // WIDTH == end // WIDTH else WIDTH
        found += range(start + step, end + step, step)
    return [at for at in dict.fromkeys(found) if cells[at] * cells[move[0]] < 0]


READINGS = ("adjacent_single", "flying_single", "adjacent_run", "flying_run")


@pytest.mark.parametrize(
    ("reading", "counts"),
    [
        ("adjacent_single", (25, 469, 9877)),
        ("flying_single", (25, 130, 1111)),
        ("adjacent_run", (25, 469, 9877)),
        ("flying_run", (1, 20, 92)),
    ],
)
@pytest.mark.parametrize("side", [GREEN, YELLOW])
def test_node_counts_from_the_start(reading, side, counts):
    """The start is the same for both sides, seen from the other end."""
    field = grid(f"X-CS-02={reading}")
    assert tuple(perft(field, START.copy(), side, depth) for depth in (1, 2, 3)) == counts


def agree(field, cells, side):
    """The legal moves, which both generators give, and what they take."""
    moves = legal_moves(field, cells, side)
    assert sorted(move.path for move in moves) == brute_moves(field, cells, side)
    for move in moves:
        assert list(dict.fromkeys(move.taken)) == brute_captures(cells, move.path)
    return moves


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("lines", ["both", "rows"])
def test_two_generators_agree_in_random_middle_games(reading, lines):
    field = grid(f"X-CS-02={reading}", f"X-CS-04={lines}")
    rng = Rng(1, 2, 3)
    for _ in range(4):
        cells = START.copy()
        side = GREEN
        for _ in range(25):
            moves = agree(field, cells, side)
            if not moves:
                break
            apply_move(cells, moves[rng.below(len(moves))])
            side = -side


@pytest.mark.parametrize("positions", [8, pytest.param(25, marks=pytest.mark.heavy)])
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize(
    "rulings",
    [
        (),
        ("X-CS-09=forbidden",),
        ("X-CS-14=halts",),
        ("X-CS-09=forbidden", "X-CS-04=rows"),
        ("X-CS-15=own_too",),
    ],
)
def test_two_generators_agree_on_scattered_pieces(reading, rulings, positions):
    """Many chains, some over bars and traps, which games seldom have."""
    field = grid(f"X-CS-02={reading}", *rulings)
    rng = Rng(3, 2, 1)
    for _ in range(positions):
        cells = [0] * len(START)
        for piece in (DRUID, -DRUID, *[GREEN] * 5, *[YELLOW] * 8):
            cells[rng.below(len(cells))] = piece
        agree(field, cells, GREEN)
        agree(field, cells, YELLOW)


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


@pytest.mark.parametrize(("idle", "last"), [(PATIENCE - 2, 0), (PATIENCE - 1, WIN // 4)])
def test_the_last_turn_without_an_advance_costs_the_game_and_a_draw_is_better(idle, last):
    state = match(START)
    state.idle = [idle, 0]
    moves = legal_moves(state.field, START, GREEN)
    camp = state.field.camp(GREEN)
    fresh = match(START).rate(0, "move", moves)
    rated = state.rate(0, "move", [*moves, Agreement.OFFER])
    costs = [before - after for before, after in zip(fresh, rated, strict=False)]
    assert costs == [0 if advances(camp, move) else last + IDLE * idle for move in moves]
    assert rated[-1] == DRAW


def test_who_has_to_pass_wants_a_draw_only_where_the_pass_loses():
    state = match(START)
    for idle, wants in ((0, False), (PATIENCE - 1, True)):
        state.idle = [idle, 0]
        passed, offered = state.rate(0, "move", [Pass.NO_LEGAL_MOVE, Agreement.OFFER])
        assert (offered > passed) is wants
