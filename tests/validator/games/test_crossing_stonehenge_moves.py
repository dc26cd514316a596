"""Crossing Stonehenge: the set-up, the moves, jumps and traps, rule by rule."""

from dataclasses import replace

import pytest
from crossingboard import (
    CELLS,
    DRUID,
    FIELD,
    GREEN,
    PAWN,
    START,
    YELLOW,
    apply_move,
    board,
    cell,
    grid,
    legal_moves,
    look,
    moves_of,
    named,
    pieces,
    table,
    trapped,
    with_goals,
)
from gametable import dealt
from shippedgames import game_of

from validator.play.match import Tally
from validator.rng import Streams
from validator.setup.guide import guide


def test_nothing_is_luck():
    """CS-META-01: two seats, and every deal is the same whatever the seed."""
    assert table().frame.seats == ("green", "yellow")
    deals = [
        table().deal(Streams(seed, "crossing_stonehenge", "2+0", seed), Tally(0, ()))
        for seed in range(9)
    ]
    assert {(beginner(deal), *pieces(deal)) for deal in deals} == {(0, *START)}


def beginner(deal):
    """The seat that is asked first."""
    look(deal, deal.program.start, turns=1)
    return deal.r[0]


def test_the_grid_has_four_rows_of_twelve_columns():
    """CS-GRID-01, CS-GRID-02: A is outermost, D innermost; the columns are the spaces 10 to 21."""
    there = table().program.tables.zone_at
    assert [name for name in there if name.startswith("board.")] == [
        f"board.{one}" for one in CELLS
    ]


def test_lines_go_to_and_from_the_centre_and_along_the_ring_and_do_not_wrap():
    """CS-GRID-04, CS-GRID-05: none goes on from 21 to 10, nor from the outermost row inwards."""
    across = ["C12-B12", "C12-A12", "C12-D12"]
    assert moves_of(board(g="C12"), GREEN) == ["C12-C11", "C12-C10", *across]
    east = [f"C12-C{column}" for column in range(13, 22)]
    assert moves_of(board(y="C12"), YELLOW) == [*east, *across]
    assert moves_of(board(g="A10"), GREEN) == ["A10-B10", "A10-C10", "A10-D10"]
    assert moves_of(board(y="D21"), YELLOW) == ["D21-C21", "D21-B21", "D21-A21"]


def test_start_has_ten_pawns_and_a_druid_a_side_on_24_cells():
    """CS-SETUP-01, CS-SETUP-02, CS-SETUP-03, CS-SETUP-04, CS-SETUP-05, CS-SETUP-06."""
    kinds = {0: ".", PAWN: "g", DRUID: "D", -PAWN: "y", -DRUID: "E"}
    rows = ["".join(kinds[piece] for piece in START[at : at + 12]) for at in range(0, 48, 12)]
    assert rows == [".yy......gg.", "yyy......ggg", "yyy......ggg", "Eyy......ggD"]


def test_each_bar_marks_the_victory_space_of_its_colour_and_is_no_piece():
    """CS-SETUP-07, CS-SETUP-08, CS-MOVE-08: A10 and A21 are empty, and may be moved onto."""
    assert [sum(laid) for laid in (START[0:1], START[11:12])] == [0, 0]
    assert "B21-A21" in moves_of(START, GREEN)
    assert "B10-A10" in moves_of(START, YELLOW)
    assert "A11-A10" in moves_of(board(g="A11"), GREEN)


@pytest.mark.parametrize(("option", "seats"), [("green", {0}), ("yellow", {1}), ("lot", {0, 1})])
def test_who_begins(option, seats):
    """CS-SETUP-09: X-CS-08 says who."""
    ruled = table(f"X-CS-08={option}")
    assert {beginner(dealt(ruled, index)) for index in range(20)} == seats


@pytest.mark.parametrize(
    ("option", "says"),
    [("green", "Green begins"), ("yellow", "Yellow begins"), ("lot", "Draw lots for who begins")],
)
def test_the_guide_lays_out_the_board_and_tells_who_begins(option, says):
    """CS-COMP-01, CS-SETUP-09: X-CS-08."""
    game = game_of("crossing_stonehenge")
    ruled = [replace(one, default=option) if one.id == "X-CS-08" else one for one in game.rulings]
    told = guide(replace(game, rulings=tuple(ruled)), game.configurations[0])
    assert (told[0], told[2]) == ("1. Put the Board on the table.", f"3. {says}.")
    assert len(told) == 4


