"""Crossing Stonehenge: its moves, written a second time, cell by cell."""

from itertools import combinations, pairwise

import pytest
from crossingboard import DRUID, GREEN, START, WIDTH, YELLOW, apply_move, grid, legal_moves

from validator.rng import Rng


def brute_moves(field, cells, side):
    """Every move by looking at every pair of cells and every direction, nothing shared."""
    bars = {GREEN: (0, 0), YELLOW: (0, WIDTH - 1)}
    closed = field.ruled("forbidden")
    flies, runs = (
        field.ruled("flying_single", "flying_run"),
        field.ruled("adjacent_run", "flying_run"),
    )
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
                    if not flies and (first > 0 or target > after):
                        continue
                    if not runs and after > first + 1:
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
            if not won and not (field.ruled("halts") and _held(field, after, target, side)):
                rest = friends.difference(over)
                found.extend(chains(after, [*path, target], rest, fell + len(prey)))
        return found

    free = [spot for spot in sorted(grid) if own(spot) and not _held(field, grid, spot, side)]
    mine = frozenset(spot for spot in grid if own(spot) and field.ruled("own_too"))
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
    axes = [(0, 1), (1, 0)] if not field.ruled("rows") else [(0, 1)]
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
    if down and field.ruled("rows"):
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
        pytest.param("adjacent_run", (25, 469, 9877), marks=pytest.mark.heavy),
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
        assert sorted(move.taken) == sorted(brute_captures(cells, move.path))
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


@pytest.mark.parametrize("positions", [3, pytest.param(25, marks=pytest.mark.heavy)])
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
        for piece in (DRUID, -DRUID, *[GREEN] * 4, *[YELLOW] * 6):
            cells[rng.below(len(cells))] = piece
        agree(field, cells, GREEN)
        agree(field, cells, YELLOW)
