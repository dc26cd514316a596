"""Crossing Stonehenge: counts, worked examples, and a second move generator written apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest

from validator.catalogue.load import load
from validator.games.crossing_stonehenge.field import (
    DRUID,
    GREEN,
    PAWN,
    YELLOW,
    Field,
    Move,
    is_trapped,
)
from validator.games.crossing_stonehenge.moves import apply_move, legal_moves
from validator.games.crossing_stonehenge.table import PATIENCE, Table, prepare
from validator.play.driver import Played, play_match
from validator.play.policies import ScriptPolicy
from validator.play.rulings import resolve_rulings
from validator.play.tally import Tally
from validator.rng import Rng, Streams

ROOT = Path(__file__).parents[3]
WIDTH = 12


def table(*rulings: str) -> Table:
    game = load(ROOT, ["crossing_stonehenge"])[0].games["crossing_stonehenge"]
    return prepare(game, game.configurations[0], resolve_rulings(game, rulings))


DEFAULT = table()


FIELD = DEFAULT.setting.field


def grid(*rulings: str) -> Field:
    """The grid under other rulings."""
    return table(*rulings).setting.field


def cell(name: str) -> int:
    return FIELD.names.index(name)


def board(**pieces: str) -> list[int]:
    """A board from ``g`` (green pawns), ``D`` (green druid), ``y``, ``E``: names of cells."""
    kinds = {"g": PAWN, "D": DRUID, "y": -PAWN, "E": -DRUID}
    cells = [0] * 48
    for kind, names in pieces.items():
        for name in names.split():
            cells[cell(name)] = kinds[kind]
    return cells


def named(moves: list[Move]) -> list[str]:
    return ["-".join(FIELD.names[at] for at in move.path) for move in moves]


Cells = tuple[int, ...]
"""The cells of a move, as the generator below gives them."""


# --- an independent move generator, by coordinates and from the wording of the rules ---


def brute_moves(field: Field, cells: list[int], side: int) -> list[Cells]:
    """Every move by looking at every pair of cells and every direction, nothing shared."""
    grid = {(at // WIDTH, at % WIDTH): piece for at, piece in enumerate(cells)}

    def own(spot: tuple[int, int]) -> bool:
        return grid.get(spot, 0) * side > 0

    def enemy(spot: tuple[int, int]) -> bool:
        return grid.get(spot, 0) * side < 0

    def held(spot: tuple[int, int], of: int) -> bool:
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

    def jump_from(
        state: dict[tuple[int, int], int], spot: tuple[int, int]
    ) -> list[tuple[tuple[int, int], list[tuple[int, int]]]]:
        found = []
        for down, across in ((0, -1), (0, 1), (-1, 0), (1, 0)):
            for gap, run, rest in product(range(12), range(1, 12), range(1, 12)):
                if (gap and not field.flies) or (rest > 1 and not field.flies):
                    continue
                if run > 1 and not field.runs:
                    continue
                line = [
                    (spot[0] + down * step, spot[1] + across * step)
                    for step in range(1, gap + run + rest + 1)
                ]
                if any(place not in state for place in line):
                    continue
                over = line[gap : gap + run]
                empties = line[:gap] + line[gap + run :]
                if all(state[p] * side < 0 for p in over) and not any(state[p] for p in empties):
                    found.append((line[-1], over))
        return found

    def chains(
        state: dict[tuple[int, int], int], path: list[tuple[int, int]]
    ) -> list[list[tuple[int, int]]]:
        found = []
        for target, over in jump_from(state, path[-1]):
            if target == path[0]:
                continue
            after = dict(state)
            after[target] = after[path[-1]]
            after[path[-1]] = 0
            for place in over:
                after[place] = 0
            found.append([*path, target])
            found.extend(chains(after, [*path, target]))
        return found

    free = [spot for spot in sorted(grid) if own(spot) and not held(spot, side)]
    jumps = [path for spot in free for path in chains(grid, [spot])]
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
            if slide or (pinned and not between):
                plain.append((spot, target))
    return sorted((a[0] * WIDTH + a[1], b[0] * WIDTH + b[1]) for a, b in plain)


def _between(a: tuple[int, int], b: tuple[int, int]) -> list[tuple[int, int]] | None:
    if a == b or (a[0] != b[0] and a[1] != b[1]):
        return None
    if a[0] == b[0]:
        low, high = sorted((a[1], b[1]))
        return [(a[0], column) for column in range(low + 1, high)]
    low, high = sorted((a[0], b[0]))
    return [(row, a[1]) for row in range(low + 1, high)]


def _pinned_by(
    grid: dict[tuple[int, int], int],
    field: Field,
    spot: tuple[int, int],
    target: tuple[int, int],
    side: int,
) -> bool:
    down, across = target[0] - spot[0], target[1] - spot[1]
    if down and not field.columns:
        return False
    at = target
    while grid.get(at, 0) * side < 0:
        at = (at[0] + down, at[1] + across)
    return grid.get(at, 0) * side > 0


def perft(field: Field, cells: list[int], side: int, depth: int) -> int:
    moves = legal_moves(field, cells, side)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = cells.copy()
        apply_move(after, move)
        total += perft(field, after, -side, depth - 1)
    return total


def brute_perft(field: Field, cells: list[int], side: int, depth: int) -> int:
    moves = brute_moves(field, cells, side)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = cells.copy()
        for place in brute_captures(cells, move):
            after[place] = 0
        after[move[-1]], after[move[0]] = cells[move[0]], 0
        total += brute_perft(field, after, -side, depth - 1)
    return total


def brute_captures(cells: list[int], move: Cells) -> list[int]:
    """The pieces on the straight ways of a move, its own left out."""
    found: list[int] = []
    for start, end in pairwise(move):
        step = (end > start) - (end < start)
        step *= 1 if start // WIDTH == end // WIDTH else WIDTH
        found += [at for at in range(start + step, end + step, step) if cells[at]]
    return [at for at in dict.fromkeys(found) if at != move[0]]


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
def test_node_counts_from_the_start(reading: str, side: int, counts: tuple[int, ...]) -> None:
    """The start is the same for both sides, seen from the other end."""
    field = grid(f"X-CS-02={reading}")
    assert tuple(perft(field, list(DEFAULT.start), side, depth) for depth in (1, 2, 3)) == counts


def test_node_count_to_depth_three_by_brute_force() -> None:
    assert brute_perft(FIELD, list(DEFAULT.start), GREEN, 3) == 9877


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("side", [GREEN, YELLOW])
def test_two_generators_agree_from_the_start(reading: str, side: int) -> None:
    field = grid(f"X-CS-02={reading}")
    start = list(DEFAULT.start)
    assert perft(field, start, side, 2) == brute_perft(field, start, side, 2)


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("lines", ["both", "rows"])
def test_two_generators_agree_in_random_middle_games(reading: str, lines: str) -> None:
    field = grid(f"X-CS-02={reading}", f"X-CS-04={lines}")
    rng = Rng(1, 2, 3)
    for _ in range(4):
        cells = list(DEFAULT.start)
        side = GREEN
        for _ in range(25):
            moves = legal_moves(field, cells, side)
            assert sorted(move.path for move in moves) == brute_moves(field, cells, side)
            for move in moves:
                assert list(dict.fromkeys(move.taken)) == brute_captures(cells, move.path)
            if not moves:
                break
            apply_move(cells, moves[rng.below(len(moves))])
            side = -side


# --- set-up and worked examples ---


def test_start_has_ten_pawns_and_a_druid_a_side_on_24_cells() -> None:
    """CS-SETUP-01 to CS-SETUP-06; the bars stand on A10 and A21."""
    start = DEFAULT.start
    assert start.count(PAWN) == start.count(-PAWN) == 10
    assert start[cell("D21")] == DRUID
    assert start[cell("D10")] == -DRUID
    assert [name for name, piece in zip(FIELD.names, start, strict=True) if not piece] == [
        f"{row}{column}"
        for row in "ABCD"
        for column in range(10, 22)
        if 13 <= column <= 18 or (row, column) in (("A", 10), ("A", 21))
    ]


@pytest.mark.parametrize("side", [GREEN, YELLOW])
def test_start_has_25_slides_of_five_pieces(side: int) -> None:
    """CS-MOVE-11: the pieces of the front column, and the one under the empty bar."""
    moves = legal_moves(FIELD, list(DEFAULT.start), side)
    assert len(moves) == 25
    assert len({move.path[0] for move in moves}) == 5


def test_green_on_b18_moves_as_in_the_example() -> None:
    """CS-MOVE-06: B10 to B17, A18, C18, D18, but not back to B19-B21."""
    moves = named(legal_moves(FIELD, board(g="B18"), GREEN))
    targets = {move.partition("-")[2] for move in moves}
    assert targets == {f"B{column}" for column in range(10, 18)} | {"A18", "C18", "D18"}


@pytest.mark.parametrize(
    ("side", "move"), [(YELLOW, "A12-A21"), (GREEN, "A19-A10")], ids=["yellow", "green"]
)
def test_flying_over_runs_forces_the_first_move(side: int, move: str) -> None:
    """X-CS-02: under this reading the first mover must take two pawns at once."""
    field = grid("X-CS-02=flying_run")
    moves = legal_moves(field, list(DEFAULT.start), side)
    assert named(moves) == [move]
    assert len(moves[0].taken) == 2


def test_five_between_two_are_trapped_and_single_leaps_leave_the_trap_move_free() -> None:
    """X-CS-02: in the diagram ``X#OOOOOX`` the left X may close the trap by stepping to #."""
    cells = board(g="B10 B17", y="B12 B13 B14 B15 B16")
    cells[cell("B10")], cells[cell("A11")] = 0, PAWN
    assert not is_trapped(FIELD, cells, cell("B13"))
    moves = named(legal_moves(FIELD, cells, GREEN))
    assert "A11-B11" in moves
    run = named(legal_moves(grid("X-CS-02=adjacent_run"), cells, GREEN))
    assert run == ["B17-B11"]
    cells[cell("A11")], cells[cell("B11")] = 0, PAWN
    assert all(is_trapped(FIELD, cells, cell(f"B{at}")) for at in range(12, 17))


