"""Games on boards from data: what formulas say of spaces, and what may be picked on them."""

from textwrap import dedent

import pytest
from matches import Watching, play_game, table_of

from validator.catalogue.load import load
from validator.checks.names import check_boards
from validator.compiler.runtime.match import AHEAD, ScriptMatch
from validator.findings import GameFaultError
from validator.play.modules import Plan
from validator.setup.deal import set_up
from validator.simulation.totals import Sampler
from validator.simulation.trials import play_one

GAME = """
kind: game
id: mini
name: Mini
revision: "1"
seat_colours: [red, blue, green]
configurations: [{players: 2}, {players: 3}]
"""
MEN = """
kind: components
set: man
name: Men
singular: Man
form: token
size: disk
template: basic/token
fields: {type: object, properties: {colour: {enum: [red, blue, green]}}}
components:
  - {id: red, name: Red man, colour: red, copies: 3}
  - {id: blue, name: Blue man, colour: blue, copies: 3}
  - {id: green, name: Green man, colour: green, copies: 3}
"""
BARS = """
kind: components
set: bar
name: Bars
singular: Bar
form: token
size: disk
template: basic/token
components:
  - {id: bar, name: Bar, copies: 3}
"""
SETUP = """
kind: setup
zones:
  board: {name: Board, board: board}
  seat.men: Men
steps:
  - {do: place, set: man, where: {colour: seat.colour}, to: seat.men, each: seats}
"""
SQUARES = """
squares: {columns: [a, b, c, d], rows: 4, id: "{column}{row}"}
holds: 1
lines: {three: 3}
groups: {chain: {same: owner}}
areas: {rim: {where: "row in [1, 4] or column in [a, d]", worth: 3}}
"""
# red stands on a1, b1 and c1, blue on b2; row 1 lies in the north
STAND = """
begin:
  - {do: move, from: "seats[1].men", to: "board[1, a]", count: 1}
  - {do: move, from: "seats[1].men", to: "board[1, b]", count: 1}
  - {do: move, from: "seats[1].men", to: "board[1, c]", count: 1}
  - {do: move, from: "seats[2].men", to: "board[2, b]", count: 1}
"""
ASKED = "  - {{do: set, what: table.n, to: {0}}}\n"
END = "turn: [{do: end_game, winners: nobody}]\n"


def mini(root, play, board=SQUARES, setup=SETUP):
    """A game whose seats have three men each of their colour, and a board."""
    files = {
        "game": GAME,
        "men": MEN,
        "bars": BARS,
        "setup": setup,
        "play": "kind: play\n" + dedent(play),
    }
    files["board"] = board if "kind" in board else "kind: board\nid: board\n" + board
    folder = root / "components" / "mini"
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    catalogue, findings = load(root)
    assert not findings, findings
    return catalogue.games["mini"]


def worth(root, formula, board=SQUARES, begin=STAND, setup=SETUP):
    """What a number comes to behind the steps of `begin`."""
    asked = ASKED.format(f'"{formula}"')
    game = mini(root, f"remember: {{table.n: -9 to 99}}\n{begin}{asked}{END}", board, setup)
    played = play_game(table_of(game))
    assert played.outcome.finished, played.outcome.reason
    return played.match.n[played.match.program.tables.memories["table.n"].at]


class FirstOptions(Watching):
    """What is said of the options of the first decision."""

    said = None

    def step(self, match, seat, what, options, index):
        if self.said is None:
            self.said = [option.say() for option in options]


def options(root, play, board=SQUARES, players=2):
    """The options of the first decision, in words."""
    watching = FirstOptions()
    play_game(table_of(mini(root, play, board), players), observers=[watching])
    return watching.said