@pytest.mark.parametrize(
    ("walls", "only"), [("A12 C12", "B12-B11"), ("B11 C12", "B12-A12"), ("A12 B11", "B12-C12")]
)
def test_a_piece_with_one_way_left_takes_it(walls, only):
    """CS-MOVE-03, CS-MOVE-05: towards the own bar, outwards or inwards."""
    cells = board(g=f"B12 {walls}")
    assert [one for one in moves_of(cells, GREEN) if one.startswith("B12")][:1] == [only]


def test_only_pieces_that_are_not_trapped_move():
    """CS-MOVE-02, CS-JUMP-03: B14 is held between two, so it may not slide and need not jump."""
    cells = board(g="B14 D20", y="B13 B15 C14")
    assert {move[:3] for move in moves_of(cells, GREEN)} == {"D20"}
    assert "D20-D19" in moves_of(cells, GREEN)


@pytest.mark.parametrize("kind", ["g", "D"])
def test_a_piece_slides_over_empty_cells_up_to_the_next_piece(kind):
    """CS-MOVE-03, CS-MOVE-04: as a rook, pawns and druids alike, never onto a piece."""
    cells = board(**{kind: "C15", "y": "C11 C10", "E": "A15"})
    assert set(moves_of(cells, GREEN)) == {"C15-C14", "C15-C13", "C15-C12", "C15-B15", "C15-D15"}
    cells[cell("C13")] = PAWN
    mine = [move for move in moves_of(cells, GREEN) if move.startswith("C15")]
    assert mine == ["C15-C14", "C15-B15", "C15-D15"]


def test_slides_go_in_and_out_and_along_the_ring_to_the_own_bar_only():
    """CS-MOVE-05: green to lower numbers, yellow to higher."""
    assert moves_of(board(g="B11"), GREEN) == ["B11-B10", "B11-A11", "B11-C11", "B11-D11"]
    assert moves_of(board(y="C20"), YELLOW) == ["C20-C21", "C20-B20", "C20-A20", "C20-D20"]


def test_green_on_b18_moves_as_in_the_example():
    """CS-MOVE-06: B10 to B17, A18, C18, D18, but not back to B19-B21."""
    targets = {move.partition("-")[2] for move in moves_of(board(g="B18"), GREEN)}
    assert targets == {f"B{column}" for column in range(10, 18)} | {"A18", "C18", "D18"}


def test_captures_may_go_backwards():
    """CS-MOVE-07: a jump to higher numbers, and a trapper's step to them, by green."""
    assert moves_of(board(g="B15", y="B16"), GREEN) == ["B15-B17"]
    assert "B13-B14" in moves_of(board(g="B13 B15", y="B14"), GREEN)


def test_bars_stay_where_they_are_when_pieces_come_and_go():
    """CS-MOVE-08: a pawn on its own bar, and off it again; a bar is in nobody's way."""
    cells = board(g="A10")
    assert moves_of(cells, GREEN) == ["A10-B10", "A10-C10", "A10-D10"]
    assert moves_of(board(y="A18"), YELLOW)[2] == "A18-A21"
    assert not trapped(board(g="A11 A12", y="A13"), "A11")


def test_a_closed_bar_keeps_the_enemy_out():
    """CS-MOVE-09: B10-A10 at once, unless X-CS-09 forbids it."""
    assert "B10-A10" in moves_of(START, YELLOW)
    assert "B10-A10" not in moves_of(START, YELLOW, "X-CS-09=forbidden")
    assert "B21-A21" not in moves_of(board(g="B21"), GREEN, "X-CS-09=forbidden")
    assert "B10-A10" in moves_of(board(g="B10"), GREEN, "X-CS-09=forbidden")


def test_a_closed_bar_is_closed_to_trappers_too():
    """CS-MOVE-09, CS-TRAP-04: only where a board has its bars in other places than corners."""
    cells = board(g="B13 B15", y="B14")
    for field, taking in ((FIELD, ["B13-B14", "B15-B14"]), (grid("X-CS-09=forbidden"), [])):
        moved = with_goals(field, "A10", "B14")
        assert named([one for one in legal_moves(moved, cells, GREEN) if one.taken]) == taking


def test_a_chain_may_pass_a_closed_bar_but_not_end_there():
    """CS-MOVE-09: X-CS-09 forbids to end a move on the enemy's bar, not to jump on from it."""
    cells = board(y="C10", g="B10 A11")
    assert moves_of(cells, YELLOW) == ["C10-A10", "C10-A10-A12"]
    assert moves_of(cells, YELLOW, "X-CS-09=forbidden") == ["C10-A10-A12"]
    cells[cell("A12")] = PAWN
    assert moves_of(cells, YELLOW) == ["C10-A10"]
    assert "C10-D10" in moves_of(cells, YELLOW, "X-CS-09=forbidden")