def test_a_gap_or_an_edge_makes_no_trap() -> None:
    """CS-TRAP-02, CS-TRAP-09."""
    gap = board(g="B12 B16", y="B13 B15")
    edge = board(g="B12", y="B10 B11")
    assert not is_trapped(FIELD, gap, cell("B13"))
    assert not is_trapped(FIELD, edge, cell("B11"))


def test_columns_trap_unless_ruled_otherwise() -> None:
    """X-CS-04."""
    cells = board(g="A14 C14", y="B14")
    assert is_trapped(FIELD, cells, cell("B14"))
    assert not is_trapped(grid("X-CS-04=rows"), cells, cell("B14"))


def test_either_trapper_takes_also_backwards_but_no_trapped_one() -> None:
    """CS-TRAP-04 to CS-TRAP-06: B15 would go back for green; B13 is itself held in its column."""
    cells = board(g="B13 B15", y="B14")
    moves = named(legal_moves(FIELD, cells, GREEN))
    assert "B13-B14" in moves
    assert "B15-B14" in moves
    cells = board(g="B13 B15", y="B14 A13 C13")
    moves = named(legal_moves(FIELD, cells, GREEN))
    assert "B13-B14" not in moves
    assert "B15-B14" in moves


def test_a_jump_is_a_duty_and_the_chain_is_free() -> None:
    """CS-JUMP-03, CS-JUMP-04, CS-JUMP-06."""
    cells = board(g="B18 D12", y="B17 B15")
    assert named(legal_moves(FIELD, cells, GREEN)) == ["B18-B16", "B18-B16-B14"]