@pytest.mark.parametrize(
    ("formula", "number"),
    [
        ("count(board, empty)", 12),
        ("count(board.rim, empty)", 9),
        ("count(board, 'rim' in areas)", 12),
        ("board.rim.worth + board.rim.count", 15),
        ("count(walk(board[4, a], north, empty))", 2),
        ("count(walk(board[1, a], north, empty))", 0),
        ("past(board[4, a], north, empty).row", 1),
        ("1 if past(board[4, d], north, empty) == nothing else 0", 1),
        ("count(slide(board[4, d], [north, west], empty))", 6),
        ("ahead(board[4, c], northwest).row", 3),
        ("1 if ahead(board[1, a], north) == nothing else 0", 1),
        ("1 if ahead(board[1, a], north).empty else 0", 0),
        ("1 if ahead(board[1, a], north).piece == nothing else 0", 1),
        ("count([ahead(board[1, a], north), ahead(board[1, a], south)], it != nothing)", 1),
        ("beyond(board[1, a], board[2, b]).row", 3),
        ("count(board.three)", 24),
        ("count(board.three, all(it, piece.owner == seats[1]))", 1),
        ("count(board[1, b].three, any(it, not empty and piece.owner == seats[2]))", 1),
        ("count(board[1, a].piece.chain)", 3),
        ("count(board.chain)", 2),
        ("distance(board[1, a], board[4, a])", 3),
        ("1 if distance(board[1, b], board[3, b], through=column == b) == nothing else 0", 0),
        ("1 if distance(board[1, b], board[3, b], through=false) == nothing else 0", 1),
        ("distance(board[2, b], board[1, d], through=empty)", 3),
        ("1 if connected(board[1, b], board[3, b], through=column == b and empty) else 0", 0),
        ("board[2, b].piece.space.row", 2),
        ("board[find(board, piece.owner == seats[2]).id].row", 2),
        ("count(board.pieces, owner == seats[1])", 3),
        ("count(board.pieces, owner != seats[1])", 1),
        ("1 if any(board.pieces, owner == seats[1] and space.column == c) else 0", 1),
        ("count(seats, men.count > 1)", 1),
        ("1 if board[2, b].piece.was == nothing else 0", 1),
    ],
)
def test_what_is_asked_of_a_board(tmp_path, formula, number):
    assert worth(tmp_path, formula) == number


def test_a_piece_knows_the_space_it_left(tmp_path):
    moved = STAND + '  - {do: move, what: "board[2, b].piece", to: "board[3, c]"}\n'
    formula = "board[3, c].piece.was.row * 10 + board[3, c].piece.space.row"
    assert worth(tmp_path, formula, begin=moved) == 23


@pytest.mark.parametrize(
    ("formula", "number"),
    [
        ("on(board[5], 3).number", 2),
        ("on(board[1], -1).number", 6),
        ("count(path(board[5], 3))", 3),
        ("board[6].after.number", 1),
        ("distance(board[1], board[5])", 2),
    ],
)
def test_what_is_asked_of_a_ring(tmp_path, formula, number):
    assert worth(tmp_path, formula, "ring: 6\n", "begin:\n") == number


# a bar lies on top of the man on a1, and another alone on a2
BARRED = (
    STAND
    + """
  - {do: move, from: box, where: set == bar, count: 1, to: "board[1, a]"}
  - {do: move, from: box, where: set == bar, count: 1, to: "board[2, a]"}
"""
)


@pytest.mark.parametrize(
    ("formula", "number"),
    [
        ("count(board[1, a].marks)", 1),
        ("count(board[1, a].pieces)", 1),
        ("1 if board[1, a].piece.owner == seats[1] else 0", 1),
        ("1 if board[2, a].empty and board[2, a].piece == nothing else 0", 1),
        ("count(board.pieces)", 4),
        ("count(board.pieces, set == man)", 4),
        ("count(board, empty)", 12),
        ("count(board[1, a].piece.chain)", 3),
        ("count(board.chain)", 2),
        ("count(board, marks.count > 0 and piece.set == man)", 1),
        ("count(board[1, a])", 1),
    ],
)
def test_marks_are_no_pieces(tmp_path, formula, number):
    assert worth(tmp_path, formula, SQUARES + "marks: [bar]\n", BARRED) == number