def test_moves_slide_freeze_jump_or_take_the_frozen():
    """CS-MOVE-10: A12-B12 freezes B13 and B14, A12-A11 does not; then the frozen can be taken."""
    for move, freezes in (("A12-B12", True), ("A12-A11", False)):
        cells = board(g="A12 B15", y="B13 B14")
        slide = next(one for one in legal_moves(FIELD, cells, GREEN) if named([one]) == [move])
        assert apply_move(cells, slide) == []
        assert trapped(cells, "B13") == freezes
        assert ("B15-B14" in moves_of(cells, GREEN)) == freezes
    assert moves_of(board(g="B15", y="B14"), GREEN) == ["B15-B13"]


@pytest.mark.parametrize("side", [GREEN, YELLOW])
def test_start_has_25_slides_of_five_pieces(side):
    """CS-MOVE-11: the pieces of the front column, and the one under the empty bar."""
    moves = legal_moves(FIELD, START, side)
    assert len(moves) == 25
    assert len({move.path[0] for move in moves}) == 5


@pytest.mark.parametrize("kind", ["g", "D"])
def test_pawns_and_druids_jump_up_and_along_in_one_turn(kind):
    """CS-JUMP-01, CS-JUMP-04: first along the ring, then to the centre."""
    cells = board(**{kind: "B18", "y": "B17 C16"})
    assert moves_of(cells, GREEN) == ["B18-B16", "B18-B16-D16"]


def test_every_enemy_jumped_over_is_taken_and_nothing_else():
    """CS-JUMP-02: two pawns fall, a third stays; own pieces are not jumped."""
    cells = board(g="B18 C14", y="B17 C16 D10", E="A10")
    chain = legal_moves(FIELD, cells, GREEN)[-1]
    assert named([chain]) == ["B18-B16-D16"]
    assert apply_move(cells, chain) == [-PAWN, -PAWN]
    assert cells == board(g="D16 C14", y="D10", E="A10")
    assert "B18-B16" not in moves_of(board(g="B18 B17"), GREEN)


def test_a_jump_is_a_duty_and_the_chain_is_free():
    """CS-JUMP-03, CS-JUMP-06: no slide; one jump or both, with either of two pieces."""
    cells = board(g="B18 D12", y="B17 B15")
    assert moves_of(cells, GREEN) == ["B18-B16", "B18-B16-B14"]
    cells = board(g="B18 D12", y="B17 D11")
    assert moves_of(cells, GREEN) == ["B18-B16", "D12-D10"]


def test_no_leap_lands_where_the_jump_began():
    """CS-JUMP-05: a square of four leaps stops before its corner."""
    cells = board(g="B15", y="B16 C17 D16 C15")
    paths = moves_of(cells, GREEN)
    assert "B15-B17-D17-D15" in paths
    assert not [path for path in paths if "B15" in path[3:]]


@pytest.mark.parametrize(
    ("reading", "single", "afar", "row"),
    [
        ("adjacent_single", ["B18-B16"], [], []),
        ("flying_single", ["B18-B16", "B18-B15"], ["B18-B14", "B18-B13"], []),
        ("adjacent_run", ["B18-B16"], [], ["B18-B15"]),
        ("flying_run", ["B18-B16", "B18-B15"], ["B18-B14", "B18-B13"], ["B18-B15", "B18-B14"]),
    ],
)
def test_how_far_and_over_how_many_a_piece_leaps(reading, single, afar, row):
    """CS-JUMP-07: one next to it, one from afar, two in a row, as X-CS-02 reads it."""

    def leaps(pawns, wall):
        cells = board(g=f"B18 {wall}", y=pawns)
        moves = legal_moves(grid(f"X-CS-02={reading}"), cells, GREEN)
        return named([move for move in moves if move.taken and move.path[0] == cell("B18")])

    assert leaps("B17", "B14") == single
    assert leaps("B15", "B12") == afar
    assert leaps("B17 B16", "B13") == row


def test_taking_the_druid_by_the_way_is_taking_it():
    """CS-JUMP-08: the druid is the first of two that are jumped over."""
    chain = legal_moves(FIELD, board(g="B18", E="B17", y="B15"), GREEN)[-1]
    assert {board(E="B17", y="B15")[at] for at in chain.taken} == {-DRUID, -PAWN}