def test_no_leap_lands_where_the_jump_began() -> None:
    """CS-JUMP-05: a square of four leaps stops before its corner."""
    cells = board(g="B15", y="B16 C17 D16 C15")
    paths = named(legal_moves(FIELD, cells, GREEN))
    assert "B15-B17-D17-D15" in paths
    assert not any(path.endswith("B15") for path in paths)


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("jump_first", {"D18-D16"}),
        ("bar_first", {"D18-D16", "A11-A10"}),
        ("free", {"D18-D16", "A11-A10", "B13-B14", "B15-B14"}),
    ],
)
def test_what_may_be_done_instead_of_a_jump(option: str, expected: set[str]) -> None:
    """X-CS-03."""
    cells = board(D="A11", g="D18 B13 B15", y="D17 B14")
    cells[cell("B12")] = PAWN  # behind B13, so that B14 cannot be jumped
    cells[cell("B16")] = PAWN
    moves = legal_moves(grid(f"X-CS-03={option}"), cells, GREEN)
    assert set(named(moves)) == expected


def test_a_closed_bar_keeps_the_enemy_out() -> None:
    """X-CS-09: B10-A10 at once, unless forbidden."""
    start = list(DEFAULT.start)
    assert "B10-A10" in named(legal_moves(FIELD, start, YELLOW))
    assert "B10-A10" not in named(legal_moves(grid("X-CS-09=forbidden"), start, YELLOW))