def test_a_position_comes_back_where_equal_pieces_lie_alike(tmp_path):
    """Three men go round each turn: the first position is there a third time on turn 5."""
    play = f"""
remember: {{table.n: 0 to 99}}
{STAND}turn:
  - {{do: set, what: table.n, to: turns}}
  - {{do: end_game, when: repeats == 3, winners: nobody}}
  - {{do: move, what: "board[1, a].piece", to: "board[4, d]"}}
  - {{do: move, what: "board[1, b].piece", to: "board[1, a]"}}
  - {{do: move, what: "board[1, c].piece", to: "board[1, b]"}}
  - {{do: move, what: "board[4, d].piece", to: "board[1, c]"}}
"""
    match = play_game(table_of(mini(tmp_path, play))).match
    assert match.n[match.program.tables.memories["table.n"].at] == 5


# every seat has two tracks of three levels; the men of red stand on coin 1, coin 3 and luck 3,
# one of blue on coin 2. The ring is for all, and a man of blue stands on it.
LEVELS = """kind: board
id: levels
each: seats
spaces: {track: [coin, luck], level: 3}
holds: 1
beside: it.track == track and abs(it.level - level) == 1
areas: {low: {where: level < 3}}
lines: {all: [{for: {track: [coin, luck]}, spaces: ["[track, 1]", "[track, 2]", "[track, 3]"]}]}
groups: {row: {same: owner}}
---
kind: board
id: ring
ring: 4
---
kind: board
id: map
network:
  towns: [Ahl, Bex, {id: Cor, port: true}]
  ways: [{ends: [Ahl, Bex], length: 2, colours: [red, blue]}, {ends: [Bex, Cor], length: 1}]
"""
ZONES = "  ring: {name: Ring, board: ring}\n  map: {name: Map, board: map}\n"
LEVELLED = SETUP.replace(
    "  board: {name: Board, board: board}", "  seat.levels: {name: Levels, board: levels}"
)
LEVELLED = LEVELLED.replace("zones:\n", "zones:\n" + ZONES)
STOOD = """
begin:
  - {do: move, from: "seats[1].men", to: "seats[1].levels[coin, 1]", count: 1}
  - {do: move, from: "seats[1].men", to: "seats[1].levels[coin, 3]", count: 1}
  - {do: move, from: "seats[1].men", to: "seats[1].levels[luck, 3]", count: 1}
  - {do: move, from: "seats[2].men", to: "seats[2].levels[coin, 2]", count: 1}
  - {do: move, from: "seats[2].men", to: "ring[4]", count: 1}
"""


@pytest.mark.parametrize(
    ("formula", "number"),
    [
        ("count(seats[1].levels)", 6),
        ("count(seats[1].levels, empty)", 3),
        ("count(seats[2].levels, not empty)", 1),
        ("count(seats[1].levels.pieces)", 3),
        ("count(seats[1].levels.pieces, space.level == 3)", 2),
        ("seats[2].levels[coin, 2].piece.space.level", 2),
        ("seats[2].levels[coin, min(players, 2)].piece.space.level", 2),
        ("find(seats[2].levels, not empty).level", 2),
        ("count(seats[2].levels[coin, 2].beside, empty)", 2),
        ("sum(seats, count(levels.low, not empty))", 2),
        ("count(seats[2].levels.all, any(it, not empty))", 1),
        ("count(seats[2].levels[coin, 1].all, any(it, not empty))", 1),
        ("1 if seats[1].levels[coin, 1].low and not seats[1].levels[coin, 3].low else 0", 1),
        ("count(seats[1].levels.row)", 3),
        ("count(seats[1].levels[coin, 1].piece.row)", 1),
        ("distance(seats[2].levels[coin, 1], seats[2].levels[coin, 3])", 2),
        ("1 if connected(seats[1].levels[coin, 1], seats[2].levels[coin, 1]) else 0", 0),
        ("count(find(seats, out).levels.pieces)", 0),
        ("ring[4].piece.space.number", 4),
        ("ring[4].piece.space.after.number", 1),
        ("on(ring[4].piece.space, 2).number", 2),
        ("1 if seats[1].levels[coin, 1].piece.space.after == nothing else 0", 1),
        ("count(map.ways)", 2),
        ("count(map.towns)", 3),
        ("sum(map.ways, length)", 3),
        ("count(map.ways, any(ends, port))", 1),
        ("count(map.ways, red in colours)", 1),
        ("1 if map[find(map.towns, port).id] == map[Cor] else 0", 1),
    ],
)
def test_what_is_asked_of_several_boards_and_of_those_of_seats(tmp_path, formula, number):
    assert worth(tmp_path, formula, LEVELS, STOOD, LEVELLED) == number


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("each: seats\n", "", "one board for all"),
        ("id: ring\n", "id: ring\neach: seats\n", "the board 'ring', which every seat has"),
    ],
)
def test_a_board_of_every_seat_is_a_zone_of_every_seat(tmp_path, old, new, says):
    game = mini(tmp_path, END, LEVELS.replace(old, new), LEVELLED)
    (found,) = check_boards(game)
    assert (found.code, says in found.message) == ("board-unknown", True)