def test_the_druids_chain_ends_on_its_bar():
    """CS-END-01: there the game is won; a pawn jumps on."""
    assert moves_of(board(D="C10", y="B10 A11"), GREEN) == ["C10-A10"]
    assert moves_of(board(g="C10", y="B10 A11"), GREEN) == ["C10-A10", "C10-A10-A12"]
    assert moves_of(board(E="A19", g="A20 B21"), YELLOW) == ["A19-A21"]
    assert moves_of(board(E="C10", g="B10 A11"), YELLOW) == ["C10-A10", "C10-A10-A12"]


@pytest.mark.parametrize(
    ("option", "expected"), [("jumps_on", ["B18-B16", "B18-B16-D16"]), ("halts", ["B18-B16"])]
)
def test_a_jump_into_a_trap(option, expected):
    """CS-TRAP-03, CS-JUMP-04: on B16 the piece is between A16 and C16; X-CS-14 says what then."""
    cells = board(g="B18", y="B17 A16 C16")
    assert moves_of(cells, GREEN, f"X-CS-14={option}") == expected


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("jump_first", {"D18-D16"}),
        ("bar_first", {"D18-D16", "A11-A10"}),
        ("free", {"D18-D16", "A11-A10", "B13-B14", "B15-B14"}),
    ],
)
def test_what_may_be_done_instead_of_a_jump(option, expected):
    """CS-JUMP-03: nothing, but X-CS-03 has variants."""
    cells = board(D="A11", g="D18 B13 B15 B12 B16", y="D17 B14")  # B14 cannot be jumped
    assert set(moves_of(cells, GREEN, f"X-CS-03={option}")) == expected


@pytest.mark.parametrize(
    ("side", "pawns", "other", "jump"),
    [(GREEN, "g", "y", "D18-D16"), (YELLOW, "y", "g", "D16-D18")],
)
def test_only_the_druid_s_step_onto_its_bar_may_be_made_instead(side, pawns, other, jump):
    """CS-JUMP-03: X-CS-03; a pawn beside either bar has the duty of the other."""
    cells = board(**{pawns: f"A11 B10 A20 B21 {jump[:3]}", other: "D17"})
    assert moves_of(cells, side, "X-CS-03=bar_first") == [jump]


@pytest.mark.parametrize(
    ("option", "expected"), [("enemies_only", []), ("own_too", ["B18-B16-B14"])]
)
def test_a_jump_leads_over_own_pieces_only_by_ruling(option, expected):
    """CS-JUMP-09, CS-JUMP-01, CS-JUMP-02: X-CS-15; B17 stays, and over it alone is no jump."""
    cells = board(g="B18 B17 A20", y="B15")
    found = legal_moves(grid(f"X-CS-15={option}"), cells, GREEN)
    jumps = [move for move in found if move.taken]
    assert named(jumps) == expected
    assert len(found) == len(expected) or not expected
    for jump in jumps:
        assert apply_move(cells, jump) == [-PAWN]
        assert cells == board(g="B14 B17 A20")


@pytest.mark.parametrize(
    ("option", "expected"),
    [("jump_first", []), ("bar_first", ["B13-B14"]), ("free", ["B13-B14", "B15-B14"])],
)
def test_taking_an_enemy_on_the_own_bar_is_a_step_onto_it(option, expected):
    """CS-JUMP-03: X-CS-03, the druid's step; only where bars stand elsewhere than in corners."""
    field = with_goals(grid(f"X-CS-03={option}"), "B14", "A21")
    moves = legal_moves(field, board(D="B13", g="B15 D18", y="B14 D17"), GREEN)
    assert named(moves) == [*expected, "D18-D16"]
    elsewhere = moves_of(board(D="B13", g="B15 D18", y="B14 D17"), GREEN, "X-CS-03=bar_first")
    assert elsewhere == ["D18-D16"]


def test_five_between_two_are_trapped_and_single_leaps_leave_the_trap_move_free():
    """CS-TRAP-01: in the diagram ``X#OOOOOX`` the left X may close the trap by stepping to #."""
    cells = board(g="A11 B17", y="B12 B13 B14 B15 B16")
    assert not trapped(cells, "B13")
    assert "A11-B11" in moves_of(cells, GREEN)
    assert moves_of(cells, GREEN, "X-CS-02=adjacent_run") == ["B17-B11"]
    cells[cell("A11")], cells[cell("B11")] = 0, PAWN
    assert all(trapped(cells, f"B{at}") for at in range(12, 17))
    assert moves_of(cells, YELLOW) == []
    assert {"B11-B12", "B17-B16"} <= set(moves_of(cells, GREEN))