# --- ends ---


def game(cells: list[int], *rulings: str, choices: tuple[int, ...] = ()) -> tuple[str, object]:
    """Play recorded choices from a position; return the reason and the winners."""
    ruled = replace(table(*rulings), start=tuple(cells))
    script = ScriptPolicy(choices)
    played = play_match(ruled, Streams(1, "crossing_stonehenge", "2+0", 0), [script, script])
    return played.outcome.reason, played.outcome.winners


def choice(cells: list[int], side: int, move: str) -> int:
    return named(legal_moves(FIELD, cells, side)).index(move)


def test_druid_on_its_bar_wins() -> None:
    """CS-END-01."""
    cells = board(D="A11", E="D10", y="D11")
    assert game(cells, choices=(choice(cells, GREEN, "A11-A10"),)) == ("druid on its bar", (0,))


def test_taking_the_druid_wins() -> None:
    """CS-END-02: the only move, so no choice is recorded."""
    assert game(board(D="D21", g="B18", E="B17")) == ("druid captured", (0,))


@pytest.mark.parametrize(
    ("option", "winners"),
    [("loss_threefold", (1,)), ("draw_threefold", ()), ("loss_only", (1,))],
)
def test_no_move(option: str, winners: tuple[int, ...]) -> None:
    """X-CS-07: green's only piece is held between two yellow ones."""
    cells = board(D="B14", y="B13 B15", E="D10")
    assert game(cells, f"X-CS-07={option}") == ("no legal move", winners)


class Shuttle:
    """Steps its druid in and out of the centre; answers questions about draws with ``answer``."""

    def __init__(self, answer: int = 0) -> None:
        self.answer = answer
        self.asked = 0

    def pick(self, match: object, seat: int, what: str, options: Sequence[Any]) -> int:
        if what != "move":
            self.asked += 1
            return self.answer
        wanted = ("C21-D21", "D21-C21") if seat == 0 else ("C10-D10", "D10-C10")
        return next(at for at, name in enumerate(named(list(options))) if name in wanted)


def shuttles(*rulings: str, answer: int = 0) -> tuple[Played, Shuttle]:
    """Play druids that only go in and out."""
    ruled = replace(table(*rulings), start=tuple(board(D="C21", E="C10")))
    policy = Shuttle(answer)
    return play_match(ruled, Streams(1, ruled.frame.game, "2+0", 0), [policy, policy]), policy


def test_ten_own_turns_without_an_advance_lose() -> None:
    """CS-END-04 as X-CS-06 reads it: green's tenth turn is turn 19."""
    played, _ = shuttles("X-CS-07=loss_only")
    assert (played.outcome.reason, played.outcome.winners) == ("no advance", (1,))
    assert played.turns == 2 * PATIENCE - 1


def test_third_return_of_a_position_is_a_draw() -> None:
    """X-CS-07; who is to move is asked for a draw at every second coming (CS-END-03)."""
    played, policy = shuttles()
    assert (played.outcome.reason, played.outcome.winners) == ("a position came back", ())
    assert (played.turns, policy.asked) == (9, 4)


def test_agreement_draws() -> None:
    """CS-END-03: the first position comes back on turn 5."""
    played, policy = shuttles(answer=1)
    assert played.outcome.winners == ()
    assert (played.turns, policy.asked) == (5, 2)


def test_without_limits_only_the_cap_ends_a_dance() -> None:
    """X-CS-06 and X-CS-07 together take away every end: the game is reported as stalled."""
    played, _ = shuttles("X-CS-06=unlimited", "X-CS-07=loss_only")
    assert not played.outcome.finished
    assert played.turns == table().frame.turn_cap


@pytest.mark.parametrize(("option", "seats"), [("green", {0}), ("yellow", {1}), ("lot", {0, 1})])
def test_who_begins(option: str, seats: set[int]) -> None:
    """X-CS-08."""
    ruled = table(f"X-CS-08={option}")
    deals = [
        ruled.deal(Streams(1, "crossing_stonehenge", "2+0", index), Tally(0, ()))
        for index in range(20)
    ]
    assert {match.seat for match in deals} == seats