PICKED = """
turn:
  - do: choose
    options:
      - id: go
        says: "{man} {space}"
"""


@pytest.mark.parametrize(
    ("pick", "said"),
    [
        # nothing is no choice
        (
            """
          man: {of: board.pieces, where: owner == seat}
          space: {of: "[ahead(man.space, north), ahead(man.space, southwest)]", where: empty}
            """,
            ["Red man on b1 a2"],
        ),
        # a list, or else the whole board
        (
            """
          man: {of: board.pieces, where: owner == seat}
          space:
            of: man.space.beside if board.empty else board
            where: empty and row == 4 and column == d
            """,
            ["Red man on c1 d4", "Red man on b1 d4", "Red man on a1 d4"],
        ),
        # a test of the man in that of the space
        (
            """
          man: board.pieces
          space: {of: man.space.beside, where: man.owner == next and empty}
            """,
            ["Blue man on b2 c2", "Blue man on b2 b3", "Blue man on b2 a2"],
        ),
        # what would divide by 0 is not asked
        (
            """
          man: {of: board.pieces, where: owner == next}
          space: {of: board, where: seat.men.count > 0 and 4 // seat.men.count == row}
            """,
            None,
        ),
    ],
    ids=["nothing", "list", "split", "guard"],
)
def test_pieces_and_spaces_are_picked(tmp_path, pick, said):
    play = f"{STAND}{PICKED}        pick:{pick}\n        then: [{{do: end_game, winners: seat}}]\n"
    play += "    else: [{do: end_game, winners: nobody}]\n"
    assert options(tmp_path, play) == said


@pytest.mark.parametrize(
    ("pick", "said"),
    [
        (
            "{of: board.pieces, count: 2, where: owner == seat}",
            ["Red man on c1, Red man on b1", "Red man on c1, Red man on a1",
             "Red man on b1, Red man on a1"],
        ),
        ("{of: [seat.men, board], where: owner == next}", ["Blue man on b2"]),
        ("{of: [next.men, board], where: owner == next}", ["Blue man on b2", "Blue man"]),
    ],
)  # fmt: skip
def test_a_piece_is_told_by_where_it_stands(tmp_path, pick, said):
    play = f"""{STAND}{PICKED}        pick: {{man: {pick}}}
        says: "{{man}}"
        then: [{{do: end_game, winners: seat}}]
"""
    play = play.replace('        says: "{man} {space}"\n', "")
    assert sorted(options(tmp_path, play)) == sorted(said)


@pytest.mark.parametrize(
    ("pick", "said"),
    [
        ("{of: seat.levels, where: empty and low}", ["seat1.levels.coin-2"]
         + [f"seat1.levels.luck-{at}" for at in (1, 2)]),
        ("{of: next.levels.pieces}", ["Blue man on seat2.levels.coin-2"]),
        ("{of: ring.pieces}", ["Blue man on 4"]),
        ("{of: ring, where: empty}", ["1", "2", "3"]),
    ],
)  # fmt: skip
def test_spaces_of_boards_of_seats_are_told_with_their_seat(tmp_path, pick, said):
    play = f"""{STOOD}
turn:
  - do: choose
    options:
      - id: go
        says: "{{it}}"
        pick: {{one: {pick}}}
        then: [{{do: end_game, winners: seat}}]
""".replace("{it}", "{one}")
    watching = FirstOptions()
    play_game(table_of(mini(tmp_path, play, LEVELS, LEVELLED)), observers=[watching])
    assert watching.said == said