@pytest.mark.parametrize(
    ("laid", "held"),
    [
        ({"g": "B13 B15", "y": "B14"}, ["B14"]),
        ({"y": "B13 B14 B15"}, []),
        ({"g": "B13", "y": "B14 B15"}, []),
        ({"g": "B11 B19", "y": "B12 B13 B14 B16 B17 B18"}, []),
        ({"g": "B12", "y": "B10 B11"}, []),
        ({"g": "B14", "y": "A14"}, []),
        ({"g": "C14", "y": "D14"}, []),
        ({"g": "B20 B10", "y": "B21"}, []),
    ],
    ids=["two", "own", "one of each", "X@@@#@@@X", "end of a row", "top", "foot", "no ring"],
)
def test_pieces_are_trapped_between_two_enemies_with_no_gap_and_by_no_edge(laid, held):
    """CS-TRAP-01, CS-TRAP-02, CS-TRAP-09, CS-GRID-05, CS-MOVE-02: others move."""
    cells = board(**laid)
    assert (moves_of(cells, YELLOW) == []) == bool(held)
    assert [name for name in laid.get("y", "").split() if trapped(cells, name)] == held


def test_a_piece_may_move_into_a_trap():
    """CS-TRAP-03: A14-B14 ends between two enemies, who are not next to A14."""
    cells = board(g="A14", y="B13 B15")
    assert "A14-B14" in moves_of(cells, GREEN)
    assert trapped(board(g="B14", y="B13 B15"), "B14")


def test_either_trapper_takes_also_backwards_and_stands_there():
    """CS-TRAP-04, -05, -07: one cell, along the ring or in a column; slides are open beside it."""
    cells = board(g="B13 B15", y="B14")
    assert {"B13-B14", "B15-B14", "B15-A15", "B13-B10"} <= set(moves_of(cells, GREEN))
    up = board(g="A14 C14", y="B14")
    assert {"A14-B14", "C14-B14"} <= set(moves_of(up, GREEN))
    step = next(one for one in legal_moves(FIELD, up, GREEN) if one.taken)
    assert apply_move(up, step) == [-PAWN]
    assert up == board(g="B14 C14")


def test_only_an_enemy_next_to_the_trapper_that_it_traps_is_taken():
    """CS-TRAP-04: not one held by others in its column, nor one a cell away."""
    cells = board(g="B15 A14 C14", y="B14")
    assert "B15-B14" not in moves_of(cells, GREEN)
    cells = board(g="B12 B16", y="B13 B14 B15")
    taking = [move for move in moves_of(cells, GREEN) if move.endswith(("B13", "B14", "B15"))]
    assert taking == ["B12-B13", "B16-B15"]


def test_a_trapped_trapper_traps_but_does_not_take():
    """CS-TRAP-06: B13 holds B14 with B15, and is itself held in its column."""
    cells = board(g="B13 B15", y="B14 A13 C13")
    assert trapped(cells, "B13")
    assert trapped(cells, "B14")
    moves = moves_of(cells, GREEN)
    assert "B13-B14" not in moves
    assert "B15-B14" in moves


@pytest.mark.parametrize("side", [GREEN, YELLOW])
def test_pawns_and_druids_trap_and_are_trapped_alike(side):
    """CS-TRAP-08."""
    for held in (PAWN, DRUID):
        for ends in ((PAWN, DRUID), (DRUID, PAWN), (PAWN, PAWN)):
            cells = [0] * 48
            cells[cell("B14")] = held * side
            cells[cell("B13")], cells[cell("B15")] = -ends[0] * side, -ends[1] * side
            assert trapped(cells, "B14")
            assert "B13-B14" in moves_of(cells, -side)


def test_columns_trap_unless_ruled_otherwise():
    """CS-TRAP-10, CS-TRAP-11: X-CS-04; with rows alone nobody is taken in a column either."""
    cells = board(g="A14 C14", y="B14")
    assert trapped(cells, "B14")
    assert not trapped(cells, "B14", "X-CS-04=rows")
    assert "A14-B14" not in moves_of(cells, GREEN, "X-CS-04=rows")
    assert "B13-B14" in moves_of(board(g="B13 B15", y="B14"), GREEN, "X-CS-04=rows")