def test_pieces_that_change_hands_are_picked_by_whom_they_belong_to(tmp_path):
    given = STAND + '  - {do: set, what: "board[1, c].piece.owner", to: "seats[2]"}\n'
    play = f"""{given}
turn:
  - do: choose
    options:
      - id: take
        says: "{{man}}"
        pick: {{man: {{of: board.pieces, where: owner == next}}}}
        then: [{{do: end_game, winners: seat}}]
"""
    assert options(tmp_path, play) == ["Blue man on b2", "Red man on c1"]


@pytest.mark.parametrize(
    ("step", "board", "setup", "there"),
    [
        ("move, from: seat.men, to: 'board[3, c]', count: 1",
         "squares: {columns: [a, b, c], rows: 3}", SETUP, {"board.3c": 2}),
        ("move, from: seat.men, to: 'seat.levels[luck, 2]', count: 1", LEVELS,
         LEVELLED, {"seat1.levels.luck-2": 1, "seat2.levels.luck-2": 1}),
        ("place, set: bar, to: 'find(seat.levels, level == 3)', count: 1", LEVELS,
         LEVELLED, {"seat1.levels.coin-3": 1, "seat2.levels.coin-3": 1}),
    ],
)  # fmt: skip
def test_the_set_up_lays_pieces_on_spaces(tmp_path, step, board, setup, there):
    laid = f"{setup}  - {{do: {step}, each: seats}}\n"
    match = play_game(table_of(mini(tmp_path, END, board, laid))).match
    zones = match.program.tables.zone_at
    lying = {name: len(match.z[at]) for name, at in zones.items() if "." in name and match.z[at]}
    assert there.items() <= lying.items()


def test_the_set_up_fills_no_space_beyond_what_it_holds(tmp_path):
    laid = SETUP + "  - {do: move, from: seat.men, to: 'board[3, c]', count: 1, each: seats}\n"
    game = mini(tmp_path, END, SQUARES, laid)
    (found,) = set_up(game, game.configurations[0], 1).problems
    assert (found.place.line, "board.c3 holds 1" in found.message) == (8, True)


@pytest.mark.parametrize(
    "move",
    [
        "{do: move, what: 'seats[2].men.top', to: 'board[1, a]'}",
        "{do: move, from: 'seats[2].men', count: 1, to: 'board[1, a]'}",
        "{do: move, from: 'seats[2].men', to: 'board[4, d]'}",
        "{do: move, from: 'seats[2].men', at_most: 2, to: 'board[4, d]'}",
        "{do: move, from: 'seats[2].men', where: true, to: 'board[4, d]'}",
        "{do: draw, from: 'seats[2].men', count: 2, to: 'board[4, d]'}",
    ],
)
def test_no_more_pieces_come_to_a_space_than_it_holds(tmp_path, move):
    game = mini(tmp_path, f"{STAND}  - {move}\n{END}")
    outcome = play_game(table_of(game)).outcome
    place = "play.yaml:8:5: board."
    assert (outcome.finished, place in outcome.reason) == (False, True), outcome.reason
    assert outcome.reason.endswith("holds 1, and one more is moved there")


def test_next_passes_by_who_is_out(tmp_path):
    play = """
begin:
  - {do: eliminate, seat: "seats[2]"}
turn:
  - do: choose
    options:
      - id: call
        says: "{who}"
        pick: {who: "[next]"}
        then: [{do: end_game, winners: seat}]
"""
    assert options(tmp_path, play, players=3) == ["green"]


def test_a_fault_inside_of_the_source_is_told_at_its_step(tmp_path, monkeypatch):
    game = mini(tmp_path, f"remember: {{table.n: 0 to 9}}\n{STAND}{END}")
    plan = Plan(game, game.configurations[0], {}, ("random", "random"), 1)
    table, move = table_of(game), ScriptMatch.move_one

    def fail_in_play(match, *given):
        return move(match, *given) if match.ask is AHEAD else match + 1

    monkeypatch.setattr(ScriptMatch, "move_one", fail_in_play)
    said = r"^the script at \S+/play.yaml:5:5 failed in mini 2\+0 .*TypeError"
    with pytest.raises(GameFaultError, match=said):
        play_one(plan, table, 0, Sampler(table.frame, [{}], tracks=False))
